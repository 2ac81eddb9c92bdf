"""Minimal sets of a board's statements that clash: what the rules conclude from all of them, and from no fewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo import Symbol
from clingo.ast import AST

from kb.said import Said, Statement
from kb.solving import solve_each

TOGETHER = 64  # sets of statements that are looked at in one program
MOST = 1_000_000

Set = frozenset[Statement]


def minimal_sets(program: Iterable[AST], said: Said, supposed: Mapping[Symbol, Iterable[Statement]]) -> dict[Symbol, Set]:
    """For each conclusion, a minimal set of statements from which it follows: leave out any one of them, and it does not.

    `supposed` has for each conclusion the statements from which it is thought to follow; where these are not enough, since what does not
    hold counts too, all of the board's are looked at. A statement goes with those that need it (`Said.needs`). A program of one answer set.
    """
    everything = frozenset(said.facts)
    sets = {goal: said.with_needed(statements) for goal, statements in supposed.items()}
    enough = _follow(program, said, [*sets.items()])
    sets = {goal: supposed if follows else everything for (goal, supposed), follows in zip(sets.items(), enough)}
    needed: dict[Symbol, set[Statement]] = {goal: set() for goal in sets}  # without which it does not follow
    while open_goals := [goal for goal in sets if sets[goal] - needed[goal]]:
        fewer = {goal: [(one, said.without(sets[goal], one)) for one in _in_order(said, sets[goal] - needed[goal])] for goal in open_goals}
        found = iter(_follow(program, said, [(goal, rest) for goal in open_goals for _, rest in fewer[goal]]))
        for goal in open_goals:
            follows = [next(found) for _ in fewer[goal]]
            if any(follows):
                sets[goal], needed[goal] = next(rest for (_, rest), so in zip(fewer[goal], follows) if so), set()
            else:
                needed[goal] = set(sets[goal])
    return sets


def _in_order(said: Said, statements: Iterable[Statement]) -> list[Statement]:
    """Those that take most with them first."""
    return sorted(statements, key=lambda one: (bool(one.keys), one))


def _follow(program: Iterable[AST], said: Said, questions: Sequence[tuple[Symbol, Set]]) -> list[bool]:
    """Whether each conclusion follows from its set of statements."""
    sets = list(dict.fromkeys(statements for _, statements in questions))
    shown: dict[Set, set[Symbol]] = {}
    for start in range(0, len(sets), TOGETHER):
        some = sets[start : start + TOGETHER]
        solutions = solve_each(program, [said.made_by(statements) for statements in some], MOST)
        shown |= {statements: set(of_one[0].goals(())) for statements, of_one in zip(some, solutions)}
    return [goal in shown[statements] for goal, statements in questions]
