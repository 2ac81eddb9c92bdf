"""`characteristics`: what an object is, and the numbers derived from that; of a player, what the board says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from kb.board import Board, Player
from kb.facts import fact
from kb.questions.answer import Asked, Value, object_asked_about, say, types_in_order
from kb.saying import phrase

NUMBERS = {"mana_value": "mana_value", "power": "power", "toughness": "toughness", "loyalty": "loyalty_of", "defense": "defense_of"}
ALWAYS = ("mana_value", "power", "toughness")  # told as None where there is none
PREDICATES = NUMBERS | {"types": "type", "subtypes": "subtype_position", "supertypes": "supertype", "colors": "color", "abilities": "has_ability", "numbers": "comes_to"}


def facts(board: Board, of: str):
    if of in board.players:
        return [fact("asked_about", of)], []
    return object_asked_about(board, of)


def read(asked: Asked) -> Value:
    name = say(asked.input("asked_about")[0])
    if player := asked.board.players.get(name):
        return _of_player(asked, player)

    def words(predicate: str) -> list[str]:
        return [say(atom.arguments[1]) for atom in asked.shown(predicate)]

    subtypes = sorted(asked.shown("subtype_position"), key=lambda atom: atom.arguments[2].number)
    value: dict[str, Any] = {
        "types": [word.capitalize() for word in words("type")],
        "subtypes": [say(atom.arguments[1]) for atom in subtypes],
        "supertypes": [word.capitalize() for word in words("supertype")],
        "colors": types_in_order(words("color")),
    }
    for characteristic, predicate in NUMBERS.items():
        numbers = [atom.arguments[1].number for atom in asked.shown(predicate)]
        if numbers or characteristic in ALWAYS:
            value[characteristic] = numbers[0] if numbers else None
    value["abilities"] = _abilities(asked)
    if numbers := dict.fromkeys((phrase(asked.rulebook, atom.arguments[2]), atom.arguments[3].number) for atom in asked.shown("comes_to")):
        value["numbers"] = [{"says": says, "is": number} for says, number in numbers]
    return Value(value, _cites(asked, value))


def _of_player(asked: Asked, player: Player) -> Value:
    """What the board says of a player, and the abilities that the rules give with counters."""
    from kb.explanation import says

    value = {"life": player.life, "counters": dict(player.counters), "lands_played": player.lands_played}
    inherent = asked.shown("mills_for_rad")
    if not inherent:
        return Value(value)
    value["abilities"] = [{"number": None, "kind": "triggered", "says": says(asked.rulebook, atom)} for atom in inherent]
    return Value(value, {"abilities": asked.decided_by("mills_for_rad", 2)})


def _cites(asked: Asked, parts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The rules that gave each part here."""
    why = asked.why([atom for part in parts for atom in asked.shown(PREDICATES[part])])
    roots = [why.steps[id] for id in why.root]
    return {part: tuple(dict.fromkeys(number for step in roots if step.atom.name == PREDICATES[part] for number in step.cites)) for part in parts}


def _abilities(asked: Asked) -> list[dict[str, Any]]:
    from kb.card_words import ability_says

    numbers = {atom.arguments[1]: (kind, atom.arguments[2].number)
               for kind, predicate in (("activated", "numbered"), ("triggered", "numbered_triggered")) for atom in asked.shown(predicate)}
    said = defaultdict(list)  # what is said of each ability, in the words of card.lp
    for atom in asked.solution.atoms:
        if (atom.name, len(atom.arguments)) in asked.rulebook.defined:
            said[atom.arguments[0]].append(atom)
    abilities = []
    for ability in (atom.arguments[1] for atom in asked.shown("has_ability")):
        kind, number = numbers.get(ability, ("static", None))
        sentences = ability_says(asked.rulebook, ability, sorted(said[ability]))
        abilities.append({"number": number, "kind": kind, "says": " ".join(sentences)})
    return abilities + [{"number": None, "kind": "keyword", "says": say(atom.arguments[1]).replace("_", " ")} for atom in asked.shown("has_keyword")]
