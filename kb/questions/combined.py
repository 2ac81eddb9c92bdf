"""Choices of objects that do not depend on each other: their product, without the solver and without keeping it in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from kb.questions.proliferate import Asked

CHUNK = 64  # options of a few objects together that are kept


class Option(NamedTuple):
    """Of one object, or of a few together: who is chosen in each pass, and what they have then."""

    chosen: tuple[list[str], ...]
    counters: dict[str, dict[str, int]]

    def result(self) -> dict[str, Any]:
        return {"chosen": self.chosen[0] if len(self.chosen) == 1 else list(self.chosen), "counters": self.counters}


def combined(asked: Asked) -> Iterator[dict[str, Any]]:
    """Every choice of every object with its results; the last object varies fastest. Results share their parts: not to be changed."""
    nothing = Option(tuple([] for _ in range(asked.passes)), {})
    chunks = list(_chunks(asked, nothing))
    if asked.passes == 1:
        yield from _of_one_pass(chunks, nothing)
    else:
        for option in _product(chunks, nothing):
            yield option.result()


def _chunks(asked: Asked, nothing: Option) -> Iterator[Callable[[], Iterator[Option]]]:
    """The options of a few objects together, worked out once; of an object that has very many, each time anew."""
    kept = [nothing]
    for name in asked.eligible:
        own = 2 ** asked.passes * max(map(len, asked.had[name]))
        if len(kept) * own > CHUNK:
            yield kept.__iter__
            kept = [nothing]
        if own > CHUNK:
            yield partial(asked.options, name)
        else:
            kept = [both(before, option) for before in kept for option in asked.options(name)]
    yield kept.__iter__


def both(first: Option, second: Option) -> Option:
    return Option(tuple(map(list.__add__, first.chosen, second.chosen)), first.counters | second.counters)


def _product(chunks: Sequence[Callable[[], Iterator[Option]]], nothing: Option) -> Iterator[Option]:
    if not chunks:
        yield nothing
        return
    for before in _product(chunks[:-1], nothing):
        for option in chunks[-1]():
            yield both(before, option)


def _of_one_pass(chunks: Sequence[Callable[[], Iterator[Option]]], nothing: Option) -> Iterator[dict[str, Any]]:
    """The same for the usual case, where speed counts."""
    last = [(option.chosen[0], option.counters) for option in chunks[-1]()]
    for before in _product(chunks[:-1], nothing):
        (chosen,), counters = before
        for more, further in last:
            yield {"chosen": chosen + more, "counters": counters | further}


def distinct(asked: Asked, groups: Sequence[Sequence[str]]) -> Iterator[dict[str, Any]]:
    """One of all results that differ by swapping objects of a group, with how many it stands for."""
    def go(place: int, before: Option, multiplicity: int) -> Iterator[dict[str, Any]]:
        if place == len(groups):
            yield before.result() | {"multiplicity": multiplicity}
            return
        names = groups[place]
        of_each = [list(asked.options(name)) for name in names]
        for picked in combinations_with_replacement(range(len(of_each[0])), len(names)):
            option = before
            for of_one, index in zip(of_each, reversed(picked)):
                option = both(option, of_one[index])
            yield from go(place + 1, option, multiplicity * arrangements(picked))

    yield from go(0, Option(tuple([] for _ in range(asked.passes)), {}), 1)


def arrangements(things: Sequence) -> int:
    """In how many orders things can stand of which some are equal."""
    return factorial(len(things)) // prod(map(factorial, Counter(things).values()))
