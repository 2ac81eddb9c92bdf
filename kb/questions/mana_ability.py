"""`mana-ability`: whether an ability of a permanent or card is a mana ability (605.1), and the criterion that decides."""

from __future__ import annotations

from kb.board import Board
from kb.facts import number_of
from kb.questions.answer import Asked, Value, ability_asked_about, no_such_ability, object_asked_about, say


def facts(board: Board, of: str, ability: int | str = 1):
    about, cards = object_asked_about(board, of)
    if permanent := board.permanents.get(say(about[0].arguments[0])):
        ability = number_of(permanent, ability)
    return [*about, ability_asked_about(ability)], cards


def read(asked: Asked) -> Value:
    if not asked.shown("spoken_of"):
        raise no_such_ability(asked)
    holds = asked.shown("mana_ability")
    because = asked.why([*asked.shown("meets_criteria"), *holds, *asked.shown("fails_criterion")])
    reasons = [{"rule": " ".join(step.cites), "says": step.sentence} for step in map(because.steps.get, because.root)]
    return Value({"is": bool(holds), "because": reasons}, negative=not holds)
