"""Tokens, which Forge describes: `t:Knight,P:2,T:2,Color:W,Types:Creature-Knight,Keywords:Vigilance`, or names: `T:w_2_2_knight_vigilance`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from kb.cards import Card, pool
from kb.forge.words import COLORS
from kb.schema import SUPERTYPES, TYPES

KINDS_OF_CARD = {"a": "Artifact", "e": "Enchantment", "l": "Land"}
PHRASES = {"noblock": "This token can't block."}


@dataclass(frozen=True)
class Token:
    """A token: a card of this name, or one of the board's own with this `type` line and so on.

    `kept` is what a board has no word for: TokenWords are those of the name that are not understood.
    """

    name: str
    type: str | None = None  # None: the card is known
    power: int | str | None = None
    toughness: int | str | None = None
    colors: tuple[str, ...] = ()
    text: str = ""
    kept: tuple[str, ...] = ()


@lru_cache(1000)
def described(text: str) -> Token:
    """Of `Name,P:2,T:2,...`. ValueError says what is wrong with it."""
    name, *parts = text.split(",")
    said = {word.strip().lower(): value.strip() for word, _, value in (part.partition(":") for part in parts)}
    line, subtypes = _type_line(said.get("types", "").split("-"))
    called = _called(name.strip(), subtypes)
    if (known := _card(name)) and (known.is_token or called == name.strip()):
        return Token(known.name, kept=_kept(said))
    if not line:
        raise ValueError("says nothing of its types")
    power, toughness = (int(said[word]) if re.fullmatch(r"-?\d{1,6}", said.get(word, "")) else 0 for word in "pt")
    fights = "Creature" in line or power or toughness
    colors = _colors(said["color"]) if "color" in said else _colors_of_image(said.get("image", ""))
    text = "\n".join(filter(None, map(_keyword, said.get("keywords", "").split("-"))))
    return Token(called, line, power if fights else None, toughness if fights else None, colors, text, _kept(said))


@lru_cache(1000)
def scripted(name: str) -> Token:
    """Of a name such as `w_2_2_knight_vigilance`: colors, power and toughness, types (a, e, l), subtypes, keywords."""
    kept = (f"Token:{name}",)
    colors, *words = name.lower().split("_")
    if known := _card(name.replace("_", " ")):
        return Token(known.name, kept=kept)
    if not _is_color(colors) or not words:
        if known := _longest([colors, *words]) or _longest(words):
            return Token(known.name, kept=kept)
        return Token(name.replace("_", " ").title(), "Creature", "*", "*", kept=(*kept, f"TokenWords:{name}"))
    power, toughness, words = (words[0], words[1], words[2:]) if len(words) > 2 and all(map(_is_number, words[:2])) else (None, None, words)
    kinds = []
    if words and len(words) > 1 and set(words[0]) <= set(KINDS_OF_CARD):
        kinds, words = [KINDS_OF_CARD[letter] for letter in sorted(words[0])], words[1:]
    subtypes, rest = _subtypes(words)
    keywords = [_keywords()[word] for word in rest if word in _keywords()]
    others = tuple(word for word in rest if word not in _keywords())
    if (others or power is None) and (known := _longest(words, power is not None)):
        return Token(known.name, kept=kept)
    kinds += ["Creature"] if power is not None and "Vehicle" not in subtypes else []
    line = f"{' '.join(kinds) or 'Artifact'}{' — ' if subtypes else ''}{' '.join(subtypes)}"
    others = others or (() if kinds else (name,))
    return Token(_called(" ".join(subtypes or others).title(), subtypes), line, _number(power), _number(toughness),
                 tuple("WUBRG") if colors == "all" else tuple(color.upper() for color in "wubrg" if color in colors),
                 "\n".join(keywords), (*kept, *((f"TokenWords:{' '.join(others)}",) if others else ())))


# ---- parts of both ------------------------------------------------------------------------------------------------------

@cache
def _card(name: str) -> Card | None:
    """The card or token that is known by this name, be it without apostrophes."""
    if card := pool().find(name, token=True):
        return card
    likely = pool().nearest(name)
    return pool().find(likely, token=True) if likely and _letters(likely) == _letters(name) else None


def _longest(words: list[str], creature: bool | None = None) -> Card | None:
    """The known token whose name these words begin with (as in c_a_treasure_sac), if it should be a creature or none, such a one."""
    found = (pool().find(" ".join(words[:end]), token=True) for end in range(len(words), 0, -1))
    return next((card for card in found if card and card.is_token and creature in (None, "printed_type(creature)" in card.terms)), None)


def _called(name: str, subtypes: list[str]) -> str:
    """A token without a name of its own is called by its subtypes and "Token" (CR 111.4)."""
    return f"{name} Token" if sorted(name.lower().split()) == sorted(" ".join(subtypes).lower().split()) else name


def _type_line(words: list[str]) -> tuple[str, list[str]]:
    words = [word.strip() for word in words if word.strip()]
    cards = [word.capitalize() for word in words if word.lower() in TYPES]
    above = [word.capitalize() for word in words if word.lower() in SUPERTYPES]
    subtypes, rest = _subtypes([word.lower() for word in words if word.lower() not in (*TYPES, *SUPERTYPES)])
    subtypes += [word.title() for word in rest]
    return (f"{' '.join([*above, *cards])}{' — ' if subtypes else ''}{' '.join(subtypes)}" if cards else ""), subtypes


def subtypes_of(line: str) -> list[str]:
    """The subtypes of the right half of a type line."""
    return _subtypes([word.lower().replace("-", " ") for word in line.split()])[0] if line else []


def _subtypes(words: list[str]) -> tuple[list[str], list[str]]:
    """The subtypes among words in lower case, as they are printed, and the other words."""
    subtypes, rest, names = [], [], _subtype_names()
    while words:
        size = next((size for size in (2, 1) if " ".join(words[:size]) in names and len(words) >= size), 0)
        if size:
            subtypes.append(names[" ".join(words[:size])])
        else:
            rest.append(words[0])
        words = words[size or 1:]
    return subtypes, rest


@cache
def _subtype_names() -> dict[str, str]:
    table = tomllib.loads(resources.files("kb.oracle").joinpath("subtypes.toml").read_text("utf-8"))
    return {subtype.lower().replace("-", " ").replace("'", ""): subtype for subtypes in table.values() for subtype in subtypes}


@cache
def _keywords() -> dict[str, str]:
    plain = tomllib.loads(resources.files("kb.oracle").joinpath("keywords.toml").read_text("utf-8"))["plain"]
    return {keyword.replace(" ", ""): keyword.capitalize() for keyword in plain} | PHRASES


def _keyword(text: str) -> str:
    """A keyword as a card prints it: `First Strike`, `Toxic:1`, `CARDNAME can't block.`"""
    text = text.strip().replace("CARDNAME", "This token")
    return re.sub(r"^(\w[\w ]*):(\d+)$", r"\1 \2", text)


def _colors(text: str) -> tuple[str, ...]:
    """Of `WU`, `{W}{U}` or `White Blue`."""
    named = [letter for letter, color in COLORS.items() if color in text.lower()]
    letters = named or [letter for letter in "wubrg" if letter in re.sub(r"[^a-z]", "", text.lower().replace("colorless", ""))]
    return tuple(letter.upper() for letter in letters)


def _colors_of_image(image: str) -> tuple[str, ...]:
    """Older files say the color of a token only by the name of its picture: w_2_2_knight."""
    first, *rest = image.lower().split("_")
    return tuple(color.upper() for color in "wubrg" if color in first) if rest and _is_color(first) and first != "all" else ()


def _kept(said: dict[str, str]) -> tuple[str, ...]:
    return tuple(f"{word.capitalize()}:{said[word]}" for word in ("image", "cost") if said.get(word, "").lower() not in ("", "no cost", "0"))


def _is_color(word: str) -> bool:
    return word in ("c", "all") or bool(word) and set(word) <= set("wubrg")


def _is_number(word: str) -> bool:
    return word in ("x", "*") or word.isdecimal() and len(word) < 6


def _number(word: str | None) -> int | str | None:
    return int(word) if word and word.isdecimal() else word and "*"


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name.lower())
