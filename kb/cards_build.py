"""Cards out of card data: the pool's file, or a pool in memory.

`build` writes what kb.cards.pool() reads; `read_cards` is for a user's own file. Both take a `progress`, called with the number of
items done and the number of all.
"""

from __future__ import annotations

import csv
import multiprocessing
import tomllib
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from kb import card_data, card_file
from kb.card_data import CardData, Entry
from kb.cards import SHIPPED, Card, CardDataError, Pool, Table

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
    """Compile a file of card data, and the tokens, into the pool's file. The same data give the same bytes."""
    data = card_data.read(source)
    cards = [*compiled_all(data, progress), *tokens()]
    return Built(len(cards), card_file.write(Path(out), cards, data.edition))


def read_cards(source: str | Path, progress: Progress | None = None) -> Pool:
    """The cards of a file of card data, or of a file that `build` wrote, as a pool of their own."""
    if card_file.is_one(Path(source)):
        return Pool(card_file.CardFile(Path(source)))
    return Pool(Table(compiled_all(card_data.read(source), progress)))


def compiled(entry: Entry) -> list[Card]:
    """The faces that one entry tells of (kb.card_data says what an entry is; `name` and `type` are enough)."""
    from kb.oracle import compile_card  # the grammar takes its time

    return [Card.of(card) for card in compile_card({**card_data.type_line(entry.get("type") or ""), **_indicator(entry), **entry})]


def compiled_all(data: CardData, progress: Progress | None = None) -> list[Card]:
    """The faces of all items of a file."""
    return [card for cards in over(_compiled_item, data, progress) for card in cards]


def over(work: Callable[[list[Entry]], Result], data: CardData, progress: Progress | None = None) -> Iterator[Result]:
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
