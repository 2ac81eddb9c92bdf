"""From statements and facts to answer sets: the one place that runs clingo."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from clingo import Control, Symbol
from clingo.ast import AST, ProgramBuilder

MESSAGE_LIMIT = 1000  # clingo keeps quiet after 20 infos, and each one is an error here


class ProgramError(RuntimeError):
    """A rulebook that clingo cannot ground without a word of complaint."""


class Solution:
    """The one answer set of a deterministic program."""

    def __init__(self, control: Control):
        self._control = control
        with control.solve(yield_=True) as handle:
            model = handle.model()
            if model is None:
                raise ProgramError("the rulebook has no answer set for this board")
            self.shown: list[Symbol] = model.symbols(shown=True)

    @cached_property
    def atoms(self) -> list[Symbol]:
        """All atoms of the answer set, needed for explanations only."""
        with self._control.solve(yield_=True) as handle:
            return handle.model().symbols(atoms=True)


def solve(statements: Iterable[AST], facts: Iterable[Symbol]) -> Solution:
    """Ground `statements` over `facts` and solve. A fresh Control each time; facts go in through the backend, never as text."""
    complaints: list[str] = []
    control = Control(logger=lambda _, text: complaints.append(text), message_limit=MESSAGE_LIMIT)
    try:
        with ProgramBuilder(control) as builder:
            for statement in statements:
                builder.add(statement)
        with control.backend() as backend:
            for fact in facts:
                backend.add_rule([backend.add_atom(fact)])
        control.ground()
    except RuntimeError as error:
        raise ProgramError("\n".join([str(error), *complaints])) from error
    if complaints:
        raise ProgramError("\n".join(complaints))
    return Solution(control)
