"""`state`: what state-based actions do, until none applies (704.3)."""

from __future__ import annotations

from clingo import Function

from kb.board import Board
from kb.facts import fact
from kb.questions.answer import Value
from kb.questions.outcomes import Staged, value

Asked = Staged


def facts(board: Board):
    return [fact("begins", Function("state"))], []


def read(asked: Staged) -> Value:
    return value(asked)
