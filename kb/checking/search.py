"""Looking for the smallest board on which a property of the rulebook does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from clingo import Control, Function, Number, String, Symbol

from kb.checking.checks import Check, Property
from kb.checking.determinism import undetermined
from kb.solving import grounded


@dataclass(frozen=True)
class Finding:
    """What came of looking for a board that breaks a property: the atoms of such a board and of what follows from it, or nothing."""

    property: Property
    seconds: float
    atoms: tuple[Symbol, ...] | None = None
    says: str = ""  # what is wrong, where no board shows it


ONE_ANSWER = "every board has exactly one answer set"


def search(check: Check, facts: list[Symbol], most: int) -> Iterator[Finding]:
    """For each property, a smallest board of up to `most` permanents that breaks it, chosen by the program itself. Raises ProgramError."""
    started = monotonic()
    control = grounded(check.program.over(facts), ["1"], facts)
    if check.has_one_answer:
        circles = undetermined(check, facts)
        yield Finding(Property(check.name, ONE_ANSWER, "-", 1), monotonic() - started, says=circles)
    for one in check.properties:
        atoms = _smallest(control, Function("broken", [String(one.says)]), most)
        yield Finding(one, monotonic() - started, atoms)
        started = monotonic()


def _smallest(control: Control, broken: Symbol, most: int) -> tuple[Symbol, ...] | None:
    if control.symbolic_atoms[broken] is None or not control.solve([(broken, True)]).satisfiable:
        return None
    for size in range(most + 1):
        said = [(broken, True), *((Function("more_than", [Number(size)]), False),) * (size < most)]
        with control.solve(said, yield_=True) as handle:
            for model in handle:
                return tuple(model.symbols(atoms=True))
    return None
