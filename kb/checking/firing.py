"""Rulings run one by one, and which rules apply in the answer sets that are found for each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from typing import NamedTuple

from clingo import Control, Symbol
from clingo.ast import AST, ASTType, ProgramBuilder, parse_string

from kb.clauses import Kind, clauses
from kb.rulebook import Rulebook
from kb.rulings import Case, run
from kb.solving import Solution, listeners
from kb.statements import Signature


LOOKED_AT = 40  # answer sets of a ruling: the first ones and the last


@dataclass(frozen=True)
class Trial:
    """A ruling that was run: what was wrong with the answer, and which rules applied, by their place in the rulebook's `rules`."""

    case: Case
    faults: tuple[str, ...]
    fired: frozenset[int]


def trials(book: Rulebook, cases: Sequence[Case], processes: int) -> Iterator[Trial]:
    """Each ruling, run."""
    global _book, _cases, _bodies
    _book, _cases = book, cases
    _bodies = list(_parsed(book))
    with get_context("fork").Pool(processes) as pool:
        for number, faults, fired in pool.imap_unordered(_run, range(len(cases)), chunksize=4):
            yield Trial(cases[number], tuple(faults), fired)


_book: Rulebook
_cases: Sequence[Case]
_bodies: list[_Applying]


def _run(number: int) -> tuple[int, list[str], frozenset[int]]:
    found: list[Solution] = []
    listeners.append(found.append)
    try:
        faults = run(_cases[number], _book)
    except Exception as error:
        faults = [f"{type(error).__name__}: {error}"]
    finally:
        listeners.remove(found.append)
    fired: set[int] = set()
    for solution in (*found[:LOOKED_AT - 1], *found[LOOKED_AT - 1:][-1:]):
        fired |= _fired(solution.atoms, fired)
    return number, faults, frozenset(fired)


class _Applying(NamedTuple):
    """Of a rule, by its place, one that says that it applies: `fired(17) :- ` its head and body. Without atoms of `needed`, it does not."""

    place: int
    needed: frozenset[Signature]
    node: AST


def _parsed(book: Rulebook) -> Iterator[_Applying]:
    of_rules = [(place, clause) for place, rule in enumerate(book.rules) for clause in clauses(book, rule)]
    texts = ("; ".join([*(() if clause.choice else (clause.head,)), *(literal.text for literal in clause.body)]) for _, clause in of_rules)
    nodes: list[AST] = []
    parse_string("\n".join(f"fired({place}) :- {text or '#true'}." for (place, _), text in zip(of_rules, texts)), nodes.append)
    for (place, clause), node in zip(of_rules, (node for node in nodes if node.ast_type is ASTType.Rule), strict=True):
        needed = {literal.signature for literal in clause.body if literal.kind is Kind.PRESENT}
        yield _Applying(place, frozenset(needed if clause.choice else needed | {clause.signature}), node)


def _fired(atoms: Sequence[Symbol], known: Collection[int]) -> set[int]:
    """The rules that apply, but for those that are `known` to."""
    there = {(atom.name, len(atom.arguments)) for atom in atoms}
    control = Control(message_limit=0, logger=lambda *_: None)
    with ProgramBuilder(control) as builder:
        for one in _bodies:
            if one.place not in known and one.needed <= there:
                builder.add(one.node)
    with control.backend() as backend:
        for atom in atoms:
            backend.add_rule([backend.add_atom(atom)])
    control.ground()
    return {atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature("fired", 1)}
