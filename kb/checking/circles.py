"""What rests on what, in circles or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from clingo import Observer

T = TypeVar("T")


class Graph(Observer):
    """The rules of a ground program: what each atom rests on."""

    def __init__(self):
        self.below: dict[int, list[tuple[int, bool]]] = defaultdict(list)  # head -> (atom, whether it must be absent)

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._add(head, [(abs(literal), literal < 0) for literal in body])

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        self._add(head, [(abs(literal), literal < 0) for literal, _ in body])

    def _add(self, head: Sequence[int], body: list[tuple[int, bool]]) -> None:
        for atom in head:
            self.below[atom] += body

    def circle(self) -> list[int]:
        """The atoms of a circle through an absence; none where the program is stratified."""
        together = components({head: [atom for atom, _ in body] for head, body in self.below.items()})
        place = {atom: number for number, atoms in enumerate(together) for atom in atoms}
        return next((together[place[head]] for head, body in self.below.items() for atom, absent in body
                     if absent and place.get(atom) == place[head]), [])


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
