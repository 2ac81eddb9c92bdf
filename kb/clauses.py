"""Rules taken apart: a head, and the literals of the body, as text that goes into the programs of explanations.

What is taken apart is not the text of the file but how clingo prints the rule, which has one form for each thing; and it is
text because looking through clingo's syntax trees from Python takes ten times as long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import count

from kb.answer_set import ANY
from kb.rulebook import Rulebook, RulebookError, Statement
from kb.statements import HEAD, STRING, Signature, names_only

TOKEN = re.compile(rf"{STRING}|_*[A-Z][\w']*|(?<![\w'])_(?![\w'])")  # texts, variables, and the nameless variable
CALCULATED = re.compile(rf"{STRING}|(;|\.\.|[-+*/\\&^?|~@])")
BEGINNING = re.compile(rf"(?:{STRING}|(?<![(,])\(|-(?=[0-9])|[a-z0-9,)#]|(?<=[\w'])[_A-Z'])*")  # up to what depends on the board
ATOM = re.compile(r"(_*[a-z][\w']*)(?:\((.*)\))?")
AGGREGATE = re.compile(r"(?:not )?(?P<left>[^{#]*)(?P<function>#\w+\+? )?\{ (?P<elements>.*) \}(?P<right>[^}]*)")
CHOICE = re.compile(r"[^{\"]*\{ (.*) \}[^}\"]*")
BRACKET = re.compile(rf"{STRING}|([({{])|([)}}])|([;:,])")


class Kind(Enum):
    PRESENT = "an atom that must hold"
    ABSENT = "an atom that must not hold"
    TEST = "a comparison"
    OVER_MANY = "an aggregate or a conditional literal, which looks at many atoms"


@dataclass(frozen=True)
class Literal:
    kind: Kind
    text: str
    variables: tuple[str, ...]  # those it shares with the rest of the body
    atom: str = ""  # of PRESENT and ABSENT
    signature: Signature | None = None  # likewise
    elements: tuple[tuple[Literal, ...], ...] = ()  # of OVER_MANY: for each element, the literals that it looks at


@dataclass(frozen=True, eq=False)
class Clause:
    """A rule, or one element of a choice."""

    rule: Statement
    name: str  # of the head, and its arguments
    arguments: tuple[str, ...]
    body: tuple[Literal, ...]
    choice: bool

    @property
    def signature(self) -> Signature:
        return self.name, len(self.arguments)

    @cached_property
    def head(self) -> str:
        return atom(self.name, self.arguments)

    @cached_property
    def pattern(self) -> str:
        """The head with nothing said of what is calculated: what an atom looks like that it may derive."""
        return atom(self.name, ("_" if calculated(argument) else argument for argument in self.arguments))

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """Of the whole clause: their values tell one instance from another."""
        names = [*variables(self.head), *(name for literal in self.body for name in literal.variables)]
        return tuple(dict.fromkeys(names))

    @cached_property
    def looks_at(self) -> list[Signature]:
        """The predicates of all that must hold."""
        literals = [*self.body, *(literal for many in self.body for element in many.elements for literal in element)]
        return list(dict.fromkeys(literal.signature for literal in literals if literal.kind is Kind.PRESENT))

    @cached_property
    def beginning(self) -> str:
        """How every atom begins that it derives."""
        return BEGINNING.match(self.pattern)[0]

    @cached_property
    def beginnings(self) -> list[str]:
        """How atoms begin without which it does not apply."""
        return [BEGINNING.match(literal.atom)[0] for literal in self.body if literal.kind is Kind.PRESENT]


class Clauses(dict[Signature, list[Clause]]):
    """By what they derive, the clauses of the rules that a question reaches, taken apart as they are asked for."""

    def __init__(self, book: Rulebook, question: str):
        super().__init__()
        self._book = book
        self._rules: dict[Signature, list[Statement]] = {}
        for rule in book.rules_for(question):
            for signature in rule.heads:
                self._rules.setdefault(signature, []).append(rule)

    def __missing__(self, signature: Signature) -> list[Clause]:
        found = (clause for rule in self._rules.get(signature, ()) for clause in clauses(self._book, rule))
        self[signature] = [clause for clause in found if clause.signature == signature]
        return self[signature]


def clauses(book: Rulebook, rule: Statement) -> list[Clause]:
    """The clauses of a rule. Raises RulebookError for a form that explanations know nothing of."""
    text = _with_constants(book, str(book.node(rule))).removesuffix(".")
    head = HEAD.match(text)[0]
    body = [part for part in split(text[len(head) + 2:], ";") if part]
    if choice := CHOICE.fullmatch(head.strip()) if "{" in names_only(head) else None:
        elements = [split(element, ":") for element in split(choice[1], ";")]
        parts = [(element[0], [*(split(element[1], ",") if element[1:] else ()), *body]) for element in elements]
    else:
        parts = [(head.strip(), body)]
    try:
        return [Clause(rule, name, arguments, _body(body), choice is not None)
                for head, body in parts for name, arguments in _heads(head)]
    except _Unknown as form:
        raise RulebookError(rule.file, rule.line, f"explanations know nothing of the form of {form}") from None


class _Unknown(Exception):
    pass


def _with_constants(book: Rulebook, text: str) -> str:
    """The text with their values for the names that a `#const` defines."""
    if not book.constants:
        return text
    names = "|".join(book.constants)
    return re.sub(rf"{STRING}|(?<![\w'])({names})(?![\w'(])", lambda name: book.constants.get(name[0], name[0]), text)


def _heads(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Name and arguments, for each atom of a pool."""
    head = ATOM.fullmatch(text)
    if head is None or head[1] == "not":
        raise _Unknown(text)
    for pooled in split(head[2] or "", ";"):
        yield head[1], tuple(split(pooled, ",")) if pooled else ()


def _body(texts: Iterable[str]) -> tuple[Literal, ...]:
    """The literals; a nameless variable of an atom that must hold gets a name, so that what it stands for can be told."""
    names = (f"_Any{number}" for number in count())
    return tuple(_literal(text, names) for text in texts)


def _literal(text: str, names: Iterator[str]) -> Literal:
    form = names_only(text)
    if aggregate := AGGREGATE.fullmatch(text) if "{" in form else None:
        parts = [split(element, ":") for element in split(aggregate["elements"], ";")]
        counted = [() if aggregate["function"] else (_literal(part[0], names),) for part in parts]  # without a function, literals are counted
        elements = tuple((*_looked_at(part[1] if part[1:] else "", names), *literal) for part, literal in zip(parts, counted))
        return Literal(Kind.OVER_MANY, text, variables(f"{aggregate['left']} {aggregate['right']}"), elements=elements)
    first, *condition = split(text, ":")
    if condition:
        return Literal(Kind.OVER_MANY, text, (), elements=((*_looked_at(condition[0], names), _literal(first, names)),))
    if re.search(r"[<>=]|#(true|false)", form):
        return Literal(Kind.TEST, text, variables(text))
    inner = ATOM.fullmatch(text.removeprefix("not "))
    if inner is None or inner[1] == "not" or any(mark in (";", "..") for mark in CALCULATED.findall(text)):
        raise _Unknown(text)
    signature = inner[1], len(split(inner[2], ",")) if inner[2] else 0
    if text.startswith("not "):
        return Literal(Kind.ABSENT, text, variables(text), nameless(inner[0], lambda: str(ANY)), signature)
    text = nameless(text, lambda: next(names))
    return Literal(Kind.PRESENT, text, variables(text), text, signature)


def _looked_at(condition: str, names: Iterator[str]) -> tuple[Literal, ...]:
    return tuple(_literal(part, names) for part in split(condition, ",") if part)


# ---- texts ----------------------------------------------------------------------------------------------------------------

def split(text: str, mark: str) -> list[str]:
    """The parts of a text between marks that stand in no brackets and no quotes."""
    parts, start, depth = [], 0, 0
    for match in BRACKET.finditer(text):
        if match[1]:
            depth += 1
        elif match[2]:
            depth -= 1
        elif match[3] == mark and not depth:
            parts.append(text[start:match.start()].strip())
            start = match.end()
    return [*parts, text[start:].strip()]


def atom(name: str, arguments: Iterable[str]) -> str:
    arguments = ",".join(arguments)
    return f"{name}({arguments})" if arguments else name


def as_tuple(terms: Iterable[str]) -> str:
    return f"({''.join(f'{term},' for term in terms)})"


def variables(text: str) -> tuple[str, ...]:
    found = (match[0] for match in TOKEN.finditer(text))
    return tuple(dict.fromkeys(name for name in found if name[0] != '"' and name != "_"))


def nameless(text: str, name: Callable[[], str]) -> str:
    """The text with `name()` for each nameless variable."""
    return TOKEN.sub(lambda match: name() if match[0] == "_" else match[0], text)


def calculated(text: str) -> bool:
    """Whether it has an operator, a pool or an interval."""
    return any(CALCULATED.findall(text))
