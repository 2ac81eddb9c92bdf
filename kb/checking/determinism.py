"""Whether a question has exactly one answer set on every board.

It has, where nothing in its ground program is chosen but the board, and nothing rests on its own absence: such a program is stratified,
whatever board is chosen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from clingo import Observer, Symbol

from kb.checking.checks import Check
from kb.checking.circles import components
from kb.solving import grounded


class _Graph(Observer):
    """The rules of a ground program: what each atom rests on, and which atoms are chosen."""

    def __init__(self):
        self.below: dict[int, list[tuple[int, bool]]] = defaultdict(list)  # head -> (atom, whether it must be absent)
        self.chosen: set[int] = set()
        self.refused = 0  # integrity constraints
        self.names: dict[int, Symbol] = {}

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._add(choice or len(head) > 1, head, [(abs(literal), literal < 0) for literal in body])

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        self._add(choice or len(head) > 1, head, [(abs(literal), literal < 0) for literal, _ in body])

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        self.names[atom] = symbol

    def _add(self, choice: bool, head: Sequence[int], body: list[tuple[int, bool]]) -> None:
        if choice:
            self.chosen.update(head)
        for atom in head:
            self.below[atom] += body


def undetermined(check: Check, facts: list[Symbol]) -> str:
    """What of the question's own program is chosen, or rests on its own absence, on some board; nothing where there is no such thing."""
    book = check.book
    graph = _Graph()
    own, boards = book.own(check.name)
    of_question, _ = book.own(check.question)
    reached = book.reached(of_question, [s for s in [*own, *boards] if s.file.startswith("checks/") and s.heads])
    for statement in reached:
        if not statement.file.startswith("checks/") and (statement.directive == ":-" or "{" in statement.text.split(":-")[0]):
            return f"{statement.file}:{statement.line} makes a choice"
    grounded(book.program_of(reached).over(facts), [], facts, graph)
    strict = _circle(graph.below)
    return f"{graph.names.get(strict, 'something')} rests on its own absence" if strict else ""


def _circle(below: dict[int, list[tuple[int, bool]]]) -> int | None:
    """An atom in a circle through an absence; none where there is none."""
    together = components({head: [atom for atom, _ in body] for head, body in below.items()})
    component = {atom: place for place, atoms in enumerate(together) for atom in atoms}
    return next((head for head, body in below.items() for atom, absent in body if absent and component.get(atom) == component.get(head)), None)
