"""Minimal sets of a board's statements that clash: what the rules conclude from all of them, and from no fewer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from clingo import Symbol, SymbolType
from clingo.ast import AST

from kb.said import Said, Statement
from kb.solving import solve_each

MOST = 1_000_000
SMALL = 8  # statements of which every part is looked at

Set = frozenset[Statement]
Goal = TypeVar("Goal", bound=Hashable)
Follow = Callable[[Sequence[tuple[Goal, Set]]], Iterable[bool]]  # whether each conclusion follows from its set


def minimal_sets(said: Said, supposed: Mapping[Goal, Sequence[Iterable[Statement]]], follow: Follow[Goal]) -> dict[Goal, Set]:
    """For each conclusion, a minimal set of statements from which it follows: from fewer of them it does not.

    `supposed` has for each conclusion sets of statements from which it may be thought to follow; where none is enough, since what does not
    hold counts too, all of the board's are looked at. A statement goes with those that need it (`Said.needs`).
    """
    enough = _first_that_follow(follow, {goal: [*map(said.with_needed, sets)] for goal, sets in supposed.items()})
    sets = {goal: enough[goal] if goal in enough else _of_many(said, goal, follow) for goal in supposed}
    shrinking = dict(sets)
    while shrinking:  # one statement after another
        shrinking = _first_that_follow(follow, {goal: _without_one(said, statements) for goal, statements in shrinking.items()})
        sets |= shrinking
    return sets | _first_that_follow(follow, {goal: _parts(said, statements) for goal, statements in sets.items()})


def _of_many(said: Said, goal: Goal, follow: Follow[Goal]) -> Set:
    """All statements of the board, without most of those that do not matter: without halves of them, then without smaller parts."""
    statements = frozenset(said.facts)
    size = len(statements) // 2
    while size > 1:
        rest = sorted(statements)
        for start in range(0, len(rest), size):
            fewer = said.without(statements, *rest[start : start + size])
            if any(follow([(goal, fewer)])):
                statements = fewer
        size //= 2
    return statements


def _without_one(said: Said, statements: Set) -> list[Set]:
    """Those without one of the statements, and first without a whole object."""
    return [said.without(statements, one) for one in sorted(statements, key=lambda one: (bool(one.keys), one))]


def _parts(said: Said, statements: Set) -> list[Set]:
    """All smaller sets, the smallest first: what follows from all and from none with one less may still follow from some with two less."""
    if len(statements) > SMALL:
        return []
    parts = {said.with_needed(some) for size in range(len(statements) - 1) for some in combinations(sorted(statements), size)}
    return sorted((part for part in parts if part < statements), key=lambda part: (len(part), sorted(part)))


def _first_that_follow(follow: Follow[Goal], sets: Mapping[Goal, Sequence[Set]]) -> dict[Goal, Set]:
    """For each conclusion, the first of its sets from which it follows, if there is one."""
    questions = [(goal, one) for goal, several in sets.items() for one in several]
    first: dict[Goal, Set] = {}
    for (goal, one), follows in zip(questions, follow(questions)):
        if follows:
            first.setdefault(goal, one)
            if len(first) == len(sets):
                break
    return first


def shown_by(program: Iterable[AST], said: Said, seen: Callable[[Symbol], Hashable] = lambda atom: atom, at_once: int = 1) -> Follow[Symbol]:
    """Whether a program of one answer set shows atoms, or others in which just as much is `seen`.

    So many sets of statements are looked at in one program: several are faster, where what amounts come to is not asked.
    """
    def follow(questions: Sequence[tuple[Symbol, Set]]) -> Iterator[bool]:
        waiting = list(dict.fromkeys(statements for _, statements in questions))
        shown: dict[Set, set[Hashable]] = {}
        for goal, statements in questions:
            if statements not in shown:
                some, waiting = waiting[:at_once], waiting[at_once:]
                solutions = solve_each(program, [said.made_by(one) for one in some], MOST)
                shown |= {one: set(map(seen, of_one[0].goals(()))) for one, of_one in zip(some, solutions)}
            yield seen(goal) in shown[statements]

    return follow


def without_amounts(atom: Symbol) -> Hashable:
    """A third land in a turn is one too many where two may be played, and where one may."""
    return atom.name, tuple(argument for argument in atom.arguments if argument.type is not SymbolType.Number)
