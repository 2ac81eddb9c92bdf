"""Text as a tree of nodes that know where they stand: YAML 1.2 (core schema), JSON, Forge game state (kb.forge), or what Python holds.

`read` takes a path, "-" (standard input) or a mapping. Whatever is wrong with it is a BoardError that names the place;
the same error serves everyone who finds fault with a node later (`Node.error`).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from pathlib import PurePath
from typing import TypeVar

import yaml

Part, Result = TypeVar("Part"), TypeVar("Result")

MAX_BYTES = 1_000_000
MAX_NODES = 100_000
MAX_DEPTH = 40
MAX_FAULTS = 20  # that are told of one input

SUFFIXES = (".yaml", ".yml", ".json")
FORGE = (".pzl", ".txt")
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
SURROGATES = re.compile(r"(\\\\)|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)


class CoreLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Knows the core schema of YAML 1.2 (chapter 10.3.2), where `yes`, `on` and dates are text."""

    yaml_implicit_resolvers = {}


TAG = "tag:yaml.org,2002:"
CORE = {
    "null": (r"null|Null|NULL|~|", lambda text: None),
    "bool": (r"true|True|TRUE|false|False|FALSE", lambda text: text.lower() == "true"),
    "int": (r"[-+]?[0-9]{1,18}|0o[0-7]{1,18}|0x[0-9a-fA-F]{1,14}", lambda text: int(text, 0 if text[1:2] in ("o", "x") else 10)),
    "float": (r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
              lambda text: float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))),
    "str": (r"(?s:.*)", str),
}
for _name in ("null", "bool", "int", "float"):
    CoreLoader.add_implicit_resolver(TAG + _name, re.compile(rf"(?:{CORE[_name][0]})\Z"), None)


class BoardError(ValueError):
    """Bad input: where (`file`, `line` and `column` from 1, `path` such as players.Alice.battlefield[2].counters), what
    (`value`, `problem`) and what would be right (`allowed`, `nearest`). What does not apply is None. `others` are further
    faults of the same input, which its text tells as well."""

    others: tuple[BoardError, ...] = ()

    def __init__(self, problem: str, *, file=None, line=None, column=None, path="", value=None, allowed=None, nearest=None):
        self.problem, self.value, self.allowed, self.nearest = problem, value, allowed, nearest
        self.file, self.line, self.column, self.path = file, line, column, path
        place = ":".join(str(part) for part in (file, line, column) if part is not None)
        whole = "the question" if isinstance(value, str | int) else "the board"
        lines = [": ".join(filter(None, (place, path))) or whole, f"  {problem}"]
        if allowed:
            lines.append(f"  allowed: {allowed}")
        if nearest:
            lines.append(f"  nearest: {nearest}")
        super().__init__("\n".join(map(_printable, lines)))


@dataclass(slots=True, eq=False)
class Node:
    """A part of a tree. `value` is None, a bool, int, float or str, a list of Nodes, or a dict of Nodes by their keys (text).

    `line` and `column` count from 1, and are None where the tree comes from no text. `key` is the place in the parent.
    """

    value: object
    parent: Node | None = field(default=None, repr=False)
    key: str | int | None = None
    line: int | None = None
    column: int | None = None
    key_place: tuple[int | None, int | None] = (None, None)
    file: str | None = None

    @property
    def path(self) -> str:
        """From the root to here, as in players.Alice.battlefield[2]."""
        if self.parent is None:
            return ""
        if isinstance(self.key, int) or not re.fullmatch(r"\w[\w ]*", self.key):
            return f"{self.parent.path}[{_shown(self.key)}]"
        return f"{self.parent.path}.{self.key}".lstrip(".")

    def name(self) -> Node:
        """The key of this part, as a node of its own."""
        return Node(self.key, self.parent, self.key, *self.key_place, file=self.file)

    def plain(self) -> object:
        """The same as Python's own values."""
        if isinstance(self.value, dict):
            return {key: part.plain() for key, part in self.value.items()}
        return [part.plain() for part in self.value] if isinstance(self.value, list) else self.value

    def error(self, problem: str, allowed: str | None = None, nearest: str | None = None) -> BoardError:
        """What is wrong with this part's value; `problem` goes on after it, as in "is no card"."""
        return self.fault(f"{_shown(self.value)} {problem}", allowed, nearest)

    def fault(self, problem: str, allowed: str | None = None, nearest: str | None = None) -> BoardError:
        """What is wrong at this place."""
        return BoardError(problem, file=self.file, line=self.line, column=self.column, path=self.path, value=self.plain(),
                          allowed=allowed, nearest=nearest)


def each(read: Callable[[Part], Result], parts: Iterable[Part]) -> list[Result]:
    """What `read` gives of every part. Where it raises a BoardError, the others are still read, so that all faults are told at once."""
    results, faults = [], []
    for part in parts:
        try:
            results.append(read(part))
        except BoardError as fault:
            faults += [fault, *fault.others]
            if len(faults) >= MAX_FAULTS:
                break
    if faults:
        first, *others = faults
        if others:
            first.others = tuple(others)
            first.args = ("\n\n".join([str(first).partition("\n\n")[0], *(str(fault).partition("\n\n")[0] for fault in others)]),)
        raise first
    return results


def nearest(word: object, words: Iterable[str]) -> str | None:
    """The one of `words` that looks most like this one, if any does."""
    return next(iter(get_close_matches(str(word), list(words), 1)), None)


def read(source: str | os.PathLike | Mapping | Node) -> Node:
    """The tree of a file (its suffix says the form), of standard input ("-"), or of a mapping. A Node is itself."""
    if isinstance(source, Node):
        return source
    if isinstance(source, Mapping):
        return grow(source)
    if not isinstance(source, str | os.PathLike):
        raise BoardError(f"{type(source).__name__} is not read", allowed="a path, - for standard input, or a mapping")
    file = "<stdin>" if source == "-" else os.fsdecode(source)
    suffix = PurePath(file).suffix.lower()
    if suffix and suffix not in (*SUFFIXES, *FORGE):
        raise BoardError(f"files of the form {suffix!r} are not read", file=file, allowed=", ".join((*SUFFIXES, *FORGE)))
    text = text_of(source, file)
    if suffix in FORGE or not suffix or file == "<stdin>":
        from kb.forge import reading, words  # few boards are of this form

        if suffix in FORGE or words.looks_like_one(text):
            return reading.parse(text, file)
    return parse(text, file)


def text_of(source: str | os.PathLike, file: str) -> str:
    """What stands in a file, or comes from standard input ("-")."""
    try:
        if source == "-":
            content = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(source, "rb") as stream:
                content = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        raise BoardError(f"cannot be read: {getattr(fault, 'strerror', None) or fault}", file=file) from None
    if len(content) > MAX_BYTES:
        raise BoardError("the file is too large", file=file, allowed=f"at most {MAX_BYTES:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise BoardError("the file is not text", file=file, line=line, allowed="text in UTF-8") from None


def parse(text: str, file: str | None = None) -> Node:
    """The tree of one document in YAML, of which JSON is a part."""
    no_control_characters(text, file)
    if text.lstrip()[:1] == "{":  # JSON may write one character as two escapes; YAML may not
        text = SURROGATES.sub(_as_one_escape, text)
    try:
        root = yaml.compose(text, CoreLoader)
    except (yaml.YAMLError, RecursionError) as fault:
        mark = getattr(fault, "problem_mark", None)
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        says = [getattr(fault, part, None) for part in ("context", "problem")]
        raise BoardError(f"no YAML: {' '.join(filter(None, says)) or fault}", file=file, line=line, column=column) from None
    if root is None:
        raise BoardError("the file is empty", file=file)
    return grow(root, file)


def no_control_characters(text: str, file: str | None) -> None:
    """Raises BoardError for a character that is neither printable nor white space."""
    if stray := next((control for control in CONTROL.finditer(text) if control[0] not in "\t\r\n"), None):
        before = text[: stray.start()].split("\n")
        raise BoardError(f"{_shown(stray[0])} is no printable character", file=file, line=len(before), column=len(before[-1]) + 1,
                         value=stray[0], allowed="text")


def _as_one_escape(pair: re.Match) -> str:
    return pair[1] or rf"\U{0x10000 + (int(pair[2], 16) - 0xD800) * 0x400 + int(pair[3], 16) - 0xDC00:08x}"


def grow(raw: object, file: str | None = None) -> Node:
    """The tree of what Python holds (mappings, lists, text, numbers; a Node adds a place), or of YAML's own nodes."""
    size = 0

    def fill(node: Node, raw: object, depth: int) -> Node:
        nonlocal size
        size += 1  # an alias is counted as often as it is used
        node.line, node.column = _place(raw)
        raw = raw.value if isinstance(raw, Node) else raw
        if size > MAX_NODES or depth > MAX_DEPTH:
            raise node.fault("this goes too deep or on too long", f"{MAX_DEPTH} levels, {MAX_NODES:,} parts, aliases written out")
        if isinstance(raw, yaml.MappingNode | Mapping):
            node.value = {}
            for key, part in raw.value if isinstance(raw, yaml.Node) else raw.items():
                name = Node(_key(key), node, _key(key), *_place(key), file=file)
                if name.value is None:
                    raise node.fault("a key is no text", allowed="words or text as keys")
                if name.value in node.value:
                    raise name.error("is said twice")
                place = _place(key) if isinstance(key, yaml.Node | Node) else (node.line, node.column)
                node.value[name.value] = fill(Node(None, node, name.value, key_place=place, file=file), part, depth + 1)
        elif isinstance(raw, yaml.SequenceNode | list | tuple):
            node.value = []
            for part in raw.value if isinstance(raw, yaml.Node) else raw:
                node.value.append(fill(Node(None, node, len(node.value), file=file), part, depth + 1))
        else:
            node.value = _scalar(raw, node)
        return node

    return fill(Node(None, file=file), raw, 0)


def _place(raw: object) -> tuple[int | None, int | None]:
    if isinstance(raw, Node):
        return raw.line, raw.column
    return (raw.start_mark.line + 1, raw.start_mark.column + 1) if isinstance(raw, yaml.Node) else (None, None)


def _key(raw: object) -> str | None:
    """A key is its text, as in JSON, whatever else it would be as a value."""
    if isinstance(raw, yaml.ScalarNode | Node):
        return raw.value
    return raw if isinstance(raw, str) else str(raw) if type(raw) is int and abs(raw) < 10**18 else None


def _scalar(raw: object, node: Node) -> object:
    if isinstance(raw, yaml.ScalarNode):
        pattern, make = CORE.get(raw.tag.removeprefix(TAG), ("(?!)", None))
        if not re.fullmatch(pattern, raw.value):
            raise node.fault(f"{_shown(raw.value)} as {_shown(raw.tag)} is not read")
        return make(raw.value)
    if isinstance(raw, date):  # what YAML 1.1 makes of an edition
        return raw.isoformat()
    if isinstance(raw, str | bool | float | None) or isinstance(raw, int) and abs(raw) < 10**18:
        return raw
    raise node.fault(f"this {type(raw).__name__} is not read", allowed="text, numbers of at most 18 digits, lists, mappings")


def _shown(value: object) -> str:
    """A value as errors show it, on one line."""
    if isinstance(value, dict | list) or value is None:
        return {dict: "a mapping", list: "a list"}.get(type(value), "nothing (null)")
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 100 else f"{text[:97]}..."


def _printable(line: str) -> str:
    """A line without characters that could play tricks on a terminal."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)
