"""What the questions about acting share: whether a cost of mana can be paid is another question, and to them a fact of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from clingo import Function, Symbol, SymbolType

from kb.board import ZONES, Board, CardInZone
from kb.facts import fact
from kb.questions import answer, pay
from kb.questions.answer import say, sentence
from kb.saying import phrase
from kb.solving import Solution
from kb.why import Why, together

if TYPE_CHECKING:
    from kb.questions.answer import Answer

SPECIAL_ACTION = Function("special_action")


def activating(bearer: Symbol, ability: Symbol) -> Symbol:
    """The purpose of mana that is spent on activating an ability."""
    return Function("activating", [bearer, ability])


class Cost(NamedTuple):
    """Mana to be paid for something (the arguments of `unpayable`), on which it is spent, and what may not be tapped for it."""

    paid: tuple[Symbol, Symbol]
    symbols: Mapping[Symbol, int]
    purpose: Symbol
    kept: tuple[Symbol, ...] = ()


def _to_pay(cost: Cost, player: str) -> pay.Cost:
    x = 0 if any(symbol.name == "x" for symbol in cost.symbols) else None  # the least that can be chosen
    return pay.Cost(player, tuple(cost.symbols.items()), cost.purpose, x, tuple(map(say, cost.kept)))


def player_of(board: Board, id: str) -> str:
    """Who controls a permanent or owns a card; of what is only spoken of, the active player."""
    if permanent := board.permanents.get(id):
        return permanent.controller
    return next((card.owner for card in cards(board) if card.id == id), board.active)


def cards(board: Board) -> Iterator[CardInZone]:
    """Those in hands, graveyards, libraries, exile and the command zone."""
    for player in board.players.values():
        for zone in ZONES:
            if isinstance(held := getattr(player, zone), tuple):
                yield from held


class Asked(answer.Asked):
    """Asked twice: first what mana has to be paid, and then the question itself, with what can't be paid as facts."""

    def costs(self, first: answer.Asked) -> Iterator[Cost]:
        """What has to be paid, by what is shown the first time."""
        raise NotImplementedError

    @cached_property
    def payments(self) -> dict[tuple[Symbol, Symbol], Answer]:
        """For what costs mana, the answer of `pay`."""
        first = answer.Asked(self.question, self.board, self.rulebook, self.facts, self.inputs)
        (player,) = self.input("acting_player")
        known = [*self.facts, *(atom for atom in self.inputs if atom.name in ("in_zone", "represented_by"))]
        return {cost.paid: pay.answer_for(_to_pay(cost, say(player)), self.board, self.rulebook, known) for cost in self.costs(first)}

    @cached_property
    def solutions(self) -> list[Solution]:
        self.inputs += [fact("unpayable", *paid) for paid, of_pay in self.payments.items() if of_pay.negative]
        return super().solutions

    def why(self, goals: Iterable[Symbol] | None = None) -> Why:
        """How `goals` come about; by default all that is shown, and how what has to be paid is paid, or why it can't be."""
        own = super().why(goals)
        return own if goals is not None else together([own, *(of_pay.why() for of_pay in self.payments.values())])

    def because(self, atoms: Iterable[Symbol]) -> dict[Symbol, dict[str, str]]:
        """For each atom what it says, of one that forbids just the reason, and the numbers of the rules that give it."""
        atoms = list(dict.fromkeys(atoms))
        why = self.why(atoms) if atoms else Why((), {})
        return {step.atom: {"rule": " ".join(step.cites), "says": self._reason(step.atom) or step.sentence}
                for step in map(why.steps.get, why.root)}

    def _reason(self, atom: Symbol) -> str:
        if not atom.name.startswith("cant_"):
            return ""
        reason = atom.arguments[-1]
        return sentence(f"{reason.string}.") if reason.type is SymbolType.String else f"{phrase(self.rulebook, reason)}."

    def _not_modelled(self) -> tuple[dict[str, Any], ...]:
        missing = [*super()._not_modelled(), *(one for of_pay in self.payments.values() for one in of_pay.not_modelled)]
        return tuple({str(one): one for one in missing}.values())
