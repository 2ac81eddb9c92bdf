"""`enter`: how a card would enter the battlefield: with which counters, tapped or not, after which choices (614.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clingo import Symbol

from kb.board import ZONES, Board, BoardError, CardInZone, StackItem
from kb.facts import constant, fact
from kb.questions.answer import Asked as OfOneProgram
from kb.questions.answer import Value, say
from kb.questions.put_counters import amounts, counters_said, orders, refuse_overflow
from kb.reading import grow
from kb.schema import AMOUNT, NUMBER
from kb.solving import Solution

if TYPE_CHECKING:
    from kb.cards import Card

COSTS = ("bargained", "impending", "escaped")  # that can be chosen as a spell is cast, and that texts speak of
MISSING = {"x_not_said": ("x", "the number chosen for X"), "mana_not_said": ("mana_spent", "the mana spent to cast it, such as {G: 2, C: 1}")}
SPELL_OR_CARD = ("spell or ability", "card")


def facts(board: Board, of: str, by: str | None = None, x: int | None = None, cast: bool | None = None,
          mana_spent: Mapping[str, int] | str | None = None, kicked: bool | int = 0, cost: Sequence[str] = (), copy_of: str | None = None,
          token: bool = False, with_: Mapping[str, int] | str = ()):
    held, card = _held(board, of)
    spell = held if isinstance(held, StackItem) else None
    x = spell.x if spell and x is None else x
    mana_spent = spell.mana_spent if spell and mana_spent is None else mana_spent
    owner = held.owner if isinstance(held, CardInZone) else None
    controller = board.names.find(by, "player") if by is not None else spell.controller if spell else owner or board.active

    me, cards = _free(board, card.name), [card]
    asked = [fact("entering", me), fact("represented_by", me, card.name), fact("controller", me, controller), fact("owner", me, owner or controller)]
    asked += [fact("comes_from", me, held.id)] if held else []
    asked += [fact("said_cast", me, constant("yes" if cast else "no"))] if cast is not None else []
    asked += [fact("x_value", me, NUMBER.read(grow(x)))] if x is not None else []
    if mana_spent is not None:
        asked.append(fact("mana_spent_said", me))
        asked += [fact("mana_spent", me, constant(kind), amount) for kind, amount in AMOUNT.read(grow(mana_spent)).items() if amount]
    asked += [fact("kicked", me, NUMBER.read(grow(int(kicked))))] if kicked else []
    asked += [fact("chosen_cost", me, constant(_cost(said))) for said in cost]
    asked += [fact("token", me)] if token else []
    asked += [fact("enters_also_with", me, kind, amount) for kind, amount in counters_said(with_).items() if amount]
    if copy_of is not None:
        cards.append(_held(board, copy_of)[1])
        asked.append(fact("copy_of", me, cards[-1].name))
    return asked, cards


def _held(board: Board, said: str) -> tuple[CardInZone | StackItem | None, Card]:
    """The card or spell on the board that is meant, if it is just one, and the card; of several alike, or of none, a card of the pool."""
    try:
        id = board.names.find(said, *SPELL_OR_CARD)
    except BoardError as error:
        if card := board.pool.find(said):
            return None, card
        raise grow(said).error("is no card", "a card's name, or the id of a card or spell", error.nearest or board.pool.nearest(said)) from None
    held = next(one for one in _all_held(board) if one.id == id)
    if isinstance(held, StackItem) and held.is_ability:
        raise grow(said).error("is an ability", "a card or a spell")
    return held, held.card


def _all_held(board: Board):
    yield from board.stack
    for player in board.players.values():
        for zone in ZONES:
            if isinstance(cards := getattr(player, zone), tuple):
                yield from cards


def _free(board: Board, name: str) -> str:
    """What the permanent is called: as its card, or, where something has that id, with a word more."""
    return name if name not in board.names.kinds else _free(board, f"{name} (entering)")


def _cost(said: str) -> str:
    if said not in COSTS:
        raise grow(said).error("is no cost that is chosen", ", ".join(COSTS))
    return said


class Asked(OfOneProgram):
    """With the permanent that enters among what a condition can speak of."""

    def __post_init__(self):
        if self.where is not None:
            from kb.conditions import words

            self.inputs = [*self.inputs, *(fact("mentioned", word) for word in sorted(words(self.where)))]

    @property
    def names(self) -> list[str]:
        return [*super().names, say(self.input("entering")[0])]


def read(asked: Asked) -> Value:
    for predicate, (key, allowed) in MISSING.items():
        for atom in asked.shown(predicate):
            raise grow(say(atom.arguments[0])).error(f"cannot be told: {key} is missing", f"{key}: {allowed}")
    refuse_overflow(asked)
    results = []
    for solution in asked.solutions:
        result = _result(asked, solution)
        if result not in results:
            results.append(result)
    return Value(sorted(results, key=lambda result: (sorted(result["counters"].items()), result["tapped"], result["choices"])))


def _result(asked: Asked, solution: Solution) -> dict[str, Any]:
    ends = [atom.arguments[0] for atom in solution.shown["ends_in"]]
    ways = orders(solution.shown["batch_becomes"])
    order = next((way for (_, batch), way in ways.items() if batch in ends), [])
    return {"counters": amounts(ends[0]) if ends else {}, "tapped": bool(solution.shown["comes_tapped"]), "order": order,
            "choices": _said(asked, solution.shown["chosen_as_it_enters"]), "also": _said(asked, solution.shown["chooses_as_it_enters"])}


def _said(asked: Asked, atoms: Sequence[Symbol]) -> list[str]:
    from kb.explanation import says

    return [says(asked.rulebook, atom).rstrip(".") for atom in atoms]


def goals(solution: Solution) -> list[Symbol]:
    """What gives it counters, what comes of that, what can't be put, what taps it, and what it loses."""
    found = [atom for name in ("enters_with_so_many", "would_enter_with", "cant_put", "order_of_changes", "comes_tapped", "lost_as_it_enters")
             for atom in solution.shown[name]]
    return found or solution.shown["comes_untapped"]
