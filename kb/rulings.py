"""Case files: rulings that say what an answer should be, and which rules it should name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kb.board import Board, load
from kb.outcome_cases import OUTCOME, same_outcome
from kb.reading import SUFFIXES, BoardError, Node, nearest, read
from kb.schema import ABILITY, ABILITY_OR_TEXT, AMOUNT, BOARD, COUNTERS, MANA, NUMBER, SIGNED, TEXT, TRUTH, WORD, Kind, either, list_of, map_of, record

if TYPE_CHECKING:
    from kb.questions import Answer
    from kb.rulebook import Rulebook


@dataclass(frozen=True)
class Case:
    """A ruling: asking `ask` with `arguments` about `board` should give `expected`, name the rules `cites`, or sub-rules of them, and
    name as not modelled what `not_modelled` says (by id, what it could touch); where `also` is given, say just this besides: what is assumed, and
    what tapping for mana brings with it; where `says` is given, conclude just that in its reasons; or should be refused, with `refused` in what the error says."""

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


class Question(NamedTuple):
    """What a case of one question says, and what of an answer is compared with it."""

    arguments: dict[str, Kind]
    answer: Kind
    got: Callable[[Answer, Any], Any]


# ---- what stands in a case, question by question ------------------------------------------------------------------------

def words(*allowed: str) -> Kind:
    def choose(node: Node) -> str:
        if node.value not in allowed:
            raise node.error("does not fit here", ", ".join(allowed), nearest(node.value, allowed))
        return node.value

    return Kind(choose, ", ".join(allowed), {"enum": list(allowed)})


def unordered(kind: Kind) -> Kind:
    return kind._replace(read=lambda node: set(kind.read(node)))


def parts(fields: dict[str, Kind], required: tuple[str, ...] = ()) -> Kind:
    kind = record(fields, required)
    return kind._replace(read=lambda node: {name: value for name, value in kind.read(node).items() if name in fields})


def _same_characteristics(answer: Answer, expected: dict[str, Any]) -> dict[str, Any]:
    """Those of the answer that the case names, in the case's form."""
    named = answer.value | {"numbers": {number["says"]: number["is"] for number in answer.value.get("numbers", ())}}
    return {name: len(value) if name == "abilities" else set(value) if isinstance(value, list) else value
            for name in expected for value in [named.get(name)]}


def _amount(node: Node) -> str:
    amounts = AMOUNT.read(node)
    return "".join(letter.upper() * amounts.get(letter, 0) for letter in MANA)


def _same_results(answer: Answer, expected: Any) -> Any:
    """The mana of each possible result: of the player who taps, or of each player that the case names."""
    def amounts(player: str) -> set[str]:
        gets = [result["mana"].get(player, {}) for result in answer.value]
        return {"".join(letter * mana.get(letter, 0) for letter in MANA.upper()) for mana in gets}

    if isinstance(expected, dict):
        return {player: amounts(player) for player in expected}
    return amounts(answer.asked.input("acting_player")[0].string)


def _same_ways(answer: Answer, expected: Any) -> Any:
    """Whether there is a way; how many there are, where the case says that."""
    if isinstance(expected, dict):
        return {"ways": answer.count()}
    return "possible" if answer.value["possible"] else "impossible"


def _same_counters(answer: Answer, expected: Any) -> Any:
    """The counters of each possible result, once; of just one, where the case expects one, that."""
    every = [result["counters"] for result in answer.value]
    got = [counters for place, counters in enumerate(every) if counters not in every[:place]]
    if isinstance(expected, dict):
        return got[0] if len(got) == 1 else got
    return expected if sorted(map(sorted_items, got)) == sorted(map(sorted_items, expected)) else got


def _same_choices(answer: Answer, expected: Any) -> Any:
    """Who may be chosen, how many choices there are, and of what is said to be chosen each result, as far as the case names them."""
    def named(result: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
        not_eligible = {one["id"] for one in answer.value["not_eligible"]}
        got = {"eligible": set(answer.value["eligible"]), "not_eligible": not_eligible, "choices": int(answer.value["choices"])} | {
            "counters": {bearer: result["counters"].get(bearer, {}) for bearer in parts.get("counters", ())},
            "dies": set(result.get("dies", ())), "loses": set(result.get("loses", ()))}
        return {part: got[part] for part in parts}

    if not isinstance(expected, dict):
        got = [named(result, expected[0]) for result in answer.value["results"]]
        return expected if all(one in expected for one in got) and all(one in got for one in expected) else got
    got = [named(result, expected) for result in answer.value["results"] or [{}]]
    if any(part in expected for part in ("counters", "dies", "loses")):
        return got[0] if len(got) == 1 else got
    return got[0]


def _same_types(answer: Answer, expected: Any) -> Any:
    """The types of mana of the permanent asked about; of each that the case names, where it names them."""
    if isinstance(expected, dict):
        return {name: set(answer.value[name]) if name in answer.value else None for name in expected}
    return set(*answer.value.values()) if len(answer.value) == 1 else answer.value


def _same_rules(answer: Answer, expected: Any) -> Any:
    """The rules broken, each as the case names it if that covers it."""
    broken = {finding["rule"] for finding in answer.value}
    return {next((rule for rule in expected if covers(rule, number)), number) for number in broken} or "consistent"


def _same_legality(answer: Answer, expected: str) -> str:
    return "legal" if answer.value["legal"] else "illegal"


def sorted_items(mapping: dict) -> list:
    return sorted(mapping.items())


ANY = Kind(Node.plain, "anything", {})
LETTERS = unordered(list_of(words(*"WUBRGC")))
WORDS = unordered(list_of(WORD))
AMOUNTS = unordered(list_of(AMOUNT._replace(read=_amount)))
CHARACTERISTICS = parts(
    dict.fromkeys(("types", "subtypes", "supertypes"), WORDS) | {"colors": LETTERS, "abilities": NUMBER, "numbers": map_of(TEXT, SIGNED)}
    | dict.fromkeys(("mana_value", "power", "toughness", "loyalty", "defense"), SIGNED)
)

PROLIFERATED = parts({"eligible": WORDS, "not_eligible": WORDS, "choices": NUMBER, "counters": map_of(WORD, COUNTERS), "dies": WORDS, "loses": WORDS})

QUESTIONS = {
    "could-produce": Question({"of": WORD, "by": WORD}, either(list=LETTERS, dict=map_of(WORD, LETTERS)), _same_types),
    "mana-ability": Question({"of": WORD, "ability": either(int=ABILITY, str=ABILITY_OR_TEXT)}, words("yes", "no"),
                             lambda answer, _: "yes" if answer.value["is"] else "no"),
    "characteristics": Question({"of": WORD}, CHARACTERISTICS, _same_characteristics),
    "tap": Question({"of": WORD, "ability": ABILITY, "by": WORD}, either(list=AMOUNTS, dict=map_of(WORD, AMOUNTS)), _same_results),
    "pay": Question({"of": WORD, "by": WORD, "x": NUMBER, "for": WORD}, either(str=words("possible", "impossible"), dict=parts({"ways": NUMBER}, ("ways",))),
                    _same_ways),
    "put-counters": Question({"on": WORD, "counters": COUNTERS, "by": WORD, "effect": TRUTH, "modular": TRUTH}, either(dict=COUNTERS, list=list_of(COUNTERS)),
                             _same_counters),
    "activate": Question({"of": WORD, "ability": either(int=ABILITY, str=ABILITY_OR_TEXT), "by": WORD}, words("legal", "illegal"), _same_legality),
    "play-land": Question({"of": WORD, "by": WORD}, words("legal", "illegal"), _same_legality),
    "legal-in": Question({"of": WORD, "format": WORD}, words("legal", "illegal"), _same_legality),
    "enter": Question({"of": WORD, "by": WORD, "x": NUMBER, "cast": TRUTH, "cast_by": WORD, "mana_spent": AMOUNT, "kicked": either(int=NUMBER, bool=TRUTH),
                       "given": list_of(WORD), "copy_of": WORD, "token": TRUTH, "with": COUNTERS},
                      either(dict=COUNTERS, list=list_of(COUNTERS)), _same_counters),
    "damage": Question({"deal": ANY, "choose": ANY}, OUTCOME, same_outcome),
    "combat-damage": Question({"steps": NUMBER, "choose": ANY}, OUTCOME, same_outcome),
    "state": Question({}, OUTCOME, same_outcome),
    "check": Question({}, either(str=words("consistent"), list=unordered(list_of(WORD))), _same_rules),
    "proliferate": Question({"by": WORD, "times": NUMBER, "distinct": TRUTH, "best": TEXT, "choose": either(list=list_of(either(str=WORD, list=list_of(WORD))))},
                            either(dict=PROLIFERATED, list=list_of(PROLIFERATED)), _same_choices),
}
ASK = words(*QUESTIONS)


def _form(ask: str, **expected: Kind) -> Kind:
    return record({
        "name": WORD, "source": TEXT, "cites": list_of(WORD), "not_modelled": map_of(WORD, WORDS), "also": unordered(list_of(TEXT)), "says": unordered(list_of(TEXT)), "board": BOARD._replace(read=lambda node: node),
        "ask": words(ask), "where": TEXT, **QUESTIONS[ask].arguments, **expected,
    }, required=("name", "board", "ask", *expected))


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
    return Case(said["name"], ask, arguments, said["board"], said.get("answer"), tuple(said.get("cites", ())), said.get("not_modelled", {}), said.get("also"), said.get("says"),
                said.get("refused"))


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
    return {*answer.notes, *(part["says"] for result in results if isinstance(result, dict) for part in result.get("also", ()))}


def _conclusions(answer: Answer) -> set[str]:
    why = answer.why()
    return {why.steps[id].says for id in why.root}


def covers(number: str, other: str) -> bool:
    """Whether `other` is the rule `number` or a sub-rule of it: 702.15 covers 702.15b, but 106.1 does not cover 106.12."""
    return other.startswith(number) and not other[len(number):len(number) + 1].isdigit()


def shown(value: Any) -> str:
    """An answer as a case would write it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {shown(part)}" for name, part in value.items()) + "}"
    if isinstance(value, set | list):
        parts = sorted(value) if isinstance(value, set) else value
        return "[" + ", ".join(shown(part) or '""' for part in parts) + "]"
    return str(value)
