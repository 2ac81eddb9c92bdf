"""The book of rules: rules/*.lp, of which every question gets what it reaches."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path

from clingo import ast

from kb.own_rules import look_over, placed
from kb.program import Program, as_text
from kb.statements import HEAD, HIDDEN, Reading, RulebookError, Signature, Statement, constant, items
from kb.watching import watch

__all__ = ["Reading", "Rulebook", "RulebookError", "Statement", "own_directory"]

PRIVATE = ("questions/", "checks/")  # programs of their own: no statement of another file reaches into them
BOARDS, ASKED = "checks/boards/", "/asked"  # how the boards of checks are chosen, and what a question is asked about them
SEARCH, SETTLED = BOARDS + "search.lp", BOARDS + "settled.lp"  # what every check needs; what is chosen before the rest of the board
EVERYWHERE = ("", "#defined", "#const")
IN_PROGRAMS = ("#show", "#project", "#minimize", "#maximize", ":-", ":~")
OWN_CARD = re.compile(r'printed_type\("([^"\\]+)",[^:]*\)\.')
WORD = re.compile(r"[a-z_]\w*")
CONSTANT = re.compile(r"(?<![\w#])[a-z]\w*(?![\w(])")
EXCEPTION = re.compile(r"except\(\s*([a-z]\w*)\s*,")


class Rulebook:
    """The rules of one directory; `Rulebook.load()` gives those of the package."""

    directory: Path
    edition: str  # of the Comprehensive Rules, to which all numbers refer
    rules: list[Statement]  # in the order of the files' names
    sentences: dict[Signature, Reading]  # how atoms are said
    phrases: dict[Signature, Reading]  # how terms are said
    defined: dict[Signature, Statement]  # the input: what a `#defined` names

    def __init__(self, directory: Path, further: Mapping[str, str] | None = None):
        self.directory = directory
        self.further = dict(further or {})  # texts of files that are not in the directory, by their names
        self.sentences, self.phrases, self.defined = {}, {}, {}
        self._files: dict[str, list[Statement]] = {}
        self._nodes = _Nodes(self._parsed)
        self._programs: dict[tuple[str, str | None], Program] = {}
        self._reached: dict[str, list[Statement]] = {}
        self._instead: dict[tuple[str, int], ast.AST | None] = {}  # nodes that are not those of the files
        self._spoiled: tuple[Rulebook, ast.AST, ast.AST | None] | None = None  # the book that this one is but for one node
        try:
            self.edition = (directory / "EDITION").read_text("utf-8").strip()
        except OSError as error:
            raise RulebookError(str(directory / "EDITION"), 1, f"no rulebook: {error.strerror}") from None
        texts = {path.relative_to(directory).as_posix(): path.read_text("utf-8") for path in sorted(directory.rglob("*.lp"))}
        for file, text in (texts | self.further).items():
            self._files[file] = []
            for item in items(file, text):
                self._add_reading(item) if isinstance(item, Reading) else self._add_statement(item)
        self.rules = [s for statements in self._files.values() for s in statements if not s.directive]
        self._check_exceptions()

    @classmethod
    def load(cls, directory: str | Path | Rulebook | None = None) -> Rulebook:
        """The rulebook in `directory` (default: the one that came with the package), read once a process; a rulebook is itself.

        Raises RulebookError, with file and line.
        """
        return directory if isinstance(directory, Rulebook) else _load(Path(directory or own_directory()).resolve())

    def with_files(self, files: Iterable[Path]) -> Rulebook:
        """The same with rules of somebody's own, written in its style. Raises RulebookError."""
        book = self.with_texts({str(file.resolve()): _text(file) for file in files})
        if own := [statement for file in book.further for statement in book.of_file(file)]:
            look_over(book, own)
            watch(book, own)
        return book

    def with_texts(self, texts: Mapping[str, str]) -> Rulebook:
        """The same with further files of this text. Raises RulebookError."""
        return Rulebook(self.directory, self.further | texts) if texts else self

    def with_statement(self, statement: Statement, node: ast.AST | None) -> Rulebook:
        """The same with another statement in the place of one, which speaks of nothing further; with None, without it."""
        book = copy(self)
        changed = [] if node is None else [replace(statement, text=str(node))]

        def spoiled(statements: list[Statement]) -> list[Statement]:
            return [one for s in statements for one in (changed if s is statement else [s])]

        for name in ("by_number", "exceptions", "_constants", "constants"):
            book.__dict__.pop(name, None)
        book._files = {**self._files, statement.file: spoiled(self._files[statement.file])}
        book.rules = spoiled(self.rules)
        names = set(_head_names(statement))
        book._named = {**self._named, **{name: spoiled(self._named[name]) for name in names}}
        book._named_for_all = {**self._named_for_all, **{name: spoiled(self._named_for_all[name]) for name in names}}
        book._programs, book._reached = {}, {question: spoiled(rules) for question, rules in self._reached.items()}
        book._instead = {**self._instead, (statement.file, statement.position): node}
        book._spoiled = self, self.node(statement), node
        return book

    @property
    def constraints(self) -> list[Statement]:
        """What no answer set may be: the rules without heads."""
        return [one for statements in self._files.values() for one in statements if one.directive == ":-"]

    @property
    def cards(self) -> list[str]:
        """The names of cards that its own rules tell of, as facts: `printed_type("My Land", land).`"""
        return sorted({match[1] for rule in self.rules if (match := OWN_CARD.match(rule.text))})

    # ---- what it holds -----------------------------------------------------------------------------------------------

    @property
    def questions(self) -> list[str]:
        """The questions that it has a program for."""
        return [Path(file).stem.replace("_", "-") for file in self._files if file.startswith("questions/")]

    @cached_property
    def words(self) -> set[str]:
        """The constants that its rules and the readings of terms speak of."""
        of_terms = {name for name, arity in self.phrases if not arity}
        return of_terms.union(*(CONSTANT.findall(HIDDEN.sub("", rule.text)) for rule in self.rules))

    @cached_property
    def by_number(self) -> dict[str, list[Statement]]:
        """The rules under each number."""
        table = defaultdict(list)
        for rule in self.rules:
            table[rule.number].append(rule)
        table.pop("-", None)
        return dict(table)

    @cached_property
    def exceptions(self) -> dict[str, list[Statement]]:
        """The rules that lift others, by the label of the others, with `_` for spaces."""
        table = defaultdict(list)
        for rule in self.rules:
            if match := EXCEPTION.match(rule.text):
                table[match[1]].append(rule)
        return dict(table)

    # ---- what a question needs ---------------------------------------------------------------------------------------

    def statements_for(self, question: str, check: str | None = None) -> Program:
        """The program of a question: its own file, the rules that it reaches, and what of the input these read.

        With `check`, the properties of rules/checks/<question>/<check>.lp are looked for as well. `question` may also be the name of a
        check, such as "checks/tap/production": then the board is chosen too, as rules/checks/boards has it.
        """
        if (question, check) not in self._programs:
            self._programs[question, check] = self._program(question, check)
        return self._programs[question, check]

    def rules_for(self, question: str) -> list[Statement]:
        """The rules among these, in the order of the files."""
        if question not in self._reached:
            self._reached[question] = [statement for statement in self.reached(*self.own(question)) if not statement.directive]
        return self._reached[question]

    @property
    def checks(self) -> list[str]:
        """The names of the checks: "checks/tap/production" stands in the file of that name, and is about the question `tap`."""
        names = (file.removesuffix(".lp") for file in self._files if file.startswith("checks/"))
        return [name for name in names if not name.startswith(BOARDS) and not name.endswith(ASKED)]

    def of_file(self, file: str) -> list[Statement]:
        """The statements of a file, such as "questions/tap.lp"."""
        return self._files[file]

    def node(self, statement: Statement) -> ast.AST:
        """The statement as clingo parses it."""
        return self._instead.get((statement.file, statement.position)) or self._nodes[statement.file][statement.position]

    def _program(self, question: str, check: str | None) -> Program:
        if self._spoiled:
            book, node, other = self._spoiled
            return book.statements_for(question, check).with_instead(node, other)
        own, boards = self.own(question)
        reached = self.reached([*own, *(self._files[f"checks/{question.replace('-', '_')}/{check}.lp"] if check else [])], boards)
        return self.program_of(reached)

    def program_of(self, reached: list[Statement]) -> Program:
        """Statements as clingo parses them, with what of the input they read."""
        used = {signature for statement in reached for signature in statement.uses}
        words = set(re.findall(r"\w+", " ".join(statement.text for statement in reached)))
        inputs = [declaration(statement, name) for name, statement in self.defined.items() if name in used]
        constants = [node for name, node in self._constants.items() if name in words]
        further = [*inputs, *constants]
        return Program([*further, *map(self.node, reached)], [*map(as_text, further), *reached])

    def own(self, name: str) -> tuple[list[Statement], list[Statement]]:
        """The statements of a question or check, and for a check those that choose the board."""
        if name.startswith("checks/"):
            _, question, _ = name.split("/")
            files = [file for file in self._files if file.startswith(BOARDS) and file != SETTLED or file == f"checks/{question}{ASKED}.lp"]
            boards = [statement for file in files for statement in self._files[file]]
            return [*self.own(question)[0], *_said(self._files[f"{name}.lp"]), *_said(self._files[SEARCH])], _said(boards)
        file = f"questions/{name.replace('-', '_')}.lp"
        if file not in self._files:
            raise RulebookError(file, 1, f"there is no such file, so no question {name}; there are {', '.join(self.questions) or 'none'}")
        return _said(self._files[file]), []

    def reached(self, own: list[Statement], boards: Iterable[Statement] = ()) -> list[Statement]:
        """The statements `own`, and the rules that they rest on, those of `boards` among these."""
        own_named = _by_head_name([*own, *boards])
        reached = set(own)
        waiting = [signature for statement in own for signature in statement.uses]
        seen = set()
        while waiting:
            signature = name, _ = waiting.pop()
            if signature not in seen:
                seen.add(signature)
                like = (*self._named_for_all.get(name, ()), *own_named.get(name, ()))
                rules = {rule for rule in like if rule not in reached and signature in rule.heads}
                reached |= rules
                waiting.extend(used for rule in rules for used in rule.uses)
        return sorted(reached, key=lambda statement: (statement.file, statement.position))

    def deriving(self, signature: Signature) -> list[Statement]:
        """The rules that have it in their heads."""
        return [rule for rule in self._named.get(signature[0], ()) if signature in rule.heads]

    @cached_property
    def _named(self) -> dict[str, list[Statement]]:
        """The rules by the names in their heads."""
        return _by_head_name(self.rules)

    @cached_property
    def _named_for_all(self) -> dict[str, list[Statement]]:
        """Of these, those that every question may use."""
        return {name: [rule for rule in rules if not rule.file.startswith(PRIVATE)] for name, rules in self._named.items()}

    @cached_property
    def constants(self) -> dict[str, str]:
        """The values of the names that a `#const` defines."""
        return {name: str(node.value) for name, node in self._constants.items()}

    @cached_property
    def _constants(self) -> dict[str, ast.AST]:
        statements = (s for statements in self._files.values() for s in statements if s.directive == "#const")
        return {node.name: node for node in map(self.node, statements)}

    def _parsed(self, file: str) -> list[ast.AST]:
        nodes, complaints = [], []
        try:
            if file in self.further:
                ast.parse_string(self.further[file], nodes.append, logger=lambda _, text: complaints.append(text))
            else:
                ast.parse_files([str(self.directory / file)], nodes.append, logger=lambda _, text: complaints.append(text))
        except RuntimeError as error:
            place = re.search(r":(\d+):(.*)", complaints[0] if complaints else "", re.DOTALL)
            raise RulebookError(file, int(place[1]) if place else 1, place[2].strip() if place else str(error)) from None
        nodes = [node for node in nodes if node.ast_type not in (ast.ASTType.Comment, ast.ASTType.Program)]
        if file in self.further:
            nodes = [placed(node, file) for node in nodes]
        if len(nodes) != len(self._files[file]):
            raise RulebookError(file, 1, "the statements are not those that clingo sees")
        return nodes

    # ---- reading it --------------------------------------------------------------------------------------------------

    def _add_reading(self, reading: Reading) -> None:
        readings = self.sentences if reading.sentence else self.phrases
        other = readings.setdefault(reading.signature, reading)
        if (other.holes, other.text) != (reading.holes, reading.text):  # questions may repeat what is said of their input
            name, number = reading.signature
            raise RulebookError(reading.file, reading.line, f"{name}/{number} is read otherwise in {other.file}:{other.line}")

    def _add_statement(self, statement: Statement) -> None:
        directive, program = statement.directive, statement.file.startswith(PRIVATE)
        if directive not in (*EVERYWHERE, *IN_PROGRAMS) or directive in IN_PROGRAMS and not program:
            where = "of a question" if program else "that all questions share"
            raise RulebookError(statement.file, statement.line, f"{directive} has no place in a file {where}")
        if not directive and not statement.label:
            raise RulebookError(statement.file, statement.line, "a rule without a heading, such as: % 106.7  could produce")
        if directive == "#defined":
            self.defined.update((signature, statement) for signature in statement.uses)
        self._files[statement.file].append(statement)

    def _check_exceptions(self) -> None:
        labels = {constant(rule.label) for rule in self.rules}
        for lifted, rules in self.exceptions.items():
            if lifted not in labels:
                raise RulebookError(rules[0].file, rules[0].line, f"an exception to {lifted}, which no heading is called")


class _Nodes(dict[str, list[ast.AST]]):
    """The statements of each file as clingo parses them, which it does when they are first asked for."""

    def __init__(self, parsed: Callable[[str], list[ast.AST]]):
        super().__init__()
        self._parsed = parsed

    def __missing__(self, file: str) -> list[ast.AST]:
        self[file] = self._parsed(file)
        return self[file]


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError as error:
        line = file.read_bytes()[:error.start].count(b"\n") + 1
        raise RulebookError(str(file), line, "no text in UTF-8") from None


def _by_head_name(rules: Iterable[Statement]) -> dict[str, list[Statement]]:
    """Taking heads apart waits until one of this name is looked for."""
    table = defaultdict(list)
    for rule in rules:
        for name in _head_names(rule):
            table[name].append(rule)
    return table


def _head_names(rule: Statement) -> set[str]:
    return set(WORD.findall(HEAD.match(rule.text)[0]))


def _said(statements: Iterable[Statement]) -> list[Statement]:
    return [statement for statement in statements if statement.directive not in ("#defined", "#const")]


@cache
def _load(directory: Path) -> Rulebook:
    return Rulebook(directory)


def own_directory() -> Path:
    """rules/ inside the package where it was built into a wheel, else beside it."""
    package = Path(__file__).resolve().parent
    return package / "rules" if (package / "rules" / "EDITION").is_file() else package.parent / "rules"


def declaration(statement: Statement, signature: Signature) -> ast.AST:
    """The `#defined` of one signature, made without parsing its file."""
    begin = ast.Position(statement.file, statement.line, 1)
    return ast.Defined(ast.Location(begin, begin), *signature, True)
