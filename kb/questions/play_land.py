"""`play-land`: whether a land can be played now, with what it costs, and every rule that forbids it (305)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from clingo import Symbol

from kb.board import Board
from kb.facts import fact
from kb.names import fold
from kb.questions import acting
from kb.questions.answer import Asked as Plain
from kb.questions.answer import Value, object_asked_about, say
from kb.solving import Solution


def facts(board: Board, of: str, by: str | None = None):
    (about, *more), cards = _card_asked_about(board, of)
    player = acting.player_of(board, say(about.arguments[0])) if by is None else board.names.find(by, "player")
    acts = [fact("to_be_played", about.arguments[0], player), fact("acting_player", player), fact("this_moment")]
    return [about, *acts, *more], cards


def _card_asked_about(board: Board, of: str):
    """The object meant: a card in a hand goes before others of its name, and a card also answers to the name of its other face."""
    in_hands = [card.id for player in board.players.values() for card in player.hand if fold(of) in (fold(card.card.name), fold(card.card.full_name))]
    if len(in_hands) == 1 and of not in board.names.kinds:
        return object_asked_about(board, in_hands[0])
    faced = [card.id for card in acting.cards(board) if card.card.other_face and fold(card.card.other_face) == fold(of)]
    return object_asked_about(board, faced[0] if len(faced) == 1 else of)


class Asked(acting.Asked):
    """`play-land`, asked of the price first."""

    def costs(self, first: Plain) -> Iterator[acting.Cost]:
        symbols: dict[tuple[Symbol, Symbol], dict[Symbol, int]] = defaultdict(dict)
        for land, card, symbol, amount in (atom.arguments for atom in first.shown("price_symbol")):
            symbols[land, card][symbol] = amount.number
        for paid, amounts in symbols.items():
            yield acting.Cost(paid, amounts, acting.SPECIAL_ACTION)


def read(asked: Asked) -> Value:
    allowed, forbidden = asked.shown("can_play_land"), asked.shown("cant_play_land")
    ways = [way for of_pay in asked.payments.values() for way in of_pay.value["ways"]] if allowed else []
    value = {"legal": bool(allowed), "because": [*asked.because(allowed or forbidden).values()]}
    return Value(value | ({"ways": ways} if asked.payments else {}), negative=not allowed)


def goals(solution: Solution) -> list[Symbol]:
    """That it may be played, or whatever forbids it, and that it has a price."""
    return [atom for name in ("can_play_land", "cant_play_land", "land_price") for atom in solution.shown[name]]
