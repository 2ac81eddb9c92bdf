"""Choices that are looked at all at once, in the solver: under a condition, for the best, or where objects depend on each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import chain
from math import prod
from operator import add
from typing import TYPE_CHECKING, Any

from clingo import Function, Model, String, Symbol
from clingo.ast import AST

from kb.facts import fact
from kb.questions.answer import say
from kb.questions.combined import Option, arrangements, both
from kb.questions.put_counters import amounts
from kb.reading import grow
from kb.solving import Solution, models
from kb.stages import fits

if TYPE_CHECKING:
    from kb.questions.proliferate import Asked

TOGETHER = ("state", "proliferate-then-state")  # programs that are solved as one
VERBS = ("loses", "dies")


def mentioned(asked: Asked) -> set[str]:
    """The names, and the kinds of counters, of which the condition and what is to be best speak."""
    from kb.conditions import words

    return {word for said in asked.conditions for word in words(said)}


def jointly(asked: Asked) -> Iterator[dict[str, Any]]:
    """The results that fit, read from the answer sets one after another; nothing is kept."""
    if asked.then_state:
        yield from (_one_by_one if asked.shown("rivals") else _with_state)(asked)
        return
    groups = asked.alike() if asked.said("distinct") else []
    facts = [*asked.facts, asked.begins, *_names(asked, groups)]
    statements = asked.rulebook.statements_for(asked.question) + conditions(asked, [asked.question])
    read = None
    for model in models(statements, facts, best=bool(asked.said("best"))):
        read = read or Reader(asked, model)
        yield _counted(read(model), groups, asked)


def _with_state(asked: Asked) -> Iterator[dict[str, Any]]:
    """Results after state-based actions: those of the first check from the same answer set, those of further checks stage by stage."""
    groups = asked.alike() if asked.said("distinct") else []
    options = {name: list(asked.options(name)) for name in asked.eligible}
    eligible = {String(name) for name in asked.eligible}
    facts = [atom for atom in asked.facts if atom.name != "counters" or atom.arguments[0] not in eligible]
    facts += [fact("begins", Function("state")), *_names(asked, groups)]
    for name, of_one in options.items():
        for number, option in enumerate(of_one):
            facts.append(fact("option", name, number))
            facts += [fact("option_has", name, number, kind, amount) for kind, amount in option.counters[name].items()]
            facts += [fact("option_chooses", name, number)] if any(option.chosen) else []
        facts += [fact("counters_said", name, kind) for kind in of_one[0].counters[name]]
    programs = [asked.rulebook.statements_for(question) for question in TOGETHER]
    statements = reduce(add, programs) + conditions(asked, TOGETHER, "undecided")
    nothing = Option(tuple([] for _ in range(asked.passes)), {})
    for model in models(statements, facts, best=bool(asked.said("best"))):
        shown = [(atom.name, atom.arguments) for atom in model.symbols(shown=True)]
        picked = {say(arguments[0]): arguments[1].number for name, arguments in shown if name == "picked"}
        result = reduce(both, (options[name][picked[name]] for name in asked.eligible), nothing).result()
        ends = [{verb: sorted(say(arguments[0]) for name, arguments in shown if name == verb) for verb in VERBS}]
        if any(name == "undecided" for name, _ in shown):
            if asked.said("best"):
                raise grow("best").error("is not answered where a second check of state-based actions could matter", "best without then")
            ends = _further(asked, result)
        yield from (_counted(result | end, groups, asked) for end in ends)


def _one_by_one(asked: Asked) -> Iterator[dict[str, Any]]:
    """Results after state-based actions, one after another."""
    before = replace(asked, where=None, inputs=[atom for atom in asked.inputs if atom.name not in ("then", "best")])
    if asked.said("best"):
        raise grow("best").error("is not answered after state-based actions where teams share poison counters", "best without then")
    for result in before.results():
        yield from (result | end for end in _further(asked, result))


def _further(asked: Asked, result: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The ends of all checks of state-based actions after a result, those that fit: stage by stage."""
    from kb.conditions import statements

    where = statements(asked.where, TOGETHER, asked.rulebook, asked.board.names.kinds) if asked.where is not None else []
    passes = [result["chosen"]] if asked.passes == 1 else result["chosen"]
    chosen = [fact("told", Function("chosen", [String(name)])) for name in dict.fromkeys(chain.from_iterable(passes))]
    seen = []
    for stages in asked.with_choice(result["chosen"]).runs:
        come_to_have = dict(atom.arguments for atom in stages[0].solution.shown["comes_to_have"])
        end = {verb: sorted({say(atom.arguments[0]) for stage in stages for atom in stage.solution.shown[verb]}) for verb in VERBS}
        same = {say(bearer): amounts(batch) for bearer, batch in come_to_have.items()} == result["counters"]
        if same and end not in seen and (not where or fits(Solution({}, [*stages[-1].solution.atoms, *chosen]), where)):
            seen.append(end)
            yield end


def _names(asked: Asked, groups: list[list[str]]) -> Iterator[Symbol]:
    """What the condition speaks of, and who is alike."""
    yield from (fact("mentioned", word) for word in sorted(mentioned(asked)))
    yield from (fact("same_chance", *pair) for group in groups for pair in zip(group, group[1:]))


def _counted(result: dict[str, Any], groups: list[list[str]], asked: Asked) -> dict[str, Any]:
    return result | ({"multiplicity": multiplicity(result, groups, asked.passes)} if groups else {})


def conditions(asked: Asked, questions: Iterable[str], unless: str = "") -> Iterator[AST]:
    from kb.conditions import objective, statements

    names = asked.board.names.kinds
    if asked.where is not None:
        yield from statements(asked.where, questions, asked.rulebook, names, unless)
    for place, said in asked.said("best"):
        yield from objective(say(said), -place.number, questions, asked.rulebook, names)


def multiplicity(result: dict[str, Any], groups: list[list[str]], passes: int) -> int:
    """How many results differ from this one only by swapping objects of a group."""
    by_pass = [set(one) for one in ([result["chosen"]] if passes == 1 else result["chosen"])]
    return prod(arrangements([(*(name in one for one in by_pass), *sorted(result["counters"][name].items())) for name in group])
                for group in groups)


class Reader:
    """Reads answer sets by the truth of the few atoms that differ between them; each of these is decoded once."""

    def __init__(self, asked: Asked, model: Model):
        self.passes = asked.passes
        atoms = model.context.symbolic_atoms
        place = {name: index for index, name in enumerate(asked.eligible)}
        chosen = [(atom.literal, atom.symbol.arguments) for atom in atoms.by_signature("chosen", 2)]
        self.chosen = sorted(((literal, number.number - 1, say(bearer)) for literal, (bearer, number) in chosen), key=lambda one: (one[1], place[one[2]]))
        alone = not asked.shown("rivals")
        self.had = {name: [totals[0] for totals in had] for name, had in asked.had.items() if alone and all(len(totals) == 1 for totals in had)}
        self.open: dict[str, list[tuple[int, dict[str, int]]]] = {name: [] for name in asked.eligible if name not in self.had}
        for atom in atoms.by_signature("comes_to_have", 2):
            bearer, batch = atom.symbol.arguments
            if (name := say(bearer)) in self.open:
                self.open[name].append((atom.literal, amounts(batch)))

    def __call__(self, model: Model) -> dict[str, Any]:
        true = model.is_true
        chosen: list[list[str]] = [[] for _ in range(self.passes)]
        counters = {name: had[0] for name, had in self.had.items()}
        times = dict.fromkeys(self.had, 0)
        for literal, number, bearer in self.chosen:
            if true(literal):
                chosen[number].append(bearer)
                if bearer in times:
                    times[bearer] += 1
                    counters[bearer] = self.had[bearer][times[bearer]]
        for bearer, options in self.open.items():
            counters[bearer] = next(totals for literal, totals in options if true(literal))
        return {"chosen": chosen[0] if self.passes == 1 else chosen, "counters": counters}
