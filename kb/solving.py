"""From statements and facts to answer sets: the one place that runs clingo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from clingo import Control, Function, HeuristicType, Model, Number, Observer, Symbol
from clingo.ast import AST, Literal, ProgramBuilder, Rule, Sign, SymbolicAtom, SymbolicTerm, parse_string
from clingo.ast import Function as TermFunction

from kb.program import NOWHERE, Program, Pruned
from kb.watching import Watch

MESSAGE_LIMIT = 1000  # clingo keeps quiet after 20 infos, and each one is an error here


listeners: list[Callable[[Solution], None]] = []  # told of each answer set
watchers: list[Callable[[Iterable[AST], Sequence[str], Iterable[Symbol], Control], None]] = []  # told of each program that is grounded


class ProgramError(RuntimeError):
    """A rulebook that clingo cannot ground without a word of complaint."""


@dataclass
class Solution:
    """An answer set: what it shows, by predicate and sorted, and all its atoms."""

    shown: dict[str, list[Symbol]]
    atoms: list[Symbol]

    def goals(self, untold: Collection[str]) -> list[Symbol]:
        """The shown atoms, but for those of the predicates `untold`."""
        return [atom for name, atoms in self.shown.items() if name not in untold for atom in atoms]


def solve(statements: Iterable[AST], facts: Iterable[Symbol], *, project: bool = True, limit: int = 0) -> list[Solution]:
    """Ground `statements` over `facts` and solve: all answer sets, or the first `limit`; with `project` one for each projection to what
    the program's #project names.

    A fresh Control each time; facts go in through the backend, never as text. Raises ProgramError.
    """
    control = grounded(_over(statements, facts), [str(limit), *(["--project"] if project else [])], facts)
    with control.solve(yield_=True) as handle:
        return [_copied(model) for model in handle]


def models(statements: Iterable[AST], facts: Iterable[Symbol], *, best: bool = False) -> Iterator[Model]:
    """The answer sets one after another, projected as by `solve`, each to be read before the next is asked for; with `best`, all that
    are optimal. Raises ProgramError.
    """
    control = grounded(_over(statements, facts), ["0", "--project", *(["--opt-mode=optN"] if best else [])], facts)
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.optimality_proven or not best:
                _tell(model)
                yield model


def minimal(statements: Iterable[AST], facts: Iterable[Symbol], elements: str) -> Iterator[Model]:
    """The answer sets that are minimal in the atoms of the predicate `elements` (with one argument): of those with the same ones true,
    one; of those with more, none. One after another, each to be read before the next is asked for. Raises ProgramError.
    """
    control = grounded(_over(statements, facts), ["0", "--heuristic=Domain", "--enum-mode=domRec"], facts)
    literals = [atom.literal for atom in control.symbolic_atoms.by_signature(elements, 1)]
    with control.backend() as backend:
        for literal in literals:
            backend.add_heuristic(literal, HeuristicType.False_, 1, 1, [])
    with control.solve(yield_=True) as handle:
        last = None
        for model in handle:
            present = [literal for literal in literals if model.is_true(literal)]
            if present == last:  # all are in every answer set: that one is the only minimal one
                return
            last = present
            _tell(model)
            yield model


class TooMany(Exception):
    """More answer sets than were asked for at most."""


def solve_each(statements: Iterable[AST], states: Sequence[Collection[Symbol]], most: int) -> list[list[Solution]]:
    """For each of several sets of facts that are much alike, its answer sets (projected as by `solve`): grounded and solved together.

    To the solver, a state is a choice: what the states differ in holds where its state is chosen. Only what is shown is read;
    `whole` gives the rest. Raises ProgramError, and TooMany for more than `most` answer sets in all.
    """
    common = frozenset.intersection(*map(frozenset, states))
    chosen = [Function("state_chosen", [Number(number)]) for number in range(len(states))]
    # As rules, not through the backend: of atoms that the backend makes true on a condition, the grounder misses some instances.
    where: list[AST] = []
    parse_string(f"1 {{ state_chosen(0..{len(states) - 1}) }} 1. #project state_chosen(I) : state_chosen(I).\n"
                 "#show state_chosen(I) : state_chosen(I).", where.append)
    literal = cache(_literal)
    where += [Rule(NOWHERE, literal(fact), [literal(atom)]) for atom, state in zip(chosen, states) for fact in set(state) - common]
    given = frozenset().union(*states)
    program = _over(statements, given)
    program += where[1:]
    control = grounded(program, [str(most + 1), "--project"], common)
    with control.solve(yield_=True) as handle:  # reading answer sets takes much longer than finding them
        if sum(1 for _ in handle) > most:
            raise TooMany
    found: list[list[Solution]] = [[] for _ in states]
    with control.solve(yield_=True) as handle:
        for model in handle:
            _tell(model)
            solution = Solution(shown_by(model), [])
            (atom,) = solution.shown.pop("state_chosen")
            found[atom.arguments[0].number].append(solution)
    return found


def whole(statements: Iterable[AST], facts: Iterable[Symbol], solution: Solution) -> Solution:
    """The answer set that shows what `solution` shows, with all its atoms."""
    return next(wholes(statements, facts, [solution]))


def wholes(statements: Iterable[AST], facts: Iterable[Symbol], solutions: Iterable[Solution]) -> Iterator[Solution]:
    """The answer sets that show what `solutions` show, with all their atoms."""
    control = grounded(_over(statements, facts), ["0", "--project"], facts)
    for wanted in (solution.goals(()) for solution in solutions):
        said = [(atom, True) for atom in wanted if control.symbolic_atoms[atom]]
        with control.solve(said, yield_=True) as handle:
            yield next(found for found in map(_copied, handle) if sorted(found.goals(())) == sorted(wanted))


def _literal(atom: Symbol) -> AST:
    arguments = [SymbolicTerm(NOWHERE, argument) for argument in atom.arguments]
    return Literal(NOWHERE, Sign.NoSign, SymbolicAtom(TermFunction(NOWHERE, atom.name, arguments, False)))


def _over(statements: Iterable[AST], facts: Iterable[Symbol]) -> Pruned:
    return (statements if isinstance(statements, Program) else Program(statements)).over(facts)


def grounded(statements: Iterable[AST], options: list[str], facts: Iterable[Symbol], observer: Observer | None = None) -> Control:
    """A program grounded over facts, with options of clingo's; `observer` sees the ground rules. Raises ProgramError, and RulebookError
    where a rule of somebody's own is at fault.
    """
    complaints: list[str] = []
    control = Control(options, logger=lambda _, text: complaints.append(text.strip()), message_limit=MESSAGE_LIMIT)
    if observer:
        control.register_observer(observer)
    watch = Watch(control)
    try:
        with ProgramBuilder(control) as builder:
            for statement in watch.over(statements):
                builder.add(statement)
        with control.backend() as backend:
            for fact in facts:
                backend.add_rule([backend.add_atom(fact)])
        control.ground(context=watch)
    except RuntimeError as error:
        raise watch.error or ProgramError("\n".join([str(error), *complaints])) from error
    if complaints:
        raise ProgramError("\n".join(dict.fromkeys(complaints)))
    watch.refuse_circles()
    for watcher in watchers:
        watcher(statements, options, facts, control)
    return control


def _copied(model: Model) -> Solution:
    """What is read from a model has to be copied while it is there."""
    _tell(model)
    return Solution(shown_by(model), model.symbols(atoms=True))


def _tell(model: Model) -> None:
    if listeners:
        solution = Solution(shown_by(model), model.symbols(atoms=True))
        for listener in listeners:
            listener(solution)


def shown_by(model: Model) -> dict[str, list[Symbol]]:
    """What an answer set shows, by predicate and sorted."""
    shown = defaultdict(list)
    for atom in model.symbols(shown=True):
        shown[atom.name].append(atom)
    for atoms in shown.values():
        if len(atoms) > 1:
            atoms.sort()
    return defaultdict(list, sorted(shown.items(), key=lambda of_name: of_name[1][0]))
