"""Atoms said aloud, with the readings of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clingo import Symbol, SymbolType

from kb.answer_set import ANY
from kb.rulebook import Reading, Rulebook

FEW = 6  # symbols that are written out
SINGULAR = re.compile(r"(?<![\w,./+*-])(?<!and )(1 (?:[^\s.]+ )?(?:counter|land|time))s\b(?! as)")  # "1 +1/+1 counters"
TYPES_OF_MANA = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green", "c": "colorless"}


def says(book: Rulebook, atom: Symbol) -> str:
    """The sentence of an atom, without the brackets of an aside: "Exotic Orchard could produce {G}."

    Texts stand as they are, types of mana as symbols (as words where the hole is a Color), other constants with
    spaces, terms as their own readings say. Without a reading, the name of the predicate and what it is about.
    """
    reading = book.sentences.get((atom.name, len(atom.arguments)))
    if reading is None:
        return f"{words(atom.name)}: {', '.join(_term(book, argument, '') for argument in atom.arguments)}."
    text = SINGULAR.sub(r"\1", _filled(book, reading, atom))
    return text[1:-1] if reading.aside else text


def phrase(book: Rulebook, term: Symbol) -> str:
    """A term as it is said within a sentence."""
    return _term(book, term, "")


def _filled(book: Rulebook, reading: Reading, symbol: Symbol) -> str:
    arguments = dict(zip(reading.holes, symbol.arguments, strict=True))
    said, open_braces = "", 0
    for text, hole in reading.pieces:
        said += text
        open_braces += text.count("{") - text.count("}")
        if hole is not None:
            part = _term(book, arguments[hole], hole)
            said += part.strip("{}") if open_braces else part  # within braces, "{W}" is one half of a symbol
    return said


def _term(book: Rulebook, term: Symbol, hole: str) -> str:
    if term == ANY:
        return f"any {words(hole.lower())}" if hole else "anything"
    if term.type == SymbolType.String:
        return term.string
    if term.type != SymbolType.Function:
        return _types(term.number) if hole.endswith("Types") else str(term)
    if term.name == "mana" and len(term.arguments) == len(TYPES_OF_MANA):
        return mana(zip(TYPES_OF_MANA, (argument.number for argument in term.arguments)))
    if reading := book.phrases.get((term.name, len(term.arguments))):
        return _filled(book, reading, term)
    if not term.arguments and term.name in TYPES_OF_MANA:
        return TYPES_OF_MANA[term.name] if hole == "Color" else f"{{{term.name.upper()}}}"
    parts = ", ".join(_term(book, argument, "") for argument in term.arguments)
    return f"{words(term.name)} ({parts})" if term.name and parts else words(term.name) or parts


def _types(bits: int) -> str:
    """A set of types of mana that the rules hold as a sum of bits, {W} first."""
    return "".join(f"{{{letter.upper()}}}" for place, letter in enumerate(TYPES_OF_MANA) if bits >> place & 1) or "no type"


def mana(amounts: Iterable[tuple[str, int]]) -> str:
    """An amount of mana, as {G}{G}, or "12 {G}" where that is shorter."""
    parts = (f"{{{letter.upper()}}}" * number if number <= FEW else f"{number} {{{letter.upper()}}}" for letter, number in amounts if number)
    return " ".join(parts).replace("} {", "}{") or "no mana"


def words(name: str) -> str:
    return name.replace("_", " ").strip()
