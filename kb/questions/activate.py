"""`activate`: whether an ability can be activated now, and every rule that forbids it (602)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from clingo import Symbol

from kb.board import Board
from kb.facts import fact, number_of
from kb.questions import acting
from kb.questions.answer import Asked as Plain
from kb.questions.answer import Value, ability_asked_about, no_such_ability, object_asked_about, say
from kb.solving import Solution

TOLD = ("can_activate", "cant_activate", "generic_cost")  # what is told of an ability
NOTHING = ("treated_as_absent", "shows_no_text", "has_nothing_to_activate")  # why an object has nothing to activate


def facts(board: Board, of: str | None = None, ability: int | str | None = None, by: str | None = None):
    player = None if by is None else board.names.find(by, "player")
    if of is None:
        return [fact("this_moment"), fact("everything"), fact("acting_player", player or board.active)], []
    (about, *more), cards = object_asked_about(board, of)
    name = say(about.arguments[0])
    if ability is not None and (permanent := board.permanents.get(name)):
        ability = number_of(permanent, ability)
    which = fact("each_ability") if ability is None else ability_asked_about(ability)
    player = player or acting.player_of(board, name)
    return [fact("this_moment"), about, which, fact("acting_player", player), *more], cards


class Asked(acting.Asked):
    """`activate`, asked of the abilities that cost mana first."""

    def costs(self, first: Plain) -> Iterator[acting.Cost]:
        symbols: dict[tuple[Symbol, Symbol], dict[Symbol, int]] = defaultdict(dict)
        for bearer, ability, symbol, amount in (atom.arguments for atom in first.shown("mana_asked")):
            symbols[bearer, ability][symbol] = amount.number
        turning = {tuple(atom.arguments) for atom in first.shown("turns_itself")}
        for (bearer, ability), amounts in symbols.items():
            purpose = acting.activating(bearer, ability)
            yield acting.Cost((bearer, ability), amounts, purpose, (bearer,) if (bearer, ability) in turning else ())


def read(asked: Asked) -> Value:
    absent = [atom for name in NOTHING for atom in asked.shown(name)]
    if absent and not asked.shown("spoken_of"):
        return Value({"legal": False, "because": [*asked.because(absent).values()], "abilities": []}, negative=True)
    reasons = asked.because(atom for name in TOLD for atom in asked.shown(name))
    abilities = [_one(reasons, *atom.arguments) for atom in sorted(asked.shown("numbered"), key=_in_order(asked.board))]
    if not abilities and not _of_all(asked) and not asked.shown("may_have_more"):
        raise no_such_ability(asked)
    legal = any(one["legal"] for one in abilities)
    because = abilities[0]["because"] if len(abilities) == 1 else []
    return Value({"legal": legal, "because": because, "abilities": abilities}, negative=not legal and not _of_all(asked))


def results(asked: Asked) -> Iterator[dict[str, Any]]:
    return iter(read(asked).value["abilities"])


def count(asked: Asked) -> int:
    return len(asked.shown("numbered"))


def goals(solution: Solution) -> list[Symbol]:
    """What may be activated, whatever forbids the others, and the costs that effects change."""
    return [atom for name in (*TOLD, *NOTHING) for atom in solution.shown[name]]


def _one(reasons: dict[Symbol, dict[str, str]], bearer: Symbol, ability: Symbol, number: Symbol) -> dict[str, Any]:
    """What is said of one ability."""
    own = {atom: reason for atom, reason in reasons.items() if atom.arguments[:2] == [bearer, ability]}
    return {"id": say(bearer), "ability": number.number, "legal": any(atom.name == "can_activate" for atom in own), "because": [*own.values()]}


def _of_all(asked: Asked) -> bool:
    return any(atom.name == "everything" for atom in asked.inputs)


def _in_order(board: Board):
    """In the order of the board, then of the abilities."""
    places = {id: place for place, id in enumerate(board.permanents)}
    return lambda atom: (places.get(say(atom.arguments[0]), len(places)), atom.arguments[2].number)
