"""How much of a file of cards is understood, by classes of wording.

A card belongs to a class by its wording outside reminder brackets. Where its wording bears on the class, the card is understood

    whole   if as many of its abilities say what the class is about as paragraphs have the wording, and nothing of that is unsaid
    partly  if one of its abilities says it
    not     if none does
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from kb import card_data
from kb.card_data import Entry
from kb.cards import Card
from kb.cards_build import Progress, compiled, over
from kb.oracle.split import joined


@dataclass(frozen=True)
class Class:
    """Patterns: of a paragraph that bears on the class, of the terms (rules/card.lp) that say it, of those that leave it unsaid.

    `intrinsic`: the ability of a basic land type is such a paragraph. `loose`: the wording is wider than the class, so that a card is
    whole as well if it leaves nothing unsaid anywhere.
    """

    name: str
    wording: str
    says: str
    unsaid: str
    intrinsic: bool = False
    loose: bool = False


def _keyword(name: str, number: str = "") -> Class:
    """Cards on which a keyword ability stands by itself, or in a list of others."""
    fact = rf"(?:printed_keyword\(|grants_keyword\(this,){name.replace(' ', '_')}\b"
    return Class(name, rf"^(?:[^.:\"]+, )?{name}{number}(?:, [^.:\"]+)?$", fact, "(?!)")


_COST = r"\bcost\(\d+,other\)"
_LAND = r"\b(?:lands?|plains|islands?|swamps?|mountains?|forests?)(?: you control)?"

# The wording is matched without regard to case.
CLASSES = (
    Class("mana-producing",
          wording=r"\badds?\b[^.]*(?:\{[WUBRGC]\}|\bmana\b)",
          says=r'\b(?:adds|adds_of|replaces_adding)\(|printed_subtype\("(?:Plains|Island|Swamp|Mountain|Forest)"',
          # Of an activated ability everything must be said, riders too; what a spell does besides is another matter.
          unsaid=rf"\bactivated\(.*not_modelled|not_modelled\(mana\)|{_COST}", intrinsic=True),
    Class("could-produce",
          wording=r"could produce",
          says=r"\bcould_produce\(",
          unsaid=r"not_modelled\(mana\)"),
    Class("tapped-for-mana trigger",
          wording=r"\bwhen(?:ever)? [^.]*\b(?:is tapped|taps?) [^.]*for mana",
          says=r"\btapped_for_mana\(",
          unsaid=r"not_modelled\(mana\)"),
    Class("tapped-for-mana replacement",
          wording=r"\bif .{0,60}\btap(?:s|ped)?\b.{0,40} for mana.*instead|tapped for mana produce .*instead",
          says=r"\breplaces_tapping\(",
          unsaid=r"not_modelled\(mana\)"),
    Class("counter replacement or prohibition",
          wording=r"would (?:put|be put|get)[^.]*counters?[^.]*instead|counters? would be put[^.]*instead"
                  r"|can't (?:have|get)[^.]*counters?|can't be put|would proliferate",
          says=r"\b(?:replaces_counters|cant_have_counters|counters_at_most|multiplies_proliferate)\(",
          unsaid=r"not_modelled\(counters\)"),
    Class("enters with counters",
          wording=r"\benters (?:the battlefield )?(?:tapped )?with [^.]*counters?\b",
          says=r"\benters_with(?:_counters(?:_if)?)?\(",
          unsaid=r"not_modelled\((?:counters|entering)\)"),
    Class("proliferate",
          wording=r"\bproliferat",
          says=r"proliferate",
          unsaid=r"not_modelled\(counters\)"),
    Class("untap symbol", wording=r"\{Q\}", says=r"\bcost\(\d+,untap_symbol\)", unsaid=_COST),
    Class("tap symbol in costs", wording=r"\{T\}[^.:\"]*:", says=r"\bcost\(\d+,tap_symbol\)", unsaid=_COST),
    Class("land type or ability changer",
          wording=rf"{_LAND} (?:is|are|becomes?|has|have|gains?|loses?|lose)\b",
          says=r"\b(?:sets_land_type|adds_type|sets_color|loses_abilities|grants_ability|grants_keyword|gains_keyword)\(",
          unsaid=r"not_modelled\((?:types|abilities)\)", loose=True),
    _keyword("toxic", r" \d+"), _keyword("infect"), _keyword("wither"), _keyword("lifelink"), _keyword("first strike"),
    _keyword("double strike"), _keyword("haste"), _keyword("phasing"), _keyword("fading", r" \d+"), _keyword("vanishing", r" \d+"),
    Class("loyalty ability", wording=r"^\[[+\u2212-]?(?:\d+|X)\]:", says=r"\bcost\(\d+,loyalty\(", unsaid=_COST),
)
# What is no part of a deck, or is not played from one.
_ASIDE = re.compile(r"\b(?:Plane|Phenomenon|Scheme|Vanguard|Conspiracy|Stickers)\b")
_SPELL = re.compile(r"\b(?:Instant|Sorcery)\b")
_ROW = re.compile(r"\n(?=\d+(?:[-\u2014]\d+|\+)? (?:\||\u2014) )")
_BRACKETS = re.compile(r"\([^()]*\)")
_BASIC = re.compile(r"\b(?:Plains|Island|Swamp|Mountain|Forest)\b")
_WORDINGS = {of.name: re.compile(of.wording, re.IGNORECASE) for of in CLASSES}


@dataclass
class Row:
    """How many cards of a class are understood and how; `rest` names those that are not wholly, with how."""

    name: str
    whole: int = 0
    partly: int = 0
    nothing: int = 0
    rest: list[tuple[str, str]] = field(default_factory=list)

    @property
    def cards(self) -> int:
        return self.whole + self.partly + self.nothing

    def to_json(self) -> dict[str, Any]:
        return {"class": self.name, "cards": self.cards, "whole": self.whole, "partly": self.partly, "not": self.nothing}


def coverage(path: str | Path, only: str | None = None, progress: Progress | None = None) -> list[Row]:
    """A row for each class (or for the one called `only`) that the file has cards of. KeyError for a class there is none of."""
    rows = {of.name: Row(of.name) for of in CLASSES}
    if only is not None:
        rows = {only: rows[only]}
    for verdicts in over(partial(_verdicts, tuple(rows)), card_data.read_all(path), progress):
        for name, class_name, verdict in verdicts:
            row = rows[class_name]
            setattr(row, verdict, getattr(row, verdict) + 1)
            if verdict != "whole":
                row.rest.append((name, verdict))
    return [row for row in rows.values() if row.cards]


def members(entry: Entry) -> Iterator[tuple[Class, int]]:
    """The classes that a face belongs to, each with the number of paragraphs that have its wording."""
    if not _ASIDE.search(entry["type"].partition("\u2014")[0]):
        lines = paragraphs(entry["text"] or "")
        if _SPELL.search(entry["type"]):
            lines = joined(lines)
        for of in CLASSES:
            number = sum(1 for line in lines if _WORDINGS[of.name].search(line)) + (of.intrinsic and _intrinsic(entry))
            if number:
                yield of, number


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a card's text outside reminder brackets; modes and rows of a table belong to the paragraph above them."""
    while (shorter := _BRACKETS.sub("", text)) != text:
        text = shorter
    if re.search(r"\broll\b", text, re.IGNORECASE):
        text = _ROW.sub(" ", text)
    return [line.strip() for line in text.replace("\n\u2022", " \u2022").split("\n")]


def judge(of: Class, number: int, cards: list[Card]) -> str:
    """Whether the faces say `number` paragraphs of the class: whole, partly or nothing."""
    blocks = [block for card in cards for block in (card.terms, *card.abilities)]
    saying = [block for block in blocks if re.search(of.says, block)]

    def all_said(blocks: list[str]) -> bool:
        return not any(re.search(of.unsaid, block) for block in blocks)

    if len(saying) >= number and all_said(saying) or of.loose and all_said(blocks):
        return "whole"
    return "partly" if saying else "nothing"


def _intrinsic(entry: Entry) -> bool:
    """Whether a basic land type's ability (CR 305.6) is all the text there is, or stands in brackets of its own."""
    text = entry["text"] or ""
    return bool(_BASIC.search(entry["type"])) and (not text or text.startswith("({T}: Add "))


def _verdicts(wanted: tuple[str, ...], entries: list[Entry]) -> list[tuple[str, str, str]]:
    verdicts = []
    for entry in entries:
        found = [(of, number) for of, number in members(entry) if of.name in wanted]
        if found:
            cards = compiled(entry)
            verdicts += [(entry["name"], of.name, judge(of, number, cards)) for of, number in found]
    return verdicts
