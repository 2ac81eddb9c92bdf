"""A file of rules taken apart: its statements under their headings, and its readings.

A heading (``% 106.7  could produce``) cites every rule below it, up to the next one; ``% -  some helper`` stands over rules
that the book of rules has no number for. A reading (``%*! could_produce(Permanent, Type)``, a sentence with {Permanent} and
{Type}, ``*%``) is how an atom is said; with no full stop at its end, how a term is said; in (parentheses), an aside. A hole may ask for
a form of what fills it, such as {a Filter} (kb/english.py).

All this is read off the text, which takes microseconds a statement: what a question does not reach is never parsed.
tests/test_rulebook.py checks it against clingo's own reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from string import Formatter
from typing import NamedTuple

Signature = tuple[str, int]  # the name and the number of arguments of a predicate or of a term

# What stands in a file, one match an item. Quotes hide what stands in them, and so do comments.
STRING = r'"(?:\\.|[^"\\\n])*+"'
COMMENT = r"%\*.*?\*%|%[^\n]*"
ITEM = re.compile(
    rf"""
      ^%\*!\ *(?P<name>\w+)(?:\((?P<holes>[^()\n]*)\))?\ *\n(?P<reading>.*?)\*%
    | ^%\ (?P<number>[0-9]+\.[0-9]+[a-z]?|-)\ \ (?P<label>\S[^\n]*)
    | ^%\ ?(?P<odd>[0-9]+\.[0-9]+[a-z]?\ |-\ |\*!)
    | {COMMENT}
    | (?P<statement>(?=[^\s%.])(?:{STRING}|{COMMENT}|\.\.|[^."%]++)++\.)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
DIRECTIVE = re.compile(r"(#\w+|:[-~])?")
HEAD = re.compile(rf"(?:{STRING}|[^:\"]|:(?!-))*+")
HIDDEN = re.compile(rf"({STRING})|{COMMENT}", re.DOTALL)
ARGUMENTS = re.compile(r"\(([^()]*)\)")
OBJECTS = ("Object", "Permanent", "Player", "Bearer", "Source", "Attacker", "Attacked", "Blocker", "Aura", "Equipment", "Battle", "Opponent",
           "Viewer")  # holes of readings that ids and names fill
FORMS = ("", "a", "each", "many", "'s", "+")
BRACES = re.compile(r"\{[^{}]*\}")
CONDITIONAL = re.compile(r"[^,;]*:[^;]*")
POSITIVE = re.compile(r"(?:^|(?<=[,;]))\s*(_*[a-z]\w*)(?:/([0-9]+))?\s*(?=[,;]|$)")
NAME = re.compile(r"(?<![\w#])(_*[a-z]\w*)(?:/([0-9]+))?")


class RulebookError(ValueError):
    """A file of the rulebook breaks a convention; the message starts with the file and the line."""

    def __init__(self, file: str, line: int, what: str):
        super().__init__(f"{file}:{line}: {what}")
        self._said = file, line, what

    def __reduce__(self):
        return RulebookError, self._said  # as it goes from one process to another


class Hole(NamedTuple):
    """A hole of a reading, the form in which it is filled (kb/english.py; of an amount, its hole), and a noun that follows."""

    name: str
    form: str = ""
    noun: str = ""


@dataclass(frozen=True)
class Reading:
    """How an atom (a sentence) or a term (a phrase) is said: a format string whose fields are holes."""

    name: str
    holes: tuple[str, ...]
    text: str
    file: str
    line: int

    @property
    def signature(self) -> Signature:
        return self.name, len(self.holes)

    @property
    def aside(self) -> bool:
        return self.text.startswith("(") and self.text.endswith(")")

    @property
    def sentence(self) -> bool:
        return self.text.endswith((".", ".)")) and not self.text.endswith("...")

    @cached_property
    def pieces(self) -> list[tuple[str, Hole | None]]:
        """Literal text and the hole after it (None at the end), in turn."""
        try:
            pieces = [(text, field) for text, field, _, _ in Formatter().parse(self.text)]
        except ValueError as error:
            raise RulebookError(self.file, self.line, f"the reading of {self.name}: {error}") from None
        return [(text, None if field is None else self._hole(field)) for text, field in pieces]

    def _hole(self, field: str) -> Hole:
        *before, last = field.removeprefix("+").split(" ")
        noun = last if before and last.islower() else ""
        form, name = ([""] + before + [last] * (not noun))[-2:]
        hole = Hole(name.removesuffix("'s"), "+" if field.startswith("+") else "'s" if name.endswith("'s") else form, noun)
        if hole.name not in self.holes or hole.form not in (*FORMS, *self.holes):
            raise RulebookError(self.file, self.line, f"{self.name}({', '.join(self.holes)}) has no {{{field}}}")
        return hole


@dataclass(eq=False)
class Statement:
    """A statement and the heading that it stands below; `number` is "-" where the book of rules has none."""

    text: str
    file: str  # within the book
    line: int
    position: int  # among the statements of its file
    number: str
    label: str

    @property
    def directive(self) -> str:
        """What it begins with where it is no rule: "#show", ..., ":-", ":~"; of a rule, nothing."""
        return DIRECTIVE.match(self.text)[0]

    @cached_property
    def _names(self) -> str:
        return names_only(self.text)

    @cached_property
    def heads(self) -> frozenset[Signature]:
        """What the rule derives; a choice may derive several."""
        head = "" if self.directive else HEAD.match(self._names)[0]
        return frozenset(signatures(re.sub(r":[^;}]*", "", head)))

    @cached_property
    def needs(self) -> frozenset[Signature]:
        """What has to be derivable for it to apply: the predicates of its positive body literals."""
        arrow = ":-" if ":-" in self._names or not self.directive.startswith("#") else ":"  # #show and #project have conditions
        _, _, body = self._names.removesuffix(".").partition(arrow)
        return frozenset(signatures_of(POSITIVE.findall(CONDITIONAL.sub("0", BRACES.sub("0", body)))))

    @cached_property
    def uses(self) -> frozenset[Signature]:
        """Every predicate in it, and now and then a term of a comparison: one too many, never one too few."""
        return frozenset(signatures(self._names))


def items(file: str, text: str) -> Iterable[Statement | Reading]:
    """What a file holds, in its order. Raises RulebookError where it is not written as above."""
    number = label = ""
    line, last, position, end = 1, 0, 0, 0
    for item in ITEM.finditer(text):
        start, kind = item.start(), item.lastgroup
        if text[end:start].strip():
            break
        line, last, end = line + text.count("\n", last, start), start, item.end()
        if kind == "statement":
            yield Statement(item[0], file, line, position, number, label)
            position += 1
        elif kind == "label":
            number, label = item["number"], item["label"].rstrip()
        elif kind == "reading":
            holes = (item["holes"] or "").split(",") if item["holes"] else ()
            yield Reading(item["name"], tuple(hole.strip() for hole in holes), " ".join(item["reading"].split()), file, line)
        elif kind == "odd":
            raise RulebookError(file, line, f"neither a heading nor a reading: {text[start:].partition(chr(10))[0]}")
    if rest := text[end:].strip():
        raise RulebookError(file, 1 + text.count("\n", 0, text.index(rest, end)), "a statement without an end")


def constant(label: str) -> str:
    """A label as a constant: "summoning sickness" is summoning_sickness."""
    return re.sub(r"\W+", "_", label.lower())


def names_only(text: str) -> str:
    """The text with name/arity for whatever has arguments: ``p(f(X), Y) :- not q`` is ``p/2 :- not q``."""
    text = HIDDEN.sub(lambda match: "0" if match[1] else "", text)
    while "(" in text:
        text, replaced = ARGUMENTS.subn(lambda match: f"/{arity(match[1])}", text)
        if not replaced:
            break
    return text


def arity(arguments: str) -> int:
    return arguments.partition(";")[0].count(",") + 1 if arguments.strip() else 0


def signatures(text: str) -> Iterable[Signature]:
    return signatures_of(NAME.findall(text))


def signatures_of(found: Iterable[tuple[str, str]]) -> Iterable[Signature]:
    return ((name, int(arity or 0)) for name, arity in found)
