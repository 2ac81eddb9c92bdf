"""What a ruling asks the solver: programs over facts, and which of them a spoiled rule makes answer otherwise.

A spoiled rule can change only what rests on its head. The rest of what was grounded is given as facts, so that a call is put again in
a few milliseconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from clingo import Control, Symbol
from clingo.ast import AST, ASTType, Defined

from kb.program import NOWHERE, Program, Pruned
from kb.solving import ProgramError, grounded, watchers
from kb.statements import Signature

ALWAYS = (ASTType.Definition, ASTType.ProjectSignature, ASTType.ProjectAtom, ASTType.Minimize)  # what these say is of the whole program
MOST = 64  # answer sets of a call that are held against each other


class Dependencies:
    """Which statements of a program derive and use which predicates."""

    def __init__(self, program: Program):
        self.program = program
        self.place = {id(node): place for place, node in enumerate(program.statements)}
        self.deriving, self.using = defaultdict(list), defaultdict(list)
        for place, text in enumerate(program.texts):
            if text.directive != "#defined":
                for signature in text.heads:
                    self.deriving[signature].append(place)
                for signature in text.uses:
                    self.using[signature].append(place)

    def resting_on(self, heads: Iterable[Signature]) -> tuple[list[int], set[Signature]]:
        """The statements that say what follows from `heads`, and whose predicates these are."""
        found, changed, waiting = set(), set(), list(heads)
        while waiting:
            signature = waiting.pop()
            if signature not in changed:
                changed.add(signature)
                new = {*self.deriving[signature], *self.using[signature]} - found
                found |= new
                waiting.extend(head for place in new for head in self.program.texts[place].heads)
        always = {place for place, node in enumerate(self.program.statements) if node.ast_type in ALWAYS}
        return sorted(found | always), changed


class Call:
    """A program that was grounded: over which facts, and what its atoms are."""

    def __init__(self, dependencies: Dependencies, options: Sequence[str], facts: Iterable[Symbol], control: Control):
        self.dependencies, self.options = dependencies, list(options)
        self.facts = _by_signature(facts)
        atoms = [(atom.symbol, atom.is_fact) for atom in control.symbolic_atoms]
        self.open = {_signature(symbol) for symbol, certain in atoms if not certain}
        self.atoms = _by_signature(symbol for symbol, _ in atoms)
        self._baselines: dict[frozenset[Signature], frozenset | None] = {}
        self._sliced: dict[frozenset[Signature], tuple[Program, list[Symbol]]] = {}

    def has(self, node: AST) -> bool:
        """Whether the statement is in its program."""
        return id(node) in self.dependencies.place

    def changed(self, node: AST, other: AST | None) -> bool:
        """Whether what is shown may be otherwise with `other` in the place of the rule `node`. Raises ProgramError."""
        heads = self.dependencies.program.texts[self.dependencies.place[id(node)]].heads
        if heads not in self._baselines:
            self._sliced[heads] = self._slice(heads)
            self._baselines[heads] = self._shown(*self._sliced[heads])
        program, facts = self._sliced[heads]
        before = self._baselines[heads]
        return before is None or self._shown(program.with_instead(node, other), facts) != before

    def _slice(self, heads: Iterable[Signature]) -> tuple[Program, list[Symbol]]:
        of = self.dependencies
        places, changed = of.resting_on([*heads, *self.open])
        used = {signature for place in places for signature in of.program.texts[place].uses}
        defined = Program(Defined(NOWHERE, *signature, True) for signature in used)
        program = defined + Program((of.program.statements[place] for place in places), (of.program.texts[place] for place in places))
        facts = [atom for signature in used for atom in (self.facts if signature in changed else self.atoms).get(signature, ())]
        return program, facts

    def _shown(self, program: Program, facts: list[Symbol]) -> frozenset | None:
        """What each answer set shows and costs; None where there are many."""
        control = grounded(program.over(facts), self.options, facts)
        with control.solve(yield_=True) as handle:
            found = [(tuple(sorted(model.symbols(shown=True))), tuple(model.cost)) for model in islice(handle, MOST + 1)]
        return frozenset(found) if len(found) <= MOST else None


@contextmanager
def recorded() -> Iterator[list[Call]]:
    """The calls that are made meanwhile."""
    calls: list[Call] = []

    def record(statements: Iterable[AST], options: Sequence[str], facts: Iterable[Symbol], control: Control) -> None:
        if isinstance(statements, Pruned):
            calls.append(Call(_dependencies(statements), options, facts, control))

    watchers.append(record)
    try:
        yield calls
    finally:
        watchers.remove(record)


_known: dict[int, Dependencies] = {}  # of the programs of questions, which stay


def _dependencies(statements: Pruned) -> Dependencies:
    whole = set(map(id, statements.whole.statements))
    further = [node for node in statements if id(node) not in whole and node.ast_type is not ASTType.Defined]
    if further:
        return Dependencies(statements.whole + further)
    if id(statements.whole) not in _known:
        _known[id(statements.whole)] = Dependencies(statements.whole)
    return _known[id(statements.whole)]


def _by_signature(atoms: Iterable[Symbol]) -> dict[Signature, list[Symbol]]:
    table: dict[Signature, list[Symbol]] = defaultdict(list)
    for atom in atoms:
        table[_signature(atom)].append(atom)
    return dict(table)


def _signature(atom: Symbol) -> Signature:
    return atom.name, len(atom.arguments)
