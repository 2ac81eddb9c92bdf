"""Rules of somebody's own, as they are grounded: none goes on without end, and none leaves anything open."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from clingo import Control, Number, String, Symbol, ast
from clingo.ast import ASTType

from kb.checking.circles import Graph, components
from kb.own_rules import predicates
from kb.program import NOWHERE
from kb.statements import RulebookError, Signature, Statement

if TYPE_CHECKING:
    from kb.rulebook import Rulebook

MOST = 100_000  # instances of one rule on one board

_watched: dict[str, dict[int, frozenset[Signature]]] = {}  # by file and line, what rests on itself by the rule there


def watch(book: Rulebook, own: list[Statement]) -> None:
    """Have these rules looked after wherever they are grounded."""
    below: dict[Signature, set[Signature]] = defaultdict(set)
    for rule in book.rules:
        body = {signature for one in book.node(rule).body for signature in predicates(one)} if rule in own else rule.uses - rule.heads
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
