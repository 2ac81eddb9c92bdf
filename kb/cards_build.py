"""Cards out of card data: the pool's file, or a pool in memory.

`build` writes what kb.cards.pool() reads, and takes a `progress`, called with the number of items done and the number of all;
`read_cards` is for a user's own file.
"""

from __future__ import annotations

import csv
import multiprocessing
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from kb import card_data, card_file
from kb.card_data import CardData, Entry, Several
from kb.cards import SEVERAL_NAMES, SHIPPED, Card, CardDataError, Pool, filed
from kb.names import fold

DATA = Path(__file__).parent / "data"
PROCESSES = 2
FEW = 200  # items that are compiled sooner than processes are started

Progress = Callable[[int, int], None]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Built:
    """What `build` wrote: how many faces (tokens included) and how many bytes."""

    faces: int
    size: int


def build(source: str | Path, out: str | Path = SHIPPED, progress: Progress | None = None) -> Built:
    """Compile a file of card data, or a folder of them, and the tokens, into the pool's file. The same data give the same bytes.

    The pool that comes with the package has the grammar's tables beside it.
    """
    data = card_data.read_all(source)
    if Path(out) == SHIPPED:
        from kb.oracle.grammar import tables

        tables.write()
    cards = [*compiled_all(data, progress), *tokens()]
    return Built(len(cards), card_file.write(Path(out), cards, data.edition))


def read_cards(source: str | Path) -> Pool:
    """The cards of a file of card data, of a folder of such files, or of a file that `build` wrote, as a pool of their own."""
    if card_file.is_one(Path(source)):
        return Pool(card_file.CardFile(Path(source)))
    return Pool(*(DataFile(card_data.read(file)) for file in reversed(card_data.files(source))))


class DataFile:
    """A file of card data as a source of a pool (see kb.cards.Pool): a card is compiled when it is asked for."""

    def __init__(self, data: CardData):
        self._data = data
        self._items: dict[str, list[int]] = {}  # by folded names
        self._names: list[str] = []
        for number, entries in enumerate(data.entries()):
            for entry in entries:
                whole = card_data.whole_name(entry)
                name = entry.get("faceName") or entry["name"].partition(" // ")[0]
                if not name.strip() or "\0" in whole:
                    raise CardDataError(f"{data.path}: card {number + 1}: not a card name: {whole!r}")
                self._names += (name, whole)
                others = whole.split(" // ") if entry.get("layout") in SEVERAL_NAMES else ()
                for key in dict.fromkeys(map(fold, (name, *others))):
                    self._items.setdefault(key, []).append(number)
        self._compiled: dict[int, list[Card]] = {}

    def under(self, key: str) -> list[Card]:
        cards = [card for number in dict.fromkeys(self._items.get(key, ())) for card in self._of_item(number)]
        return [card for name, card in filed(cards) if name == key]

    def keys(self) -> Iterable[str]:
        return self._items

    def names(self) -> list[str]:
        return self._names

    def __iter__(self) -> Iterator[Card]:
        return iter(compiled_all(self._data))

    def _of_item(self, number: int) -> list[Card]:
        if number not in self._compiled:
            self._compiled[number] = _compiled_item(self._data.item(number))
        return self._compiled[number]


def compiled(entry: Entry) -> list[Card]:
    """The faces that one entry tells of (kb.card_data says what an entry is; `name` and `type` are enough)."""
    from kb.oracle import compile_card  # the grammar takes its time

    return [Card.of(card) for card in compile_card({**card_data.type_line(entry.get("type") or ""), **_indicator(entry), **entry})]


def compiled_all(data: CardData | Several, progress: Progress | None = None) -> list[Card]:
    """The faces of all items of a file."""
    return [card for cards in over(_compiled_item, data, progress) for card in cards]


def over(work: Callable[[list[Entry]], Result], data: CardData | Several, progress: Progress | None = None) -> Iterator[Result]:
    """What `work` makes of each item of a file, in their order, by as many processes as are worth it."""
    total = len(data)
    with multiprocessing.Pool(PROCESSES) if total > FEW else nullcontext() as processes:
        results = processes.imap(work, data.entries(), chunksize=50) if processes else map(work, data.entries())
        for done, result in enumerate(results, 1):
            yield result
            if progress and (done % 100 == 0 or done == total):
                progress(done, total)


def _compiled_item(entries: list[Entry]) -> list[Card]:
    cards = []
    for entry in entries:
        try:
            cards += compiled(entry)
        except Exception as error:  # a fault of the compiler: say at which of 35,000 cards
            raise CardDataError(f"{entry['name']}: {type(error).__name__}: {error}") from error
    return cards


def tokens() -> list[Card]:
    """The tokens that are known by name."""
    entries = tomllib.loads((DATA / "tokens.toml").read_text("utf-8"))["token"]
    return [Card(card.name, card.full_name, card.other_face, f"{card.terms},predefined_token", card.abilities)
            for entry in entries for card in compiled({"colorIndicator": [], **entry})]


def _indicator(entry: Entry) -> Entry:
    """The color indicator that data without that field leave out, where it is known."""
    colors = _indicators().get(entry.get("faceName") or entry["name"])
    return {"colorIndicator": list(colors)} if colors else {}


@cache
def _indicators() -> dict[str, str]:
    with open(DATA / "color_indicators.tsv", encoding="utf-8", newline="") as file:
        return dict(csv.reader(file, delimiter="\t"))
