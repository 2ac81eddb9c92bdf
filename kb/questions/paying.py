"""Paying a cost with the mana of several sources: what each gives, and the ways to put them together.

The first program (rules/questions/pay.lp, with the choices of tap.lp) finds the uses of sources, one answer set each; the second
(ways_to_pay.lp) puts uses together. Of permanents that are alike, one stands for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from clingo import Function, Symbol, SymbolType

from kb.board import Board
from kb.conditions import at_optimum, objective, statements
from kb.facts import fact
from kb.questions.alike import alike
from kb.questions.answer import say
from kb.rulebook import Rulebook
from kb.questions.ways import Way
from kb.solving import Solution, minimal, models, shown_by
from kb.stages import fits

if TYPE_CHECKING:
    from clingo.ast import AST

    from kb.program import Program

PROGRAM = "ways-to-pay"
LARGEST_X = 12  # of sources that cost {X}: beyond, what they can give is too much to be gone through
SURVEYS = 16  # boards whose sources are remembered


@dataclass(frozen=True)
class Cost:
    """What is to be paid, and by whom."""

    player: str
    symbols: tuple[tuple[Symbol, int], ...]  # as the rules call them (kb.oracle.symbols)
    purpose: Symbol  # casting(Object), activating(Object, Ability), special_action, or anything
    x: int | None = None
    turns: tuple[str, ...] = ()  # permanents that the cost itself taps or untaps

    @property
    def facts(self) -> list[Symbol]:
        asked = [fact("paid_for", self.purpose), *(fact("asks", symbol, amount) for symbol, amount in self.symbols)]
        asked += [fact("value_of_x", self.x)] if self.x is not None else []
        return [*asked, fact("acting_player", self.player), *(fact("kept_untapped", name) for name in self.turns)]

    @property
    def named(self) -> set[str]:
        """What is not alike to anything because the cost is about it."""
        return {*self.turns, *(argument.string for argument in self.purpose.arguments if argument.type is SymbolType.String)}

    @property
    def most(self) -> int:
        """The mana that is asked for, at most."""
        return sum(amount * (self.x or 0 if symbol.name == "x" else 2 if symbol.name == "twobrid" else 1) for symbol, amount in self.symbols)


@dataclass(frozen=True)
class Use:
    """A way to activate a source: an answer set of the survey, and the mana that the player who pays gets."""

    solution: Solution
    source: str
    ability: Symbol
    mana: tuple[tuple[Symbol, int], ...]  # sorts and amounts
    payments: tuple[tuple[Symbol, str], ...]  # positions in the cost, and what pays there
    number: int | None
    damage: int  # and life that is lost, before the cost is paid

    @property
    def key(self) -> tuple:
        return self.source, self.ability, self.mana, self.payments, self.number, self.damage


@dataclass(frozen=True)
class Survey:
    """What the sources of mana on a board give."""

    classes: tuple[tuple[str, ...], ...]
    uses: tuple[Use, ...]
    solutions: tuple[Solution, ...]  # of the program, what they show
    facts: tuple[Symbol, ...]


def survey(board: Board, rulebook: Rulebook, facts: Iterable[Symbol], cost: Cost, apart: Iterable[str] = ()) -> Survey:
    """Find out what the sources of the player who pays give; asked again about the same board, it is remembered."""
    player = board.players[cost.player]
    cards = [card.id for zone in (player.hand, player.graveyard) for card in zone]
    facts = tuple(facts)
    classes = tuple(map(tuple, alike(facts, [*board.permanents, *cards], {*apart, *cost.named})))
    asked = [fact("any_ability"), fact("paid_later"), fact("most_needed", min(cost.most, LARGEST_X)), *cost.facts]
    asked += [fact("exceeds", cost.most)] if cost.most > LARGEST_X else []
    sources = {*cards, *(permanent.id for permanent in board.permanents.values() if permanent.controller == cost.player)}
    asked += [fact("asked_about", names[0]) for names in classes if names[0] in sources]
    asked += [fact("next_alike", *pair) for names in classes for pair in pairwise(names)]
    return _survey(rulebook, (*facts, *asked), classes)


@lru_cache(SURVEYS)
def _survey(rulebook: Rulebook, facts: tuple[Symbol, ...], classes: tuple[tuple[str, ...], ...]) -> Survey:
    solutions = [Solution(shown_by(model), []) for model in models(survey_program(rulebook), facts)]
    found: dict[tuple, Use] = {}
    for solution in solutions:
        if use := _use(solution):
            found.setdefault(use.key, use)
    uses = sorted(found.values(), key=lambda use: (use.source, use.ability, use.mana))
    return Survey(classes, tuple(uses), tuple(solutions), facts)


@lru_cache(SURVEYS)
def survey_program(rulebook: Rulebook) -> Program:
    """The program of surveys: the choices of `tap` are made for all sources."""
    return rulebook.statements_for("tap") + rulebook.statements_for("pay")


def _use(solution: Solution) -> Use | None:
    """The use that an answer set of the survey is; none where the player who pays gets nothing."""
    mana: Counter[Symbol] = Counter()
    for _, sort, amount in (atom.arguments for atom in solution.shown["comes_in"]):
        mana[sort] += amount.number
    for activated in solution.shown["activation"] if mana else ():
        source, ability = activated.arguments
        payments = tuple((atom.arguments[2], say(atom.arguments[3])) for atom in solution.shown["payment"])
        number = next((atom.arguments[2].number for atom in solution.shown["chosen_number"]), None)
        damage = sum(atom.arguments[3].number for atom in solution.shown["hurts"])
        return Use(solution, say(source), ability, tuple(sorted(mana.items())), payments, number, damage)
    return None


class Paying:
    """A cost, and the ways to pay it."""

    def __init__(self, board: Board, rulebook: Rulebook, facts: Iterable[Symbol], cost: Cost, apart: Iterable[str] = ()):
        self.rulebook, self.cost = rulebook, cost
        self.facts = list(facts)
        self.survey = survey(board, rulebook, self.facts, cost, apart)

    @cached_property
    def program_facts(self) -> list[Symbol]:
        """What the second program is given."""
        return [*self.facts, *self.cost.facts, *self._found()]

    def _found(self) -> Iterator[Symbol]:
        place_of = {name: names for names in self.survey.classes for name in names}
        for names in self.survey.classes:
            yield fact("stands_for", names[0], len(names))
        profiles: dict[tuple, int] = {}
        for number, use in enumerate(self.survey.uses):
            yield fact("yields", number, use.source, use.ability)
            profile = profiles.setdefault(use.mana, len(profiles))
            yield fact("profile", number, profile)
            if use.number is not None:
                yield fact("number_for", number, use.number)
            if use.damage:
                yield fact("damage_of", number, use.damage)
            for (position, name), amount in Counter((position, place_of[name][0]) for position, name in use.payments).items():
                yield fact("paid_with_objects", number, position, name, amount)
        for mana, profile in profiles.items():
            yield from (fact("gives", profile, sort, amount) for sort, amount in mana)
        first = self.survey.solutions[0].shown
        if first["pays_no_life_for"]:
            yield fact("without_life")
        yield from first["spares_itself"]
        yield from (Function("activations_left", atom.arguments) for atom in first["times_left"])
        yield from (Function("pays_as", atom.arguments) for atom in first["counts_as"])
        for source, ability, purpose in (atom.arguments for atom in first["cant_be_spent"]):
            yield fact("barred", Function("restricted", [source, ability]), purpose)

    @cached_property
    def possible(self) -> bool:
        return next(self.ways(), None) is not None

    def ways(self, where: str | None = None, best: Sequence[str] = (), names: Iterable[str] = ()) -> Iterator[Way]:
        """Every minimal way, lazily; of those, the ones in which `where` holds, and that are optimal in each of `best` in turn.

        Raises BoardError for a condition that is none.
        """
        program, facts = self.rulebook.statements_for(PROGRAM), self.program_facts
        if where is not None or best:
            facts = [*facts, fact("told_of")]
        for said in best:
            program = program + self._optimum(program, facts, said, names)
        fitting = statements(where, PROGRAM, self.rulebook, names) if where is not None else []
        for model in minimal(program, facts, "element"):
            way = Way(shown_by(model), self.survey.uses, self.survey.classes)
            if not fitting or fits(Solution({}, way.shown["told"]), fitting):
                yield way

    def _optimum(self, program: Program, facts: list[Symbol], said: str, names: Iterable[str]) -> list[AST]:
        """What keeps the ways that are optimal in an amount: less of a way never makes that worse, so some of these are minimal."""
        sought = objective(said, 0, PROGRAM, self.rulebook, names)
        for model in models(program + sought, facts, best=True):
            return at_optimum(said, PROGRAM, self.rulebook, names, model.cost[0])
        return []
