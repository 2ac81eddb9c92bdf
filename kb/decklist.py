"""Decklists as people exchange them: Magic Online's text and .dek files, MTG Arena's, and plain lines such as `4x Forest`."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.reading import Node

SECTIONS = {
    "deck": "deck", "main": "deck", "maindeck": "deck", "mainboard": "deck", "main deck": "deck",
    "commander": "commander", "commanders": "commander",
    "sideboard": "sideboard", "companion": "sideboard", "maybeboard": "sideboard", "considering": "sideboard", "tokens": "sideboard",
    "about": "about", "metadata": "about",
}
GROUPS = ("artifacts?", "battles?", "creatures?", "enchantments?", "instants?", "lands?", "planeswalkers?", "sorcer(?:y|ies)", "spells?", "others?")
HEADING = re.compile(rf"\W*({'|'.join([*SECTIONS, *GROUPS])})\W*(?:\d+\W*)?", re.IGNORECASE)
PRINTING = r" +\([A-Za-z0-9]{2,6}\)(?: +[\w★-]+)?"
REMARKS = r" *\*\w+\*| *\[[^\]]*\]| *\^[^^]*\^| *#.*"  # foil, categories, labels
CARD = re.compile(rf"(?P<side>SB: *)?(?:(?P<count>\d{{1,5}})x? +)?(?P<name>.+?)(?:{PRINTING})?(?:{REMARKS})*")
DEK = re.compile(r"<Cards\b[^>]*>")
SIDEBOARD = 15  # cards at most, after a blank line, where no heading says what they are
DECK = 40  # cards at least, before it


@dataclass(frozen=True)
class Line:
    """So many of a card; `name` knows where it stands."""

    count: int
    name: Node
    section: str  # deck, commander, sideboard


def lines(deck: Node) -> list[Line]:
    """The cards of a list, in its order. The node's own line is the one before the list's first."""
    text = str(deck.value)
    return list(_of_dek(deck, text)) if "<Cards " in text else _of_text(deck, text)


def _of_text(deck: Node, text: str) -> list[Line]:
    section, found, blocks, said = "deck", [], [], False
    for number, line in enumerate(text.replace("\r", "").split("\n"), 1):
        stripped = line.strip()
        if not stripped:
            blocks.append(len(found))
        elif heading := HEADING.fullmatch(stripped):
            section, said = SECTIONS.get(heading[1].lower(), section if section != "about" else "deck"), True
        elif section != "about" and not stripped.startswith(("//", "#")):
            found.append(_card(deck, stripped, section, number, line.index(stripped[0]) + 1))
    blocks = sorted({block for block in blocks if 0 < block < len(found)})
    if not said and len(blocks) == 1 and _size(found[blocks[0]:]) <= SIDEBOARD and _size(found[:blocks[0]]) >= DECK:
        found = [*found[:blocks[0]], *(Line(line.count, line.name, "sideboard") for line in found[blocks[0]:])]
    return found


def _card(deck: Node, text: str, section: str, number: int, column: int) -> Line:
    card = CARD.fullmatch(text.partition("|")[0].strip())
    column = None if deck.line else column + card.start("name")  # within YAML, how far it is indented is not known
    name = Node(card["name"].removesuffix("+"), deck.parent, deck.key, (deck.line or 0) + number, column, file=deck.file)
    return Line(int(card["count"] or 1), name, "sideboard" if card["side"] else section)


def _of_dek(deck: Node, text: str) -> Iterator[Line]:
    for card in DEK.finditer(text):
        said = {key.lower(): html.unescape(value) for key, value in re.findall(r'(\w+)="([^"]*)"', card[0])}
        number = text.count("\n", 0, card.start()) + 1
        count = said.get("quantity", "1")
        name = Node(said.get("name", ""), deck.parent, deck.key, (deck.line or 0) + number, 1, file=deck.file)
        if not count.isdecimal() or len(count) > 5:
            raise name.error(f"has the quantity {count!r}", "a number")
        yield Line(int(count), name, "sideboard" if said.get("sideboard", "").lower() == "true" else "deck")


def _size(found: list[Line]) -> int:
    return sum(line.count for line in found)
