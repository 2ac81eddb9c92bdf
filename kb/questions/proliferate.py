"""`proliferate`: who may be chosen, how many choices there are, and what comes of each (701.34).

The rules say of each object for itself what choosing it puts on it. Where no object's result depends on another's, choices are the
product of these, counted and told without the solver. Teams that share poison counters, conditions and optimal results need all
objects at once: there the solver chooses, one answer set a result, and `kb.questions.jointly` reads them one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from clingo import Function, Number, Symbol

from kb.board import Board
from kb.facts import constant, fact
from kb.questions.alike import alike
from kb.questions.answer import EXPLAINED
from kb.questions.answer import Asked as Base
from kb.questions.answer import Value, first_of, say
from kb.questions.outcomes import goals_of
from kb.questions.combined import Option, combined, distinct
from kb.questions.put_counters import amounts, orders, refuse_overflow
from kb.reading import grow
from kb.schema import WORD, either, list_of, whole
from kb.solving import Solution, solve
from kb.stages import Run, Stage, advance, following

if TYPE_CHECKING:
    from kb.explanation import Why

LISTED, LISTED_OF_STAGES = 64, 10  # results that the value lists; `Answer.results()` goes on. Those with later stages take their time.
MOST = 1000  # passes
TOLD = 3  # results, of those that a condition leaves, that are explained
Result = dict[str, Any]


def facts(board: Board, by: str | None = None, times: int = 1, choose: Sequence[str] | Sequence[Sequence[str]] | None = None,
          then: str | None = None, distinct: bool = False, best: str | Sequence[str] = ()):
    player = board.active if by is None else board.names.find(by, "player")
    times = whole(1, MOST).read(grow(times))
    asked = [fact("begins", Function("proliferate", [fact("", player).arguments[0], Number(times)]))]
    if choose is not None:
        asked += _said(board, choose)
    if then is not None:
        if then != "state":
            raise grow(then).error("does not follow", "state")
        asked.append(fact("then", constant(then)))
    asked += [fact("distinct")] if distinct else []
    asked += [fact("best", Number(place), said) for place, said in enumerate([best] if isinstance(best, str) else best)]
    return asked, []


def _said(board: Board, choose: Sequence) -> list[Symbol]:
    """What each pass chooses, as facts; a list of names is what one pass chooses."""
    said = list_of(either(str=WORD, list=list_of(WORD))).read(grow([one if isinstance(one, str) else list(one) for one in choose]))
    passes = [said] if all(isinstance(one, str) for one in said) else said
    if any(isinstance(one, str) for one in passes):
        raise grow(list(choose)).error("mixes names and lists", "a list of names, or for several passes a list of such lists")
    chosen = [fact("choice", Number(number), board.names.find(name, "permanent", "player", "card"))
              for number, names in enumerate(passes, 1) for name in names]
    return [fact("choices", Number(len(passes))), *dict.fromkeys(chosen)]


class Asked(Base):
    """Proliferating: the survey of what each object could come to have, and the results."""

    @cached_property
    def solution(self) -> Solution:
        """The answer set of the survey."""
        return first_of(solve(self.rulebook.statements_for(self.question), [*self.facts, self.begins, fact("surveyed")]))

    @cached_property
    def solutions(self) -> list[Solution]:
        """The survey's, and those of the stages that are looked at: all that could say that something is not modelled."""
        if self.chosen is not None:
            return [self.solution, *(stage.solution for stages in self.runs for stage in stages)]
        if self.then_state:
            return [self.solution, *solve(self.rulebook.statements_for("state"), [*self.facts, fact("begins", Function("state"))], limit=1)]
        return [self.solution]

    # ---- what is asked -------------------------------------------------------------------------------------------------

    @cached_property
    def begins(self) -> Symbol:
        return next(atom for atom in self.inputs if atom.name == "begins")

    def said(self, name: str) -> list[tuple[Symbol, ...]]:
        """The arguments of the facts that say this of the question."""
        return [tuple(atom.arguments) for atom in self.inputs if atom.name == name]

    @cached_property
    def chosen(self) -> list[list[str]] | None:
        """What each pass is said to choose. Raises BoardError for a choice that is not legal."""
        if not self.said("choices"):
            return None
        (number,) = self.said("choices")[0]
        chosen: list[list[str]] = [[] for _ in range(number.number)]
        for place, bearer in self.said("choice"):
            chosen[place.number - 1].append(self._eligible_or_error(say(bearer)))
        if len(chosen) != self.passes:
            raise grow(chosen).error(f"is what {len(chosen)} passes choose, where there are {self.passes}", f"{self.passes} lists, one a pass")
        return chosen

    def with_choice(self, chosen: Sequence) -> Asked:
        """The same question, with what is chosen."""
        return replace(self, where=None, inputs=[self.begins, *_said(self.board, chosen)])

    def _eligible_or_error(self, name: str) -> str:
        if name not in self.eligible:
            reason = next((say(atom.arguments[1]) for atom in self.shown("cant_be_chosen") if say(atom.arguments[0]) == name), "")
            raise grow(name).error(f"can't be chosen{': ' if reason else ''}{reason}", ", ".join(self.eligible) or "nothing")
        return name

    # ---- what the survey says --------------------------------------------------------------------------------------------

    @cached_property
    def eligible(self) -> list[str]:
        """Who may be chosen: permanents in the order of the board, then players."""
        found = {say(atom.arguments[0]) for atom in self.shown("can_be_chosen")}
        return [name for name in (*self.board.permanents, *self.board.players) if name in found]

    @cached_property
    def passes(self) -> int:
        return self.shown("passes")[0].arguments[0].number

    @cached_property
    def had(self) -> dict[str, list[list[dict[str, int]]]]:
        """For each who may be chosen and each number of times: the totals that it could come to have."""
        found: dict[str, list[list[dict[str, int]]]] = {name: [[] for _ in range(self.passes + 1)] for name in self.eligible}
        for atom in self.shown("could_have"):
            bearer, times, fewer, batch = atom.arguments
            if fewer.number == 0:
                found[say(bearer)][times.number].append(amounts(batch))
        return found

    @cached_property
    def depends(self) -> bool:
        """Whether the result of an object depends on the others."""
        return bool(self.shown("rivals") or self.where or self.said("best") or self.then_state)

    @cached_property
    def conditions(self) -> list[str]:
        """The condition, and what is to be best."""
        return [*([self.where] if self.where is not None else []), *(say(said) for _, said in self.said("best"))]

    @cached_property
    def then_state(self) -> bool:
        """Whether state-based actions follow: where that is said, or where a condition is about what they do."""
        from kb.conditions import subjects, told

        if self.said("then") or not self.conditions:
            return bool(self.said("then"))
        of_state, own = ({known.name for known in told(question, self.rulebook)} for question in ("state", self.question))
        return bool(set().union(*map(subjects, self.conditions)) & (of_state - own))

    @cached_property
    def narrowed(self) -> bool:
        """Whether only some results, or more about them, are asked for."""
        return bool(self.where is not None or any(self.said(name) for name in ("best", "then", "choices", "distinct")))

    @property
    def choices(self) -> int:
        """How many there are: chosen sets, and of several passes sequences of them."""
        return 2 ** (len(self.eligible) * self.passes)

    def options(self, name: str) -> Iterator[Option]:
        """What can come of one object: when it is chosen, and what it has then."""
        for code in range(2 ** self.passes):
            for totals in self.had[name][code.bit_count()]:
                yield Option(tuple([name] if code >> place & 1 else [] for place in range(self.passes)), {name: totals})

    # ---- results -----------------------------------------------------------------------------------------------------------

    @property
    def listed(self) -> int:
        return LISTED_OF_STAGES if self.depends and self.then_state else LISTED

    @cached_property
    def first(self) -> list[Result]:
        """As many results as are listed, and one more where there are more."""
        return list(islice(self._walk(), self.listed + 1))

    def results(self) -> Iterator[Result]:
        """Every result, lazily, the one of choosing nothing first."""
        yield from self.first
        if len(self.first) > self.listed:
            yield from islice(self._walk(), self.listed + 1, None)

    def _walk(self) -> Iterator[Result]:
        if self.chosen is not None:
            yield from self._said_results()
        elif self.depends:
            from kb.questions.jointly import jointly

            yield from jointly(self)
        elif self.said("distinct"):
            yield from distinct(self, self.alike())
        else:
            yield from combined(self)

    def alike(self) -> list[list[str]]:
        """Those who may be chosen, put together where they are alike; those of which a condition speaks are alike to none."""
        from kb.questions.jointly import mentioned

        return alike(self.facts, self.eligible, mentioned(self))

    def _said_results(self) -> Iterator[Result]:
        seen = []
        for stages in self.runs:
            result: Result = {"chosen": self.chosen[0] if self.passes == 1 else self.chosen, "counters": {
                say(atom.arguments[0]): amounts(atom.arguments[1]) for atom in stages[0].solution.shown["comes_to_have"]}}
            for name in ("loses", "dies"):
                result[name] = sorted({say(atom.arguments[0]) for stage in stages for atom in stage.solution.shown[name]})
            if result not in seen:
                seen.append(result)
                yield result

    @cached_property
    def runs(self) -> list[Run]:
        """The stages of what is said to be chosen: proliferating, then state-based actions, for each way."""
        inputs = [atom for atom in self.inputs if atom.name in ("begins", "choices", "choice")]
        return list(self.onward(self.question, self.facts, inputs, [Function("state")]))

    def onward(self, question: str, facts: list[Symbol], inputs: list[Symbol], later: list[Symbol], so_far: Run = ()) -> Iterator[Run]:
        """Every way from a stage to the end."""
        for solution in solve(self.rulebook.statements_for(question), [*facts, *inputs]):
            done = (*so_far, Stage(question, facts, solution))
            if coming := [*following(solution), *later]:
                yield from self.onward(coming[0].name, advance(facts, solution), [fact("begins", coming[0])], coming[1:], done)
            else:
                yield done

    def why(self, goals: Iterable[Symbol] | None = None) -> Why:
        """The survey's derivation; of what is chosen, and of the first of results that were asked for, that of the stages."""
        from kb.explanation import explain, together

        if goals is not None:
            return explain(self.rulebook, self.question, self.solution.atoms, goals)
        survey = explain(self.rulebook, self.question, self.solution.atoms, self.goals(self.solution))
        if self.chosen is None and self.narrowed:
            said = [self.with_choice(result["chosen"]) for result in islice(self.results(), TOLD)]
            return together([survey, *(one.why() for one in said if any(one.chosen))])
        if not any(self.chosen or ()):
            return survey
        stages = {id(stage.solution): stage for stages in self.runs[:EXPLAINED] for stage in stages}
        return together(explain(self.rulebook, stage.question, stage.solution.atoms, goals_of(stage)) for stage in stages.values())


def goals(solution: Solution) -> list[Symbol]:
    """Of a survey, who may be chosen and what choosing puts, and who can't be chosen; of a stage, what those chosen come to have."""
    chosen = {atom.arguments[0] for atom in solution.shown["chosen"]}
    come_to_have = [atom for atom in solution.shown["comes_to_have"] if atom.arguments[0] in chosen]
    may_be_chosen = [atom for atom in solution.atoms if atom.name == "can_be_chosen" and atom.arguments[0] in chosen]
    passed_over = {atom.arguments[0] for atom in solution.shown["passed_over"]}
    cant_be_chosen = [atom for atom in solution.shown["cant_be_chosen"] if atom.arguments[0] in passed_over]
    names = ("can_be_chosen", "could_put", "cant_put", "multiplies", "rivals", "order_of_changes", "chapter_triggers")
    return [*sorted(may_be_chosen), *(atom for name in names for atom in solution.shown[name]), *cant_be_chosen, *come_to_have]


def read(asked: Asked) -> Value:
    if asked.shown("too_many_passes"):
        raise grow(say(asked.begins.arguments[0].arguments[1])).error("is more often than can be counted, once multiplied", f"up to {MOST:,} in all")
    refuse_overflow(asked)
    if asked.chosen is not None and (asked.where is not None or asked.said("best")):
        raise grow(asked.where or "best").error("picks among choices, and a choice is said", "a choice, or a condition and what is best")
    if asked.narrowed:
        asked.first  # what is wrong with a choice or a condition is told at once
    cites = {"choices": asked.decided_by("can_be_chosen", 1)}
    others = {atom.arguments[0] for atom in asked.shown("passed_over")}
    if asked.eligible and others:
        why = asked.why(atom for atom in asked.shown("cant_be_chosen") if atom.arguments[0] in others)
        cites |= {say(why.steps[id].atom.arguments[0]): why.steps[id].cites for id in why.root}
    notes = ("The condition is about what state-based actions do, so results go on to these.",) if asked.then_state and not asked.said("then") else ()
    return Value(lambda: _value(asked), cites, notes=notes)


def _value(asked: Asked) -> dict[str, Any]:
    return {
        "eligible": asked.eligible,
        "not_eligible": [{"id": say(atom.arguments[0]), "because": say(atom.arguments[1])} for atom in asked.shown("cant_be_chosen")],
        "passes": asked.passes,
        "choices": str(asked.choices),
        "if_chosen": _if_chosen(asked),
        "results": asked.first[:asked.listed],
        "more": len(asked.first) > asked.listed,
    }


def count(asked: Asked) -> int:
    """The number of choices; of results, where only some are asked for."""
    return sum(1 for _ in asked.results()) if asked.narrowed else asked.choices


def results(asked: Asked) -> Iterator[Result]:
    return asked.results()


def _if_chosen(asked: Asked) -> dict[str, Any]:
    """For each who may be chosen: what it has now, and what it could have if chosen once, with the replacement effects at work."""
    ways = orders(asked.shown("batch_becomes"))
    found: dict[str, Any] = {name: {"now": had[0][0], "then": []} for name, had in asked.had.items()}
    for event, batch in (atom.arguments for atom in asked.shown("could_put")):
        bearer, how = event.arguments
        if how.name == "all":
            now, put = found[say(bearer)]["now"], amounts(batch)
            totals = {kind: number + put.get(kind, 0) for kind, number in now.items()} | {kind: n for kind, n in put.items() if kind not in now}
            found[say(bearer)]["then"].append({"counters": totals, "order": ways.get((event, batch), [])})
    return found
