"""`check --rules`: every property under rules/checks, for all boards of up to so many permanents from a set of templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from clingo import Control, Symbol

from kb.cards import Card, Pool
from kb.checking.checks import Check, Property, checks_of
from kb.checking.search import Finding, search
from kb.reading import BoardError
from kb.rulebook import Rulebook

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
    beginning: list[Symbol]
    most: int

    def __call__(self) -> list[tuple[Finding, str]]:
        """The findings, their atoms as text: symbols mean nothing to another process."""
        return [(replace(found, atoms=None), ". ".join(map(str, found.atoms or ()))) for found in search(self.check, self.beginning, self.most)]


def templates(pool: Pool, file: Path | None = None) -> list[Card]:
    """The cards named in a file, a name a line (default: a set that spans the vocabulary). Raises BoardError."""
    cards = []
    for line, name in enumerate((file or TEMPLATES).read_text("utf-8").splitlines(), 1):
        if name.strip():
            if (card := pool.find(name.strip())) is None:
                raise BoardError("is no card that is known", file=str(file), line=line, value=name.strip(), nearest=pool.nearest(name.strip()))
            cards.append(card)
    return cards


def check_rules(book: Rulebook, cards: Iterable[Card], most: int, processes: int, only: str = "",
                progress: Callable[[int, int], None] | None = None) -> Iterator[Outcome]:
    """The outcome of each property whose check's name or words hold `only`: as soon as it is broken, else once all is looked through.

    Raises ProgramError.
    """
    global _jobs
    cards = list(cards)
    chosen = [check for check in checks_of(book) if only in check.name or any(only in one.says for one in check.properties)]
    _jobs = [_Job(check, beginning, most) for check in chosen for beginning in check.beginnings(cards, most)]
    _jobs.sort(key=lambda job: len(job.beginning))  # the checks of one solve first
    sums: dict[Property, Outcome] = {}
    broken: set[Property] = set()
    with get_context("fork").Pool(processes) as pool:  # statements do not go from one process to another but by fork
        for done, findings in enumerate(pool.imap_unordered(_run, range(len(_jobs))), 1):
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


def _run(number: int) -> list[tuple[Finding, str]]:
    return _jobs[number]()


def _read(atoms: str) -> tuple[Symbol, ...] | None:
    if not atoms:
        return None
    control = Control()
    control.add(f"{atoms}.")
    control.ground()
    return tuple(atom.symbol for atom in control.symbolic_atoms)
