"""A question's statements, and which of them can matter to a board.

Most rules speak of what most boards do not have. A rule with a positive literal that nothing can make true never applies; leaving it out
halves what grounding takes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from clingo import Symbol
from clingo.ast import AST, ASTType, Defined, Location, Position, Sign

from kb.statements import Signature

NOWHERE = Location(Position("<program>", 1, 1), Position("<program>", 1, 1))


class Shape(NamedTuple):
    """What a statement derives, and what has to be derivable for it to apply."""

    heads: frozenset[Signature]
    needs: frozenset[Signature]


class Program:
    """Statements in order; those of a question are looked through once, not at each solving."""

    def __init__(self, statements: Iterable[AST], shapes: Iterable[Shape] | None = None):
        self.statements = list(statements)
        self.shapes = [shape(statement) for statement in self.statements] if shapes is None else list(shapes)

    def __iter__(self) -> Iterator[AST]:
        return iter(self.statements)

    def __add__(self, further: Iterable[AST]) -> Program:
        """With further statements; those that are here already stay single."""
        known = set(map(id, self.statements))
        others = further if isinstance(further, Program) else Program(further)
        pairs = [(node, shape) for node, shape in zip(others.statements, others.shapes) if id(node) not in known]
        return Program([*self.statements, *(node for node, _ in pairs)], [*self.shapes, *(shape for _, shape in pairs)])

    def over(self, facts: Iterable[Symbol]) -> list[AST]:
        """The statements that can apply where nothing but `facts` is given, with `#defined` for what the others derive."""
        derivable = set().union(self._unconditional, *(self._needed.get(name, ()) for name in {fact.name for fact in facts}))
        waiting, unmet = [*derivable], [len(shape.needs) for shape in self.shapes]
        while waiting:
            for place in self._needing.get(waiting.pop(), ()):
                unmet[place] -= 1
                if not unmet[place]:
                    new = self.shapes[place].heads - derivable
                    derivable |= new
                    waiting.extend(new)
        gone = frozenset().union(*(shape.heads for shape, left in zip(self.shapes, unmet) if left))
        return [*(statement for statement, left in zip(self.statements, unmet) if not left), *(self._definitions[signature] for signature in gone)]

    @cached_property
    def _unconditional(self) -> frozenset[Signature]:
        return frozenset().union(*(shape.heads for shape in self.shapes if not shape.needs))

    @cached_property
    def _needing(self) -> dict[Signature, list[int]]:
        table = defaultdict(list)
        for place, one in enumerate(self.shapes):
            for signature in one.needs:
                table[signature].append(place)
        return dict(table)

    @cached_property
    def _needed(self) -> dict[str, set[Signature]]:
        """What is needed, by name: of a fact, its number of arguments takes longer to read."""
        table = defaultdict(set)
        for name, arity in self._needing:
            table[name].add((name, arity))
        return dict(table)

    @cached_property
    def _definitions(self) -> dict[Signature, AST]:
        return {signature: Defined(NOWHERE, *signature, True) for one in self.shapes for signature in one.heads}


def shape(statement: AST) -> Shape:
    """Of a statement as clingo parses it."""
    needs = (atom for literal in getattr(statement, "body", ())
             if literal.ast_type is ASTType.Literal and literal.sign == Sign.NoSign for atom in signatures(literal.atom))
    return Shape(frozenset(_heads(statement)), frozenset(needs))


def _heads(statement: AST) -> Iterator[Signature]:
    if statement.ast_type is ASTType.Rule:
        head = statement.head
        for element in getattr(head, "elements", [head]):
            while element.ast_type is not ASTType.Literal:  # of what holds on a condition, that which holds
                element = element.condition if element.ast_type is ASTType.HeadAggregateElement else element.literal
            yield from signatures(element.atom)


def signatures(atom: AST) -> Iterator[Signature]:
    """Of an atom, each; of a comparison or a truth value, none."""
    if atom.ast_type is ASTType.SymbolicAtom:
        symbol = atom.symbol
        for one in symbol.arguments if symbol.ast_type is ASTType.Pool else [symbol]:
            yield one.name, len(one.arguments)
