"""`legal-in`: whether a card may be played in a format, as far as the rules say so (100)."""

from __future__ import annotations

from clingo import Symbol

from kb.board import Board
from kb.facts import fact
from kb.questions.answer import Asked, Value
from kb.names import words_of_format
from kb.reading import grow
from kb.solving import Solution

LISTS = "Which cards a format allows and bans is said by lists that manakb does not have."


def facts(board: Board, of: str, format: str | None = None):
    card = board.pool.find(of)
    if card is None:
        raise grow(of).error("is no known card", "the name of a card", board.pool.nearest(of))
    named = format or board.format
    if not named or not named.strip():
        raise grow(of).error("is asked about without a format", "a format, such as vintage or Mystery Booster Limited")
    return [fact("asked_legality", card.name, " ".join(words_of_format(named)))], [card]


def read(asked: Asked) -> Value:
    allowed, forbidden = asked.shown("legal_in"), asked.shown("not_legal_in")
    why = asked.why([*(forbidden or allowed)]).folded()
    because = [{"rule": " ".join(why.steps[id].cites), "says": why.steps[id].sentence} for id in why.root]
    return Value({"legal": not forbidden, "because": because}, negative=bool(forbidden), notes=() if allowed or forbidden else (LISTS,))


def goals(solution: Solution) -> list[Symbol]:
    """That it is legal, or whatever forbids it."""
    return [*solution.shown["legal_in"], *solution.shown["not_legal_in"]]
