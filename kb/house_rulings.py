"""House rulings: what somebody believes. A file of them is a list.

Each is a case as in a case file (kb.rulings), where `name` and `board` may be left out; or, instead of its `answer`, `says` a condition that
a result may meet, as --where takes it; or is just an atom of the rulebook, as --why-not takes it, or `not` and such an atom::

    - not can_be_chosen(Bob)
    - {ask: could-produce, of: orchard, answer: [W]}
    - {ask: state, says: survives(k1)}

What a case says besides its answer (`cites`, `also`, ...) is believed as well.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.case_questions import ASK, QUESTIONS
from kb.reading import Node, read
from kb.rulings import KEYS, shown
from kb.schema import TEXT, WORD, either, record

FORM = "a case (ask and answer, or ask and says), or text such as could_produce(orchard, w) or not can_be_chosen(Bob)"
SAYS = either(str=TEXT, list=KEYS["says"])
FORMS = {
    name: record({**KEYS, "says": SAYS, "ask": WORD, **case.arguments, "answer": case.answer, "refused": TEXT}, required=("ask", *case.needs))
    for name, case in QUESTIONS.items()
}
BESIDE = ("cites", "not_modelled", "also")


@dataclass(frozen=True)
class Ruling:
    """What somebody believes: that a question has this `answer`, or a result that is as it `says`, or is `refused`, or that an atom holds
    (`says`), or not; and what else it says of an answer (kb.rulings.beside)."""

    node: Node
    question: str | None  # None: whichever speaks of the atom
    arguments: dict[str, Any]
    answer: Any = None
    says: str | None = None
    negated: bool = False
    board: Node | None = None
    name: str | None = None
    refused: str | None = None
    beside: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        if self.question is None:
            return f"{'not ' if self.negated else ''}{self.says}"
        return f"{f'{self.name}: ' if self.name else ''}{self.asked}: {self.says or self.refused or shown(self.answer)}"

    @property
    def asked(self) -> str:
        """The question with its arguments: "could-produce of=orchard"."""
        return " ".join([self.question, *(f"{name}={shown(value)}" for name, value in self.arguments.items())])


def rulings(source: str | os.PathLike | Node) -> list[Ruling]:
    """The rulings of a file. Raises BoardError."""
    root = read(source)
    if not isinstance(root.value, list):
        raise root.error("is no list of rulings", FORM)
    return list(map(_ruling, root.value))


def _ruling(node: Node) -> Ruling:
    if isinstance(node.value, str):
        text = node.value.strip()
        negated = text.startswith("not ")
        return Ruling(node, None, {}, says=text.removeprefix("not ").strip(), negated=negated)
    if not isinstance(node.value, dict):
        raise node.error("is no ruling", FORM)
    asked = node.value.get("ask")
    if asked is None:
        raise node.fault("the key ask is missing", FORM)
    question = ASK.read(asked)
    said = FORMS[question].read(node)
    beside = {key: said[key] for key in BESIDE if key in said}
    if isinstance(said.get("says"), set):  # what the reasons of an answer conclude
        beside["says"] = said.pop("says")
    if len({"answer", "says", "refused"} & said.keys()) != 1 or beside and "answer" not in said:
        raise node.fault("is to have either an answer or says", FORM)
    arguments = {name: said[name] for name in ("where", *QUESTIONS[question].arguments) if name in said}
    return Ruling(node, question, arguments, said.get("answer"), said.get("says"), board=said.get("board"), name=said.get("name"),
                  refused=said.get("refused"), beside=beside)
