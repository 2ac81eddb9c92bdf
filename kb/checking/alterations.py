"""Where a spoiled rule says anything else: looked up among the atoms of what a ruling asked, for all spoiled rules at once.

Over the atoms of an answer set, a spoiled rule says the same as the rule unless it derives what is not among them, or no longer derives
what the rule does. The answer set stays the only one then, as the rules are stratified.
"""

from __future__ import annotations

from collections.abc import Mapping

from clingo import Control, Number
from clingo.ast import ASTType, Function, Literal, ProgramBuilder, Rule, Sign, SymbolicAtom, SymbolicTerm

from kb.checking.calls import Call
from kb.checking.mutations import Mutation
from kb.program import NOWHERE, Program
from kb.rulebook import Rulebook


def signs(book: Rulebook, number: int, mutation: Mutation) -> Program:
    """Rules for `alters(number)`, where the mutation does."""
    node = book.node(mutation.rule)
    alters = Literal(NOWHERE, Sign.NoSign, SymbolicAtom(Function(NOWHERE, "alters", [SymbolicTerm(NOWHERE, Number(number))], 0)))
    single = node.head.ast_type is ASTType.Literal and node.head.atom.ast_type is ASTType.SymbolicAtom
    bodies = []
    if mutation.node is None or not mutation.weaker:
        bodies.append(list(node.body))
    if mutation.node is not None:
        bodies.append([*mutation.node.body, *([node.head.update(sign=Sign.Negation)] if single else [])])
    return Program(Rule(NOWHERE, alters, body) for body in bodies)


def altering(call: Call, programs: Mapping[int, Program]) -> set[int]:
    """The numbers of those of the programs that find an alteration among the atoms of a call, or compute what is too large."""
    try:
        return _altering(call, programs)
    except RuntimeError:
        if len(programs) == 1:
            return set(programs)
    numbers = sorted(programs)
    halves = numbers[::2], numbers[1::2]
    return set().union(*(altering(call, {number: programs[number] for number in half}) for half in halves))


def _altering(call: Call, programs: Mapping[int, Program]) -> set[int]:
    together = Program((node for one in programs.values() for node in one.statements), (text for one in programs.values() for text in one.texts))
    certain = [atom for signature, atoms in call.atoms.items() if signature not in call.open for atom in atoms]
    perhaps = [atom for signature in call.open for atom in call.atoms[signature]]
    control = Control(logger=lambda *_: None, message_limit=0)
    with ProgramBuilder(control) as builder:
        for node in [*call.dependencies.constants, *together.over([*certain, *perhaps])]:
            builder.add(node)
    with control.backend() as backend:
        for atom in certain:
            backend.add_rule([backend.add_atom(atom)])
        for atom in perhaps:
            backend.add_external(backend.add_atom(atom))
    control.ground()
    return {atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature("alters", 1)}
