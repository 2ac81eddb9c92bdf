"""Names: what counts as the same one, and which is nearest."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence

_PLAIN = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "꞉": ":", "–": "-", "—": "-", "‑": "-", "−": "-",
                        "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})
_SLASHES = re.compile(r"\s*/+\s*")
ALIKE = 60  # of 100; below this a suggestion puzzles more than it helps
LAST = "\U0010ffff"


def words_of_format(said: str) -> list[str]:
    """The words of a format's name, however it is spelled: "Two-Headed Giant", "two headed giant"."""
    return said.casefold().replace("-", " ").split()


def fold(name: str) -> str:
    """The name without case, accents, ligatures, kinds of apostrophe and dash, and with one space around `//`."""
    folded = name.casefold()
    if not folded.isascii():
        letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", folded).casefold()).translate(_PLAIN)
        folded = "".join(letter for letter in letters if not unicodedata.combining(letter))
    if "/" in folded:
        folded = _SLASHES.sub(" // ", folded)
    return " ".join(folded.split()) or name.strip()  # a name of accents alone is one still


def nearest(name: str, keys: Sequence[str]) -> str | None:
    """Of folded, sorted names the one most like `name`, or None where none is like it.

    One that goes on where the name ends is nearer than any other: "kalemne" is "kalemne, disciple of iroas".
    """
    wanted = fold(name)
    if len(wanted) > 2:
        first = bisect_left(keys, wanted)
        begun = keys[first:bisect_left(keys, wanted + LAST, first)]
        if begun:
            return min(begun, key=lambda key: (not key.startswith(wanted + ","), len(key)))
    from rapidfuzz import fuzz, process  # only misspelt names need it

    found = process.extractOne(wanted, keys, scorer=fuzz.ratio, score_cutoff=ALIKE)
    return found and found[0]
