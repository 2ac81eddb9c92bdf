"""Terms of the facts: what cannot be said with these classes cannot get into a program."""

import re
from typing import NamedTuple, Union

_CONSTANT = re.compile(r"[a-z][a-z0-9_]*\Z")
_LARGEST = 1_000_000

Argument = Union["Term", int, str]


class Term(NamedTuple):
    """A clingo term. Arguments: terms, whole numbers, and strings, which are always written in quotes."""

    name: str
    args: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        if not _CONSTANT.match(self.name):
            raise ValueError(f"not a constant: {self.name!r}")
        return f"{self.name}({','.join(map(_written, self.args))})" if self.args else self.name


def term(name: str, *args: Argument) -> Term:
    return Term(name, args)


def _written(argument: Argument) -> str:
    if isinstance(argument, Term):
        return str(argument)
    if isinstance(argument, int):
        if abs(argument) > _LARGEST:
            raise ValueError(f"beyond {_LARGEST}: {argument}")
        return str(argument)
    if "\0" in argument:
        raise ValueError(f"a NUL character cannot be part of a name: {argument!r}")
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def constant(words: str) -> Argument:
    """A closed set's word as a constant, or, where it is no plain word, as a string."""
    name = re.sub(r"[ -]", "_", words.lower())
    return Term(name) if _CONSTANT.match(name) and words.isascii() else words


def replaced(argument: Argument, old: Term, new: Argument) -> Argument:
    """The argument with `new` wherever it has `old`."""
    if argument == old:
        return new
    if isinstance(argument, Term) and argument.args:
        return Term(argument.name, tuple(replaced(part, old, new) for part in argument.args))
    return argument


def mentions(argument: Argument, part: Term) -> bool:
    return argument == part or isinstance(argument, Term) and any(mentions(a, part) for a in argument.args)


class NotUnderstood(Exception):
    """A piece of text that has no clear meaning in the words of card.lp."""
