"""Questions about a board, and their answers.

A question has a program of its own name in rules/questions/. The modules here hold only the two ways between it and people: from the
arguments to the facts it asks for, and from the atoms it shows to a plain value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from types import ModuleType

from kb.board import Board
from kb.facts import board_facts
from kb.questions.answer import Answer, Asked
from kb.rulebook import Rulebook

__all__ = ["QUESTIONS", "Answer", "ask"]


class _Modules(Mapping[str, ModuleType]):
    """The module of each question, imported when it is asked for."""

    names = ("could-produce", "mana-ability", "characteristics", "tap", "put-counters", "proliferate", "damage", "combat-damage", "state", "check",
             "activate", "pay", "play-land", "legal-in", "enter")

    def __getitem__(self, question: str) -> ModuleType:
        if question not in self.names:
            raise KeyError(question)
        return import_module(f"kb.questions.{question.replace('-', '_')}")

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


QUESTIONS = _Modules()


def ask(board: Board, question: str, *, rulebook: str | Path | Rulebook | None = None, where: str | None = None, all_orders: bool = False,
        **arguments) -> Answer:
    """Put a question; of several results, keep those in which `where` (kb.conditions) holds, and with `all_orders` one for each order.

    Raises BoardError for an argument that names nothing, RulebookError for a bad rulebook.

    The module of a question has `facts(board, **arguments)` -> (facts, cards) and `read(asked)` -> Value, and an `Asked` of its own
    where it goes through stages.
    """
    module = QUESTIONS[question]
    inputs, cards = module.facts(board, **{name + "_" * iskeyword(name): value for name, value in arguments.items()})
    facts = board_facts(board, cards) if cards else [*board.facts]
    asked = getattr(module, "Asked", Asked)(question, board, Rulebook.load(rulebook), facts, inputs, where, all_orders)
    with asked.own_rules_at_fault():
        return asked.answer(module.read(asked))
