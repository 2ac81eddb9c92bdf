"""An answer, and the solved question behind it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from clingo import Function, Number, String, Symbol, SymbolType

from kb.board import Board, BoardError
from kb.facts import fact, outside
from kb.rulebook import Rulebook, RulebookError
from kb.solving import ProgramError, Solution, solve
from kb.statements import OBJECTS

if TYPE_CHECKING:
    from kb.cards import Card
    from kb.explanation import Why

TYPES = "wubrgc"  # the order in which types of mana are told
KINDS = ("activated", "triggered", "static", "spell_ability")
UNTOLD = ("not_exact", "spoken_of")  # shown to us, no part of an explanation
EXPLAINED = 20  # results of a question with several that are explained


@dataclass(frozen=True)
class Value:
    """What a question's module reads from the answer sets."""

    value: Any  # or, where it takes its time, a function that gives it
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the deciding rules, an item of the value
    negative: bool = False  # the answer is no, illegal, inconsistent
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What the rules say to a question, in plain values (interface.md calls them `answer`), and on request why."""

    question: str
    find: Callable[[], Any] = field(repr=False)  # gives the value
    edition: str
    not_modelled: tuple[dict[str, Any], ...]  # {id, ability, touches: [subject, ...]}: what could change the answer
    notes: tuple[str, ...]  # what was assumed
    cites: Mapping[str, tuple[str, ...]]  # the deciding rules, an item of the value
    negative: bool  # the answer is no, illegal, inconsistent
    asked: Asked = field(repr=False)

    @cached_property
    def value(self) -> Any:
        """The answer itself, as interface.md, section 3, has it."""
        with self.asked.own_rules_at_fault() if self.asked else nullcontext():  # rulings that were judged have no question behind them
            return self.find()

    @property
    def exact(self) -> bool:
        """Nothing that is not modelled could change the answer."""
        return not self.not_modelled

    def results(self) -> Iterator[Any]:
        """Every result, one after another; of questions with many, more than `value` lists."""
        from kb.questions import QUESTIONS

        if of_module := getattr(QUESTIONS[self.question], "results", None):
            return of_module(self.asked)
        return iter([{item: value} for item, value in self.value.items()] if isinstance(self.value, dict) else self.value)

    def count(self) -> int:
        """How many results there are."""
        from kb.questions import QUESTIONS

        of_module = getattr(QUESTIONS[self.question], "count", None)
        return of_module(self.asked) if of_module else len(self.value)

    def why(self) -> Why:
        """The derivation of all that is shown, step by step; of several results, of the first twenty."""
        return self.asked.why()

    def why_not(self, said: str) -> Why:
        """What is missing for an atom such as `could_produce(orchard, g)` to hold."""
        from kb.explanation import parse_goal, why_not

        atoms = self.asked.solution.atoms
        goal = parse_goal(said, self.asked.rulebook, atoms, self.question)
        return why_not(self.asked.rulebook, self.question, atoms, self.asked.meant(goal))

    def __str__(self) -> str:
        """The plain answer, as the command line prints it."""
        from kb.rendering import render

        return render(self).rstrip("\n")

    def to_json(self) -> dict[str, Any]:
        return {"question": self.question, "edition": self.edition, "exact": self.exact,
                "not_modelled": list(self.not_modelled), "notes": list(self.notes), "answer": self.value}


@dataclass
class Asked:
    """A question put to a rulebook: what the board says, and what is asked of it."""

    question: str
    board: Board
    rulebook: Rulebook
    facts: list[Symbol]
    inputs: list[Symbol]
    where: str | None = None
    all_orders: bool = False

    @property
    def names(self) -> list[str]:
        """What a condition can speak of: ids and players."""
        return [*self.board.names.kinds]

    @cached_property
    def solutions(self) -> list[Solution]:
        """The answer sets, one for each distinct result; most questions have just one, and none fits some conditions."""
        statements = self.rulebook.statements_for(self.question)
        if self.where is not None:
            from kb.conditions import statements as of_condition

            statements += of_condition(self.where, self.question, self.rulebook, self.names)
        return solve(statements, [*self.facts, *self.inputs], project=not self.all_orders)

    @cached_property
    def solution(self) -> Solution:
        """An answer set, of any result."""
        if self.where is None:
            return first_of(self.solutions)
        return first_of(solve(self.rulebook.statements_for(self.question), [*self.facts, *self.inputs], limit=1))

    def shown(self, predicate: str) -> list[Symbol]:
        """The atoms of a predicate that the first answer set shows, sorted."""
        return self.solution.shown[predicate]

    def input(self, predicate: str) -> tuple[Symbol, ...]:
        """The arguments of the first input fact of this name."""
        return next(tuple(atom.arguments) for atom in self.inputs if atom.name == predicate)

    def why(self, goals: Iterable[Symbol] | None = None) -> Why:
        """How `goals` are derived; by default, all that is shown of an answer, in each answer set."""
        from kb.explanation import explain, together

        if goals is not None:
            return explain(self.rulebook, self.question, self.solution.atoms, goals)
        return together(explain(self.rulebook, self.question, solution.atoms, self.goals(solution)) for solution in self.in_order()[:EXPLAINED])

    def in_order(self) -> list[Solution]:
        """The answer sets in the order in which the answer tells them, where its module says one."""
        from kb.questions import QUESTIONS

        of_module = getattr(QUESTIONS[self.question], "place", None)
        return sorted(self.solutions, key=of_module) if of_module else self.solutions

    def goals(self, solution: Solution) -> list[Symbol]:
        """What of an answer set is explained: what its module's `goals` says, or all that it shows."""
        from kb.questions import QUESTIONS

        of_module = getattr(QUESTIONS[self.question], "goals", None)
        return of_module(solution) if of_module else solution.goals(UNTOLD)

    def meant(self, goal: Symbol) -> Symbol:
        """The atom with the id of each object that it calls by a card's name. Raises BoardError for one about an object that is not there."""
        names, spoken_of = self.board.names, {argument for atom in self.inputs for argument in atom.arguments}
        kinds, known = dict.fromkeys(names.kinds.values()), {argument for atom in self.facts for argument in atom.arguments}

        def named(hole: str, argument: Symbol) -> Symbol:
            if hole not in OBJECTS or argument.type is not SymbolType.String or argument in spoken_of:
                return argument
            try:
                return String(names.find(argument.string, *kinds))
            except BoardError as fault:
                if "could be" in fault.problem or argument not in known:
                    raise
                return argument

        holes = self.rulebook.sentences[goal.name, len(goal.arguments)].holes
        return Function(goal.name, list(map(named, holes, goal.arguments)))

    @contextmanager
    def own_rules_at_fault(self) -> Iterator[None]:
        """What cannot be read, where somebody's own rules derive what the book's would not, is told of these: as a RulebookError."""
        try:
            yield
        except (BoardError, RulebookError, ProgramError):
            raise
        except (LookupError, ValueError, RuntimeError) as error:
            own = [rule for rule in self.rulebook.rules_for(self.question) if rule.file in self.rulebook.further]
            if not own:
                raise
            what = f"by this rule, or others of your own, the answer to {self.question} cannot be read ({type(error).__name__}: {error})"
            raise RulebookError(own[0].file, own[0].line, what) from error

    def no_answer(self, atom: Symbol, allowed: str) -> RulebookError:
        """For an atom that no rule of the book derives: what it should be; and where the rule of somebody's own stands."""
        rules = self.rulebook.deriving((atom.name, len(atom.arguments)))
        rule = next((rule for rule in rules if rule.file in self.rulebook.further), rules[0])
        return RulebookError(rule.file, rule.line, f"{atom} is no answer to {self.question}: {allowed}")

    def decided_by(self, predicate: str, arity: int) -> tuple[str, ...]:
        """The numbers under which the rulebook derives atoms of a predicate."""
        numbers = {rule.number for rule in self.rulebook.deriving((predicate, arity))} - {"-"}
        return tuple(sorted(numbers))

    def answer(self, read: Value) -> Answer:
        notes = (*self._other_edition(), *self._assumptions(), *read.notes)
        find = read.value if callable(read.value) else lambda: read.value
        return Answer(self.question, find, self.rulebook.edition, self._not_modelled(), notes, read.cites, read.negative, self)

    def _not_modelled(self) -> tuple[dict[str, Any], ...]:
        touches = defaultdict(set)
        for atom in self._shown_anywhere("not_exact"):
            bearer, ability, subject = atom.arguments
            touches[say(bearer), ability].add(say(subject))
        return tuple({"id": bearer, "ability": self._ability_name(ability), "touches": sorted(subjects)}
                     for (bearer, ability), subjects in touches.items())

    @property
    def looked_at(self) -> list[Solution]:
        """The answer sets from which it is read what was assumed and what is not modelled."""
        return [self.solution, *self.solutions]

    def _shown_anywhere(self, predicate: str) -> list[Symbol]:
        return sorted({atom for solution in self.looked_at for atom in solution.shown[predicate]})

    def _ability_name(self, ability: Symbol) -> str:
        """As "triggered 2"; of a helper of the rulebook, its name."""
        for known in self.facts:
            if known.name in KINDS and known.arguments[0] == ability:
                return f"{known.name.removesuffix('_ability')} {known.arguments[1]}"
        return say(ability)

    def _other_edition(self) -> Iterable[str]:
        if self.board.edition != self.rulebook.edition:
            yield f"The board names the rules of {self.board.edition}; these are those of {self.rulebook.edition}."

    def _assumptions(self) -> Iterable[str]:
        shown = (atoms for solution in self.looked_at for name, atoms in solution.shown.items() if name.endswith("assumed"))
        if atoms := dict.fromkeys(atom for some in shown for atom in some):
            from kb.explanation import says

            yield from map(partial(says, self.rulebook), atoms)


def first_of(solutions: Sequence[Solution]) -> Solution:
    """The first; there is one unless rules contradict themselves: then, ProgramError."""
    if not solutions:
        raise ProgramError("These rules contradict themselves: for this board they have no answer set.")
    return solutions[0]


def say(symbol: Symbol) -> str:
    return symbol.string if symbol.type is SymbolType.String else str(symbol)


def sentence(text: str) -> str:
    """With a capital, where it does not begin with a symbol of mana."""
    return text[:1].upper() + text[1:]


def types_in_order(letters: Iterable[str]) -> list[str]:
    """Letters of types of mana in capitals, in the order WUBRGC."""
    return [letter.upper() for letter in sorted(letters, key=TYPES.index)]


def object_asked_about(board: Board, said: str) -> tuple[list[Symbol], list[Card]]:
    """The object meant: a permanent, else a card or spell on the board, else a card of the pool that is only spoken of.

    Gives the facts that ask about it, and the cards that these need. Raises BoardError.
    """
    from kb.reading import grow

    try:
        return [fact("asked_about", board.names.find(said, "permanent", "spell or ability", "card"))], []
    except BoardError as error:
        card = board.pool.find(said)
        if card is None and "is nothing" in error.problem:
            raise grow(said).fault(error.problem, error.allowed, error.nearest or board.pool.nearest(said)) from None
        if card is None or "could be each" in error.problem:
            raise
        return [fact("asked_about", card.name), *outside(card)], [card]


def ability_asked_about(said: int | str) -> Symbol:
    """2, or "triggered 2", as the fact that asks about it. Raises BoardError."""
    from kb.reading import grow

    kind, _, number = str(said).rpartition(" ")
    if kind in ("", "activated", "triggered") and number.isdecimal() and len(number) < 6:
        return fact("asked_ability", Function(kind or "activated"), Number(int(number)))
    raise grow(said).error("is no ability's number", "a number from 1, or triggered and such a number")


def no_such_ability(asked: Asked) -> BoardError:
    """For an ability that the object asked about does not have: which it has."""
    from kb.reading import grow

    (about,), (kind, number) = asked.input("asked_about"), asked.input("asked_ability")
    predicate = {"activated": "numbered", "triggered": "numbered_triggered"}[kind.name]
    numbers = sorted(atom.arguments[2].number for atom in asked.solution.atoms if atom.name == predicate and atom.arguments[0] == about)
    allowed = f"one of its {kind} abilities: {', '.join(map(str, numbers))}" if numbers else f"nothing: it has no {kind} ability"
    return grow(f"{kind} {number}").error(f"is no ability of {say(about)}", allowed)
