"""`state`: what state-based actions do, until none applies (704.3)."""

from __future__ import annotations

from dataclasses import replace

from kb.board import Board
from kb.questions.answer import Value
from kb.questions.outcomes import Staged, value

Asked = Staged


def facts(board: Board):
    return [], []


def read(asked: Staged) -> Value:
    """Ends that differ in what no result tells, such as a battle's protector, are one result."""
    read = value(asked)
    return replace(read, value=[result for place, result in enumerate(read.value) if result not in read.value[:place]])
