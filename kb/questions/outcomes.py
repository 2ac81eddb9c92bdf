"""Questions whose answer goes through stages (kb.stages): what is left at each distinct end, and how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from clingo import Function, Symbol

from kb.facts import fact
from kb.questions.answer import EXPLAINED, UNTOLD, Asked, Value, first_of, say
from kb.reading import grow
from kb.schema import WORD, list_of
from kb.solving import Solution, TooMany, solve, solve_each, whole
from kb.stages import Run, Stage, advance, fits, following

if TYPE_CHECKING:
    from clingo.ast import AST

    from kb.board import Board
    from kb.explanation import Why

MOST = 10_000  # states that are looked at side by side
TOGETHER = 256  # of them in one program: grounding takes longest, and is done once for all these
READING = "Proliferations come after the other results of the same damage: a reading of the playtest cards' notes."
CHANGES = ("removed", "made", "follows")  # shown to kb.stages, no part of an explanation
FAULTS = {  # shown where there is no answer, and what would be right
    "too_many_changes": "fewer replacement effects", "too_many_passes": "up to 1,000 passes", "too_many_counters": "up to 1,000,000 counters",
    "unfit": "deals that this creature may assign (510.1)", "illegal_assignment": "lethal damage to what blocks it first (702.19b)",
}


def choices(board: Board, choose: Iterable[Iterable[str]] | None) -> list[Symbol]:
    """What each proliferation in turn chooses, as facts; where nothing is said of that, that any order of the same choices will do.

    Raises BoardError.
    """
    if choose is None:
        return [fact("in_any_order")]
    chosen = list_of(list_of(WORD)).read(grow([list(one) for one in choose]))
    found = [fact("choice", number, board.names.find(said, "permanent", "player")) for number, one in enumerate(chosen, 1) for said in one]
    return [fact("choices", len(chosen)), *found]


def value(asked: Staged) -> Value:
    """The distinct results. Raises BoardError for what was said to be chosen and can't be."""
    results = [end.value() for end in asked.ends]
    for result in results:
        _refuse_other_choices(asked, [one["chosen"] for one in result["proliferations"]])
    notes = (READING,) if any(result["proliferations"] for result in results) else ()
    return Value(results, notes=(*_not_dealt(asked), *notes))


def _not_dealt(asked: Staged) -> Iterable[str]:
    """What of the damage that was asked about can't be dealt."""
    from kb.explanation import says

    shown = (atom for solution in asked.solutions for name in ("cant_be_dealt", "cant_deal") for atom in solution.shown[name])
    return dict.fromkeys(says(asked.rulebook, atom) for atom in shown)


def _refuse_other_choices(asked: Staged, made: list[list[str]]) -> None:
    """Raises BoardError where what the proliferations chose is not what was said."""
    if (amount := next((atom.arguments[0].number for atom in asked.inputs if atom.name == "choices"), None)) is None:
        return
    said: list[set[str]] = [set() for _ in range(amount)]
    for number, chosen in (atom.arguments for atom in asked.inputs if atom.name == "choice"):
        said[number.number - 1].add(say(chosen))
    if amount != len(made):
        raise grow(f"choose for {amount}").error("does not fit what is dealt", f"a list for each proliferation: {len(made)}")
    for number, (wanted, chosen) in enumerate(zip(said, made), 1):
        for name in sorted(wanted.difference(chosen)):
            raise grow(name).error(f"can't be chosen by proliferation {number}", "permanents and players with counters (701.34a)")


@dataclass(frozen=True)
class End:
    """One way to an end, and the state there."""

    run: Run
    facts: frozenset[Symbol]

    def value(self) -> dict[str, Any]:
        """What is left: totals of what is still there, who died, lost and was exiled on the way, and what each proliferation chose."""
        totals, there, happened = {"life": {}, "counters": {}, "damage": {}}, set(), {"dies": [], "loses": [], "exiled": []}
        told = sorted(filter(None, map(_told, self.facts)))
        for name, bearer, *_ in told:
            if name == "there":
                there.add(bearer)
            elif name in happened:
                happened[name].append(bearer)
        for name, bearer, *rest in told:
            if name == "counters" and bearer in there:
                totals[name].setdefault(bearer, {})[rest[0]] = rest[1]
            elif name == "life" or name == "damage" and bearer in there:
                totals[name][bearer] = rest[0]
        for kind in ("loyalty", "defense"):  # that the board says nothing of
            for bearer, amount in (atom.arguments for atom in self.run[-1].solution.shown[f"{kind}_assumed"]):
                if say(bearer) in there and amount.number:
                    totals["counters"].setdefault(say(bearer), {}).setdefault(kind, amount.number)
        if not happened["exiled"]:
            del happened["exiled"]
        return {**totals, **happened, "proliferations": list(self._proliferations())}

    def _proliferations(self) -> Iterator[dict[str, Any]]:
        for stage in self.run:
            yield from proliferations(stage)


@lru_cache(100_000)
def _told(fact: Symbol) -> tuple | None:
    """What a result says of a fact: its name in the answer, whom it is about, and how much."""
    match fact.name:
        case "permanent" | "player":
            return "there", say(fact.arguments[0])
        case "happened":
            return fact.arguments[0].name, say(fact.arguments[0].arguments[0])
        case "life":
            return "life", say(fact.arguments[0]), fact.arguments[1].number
        case "marked_damage":
            return "damage", say(fact.arguments[0]), fact.arguments[1].number
        case "counters":
            return "counters", say(fact.arguments[0]), say(fact.arguments[1]), fact.arguments[2].number
    return None


def proliferations(stage: Stage) -> Iterator[dict[str, Any]]:
    """Who proliferated in a stage, and what each pass chose."""
    shown = stage.solution.shown
    if stage.question == "proliferate":
        for player, passes in ((say(who.arguments[0]), times.arguments[0].number) for who in shown["proliferates"] for times in shown["passes"]):
            for number in range(1, passes + 1):
                yield {"by": player, "chosen": sorted(say(one.arguments[0]) for one in shown["chosen"] if one.arguments[1].number == number)}


class _Way(NamedTuple):
    """As far as a way has come: its next stage, and the events after that."""

    run: Run
    question: str
    facts: frozenset[Symbol]
    inputs: tuple[Symbol, ...]
    later: tuple[Symbol, ...]


@dataclass
class Staged(Asked):
    """A question that is put in stages; of ways that come to the same state, the first is kept."""

    @cached_property
    def ends(self) -> list[End]:
        """Every distinct end. Raises BoardError where there are too many ways to get there, or all ways go round without one."""
        ends: dict[frozenset[Symbol], End] = {}
        before: set[tuple] = set()
        level = [_Way((), self.question, frozenset([*self.facts, *self.inputs]), (), ())]
        while level:
            coming: dict[tuple, _Way] = {}
            for way, solution in self._stages(level):
                run = (*way.run, Stage(way.question, [*way.facts, *way.inputs], solution))
                facts = frozenset(advance(way.facts, solution))
                if waiting := (*following(solution), *way.later):
                    coming.setdefault((waiting, facts), _Way(run, waiting[0].name, facts, (Function("begins", [waiting[0]]),), waiting[1:]))
                elif self._fits(run[-1]):
                    ends.setdefault(facts, End(run, facts))
            level = [way for state, way in coming.items() if state not in before]
            before |= coming.keys()
            if coming and not level and not ends:
                raise grow(self.question).error("goes on without end: the same comes again and again", "rules and a board by which it ends")
        return list(ends.values())

    def _stages(self, ways: Iterable[_Way]) -> Iterator[tuple[_Way, Solution]]:
        """The next stage of each way, those of one program together. Raises BoardError where a program says that there is no answer."""
        room = MOST
        by_program = groupby(sorted(ways, key=lambda way: way.question), key=lambda way: way.question)
        for question, alike in by_program:
            statements = self.rulebook.statements_for(question)
            for together in batched(alike, TOGETHER):
                try:
                    found = solve_each(statements, [way.facts.union(way.inputs) for way in together], room)
                except TooMany:
                    raise grow(self.question).error(f"goes more than {MOST:,} ways", "a board with fewer choices, or what is chosen") from None
                room -= sum(map(len, found))
                for way, solutions in zip(together, found):
                    yield from ((way, solution) for solution in self._without_faults(solutions))

    def _without_faults(self, solutions: list[Solution]) -> list[Solution]:
        faults = [[atom for name in FAULTS for atom in solution.shown[name]] for solution in solutions]
        if faults and all(faults):
            from kb.explanation import says

            raise grow(self.question).error(f"has no answer: {says(self.rulebook, faults[0][0])}", FAULTS[faults[0][0].name])
        return [solution for solution, wrong in zip(solutions, faults) if not wrong]

    def _fits(self, stage: Stage) -> bool:
        return not self._condition or fits(self._whole(stage), self._condition)

    def _whole(self, stage: Stage) -> Solution:
        return whole(self.rulebook.statements_for(stage.question), stage.facts, stage.solution)

    @cached_property
    def _condition(self) -> list[AST]:
        """On what the last stage tells, which is of state-based actions."""
        from kb.conditions import statements

        return statements(self.where, "state", self.rulebook, self.board.names.kinds) if self.where is not None else []

    @cached_property
    def solutions(self) -> list[Solution]:
        """The answer sets of all stages on the ways to the ends."""
        return list({id(stage.solution): stage.solution for end in self.ends for stage in end.run}.values())

    @cached_property
    def solution(self) -> Solution:
        """An answer set of the first stage."""
        return first_of(solve(self.rulebook.statements_for(self.question), [*self.facts, *self.inputs], limit=1))

    def why(self, goals: Iterable[Symbol] | None = None) -> Why:
        """How what is shown of each stage is derived, stage by stage on the way to each of the first ends."""
        from kb.explanation import explain, together

        if goals is not None:
            return explain(self.rulebook, self.question, self.solution.atoms, goals)
        stages = {id(stage.solution): stage for end in self.ends[:EXPLAINED] for stage in end.run}
        return together(explain(self.rulebook, stage.question, self._whole(stage).atoms, goals_of(stage)) for stage in stages.values())


def batched(items: Iterable[_Way], size: int) -> Iterator[list[_Way]]:
    items = iter(items)
    while batch := list(islice(items, size)):
        yield batch


def goals_of(stage: Stage) -> list[Symbol]:
    from kb.questions import QUESTIONS

    of_module = getattr(QUESTIONS.get(stage.question.replace("_", "-")), "goals", None)
    return of_module(stage.solution) if of_module else stage.solution.goals((*UNTOLD, *CHANGES))
