"""Boards from one written form into another: YAML, JSON, Forge game states; and decklists as boards."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import PurePath

import yaml

from kb import decklist
from kb.board import ZONES, Board
from kb.forge import writing
from kb.reading import CoreLoader, Node, grow, text_of

FORMS = ("yaml", "json", "forge")
SUFFIXES = {".yaml": "yaml", ".yml": "yaml", ".json": "json", ".pzl": "forge", ".txt": "forge"}
OWNER = "me"  # of a deck


class _CoreDumper(yaml.SafeDumper):
    """Puts in quotes what the core schema of YAML 1.2 would not read as text."""

    yaml_implicit_resolvers = CoreLoader.yaml_implicit_resolvers

    def ignore_aliases(self, data: object) -> bool:
        return True


def form_of(file: str) -> str | None:
    """The form that a file's name says."""
    return SUFFIXES.get(PurePath(file).suffix.lower())


def written(board: Board, tree: Node, form: str) -> tuple[str, list[str]]:
    """The board in this form, and what of it the form cannot say. `tree` is that which it was loaded from."""
    if form == "forge":
        return writing.write(board, tree)
    plain = tree.plain()
    for player in plain["players"].values():
        for zone in ("battlefield", *ZONES) if player else ():
            if isinstance(player.get(zone), list):
                player[zone] = list(_counted(player[zone]))
    if form == "json":
        return json.dumps(plain, indent=2, ensure_ascii=False) + "\n", []
    return yaml.dump(plain, Dumper=_CoreDumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None), []


def _counted(cards: list) -> Iterator[object]:
    """Alike ones that follow each other, as one with a number in front."""
    for card, alike in groupby(cards):
        number = len(list(alike))
        if number == 1 or isinstance(card, dict) and card.keys() & {"id", "count"} or isinstance(card, str) and card[:1].isdecimal():
            yield from [card] * number
        else:
            yield f"{number} {card}" if isinstance(card, str) else {"card": card["card"], "count": number, **card}


def deck(source: str | os.PathLike, zone: str) -> tuple[Node, list[str]]:
    """The tree of a board of one player, who has a decklist's cards as this zone, and its commanders in the command zone; and what
    of the list is left out."""
    file = "<stdin>" if source == "-" else os.fsdecode(source)
    lines = decklist.lines(Node(text_of(source, file), line=0, file=file))
    cards = {section: [Node({"card": line.name, "count": line.count}, line=line.name.line, column=line.name.column)
                       for line in lines if line.section == section and line.count] for section in ("deck", "commander")}
    player = {zone: cards["deck"]}
    if cards["commander"]:
        player |= {"commander": [card.value["card"] for card in cards["commander"]], "command": cards["commander"]}
    left_out = [f"{line.count} {line.name.value} ({line.section}, line {line.name.line})" for line in lines
                if line.count and line.section not in cards]
    return grow({"players": {OWNER: player}}, file), left_out


def not_held(board: Board) -> list[str]:
    """What the form that the board was read from says and a board has no word for: kept, and named where it could matter."""
    of_game = [f"{key}={value}" for key, value in board.forge.get("state", {}).items()]
    of_cards = [f"{thing.id}: {word}{f' (line {thing.line})' if thing.line else ''}" for thing in writing.objects(board) for word in thing.forge]
    return of_game + of_cards
