"""Why an atom is not there: for each rule that could derive it, how far the rule's body comes, and where it fails.

For an atom asked for (ANY where anything would do), and each clause that may derive it, the literals are put one by one::

    _tried(Clause, 0, Asked, Values, Present, Next) :- _asked(Asked).
    _tried(Clause, 1, Asked, Values, Present, Next) :- _tried(Clause, 0, Asked, Values, _, _), first literal.
    ...

Next is what the literal after these asks for. Atoms that must not hold come last: what fails there would apply, but is blocked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from clingo import Function, Symbol, SymbolType

from kb.answer_set import ANY, AnswerSet
from kb.clauses import TOKEN, Clause, Clauses, Kind, Literal, as_tuple, atom, calculated, split, variables

UNDEFINED = Function("_undefined")  # in place of what comes next, where that would be calculated from what is no number
INSTANCES = 3  # of one rule, for one atom
OPERATORS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than", "!=": "other than", "=": "equal to"}
FUNCTIONS = {"count": "the number of them", "sum": "their sum", "sum+": "their sum", "max": "the greatest", "min": "the least"}


@dataclass(frozen=True)
class Attempt:
    """An instance of a clause that fails: `missing` would have to hold, `blocked` must not, or `needs` would have to be true."""

    clause: Clause
    present: tuple[Symbol, ...] = ()  # what does hold
    missing: Symbol | None = None
    blocked: tuple[Symbol, ...] = ()
    needs: str = ""  # in words
    done: int = 0  # how many literals were put and found true
    left: int = 0  # how many were not

    @property
    def rank(self) -> tuple[float, int]:
        """The attempts that come furthest have the least."""
        return (self.left / (self.left + self.done) if self.left else 0.0), -self.done


def attempts(clauses: Clauses, answer: AnswerSet, asked: Iterable[Symbol], only_blocked: bool = False) -> dict[Symbol, list[Attempt]]:
    """For each atom asked for, the attempts of the rules that could derive it, those that come furthest first.

    With `only_blocked`, only those that fail by an atom that must not hold.
    """
    found: dict[Symbol, list[Attempt]] = {}
    plans: dict[_Plan, None] = {}
    for pattern in asked:
        candidates = clauses[pattern.name, len(pattern.arguments)]
        found[pattern] = [] if only_blocked else _only_facts(candidates)
        if not _vague_within(pattern):
            may_fail = [clause for clause in candidates if clause.body and (not only_blocked or _may_be_blocked(clause, answer))]
            plans |= dict.fromkeys(_plan(clause, _known(pattern)) for clause in may_fail)
    if not plans:
        return found
    numbered = dict(enumerate(plans))
    program = "\n".join(line for number, plan in numbered.items() for line in plan.lines(number))
    look_up = answer.ground(program, (Function("_asked", [pattern]) for pattern in found))
    tried = defaultdict(list)
    for symbol in look_up("_tried", 6):
        number, pattern = symbol.arguments[0].number, symbol.arguments[2]
        if numbered[number].known == _known(pattern):
            tried[number, pattern].append(symbol)
    for (number, pattern), symbols in tried.items():
        furthest = max(symbol.arguments[1] for symbol in symbols)
        # Sorted, an instance that is UNDEFINED comes before the same with something to look for, which takes its place.
        instances = {symbol.arguments[3]: symbol for symbol in sorted(symbols) if symbol.arguments[1] == furthest}
        for symbol in list(instances.values())[:INSTANCES]:
            attempt = numbered[number].attempt(furthest.number, symbol, answer)
            if attempt.blocked or not only_blocked:
                found[pattern].append(attempt)
    return {pattern: sorted(of_pattern, key=lambda attempt: attempt.rank) for pattern, of_pattern in found.items()}


def _known(pattern: Symbol) -> tuple[bool, ...]:
    return tuple(argument != ANY for argument in pattern.arguments)


def _vague_within(pattern: Symbol) -> bool:
    """Whether ANY stands inside an argument: then no head can be compared with it."""
    return any(str(ANY) in str(argument) for argument in pattern.arguments if argument != ANY)


def _may_be_blocked(clause: Clause, answer: AnswerSet) -> bool:
    absent = [literal.signature[0] for literal in clause.body if literal.kind is Kind.ABSENT]
    return any(map(answer.starts, absent)) and all(map(answer.starts, clause.beginnings))


def _only_facts(candidates: Iterable[Clause]) -> list[Attempt]:
    """Where the book lists what there is, no more could be derived: one attempt a heading."""
    if any(clause.body for clause in candidates):
        return []
    return list({(clause.rule.number, clause.rule.label): Attempt(clause) for clause in candidates}.values())


@cache
def _plan(clause: Clause, known: tuple[bool, ...]) -> _Plan:
    return _Plan(clause, known)


class _Plan:
    """The order in which the literals of a clause are put, where some arguments of its head are known."""

    def __init__(self, clause: Clause, known: tuple[bool, ...]):
        self.clause, self.known = clause, known
        arguments, body = [], list(clause.body)
        for number, (argument, is_known) in enumerate(zip(clause.arguments, known, strict=True)):
            if is_known and calculated(argument):
                name = f"_Argument{number}"
                body.append(Literal(Kind.TEST, f"{name} = {argument}", (name, *variables(argument))))
                argument = name
            arguments.append(argument if is_known else str(ANY))
        self.head = atom(clause.name, arguments)
        self.order = list(_in_order(body, set(variables(self.head))))
        self.bound = [variables(self.head)]  # after each step
        for literal in self.order:
            self.bound.append(tuple(dict.fromkeys(self.bound[-1] + literal.variables)))

    def lines(self, number: int) -> Iterator[str]:
        present: list[str] = []
        for step, bound in enumerate(self.bound):
            if step == 0:
                body = f"_asked({self.head})"
            else:
                literal = self.order[step - 1]
                present += [literal.atom] if literal.kind is Kind.PRESENT else []
                body = f"_tried({number},{step - 1},_Asked,{as_tuple(self.bound[step - 1])},_,_), {literal.text}"
            asked, following = "_Asked" if step else self.head, self._next(step)
            for told in (following, str(UNDEFINED)) if calculated(following) else (following,):
                yield f"_tried({number},{step},{asked},{as_tuple(bound)},{as_tuple(present)},{told}) :- {body}."

    def _next(self, step: int) -> str:
        if step == len(self.order):
            return as_tuple(literal.atom for literal in self.clause.body if literal.kind is Kind.ABSENT)
        literal = self.order[step]
        return _as_far_as(literal.atom, self.bound[step]) if literal.kind is Kind.PRESENT else "()"

    def attempt(self, step: int, symbol: Symbol, answer: AnswerSet) -> Attempt:
        """The attempt that `symbol` tells of, which came `step` literals far."""
        _, _, _, values, present, following = symbol.arguments
        holds = tuple(dict.fromkeys(present.arguments))
        left = len(self.order) - step
        if following == UNDEFINED:
            return Attempt(self.clause, holds, needs="there is a number to calculate with", done=step, left=left)
        if not left:
            # An atom that does not hold although the whole body does: it is of a choice.
            blocked = tuple(atom for pattern in following.arguments for atom in answer.like(pattern))[:INSTANCES]
            return Attempt(self.clause, holds, blocked=blocked, needs="" if blocked else "it is chosen", done=step)
        if self.order[step].kind is Kind.PRESENT:
            return Attempt(self.clause, holds, missing=following, done=step, left=left)
        values = dict(zip(self.bound[step], values.arguments, strict=True))
        return Attempt(self.clause, holds, needs=_in_words(self.order[step], values), done=step, left=left)


def _in_order(body: list[Literal], bound: set[str]) -> Iterator[Literal]:
    """Each literal as soon as it can be looked at, first those about what is known; where none can, the rest at once."""
    shared = {name for literal in body for name in literal.variables}
    waiting = [literal for literal in body if literal.kind is not Kind.ABSENT]
    while waiting:
        ready = [literal for literal in waiting if _ready(literal, bound, shared)]
        if not ready:
            names = tuple(dict.fromkeys(name for literal in waiting for name in literal.variables))
            yield Literal(Kind.TEST, ", ".join(literal.text for literal in waiting), names)
            return
        about_known = (literal for literal in ready if not literal.variables or bound.intersection(literal.variables))
        literal = next(about_known, ready[0])
        waiting.remove(literal)
        bound |= set(literal.variables)
        yield literal


def _ready(literal: Literal, bound: set[str], shared: set[str]) -> bool:
    if literal.kind is Kind.PRESENT:
        return not calculated(literal.text) or bound.issuperset(literal.variables)
    unknown = set(variables(literal.text)) & shared - bound
    assigned = re.match(r"([\w']+) = |.* = ([\w']+)$", literal.text)
    return unknown <= set(assigned.groups() if assigned else ())


def _as_far_as(text: str, bound: Iterable[str]) -> str:
    """The atom with ANY for what is not bound yet."""
    known = set(bound)
    return TOKEN.sub(lambda token: token[0] if token[0] in known or token[0][0] == '"' else str(ANY), text)


def _in_words(literal: Literal, values: dict[str, Symbol]) -> str:
    """A test with the values put in: "4 is at least 10"."""
    def value(token: re.Match) -> str:
        symbol = values.get(token[0])
        return token[0] if symbol is None else symbol.string if symbol.type is SymbolType.String else str(symbol)

    if len(split(literal.text, ":")) > 1:  # a conditional literal
        return "it is so for all of them"
    text = re.sub(r"(?:#(\w+\+?) )?\{.*\}", lambda found: FUNCTIONS[found[1] or "count"], literal.text)
    text = TOKEN.sub(value, re.sub(r" (<=|>=|!=|<|>|=) ", lambda found: f" is {OPERATORS[found[1]]} ", text))
    return f"it is not so that {text.removeprefix('not ')}" if text.startswith("not ") else text
