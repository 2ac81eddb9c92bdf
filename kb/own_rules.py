"""Rules of somebody's own: looked over before they join the book, and counted as they are grounded, so that none goes on without end."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from clingo import Control, Number, String, Symbol, ast
from clingo.ast import ASTType, Location, Position

from kb.checking.circles import Graph, components
from kb.program import NOWHERE
from kb.reading import nearest
from kb.statements import OBJECTS, RulebookError, Signature, Statement

if TYPE_CHECKING:
    from kb.rulebook import Rulebook

MOST = 100_000  # instances of one rule on one board
UNUSED = ast.Program(NOWHERE, "unused", [])  # a part of a program that is read, and never grounded


def look_over(book: Rulebook, own: list[Statement]) -> None:
    """A RulebookError where clingo would not read one of these, where it has a form that rules do not have, or uses what nothing says."""
    known = {signature for rule in book.rules for signature in rule.heads} | book.defined.keys()
    for statement in own:
        node = book.node(statement)
        if complaint := unreadable(node) or _out_of_form(book, node):
            raise RulebookError(statement.file, statement.line, complaint)
        for name, arity in sorted(_predicates(node) - known):
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


def _predicates(node: ast.AST) -> set[Signature]:
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


# ---- where they stand -----------------------------------------------------------------------------------------------------

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


# ---- while they are grounded ----------------------------------------------------------------------------------------------

_watched: dict[str, dict[int, frozenset[Signature]]] = {}  # by file and line, what rests on itself by the rule there


def watch(book: Rulebook, own: list[Statement]) -> None:
    """Have these rules looked after wherever they are grounded."""
    below: dict[Signature, set[Signature]] = defaultdict(set)
    for rule in book.rules:
        body = {signature for one in book.node(rule).body for signature in _predicates(one)} if rule in own else rule.uses - rule.heads
        for head in rule.heads:
            below[head] |= body
    together = {signature: frozenset(some) for some in components(below) for signature in some}
    for statement in own:
        around = {head for head in statement.heads if below[head] & together[head]}
        _watched.setdefault(statement.file, {})[statement.line] = frozenset(around)


class Watch:
    """Looks after them while one program is grounded. They go on without end where `error` is set; grounding is broken off then."""

    def __init__(self, control: Control):
        self.control = control
        self.error: RulebookError | None = None
        self._found: Counter[tuple[str, int]] = Counter()
        self._around: dict[Signature, tuple[str, int]] = {}
        self._graph = Graph()

    def over(self, statements: Iterable[ast.AST]) -> Iterable[ast.AST]:
        """The statements; those rules with a literal that has each instance counted: `0 = @instance(File, Line, X, Y)`."""
        return map(self._counted, statements) if _watched else statements

    def _counted(self, node: ast.AST) -> ast.AST:
        if node.ast_type is not ASTType.Rule or node.location.begin.filename not in _watched:
            return node
        place = node.location.begin.filename, node.location.begin.line
        if around := _watched[place[0]].get(place[1]):
            if not self._around:
                self.control.register_observer(self._graph)
            self._around |= dict.fromkeys(around, place)
        intervals = _Intervals()
        head = intervals.visit(node.head)
        body = [*intervals.said, *node.body]
        names = {name: None for literal in body if literal.ast_type is ASTType.Literal for name in _variables(literal)}
        constants = [ast.SymbolicTerm(NOWHERE, value) for value in (String(place[0]), Number(place[1]), Number(0))]
        instance = ast.Function(NOWHERE, "instance", [*constants[:2], *(ast.Variable(NOWHERE, name) for name in names)], 1)
        return node.update(head=head, body=[*body, _equal(constants[2], instance)])

    def instance(self, file: Symbol, line: Symbol, *_: Symbol) -> Symbol:
        """What clingo asks of each instance."""
        place = file.string, line.number
        self._found[place] += 1
        if self._found[place] > MOST:
            self.error = RulebookError(*place, f"this rule applies more than {MOST:,} times on one board: it goes on without end, or over too much")
            raise RuntimeError
        return Number(0)

    def refuse_circles(self) -> None:
        """Raises RulebookError where what one of them says rests on its own absence: that leaves it open, or contradicts itself."""
        circle = set(self._graph.circle())
        for atom in self.control.symbolic_atoms if circle else ():
            if atom.literal in circle and (place := self._around.get((atom.symbol.name, len(atom.symbol.arguments)))):
                raise RulebookError(*place, f"{atom.symbol} would rest on its own absence: it is left open, or contradicts itself")


class _Intervals(ast.Transformer):
    """Takes intervals out of a head: `p(1..9)` is `p(X) :- X = 1..9`."""

    def __init__(self):
        self.said: list[ast.AST] = []

    def visit_Interval(self, interval: ast.AST) -> ast.AST:
        variable = ast.Variable(NOWHERE, f"_Interval{len(self.said)}")
        self.said.append(_equal(variable, interval))
        return variable


def _equal(term: ast.AST, other: ast.AST) -> ast.AST:
    guard = ast.Guard(ast.ComparisonOperator.Equal, other)
    return ast.Literal(NOWHERE, ast.Sign.NoSign, ast.Comparison(term, [guard]))


def _variables(node: ast.AST) -> list[str]:
    found: list[str] = []

    class Visitor(ast.Transformer):
        def visit_Variable(self, variable: ast.AST) -> ast.AST:
            found.append(variable.name)
            return variable

    Visitor().visit(node)
    return [name for name in found if name != "_"]
