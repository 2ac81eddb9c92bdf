"""The pool's file: one sorted text file, found in by bisection.

Three lines of heading (format, edition of the data, abbreviations), then a line for each name a card is found by, fields parted
by tabs:

    folded name, name, full name if another, other face if any, terms of the card, terms of ability 1, of ability 2, ...

Terms are those of kb.cards.Card, with capital letters for the words that are most frequent: nothing else in them is a capital
outside quotation marks. Sorted by bytes, so that the same cards give the same file and a diff shows the cards that changed.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from kb.cards import Card, CardDataError, filed
from kb.names import fold

FORMAT = "manakb cards 1"
ABBREVIATIONS = {
    "A": "activated", "C": "cost", "D": "cost_symbol", "E": "effect", "G": "spell_ability", "H": "has_mana_cost", "K": "printed_keyword",
    "L": "layout", "M": "mana_cost_symbol", "N": "not_modelled", "O": "printed_toughness", "P": "printed_power", "Q": "static",
    "R": "triggered", "S": "printed_subtype", "T": "printed_type", "U": "printed_supertype", "V": "moves_library_card", "W": "trigger",
    "X": "text_symbol", "Y": "requires_target",
}
_KEY_OF_LINE = re.compile(rb"([^\t]*).*\n")
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\w+')


def write(path: Path, cards: Iterable[Card], edition: str) -> int:
    """Write the file; its size in bytes."""
    short = {word: letter for letter, word in ABBREVIATIONS.items()}
    lines = set()
    for key, card in filed(cards):
        fields = [key, card.name, card.full_name if card.full_name != card.name else "", card.other_face or "",
                  *(_replaced(terms, short) for terms in (card.terms, *card.abilities))]
        for field in fields:
            if "\t" in field or "\n" in field:
                raise CardDataError(f"{card.name!r}: a tab or line break in {field!r}")
        lines.add("\t".join(fields).encode())
    abbreviations = " ".join(f"{letter}={word}" for letter, word in ABBREVIATIONS.items())
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(b"".join(line + b"\n" for line in [FORMAT.encode(), edition.encode(), abbreviations.encode(), *sorted(lines)]))
    unfinished.replace(path)  # at once: others may have the old file mapped
    return path.stat().st_size


def is_one(path: Path) -> bool:
    """Whether it is such a file."""
    try:
        with open(path, "rb") as file:
            return file.readline(len(FORMAT) + 1) == f"{FORMAT}\n".encode()
    except OSError:
        return False  # whoever reads it next says why


class CardFile:
    """A source of a pool (see kb.cards.Pool)."""

    def __init__(self, path: Path):
        """CardDataError where there is no such file, or it is of another format."""
        try:
            with open(path, "rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise CardDataError(f"{path}: no card pool can be read here ({error})") from None
        if self._data.readline() != f"{FORMAT}\n".encode():
            raise CardDataError(f"{path}: this is no card pool of the format {FORMAT!r}")
        self.edition = self._data.readline().decode().rstrip("\n")
        self._long = dict(pair.split("=") for pair in self._data.readline().decode().split())
        self._start = self._data.tell()
        self._cards: dict[bytes, Card] = {}

    def under(self, key: str) -> list[Card]:
        wanted = key.encode() + b"\t"
        low, high = self._start, len(self._data)
        while low < high:  # both stand at the start of a line
            middle = max(self._data.rfind(b"\n", low, (low + high) // 2) + 1, low)
            if self._data[middle:self._data.find(b"\t", middle) + 1] < wanted:
                low = self._data.find(b"\n", middle) + 1
            else:
                high = middle
        cards = []
        while self._data[low:low + len(wanted)] == wanted:
            end = self._data.find(b"\n", low)
            cards.append(self._card(self._data[low:end]))
            low = end + 1
        return cards

    def keys(self) -> list[str]:
        return b"\n".join(_KEY_OF_LINE.findall(self._data, self._start)).decode().split("\n")

    def names(self) -> Iterator[str]:
        for line in self._lines():
            _, name, full_name, _ = line.decode().split("\t", 3)
            yield name
            if full_name:
                yield full_name

    def __iter__(self) -> Iterator[Card]:
        for line in self._lines():
            card = self._card(line)
            if line.startswith(fold(card.name).encode() + b"\t"):
                yield card

    def _lines(self) -> list[bytes]:
        return self._data[self._start:].split(b"\n")[:-1]

    def _card(self, line: bytes) -> Card:
        card = self._cards.get(line)
        if card is None:
            _, name, full_name, other_face, *terms = line.decode().split("\t")
            terms, *abilities = (_replaced(field, self._long) for field in terms)
            card = self._cards[line] = Card(name, full_name or name, other_face or None, terms, tuple(abilities))
        return card


def _replaced(terms: str, words: dict[str, str]) -> str:
    return _WORD.sub(lambda word: words.get(word[0], word[0]), terms)
