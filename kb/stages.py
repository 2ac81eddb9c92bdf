"""Several programs one after another, each over the state that the one before it left.

The state is the set of facts. A program shows, besides its results (rules/stages.lp),

- ``removed(Fact)`` and ``made(Fact)``: what it changes, as terms that are facts, e.g. ``removed(life("Bob",20))`` and ``made(life("Bob",17))``;
- ``follows(Position, Event)``: what comes next, 1 before 2. The event's name is that of the next question, and the event itself that
  program's only further input: after ``follows(1, proliferate("Alice",2))``, the program of `proliferate` has the fact
  ``begins(proliferate("Alice",2))``; after ``follows(2, state)`` that of `state` has ``begins(state)``.

What follows of a program comes before whatever was still waiting: damage that is followed by 1 a proliferation and 2 state-based
actions may well have a proliferation that is followed by another one. A program with several answer sets leads to several ends.

Nothing is decided here: which facts change and what follows, the rules say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from clingo import Function, Symbol
from clingo.ast import AST, ASTType, parse_string

from kb.rulebook import Rulebook
from kb.solving import Solution, solve

MOST = 1000  # stages on the way to an end: more than any board needs, so that a rulebook that runs in circles is found out


@dataclass(frozen=True)
class Stage:
    """One program's part of a run: what it started from, and one of its answer sets."""

    question: str
    facts: list[Symbol]
    solution: Solution


Run = tuple[Stage, ...]  # from the question asked to its end


def advance(facts: Iterable[Symbol], solution: Solution) -> list[Symbol]:
    """The facts without those that `solution` shows as removed, and with those that it shows as made."""
    removed = {atom.arguments[0] for atom in solution.shown["removed"]}
    made = [atom.arguments[0] for atom in solution.shown["made"]]
    return list(dict.fromkeys([*(fact for fact in facts if fact not in removed), *made]))


def following(solution: Solution) -> list[Symbol]:
    """The events that follow, in order."""
    return [event for _, event in sorted(tuple(atom.arguments) for atom in solution.shown["follows"])]


def run(rulebook: Rulebook, question: str, facts: Iterable[Symbol], inputs: Iterable[Symbol] = (), *, then: Iterable[Symbol] = ()) -> Iterator[Run]:
    """Every way from `question` to its end, lazily: its program, then all that follows, then the events `then`.

    `facts` are the state, `inputs` what the first program is asked besides. Raises ProgramError. kb.questions.outcomes puts together the
    ways that come to the same state.
    """
    waiting: list[tuple[Run, Iterator[Solution], str, list[Symbol], tuple[Symbol, ...]]] = []

    def begin(so_far: Run, name: str, facts: list[Symbol], inputs: Iterable[Symbol], later: tuple[Symbol, ...]) -> None:
        if len(so_far) == MOST:
            raise RuntimeError(f"{question} does not come to an end: after {MOST} stages, {name} follows")
        waiting.append((so_far, iter(solve(rulebook.statements_for(name), [*facts, *inputs])), name, facts, later))

    begin((), question, list(facts), inputs, tuple(then))
    while waiting:
        so_far, solutions, name, state, later = waiting[-1]
        solution = next(solutions, None)
        if solution is None:
            waiting.pop()
            continue
        done = (*so_far, Stage(name, state, solution))
        if coming := (*following(solution), *later):
            begin(done, coming[0].name, advance(state, solution), [Function("begins", [coming[0]])], coming[1:])
        else:
            yield done


def fits(solution: Solution, where: Sequence[AST]) -> bool:
    """Whether the condition holds of what an answer set tells."""
    told = [atom for atom in solution.atoms if atom.name == "told"]
    return bool(solve([*_declared(), *where], told, limit=1))


@cache
def _declared() -> list[AST]:
    statements: list[AST] = []
    parse_string("#defined told/1. #defined told/2.", statements.append)
    return [statement for statement in statements if statement.ast_type is ASTType.Defined]
