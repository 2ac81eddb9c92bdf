"""`put-counters`: the counters that an event puts, after replacement effects in every order (614.16, 616.1)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from clingo import Symbol

from kb.board import Board
from kb.facts import fact
from kb.questions.answer import Asked, Value, say
from kb.reading import grow
from kb.schema import COUNTERS
from kb.solving import Solution

ALLOWED = {"too_many_counters": "up to 1,000,000 counters", "too_many_changes": "fewer replacement effects"}


def facts(board: Board, on: str, counters: Mapping[str, int] | str, by: str | None = None, effect: bool = True,
          modular: bool = False):
    bearer = board.names.find(on, "permanent", "player")
    permanent = board.permanents.get(bearer)
    acting = board.names.find(by, "player") if by is not None else permanent.controller if permanent else board.active
    asked = [fact("asked_counters", acting, bearer, kind, amount) for kind, amount in counters_said(counters).items() if amount]
    return [*asked, *([fact("asked_effect")] if effect else []), *([fact("asked_modular")] if modular else [])], []


def counters_said(said: Mapping[str, int] | str) -> dict[str, int]:
    """Kinds and numbers of counters, from a mapping or as in "2 +1/+1, 1 charge". Raises BoardError."""
    return COUNTERS.read(grow(_parsed(said) if isinstance(said, str) else dict(said)))


def _parsed(said: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in said.split(","):
        number, _, kind = part.strip().partition(" ")
        if not number.isdecimal() or len(number) > 9 or kind in found:
            raise grow(said).error("says no counters", "numbers and kinds, such as 2 +1/+1, 1 charge")
        found[kind.strip()] = int(number)
    return found


def read(asked: Asked) -> Value:
    refuse_overflow(asked)
    ways = orders(asked.shown("batch_becomes"))
    results = [{"counters": amounts(batch), "order": ways.get((event, batch), [])}
               for event, batch in (atom.arguments for atom in asked.shown("could_put"))]
    return Value(sorted(results or [{"counters": {}, "order": []}], key=lambda result: sorted(result["counters"].items())))


def goals(solution: Solution) -> list[Symbol]:
    """What can come of it, what can't be put, and the choice of an order."""
    return [atom for name in ("could_put", "cant_put", "order_of_changes") for atom in solution.shown[name]]


def refuse_overflow(asked: Asked) -> None:
    """Raises BoardError where something is more than the rulebook counts."""
    from kb.explanation import says

    for problem in ALLOWED:
        for atom in asked.shown(problem):
            raise grow(asked.question).error(f"has no answer: {says(asked.rulebook, atom)}", ALLOWED[problem])


def amounts(batch: Symbol) -> dict[str, int]:
    """A batch as a mapping from kinds to numbers; what is none is left out."""
    found = {}
    while batch.name == "also":
        first, batch = batch.arguments
        found[first.arguments[0].string] = first.arguments[1].number
    if batch.name == "amount":
        found[batch.arguments[0].string] = batch.arguments[1].number
    return {kind: number for kind, number in found.items() if number}


def orders(steps: Iterable[Symbol]) -> dict[tuple[Symbol, Symbol], list[str]]:
    """For each event and what it comes to put: the sources of replacement effects in an order that leads there, the shortest."""
    onward: dict[tuple, list[tuple]] = {}
    begun: dict[Symbol, Any] = {}
    for event, batch, used, effect, new, newly_used in (atom.arguments for atom in steps):
        onward.setdefault((event, batch, used), []).append((say(effect.arguments[0]), (event, new, newly_used)))
        if used.number == 0:
            begun[event] = (event, batch, used)
    found: dict[tuple[Symbol, Symbol], list[str]] = {}
    seen = set(begun.values())
    waiting = deque((start, []) for start in begun.values())
    while waiting:
        place, order = waiting.popleft()
        if place not in onward:
            found.setdefault(place[:2], order)
        for source, there in onward.get(place, ()):
            if there not in seen:
                seen.add(there)
                waiting.append((there, [*order, source]))
    return found
