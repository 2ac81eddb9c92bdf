"""Cards, and the pool in which they are found by name.

>>> card = pool().find("ancient tomb")
>>> card.name, str(card.facts[0])
('Ancient Tomb', 'printed_type("Ancient Tomb",land)')
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kb.names import LAST, fold, nearest

if TYPE_CHECKING:
    from clingo import Symbol

    from kb.oracle import CompiledCard

SHIPPED = Path(__file__).parent / "data" / "cards.txt"


class CardDataError(ValueError):
    """Card data that cannot be read: says where and what."""


@dataclass(frozen=True)
class Card:
    """What is known of one face of a card, in the words of rules/card.lp.

    `terms` are those said of the card, `abilities` those said of each of its abilities in turn: ASP text, parted by commas,
    without the first argument (the card, the ability), which `facts` puts in.
    """

    name: str
    full_name: str
    other_face: str | None
    terms: str
    abilities: tuple[str, ...] = ()

    @classmethod
    def of(cls, compiled: CompiledCard) -> Card:
        return cls(compiled.name, compiled.full_name, compiled.other_face, ",".join(compiled.card_facts),
                   tuple(map(",".join, compiled.abilities)))

    @cached_property
    def facts(self) -> tuple[Symbol, ...]:
        """All facts, ready for a program: `cost(ability("Ancient Tomb",1),1,tap_symbol)`."""
        from clingo import Function, Number, String  # not needed to look a card up

        card = String(self.name)
        facts = [_said_of(card, term) for term in _parsed(self.terms)]
        for number, terms in enumerate(self.abilities, 1):
            ability = Function("ability", [card, Number(number)])
            for term in _parsed(terms):
                facts.append(_said_of(ability, _granting(term, card) if "granted(" in terms else term))
        return tuple(facts)

    @property
    def is_token(self) -> bool:
        return "predefined_token" in self.terms.split(",")


def _parsed(terms: str) -> list[Symbol]:
    from clingo import parse_term

    return parse_term(f"({terms},)").arguments if terms else []


def _said_of(subject: Symbol, term: Symbol) -> Symbol:
    from clingo import Function

    return Function(term.name, [subject, *term.arguments])


def _granting(term: Symbol, card: Symbol) -> Symbol:
    """The term with `granted(N)`, the card's N-th ability, written out."""
    from clingo import Function, SymbolType

    if term.type is not SymbolType.Function or not term.arguments:
        return term
    if term.name == "granted":
        return Function("ability", [card, *term.arguments])
    return Function(term.name, [_granting(argument, card) for argument in term.arguments])


class Pool:
    """Cards from one or more sources; the first source that has a name decides.

    A source gives `under(key)`, the cards filed under a folded name; all such `keys()`; printed `names()`; and its cards, iterated.
    """

    def __init__(self, *sources):
        self._sources = sources

    def find(self, name: str, token: bool = False) -> Card | None:
        """The card of this name: a face's own name, or "A // B". Case, accents, kinds of apostrophe and spaces do not matter.

        Where a token and a card share a name, `token` says which is meant.
        """
        key = fold(name)
        front = key.partition(" // ")[0]
        for source in self._sources:
            cards = source.under(key) or [card for card in source.under(front) if fold(card.full_name) == key]
            if cards:
                return min(cards, key=lambda card: (card.is_token != token, name not in (card.name, card.full_name),
                                                    card.full_name != card.name))
        return None

    def nearest(self, name: str) -> str | None:
        """The printed name most like this one, or None where none is like it."""
        front, slashes, _ = fold(name).partition(" // ")
        key = nearest(front, self._keys)
        if key is None:
            return None
        card = self.find(key)
        parts = {fold(part): part for part in card.full_name.split(" // ")}
        return card.full_name if slashes or front in parts else parts.get(key, card.name)  # of a face that the data do not tell of, the card

    def begun(self, start: str, limit: int) -> list[str]:
        """The first printed names that begin like this, whatever the case and accents."""
        wanted = fold(start) if start.strip() else ""
        first = bisect_left(self._keys, wanted)
        begun = dict.fromkeys(self._keys[first:bisect_left(self._keys, wanted + LAST, first)][:limit])
        return [name for key in begun for name in sorted({*self.find(key).full_name.split(" // "), self.find(key).name}) if fold(name) == key]

    def names(self) -> list[str]:
        """All printed names of faces and of whole cards, sorted."""
        return sorted({name for source in self._sources for name in source.names()})

    def with_cards(self, cards: Pool | str | Path | Iterable[Card | Mapping]) -> Pool:
        """A pool with these before its own: another pool, a file of card data (CardDataError), or cards and entries (mappings: `name`,
        `type`, `text`, ... as kb.card_data has them; ValueError for one that is no card)."""
        if isinstance(cards, (str, Path)):
            from kb.cards_build import read_cards

            cards = read_cards(cards)
        if isinstance(cards, Pool):
            return Pool(*cards._sources, *self._sources)
        made: list[Card] = []
        for card in cards:
            if isinstance(card, Card):
                made.append(card)
            else:
                from kb.cards_build import compiled  # the compiler takes its time

                made += compiled(card)
        return Pool(Table(made), *self._sources)

    def __contains__(self, name: str) -> bool:
        return self.find(name) is not None

    def __iter__(self) -> Iterator[Card]:
        """Every face once, but for those that an earlier source has under the same name."""
        for position, source in enumerate(self._sources):
            for card in source:
                if not any(earlier.under(fold(card.name)) for earlier in self._sources[:position]):
                    yield card

    @cached_property
    def _keys(self) -> list[str]:
        return sorted(key for source in self._sources for key in source.keys())


class Table:
    """Cards in memory, as a source of a pool."""

    def __init__(self, cards: Iterable[Card]):
        self._cards = list(cards)
        self._under: dict[str, list[Card]] = {}
        for key, card in filed(self._cards):
            self._under.setdefault(key, []).append(card)

    def under(self, key: str) -> list[Card]:
        return self._under.get(key, [])

    def keys(self) -> Iterable[str]:
        return self._under

    def names(self) -> Iterator[str]:
        for card in self._cards:
            yield card.name
            yield card.full_name

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)


# Cards with several names at once, not one a face: each name finds the card, even where the data tell of its first part only.
SEVERAL_NAMES = ("split", "aftermath", "adventure", "prepare")  # layouts
_SEVERAL_NAMES = {f"layout({layout})" for layout in SEVERAL_NAMES}


def filed(cards: Iterable[Card]) -> Iterator[tuple[str, Card]]:
    """Each card with every folded name it is found by."""
    cards = list(cards)
    keys = {fold(card.name) for card in cards}
    for card in cards:
        yield fold(card.name), card
        if card.is_token and not card.name.endswith("Token"):
            yield fold(f"{card.name} Token"), card  # what it is called in full (CR 111.4)
        if _SEVERAL_NAMES.intersection(card.terms.split(",")):
            for part in card.full_name.split(" // "):
                if fold(part) not in keys:
                    yield fold(part), card


@cache
def pool() -> Pool:
    """The pool that comes with the package."""
    from kb.card_file import CardFile

    return Pool(CardFile(SHIPPED))
