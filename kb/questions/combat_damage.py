"""`combat-damage`: what the combat damage steps of this combat come to, state-based actions after each included (510)."""

from __future__ import annotations

from collections.abc import Iterable

from kb.board import Board
from kb.facts import fact
from kb.questions.answer import Value
from kb.questions.outcomes import Staged, choices, value

Asked = Staged


def facts(board: Board, steps: int | None = None, choose: Iterable[Iterable[str]] | None = None):
    return [*choices(board, choose), *([fact("stops_after_first_step")] if steps == 1 else [])], []


def read(asked: Staged) -> Value:
    return value(asked)
