"""Looking for a board on which a property of the rulebook does not hold."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from time import monotonic

from clingo import Control, Function, String, Symbol

from kb.checking.checks import Check, Property
from kb.checking.determinism import undetermined
from kb.checking.witnesses import is_odd
from kb.solving import grounded


@dataclass(frozen=True)
class Finding:
    """What came of looking for a board that breaks a property: the atoms of such a board and of what follows from it, or nothing."""

    property: Property
    seconds: float
    atoms: tuple[Symbol, ...] | None = None
    says: str = ""  # what is wrong, where no board shows it


ONE_ANSWER = "every board has exactly one answer set"


def search(check: Check, facts: list[Symbol], but: Collection[Property] = ()) -> Iterator[Finding]:
    """For each property, `but` for some, a board that breaks it, chosen by the program itself from what a beginning leaves open.

    Raises ProgramError.
    """
    started = monotonic()
    control = grounded(check.program.over(facts), ["1"], facts)
    determined = Property(check.name, ONE_ANSWER, "-", 1)
    if check.has_one_answer and determined not in but:
        yield Finding(determined, monotonic() - started, says=undetermined(check, facts))
    for one in check.properties:
        if one not in but:
            atoms = _broken(control, Function("broken", [String(one.says)]))
            yield Finding(one, monotonic() - started, atoms)
        started = monotonic()


def _broken(control: Control, broken: Symbol) -> tuple[Symbol, ...] | None:
    """A board that says no more than it has to: without any of the oddities that it can do without."""
    if control.symbolic_atoms[broken] is None:
        return None
    found = _where(control, [(broken, True)])
    if found is None:
        return None
    there, oddities = set(found), [atom.symbol for atom in control.symbolic_atoms if is_odd(atom.symbol)]
    for gone in (oddities, *([one] for one in oddities)):
        if not there.isdisjoint(gone):
            absent = [(atom, False) for atom in oddities if atom in gone or atom not in there]
            found = _where(control, [(broken, True), *absent]) or found
            there = set(found)
    return found


def _where(control: Control, so: list[tuple[Symbol, bool]]) -> tuple[Symbol, ...] | None:
    """The atoms of an answer set in which that is so."""
    with control.solve(so, yield_=True) as handle:
        return next((tuple(model.symbols(atoms=True)) for model in handle), None)
