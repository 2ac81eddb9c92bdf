"""A check (a file under rules/checks/<question>/) as a program over all boards, the board being chosen by the program itself."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from clingo import Function, Number, String, Symbol, SymbolType
from clingo.ast import AST

from kb.cards import Card
from kb.checking.copies import PREFIXES, also, copied
from kb.facts import fact
from kb.program import Program
from kb.rulebook import SETTLED, Rulebook, Statement, declaration
from kb.solving import models

PROPERTY = re.compile(r'violated\("([^"]*)"')


@dataclass(frozen=True)
class Property:
    """What a check says never happens; `number` is of the rule that it is about."""

    check: str
    says: str
    number: str
    line: int


@dataclass(frozen=True)
class Check:
    """A check of a rulebook: "checks/tap/production"."""

    book: Rulebook
    name: str

    @property
    def question(self) -> str:
        return self.name.split("/")[1].replace("_", "-")

    @property
    def file(self) -> str:
        return f"{self.name}.lp"

    @cached_property
    def properties(self) -> list[Property]:
        """In the order of the file, each once."""
        found: dict[str, Property] = {}
        for statement in self.book.of_file(self.file):
            if says := PROPERTY.match(statement.text):
                found.setdefault(says[1], Property(self.name, says[1], statement.number, statement.line))
        return list(found.values())

    @property
    def has_one_answer(self) -> bool:
        """Whether it says that its question has one answer set for every board."""
        return any(("has_one_answer", 0) in statement.heads for statement in self.book.of_file(self.file))

    @cached_property
    def program(self) -> Program:
        """All statements, those of a second run included."""
        first = self.book.statements_for(self.name)
        return first + self._copy(self.second_run, self.book.reached(*self.book.own(self.name))) if self.second_run else first

    @cached_property
    def second_run(self) -> str:
        """The prefix of a second run's predicates, if there is one."""
        spoken = {name for statement in self.book.of_file(self.file) for name, _ in statement.uses}
        return next((prefix for prefix in PREFIXES if any(name.startswith(prefix) for name in spoken)), "")

    @property
    def settles_first(self) -> bool:
        """Whether effects and what they apply to are chosen before the rest."""
        own, _ = self.book.own(self.name)
        return any(("settled_first", 1) in statement.heads for statement in own)

    def _copy(self, prefix: str, reached: list[Statement]) -> list[AST]:
        own, boards = self.book.own(self.name)
        of_rules = [statement for statement in reached if not statement.file.startswith("checks/")]
        read = {(prefix + name, arity) for statement in of_rules for name, arity in statement.uses if (name, arity) in self.book.defined}
        whole = self.book.reached([*own, *(statement for statement in boards if statement.heads & read)], boards)
        derived = {signature for statement in whole for signature in statement.heads}
        twice = [statement for statement in of_rules if statement.directive in ("", ":-")]
        renamed = {signature for statement in twice for signature in statement.heads}
        shared = [(name, arity) for name, arity in renamed if (name, arity) in self.book.defined and (prefix + name, arity) not in derived]
        renamed |= {(name, arity) for name, arity in self.book.defined if (prefix + name, arity) in derived}
        copies = [*copied(map(self.book.node, twice), prefix, renamed), *(also(prefix, signature) for signature in shared)]
        spoken = {signature for statement in [*whole, *twice] for signature in statement.uses}
        defined = [declaration(own[0], signature) for signature in spoken if signature[0].startswith(prefix)]
        defined += [declaration(own[0], (prefix + name, arity)) for name, arity in renamed]
        return [*map(self.book.node, whole), *copies, *defined]

    def beginnings(self, cards: Iterable[Card], size: int) -> list[list[Symbol]]:
        """The facts to look at one after another for all boards of `size` permanents: the templates, with what the check wants settled first."""
        facts = templates(cards, size)
        if not self.settles_first:
            return [facts]
        own, _ = self.book.own(self.name)
        first = [statement for statement in self.book.of_file(SETTLED) if statement.directive != "#defined"]
        program = self.book.program_of(self.book.reached(first, [*own, *self.book.of_file("checks/boards/players.lp")]))
        of_card = defaultdict(list)
        for atom in facts:
            of_card[_card(atom)].append(atom)
        card_of = {atom.arguments[0]: atom.arguments[1] for atom in facts if atom.name == "candidate"}
        found = []
        for chosen in (model.symbols(shown=True) for model in models(program, facts)):
            settled = sorted({atom for atom in chosen if atom.name == "placed_first"})
            cards = {None, *(card_of[atom.arguments[0]] for atom in settled), *(atom.arguments[0] for atom in chosen if atom.name == "left_free")}
            found.append([*(atom for card in cards for atom in of_card[card]), *settled])
        return sorted(found, key=len)


def _card(atom: Symbol) -> Symbol | None:
    """The card that a fact is about."""
    if atom.name == "candidate":
        return atom.arguments[1]
    about = atom.arguments[0]
    if about.type is SymbolType.Function and about.name == "ability":
        about = about.arguments[0]
    return about if about.type is SymbolType.String else None


def templates(cards: Iterable[Card], size: int) -> list[Symbol]:
    """That boards have `size` permanents, the facts of cards, and under which names up to so many of each may be there."""
    facts = [fact("board_size", size)]
    for card in cards:
        facts += card.facts
        base = re.sub(r"[^a-z0-9]+", "-", card.name.lower()).strip("-")
        for copy in range(1, size + 1):
            facts.append(Function("candidate", [String(base if copy == 1 else f"{base}-{copy}"), String(card.name), Number(copy)]))
    return facts


def checks_of(book: Rulebook) -> list[Check]:
    """The checks of a rulebook."""
    return [Check(book, name) for name in book.checks]
