"""From statements and facts to answer sets: the one place that runs clingo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from clingo import Control, Model, Symbol
from clingo.ast import AST, ProgramBuilder

MESSAGE_LIMIT = 1000  # clingo keeps quiet after 20 infos, and each one is an error here


class ProgramError(RuntimeError):
    """A rulebook that clingo cannot ground without a word of complaint."""


@dataclass
class Solution:
    """An answer set: what it shows, by predicate and sorted, and all its atoms."""

    shown: dict[str, list[Symbol]]
    atoms: list[Symbol]

    def goals(self, untold: Collection[str]) -> list[Symbol]:
        """The shown atoms, but for those of the predicates `untold`."""
        return [atom for name, atoms in self.shown.items() if name not in untold for atom in atoms]


def solve(statements: Iterable[AST], facts: Iterable[Symbol], *, project: bool = True, limit: int = 0) -> list[Solution]:
    """Ground `statements` over `facts` and solve: all answer sets, or the first `limit`; with `project` one for each projection to what
    the program's #project names.

    A fresh Control each time; facts go in through the backend, never as text. Raises ProgramError.
    """
    complaints: list[str] = []
    control = Control([str(limit), *(["--project"] if project else [])], logger=lambda _, text: complaints.append(text), message_limit=MESSAGE_LIMIT)
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
    with control.solve(yield_=True) as handle:
        return [_copied(model) for model in handle]


def _copied(model: Model) -> Solution:
    """What is read from a model has to be copied while it is there."""
    shown = defaultdict(list)
    for atom in sorted(model.symbols(shown=True)):
        shown[atom.name].append(atom)
    return Solution(shown, model.symbols(atoms=True))
