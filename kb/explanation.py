"""Why an atom holds in an answer set, and why it does not: steps, each with the rule it stands on.

The program that was solved stays as it is; what is told here is found afterwards, from its atoms (kb.derivations, kb.attempts).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from clingo import Symbol

from kb.answer_set import ANY, AnswerSet, fits
from kb.attempts import Attempt, attempts
from kb.clauses import Clauses
from kb.derivations import Derivation, derive
from kb.goals import parse_goal
from kb.rulebook import Rulebook
from kb.saying import says
from kb.why import Step, Tried, Why, together, without_circles

__all__ = ["ANY", "Step", "Tried", "Why", "cites", "explain", "parse_goal", "says", "together", "why_not"]

TOLD = 3  # attempts that are told for an atom that does not hold, of those that come furthest; the others are only cited
LOOKED_INTO = 12  # atoms that do not hold, of which it is told in turn why not


def explain(book: Rulebook, question: str, atoms: Iterable[Symbol], goals: Iterable[Symbol]) -> Why:
    """Why `goals` hold in the answer set `atoms` of a question's program; told shallowly, a shared step once.

    Raises ValueError for a goal that does not hold.
    """
    telling, goals = _Telling(book, question, AnswerSet(atoms)), list(goals)
    for goal in goals:
        if goal not in telling.answer:
            raise ValueError(f"{goal} does not hold")
    return telling.why(goals)


def why_not(book: Rulebook, question: str, atoms: Iterable[Symbol], goal: Symbol) -> Why:
    """Why `goal` (with ANY for what does not matter) does not hold in the answer set `atoms` of a question's program.

    Where the rules say that it can't be, why that is so; else what would be needed, and is missing. Raises ValueError
    for a goal that holds.
    """
    telling = _Telling(book, question, AnswerSet(atoms))
    if telling.answer.like(goal):
        raise ValueError(f"{goal} holds")
    denials = sorted(atom for atom in telling.answer.atoms if _denies(atom, goal))
    return telling.why(denials or [goal])


def cites(why: Why) -> set[str]:
    """The numbers of all rules that a full account names, those whose premises fail included."""
    return {number for step in why.steps.values() for number in step.cites}


class _Telling:
    """An explanation in the making."""

    def __init__(self, book: Rulebook, question: str, answer: AnswerSet):
        self.book, self.answer = book, answer
        self.clauses = _clauses(book, question)
        self.derivations: dict[Symbol, Derivation | None] = {}  # of what holds
        self.attempts: dict[Symbol, list[Attempt]] = {}  # of what does not

    def why(self, goals: Iterable[Symbol]) -> Why:
        """Find out all there is to tell, and tell it."""
        goals = list(dict.fromkeys(goals))
        self._derive(goal for goal in goals if goal in self.answer)
        self._look_into(absent for goal in goals for absent in self._decisive(goal))
        self._look_for_exceptions()
        return self._steps(goals)

    def _derive(self, atoms: Iterable[Symbol]) -> None:
        """Find out how atoms that hold come about."""
        atoms = [atom for atom in dict.fromkeys(atoms) if atom not in self.derivations]
        if atoms:
            self.derivations = derive(self.clauses, self.book.defined, self.answer, atoms) | self.derivations

    def _decisive(self, goal: Symbol) -> Iterable[Symbol]:
        """What does not hold and decides: the goal itself, or where nothing but helpers is beneath it, what is absent there."""
        if goal not in self.answer:
            return [goal]
        absent: dict[Symbol, None] = {}
        beneath = [goal]
        for atom in beneath:
            derivation = self.derivations[atom]
            if atom != goal and not self._step(atom).helper:
                return ()
            if derivation:
                absent |= dict.fromkeys(derivation.absent)
                beneath += (premise for premise in derivation.present if premise not in beneath)
        return absent

    def _look_into(self, absent: Iterable[Symbol]) -> None:
        """Find out what would be needed for what does not hold, and for what is missing there, breadth first."""
        told: list[Attempt] = []
        while absent := [atom for atom in dict.fromkeys(absent) if atom not in self.attempts][:LOOKED_INTO - len(self.attempts)]:
            new = self._attempt(absent)
            absent = [attempt.missing for attempt in new if attempt.missing is not None]
            told += new
        self._derive(atom for attempt in told for atom in attempt.present + attempt.blocked)

    def _look_for_exceptions(self) -> None:
        """For whatever else is absent, find the rules that would give it, were it not for something that holds."""
        while absent := {atom for derivation in self.derivations.values() if derivation for atom in derivation.absent} - set(self.attempts):
            told = self._attempt(sorted(absent), only_blocked=True)
            self._derive(atom for attempt in told for atom in attempt.present + attempt.blocked)

    def _attempt(self, absent: list[Symbol], only_blocked: bool = False) -> list[Attempt]:
        """Try the rules for atoms that do not hold; gives the attempts that are told."""
        found = attempts(self.clauses, self.answer, absent, only_blocked)
        self.attempts |= found
        return [attempt for of_atom in found.values() for attempt in _told(of_atom)]

    def _steps(self, goals: list[Symbol]) -> Why:
        """All that was found out, as steps."""
        ids: dict[Symbol, str] = {}
        waiting: list[Symbol] = []

        def refer(atoms: Iterable[Symbol]) -> tuple[str, ...]:
            for atom in atoms:
                if atom not in ids:
                    ids[atom] = str(len(ids) + 1)
                    waiting.append(atom)
            return tuple(ids[atom] for atom in atoms)

        def tried(attempt: Attempt) -> Tried:
            missing = () if attempt.missing is None else (attempt.missing,)
            return Tried(attempt.clause.rule, refer(attempt.present), refer(missing), refer(attempt.blocked), attempt.needs)

        root = refer(goals)
        steps = {}
        for atom in waiting:
            step = self._step(atom)
            if step.derivation:
                step = replace(step, premises=refer(step.derivation.present), absent=refer(step.derivation.absent))
            elif not step.holds:
                of_atom = self.attempts.get(atom, [])
                told = _told(of_atom)
                step = replace(step, tried=tuple(map(tried, told)), others=tuple(a.clause.rule for a in of_atom if a not in told))
            steps[ids[atom]] = step
        return Why(root, without_circles(root, steps))

    def _step(self, atom: Symbol) -> Step:
        reading = self.book.sentences.get((atom.name, len(atom.arguments)))
        aside = reading is not None and reading.aside
        return Step(atom, atom in self.answer, aside, self.book, self.derivations.get(atom))


_clauses = cache(Clauses)  # of a rulebook and a question


def _told(of_atom: list[Attempt]) -> list[Attempt]:
    """Those that come furthest, and whatever an exception lifts."""
    furthest = [attempt for attempt in of_atom[:TOLD] if attempt.rank == of_atom[0].rank]
    return furthest + [attempt for attempt in of_atom if attempt not in furthest and any(atom.name == "except" for atom in attempt.blocked)]


def _denies(atom: Symbol, goal: Symbol) -> bool:
    """As cant_activate("forest", Reason) denies can_activate("forest")."""
    names = (f"cant_{goal.name.removeprefix('can_')}", f"not_{goal.name}")
    return atom.name in names and len(atom.arguments) >= len(goal.arguments) and all(map(fits, goal.arguments, atom.arguments))
