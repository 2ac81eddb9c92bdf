"""What a ruling asks the solver: programs over facts, and which of them a spoiled rule makes answer otherwise.

A spoiled rule can change only what rests on its head. The rest of what was grounded is given as facts, and mostly a change ends after a
step or two, so that a call is put again in a few milliseconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import islice

from clingo import Control, Symbol
from clingo.ast import AST, ASTType, ShowSignature

from kb.checking.circles import components
from kb.program import NOWHERE, Program, Pruned, declared
from kb.solving import ProgramError, grounded, watchers
from kb.statements import Signature

ALWAYS = (ASTType.Definition, ASTType.ProjectSignature, ASTType.ProjectAtom, ASTType.Minimize)  # what these say is of the whole program
TOLD = {("told", 1), ("told", 2)}  # read by conditions, shown or not
MINIMAL = "--heuristic=Domain"  # what keeps to minimal answer sets: where the program has the same ones, these are the same
NOTHING_ELSE = ShowSignature(NOWHERE, "", 0, True)  # #show.
MOST = 64  # answer sets of a call that are held against each other


class Dependencies:
    """Which statements of a program derive and use which predicates, and in which order these can be judged."""

    def __init__(self, program: Program):
        self.program = program
        self.place = {id(node): place for place, node in enumerate(program.statements)}
        self.deriving, self.using, below = defaultdict(list), defaultdict(list), defaultdict(set)
        for place, text in enumerate(program.texts):
            if text.directive != "#defined":
                for signature in text.heads:
                    self.deriving[signature].append(place)
                    below[signature] |= text.uses
                for signature in text.uses:
                    self.using[signature].append(place)
        self.layers = components(below)
        self.layer = {signature: number for number, layer in enumerate(self.layers) for signature in layer}
        self.always = [place for place, node in enumerate(program.statements) if node.ast_type in ALWAYS]
        self.showing = [place for place, text in enumerate(program.texts) if text.directive == "#show" or text.heads & TOLD]
        self.choosing = {place for place, node in enumerate(program.statements)
                         if node.ast_type is ASTType.Rule and node.head.ast_type is ASTType.Aggregate}
        self.constants = [program.statements[place] for place in self.always if program.statements[place].ast_type is ASTType.Definition]

    def deriving_any(self, signatures: Iterable[Signature]) -> list[int]:
        return sorted({place for signature in signatures for place in self.deriving[signature]})

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
        return sorted(found.union(self.always)), changed


class _Uncertain(Exception):
    """Several answer sets may come of it."""


class Call:
    """A program that was grounded: over which facts, and what its atoms are."""

    def __init__(self, dependencies: Dependencies, options: Sequence[str], facts: Iterable[Symbol], control: Control):
        self.dependencies, self.options = dependencies, list(options)
        self.facts = _by_signature(facts)
        atoms = [(atom.symbol, atom.is_fact) for atom in control.symbolic_atoms]
        self.open = {_signature(symbol) for symbol, certain in atoms if not certain}
        self.atoms = _by_signature(symbol for symbol, _ in atoms)
        self._sliced: dict[frozenset[Signature], tuple[list[AST], list[Symbol]]] = {}

    def has(self, node: AST) -> bool:
        """Whether the statement is in its program."""
        return id(node) in self.dependencies.place

    def changed(self, node: AST, other: AST | None) -> bool:
        """Whether what is shown may be otherwise with `other` in the place of the rule `node`."""
        of = self.dependencies
        if not of.program.texts[of.place[id(node)]].heads:
            return self._changed_all_in_all(node, other)
        try:
            return self._changed_step_by_step(node, other)
        except _Uncertain:
            return self._changed_all_in_all(node, other)
        except ProgramError:
            return True

    # ---- where all is certain: one predicate after another, as long as they change ---------------------------------------

    def _changed_step_by_step(self, node: AST, other: AST | None) -> bool:
        of = self.dependencies
        texts, instead = of.program.texts, {of.place[id(node)]: other}
        waiting = [of.layer[signature] for signature in texts[of.place[id(node)]].heads]
        heapify(waiting)
        atoms, changed = dict(self.atoms), set()
        while waiting:
            layer = of.layers[heappop(waiting)]
            now = self._derived(layer, atoms, instead)
            new = {signature for signature in layer if set(now.get(signature, ())) != set(atoms.get(signature, ()))}
            changed |= new
            atoms |= {signature: now.get(signature, []) for signature in new}
            later = {of.layer[head] for signature in new for place in of.using[signature] for head in texts[place].heads} - {of.layer[layer[0]]}
            for number in later.difference(waiting):
                heappush(waiting, number)
        if TOLD & changed:
            return True
        told = {place for signature in changed for place in of.using[signature] if not texts[place].heads}
        if any(texts[place].directive != "#show" for place in told):
            return True
        return any(self._tells([place], self.atoms) != self._tells([place], atoms) for place in told)

    def _derived(self, layer: Collection[Signature], atoms: Mapping[Signature, list[Symbol]],
                 instead: Mapping[int, AST | None]) -> dict[Signature, list[Symbol]]:
        places = self.dependencies.deriving_any(layer)
        if not self.dependencies.choosing.isdisjoint(places):  # it may be that none of what can be chosen is left
            raise _Uncertain
        control = self._grounded(places, [instead.get(place, self.dependencies.program.statements[place]) for place in places],
                                 lambda signature: (self.facts if signature in layer else atoms).get(signature, ()))
        found = [(atom.symbol, atom.is_fact) for name, arity in layer for atom in control.symbolic_atoms.by_signature(name, arity)]
        if not all(certain for _, certain in found):
            raise _Uncertain
        return _by_signature(symbol for symbol, _ in found)

    def _tells(self, places: list[int], atoms: Mapping[Signature, list[Symbol]]) -> list[Symbol]:
        statements = [self.dependencies.program.statements[place] for place in places]
        control = self._grounded(places, statements, lambda signature: atoms.get(signature, ()))
        with control.solve(yield_=True) as handle:
            return sorted(handle.model().symbols(shown=True))

    def _grounded(self, places: Iterable[int], statements: Iterable[AST | None], atoms_of: Callable[[Signature], Iterable[Symbol]]) -> Control:
        of = self.dependencies
        used = {signature for place in places for signature in of.program.texts[place].uses}
        if self.open & used:
            raise _Uncertain
        statements = [*map(declared, used), NOTHING_ELSE, *of.constants, *filter(None, statements)]
        return grounded(statements, [], [atom for signature in used for atom in atoms_of(signature)])

    # ---- else: all that rests on the rule, at once ------------------------------------------------------------------------

    def _changed_all_in_all(self, node: AST, other: AST | None) -> bool:
        if self._baseline is None:
            return True
        text = self.dependencies.program.texts[self.dependencies.place[id(node)]]
        heads = text.heads or text.uses  # of a constraint, which derives nothing
        if heads not in self._sliced:
            self._sliced[heads] = self._slice(heads)
        statements, facts = self._sliced[heads]
        return self._shown([one for one in statements if one is not node] + [other] * (other is not None), facts) != self._baseline

    @cached_property
    def _baseline(self) -> frozenset | None:
        return self._shown(*self._slice(()))

    def _slice(self, heads: Iterable[Signature]) -> tuple[list[AST], list[Symbol]]:
        of = self.dependencies
        places, changed = of.resting_on([*heads, *self.open])
        places = sorted({*places, *of.showing})
        used = {signature for place in places for signature in of.program.texts[place].uses}
        statements = [*map(declared, used), *(of.program.statements[place] for place in places)]
        facts = [atom for signature in used for atom in (self.facts if signature in changed else self.atoms).get(signature, ())]
        return statements, facts

    def _shown(self, statements: list[AST], facts: list[Symbol]) -> frozenset | None:
        """What each answer set shows, tells and costs; None where there are many."""
        control = grounded(statements, self.options, facts)
        told = [atom.symbol for name, arity in TOLD for atom in control.symbolic_atoms.by_signature(name, arity)]
        with control.solve(yield_=True) as handle:
            found = [(tuple(sorted([*model.symbols(shown=True), *filter(model.contains, told)])), tuple(model.cost))
                     for model in islice(handle, MOST + 1)]
        return frozenset(found) if len(found) <= MOST else None


@contextmanager
def recorded() -> Iterator[list[Call]]:
    """The calls that are made meanwhile."""
    calls: list[Call] = []

    def record(statements: Iterable[AST], options: Sequence[str], facts: Iterable[Symbol], control: Control) -> None:
        if isinstance(statements, Pruned):
            calls.append(Call(_dependencies(statements), ["0"] if MINIMAL in options else options, facts, control))

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
