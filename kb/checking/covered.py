"""Which rules apply in some ruling, file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kb.checking.firing import trials
from kb.rulebook import Rulebook, Statement
from kb.rulings import Case


@dataclass(frozen=True)
class Covered:
    """A file's rules, and those that apply in no ruling."""

    file: str
    rules: tuple[Statement, ...]
    idle: tuple[Statement, ...]


def covered(book: Rulebook, cases: Sequence[Case], processes: int, progress: Callable[[int, int], None] | None = None) -> Iterator[Covered]:
    """The files of the rulebook but for its checks, held against the rulings."""
    fired: set[int] = set()
    for done, trial in enumerate(trials(book, cases, processes), 1):
        fired |= trial.fired
        if progress:
            progress(done, len(cases))
    for file in dict.fromkeys(rule.file for rule in book.rules if not rule.file.startswith("checks/")):
        of_file = [(place, rule) for place, rule in enumerate(book.rules) if rule.file == file]
        yield Covered(file, tuple(rule for _, rule in of_file), tuple(rule for place, rule in of_file if place not in fired))
