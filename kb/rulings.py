"""Case files: rulings that say what an answer should be, and which rules it should name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.board import Board, load
from kb.case_questions import ASK, QUESTIONS, WORDS, covers, unordered, words
from kb.reading import SUFFIXES, BoardError, Node, read
from kb.schema import BOARD, TEXT, WORD, Kind, list_of, map_of, record

if TYPE_CHECKING:
    from kb.questions import Answer
    from kb.rulebook import Rulebook


@dataclass(frozen=True)
class Case:
    """A ruling: asking `ask` with `arguments` about `board` should give `expected`, name the rules `cites`, or sub-rules of them, and
    name as not modelled what `not_modelled` says (by id, what it could touch); where `also` is given, say just this besides: what is
    assumed, and what tapping for mana brings with it; where `says` is given, conclude just that in its reasons; or should be refused, with
    `refused` in what the error says.
    """

    name: str
    ask: str
    arguments: dict[str, Any]
    board: Node
    expected: Any
    cites: tuple[str, ...]
    not_modelled: dict[str, set[str]]
    also: set[str] | None
    says: set[str] | None
    refused: str | None

    @cached_property
    def loaded(self) -> Board:
        """The board, read. Raises BoardError."""
        return load(self.board)


TEXTS = unordered(list_of(TEXT))


def _form(ask: str, **expected: Kind) -> Kind:
    return record({
        "name": WORD, "source": TEXT, "board": BOARD._replace(read=lambda node: node),
        "cites": list_of(WORD), "not_modelled": map_of(WORD, WORDS), "also": TEXTS, "says": TEXTS,
        "ask": words(ask), "where": TEXT, **QUESTIONS[ask].arguments, **expected,
    }, required=("name", "board", "ask", *QUESTIONS[ask].needs, *expected))


FORMS = {name: _form(name, answer=question.answer) for name, question in QUESTIONS.items()}
REFUSALS = {name: _form(name, refused=TEXT) for name in QUESTIONS}
SCHEMA = {"type": "array", "items": {"anyOf": [form.schema for form in (*FORMS.values(), *REFUSALS.values())]}}


# ---- reading and running ------------------------------------------------------------------------------------------------

def cases(places: Iterable[str | Path]) -> Iterator[Case]:
    """The cases of files, and of the files in folders; a file that is no list of cases is a BoardError that says where."""
    for place in map(Path, places):
        files = sorted(file for file in place.rglob("*") if file.suffix in SUFFIXES) if place.is_dir() else [place]
        if not files:
            raise BoardError("holds no case file", file=str(place), allowed=", ".join(SUFFIXES))
        for file in files:
            root = read(file)
            if not isinstance(root.value, list):
                raise root.error("is no list of cases", "a list of mappings, each with name, board, ask and answer")
            yield from map(case, root.value)


def case(node: Node) -> Case:
    """One case of a file."""
    asked = node.value.get("ask") if isinstance(node.value, dict) else None
    said = (REFUSALS if asked and "refused" in node.value else FORMS)[ASK.read(asked) if asked else "state"].read(node)
    ask = said["ask"]
    arguments = {f"{name}_" if iskeyword(name) else name: said[name] for name in ("where", *QUESTIONS[ask].arguments) if name in said}
    return Case(said["name"], ask, arguments, said["board"], said.get("answer"), tuple(said.get("cites", ())), said.get("not_modelled", {}),
                said.get("also"), said.get("says"), said.get("refused"))


def run(case: Case, rulebook: str | Path | Rulebook | None = None, reasons: bool = True) -> list[str]:
    """What is wrong with the answer to a case, its `reasons` included; nothing where the case passes."""
    from kb.questions import ask

    question = QUESTIONS[case.ask]
    try:
        answer = ask(case.loaded, case.ask, rulebook=rulebook, **case.arguments)
        got = None if case.refused else question.got(answer, case.expected)
    except BoardError as error:
        says = " ".join(str(error).split())
        return [] if case.refused and case.refused in says else [says]
    if case.refused:
        return [f"expected an error that says {case.refused!r}, got {shown(answer.value)}"]
    faults = _inexact(answer, case.not_modelled)
    if got != case.expected:
        faults.append(f"expected {shown(case.expected)}, got {shown(got)}")
    for what, expected, found in (("besides", case.also, _besides), ("as reasons", case.says, _conclusions)):
        if expected is not None and expected != (got := found(answer)):
            faults.append(f"expected {what} {shown(expected)}, got {shown(got)}")
    named = {number for step in answer.why().steps.values() for number in step.cites} if reasons and case.cites else ()
    for number in case.cites if reasons else ():
        if not any(covers(number, other) for other in named):
            faults.append(f"expected rule {number} among the reasons, got {', '.join(sorted(named)) or 'none'}")
    return faults


def _inexact(answer: Answer, expected: dict[str, set[str]]) -> list[str]:
    if not expected:
        return [] if answer.exact else [f"not exact: {', '.join(missing['ability'] for missing in answer.not_modelled)} not modelled"]
    got: dict[str, set[str]] = defaultdict(set)
    for missing in answer.not_modelled:
        got[missing["id"]] |= set(missing["touches"])
    return [] if got == expected else [f"expected not modelled {shown(expected)}, got {shown(got)}"]


def _besides(answer: Answer) -> set[str]:
    ways = answer.value.get("ways", ()) if isinstance(answer.value, dict) else ()
    results = answer.value if isinstance(answer.value, list) else [step for way in ways for step in way]
    told = [part for result in results if isinstance(result, dict) for part in result.get("also", ())]
    return {*answer.notes, *(part if isinstance(part, str) else part["says"] for part in told)}


def _conclusions(answer: Answer) -> set[str]:
    why = answer.why()
    return {why.steps[id].says for id in why.root}


def shown(value: Any) -> str:
    """An answer as a case would write it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {shown(part)}" for name, part in value.items()) + "}"
    if isinstance(value, set | list | tuple):
        parts = sorted(value) if isinstance(value, set) else value
        return "[" + ", ".join(shown(part) or '""' for part in parts) + "]"
    return str(value)
