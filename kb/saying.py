"""Atoms said aloud, with the readings of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from clingo import Function, Symbol, SymbolType

from kb.answer_set import ANY
from kb.board import slug
from kb.english import CHOICE, Noun, signed, symbols
from kb.rulebook import Reading, Rulebook
from kb.statements import Hole

FEW = 6  # symbols that are written out
COUNTED = "counter|land|time|card|token|coin|player|opponent|color|creature|permanent|target|ability"
SINGULAR = re.compile(rf"(?<![\w,./+*-])(?<!and )(1 (?:[^\s.]+ )?(?:{COUNTED}))s\b(?! as)")  # "1 +1/+1 counters"
NEUTRAL = re.compile(r"\b1 times (?=as many)| divided by 1(?:, rounded down)?|,? plus 0\b")  # changes nothing
ONE = re.compile(r"\b1$")
NUMBER = re.compile(r"-\d+$")  # of an id
AMOUNTS = ("Amount", "Number", "Size", "Times")
ABILITIES = ("Ability", "Activated")  # holes
NON = re.compile(r"\bnon-(?=[a-z])")
OTHER = Function("other")
UNSAID = {"Effect": "something else", "Cost": "something else", "Event": "something else happens"}  # what the words of card.lp do not tell
TYPES_OF_MANA = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green", "c": "colorless"}


def says(book: Rulebook, atom: Symbol) -> str:
    """The sentence of an atom, without the brackets of an aside: "Exotic Orchard could produce {G}."

    Texts stand as they are, types of mana as symbols (as words where the hole is a Color), other constants with
    spaces, terms as their own readings say. Without a reading, the name of the predicate and what it is about.
    """
    reading = book.sentences.get((atom.name, len(atom.arguments)))
    if reading is None:
        return f"{words(atom.name)}: {', '.join(str(_term(book, argument, '')) for argument in atom.arguments)}."
    text = SINGULAR.sub(r"\1", NEUTRAL.sub("", str(_filled(book, reading, atom))))
    return text[1:-1] if reading.aside else text


def phrase(book: Rulebook, term: Symbol) -> str:
    """A term as it is said within a sentence."""
    return str(_term(book, term, ""))


def _filled(book: Rulebook, reading: Reading, symbol: Symbol) -> Noun:
    """The reading with its holes filled; two holes and nothing else are put together as two parts of one noun."""
    arguments = dict(zip(reading.holes, symbol.arguments, strict=True))
    if [text for text, _ in reading.pieces] == ["", " "]:
        first, second = (_term(book, arguments[hole.name], hole.name) for _, hole in reading.pieces)
        return first.of(second)
    said, open_braces, verb, counted, before = "", 0, 0, False, None
    for text, hole in reading.pieces:
        said += CHOICE.sub(lambda choice: choice[1 + verb], text)
        open_braces += text.count("{") - text.count("}")
        if hole is None:
            continue
        if open_braces:  # within braces, "{W}" is one half of a symbol
            said += str(_term(book, arguments[hole.name], "")).strip("{}")
            continue
        noun = _formed(book, hole, arguments)
        verb = verb if hole.name == "Kind" else noun.takes_plural
        counted |= hole.name == "Amount" and not ONE.search(str(noun))
        said = _without_twice(said.removesuffix(" of "), str(noun)) if text == " of " and before in ABILITIES else said + str(noun)
        if arguments[hole.name] == ANY:
            said = re.sub(rf":? any {words(hole.name.lower())}$", "", said) if text.endswith((": ", "ffect ")) else said
        before = hole.name
    before, slot, after = NON.sub("non", said).partition("...")
    return Noun("", before.strip(), after.strip(), counted) if slot else Noun(before)


def _formed(book: Rulebook, hole: Hole, arguments: Mapping[str, Symbol]) -> Noun:
    """What fills a hole, in the form that is asked for."""
    noun = _term(book, arguments[hole.name], hole.name)
    if hole.form in arguments and hole.name == "Symbol":
        return Noun(symbols(str(_term(book, arguments[hole.form], hole.form)), str(noun)))
    if hole.form in arguments:
        return noun.with_noun(hole.noun).counted(str(_term(book, arguments[hole.form], hole.form)))
    match hole.form:
        case "+":
            return Noun(signed(str(noun), hole.noun))
        case "'s":
            return noun.possessive()
        case "":
            return Noun(hole.noun).counted(str(noun)) if hole.noun else noun
    noun = noun.with_noun(hole.noun)
    return {"a": noun.a, "each": noun.each, "many": noun.several}[hole.form]()


def _without_twice(said: str, name: str) -> str:
    """ "An ability of Exotic Orchard" of exotic-orchard-2 is said as one of exotic-orchard-2; of what is called otherwise, as on that."""
    beginnings = [place.start() for place in re.finditer(" of ", said)]
    same = next((place for place in beginnings if slug(said[place + 4:]) == NUMBER.sub("", name)), None)
    if same is not None:
        return f"{said[:same]} of {name}"
    return f"{said} {'on' if beginnings else 'of'} {name}"


def _term(book: Rulebook, term: Symbol, hole: str) -> Noun:
    if term == OTHER and hole in UNSAID:
        return Noun(UNSAID[hole])
    if term == ANY:
        return Noun("any" if hole in AMOUNTS else f"any {words(hole.lower())}" if hole else "anything")
    if term.type == SymbolType.String:
        return Noun(term.string)
    if term.type != SymbolType.Function:
        return Noun(_types(term.number) if hole.endswith("Types") else str(term), many=str(term) != "1")
    if term.name == "mana" and len(term.arguments) == len(TYPES_OF_MANA):
        return Noun(mana(zip(TYPES_OF_MANA, (argument.number for argument in term.arguments))))
    if reading := book.phrases.get((term.name, len(term.arguments))):
        return _filled(book, reading, term)
    if not term.arguments and term.name in TYPES_OF_MANA:
        return Noun(TYPES_OF_MANA[term.name] if hole == "Color" else f"{{{term.name.upper()}}}")
    parts = ", ".join(str(_term(book, argument, "")) for argument in term.arguments)
    return Noun(f"{words(term.name)} ({parts})" if term.name and parts else words(term.name) or parts)


def _types(bits: int) -> str:
    """A set of types of mana that the rules hold as a sum of bits, {W} first."""
    return "".join(f"{{{letter.upper()}}}" for place, letter in enumerate(TYPES_OF_MANA) if bits >> place & 1) or "no type"


def mana(amounts: Iterable[tuple[str, int]]) -> str:
    """An amount of mana, as {G}{G}, or "12 {G}" where that is shorter."""
    parts = (f"{{{letter.upper()}}}" * number if number <= FEW else f"{number} {{{letter.upper()}}}" for letter, number in amounts if number)
    return " ".join(parts).replace("} {", "}{") or "no mana"


def words(name: str) -> str:
    return name.replace("_", " ").strip()
