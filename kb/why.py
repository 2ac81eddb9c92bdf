"""What an explanation is: steps, each with the rule it stands on, and as much of them as a reader wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from graphlib import TopologicalSorter
from typing import Any

from clingo import Symbol, SymbolType

from kb.derivations import Derivation
from kb.rulebook import Rulebook, Statement
from kb.saying import says


@dataclass(frozen=True)
class Tried:
    """A rule that would give an atom: what of its body holds, and what does not."""

    rule: Statement
    premises: tuple[str, ...]  # ids of steps that hold
    missing: tuple[str, ...]  # ids of steps that do not hold, and would have to
    blocked: tuple[str, ...]  # ids of steps that hold, and must not: an exception at work
    needs: str  # a comparison that is not true, in words; or ""


@dataclass(frozen=True)
class Step:
    """An atom that holds, and what it rests on; or one that does not hold, and what was tried."""

    atom: Symbol  # ANY within it, where it does not hold, stands for anything
    holds: bool
    aside: bool
    book: Rulebook = field(repr=False)
    derivation: Derivation | None = None  # None: given by the board or a card
    premises: tuple[str, ...] = ()  # ids of steps that hold
    absent: tuple[str, ...] = ()  # ids of steps that do not
    tried: tuple[Tried, ...] = ()
    others: tuple[Statement, ...] = ()  # rules that come less far than those that were tried

    @cached_property
    def says(self) -> str:
        return says(self.book, self.atom)

    @property
    def sentence(self) -> str:
        """With a capital, unless it begins with a name."""
        return self.says if self._begins_with_a_name else self.says[:1].upper() + self.says[1:]

    @property
    def clause(self) -> str:
        """As it goes on after a colon."""
        return self.says if self._begins_with_a_name else self.says[:1].lower() + self.says[1:]

    @property
    def _begins_with_a_name(self) -> bool:
        return any(self.says.startswith(text) for text in _texts(self.atom))

    @property
    def rule(self) -> Statement | None:
        return self.derivation.clause.rule if self.derivation else None

    @property
    def rules(self) -> list[Statement]:
        return [rule for rule in (self.rule, *(tried.rule for tried in self.tried), *self.others) if rule]

    @property
    def cites(self) -> tuple[str, ...]:
        """The number of its rule; of what does not hold, the numbers of the rules that could derive it."""
        return tuple(dict.fromkeys(rule.number for rule in self.rules if rule.number != "-"))

    @property
    def helper(self) -> bool:
        """Nothing that a reader asks for: an aside, or what only a rule without a number says."""
        return self.aside or self.rule is not None and self.rule.number == "-"

    @property
    def closed(self) -> bool:
        """An aside that a rule with a number says: that is told, if at all, by its number, and nothing beneath it."""
        return self.aside and self.rule is not None and self.rule.number != "-"


@dataclass(frozen=True)
class Why:
    """A directed graph without circles: premises, absences and attempts are ids of other steps."""

    root: tuple[str, ...]
    steps: dict[str, Step]

    def __str__(self) -> str:
        """The reasons worth telling, a line each, with the numbers of their rules."""
        from kb.telling import tell

        return "\n".join(f"{'  ' * line.depth}{line.says} {line.cites}".rstrip() for line in tell(self).lines)

    def folded(self) -> Why:
        """Without helpers: what rests on one rests on its premises instead, and of a closed aside on nothing, unless nothing else is told.

        What is absent beneath a helper is told only where an exception is at work.
        """
        steps: dict[str, Step] = {}
        become: dict[str, tuple[str, ...]] = {}  # by the ids of steps: what is told where they are referred to
        opened: dict[str, tuple[str, ...]] = {}  # what would be, if no aside were closed
        carried: dict[str, tuple[str, ...]] = {}  # by the ids of helpers: what is absent beneath them and has to be told

        def told(ids: Iterable[str], table: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
            return tuple(dict.fromkeys(other for id in ids for other in table[id]))

        for id in TopologicalSorter({id: _mentioned(step) for id, step in self.steps.items()}).static_order():
            step = self.steps[id]
            absent = dict.fromkeys(told(step.absent, become) + told(step.premises, carried))
            tried = tuple(_folded(tried, lambda ids: told(ids, become), steps) for tried in step.tried)
            premises, all_premises = told(step.premises, become), told(step.premises, opened)
            step = steps[id] = replace(step, premises=premises or (all_premises if id in self.root else ()), absent=tuple(absent), tried=tried)
            if not step.helper or id in self.root or step.tried:
                become[id], opened[id], carried[id] = (id,), (id,), ()
            else:
                become[id], opened[id] = () if step.closed else premises, all_premises
                carried[id] = tuple(other for other in absent if steps[other].tried)
        return Why(self.root, _beneath(self.root, steps))

    def to_json(self, everything: bool = False) -> dict[str, Any]:
        """As interface.md has it; of an atom that does not hold, `holds` is false and `tried` says what fails."""
        why = self if everything else self.folded()
        return {"root": list(why.root), "steps": {id: _step_to_json(step) for id, step in why.steps.items()}}


# ---- circles --------------------------------------------------------------------------------------------------------------

def without_circles(root: Iterable[str], steps: dict[str, Step]) -> dict[str, Step]:
    """The steps beneath the root, without the attempts that would explain an atom by itself: their rules are only cited.

    What holds rests on premises in no circle, but what does not hold may be missing for itself, or blocked by what rests
    on its absence.
    """
    below = {id: set(step.premises + step.absent) for id, step in steps.items()}

    def leads_to(start: Iterable[str], goal: str) -> bool:
        seen, waiting = set(), list(start)
        while waiting and goal not in seen:
            id = waiting.pop()
            if id not in seen:
                seen.add(id)
                waiting.extend(below[id])
        return goal in seen

    cut = {}
    for id, step in steps.items():
        told = []
        for tried in step.tried:
            if not leads_to(mentions := tried.premises + tried.missing + tried.blocked, id):
                below[id].update(mentions)
                told.append(tried)
        others = tuple(tried.rule for tried in step.tried if tried not in told) + step.others
        cut[id] = replace(step, tried=tuple(told), others=others) if step.tried else step
    return _beneath(root, cut)


# ---- folding --------------------------------------------------------------------------------------------------------------

def _folded(tried: Tried, told: Callable[[Iterable[str]], tuple[str, ...]], steps: dict[str, Step]) -> Tried:
    """Where just one rule would give a missing helper, what that one lacks is missing instead. What blocks a rule is always told."""
    blocked = tuple(dict.fromkeys(other for id in tried.blocked for other in told([id]) or (id,)))
    tried = replace(tried, premises=told(tried.premises), blocked=blocked)
    lacking = steps[tried.missing[0]] if tried.missing else None
    if lacking and lacking.helper and len(lacking.tried) == 1:
        inner = lacking.tried[0]
        return replace(inner, rule=tried.rule, premises=tuple(dict.fromkeys(tried.premises + inner.premises)))
    return tried


def _mentioned(step: Step) -> Iterable[str]:
    yield from step.premises + step.absent
    for tried in step.tried:
        yield from tried.premises + tried.missing + tried.blocked


def _beneath(root: Iterable[str], steps: dict[str, Step]) -> dict[str, Step]:
    beneath = dict.fromkeys(root)
    waiting = list(root)
    for id in waiting:
        new = [other for other in dict.fromkeys(_mentioned(steps[id])) if other not in beneath]
        beneath |= dict.fromkeys(new)
        waiting += new
    return {id: steps[id] for id in beneath}


def _step_to_json(step: Step) -> dict[str, Any]:
    told = {"says": step.says, "cites": list(step.cites), "premises": list(step.premises), "absent": list(step.absent)}
    if step.holds:
        return told
    return told | {"holds": False, "tried": [_tried_to_json(tried) for tried in step.tried]}


def _tried_to_json(tried: Tried) -> dict[str, Any]:
    cites = [tried.rule.number] if tried.rule.number != "-" else []
    return {"says": tried.rule.label, "cites": cites, "premises": list(tried.premises), "missing": list(tried.missing),
            "blocked": list(tried.blocked), "needs": tried.needs}


def together(whys: Iterable[Why]) -> Why:
    """Several accounts, each of another answer set, as one: the ids of all but the first are marked with a number."""
    root: tuple[str, ...] = ()
    steps: dict[str, Step] = {}
    for number, why in enumerate(whys):
        mark = f"{number + 1}." if number else ""
        marked = _marked(why, mark) if mark else why
        root += marked.root
        steps |= marked.steps
    return Why(root, steps)


def _marked(why: Why, mark: str) -> Why:
    def mark_all(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(mark + id for id in ids)

    def tried(one: Tried) -> Tried:
        return replace(one, premises=mark_all(one.premises), missing=mark_all(one.missing), blocked=mark_all(one.blocked))

    return Why(mark_all(why.root), {
        mark + id: replace(step, premises=mark_all(step.premises), absent=mark_all(step.absent), tried=tuple(map(tried, step.tried)))
        for id, step in why.steps.items()
    })


def _texts(symbol: Symbol) -> Iterator[str]:
    if symbol.type is SymbolType.String:
        yield symbol.string
    elif symbol.type is SymbolType.Function:
        for argument in symbol.arguments:
            yield from _texts(argument)
