"""What is known of a card, as a person reads it: its mana cost, its type line, and its abilities in the sentences of the rulebook."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from clingo import Function, Symbol, SymbolType

from kb.cards import Card
from kb.rendering import WIDTH, environment
from kb.rulebook import Rulebook
from kb.saying import says

KINDS = ("activated", "triggered", "static", "spell_ability")
# What the first lines of a card and of an ability say already.
IN_HEAD = ("has_mana_cost", "mana_cost_symbol", "printed_supertype", "printed_type", "printed_subtype", "other_face")
IN_TITLE = (*KINDS, "quoted", "not_modelled")
SAID_BY = {"add_mana": ("adds", "adds_of"), "mana": ("cost_symbol",)}  # an effect and a cost of which other facts tell more
ORDER = ("x", "y", "z", "generic", "snow", "c", "w", "u", "b", "r", "g")


@dataclass(frozen=True)
class AbilityWords:
    """An ability: `number` counts all of the card, `kind` and `kind_number` those of its kind; sentences and facts of it."""

    number: int
    kind: str
    kind_number: int
    quoted: bool
    says: tuple[str, ...]
    not_modelled: tuple[str, ...]  # the subjects
    facts: tuple[str, ...]


@dataclass(frozen=True)
class CardWords:
    """A face: `mana_cost` as {2}{G}, None where it has none; `says` what is known besides the type line and the abilities."""

    name: str
    full_name: str
    other_face: str | None
    mana_cost: str | None
    type_line: str
    says: tuple[str, ...]
    abilities: tuple[AbilityWords, ...]
    facts: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def describe(card: Card, rulebook: Rulebook | None = None) -> CardWords:
    """The card in the readings of a rulebook (default: the project's own)."""
    book = rulebook or Rulebook.load()
    of_card = [fact for fact in card.facts if fact.arguments[0].type is SymbolType.String]
    of_abilities = defaultdict(list)
    for fact in card.facts:
        if fact.arguments[0].type is SymbolType.Function:
            of_abilities[fact.arguments[0].arguments[1].number].append(fact)
    return CardWords(
        card.name, card.full_name, card.other_face, _mana_cost(of_card), _type_line(of_card),
        tuple(says(book, fact) for fact in of_card if fact.name not in IN_HEAD),
        tuple(_ability(book, number, facts) for number, facts in of_abilities.items()),
        tuple(map(str, of_card)),
    )


def ability_says(book: Rulebook, ability: Symbol, facts: Iterable[Symbol]) -> tuple[str, ...]:
    """The facts of an ability (but for its kind, and for what is not modelled) as sentences that call it "this ability", and "it"."""
    facts = list(facts)
    told = {general for general, particular in SAID_BY.items() if any(fact.name in particular for fact in facts)}
    sentences = [_sentence(says(book, _within(fact, ability))).replace(" of this ability", "")
                 for fact in facts if fact.name not in IN_TITLE and str(fact.arguments[-1]) not in told]
    return (*sentences[:1], *(re.sub("^This ability", "It", sentence) for sentence in sentences[1:]))


def _ability(book: Rulebook, number: int, facts: list[Symbol]) -> AbilityWords:
    kind = next(fact for fact in facts if fact.name in KINDS)
    return AbilityWords(
        number, kind.name.removesuffix("_ability"), kind.arguments[1].number,
        any(fact.name == "quoted" for fact in facts),
        ability_says(book, kind.arguments[0], facts),
        tuple(str(fact.arguments[1]) for fact in facts if fact.name == "not_modelled"),
        tuple(map(str, facts)),
    )


def _within(symbol: Symbol, ability: Symbol) -> Symbol:
    """The symbol as it is said of `ability`, for which the card's name need not be told again."""
    if symbol == ability:
        return Function("this_ability")
    if symbol.type is not SymbolType.Function:
        return symbol
    if symbol.name == "ability":
        return Function(f"ability_{symbol.arguments[1].number}")
    return Function(symbol.name, [_within(argument, ability) for argument in symbol.arguments])


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _type_line(facts: Iterable[Symbol]) -> str:
    left = [fact.arguments[1].name.capitalize() for name in ("printed_supertype", "printed_type") for fact in facts if fact.name == name]
    right = [(fact.arguments[2], fact.arguments[1].string) for fact in facts if fact.name == "printed_subtype"]
    return " ".join(left) + "".join([" —", *(f" {subtype}" for _, subtype in sorted(right))] if right else [])


def _mana_cost(facts: Iterable[Symbol]) -> str | None:
    """The mana cost, X and generic mana first; the facts do not keep how its symbols were arranged."""
    if not any(fact.name == "has_mana_cost" for fact in facts):
        return None
    symbols = [(fact.arguments[1], fact.arguments[2].number) for fact in facts if fact.name == "mana_cost_symbol"]
    symbols.sort(key=lambda symbol: (ORDER.index(str(symbol[0])) if str(symbol[0]) in ORDER else len(ORDER), str(symbol[0])))
    return "".join(f"{{{amount}}}" if str(symbol) == "generic" else written(symbol) * amount for symbol, amount in symbols)


def written(symbol: Symbol) -> str:
    """A mana symbol with its braces; of generic mana, the word."""
    if symbol.type is SymbolType.String:  # one of no known kind, braces and all
        return symbol.string
    parts = [str(part).upper() for part in symbol.arguments]
    match symbol.name:
        case "hybrid":
            return "{" + "/".join(parts) + "}"
        case "twobrid":
            return "{" + "/".join(["2", *parts]) + "}"
        case "phyrexian":
            return "{" + "/".join([*parts, "P"]) + "}"
        case "snow":
            return "{S}"
    return "{" + symbol.name.upper() + "}"


def text(words: CardWords, *, with_facts: bool = True, width: int = WIDTH, color: bool = False) -> str:
    """The card in sentences and, below them, as facts."""
    return environment("text", width, color).get_template("card.txt.j2").render(card=words, with_facts=with_facts)
