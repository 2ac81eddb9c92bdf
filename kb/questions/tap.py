"""`tap`: every distinct result of activating a permanent's mana abilities, and how it comes about (106.12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clingo import Symbol

from kb.board import Board
from kb.facts import fact
from kb.questions.answer import TYPES, Asked, Value, ability_asked_about, no_such_ability, say
from kb.reading import BoardError, grow
from kb.solving import Solution


def facts(board: Board, of: str, ability: int | str | None = None, by: str | None = None):
    permanent = board.permanent(of)
    asked = [fact("asked_about", permanent.id), fact("mana_from_pool")]
    asked.append(fact("any_ability") if ability is None else ability_asked_about(ability))
    asked.append(fact("acting_player", permanent.controller if by is None else board.names.find(by, "player")))
    return asked, []


def read(asked: Asked) -> Value:
    if not asked.shown("spoken_of") and any(atom.name == "asked_ability" for atom in asked.inputs):
        raise _no_mana_ability(asked)
    for solution in asked.solutions:
        for atom in solution.shown["overflow"]:
            raise _too_much(asked, atom)
    activated = [solution for solution in asked.in_order() if solution.shown["activation"]]
    results = [_result(asked, solution) for solution in activated]
    notes = () if _all_tap(activated) else ("An ability without {T} in its cost is not tapping for mana (106.12).",)
    return Value(results, {"result": asked.decided_by("taps_for_mana", 1) if _all_tap(activated) else asked.decided_by("gets_mana", 2)}, notes=notes)


def _no_mana_ability(asked: Asked) -> BoardError:
    (about,), (kind, number) = asked.input("asked_about"), asked.input("asked_ability")
    if any(atom.name == "numbered" and atom.arguments[0] == about and atom.arguments[2] == number for atom in asked.solution.atoms):
        return grow(f"{kind} {number}").error(f"is no mana ability of {say(about)}", "one of its mana abilities (manakb mana-ability tells why)")
    return no_such_ability(asked)


def goals(solution: Solution) -> list[Symbol]:
    """What each player gets, the choice of an order, what else triggers, and what can't be activated."""
    gets = solution.shown["gets_mana"]
    something = [atom for atom in gets if any(part.number for part in atom.arguments[1].arguments)]
    return [*(something or gets[:1]), *solution.shown["order_is_chosen"], *solution.shown["comes_to_apply"], *solution.shown["waits_on_the_stack"],
            *solution.shown["cant_activate"], *solution.shown["without_mana_ability"]]


def _too_much(asked: Asked, atom: Symbol) -> BoardError:
    from kb.explanation import says

    return grow(say(asked.input("asked_about")[0])).error(says(asked.rulebook, atom), "up to 1,000,000 mana")


def _result(asked: Asked, solution: Solution) -> dict[str, Any]:
    gets = {say(player): _mana(mana) for player, mana in (atom.arguments for atom in solution.shown["gets_mana"])}
    player_of = {atom.arguments[0]: say(atom.arguments[1]) for atom in solution.shown["goes_to"]}
    result: dict[str, Any] = {"mana": gets, "from_tap": {}, "triggered": [], "replaced_by": [], "also": _also(asked, solution)}
    for production, mana in (atom.arguments for atom in solution.shown["added"]):
        if production.name == "tapping":
            result["from_tap"] = _mana(mana)
        else:
            result["triggered"].append({"source": say(production.arguments[0]), "mana": _mana(mana), "player": player_of.get(production)})
    steps = sorted(solution.shown["applied"], key=lambda atom: (atom.arguments[0].name != "tapping", atom.arguments[1].number))
    result["replaced_by"] = [say(atom.arguments[2].arguments[0]) for atom in steps]
    for atom in solution.shown["chosen_number"]:
        result["number"] = atom.arguments[2].number
    for atom in solution.shown["payment"]:
        result["paid_with"] = say(atom.arguments[3])
    return result


def _also(asked: Asked, solution: Solution) -> list[dict[str, str]]:
    from kb.explanation import says

    also = [*solution.shown["pays_besides"], *solution.shown["happens_besides"], *solution.shown["waits_on_the_stack"]]
    return [{"source": say(atom.arguments[0]), "says": says(asked.rulebook, atom)} for atom in also]


def _mana(mana: Symbol) -> dict[str, int]:
    return {letter.upper(): amount.number for letter, amount in zip(TYPES, mana.arguments) if amount.number}


def _all_tap(solutions: Iterable[Solution]) -> bool:
    return not any(solution.shown["taps_not"] for solution in solutions)


def place(solution: Solution) -> list[list[tuple[int, int]]]:
    """Its place among the results: {W} before {U}, and so on, of each player's mana."""
    amounts = (atom.arguments[1].arguments for atom in solution.shown["gets_mana"])
    return [[(type, amount.number) for type, amount in enumerate(mana) if amount.number] for mana in amounts]
