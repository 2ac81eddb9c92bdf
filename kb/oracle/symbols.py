"""Mana symbols, as in a mana cost or in text."""

import re
from collections import Counter

from .terms import Argument, Term, term

COLORS = {"W": "w", "U": "u", "B": "b", "R": "r", "G": "g"}
_PLAIN = COLORS | {"C": "c", "S": "snow", "X": "x", "Y": "y", "Z": "z"}
_TYPES = COLORS | {"C": "c"}
_SYMBOL = re.compile(r"\{([^{}]*)\}")
_LARGEST = 1_000_000


def symbol(inside: str) -> Argument:
    """What stands between the braces, as a term; a symbol that is not known as a string."""
    if inside in _PLAIN:
        return Term(_PLAIN[inside])
    match inside.split("/"):
        case ["2", color] if color in COLORS:
            return term("twobrid", Term(COLORS[color]))
        case [color, "P"] if color in _TYPES:
            return term("phyrexian", Term(_TYPES[color]))
        case [first, second, "P"] if first in COLORS and second in COLORS:
            return term("phyrexian", Term(COLORS[first]), Term(COLORS[second]))
        case [first, second] if first in _TYPES and second in COLORS:
            return term("hybrid", Term(_TYPES[first]), Term(COLORS[second]))
    return "{" + inside + "}"


def symbols(text: str) -> dict[Argument, int]:
    """The symbols of a string such as {2}{G}{G}, each with its amount: generic by its number, others by how often they stand."""
    amounts: Counter[Argument] = Counter()
    for inside in _SYMBOL.findall(text):
        if inside.isascii() and inside.isdigit() and len(inside) <= 7 and int(inside) <= _LARGEST:
            amounts[Term("generic")] += int(inside)
        else:
            amounts[symbol(inside)] += 1
    return dict(amounts)


def colors(text: str) -> list[str]:
    """The colors of which the text has mana symbols, in the order W U B R G."""
    parts = {part for inside in _SYMBOL.findall(text) for part in inside.split("/")}
    return [color for letter, color in COLORS.items() if letter in parts]
