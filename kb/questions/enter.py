"""`enter`: how a card would enter the battlefield: with which counters, tapped or not, after which choices (614.12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clingo import Symbol, SymbolType

from kb.board import ZONES, Board, BoardError, CardInZone, StackItem
from kb.facts import constant, fact
from kb.questions.answer import Asked as OfOneProgram
from kb.questions.answer import Value, say
from kb.questions.put_counters import amounts, counters_said, orders, refuse_overflow
from kb.reading import grow, nearest
from kb.schema import AMOUNT, NUMBER
from kb.solving import Solution

if TYPE_CHECKING:
    from kb.cards import Card

MISSING = {"x_not_said": ("x", "the number chosen for X"), "mana_not_said": ("mana_spent", "the mana spent to cast it, such as {G: 2, C: 1}")}
GOALS = ("enters_with_so_many", "would_enter_with", "chosen_as_it_enters", "cant_enter_with", "cant_put", "order_of_changes", "comes_tapped",
         "lost_as_it_enters", "copied_spell", "can_copy", "made_a_copy", "is_copy", "cant_enter")
SPELL_OR_CARD = ("spell or ability", "card")


def facts(board: Board, of: str, by: str | None = None, x: int | None = None, cast: bool | None = None,
          cast_by: str | None = None, mana_spent: Mapping[str, int] | str | None = None, kicked: bool | int = 0, given: Sequence[str] = (), copy_of: str | None = None,
          token: bool = False, with_: Mapping[str, int] | str = ()):
    held, card = _held(board, of)
    spell = held if isinstance(held, StackItem) else None
    x = spell.x if spell and x is None else x
    mana_spent = spell.mana_spent if spell and mana_spent is None else mana_spent
    owner = held.owner if isinstance(held, CardInZone) else None
    controller = board.names.find(by, "player") if by is not None else spell.controller if spell else owner or board.active

    me, cards = _free(board, card.name), [card]
    said = [("represented_by", card.name), ("controller", controller), ("owner", owner or controller)]
    said += [("comes_from", held.id)] if held else []
    said += [("said_cast", constant("yes" if cast else "no"))] if cast is not None else []
    if cast_by is not None:
        if cast is False:
            raise grow(cast_by).error("cannot have cast what was not cast", "either cast_by, or that it was not cast")
        said.append(("said_cast_by", board.names.find(cast_by, "player")))
    said += [("x_value", NUMBER.read(grow(x)))] if x is not None else []
    if mana_spent is not None:
        said += [("mana_spent_said",), *(("mana_spent", constant(kind), amount) for kind, amount in AMOUNT.read(grow(mana_spent)).items() if amount)]
    said += [("kicked", NUMBER.read(grow(1 if kicked is True else kicked)))] if kicked else []
    said += [("token",)] if token else []
    said += [("enters_also_with", kind, amount) for kind, amount in counters_said(with_).items() if amount]
    may_copy = copy_of is None and _copies(board, card)
    copies = {f"{me} as a copy of {permanent}": permanent for permanent in board.permanents} if may_copy else {}
    if copy_of is not None:
        permanent, copied = _copied(board, copy_of)
        said.append(("as_copy", permanent) if permanent else ("copy_of", copied.name))
        cards.append(copied)
    asked = [fact(name, one, *of) for one in (me, *copies) for name, *of in (("entering",), ("entering_as", me), *said)]
    asked += [fact("as_copy", one, permanent) for one, permanent in copies.items()]
    return [*asked, *_given(board, cards, given)], cards


def _copied(board: Board, said: str) -> tuple[str | None, Card]:
    """The permanent that is copied, if it is just one, and the card."""
    try:
        permanent = board.permanent(said)
        return permanent.id, permanent.card
    except BoardError:
        return None, _held(board, said)[1]


def _copies(board: Board, card: Card) -> bool:
    """Whether its text lets it enter as a copy, or that of a permanent may have it do so."""
    itself = any(known.name == "effect" and known.arguments[2].name == "enters_as_copy" for known in card.facts)
    return itself or any(known.name == "enters_as_copy_of" for known in board.facts)


def _given(board: Board, cards: Sequence[Card], said: Sequence[str]) -> Iterator[Symbol]:
    """What is given, of that which the texts on the board speak of."""
    spoken_of = {str(what): what for known in (*board.facts, *(known for card in cards for known in card.facts)) for what in _happened(known)}
    spoken_of |= {"opponent_dealt_damage_this_turn": constant("opponent_dealt_damage_this_turn")}
    for word in said:
        if word not in spoken_of:
            raise grow(word).error("is nothing that a text here asks about", ", ".join(sorted(spoken_of)), nearest(word, spoken_of))
        yield fact("given", spoken_of[word])


def _happened(term: Symbol) -> Iterator[Symbol]:
    """The events of the conditions `happened(...)` in a term."""
    if term.type is SymbolType.Function:
        yield from term.arguments if term.name == "happened" else (found for part in term.arguments for found in _happened(part))


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


def _all_held(board: Board) -> Iterator[CardInZone | StackItem]:
    yield from board.stack
    for player in board.players.values():
        for zone in ZONES:
            if isinstance(cards := getattr(player, zone), tuple):
                yield from cards


def _free(board: Board, name: str) -> str:
    """What the permanent is called: as its card, or, where something has that id, with a word more."""
    return name if name not in board.names.kinds else _free(board, f"{name} (entering)")


@dataclass
class Asked(OfOneProgram):
    """With the permanent that enters among what a condition can speak of."""

    def __post_init__(self):
        if self.where is not None:
            from kb.conditions import words

            spoken_of = words(self.where)
            for atom in self.inputs:
                if atom.name == "comes_from" and (before := say(atom.arguments[1])) in spoken_of:
                    raise grow(self.where).error(f"speaks of {before}, the card before it enters", f'"{say(atom.arguments[0])}" for what it is then')
            self.inputs = [*self.inputs, *(fact("mentioned", word) for word in sorted(spoken_of))]

    @property
    def names(self) -> list[str]:
        return [*super().names, say(self.input("entering")[0])]


def read(asked: Asked) -> Value:
    for predicate, (key, allowed) in MISSING.items():
        for atom in asked.shown(predicate):
            raise grow(say(atom.arguments[0])).error(f"cannot be told: {key} is missing", f"{key}: {allowed}")
    if forbidden := asked.shown("cant_enter"):
        return Value([], negative=True, notes=tuple(f"{said}." for said in _said(asked, forbidden)))
    refuse_overflow(asked)
    copied = {atom.arguments[0]: say(atom.arguments[1]) for atom in asked.inputs if atom.name == "as_copy"}
    results = []
    for solution in asked.solutions:
        result = _result(asked, solution, copied)
        if result not in results:
            results.append(result)
    return Value(sorted(results, key=_order))


def _order(result: dict[str, Any]):
    return result["copy_of"] or "", sorted(result["counters"].items()), result["tapped"], result["choices"]


def _result(asked: Asked, solution: Solution, copied: Mapping[Symbol, str]) -> dict[str, Any]:
    (entry,) = solution.shown["chosen_entry"]
    ends = [atom.arguments[0] for atom in solution.shown["ends_in"]]
    ways = orders(solution.shown["batch_becomes"])
    return {"counters": amounts(ends[0]) if ends else {}, "tapped": bool(solution.shown["comes_tapped"]),
            "order": next((way for (_, batch), way in ways.items() if batch in ends), []), "copy_of": copied.get(entry.arguments[0]),
            "choices": _said(asked, solution.shown["chosen_as_it_enters"]), "also": _said(asked, solution.shown["chooses_as_it_enters"])}


def _said(asked: Asked, atoms: Sequence[Symbol]) -> list[str]:
    from kb.explanation import says

    return [says(asked.rulebook, atom).rstrip(".") for atom in atoms]


def goals(solution: Solution) -> list[Symbol]:
    """What gives it counters, what comes of that, what can't be put, what taps it, what it loses, and of what it is a copy."""
    found = [atom for name in GOALS for atom in solution.shown[name]]
    return found or solution.shown["comes_untapped"]
