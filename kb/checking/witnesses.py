"""A board that breaks a property, as a board file: what its atoms say, in the words of interface.md, section 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml
from clingo import Symbol, SymbolType

from kb.board import Board

FLAGS = ("tapped", "sick", "phased_out")
ODD = (*FLAGS, "marked_damage", "dealt_deathtouch", "first_step_over")
LIFE, PRINTED = 20, ("loyalty", "defense")  # what a board need not say


def is_odd(atom: Symbol) -> bool:
    """Whether an input atom says of a board what is not so where a board says nothing."""
    match atom.name, [_plain(argument) for argument in atom.arguments]:
        case "life", [_, life]:
            return life != LIFE
        case "lands_played", [_, number]:
            return number > 0
        case "counters", [_, kind, _]:
            return kind not in PRINTED
        case name, _:
            return name in ODD


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
        if life != LIFE:
            players[name]["life"] = life
    for name, number in said.get("lands_played", ()):
        if number:
            players[name]["lands_played"] = number
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
    for id, attacked in said.get("attacking", ()):
        permanents[id]["attacking"] = attacked
    for id, attacker in sorted(said.get("blocking", ())):
        permanents[id].setdefault("blocking", []).append(attacker)
    for id, aspect, value in said.get("chosen", ()):
        permanents[id].setdefault("chosen", {})[aspect] = value.upper() if aspect == "color" else value
    for bearer, kind, amount in sorted(said.get("counters", ())):
        (permanents.get(bearer) or players[bearer]).setdefault("counters", {})[kind] = amount
    for id, permanent in permanents.items():
        players[owners[id]].setdefault("battlefield", []).append(permanent)
    board: dict[str, Any] = {"players": players}
    for format, in said.get("format", ()):
        board["format"] = format
    turn = {key: value.replace("_", " ") if key == "step" else value
            for predicate, key in (("active_player", "active"), ("priority", "priority"), ("step", "step")) for value, in said.get(predicate, ())}
    if "attacking" in said:  # boards/players.lp: whether or not the question looks at it
        turn["step"] = "combat damage"
    usual = {"active": next(iter(players), None), "priority": turn.get("active"), "step": Board.step}
    return board | {key: value for key, value in turn.items() if value != usual[key]}


def written(board: dict[str, Any]) -> str:
    """The board as YAML."""
    return yaml.safe_dump(board, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)


def _plain(symbol: Symbol) -> Any:
    if symbol.type is SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type is SymbolType.String else str(symbol)
