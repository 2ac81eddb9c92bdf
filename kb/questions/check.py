"""`check`: what of a board can't be, each with a minimal set of the board's statements that clash."""

from __future__ import annotations

from kb.board import Board
from kb.questions.answer import UNTOLD, Asked, Value


def facts(board: Board):
    return [], []


def read(asked: Asked) -> Value:
    from kb.explanation import says

    found = [{"rule": rule_of(asked, atom), "says": says(asked.rulebook, atom), "statements": []} for atom in asked.solution.goals(UNTOLD)]
    return Value(found, negative=bool(found))


def rule_of(asked: Asked, atom) -> str:
    """The number under which the rules derive an atom: of a helper, that of what it rests on."""
    why = asked.why([atom]).folded()
    steps = [why.steps[id] for id in why.root]
    while not any(step.cites for step in steps):
        steps = [why.steps[id] for step in steps for id in step.premises]
    return next(number for step in steps for number in step.cites)
