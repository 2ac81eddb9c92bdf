"""An explanation as a person reads it: a tree of a screenful, out of a graph that holds every step.

Helpers are folded away, a shared step is told once, and of what is left the steps that a reader misses least go first. What is left
out is counted; `Why.to_json` has it all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from kb.rulebook import Statement
from kb.why import Step, Why

SCREEN, MORE, MOST = 14, 4, 26  # lines of reasons: for one conclusion, for each further one, at most
ABSENT, AGAIN, GIVEN, BASIC, RULE = range(5)  # kinds of lines, in the order in which a reader misses them least


@dataclass(eq=False)
class Line:
    """A line of an explanation, the rule at work, and the lines that it rests on."""

    says: str
    rule: Statement | None = None
    below: list[Line] = field(default_factory=list)
    kind: int = RULE
    depth: int = 0

    @property
    def cites(self) -> str:
        """The number of its rule; nothing for what is given, or the rules' own helpers."""
        return self.rule.number.strip("-") if self.rule else ""


@dataclass(frozen=True)
class Told:
    """`lines` in the order of reading, each with its `depth`; `labels` of the rules they cite; `left_out` counts what is not told."""

    lines: tuple[Line, ...]
    labels: dict[str, list[str]]
    left_out: int


def tell(why: Why, screen: int | None = None) -> Told:
    """The reasons in about `screen` lines; every rule that would be cited in more is still cited."""
    teller = _Teller(why.folded())
    roots = [teller.line(id, beneath=False) for id in dict.fromkeys(teller.why.root)]
    left_out = _prune(roots, screen or min(SCREEN + MORE * (len(roots) - 1), MOST))
    lines = tuple(_flat(roots))
    labels: dict[str, list[str]] = {number: [] for number in sorted({line.cites for line in lines if line.cites}, key=_order)}
    for line in lines:
        if line.cites and line.rule.label not in labels[line.cites]:
            labels[line.cites].append(line.rule.label)
    return Told(lines, labels, left_out)


def _prune(roots: list[Line], screen: int) -> int:
    """Takes lines away that nothing rests on, the deepest and last first, while there are too many; how many it took."""
    lines = list(_flat(roots))
    above = {line: upper for upper in lines for line in upper.below}
    cited = Counter(line.cites for line in lines)
    place = {line: (line.kind, -line.depth, -position) for position, line in enumerate(lines)}
    ends = [place[line] for line in lines if not line.below]
    heapify(ends)
    taken = 0
    while ends and len(lines) - taken > screen:
        line = lines[-heappop(ends)[2]]
        if line in above and (not line.cites or cited[line.cites] > 1):
            cited[line.cites] -= 1
            taken += 1
            upper = above[line]
            upper.below.remove(line)
            if not upper.below:
                heappush(ends, place[upper])
    return taken


class _Teller:
    """Walks the graph from its roots; remembers what was told."""

    def __init__(self, why: Why):
        self.why = why
        self.told: set[str] = set()

    def line(self, id: str, beneath: bool = True) -> Line | None:
        """The step with what it rests on; None where it was told before and rests on no other rule."""
        step = self.why.steps[id]
        if beneath and id in self.why.root:  # has a tree of its own
            return Line(step.sentence, step.rule, kind=AGAIN)
        if id in self.told:
            rests = any(self.why.steps[other].rule for other in self.premises(step))
            return Line(f"{step.sentence[:-1]} (as above).", step.rule, kind=AGAIN) if rests else None
        self.told.add(id)
        if not step.holds:
            return Line(f"Not so: {step.clause}", below=list(self.missing(step)))
        below = [line for line in map(self.line, dict.fromkeys(self.premises(step))) if line]
        below += self.absent(step, in_full=id in self.why.root and not step.premises)
        derived = any(self.why.steps[other].rule for other in step.premises)
        return Line(step.sentence, step.rule, below, RULE if derived else BASIC if step.rule else GIVEN)

    def absent(self, step: Step, in_full: bool) -> Iterator[Line]:
        """What does not hold, in a line; where a goal rests on that alone, with what would be needed."""
        absent = [id for id in dict.fromkeys(step.absent) if id not in self.told]
        explained = [id for id in absent if in_full and self.why.steps[id].tried]
        yield from filter(None, map(self.line, explained))
        self.told.update(absent)
        others = [self.why.steps[id] for id in absent if id not in explained]
        if says := [other.clause.rstrip(".") for other in others if not other.aside]:
            yield Line(f"Not: {'; '.join(says)}.", kind=ABSENT)

    def premises(self, step: Step) -> Iterator[str]:
        """What the step rests on. Another step of the same rule on the way is no step to a reader."""
        for id in step.premises:
            other = self.why.steps[id]
            if other.rule and step.rule and _heading(other) == _heading(step) and other.atom.name != step.atom.name:
                yield from self.premises(other)
            else:
                yield id

    def missing(self, step: Step) -> Iterator[Line]:
        """What would be needed, for the rules that come nearest to giving the step."""
        for tried in (tried for tried in step.tried if tried.rule.label == step.tried[0].rule.label):
            for id in tried.blocked:
                if line := self.line(id):
                    line.says = f"But {self.why.steps[id].clause[:1]}{line.says[1:]}"
                    yield line
            if tried.needs:
                yield Line(f"Needed: {tried.needs}.", tried.rule)
            for id in tried.missing:
                if id not in self.told:
                    self.told.add(id)
                    other = self.why.steps[id]
                    yield Line(f"Needed: {other.clause}", tried.rule, list(self.missing(other)))


def _heading(step: Step) -> tuple[str, str]:
    return step.rule.number, step.rule.label


def _flat(lines: Iterable[Line], depth: int = 0) -> Iterator[Line]:
    for line in lines:
        line.depth = depth
        yield line
        yield from _flat(line.below, depth + 1)


def _order(number: str) -> tuple:
    rule, _, sub = number.partition(".")
    digits = sub.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(rule), int(digits or 0), sub[len(digits):]
