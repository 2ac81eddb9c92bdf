"""Whether a question has exactly one answer set on every board.

It has, where nothing in its ground program is chosen but the board, and nothing rests on its own absence: such a program is stratified,
whatever board is chosen.
"""

from __future__ import annotations

from clingo import Symbol

from kb.checking.checks import Check
from kb.checking.circles import Graph
from kb.solving import grounded


def undetermined(check: Check, facts: list[Symbol]) -> str:
    """What of the question's own program is chosen, or rests on its own absence, on some board; nothing where there is no such thing."""
    book = check.book
    own, boards = book.own(check.name)
    of_question, _ = book.own(check.question)
    reached = book.reached(of_question, [s for s in [*own, *boards] if s.file.startswith("checks/") and s.heads])
    for statement in reached:
        if not statement.file.startswith("checks/") and (statement.directive == ":-" or "{" in statement.text.split(":-")[0]):
            return f"{statement.file}:{statement.line} makes a choice"
    control = grounded(book.program_of(reached).over(facts), [], facts, graph := Graph())
    names = {atom.literal: atom.symbol for atom in control.symbolic_atoms}
    return f"{names.get(circle[0], 'something')} rests on its own absence" if (circle := graph.circle()) else ""
