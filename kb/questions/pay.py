"""`pay`: whether a player can pay a cost with their sources of mana, and every minimal way (118, 601.2f-h)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from clingo import Function, Symbol

from kb.board import Board, BoardError
from kb.facts import fact, outside
from kb.questions.answer import Asked as Base
from kb.questions.answer import TYPES, Value, say
from kb.questions.paying import Cost, Paying, survey_program
from kb.reading import grow
from kb.schema import MANA_COST, whole
from kb.solving import Solution, solve, wholes

if TYPE_CHECKING:
    from kb.cards import Card
    from kb.explanation import Why
    from kb.questions.answer import Answer
    from kb.reading import Node
    from kb.rulebook import Rulebook

LISTED = 10  # ways that the value lists; `Answer.results()` goes on
COUNTED = 10_000  # ways that are counted, and no more
MOST = 1000  # mana that a cost asks for
TOLD = 3  # ways that are explained
SOURCES = 8  # answer sets of the survey that are explained
OF_SOURCES = {  # by programs: what is told
    "tap": ("added", "cant_activate"),
    "pay": ("not_tapping", "serves", "spent_as", "only_otherwise", "cant_be_spent", "pays_no_life_for"),
}
FORBIDS = ("cant_activate", "cant_be_spent", "pays_no_life_for")  # of these: told where there is no way
LACKS = ("there_is_too_little", "too_little_life", "nothing_lacks_alone")
SPELL_OR_CARD = ("card", "spell or ability")
SHORT = {"fewest-sources": "min:sources({player})"}


def facts(board: Board, of: str, by: str | None = None, x: int | None = None, for_: str | None = None, best: str | Sequence[str] = ()):
    player = board.active if by is None else board.names.find(by, "player")
    of_card = "{" not in of and board.pool.find(of) is not None or board.names.kinds.get(of) in SPELL_OR_CARD
    if of_card and for_ is not None:
        raise grow(of).error("is a card, and for says what a cost is paid for", "a card, or a cost and what it is for")
    purpose, cards = _purpose(board, of if of_card else for_, player)
    symbols = () if of_card else parsed(of, x)
    asked = [*Cost(player, symbols, purpose, x).facts, *(about for card in cards for about in outside(card))]
    asked += [fact("cost_is_told")] if of_card else []
    return [*asked, *(fact("best", place, said) for place, said in enumerate([best] if isinstance(best, str) else best))], cards


def parsed(said: str, x: int | None = None) -> tuple[tuple[Symbol, int], ...]:
    """The symbols of a cost such as "{X}{2}{G/W}" and their amounts. Raises BoardError."""
    from clingo import parse_term

    from kb.oracle.symbols import symbols

    node = grow(said)
    found = {parse_term(str(symbol)): amount for symbol, amount in symbols(MANA_COST.read(node).upper()).items()}
    names = {symbol.name for symbol in found}
    if names & {"y", "z"}:
        raise node.error("has a symbol that is not answered", "X as the only symbol for a number that is chosen")
    _refuse_numbers(node, found, x)
    return tuple(found.items())


def _refuse_numbers(node: Node, symbols: Mapping[Symbol, int], x: int | None) -> None:
    """Raises BoardError for an X without a number, a number without an X, and for too much mana."""
    if any(symbol.name == "x" for symbol in symbols) != (x is not None):
        raise node.error("has {X}, which is not said" if x is None else "has no {X}", "{X} and x, or neither")
    if x is not None:
        whole(0, MOST).read(grow(x))
    if sum(symbols.values()) > MOST:
        raise node.error("is more than can be gone through", f"up to {MOST:,} mana")


def _purpose(board: Board, said: str | None, player: str) -> tuple[Symbol, list[Card]]:
    """What the cost is paid for, and the cards that have to be known for that; of several in hand, one. Raises BoardError."""
    if said is None:
        return Function("anything"), []
    try:
        return _casting(board.names.find(said, *SPELL_OR_CARD)), []
    except BoardError as error:
        if (card := board.pool.find(said)) is None:
            raise grow(said).error("is no card", error.allowed, board.pool.nearest(said)) from None
        in_hand = [held.id for held in board.players[player].hand if held.card.name == card.name]
        return (_casting(in_hand[0]), []) if in_hand else (_casting(card.name), [card])


def _casting(name: str) -> Symbol:
    return fact("casting", name)


def _place(way: list[dict[str, Any]]) -> tuple:
    """Of all ways, those of few steps come first; of the same steps, {W} before {U}, and so on."""
    return len(way), [step.get("tap", "") for step in way], [[TYPES.index(letter.lower()) for letter in step.get("for", ())] for step in way]


class Asked(Base):
    """A cost, and the ways to pay it."""

    @cached_property
    def paying(self) -> Paying:
        (purpose,), (player,) = self.input("paid_for"), self.input("acting_player")
        told = self.total.shown["total_cost"] if self.total else ()
        asked = tuple((atom.arguments[-2], atom.arguments[-1].number) for atom in (*self.inputs, *told) if atom.name in ("asks", "total_cost"))
        x = next((atom.arguments[0].number for atom in self.inputs if atom.name == "value_of_x" and not self.total), None)
        facts = [*self.facts, *(atom for atom in self.inputs if atom.name in ("in_zone", "represented_by", "cost_is_told"))]
        turned = tuple(say(atom.arguments[0]) for atom in self.inputs if atom.name == "kept_untapped")
        return Paying(self.board, self.rulebook, facts, Cost(say(player), asked, purpose, x, turned), self._mentioned())

    @cached_property
    def total(self) -> Solution | None:
        """What the spell costs in all, where the question is asked of a card. Raises BoardError where it can't be paid."""
        if not any(atom.name == "cost_is_told" for atom in self.inputs):
            return None
        (found,) = solve(self.rulebook.statements_for("total-cost"), [*self.facts, *self.inputs])
        (spell,) = self.input("paid_for")[0].arguments
        if found.shown["without_mana_cost"]:
            raise grow(say(spell)).error("has no mana cost", "a card with a mana cost (118.6)")
        printed = {symbol: amount for symbol, amount in (atom.arguments[1:] for atom in found.shown["spell_cost"])}
        x = next((atom.arguments[0].number for atom in self.inputs if atom.name == "value_of_x"), None)
        _refuse_numbers(grow(say(spell)), {symbol: amount.number for symbol, amount in printed.items()}, x)
        return found

    # ---- conditions ----------------------------------------------------------------------------------------------------

    @cached_property
    def best(self) -> list[str]:
        """What ways are to be best in, as kb.conditions reads it. Raises BoardError."""
        said = [say(atom.arguments[1]) for atom in sorted(self.inputs) if atom.name == "best"]
        return [self._amount(one) for one in said]

    def _amount(self, said: str) -> str:
        player = '"' + say(self.input("acting_player")[0]).replace("\\", "\\\\").replace('"', '\\"') + '"'
        if said in SHORT:
            return SHORT[said].format(player=player)
        kind, _, kept = said.partition(":")
        if kind == "keep" and len(kept) == 1 and kept.upper() in "WUBRGC":
            return f"max:keeps({player}, {kept.upper()})"
        if kind not in ("min", "max") or (kind == "max") != ("keeps(" in said):
            from kb.conditions import is_amount

            raise grow(said).error("is nothing that minimal ways could be best in",
                                   "fewest-sources, keep:U (or W, B, R, G, C), min: and an amount such as damage(Alice)",
                                   f"min:{said}" if is_amount(said) else None)
        return said

    def _mentioned(self) -> set[str]:
        from kb.conditions import words

        return {word for said in (*self.best, *([self.where] if self.where is not None else [])) for word in words(said)}

    # ---- ways ----------------------------------------------------------------------------------------------------------

    @cached_property
    def first(self) -> list[dict[str, Any]]:
        """As many ways as are listed, and one more where there are more."""
        found = list(islice(self._walk(), LISTED + 1))
        return found if len(found) > LISTED else sorted(found, key=_place)

    def results(self) -> Iterator[list[dict[str, Any]]]:
        """Every minimal way, lazily."""
        yield from self.first
        if len(self.first) > LISTED:
            yield from islice(self._walk(), LISTED + 1, None)

    def _walk(self) -> Iterator[list[dict[str, Any]]]:
        for way in self.ways():
            yield way.steps(self._number_of, self._besides)

    def ways(self):
        return self.paying.ways(self.where, self.best, self.board.names.kinds)

    def count(self) -> int | str:
        counted = sum(1 for _ in islice(self.ways(), COUNTED + 1))
        return counted if counted <= COUNTED else f"more than {COUNTED:,}"

    @cached_property
    def _number_of(self) -> dict[tuple[str, Symbol], int]:
        """Which activated ability of its source each is."""
        return {(say(source), ability): number.number for source, ability, number in
                (atom.arguments for atom in self.paying.survey.solutions[0].shown["numbered_source"])}

    def _besides(self, use, name: str) -> dict[str, Any]:
        """What else a use does: as `tap` has it, and the damage that it deals to who pays."""
        from kb.explanation import says

        shown = use.solution.shown
        also = [*shown["costs_besides"], *shown["happens_besides"], *shown["waits_on_the_stack"]]
        told = [{"source": say(atom.arguments[0]), "says": says(self.rulebook, atom).replace(use.source, name)} for atom in also]
        return {"also": told} if told else {}

    # ---- why -----------------------------------------------------------------------------------------------------------

    @cached_property
    def solutions(self) -> list[Solution]:
        return list(self.paying.survey.solutions)

    @property
    def looked_at(self) -> list[Solution]:
        return [*self.solutions, *([self.total] if self.total else [])]

    @cached_property
    def solution(self) -> Solution:
        return next(self._whole(self.solutions[:1]))

    @cached_property
    def lack(self) -> Solution:
        """The answer set about which symbols lack mana."""
        return solve(self.rulebook.statements_for("lack-of-mana"), self.paying.program_facts)[0]

    def why(self, goals: Iterable[Symbol] | None = None) -> Why:
        """Of a way: what its sources give, and how that fits the symbols; where there is none: what each source gives or why it does not, and
        which symbols lack mana."""
        from kb.explanation import explain, together

        if goals is not None:
            return explain(self.rulebook, self.question, self.solution.atoms, goals)
        ways = list(islice(self.ways(), TOLD))
        if ways:
            used = {use.key: use.solution for way in ways for use in way.acts.values()}
            wanted = dict.fromkeys(goal for way in ways for goal in way.goals())
        else:
            used = {(use.source, use.ability): use.solution for use in self.paying.survey.uses}
            wanted = dict.fromkeys([*_shown(self.lack, LACKS), *self.lack.goals(())])
        told = [explain(self.rulebook, "total-cost", self.total.atoms, _shown(self.total, ("total_generic", "total_cost")))] if self.total else []
        told.append(explain(self.rulebook, "lack-of-mana", self.lack.atoms, wanted))
        for solution in self._whole([*used.values()][:SOURCES] or self.solutions[:1]):
            goals = {question: [name for name in names if ways == [] or name not in FORBIDS] for question, names in OF_SOURCES.items()}
            told += [explain(self.rulebook, question, solution.atoms, _shown(solution, names)) for question, names in goals.items()]
        return together(told)

    def reasons(self) -> list[tuple[str, tuple[str, ...]]]:
        """Where there is no way: what lacks mana and what forbids each source, as sentences and the numbers of rules."""
        from kb.explanation import explain

        told = [explain(self.rulebook, "lack-of-mana", self.lack.atoms, _shown(self.lack, LACKS))]
        for question, names in OF_SOURCES.items():
            told.append(explain(self.rulebook, question, self.solution.atoms, _shown(self.solution, [name for name in names if name in FORBIDS])))
        return [(why.steps[id].says, why.steps[id].cites) for why in told for id in why.root]

    def _whole(self, solutions: Iterable[Solution]) -> Iterator[Solution]:
        """Answer sets of the survey, with all their atoms."""
        return wholes(survey_program(self.rulebook), self.paying.survey.facts, solutions)


def _shown(solution: Solution, names: Iterable[str]) -> list[Symbol]:
    return [atom for name in names for atom in solution.shown[name]]


def read(asked: Asked) -> Value:
    for solution in asked.solutions:
        for atom in solution.shown["overflow"]:
            from kb.explanation import says

            raise grow(asked.question).error(says(asked.rulebook, atom), "up to 1,000,000 mana")
    possible = bool(asked.first) if asked.where is not None or asked.best else asked.paying.possible
    return Value(lambda: {"possible": possible, "ways": asked.first[:LISTED], "more": len(asked.first) > LISTED}, negative=not possible)


def answer_for(cost: Cost, board: Board, rulebook: Rulebook, facts: Iterable[Symbol]) -> Answer:
    """The answer for a cost that another question is about; `facts` are what is known there."""
    asked = Asked("pay", board, rulebook, list(facts), cost.facts)
    return asked.answer(read(asked))


def count(asked: Asked) -> int | str:
    return asked.count()


def results(asked: Asked) -> Iterator[list[dict[str, Any]]]:
    return asked.results()
