"""A question's statements, and which of them can matter to a board.

Most rules speak of what most boards do not have. A rule with a positive literal that nothing can make true never applies; leaving it out
halves what grounding takes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from clingo import Symbol
from clingo.ast import AST, Defined, Location, Position

from kb.statements import Signature, Statement

NOWHERE = Location(Position("<program>", 1, 1), Position("<program>", 1, 1))


class Program:
    """Statements in order; those of a question are looked through once, not at each solving."""

    def __init__(self, statements: Iterable[AST], texts: Iterable[Statement] | None = None):
        self.statements = list(statements)
        self.texts = [as_text(node) for node in self.statements] if texts is None else list(texts)

    def __iter__(self) -> Iterator[AST]:
        return iter(self.statements)

    def __add__(self, further: Iterable[AST]) -> Program:
        """With further statements; those that are here already stay single."""
        known = set(map(id, self.statements))
        others = further if isinstance(further, Program) else Program(further)
        pairs = [(node, text) for node, text in zip(others.statements, others.texts) if id(node) not in known]
        return Program([*self.statements, *(node for node, _ in pairs)], [*self.texts, *(text for _, text in pairs)])

    def with_instead(self, node: AST, other: AST | None) -> Program:
        """With another statement in the place of one, or none; what the one derives stays defined."""
        place = next((place for place, one in enumerate(self.statements) if one is node), None)
        if place is None:
            return self
        others = [*map(declared, self.texts[place].heads), *([other] if other else [])]
        return Program([*self.statements[:place], *self.statements[place + 1:], *others],
                       [*self.texts[:place], *self.texts[place + 1:], *map(as_text, others)])

    def over(self, facts: Iterable[Symbol]) -> Pruned:
        """The statements that can apply where nothing but `facts` is given, with `#defined` for what the others derive."""
        derivable = set().union(self._unconditional, *(self._needed.get(name, ()) for name in {fact.name for fact in facts}))
        waiting, unmet = [*derivable], [len(text.needs) for text in self.texts]
        while waiting:
            for place in self._needing.get(waiting.pop(), ()):
                unmet[place] -= 1
                if not unmet[place]:
                    new = self.texts[place].heads - derivable
                    derivable |= new
                    waiting.extend(new)
        gone = frozenset().union(*(text.heads for text, left in zip(self.texts, unmet) if left))
        kept = Pruned(statement for statement, left in zip(self.statements, unmet) if not left)
        kept.whole = self
        kept += map(declared, gone)
        return kept

    @cached_property
    def _unconditional(self) -> frozenset[Signature]:
        return frozenset().union(*(text.heads for text in self.texts if not text.needs))

    @cached_property
    def _needing(self) -> dict[Signature, list[int]]:
        table = defaultdict(list)
        for place, one in enumerate(self.texts):
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


@cache
def declared(signature: Signature) -> AST:
    """The `#defined` of a predicate."""
    return Defined(NOWHERE, *signature, True)


class Pruned(list[AST]):
    """The statements of the program `whole` that can apply, and further ones."""

    whole: Program


def as_text(node: AST) -> Statement:
    """Of a statement that stands in no file."""
    return Statement(str(node), "", 0, 0, "", "")
