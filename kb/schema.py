"""What may stand where in a board: each key and its kind, once, for the loader and for JSON Schema alike.

A `Kind` reads a node into a plain value, or raises a BoardError that names the place. It needs no card and no other part
of the board: names of cards, permanents and players stay nodes (kb.board finds what they mean). Null is "not said".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from kb.reading import CONTROL, Node, each, nearest

MILLION = 1_000_000

COLORS = {"white": "w", "blue": "u", "black": "b", "red": "r", "green": "g"}
MANA = "wubrgc"
STEPS = ("untap", "upkeep", "draw", "precombat main", "beginning of combat", "declare attackers", "declare blockers",
         "combat damage", "end of combat", "postcombat main", "end", "cleanup")
TYPES = ("artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant", "kindred", "land", "phenomenon",
         "plane", "planeswalker", "scheme", "sorcery", "vanguard")
SUPERTYPES = ("basic", "legendary", "ongoing", "snow", "world")
DIGITS = re.compile("[0-9]{1,1000}")


class Kind(NamedTuple):
    """What may stand in a place: how it is read, in words for errors, and in JSON Schema."""

    read: Callable[[Node], object]
    says: str
    schema: dict


# ---- kinds of values ----------------------------------------------------------------------------------------------------


def _typed(python: type, says: str, schema: dict, fits=lambda value: True) -> Kind:
    def read(node):
        if type(node.value) is python and fits(node.value):
            return node.value
        raise node.error("does not fit here", says)

    return Kind(read, says, schema)


def whole(low: int, high: int = MILLION) -> Kind:
    """A whole number; true and false are none."""
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return _typed(int, f"a whole number from {low:,} to {high:,}", schema, lambda value: low <= value <= high)


def as_large_as_can_be() -> Kind:
    """A whole number as large as can be, or its digits in quotes, as answers in JSON have it."""
    says = "a whole number from 0; a large one in quotes"

    def read(node):
        number = int(node.value) if isinstance(node.value, str) and DIGITS.fullmatch(node.value) else node.value
        if type(number) is not int or not 0 <= number < 10**1000:
            raise node.error("does not fit here", says)
        return number

    return Kind(read, says, {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": DIGITS.pattern}]})


def choice(words: dict[str, str], says: str | None = None) -> Kind:
    """One of a closed set of words, in any case: each spelling (in lower case) and what it stands for."""
    says = says or ", ".join(words)

    def read(node):
        if isinstance(node.value, str) and (word := words.get(node.value.lower())) is not None:
            return word
        raise node.error("does not fit here", says, nearest(str(node.value).lower(), words))

    return Kind(read, says, {"enum": [*words, *map(str.capitalize, words)]})


def list_of(kind: Kind) -> Kind:
    says = f"a list, each part {kind.says}"

    def read(node):
        if not isinstance(node.value, list):
            raise node.error("does not fit here", says)
        return tuple(each(kind.read, node.value))

    return Kind(read, says, {"type": "array", "items": kind.schema})


def map_of(key: Kind, kind: Kind, least: int = 0) -> Kind:
    says = f"a mapping: {key.says} -> {kind.says}"

    def read(node):
        if not isinstance(node.value, dict):
            raise node.error("does not fit here", says)
        if len(node.value) < least:
            raise node.error("says too little", f"at least {least}: {says}")
        said = {}

        def add(part):
            name = key.read(part.name())
            if name in said:
                raise part.name().error("is said twice")
            said[name] = kind.read(part)

        each(add, node.value.values())
        return said

    schema = {"type": "object", "propertyNames": key.schema, "additionalProperties": kind.schema, "minProperties": least}
    return Kind(read, says, schema)


def record(fields: dict[str, Kind], required: tuple[str, ...] = ()) -> Kind:
    """A mapping with these keys. Read, it is a dict of what is said, with its `line` and its `source`, the node."""
    says = f"a mapping with the keys {', '.join([*fields][:4])}{', ...' if len(fields) > 4 else ''}"

    def read(node):
        if not isinstance(node.value, dict):
            raise node.error("does not fit here", says)
        said = {"line": node.line, "source": node}

        def add(key):
            part = node.value.get(key)
            if part is None:
                raise node.fault(f"the key {key} is missing", f"{key}: {fields[key].says}")
            if key not in fields:
                raise part.name().error("is no key here", ", ".join(fields), nearest(key, fields))
            if part.value is not None:
                said[key] = fields[key].read(part)
            elif key in required:
                raise node.fault(f"the key {key} is missing", f"{key}: {fields[key].says}")

        each(add, dict.fromkeys((*node.value, *required)))
        return said

    properties = {key: kind.schema if key in required else _or_null(kind) for key, kind in fields.items()}
    return Kind(read, says, {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False})


def _or_null(kind: Kind) -> dict:
    return {"anyOf": [kind.schema, {"type": "null"}]}


def either(**kinds: Kind) -> Kind:
    """One kind for each Python type (str, int, list, dict) that the value may have."""
    says = ", or ".join(dict.fromkeys(kind.says for kind in kinds.values()))

    def read(node):
        if kind := kinds.get(type(node.value).__name__):
            return kind.read(node)
        raise node.error("does not fit here", says)

    return Kind(read, says, {"anyOf": [kind.schema for kind in kinds.values()]})


TRUTH = _typed(bool, "true or false (yes, no, on and off are words)", {"type": "boolean"})
NUMBER = whole(0)
AS_LARGE_AS_CAN_BE = as_large_as_can_be()
SIGNED = whole(-MILLION)
LIFE = whole(-100 * MILLION, 100 * MILLION)  # larger numbers are met here than anywhere else
TEXT = _typed(str, "text of at most 10,000 characters", {"type": "string", "maxLength": 10_000},
              lambda text: len(text) <= 10_000 and not CONTROL.search(text.replace("\n", "").replace("\t", "")))
WORD = _typed(str, "text of 1 to 200 printable characters (quote what looks like a number)",
              {"type": "string", "pattern": r"\S", "maxLength": 200},
              lambda text: text.strip() and len(text) <= 200 and not CONTROL.search(text))


def _name(says: str) -> Kind:
    def read(node):
        WORD.read(node)
        return node

    return Kind(read, says, WORD.schema)


CARD = _name("a card's name")
ID = _name("an id, of printable characters")
PLAYER = _name("a player's name")
PERMANENT = _name("a permanent's id (or its card's name)")
PLAYER_OR_PERMANENT = _name("a player's name or a permanent's id")
REFERENCE = _name("a player's name or an id")

COLOR = choice({**dict(zip("wubrg", "wubrg")), **COLORS}, "W, U, B, R, G or white, blue, black, red, green")
MANA_TYPE = choice(dict(zip(MANA, MANA)) | COLORS | {"colorless": "c"}, "W, U, B, R, G, C or white, blue, black, red, green, colorless")
CARD_TYPE = choice({word: word for word in TYPES} | {"tribal": "kindred"})
SUPERTYPE = choice({word: word for word in SUPERTYPES})
STEP = choice({word: step for step in STEPS for word in (step, f"{step} step", f"{step} phase")}, ", ".join(STEPS))


def subtype(word: str) -> str:
    """A subtype or creature type as cards print it: each word with a capital."""
    return re.sub(r"(?<![\w'])[a-z]", lambda letter: letter[0].upper(), word)


SUBTYPE = WORD._replace(read=lambda node: subtype(WORD.read(node)))
ANY_TYPE = WORD._replace(read=lambda node: word if (word := WORD.read(node).lower()) in TYPES else subtype(node.value))


def _type_line() -> Kind:
    says = "a type line such as Legendary Land or Creature — Elf"
    words = (*TYPES, "tribal", *SUPERTYPES)

    def read(node):
        line = subtype(WORD.read(node)).replace("\N{EN DASH}", "\N{EM DASH}")
        types = re.split(" - |\N{EM DASH}", line)[0].lower().split()
        if stray := next((word for word in types if word not in words), None):
            raise node.error(f"has {stray!r} for a type", ", ".join(words), nearest(stray, words))
        if set(types) <= set(SUPERTYPES):
            raise node.error("names no card type", says)
        return line

    return Kind(read, says, WORD.schema)


def _counter_kind() -> Kind:
    says = "a kind of counter: a word, +1/+1 or -1/-1"
    pattern = r"[-+](0|[1-9][0-9]{0,5})/[-+](0|[1-9][0-9]{0,5})|[^\W\d_]([^\W\d_]|[ '-])*"

    def read(node):
        kind = WORD.read(node).replace("\N{MINUS SIGN}", "-").lower()
        if not re.fullmatch(pattern, kind):
            raise node.error("is no kind of counter", says)
        return kind

    return Kind(read, says, WORD.schema)


COUNTER = _counter_kind()
COUNTERS = map_of(COUNTER, NUMBER)


def _mana_text() -> Kind:
    says = "letters of WUBRGC, such as GGC"

    def read(node):
        text = node.value.lower()
        if not set(text) <= set(MANA) or len(text) > MILLION:
            raise node.error("is no amount of mana", says)
        return {letter: text.count(letter) for letter in MANA if letter in text}

    return Kind(read, says, {"type": "string", "pattern": "^[WUBRGCwubrgc]*$"})


def _mana_mapping() -> Kind:
    amounts = map_of(choice(dict(zip(MANA, MANA)), "W, U, B, R, G, C"), NUMBER)

    def read(node):
        said = amounts.read(node)
        return {letter: said[letter] for letter in MANA if said.get(letter)}

    return amounts._replace(read=read)


AMOUNT = either(str=_mana_text(), dict=_mana_mapping())


def _ability(says: str, otherwise: Kind | None = None) -> Kind:
    def read(node):
        number = re.fullmatch(r"(triggered +)?([0-9]{1,18})", str(node.value))
        if number and 0 < int(number[2]) < 1000:
            return f"triggered {int(number[2])}" if number[1] else int(number[2])
        if otherwise and not number:
            return otherwise.read(node)
        raise node.error("is no number of an ability", says)

    return Kind(read, says, {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 999}, {"type": "string"}]})


ABILITY = _ability('a number such as 1, or "triggered 1"')
ABILITY_OR_TEXT = _ability('a number such as 1, "triggered 1", or a piece of the ability\'s text', TEXT)


# ---- a board ------------------------------------------------------------------------------------------------------------

CHOSEN = record({
    "color": COLOR, "type": ANY_TYPE, "creature_type": SUBTYPE, "card": CARD, "player": PLAYER, "number": SIGNED,
    "mode": either(str=WORD, int=whole(1)),
})
FLAGS = ("tapped", "phased_out", "face_down", "token", "transformed", "sick")
COUNT = whole(1, 10_000)
KEPT = _typed(str, "a word of Forge's, such as Renowned or Set:M21", {"type": "string", "pattern": r"^[^;|\n]+$"},
              lambda text: 0 < len(text) <= 10_000 and not re.search("[;|]", text) and not CONTROL.search(text))
LONG_FORM = record({
    "card": CARD, "id": ID, "count": COUNT, "owner": PLAYER, **dict.fromkeys(FLAGS, TRUTH),
    "counters": COUNTERS, "damage": NUMBER, "attached_to": PLAYER_OR_PERMANENT, "timestamp": SIGNED,
    "activated": map_of(ABILITY_OR_TEXT, NUMBER), "chosen": CHOSEN, "exiled_with": list_of(CARD), "copy_of": CARD,
    "attacking": PLAYER_OR_PERMANENT, "blocking": list_of(PERMANENT), "deals": map_of(PLAYER_OR_PERMANENT, NUMBER),
    "power": SIGNED, "toughness": SIGNED, "loyalty": NUMBER, "defense": NUMBER,
    "types": list_of(CARD_TYPE), "subtypes": list_of(SUBTYPE),
    "supertypes": list_of(SUPERTYPE), "colors": list_of(COLOR), "abilities": list_of(TEXT), "forge": list_of(KEPT),
}, required=("card",))
SHORT_FORM = _name("a card's name, such as Forest, 2 Island, Forest (tapped), Ballista (2 +1/+1)")
BATTLEFIELD = list_of(either(str=SHORT_FORM, dict=LONG_FORM))
CARD_IN_ZONE = record({"card": CARD, "id": ID, "count": COUNT, "counters": COUNTERS, "forge": list_of(KEPT)}, required=("card",))
ZONE = list_of(either(str=SHORT_FORM, dict=CARD_IN_ZONE))


def _decklist() -> Kind:
    says = "a decklist, of several lines such as 4 Forest"

    def read(node):
        if "\n" not in node.value or len(node.value) > 100_000:
            raise node.error("does not fit here", f"{ZONE.says}, or {says}")
        from kb.decklist import lines  # few boards have one

        for line in lines(node):
            if line.section == "commander":
                raise line.name.error("is a commander", "cards of this zone; commanders stand under `commander`, and under `command` too if there")
        return tuple({"card": line.name, "count": COUNT.read(replace(line.name, value=line.count)), "line": line.name.line}
                     for line in lines(node) if line.section == "deck")

    return Kind(read, says, {"type": "string", "pattern": "\n"})


ZONE_OR_DECK = either(list=ZONE, str=_decklist())

_PLAYER = record({
    "life": LIFE, "team": WORD, "counters": COUNTERS,
    "pool": either(str=AMOUNT, dict=AMOUNT, list=list_of(record({"mana": AMOUNT, "only": WORD}, required=("mana",)))),
    "lands_played": NUMBER, "commander": list_of(CARD), "hand": ZONE_OR_DECK, "graveyard": ZONE, "exile": ZONE, "command": ZONE,
    "library": either(list=ZONE, int=NUMBER, str=_decklist()), "battlefield": BATTLEFIELD,
})
PLAYER_KEYS = Kind(lambda node: {} if node.value is None else _PLAYER.read(node), _PLAYER.says, _or_null(_PLAYER))

SPELL = record({
    "card": CARD, "id": ID, "controller": PLAYER, "x": NUMBER, "mana_spent": AMOUNT, "targets": list_of(REFERENCE),
    "counters": COUNTERS,
}, required=("card",))
STACK_ABILITY = record({
    "ability_of": _name("a permanent's id, or a card's name"), "id": ID, "controller": PLAYER, "text": TEXT,
    "number": ABILITY, "chapter": whole(1), "x": NUMBER, "targets": list_of(REFERENCE),
}, required=("ability_of",))
STACK_ITEM = Kind(
    lambda node: (STACK_ABILITY if isinstance(node.value, dict) and "ability_of" in node.value else SPELL).read(node),
    f"{SPELL.says}, or {STACK_ABILITY.says}", {"anyOf": [SPELL.schema, STACK_ABILITY.schema]},
)
EFFECT = record({
    "card": CARD, "controller": PLAYER, "id": ID, "chosen": CHOSEN, "targets": list_of(REFERENCE), "x": NUMBER,
    "ability": ABILITY,
}, required=("card",))

MANA_SYMBOLS = r"(\{([0-9]{1,6}|[WUBRGCSXYZ]|[2CWUBRG]/[WUBRG]|[WUBRG](/[WUBRG])?/P)\})*"



def _mana_cost() -> Kind:
    """Symbols in braces; of one without, such as 2UG, the same with braces is told as what was perhaps meant."""
    says = 'a mana cost in quotes, such as "{2}{G/W}"'

    def read(node):
        if isinstance(node.value, str) and re.fullmatch(MANA_SYMBOLS, node.value):
            return node.value
        braced = re.sub(r"\d+|\w", lambda symbol: f"{{{symbol[0]}}}", str(node.value).upper())
        raise node.error("does not fit here", says, braced if re.fullmatch(MANA_SYMBOLS, braced) else None)

    return Kind(read, says, {"type": "string", "pattern": f"^{MANA_SYMBOLS}$"})


MANA_COST = _mana_cost()
PRINTED = either(int=SIGNED, str=_typed(str, 'a number, or text such as "*" or "1+*"', {"type": "string"},
                                        lambda text: re.fullmatch(r"[-+*X\d]{1,8}", text)))
OWN_CARD = record({
    "name": CARD, "type": _type_line(), "text": TEXT, "mana_cost": MANA_COST, "cost": MANA_COST, "colors": list_of(COLOR),
    **dict.fromkeys(("power", "toughness", "loyalty", "defense"), PRINTED),
}, required=("name", "type"))

BOARD = record({
    "edition": WORD, "format": WORD, "active": PLAYER, "step": STEP, "priority": PLAYER, "stack": list_of(STACK_ITEM),
    "monarch": PLAYER, "players": map_of(PLAYER, PLAYER_KEYS, 1), "effects": list_of(EFFECT), "cards": list_of(OWN_CARD),
    "name": TEXT, "description": TEXT, "forge": record(dict.fromkeys(("metadata", "state"), map_of(WORD, TEXT))),
}, required=("players",))
DEAL = list_of(record({"source": WORD, "to": WORD, "amount": NUMBER, "combat": TRUTH}, required=("source", "to", "amount")))


# ---- JSON Schema --------------------------------------------------------------------------------------------------------


def _object(**properties: dict) -> dict:
    return {"type": "object", "properties": properties}


def _list(items: dict) -> dict:
    return {"type": "array", "items": items}


def _by_name(values: dict) -> dict:
    return {"type": "object", "additionalProperties": values}


_TEXT, _TRUTH, _WHOLE = {"type": "string"}, {"type": "boolean"}, {"type": "integer"}
_TEXTS, _COUNTS = _list(_TEXT), _by_name(_by_name(_WHOLE))
_AMOUNT = _by_name(_WHOLE) | {"propertyNames": {"enum": [*MANA.upper()]}}
_MANA = _by_name(_AMOUNT)
_BECAUSE = _list(_object(rule=_TEXT, says=_TEXT))
_LEGAL = _object(legal=_TRUTH, because=_BECAUSE)
_WAYS = _list(_list(_object(**{"tap": _TEXT, "ability": _WHOLE, "for": _TEXT, "pays": _TEXT})))
_ACTIVATIONS = _list(_object(id=_TEXT, ability=_WHOLE, legal=_TRUTH, because=_BECAUSE))
_COUNTERS_PUT = _list(_object(counters=_by_name(_WHOLE), tapped=_TRUTH, order=_TEXTS, choices=_TEXTS, also=_TEXTS, copy_of={}))
_OUTCOMES = _list(_object(life=_by_name(_WHOLE), counters=_COUNTS, damage=_by_name(_WHOLE), dies=_TEXTS, loses=_TEXTS,
                          proliferations={"type": "array"}))
ANSWERS = {
    "could-produce": _by_name(_list({"enum": [*MANA.upper()]})),
    "tap": _list(_object(mana=_MANA, from_tap=_AMOUNT, triggered={"type": "array"}, replaced_by=_TEXTS, also={"type": "array"})),
    "activate": _object(legal=_TRUTH, because=_BECAUSE, abilities=_ACTIVATIONS, more=_TRUTH),
    "mana-ability": _object(**{"is": _TRUTH, "because": _BECAUSE}),
    "pay": _object(possible=_TRUTH, more=_TRUTH, ways=_WAYS),
    "play-land": _object(legal=_TRUTH, because=_BECAUSE, ways=_WAYS),
    "enter": _COUNTERS_PUT,
    "put-counters": _COUNTERS_PUT,
    "proliferate": _object(eligible=_TEXTS, choices={"type": "string", "pattern": r"^\d+$"},
                           results=_list(_object(chosen={"type": "array"}, counters=_COUNTS, loses=_TEXTS, dies=_TEXTS, multiplicity=_WHOLE)),
                           more=_TRUTH, passes=_WHOLE, not_eligible=_list(_object(id=_TEXT, because=_TEXT)),
                           if_chosen=_by_name(_object(now=_by_name(_WHOLE), then=_list(_object(counters=_by_name(_WHOLE), order=_TEXTS))))),
    "damage": _OUTCOMES,
    "combat-damage": _OUTCOMES,
    "state": _OUTCOMES,
    "characteristics": _object(types=_TEXTS, subtypes=_TEXTS, supertypes=_TEXTS, colors=_TEXTS, mana_value=_WHOLE, power=_WHOLE,
                               toughness=_WHOLE, abilities=_list(_object(number={}, kind=_TEXT, says=_TEXT)),
                               numbers=_list(_object(says=_TEXT, **{"is": _WHOLE}))),
    "legal-in": _LEGAL,
    "check": _list(_object(rule=_TEXT, says=_TEXT, statements=_list(_object(file={}, line={}, says=_TEXT)))),
}
ANSWER = _object(
    question={"enum": [*ANSWERS]}, edition=_TEXT, exact=_TRUTH, answer={},
    not_modelled=_list(_object(id=_TEXT, ability={}, touches=_TEXTS)),
    why=_object(root={}, steps=_by_name(_object(says=_TEXT, cites=_TEXTS, premises={"type": "array"}, absent={"type": "array"}))),
) | {
    "required": ["question", "edition", "exact", "not_modelled", "answer"],
    "allOf": [
        {"if": _object(question={"const": question}), "then": _object(answer=answer)} for question, answer in ANSWERS.items()
    ],
}


def schema_of(what: str) -> dict:
    """JSON Schema (2020-12) of a "board", of an "answer" (what --format json prints), or of a "case" (a file of rulings).

    It says what may stand where. That a name stands for something, and that words may have any case, is beyond it.
    """
    if what == "case":
        from kb.rulings import SCHEMA as schema  # each question has its own arguments and answers
    else:
        schema = {"board": BOARD.schema, "answer": ANSWER}[what]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": what, **schema}
