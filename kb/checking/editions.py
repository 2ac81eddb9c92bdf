"""Which rules that the rulebook cites read otherwise, or stand elsewhere, in another edition of the Comprehensive Rules.

The wording itself is not kept: for each rule of the edition that the numbers refer to, kb/data/edition.txt has a hash of its wording and a
sketch (the least hashes of its runs of three words), which tells how alike two wordings are and nothing else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from kb.reading import BoardError
from kb.rulebook import Rulebook, Statement

PINNED = Path(__file__).parent.parent / "data" / "edition.txt"
RULE = re.compile(r"^([1-9]\d\d\.\d+[a-z]*)\.? +(\S.*)$", re.MULTILINE)  # behind 704.5z, 704.5aa
NUMBER = re.compile(r"\b\d{3}(\.\d+[a-z]*)?\b")  # what rules refer to moves without their changing
LEAST, RUN = 10, 3  # hashes of a sketch, words of a run
ALIKE = 0.4  # the share of least hashes from which on two wordings are taken for one rule

Sketch = tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """What became of a rule that headings cite: `number` in the newer text (None: it is gone), and whether its wording differs."""

    rule: Statement  # the first one under a heading of that number
    number: str | None
    reworded: bool

    @property
    def says(self) -> str:
        if self.number is None:
            return "gone"
        moved = f"moved to {self.number}" if self.number != self.rule.number else ""
        return " and ".join(filter(None, (moved, "reworded" if self.reworded else "")))


def pinned() -> dict[str, Sketch]:
    """The sketches of the edition that the numbers refer to; the first word of each is the hash of the whole wording."""
    lines = (line.split() for line in PINNED.read_text("ascii").splitlines())
    return {number: (whole, *(least[place:place + 4] for place in range(0, len(least), 4))) for number, whole, least in lines}


def sketches(text: str) -> dict[str, Sketch]:
    """The sketches of the rules in a text of the Comprehensive Rules."""
    return {number: sketch(wording) for number, wording in RULE.findall(text)}


def written(found: Mapping[str, Sketch]) -> str:
    """Sketches as kb/data/edition.txt has them."""
    return "".join(f"{number} {whole} {''.join(least)}\n" for number, (whole, *least) in found.items())


def sketch(wording: str) -> Sketch:
    words = re.findall(r"\w+|[^\w\s]", NUMBER.sub("0", wording.casefold().replace("’", "'").replace("“", '"').replace("”", '"')))
    runs = {" ".join(words[place:place + RUN]) for place in range(max(1, len(words) - RUN + 1))}
    hashes = [blake2b(run.encode(), digest_size=2 * LEAST).hexdigest() for run in runs]
    least = (min(one[place:place + 4] for one in hashes) for place in range(0, 4 * LEAST, 4))
    return blake2b(" ".join(words).encode(), digest_size=4).hexdigest(), *least


def read(file: Path) -> str:
    """The text of an edition. Raises BoardError where it is none."""
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        line = file.read_bytes()[:error.start].count(b"\n") + 1
        raise BoardError("the file is not text", file=str(file), line=line, allowed="text in UTF-8") from None


def changes(book: Rulebook, text: str, file: str = "") -> Iterator[Change]:
    """The headings' rules that changed or moved in `text`. Raises BoardError where it is no text of the rules."""
    old, new = pinned(), sketches(text)
    if not new:
        raise BoardError("has no numbered rules", file=file, allowed="the text of the Comprehensive Rules")
    same: dict[str, list[str]] = defaultdict(list)
    for number, (whole, *_) in new.items():
        same[whole].append(number)
    for number, rules in sorted(book.by_number.items()):
        was = old[number]
        if number in same[was[0]]:
            continue
        if same[was[0]]:
            yield Change(rules[0], min(same[was[0]]), False)
            continue
        alike, there = max((_alike(was, now), other == number, other) for other, now in new.items())[::2]
        yield Change(rules[0], there if alike >= ALIKE else None, True)


def _alike(one: Sketch, other: Sketch) -> float:
    return sum(map(str.__eq__, one[1:], other[1:])) / LEAST
