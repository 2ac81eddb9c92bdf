"""A rule as it might be wrong: deleted, a literal dropped, a comparison shifted, a negation flipped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clingo import ast
from clingo.ast import ASTType, ComparisonOperator, Sign

from kb.rulebook import Rulebook, Statement

SHIFTED = {
    ComparisonOperator.LessThan: ComparisonOperator.LessEqual, ComparisonOperator.LessEqual: ComparisonOperator.LessThan,
    ComparisonOperator.GreaterThan: ComparisonOperator.GreaterEqual, ComparisonOperator.GreaterEqual: ComparisonOperator.GreaterThan,
    ComparisonOperator.Equal: ComparisonOperator.NotEqual, ComparisonOperator.NotEqual: ComparisonOperator.Equal,
}
STRICT = (ComparisonOperator.LessThan, ComparisonOperator.GreaterThan)
FLIPPED = {Sign.NoSign: Sign.Negation, Sign.Negation: Sign.NoSign, Sign.DoubleNegation: Sign.Negation}


@dataclass(frozen=True)
class Mutation:
    """`node` stands in the place of `rule`; None: the rule is gone. What is `weaker` derives all that the rule does."""

    rule: Statement
    node: ast.AST | None
    says: str
    weaker: bool = False


def mutations(book: Rulebook, rule: Statement) -> Iterator[Mutation]:
    """Every way to spoil a rule."""
    yield Mutation(rule, None, "the rule deleted")
    node = book.node(rule)
    body = list(node.body)
    for place, literal in enumerate(body):
        rest = [*body[:place], *body[place + 1:]]
        yield Mutation(rule, node.update(body=rest), f"without {literal}", weaker=True)
        if literal.ast_type is not ASTType.Literal:
            continue
        for other, weaker in _spoiled(literal):
            yield Mutation(rule, node.update(body=[*body[:place], other, *body[place + 1:]]), f"{other} for {literal}", weaker)


def _spoiled(literal: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    atom = literal.atom
    if atom.ast_type is ASTType.SymbolicAtom:
        yield literal.update(sign=FLIPPED[literal.sign]), False
    elif atom.ast_type is ASTType.Comparison and len(atom.guards) == 1:
        guard = atom.guards[0]
        yield literal.update(atom=atom.update(guards=[guard.update(comparison=SHIFTED[guard.comparison])])), guard.comparison in STRICT
