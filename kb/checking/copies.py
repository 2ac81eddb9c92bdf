"""A second run beside the first: rules once more, with other predicates.

A check that speaks of `other_could_produce` gets every rule that it reaches twice: as it is, and with `other_` before each predicate. Of
the input, what the check itself says with `other_` (`other_permanent(O) :- ...`) differs between the runs; the rest is shared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from clingo import ast

from kb.statements import Signature

PREFIXES = ("other_", "renamed_")


class _Renaming(ast.Transformer):
    def __init__(self, prefix: str, signatures: Collection[Signature]):
        self.prefix, self.signatures = prefix, signatures

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:
        pool = atom.symbol.ast_type == ast.ASTType.Pool
        symbols = [self._renamed(symbol) for symbol in (atom.symbol.arguments if pool else [atom.symbol])]
        return atom.update(symbol=atom.symbol.update(arguments=symbols) if pool else symbols[0])

    def _renamed(self, symbol: ast.AST) -> ast.AST:
        if (symbol.name, len(symbol.arguments)) in self.signatures:
            return symbol.update(name=self.prefix + symbol.name)
        return symbol


def copied(nodes: Iterable[ast.AST], prefix: str, signatures: Collection[Signature]) -> list[ast.AST]:
    """The rules with `prefix` before the predicates in `signatures`."""
    renaming = _Renaming(prefix, signatures)
    return [renaming.visit(node) for node in nodes]


def also(prefix: str, signature: Signature) -> ast.AST:
    """The rule that what is given holds in the second run too: `other_cost(X1,X2,X3) :- cost(X1,X2,X3).`"""
    name, arity = signature
    arguments = f"({','.join(f'X{place}' for place in range(1, arity + 1))})" if arity else ""
    rules: list[ast.AST] = []
    ast.parse_string(f"{prefix}{name}{arguments} :- {name}{arguments}.", rules.append)
    return rules[-1]
