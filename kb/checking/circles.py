"""What rests on what, in circles or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")


def components(below: Mapping[T, Iterable[T]]) -> list[list[T]]:
    """What rests on each other, together; each after all that it rests on (Tarjan's algorithm, without recursion)."""
    index: dict[T, int] = {}
    low: dict[T, int] = {}
    stack: list[T] = []
    done: set[T] = set()
    found: list[list[T]] = []
    for root in below:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        work = [(root, iter(below[root]))]
        while work:
            one, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(below.get(other, ()))))
                    break
                if other not in done:
                    low[one] = min(low[one], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[one])
                if low[one] == index[one]:
                    place = stack.index(one)
                    found.append(stack[place:])
                    done.update(found[-1])
                    del stack[place:]
    return found
