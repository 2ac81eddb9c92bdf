"""A board: what a person says of a game in progress, with everything named found and everything unsaid at its default.

`load` reads it (kb.reading), key by key (kb.schema), and then finds what the names mean: cards in the pool, permanents and
players on the board. All or nothing: what is wrong is a BoardError that names the place.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from kb.asking import Asking
from kb.names import fold
from kb.reading import BoardError, Node, each, grow, nearest, read
from kb.schema import BOARD, COUNT, COUNTER, FLAGS, NUMBER, REFERENCE

if TYPE_CHECKING:
    from clingo import Symbol

    from kb.cards import Card, Pool

__all__ = [
    "Board", "BoardError", "CardInZone", "Chosen", "Effect", "OwnCard", "Permanent", "Player", "PoolMana", "StackItem", "load",
]

EDITION = "2026-09-25"
MAX_OBJECTS = 10_000
ZONES = ("hand", "graveyard", "exile", "command", "library")

# Which keys mean what else is on the board, and of what kind (in the order in which a card's name is tried).
ANY = ("permanent", "player", "spell or ability", "card", "effect")
REFERENCES = {
    **dict.fromkeys(("active", "priority", "monarch", "owner", "controller", "player"), ("player",)),
    **dict.fromkeys(("attached_to", "attacking", "deals"), ("permanent", "player")),
    "blocking": ("permanent",),
    "targets": ANY,
}
CARDS = ("copy_of", "exiled_with", "commander", "card")
# What a card has printed, and the key that card data have for it.
PRINTED = {"mana_cost": "manaCost", "cost": "manaCost"}
PRINTED |= {key: key for key in ("type", "text", "power", "toughness", "loyalty", "defense")}
SHORT_FORMS = (
    "(?P<name>.+)",
    "(?P<count>[0-9]{1,9}) +(?P<name>.+)",
    r"(?P<name>.+?) *\((?P<marks>[^()]*)\)",
    r"(?P<count>[0-9]{1,9}) +(?P<name>.+?) *\((?P<marks>[^()]*)\)",
)


# ---- the structures -----------------------------------------------------------------------------------------------------
# `line` is where the part stands in its file (from 1), None without a file; `source` is the part itself, with the places of its keys. Mana and colors are letters of wubrgc.
# Players, permanents and other objects are meant by their names and ids, which are one space. Mappings are not to be changed.


def _aside():
    """A field that is no part of what the board says: two boards may be equal without it."""
    return field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What was chosen for a permanent or effect; None where not said."""

    color: str | None = None
    type: str | None = None  # a card type in lower case, or a subtype as printed
    creature_type: str | None = None
    card: Card | None = None
    player: str | None = None
    number: int | None = None
    mode: str | int | None = None
    line: int | None = _aside()
    source: Node | None = _aside()


@dataclass(frozen=True, slots=True, kw_only=True)
class Permanent:
    """A permanent. None stands where nothing is said: `power` and the like, `types` and the like are then the card's."""

    id: str
    card: Card
    controller: str
    owner: str
    tapped: bool = False
    phased_out: bool = False
    face_down: bool = False
    token: bool = False
    transformed: bool = False
    sick: bool = False
    counters: Mapping[str, int] = field(default_factory=dict)  # a number may be 0: that is said, too
    damage: int = 0
    attached_to: str | None = None
    timestamp: int | None = None
    activated: Mapping[int | str, int] = field(default_factory=dict)  # 2, "triggered 1" or a piece of text -> times
    chosen: Chosen = Chosen()
    exiled_with: tuple[Card, ...] = ()  # by name
    copy_of: Card | None = None
    attacking: str | None = None
    blocking: tuple[str, ...] = ()
    deals: Mapping[str, int] | None = None
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    types: tuple[str, ...] | None = None  # in lower case, as are supertypes
    subtypes: tuple[str, ...] | None = None  # as cards print them
    supertypes: tuple[str, ...] | None = None
    colors: tuple[str, ...] | None = None
    abilities: tuple[str, ...] | None = None  # texts
    forge: tuple[str, ...] = ()  # what Forge says of it and a board has no word for
    line: int | None = _aside()
    source: Node | None = _aside()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardInZone:
    """A card in a hand, graveyard, library, exile or the command zone."""

    id: str
    card: Card
    owner: str  # whose zone it is in
    counters: Mapping[str, int] = field(default_factory=dict)
    forge: tuple[str, ...] = ()
    line: int | None = _aside()
    source: Node | None = _aside()


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolMana:
    """Mana in a pool; `only` says what it may be spent on, None anything."""

    mana: Mapping[str, int]
    only: str | None = None
    line: int | None = _aside()
    source: Node | None = _aside()


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player and what is theirs."""

    name: str
    life: int = 20
    team: str | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
    pool: tuple[PoolMana, ...] = ()
    lands_played: int = 0
    commander: tuple[Card, ...] = ()
    hand: tuple[CardInZone, ...] = ()
    graveyard: tuple[CardInZone, ...] = ()
    exile: tuple[CardInZone, ...] = ()
    command: tuple[CardInZone, ...] = ()
    library: tuple[CardInZone, ...] | int | None = None  # from the top, or how many, or not said
    battlefield: tuple[Permanent, ...] = ()
    line: int | None = _aside()
    source: Node | None = _aside()


@dataclass(frozen=True, slots=True, kw_only=True)
class StackItem:
    """A spell, or an ability (`is_ability`): then `card` is whose it is, and `ability_of` the object, if it is on the board.

    An ability's controller is by default that of the object, a spell's the active player.
    """

    id: str
    card: Card
    controller: str
    is_ability: bool = False
    ability_of: str | None = None
    text: str | None = None  # which ability, in one of three ways
    number: int | str | None = None  # 2, or "triggered 2"
    chapter: int | None = None
    x: int | None = None
    mana_spent: Mapping[str, int] | None = None
    targets: tuple[str, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    line: int | None = _aside()
    source: Node | None = _aside()


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """An effect in force that stems from no permanent, but from a spell, or ability (by number), that has resolved.

    Its controller is by default the active player.
    """

    id: str
    card: Card
    controller: str
    chosen: Chosen = Chosen()
    targets: tuple[str, ...] = ()
    x: int | None = None
    ability: int | str | None = None
    line: int | None = _aside()
    source: Node | None = _aside()


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCard:
    """A card that the board itself brings."""

    name: str
    card: Card
    line: int | None = _aside()
    source: Node | None = _aside()


def slug(name: str) -> str:
    """The id that an object has by its card's name: lower case, no accents, `-` for all but letters and digits."""
    return re.sub(r"[\W_]+", "-", fold(name)).lower() or "-"


class Ids:
    """Gives ids: the name itself, or the first free one of name-2, name-3, ..."""

    def __init__(self, taken: Iterable[str] = ()):
        self.taken = set(taken)
        self.tried: Counter[str] = Counter()  # numbers used up behind a name

    def free(self, name: str) -> str:
        while True:
            self.tried[name] += 1
            free = name if self.tried[name] == 1 else f"{name}-{self.tried[name]}"
            if free not in self.taken:
                self.taken.add(free)
                return free


class Roster:
    """Who is called what: ids and players' names are one space; an object also answers to its card's name if no other has it."""

    def __init__(self):
        self.kinds: dict[str, str] = {}  # id or player's name -> player, permanent, ...
        self.called: dict[str, list[str]] = {}  # folded name of a card -> ids
        self.printed: dict[str, str] = {}  # the same -> as it is printed

    def add(self, name: str, kind: str, card: Card | None = None) -> None:
        self.kinds[name] = kind
        if card:
            for title, printed in {fold(card.name): card.name, fold(card.full_name): card.full_name}.items():
                self.called.setdefault(title, []).append(name)
                self.printed[title] = printed

    def find(self, said: Node | str, *kinds: str) -> str:
        """The id or player's name meant, of one of these kinds (the first that fits), or a BoardError."""
        node = REFERENCE.read(said if isinstance(said, Node) else grow(said))
        if self.kinds.get(node.value) in kinds:
            return node.value
        alike = self.called.get(fold(node.value), ())
        for kind in kinds:
            meant = [name for name in alike if self.kinds[name] == kind]
            if len(meant) == 1:
                return meant[0]
            if meant:
                raise node.error(f"could be each of {len(meant)}", f"an id: {', '.join(meant[:20])}")
        problem = f"is a {self.kinds[node.value]}" if node.value in self.kinds else "is nothing on this board"
        known = [name for name, kind in self.kinds.items() if kind in kinds]
        allowed = f"a {' or '.join(kinds)}" + (f": {', '.join(known[:20])}" if known else "")
        like = nearest(node.value, [*known, *self.called])
        raise node.error(problem, allowed, like if like in known else self.printed.get(like))


@dataclass(frozen=True, kw_only=True)
class Board(Asking):
    """A whole board. `players` are in turn order, `stack` is bottom first; `pool` is the cards known to it, its own included."""

    players: Mapping[str, Player]
    active: str
    priority: str
    edition: str = EDITION
    format: str | None = None
    step: str = "precombat main"
    stack: tuple[StackItem, ...] = ()
    monarch: str | None = None
    effects: tuple[Effect, ...] = ()
    cards: tuple[OwnCard, ...] = ()
    name: str | None = None
    description: str | None = None
    forge: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # metadata and state: lines that a board has no word for
    pool: Pool = _aside()
    names: Roster = _aside()
    file: str | None = _aside()
    source: Node | None = _aside()

    @cached_property
    def permanents(self) -> Mapping[str, Permanent]:
        """All permanents by their ids, in the order of players and lists."""
        return {permanent.id: permanent for player in self.players.values() for permanent in player.battlefield}

    @cached_property
    def facts(self) -> tuple[Symbol, ...]:
        """What the board says, as the rules read it (kb.facts)."""
        from kb.facts import board_facts

        return tuple(board_facts(self))

    def permanent(self, said: Node | str) -> Permanent:
        """The permanent meant by an id, or by a card's name that just one has; else a BoardError."""
        return self.permanents[self.names.find(said, "permanent")]


# ---- loading ------------------------------------------------------------------------------------------------------------


def load(source: str | os.PathLike | Mapping | Node, pool: Pool | None = None, edition: str = EDITION) -> Board:
    """The board of a file (.yaml, .yml, .json; .pzl, .txt: kb.forge), of standard input ("-"), or of a mapping; else a BoardError.

    `pool` are the cards to find (default: the shipped ones), `edition` is that of a board which does not say.
    """
    node = read(source)
    if pool is None:
        from kb.cards import pool as shipped

        pool = shipped()
    return _Builder(pool).board(BOARD.read(node), node, edition)


class _Builder:
    """From what is said to structures: every object gets its name first, then every reference finds what it means."""

    def __init__(self, pool: Pool):
        self.pool = pool
        self.found: dict[tuple[str, bool], Card | None] = {}  # cards (or tokens) by the names asked for
        self.names = Roster()
        self.objects: dict[str, dict] = {}  # by id
        self.ids = Ids()

    def board(self, said: dict, node: Node, edition: str) -> Board:
        own = self.own_cards(said.pop("cards", ()))
        players = {name.value: player | {"name": name} for name, player in said.pop("players").items()}
        for name in players:
            self.names.add(name, "player")
            self.ids.taken.add(name)
        self.reserve(said, players.values())

        each(self.fill, [*((player, "battlefield") for player in players.values()), *((player, zone) for player in players.values() for zone in ZONES)])
        stack = self.named(each(self.stacked, said.pop("stack", ())), "spell or ability")
        effects = self.named(self.entries(said.pop("effects", ())), "effect")

        said = {"edition": edition, "active": next(iter(players)), **self.resolved(said)}
        said.setdefault("priority", said["active"])
        del said["line"]
        said["forge"] = {part: lines for part, lines in said.get("forge", {}).items() if part in ("metadata", "state")}
        default = {"controller": said["active"]}
        return Board(
            players=dict(zip(players, each(self.player, players.values()))),
            stack=tuple(each(lambda item: StackItem(**default | self.resolved(item)), stack)),
            effects=tuple(each(lambda effect: Effect(**default | self.resolved(effect)), effects)),
            cards=own, pool=self.pool, names=self.names, file=node.file, **said,
        )

    def fill(self, place: tuple[dict, str]) -> None:
        """Puts objects in the place of what is said of a player's zone."""
        player, zone = place
        name = player["name"].value
        if zone == "battlefield":
            player[zone] = self.named(self.entries(player.get(zone, ()), FLAGS, controller=name), "permanent")
        elif isinstance(player.get(zone), tuple):
            player[zone] = tuple(CardInZone(**card) for card in self.named(self.entries(player[zone], owner=name), "card"))

    def player(self, said: dict) -> Player:
        name, pool = said["name"], said.get("pool", ())
        said |= {
            "name": name.value, "line": name.line,
            "battlefield": tuple(each(lambda entry: Permanent(**{"owner": name.value} | self.resolved(entry)), said["battlefield"])),
            "pool": tuple(PoolMana(**part) for part in ([{"mana": pool, "line": name.line, "source": said["source"]}] if isinstance(pool, dict) else pool)),
        }
        return Player(**self.resolved(said))

    # ---- names ----

    def reserve(self, said: dict, players: Iterable[dict]) -> None:
        """Keeps the ids that the board says itself, wherever they stand, from being given to others."""
        zones = [player.get(zone) for player in players for zone in ("battlefield", *ZONES)]
        lists = [parts for parts in (*zones, said.get("stack"), said.get("effects")) if isinstance(parts, tuple)]
        for part in chain.from_iterable(lists):
            if isinstance(part, dict) and (node := part.get("id")):
                if node.value in self.ids.taken:
                    raise node.error("is already the name of a player or the id of another object", "an id of its own")
                self.ids.taken.add(node.value)

    def named(self, entries: Iterable[dict], kind: str) -> list[dict]:
        """Each entry as often as its count says, each with an id of its own."""
        objects = []
        for entry in entries:
            node, given = entry.pop("node"), entry.pop("id", None)
            for copy in range(entry.pop("count", 1)):
                own = given.value if given and not copy else self.free(given.value if given else slug(entry["card"].name), node)
                self.objects[own] = {**entry, "id": own}
                self.names.add(own, kind, entry["card"])
                objects.append(self.objects[own])
            if len(self.objects) > MAX_OBJECTS:
                raise node.fault("there are too many objects on this board", f"at most {MAX_OBJECTS:,}")
        return objects

    def free(self, name: str, node: Node) -> str:
        """A free id that begins with this name."""
        if self.names.kinds.get(name) == "player":
            raise node.error(f"would have the id {name!r}, which is a player's name", "an id of its own")
        return self.ids.free(name)

    def resolved(self, said: dict) -> dict:
        """The same with everything found that is meant by a name."""
        said = dict(said)
        for key, kinds in REFERENCES.items():
            if key in said:
                said[key] = self.meant(said[key], lambda node, kinds=kinds: self.names.find(node, *kinds))
        for key in CARDS:
            if key in said:
                said[key] = self.meant(said[key], self.card)
        if "exiled_with" in said:  # in no order: the forms of boards keep none
            said["exiled_with"] = tuple(sorted(said["exiled_with"], key=lambda card: card.name))
        if "chosen" in said:
            said["chosen"] = Chosen(**self.resolved(said["chosen"]))
        return said

    def meant(self, said: object, find: Callable) -> object:
        if isinstance(said, Node):
            return find(said)
        if isinstance(said, tuple):
            return tuple(self.meant(part, find) for part in said)
        if isinstance(said, dict):
            found = {}
            for node, part in said.items():
                if (name := find(node)) in found:
                    raise node.error("is said twice")
                found[name] = part
            return found
        return said

    # ---- cards ----

    def find(self, name: str, token: bool = False) -> Card | None:
        if (name, token) not in self.found:
            self.found[name, token] = self.pool.find(name, token)
        return self.found[name, token]

    def card(self, node: Node, name: str | None = None, token: bool = False) -> Card:
        """The card of this name, which by default is all that the node says."""
        name = name or node.value
        if card := self.find(name, token):
            return card
        nearby = self.pool.nearest(name)
        after = node.parent.value[node.key + 1 : node.key + 2] if node.parent and isinstance(node.parent.value, list) else ()
        if after and isinstance(after[0].value, str) and (whole := self.find(f"{node.value}, {after[0].value}")):
            nearby = f'"{whole.name}" (in quotes: it holds a comma)'
        problem = "is no known card" if name == node.value else f"asks for {name!r}, which is no known card"
        raise node.error(problem, "the name of a card or token", nearby)

    def own_cards(self, entries: Iterable[dict]) -> tuple[OwnCard, ...]:
        """Lays the board's own cards over the pool, which reads their text."""
        own: dict[str, OwnCard] = {}
        for entry in entries:
            node, key = entry["name"], fold(entry["name"].value)
            if key in own:
                raise node.error("is said twice")
            if "//" in node.value:
                raise node.error("names two faces", "a card of one face")
            if "text" not in entry and self.pool.find(node.value):
                raise node.error("is a known card, and an entry takes its whole place", 'type and text (text: "" for none)')
            if "cost" in entry and "mana_cost" in entry:
                raise node.error("has its cost said twice", "cost or mana_cost")
            facts = {PRINTED[key]: str(value) for key, value in entry.items() if key in PRINTED}
            facts |= {"name": node.value, "colorIndicator": [color.upper() for color in entry.get("colors", ())]}
            try:
                self.pool = self.pool.with_cards([{"text": "", **facts}])
            except ValueError as fault:
                raise node.error(f"cannot be read as a card: {fault}") from fault
            own[key] = OwnCard(name=node.value, card=self.card(node), line=entry["line"], source=entry["source"])
        return tuple(own.values())

    # ---- entries: what is said of an object, its `card`, and the `node` that names it ----

    def entries(self, parts: Iterable[dict | Node], flags: Iterable[str] = (), **more: str) -> list[dict]:
        def entry(part: dict | Node) -> dict:
            if isinstance(part, Node):
                return self.short_form(part, flags) | more
            return part | {"card": self.card(part["card"], token=part.get("token", False)), "node": part["card"]} | more

        return each(entry, parts)

    def short_form(self, node: Node, flags: Iterable[str]) -> dict:
        """As in "2 Forest (tapped, 1 charge)". An exact name wins over counts and brackets."""
        forms = [form.groupdict() for pattern in SHORT_FORMS if (form := re.fullmatch(pattern, node.value))]
        form = next((form for form in forms if self.find(form["name"])), forms[-1])
        entry = {"node": node, "line": node.line, "source": node, "card": self.card(node, form["name"])}
        if "count" in form:
            entry["count"] = COUNT.read(replace(node, value=int(form["count"])))
        for mark in map(str.strip, form["marks"].split(",")) if "marks" in form else ():
            counters = re.fullmatch(r"([0-9]{1,9}) +(.+?)( counters?)?", mark)
            if (flag := re.sub("[ -]", "_", mark.lower())) in flags:
                entry[flag] = True
            elif counters:
                kind = COUNTER.read(replace(node, value=counters[2]))
                if kind in entry.setdefault("counters", {}):
                    raise node.error(f"says {kind!r} twice")
                entry["counters"][kind] = NUMBER.read(replace(node, value=int(counters[1])))
            else:
                allowed = ", ".join([*flags, "counters such as 2 charge"])
                raise node.error(f"has {mark!r} in brackets", allowed, nearest(mark, flags))
        if "token" in entry:
            entry["card"] = self.card(node, form["name"], token=True)
        return entry

    def stacked(self, item: dict) -> dict:
        """A spell or ability on the stack. Of an ability, the object or card that it is of."""
        if "card" in item:
            return item | {"card": self.card(item["card"]), "node": item["card"]}
        node = item["ability_of"]
        if len(item.keys() & {"text", "number", "chapter"}) > 1:
            raise node.fault("which ability it is, is said twice", "one of text, number and chapter")
        item |= {"is_ability": True, "node": node, "ability_of": None}
        if node.value in self.names.kinds or fold(node.value) in self.names.called:
            source = self.objects[self.names.find(node, "permanent", "card")]
            controller = source.get("controller") or source["owner"]
            return {"controller": controller} | item | {"card": source["card"], "ability_of": source["id"]}
        return item | {"card": self.card(node)}
