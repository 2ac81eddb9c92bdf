"""Lines of a game state, and pieces of them that know where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.forge.words import SECTIONS, counter_of
from kb.reading import Node, nearest


class Lines:
    """The lines of a text: of the game's `metadata`, and what is `said` of its state under which `keys`, in lower case."""

    def __init__(self, file: str | None, text: str):
        self.metadata: dict[Node, Node] = {}
        self.said: dict[str, Node] = {}
        self.keys: dict[str, Node] = {}
        section = "state"
        for place, line in enumerate(text.split("\n"), 1):
            whole = Node(line.strip(), line=place, column=len(line) - len(line.lstrip()) + 1, file=file)
            if not whole.value or whole.value.startswith("#"):
                continue
            if re.fullmatch(r"\[.*\]", whole.value):
                section = whole.value[1:-1].strip().lower()
                if section not in SECTIONS:
                    raise whole.error("is no section of a game state", "[metadata], [state]", nearest(section, SECTIONS))
            elif section == "metadata":
                key, value = split(whole, ":" if ":" in whole.value else "=")
                if any(other.value.lower() == key.value.lower() for other in self.metadata):
                    raise key.error("is said twice")
                self.metadata[key] = value
            else:
                key, value = split(whole, "=")
                key.value = key.value.lower()
                if key.value in self.said:
                    raise key.error("is said twice")
                self.said[key.value], self.keys[key.value] = value, key


def split(whole: Node, by: str) -> tuple[Node, Node]:
    """The two halves of a line, before and after a sign."""
    name, sign, value = whole.value.partition(by)
    if not sign or not name.strip():
        raise whole.error("is no line of a game state", "key=value (in [metadata], Key:value); for a decklist, see manakb convert --deck")
    return part(whole, name), part(whole, value, len(name) + 1)


def part(whole: Node, text: str, after: int = 0) -> Node:
    """A piece of a text, without the spaces around it; it begins `after` characters."""
    column = whole.column + after + len(text) - len(text.lstrip())
    return Node(text.strip(), line=whole.line, column=column, file=whole.file)


def parts(whole: Node, by: str) -> Iterator[Node]:
    """The pieces of a text between signs, but for empty ones."""
    after = 0
    for text in whole.value.split(by):
        if text.strip():
            yield part(whole, text, after)
        after += len(text) + len(by)


def number(node: Node) -> int:
    """What a piece says, as a number."""
    if not re.fullmatch(r"[-+]?\d{1,18}", node.value):
        raise node.error("is no number", "a whole number")
    return int(node.value)


def argument(mark: Node) -> Node:
    """What stands after the colon of a mark such as `Damage:2`, if anything."""
    word, _, _ = mark.value.partition(":")
    return part(mark, mark.value[len(word) + 1:], len(word) + 1)


def counters(said: Node) -> dict[Node, Node]:
    """Of `P1P1=2,CHARGE=1`: kinds of counters as a board calls them, and how many."""
    found = {}
    for pair in parts(said, ","):
        kind, sign, many = pair.value.partition("=")
        if not sign:
            raise pair.error("is no counter", "a kind and a number, such as P1P1=2")
        name, amount = part(pair, kind), part(pair, many, len(kind) + 1)
        name.value = counter_of(name.value)
        found[name] = Node(number(amount), line=amount.line, column=amount.column)
    return found
