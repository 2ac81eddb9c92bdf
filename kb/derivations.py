"""How atoms of an answer set come about: for each, the first rule all of whose premises are explained already.

The rules are turned into a program that says of every instance what it rests on::

    _support(Clause, Head, Values, Present, Absent) :- _needed(Head), body of the clause.
    _element(Clause, Head, Values, Present, Absent) :- _support(Clause, Head, Values, _, _), element of an aggregate in the body.
    _needed(Premise) :- Premise in Present.

It is grounded over the atoms as facts, which leaves nothing to solve. Then the least fixed point is taken here, from the facts
upwards, nearest first: so no atom rests on itself, and the explanation is as shallow as can be.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from clingo import Function, Symbol

from kb.answer_set import AnswerSet
from kb.clauses import Clause, Clauses, Kind, Literal, as_tuple
from kb.statements import Signature


@dataclass(frozen=True)
class Derivation:
    """An instance of a clause: `present` hold, `absent` do not (ANY stands for anything)."""

    clause: Clause
    values: dict[str, Symbol]  # of the clause's variables
    present: tuple[Symbol, ...]
    absent: tuple[Symbol, ...]


def derive(clauses: Clauses, inputs: Collection[Signature], answer: AnswerSet, goals: Iterable[Symbol]) -> dict[Symbol, Derivation | None]:
    """For each goal and all it rests on, how it comes about; None for what is given. Premises come before conclusions.

    What no clause derives is given; so is an atom of `inputs` that no instance derives. Raises RuntimeError where an atom
    has no derivation, which means that the atoms are no answer set of the clauses.
    """
    goals = list(goals)
    supports = _supports(_that_may_apply(clauses, answer, goals), answer, goals)
    derived = {support.head for support in supports}
    waiting_for = defaultdict(list)
    for support in supports:
        for premise in support.present:
            waiting_for[premise].append(support)

    found: dict[Symbol, _Support | None] = {}
    ready: deque[tuple[Symbol, _Support | None]] = deque()
    for atom in dict.fromkeys([*waiting_for, *goals]):
        if atom not in derived and _may_be_given(atom, clauses, inputs):
            ready.append((atom, None))
    ready.extend((support.head, support) for support in supports if not support.present)
    wanted = set(goals)
    while ready and wanted:
        atom, support = ready.popleft()
        if atom not in found:
            found[atom] = support
            wanted.discard(atom)
            for other in waiting_for[atom]:
                other.open -= 1
                if not other.open:
                    ready.append((other.head, other))
    if wanted:
        raise RuntimeError(f"no rule derives {min(wanted)}")
    beneath = _beneath(found, goals)
    return {atom: support and support.derivation() for atom, support in found.items() if atom in beneath}


def _may_be_given(atom: Symbol, clauses: Clauses, inputs: Collection[Signature]) -> bool:
    signature = atom.name, len(atom.arguments)
    return signature in inputs or not clauses[signature]


def _beneath(found: dict[Symbol, _Support | None], goals: Iterable[Symbol]) -> set[Symbol]:
    """Of what was found, the goals and what they rest on."""
    beneath, waiting = set(), list(goals)
    while waiting:
        atom = waiting.pop()
        if atom not in beneath:
            beneath.add(atom)
            waiting.extend(found[atom].present if found[atom] else ())
    return beneath


class _Support:
    def __init__(self, clause: Clause, head: Symbol, values: Symbol, present: Symbol, absent: Symbol):
        self.clause, self.head, self.values = clause, head, values
        self.present = dict.fromkeys(present.arguments)
        self.absent = [absent]
        self.open = len(self.present)  # premises that are not explained yet

    def add(self, present: Symbol, absent: Symbol) -> None:
        self.present |= dict.fromkeys(present.arguments)
        self.absent.append(absent)
        self.open = len(self.present)

    def derivation(self) -> Derivation:
        values = dict(zip(self.clause.variables, self.values.arguments, strict=True))
        absent = dict.fromkeys(atom for listed in self.absent for atom in listed.arguments)
        return Derivation(self.clause, values, tuple(self.present), tuple(absent))


def _supports(clauses: list[Clause], answer: AnswerSet, goals: Iterable[Symbol]) -> list[_Support]:
    look_up = answer.ground("\n".join(_program(clauses)), (Function("_needed", [goal]) for goal in goals))
    supports = {}
    for symbol in look_up("_support", 5):
        number, head, values, present, absent = symbol.arguments
        supports[number.number, head, values] = _Support(clauses[number.number], head, values, present, absent)
    for symbol in look_up("_element", 5):
        number, head, values, present, absent = symbol.arguments
        supports[number.number, head, values].add(present, absent)
    return list(supports.values())


def _that_may_apply(clauses: Clauses, answer: AnswerSet, goals: Iterable[Symbol]) -> list[Clause]:
    """The clauses that the goals may rest on, but for those that look for an atom of which there is none like it."""
    chosen: dict[Clause, None] = {}
    seen: set[Signature] = set()
    waiting = [(goal.name, len(goal.arguments)) for goal in goals]
    while waiting:
        signature = waiting.pop()
        if signature not in seen:
            seen.add(signature)
            for clause in clauses[signature]:
                if answer.starts(clause.beginning) and all(map(answer.starts, clause.beginnings)):
                    chosen[clause] = None
                    waiting += clause.looks_at
    return list(chosen)


def _program(clauses: list[Clause]) -> Iterator[str]:
    most = 0
    for number, clause in enumerate(clauses):
        values = as_tuple(clause.variables)
        body = ", ".join([f"_needed({clause.pattern})", *(literal.text for literal in clause.body)])
        yield f"_support({number},{clause.head},{values},{_listed(clause.body)}) :- {body}."
        for element in (element for literal in clause.body for element in literal.elements):
            body = ", ".join([f"_support({number},_Head,{values},_,_)", *(literal.text for literal in element)])
            yield f"_element({number},_Head,{values},{_listed(element)}) :- {body}."
            most = max(most, len(element))
        most = max(most, len(clause.body))
    for width in range(1, most + 1):
        premises = [f"P{number}" for number in range(width)]
        for kind in ("_support", "_element"):
            yield f"_needed({';'.join(premises)}) :- {kind}(Clause,Head,Values,{as_tuple(premises)},Absent)."


def _listed(literals: Iterable[Literal]) -> str:
    """The atoms that must hold, and those that must not, as two tuples."""
    return ",".join(as_tuple(literal.atom for literal in literals if literal.kind is kind) for kind in (Kind.PRESENT, Kind.ABSENT))
