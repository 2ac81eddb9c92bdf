"""What a board says, statement by statement: the facts that each makes, where it stands, and how it is said.

A statement is about an object, a player or the board itself: that the object is there, or one thing more that is said of it. What every
board has (its players, the texts of its cards) is no statement, but the ground that statements stand on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from clingo import Symbol, SymbolType

from kb.board import ZONES, Board, slug
from kb.reading import Node
from kb.rulebook import Rulebook
from kb.saying import says

# By predicate, the key under which a board says it of its first argument; "" is the object itself, and none of these is no statement.
KEYS = {
    **dict.fromkeys(("permanent", "represented_by", "controller", "owner", "in_zone", "effect_in_force", "ability_on_stack",
                     "number_on_stack", "said_chapter", "controller_on_stack"), ""),
    **dict.fromkeys(("life", "lands_played", "team", "counters", "tapped", "phased_out", "face_down", "transformed", "token", "sick",
                     "attached_to", "timestamp", "copy_of", "chosen", "exiled_with", "attacking", "blocking"), None),
    "counters_said": "counters", "marked_damage": "damage", "said_activations": "activated", "said_assignment": "deals", "pool": "pool",
    "restricted_mana": "pool", "commander_card": "commander", "library_size": "library", "x_value": "x", "target_of": "targets",
    "stems_from": "ability", "said_type": "types", "said_supertype": "supertypes", "said_subtype": "subtypes", "said_color": "colors",
    "said_text": "abilities",
}
OF_THE_BOARD = {"format": "format", "step": "step", "active_player": "active", "priority": "priority", "monarch": "monarch"}
THERE = ("effect_in_force", "ability_on_stack", "in_zone", "controller")  # what is said first of an object
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, order=True)
class Statement:
    """`about` whom (an id or a player's name; "" the board itself), and under which keys it stands; none for the object itself."""

    about: str
    keys: tuple[str, ...] = ()


class Said:
    """A board's statements, in the order in which it makes them."""

    def __init__(self, board: Board, facts: Iterable[Symbol], book: Rulebook):
        self.board, self.book = board, book
        self.facts: dict[Statement, list[Symbol]] = {}
        self.ground: list[Symbol] = []
        for fact in facts:
            statement = _statement(fact)
            self.facts.setdefault(statement, []).append(fact) if statement else self.ground.append(fact)
        self._of = {fact: statement for statement, facts in self.facts.items() for fact in facts}

    def of(self, fact: Symbol) -> Statement | None:
        """The statement that makes a fact."""
        return self._of.get(fact)

    def needs(self, statement: Statement) -> set[Statement]:
        """The statements without which this one speaks of nothing: that the objects are there which it names."""
        return self._needs[statement]

    @cached_property
    def _needs(self) -> dict[Statement, set[Statement]]:
        there = {statement.about: statement for statement in self.facts if not statement.keys}
        return {statement: {there[name] for fact in facts for name in _names(fact) if name in there} - {statement}
                for statement, facts in self.facts.items()}

    def without(self, statements: Iterable[Statement], *dropped: Statement) -> frozenset[Statement]:
        """These statements but some, and but for those that need them."""
        return frozenset(other for other in statements if other not in dropped and self.needs(other).isdisjoint(dropped))

    def with_needed(self, statements: Iterable[Statement]) -> frozenset[Statement]:
        """These statements and those that they need."""
        return frozenset(statement for one in statements for statement in (one, *self.needs(one)))

    def made_by(self, statements: Iterable[Statement]) -> list[Symbol]:
        """The facts of these statements, and the ground they stand on."""
        return [*self.ground, *(fact for statement in statements for fact in self.facts[statement])]

    def says(self, statement: Statement) -> str:
        """Aloud; of an object that is called otherwise than its card, the card too."""
        facts = self.facts[statement]
        spoken = [fact for fact in facts if not self._aside(fact)] or facts[:1]
        if not statement.keys:  # that it is there
            spoken = [next(fact for name in THERE for fact in facts if fact.name == name)]
        plain = re.sub(r"-\d+$", "", statement.about)
        cards = [fact for fact in facts if fact.name == "represented_by" and slug(fact.arguments[1].string) not in (plain, statement.about)]
        return " ".join(dict.fromkeys(says(self.book, fact) for fact in [*spoken, *cards]))

    def _aside(self, fact: Symbol) -> bool:
        return self.book.sentences[fact.name, len(fact.arguments)].aside

    def line(self, statement: Statement) -> int | None:
        """Where it stands in the board's file, from 1; None for what the board leaves unsaid, and where there is no file."""
        node = self._sources[statement.about]
        for key in statement.keys:
            if node is None or not isinstance(node.value, dict):  # a short form says it all on one line
                break
            node = next((part for name, part in node.value.items() if name.lower().replace(MINUS, "-") == key), None)
        return node and (node.key_place[0] or node.line)

    @cached_property
    def _sources(self) -> dict[str, Node | None]:
        players = self.board.players.values()
        zones = [held for player in players for zone in ("battlefield", *ZONES) if isinstance(held := getattr(player, zone), tuple)]
        objects = {part.id: part.source for part in chain(*zones, self.board.stack, self.board.effects)}
        return {"": self.board.source} | {player.name: player.source for player in players} | objects


def _statement(fact: Symbol) -> Statement | None:
    if key := OF_THE_BOARD.get(fact.name):
        return Statement("", (key,))
    if fact.name == "overridden" or fact.name == "said_number":
        return Statement(fact.arguments[0].string, (fact.arguments[1].name,))
    if fact.name not in KEYS:
        return None
    key = KEYS[fact.name]
    keys = (fact.name,) if key is None else (key,) if key else ()
    if keys in (("counters",), ("chosen",), ("blocking",)):
        keys += (_text(fact.arguments[1]),)
    elif keys == ("activated",):
        kind, number = map(_text, fact.arguments[1:3])
        keys += (number if kind == "activated" else f"{kind} {number}",)
    return Statement(fact.arguments[0].string, keys)


def _text(symbol: Symbol) -> str:
    return symbol.string if symbol.type is SymbolType.String else str(symbol)


def _names(fact: Symbol) -> Iterator[str]:
    return (argument.string for argument in fact.arguments if argument.type is SymbolType.String)
