"""Rulings run one by one, and which rules apply in the answer sets that are found for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context

from clingo import Control, Symbol
from clingo.ast import AST, ASTType, ProgramBuilder, parse_string

from kb.clauses import Kind, clauses
from kb.rulebook import Rulebook
from kb.rulings import Case, run
from kb.solving import Solution, listeners
from kb.statements import Signature


LOOKED_AT = 3  # answer sets of a ruling: the first ones and the last


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
_bodies: list[tuple[frozenset[Signature], AST]]


def _run(number: int) -> tuple[int, list[str], frozenset[int]]:
    found: list[Solution] = []
    listeners.append(found.append)
    try:
        faults = run(_cases[number], _book)
    except Exception as error:
        faults = [f"{type(error).__name__}: {error}"]
    finally:
        listeners.remove(found.append)
    looked_at = [*found[:LOOKED_AT - 1], *found[LOOKED_AT - 1:][-1:]]
    return number, faults, frozenset(place for solution in looked_at for place in _fired(solution.atoms))


def _parsed(book: Rulebook) -> Iterable[tuple[frozenset[Signature], AST]]:
    """For each rule, one that says that it applies (`fired(17) :- ` its body), and the predicates without whose atoms it cannot."""
    of_rules = [(place, clause) for place, rule in enumerate(book.rules) for clause in clauses(book, rule)]
    nodes: list[AST] = []
    parse_string("\n".join(f"fired({place}) :- {'; '.join(literal.text for literal in clause.body) or '#true'}." for place, clause in of_rules),
                 nodes.append)
    needed = (frozenset(literal.signature for literal in clause.body if literal.kind is Kind.PRESENT) for _, clause in of_rules)
    return zip(needed, (node for node in nodes if node.ast_type is ASTType.Rule), strict=True)


def _fired(atoms: Sequence[Symbol]) -> set[int]:
    there = {(atom.name, len(atom.arguments)) for atom in atoms}
    control = Control(message_limit=0, logger=lambda *_: None)
    with ProgramBuilder(control) as builder:
        for needed, node in _bodies:
            if needed <= there:
                builder.add(node)
    with control.backend() as backend:
        for atom in atoms:
            backend.add_rule([backend.add_atom(atom)])
    control.ground()
    return {atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature("fired", 1)}
