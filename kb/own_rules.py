"""Rules of somebody's own: looked over before they join the book."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clingo import Control, ast
from clingo.ast import ASTType, Location, Position

from kb.program import NOWHERE
from kb.reading import nearest
from kb.statements import OBJECTS, RulebookError, Signature, Statement

if TYPE_CHECKING:
    from kb.rulebook import Rulebook

UNUSED = ast.Program(NOWHERE, "unused", [])  # a part of a program that is read, and never grounded


def look_over(book: Rulebook, own: list[Statement]) -> None:
    """A RulebookError where clingo would not read one of these, where it has a form that rules do not have, or uses what nothing says."""
    known = {signature for rule in book.rules for signature in rule.heads} | book.defined.keys()
    for statement in own:
        node = book.node(statement)
        if complaint := unreadable(node) or _out_of_form(book, node):
            raise RulebookError(statement.file, statement.line, complaint)
        for name, arity in sorted(predicates(node) - known):
            alike = nearest(f"{name}/{arity}", [f"{other}/{number}" for other, number in known])
            raise RulebookError(statement.file, statement.line, f"nothing says {name}/{arity}" + (f"; nearest: {alike}" if alike else ""))


def unreadable(node: ast.AST) -> str:
    """What is wrong with a statement by itself, such as an unsafe variable; nothing where clingo can ground it."""
    complaints: list[str] = []
    control = Control(logger=lambda _, text: complaints.append(text))
    try:
        with ast.ProgramBuilder(control) as builder:
            builder.add(UNUSED)
            builder.add(node)
        control.ground()
    except RuntimeError as error:
        says = "\n".join([*complaints, str(error)])
        unsafe = re.findall(r"'(\w+)' is unsafe", says)
        return f"unsafe: nothing positive in the body gives {', '.join(sorted(unsafe))}" if unsafe else says
    return ""


def _out_of_form(book: Rulebook, node: ast.AST) -> str:
    """What of a statement no rule has: a script's function, a head that leaves something open, what can be no object in an object's place."""
    terms = _Terms()
    terms.visit(node)
    if terms.scripts:
        return f"@{terms.scripts[0]}: there are no scripts"
    if node.ast_type is not ASTType.Rule:
        return ""
    if node.head.ast_type is not ASTType.Literal or node.head.sign or node.head.atom.ast_type is not ASTType.SymbolicAtom:
        return f"{node.head}: a rule says one thing, and leaves nothing open"
    symbol = node.head.atom.symbol
    for one in symbol.arguments if symbol.ast_type is ASTType.Pool else [symbol]:
        if one.ast_type is not ASTType.Function:
            return f"{one}: a rule says what is so; what is not is not said"
        if reading := book.sentences.get((one.name, len(one.arguments))):
            for hole, argument in zip(reading.holes, one.arguments):
                if hole in OBJECTS and argument.ast_type is ASTType.SymbolicTerm and not str(argument).startswith('"'):
                    return f"{one}: {argument} is no {hole.lower()}; write an id or a name in quotes, or a variable"
    return ""


def predicates(node: ast.AST) -> set[Signature]:
    """Those of all atoms of a statement."""
    terms = _Terms()
    terms.visit(node)
    return terms.predicates


class _Terms(ast.Transformer):
    """What a statement speaks of."""

    def __init__(self):
        self.predicates: set[Signature] = set()
        self.scripts: list[str] = []

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:
        if atom.symbol.ast_type is ASTType.Function:
            self.predicates.add((atom.symbol.name, len(atom.symbol.arguments)))
        return atom.update(**self.visit_children(atom))

    def visit_Function(self, term: ast.AST) -> ast.AST:
        if term.external:
            self.scripts.append(term.name)
        return term.update(**self.visit_children(term))


def placed(node: ast.AST, file: str) -> ast.AST:
    """A statement that was read from a text, as if from this file: so clingo's complaints name it."""
    return _Placing(file).visit(node)


class _Placing(ast.Transformer):
    def __init__(self, file: str):
        self.file = file

    def visit(self, node: ast.AST, *_, **__) -> ast.AST:
        node = node.update(**self.visit_children(node))
        if "location" not in node.keys():
            return node
        ends = (Position(self.file, end.line, end.column) for end in (node.location.begin, node.location.end))
        return node.update(location=Location(*ends))
