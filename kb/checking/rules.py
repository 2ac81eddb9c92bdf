"""`check --rules`: every property under rules/checks, for all boards of up to so many permanents from a set of templates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from multiprocessing import get_context
from multiprocessing.pool import Pool as Processes
from pathlib import Path

from clingo import Control, Symbol

from kb.cards import Card, Pool
from kb.checking.checks import Check, Property, checks_of
from kb.checking.search import Finding, search
from kb.reading import BoardError
from kb.rulebook import Rulebook
from kb.solving import solve

TEMPLATES = Path(__file__).parent.parent / "data" / "templates.txt"


@dataclass(frozen=True)
class Outcome:
    """Of one property: over how many beginnings it was looked for, how long that took, and the first board that breaks it."""

    property: Property
    beginnings: int
    seconds: float
    finding: Finding | None = None


@dataclass(frozen=True)
class _Job:
    check: Check
    size: int
    beginning: list[Symbol]

    @property
    def turn(self) -> int:
        """Larger boards later; those of what takes long (two runs, much that is settled first) later still."""
        return self.size + 3 * (self.check.settles_first or bool(self.check.second_run))

    def __call__(self, but: Collection[Property]) -> list[tuple[Finding, str]]:
        """The findings, their atoms as text: symbols mean nothing to another process."""
        return [(replace(found, atoms=None), ". ".join(map(str, found.atoms or ()))) for found in search(self.check, self.beginning, but)]


def templates(pool: Pool, book: Rulebook, file: Path | None = None) -> list[Card]:
    """The cards named in a file, a name a line (default: a set that spans the vocabulary). Raises BoardError."""
    cards, of_permanents = [], _permanent_types(book)
    for line, name in enumerate((file or TEMPLATES).read_text("utf-8").splitlines(), 1):
        if name.strip():
            if (card := pool.find(name.strip())) is None:
                raise BoardError("is no card that is known", file=str(file or TEMPLATES), line=line, value=name.strip(), nearest=pool.nearest(name.strip()))
            if of_permanents.isdisjoint(fact.arguments[1] for fact in card.facts if fact.name == "printed_type"):
                raise BoardError(f"{card.name} is no permanent card, and so can't be on a battlefield", file=str(file or TEMPLATES), line=line, value=card.name)
            cards.append(card)
    return cards


def _permanent_types(book: Rulebook) -> set[Symbol]:
    rules = book.deriving(("permanent_type", 1))
    return {atom.arguments[0] for found in solve(book.program_of(rules), []) for atom in found.atoms}


def check_rules(book: Rulebook, cards: Iterable[Card], most: int, processes: int, only: str = "",
                progress: Callable[[int, int], None] | None = None) -> Iterator[Outcome]:
    """The outcome of each property whose check's name or words hold `only`: as soon as it is broken, else once all is looked through.

    Each check looks at all boards of one size before larger ones, so that what it finds is smallest. Raises ProgramError.
    """
    global _jobs
    cards = list(cards)
    chosen = [check for check in checks_of(book) if only in check.name or any(only in one.says for one in check.properties)]
    _jobs = [_Job(check, size, beginning) for size in range(most + 1) for check in chosen for beginning in check.beginnings(cards, size)]
    _jobs.sort(key=lambda job: job.turn)
    sums: dict[Property, Outcome] = {}
    broken: set[Property] = set()
    with get_context("fork").Pool(processes) as pool:  # statements do not go from one process to another but by fork
        for done, findings in enumerate(_run_all(pool, broken), 1):
            if progress:
                progress(done, len(_jobs))
            for finding, atoms in findings:
                one = finding.property
                before = sums.get(one, Outcome(one, 0, 0.0))
                sums[one] = replace(before, beginnings=before.beginnings + 1, seconds=before.seconds + finding.seconds)
                if (atoms or finding.says) and one not in broken:
                    broken.add(one)
                    sums[one] = replace(sums[one], finding=replace(finding, atoms=_read(atoms)))
                    yield sums[one]
    yield from (outcome for one, outcome in sums.items() if one not in broken and only in one.check + one.says)


_jobs: list[_Job] = []


def _run_all(processes: Processes, broken: set[Property]) -> Iterator[list[tuple[Finding, str]]]:
    """What is quick first; of what was broken before, no more is asked."""
    for _, some in groupby(range(len(_jobs)), lambda number: _jobs[number].turn):
        yield from processes.imap_unordered(_run, [(number, frozenset(broken)) for number in some])


def _run(which: tuple[int, Collection[Property]]) -> list[tuple[Finding, str]]:
    number, but = which
    return _jobs[number](but)


def _read(atoms: str) -> tuple[Symbol, ...] | None:
    if not atoms:
        return None
    control = Control()
    control.add(f"{atoms}.")
    control.ground()
    return tuple(atom.symbol for atom in control.symbolic_atoms)
