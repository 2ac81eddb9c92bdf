"""Case files: rulings that say what an answer should be, and which rules it should name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.board import Board, load
from kb.case_questions import ASK, QUESTIONS, WORDS, covers, unordered, words
from kb.reading import SUFFIXES, BoardError, Node, read
from kb.referring import with_ids
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


KEYS = {"name": WORD, "source": TEXT, "board": BOARD._replace(read=lambda node: node), "where": TEXT,
        "cites": list_of(WORD), "not_modelled": map_of(WORD, WORDS), "also": TEXTS, "says": TEXTS}


def _form(ask: str, **expected: Kind) -> Kind:
    return record({**KEYS, "ask": words(ask), **QUESTIONS[ask].arguments, **expected}, required=("name", "board", "ask", *QUESTIONS[ask].needs, *expected))


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
        expected = with_ids(case.ask, case.expected, case.loaded.names)
        got = None if case.refused else question.got(answer, expected)
    except BoardError as error:
        return [] if case.refused and refused(error, case.refused) else [_on_one_line(error)]
    if case.refused:
        return [f"expected an error that says {case.refused!r}, got {shown(answer.value)}"]
    wrong = [] if got == expected else [f"expected {shown(expected)}, got {shown(got)}"]
    inexact = [] if case.not_modelled or answer.exact else [f"not exact: {', '.join(missing['ability'] for missing in answer.not_modelled)} not modelled"]
    return [*inexact, *wrong, *beside(answer, case.cites if reasons else (), case.not_modelled, case.also, case.says)]


def beside(answer: Answer, cites: Iterable[str] = (), not_modelled: Mapping[str, set[str]] | None = None, also: set[str] | None = None,
           says: set[str] | None = None) -> Iterator[str]:
    """What is wrong with that which is expected of an answer besides its value."""
    if not_modelled and not_modelled != (got := _not_modelled(answer)):
        yield f"expected not modelled {shown(not_modelled)}, got {shown(got)}"
    for what, expected, found in (("besides", also, _besides), ("as reasons", says, _conclusions)):
        if expected is not None and expected != (got := found(answer)):
            yield f"expected {what} {shown(expected)}, got {shown(got)}"
    named = {number for step in answer.why().steps.values() for number in step.cites} if cites else ()
    for number in cites:
        if not any(covers(number, other) for other in named):
            yield f"expected rule {number} among the reasons, got {', '.join(sorted(named)) or 'none'}"


def refused(error: BoardError, expected: str) -> bool:
    """Whether an error says what is expected of it."""
    return expected in _on_one_line(error)


def _on_one_line(error: BoardError) -> str:
    return " ".join(str(error).split())


def _not_modelled(answer: Answer) -> dict[str, set[str]]:
    got: dict[str, set[str]] = defaultdict(set)
    for missing in answer.not_modelled:
        got[missing["id"]] |= set(missing["touches"])
    return got


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
