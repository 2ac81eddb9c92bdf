"""Questions whose answer goes through stages (kb.stages): what is left at each distinct end, and how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from clingo import Function, Symbol

from kb.facts import fact
from kb.questions.answer import EXPLAINED, UNTOLD, Asked, Value, say
from kb.reading import BoardError, grow
from kb.schema import WORD, list_of
from kb.solving import Solution, solve
from kb.stages import Run, Stage, advance, following

if TYPE_CHECKING:
    from kb.board import Board
    from kb.explanation import Why

MOST = 4000  # programs that are solved for one answer; more would take minutes
READING = "Proliferations come after the other results of the same damage: a reading of the playtest cards' notes."
CHANGES = ("removed", "made", "follows")  # shown to kb.stages, no part of an explanation
FAULTS = {  # shown where there is no answer, and what would be right
    "too_many_changes": "fewer replacement effects", "too_many_counters": "up to 1,000,000 counters",
    "unfit": "deals that this creature may assign (510.1)", "illegal_assignment": "lethal damage to what blocks it first (702.19b)",
}


def choices(board: Board, choose: Iterable[Iterable[str]] | None) -> list[Symbol]:
    """What each proliferation in turn chooses, as facts; none where nothing is said of that. Raises BoardError."""
    if choose is None:
        return []
    chosen = list_of(list_of(WORD)).read(grow([list(one) for one in choose]))
    found = [fact("choice", number, board.names.find(said, "permanent", "player")) for number, one in enumerate(chosen) for said in one]
    return [fact("choices", len(chosen)), *found]


def value(asked: Staged) -> Value:
    """The distinct results, in an order of their own. Raises BoardError."""
    results = [end.value() for end in asked.ends]
    notes = (READING,) if any(result["proliferations"] for result in results) else ()
    return Value(results, notes=notes)



@dataclass(frozen=True)
class End:
    """One way to an end, and the state there."""

    run: Run
    facts: frozenset[Symbol]

    def value(self) -> dict[str, Any]:
        """What is left: totals of what is still there, who died and lost on the way, and what each proliferation chose."""
        result: dict[str, Any] = {"life": {}, "counters": {}, "damage": {}, "dies": self._names("dies"), "loses": self._names("loses"),
                                  "proliferations": list(self._proliferations())}
        there = {atom.arguments[0] for atom in self.facts if atom.name in ("permanent", "player")}
        for atom in sorted(self.facts):
            if atom.name == "life":
                result["life"][say(atom.arguments[0])] = atom.arguments[1].number
            elif atom.name == "marked_damage" and atom.arguments[0] in there:
                result["damage"][say(atom.arguments[0])] = atom.arguments[1].number
            elif atom.name == "counters" and atom.arguments[0] in there:
                bearer, kind, amount = atom.arguments
                result["counters"].setdefault(say(bearer), {})[say(kind)] = amount.number
        return result

    def _names(self, predicate: str) -> list[str]:
        return sorted({say(atom.arguments[0]) for stage in self.run for atom in stage.solution.shown[predicate]})

    def _proliferations(self) -> Iterator[dict[str, Any]]:
        for stage in self.run:
            yield from proliferations(stage)


def proliferations(stage: Stage) -> Iterator[dict[str, Any]]:
    """Who proliferated in a stage, and what they chose."""
    if stage.question == "proliferate":
        for atom in stage.solution.shown["proliferates"]:
            chosen = sorted(say(one.arguments[0]) for one in stage.solution.shown["chosen"])
            yield {"by": say(atom.arguments[0]), "chosen": chosen}


@dataclass
class Staged(Asked):
    """A question that is put in stages; of ways that come to the same state, the first is kept."""

    @cached_property
    def ends(self) -> list[End]:
        """Every distinct end. Raises BoardError where there are too many ways."""
        ends: dict[tuple, End] = {}
        level = {(): (tuple[Stage, ...](), self.question, frozenset(self.facts), self.inputs, tuple[Symbol, ...]())}
        solved = 0
        while level:
            coming: dict[tuple, tuple] = {}
            for so_far, question, state, inputs, later in level.values():
                solved += 1
                if solved > MOST:
                    raise grow(self.question).error(f"has too many ways to end: after {MOST:,} stages there are more",
                                                    "a board with fewer choices, or what each proliferation chooses (choose)")
                for solution in solve(self.rulebook.statements_for(question), [*state, *inputs]):
                    run = (*so_far, Stage(question, sorted(state), solution))
                    after = frozenset(advance(state, solution))
                    if waiting := (*following(solution), *later):
                        key = (waiting, after)
                        coming.setdefault(key, (run, waiting[0].name, after, [Function("begins", [waiting[0]])], waiting[1:]))
                    else:
                        gone = tuple(sorted({atom for stage in run for name in ("dies", "loses") for atom in stage.solution.shown[name]}))
                        ends.setdefault((gone, after), End(run, after))
            level = coming
        return list(ends.values())

    @cached_property
    def solutions(self) -> list[Solution]:
        """The answer sets of all stages on the ways to the ends."""
        return list({id(stage.solution): stage.solution for end in self.ends for stage in end.run}.values())

    def why(self, goals: Iterable[Symbol] | None = None) -> Why:
        """How what is shown of each stage is derived, stage by stage on the way to each of the first ends."""
        from kb.explanation import explain, together

        if goals is not None:
            return explain(self.rulebook, self.question, self.solution.atoms, goals)
        stages = {id(stage.solution): stage for end in self.ends[:EXPLAINED] for stage in end.run}
        return together(explain(self.rulebook, stage.question, stage.solution.atoms, _goals(stage)) for stage in stages.values())


def _goals(stage: Stage) -> list[Symbol]:
    from kb.questions import QUESTIONS

    of_module = getattr(QUESTIONS.get(stage.question.replace("_", "-")), "goals", None)
    return of_module(stage.solution) if of_module else stage.solution.goals((*UNTOLD, *CHANGES))
