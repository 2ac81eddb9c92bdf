"""A board that breaks a property, as a board file: what its atoms say, in the words of interface.md, section 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml
from clingo import Symbol, SymbolType

FLAGS = ("tapped", "sick", "phased_out")


def board_of(atoms: Iterable[Symbol]) -> dict[str, Any]:
    """The board that the input atoms of an answer set describe."""
    said: dict[str, list[list[Any]]] = {}
    for atom in atoms:
        if (atom.name, len(atom.arguments)) != ("chosen", 2):  # what proliferate chooses is no input
            said.setdefault(atom.name, []).append([_plain(argument) for argument in atom.arguments])
    owners = dict(map(tuple, said.get("controller", ())))
    players: dict[str, dict[str, Any]] = {name: {} for name, _ in sorted(said.get("turn_order", ()), key=lambda pair: pair[1])}
    players = players or {name: {} for name, in sorted(said.get("player", ()))}
    for name, life in said.get("life", ()):
        players[name]["life"] = life
    for name, team in said.get("team", ()):
        players[name]["team"] = team
    for name, kind, amount in sorted(said.get("pool", ())):
        players[name].setdefault("pool", {})[kind.upper()] = amount
    permanents = {id: {"card": card, "id": id} for id, card in sorted(said.get("represented_by", ())) if [id] in said.get("permanent", ())}
    for flag in FLAGS:
        for id, in said.get(flag, ()):
            permanents[id][flag] = True
    for id, amount in said.get("marked_damage", ()):
        permanents[id]["damage"] = amount
    for id, host in said.get("attached_to", ()):
        permanents[id]["attached_to"] = host
    for id, aspect, value in said.get("chosen", ()):
        permanents[id].setdefault("chosen", {})[aspect] = value.upper() if aspect == "color" else value
    for bearer, kind, amount in sorted(said.get("counters", ())):
        (permanents.get(bearer) or players[bearer]).setdefault("counters", {})[kind] = amount
    for id, permanent in permanents.items():
        players[owners[id]].setdefault("battlefield", []).append(permanent)
    board: dict[str, Any] = {"players": players}
    for format, in said.get("format", ()):
        board["format"] = format
    return board


def written(board: dict[str, Any]) -> str:
    """The board as YAML."""
    return yaml.safe_dump(board, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)


def _plain(symbol: Symbol) -> Any:
    if symbol.type is SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type is SymbolType.String else str(symbol)
