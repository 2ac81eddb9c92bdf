"""Questions about a board, and their answers.

A question has a program of its own name in rules/questions/. Here stand only the two ways between it and people: from the arguments
to the facts it asks for, and from the atoms it shows to a plain value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clingo import Function, Symbol, SymbolType

from kb.board import Board, BoardError
from kb.facts import board_facts, constant, fact, outside
from kb.reading import grow, nearest
from kb.rulebook import Rulebook
from kb.solving import Solution, solve

if TYPE_CHECKING:
    from kb.cards import Card
    from kb.explanation import Why

TYPES = "wubrgc"  # the order in which types of mana are told
KINDS = ("activated", "triggered", "static", "spell_ability")


@dataclass(frozen=True)
class Answer:
    """What the rules say to a question, in plain values (interface.md calls them `answer`), and on request why."""

    question: str
    value: Any
    edition: str
    not_modelled: tuple[dict[str, Any], ...]  # {id, ability, touches: [subject, ...]}: what could change the answer
    notes: tuple[str, ...]  # what was assumed
    cites: Mapping[str, tuple[str, ...]]  # the deciding rules, an item of the value
    negative: bool  # the answer is no, illegal, inconsistent
    asked: Asked = field(repr=False)

    @property
    def exact(self) -> bool:
        """Nothing that is not modelled could change the answer."""
        return not self.not_modelled

    def why(self) -> Why:
        """The derivation of all that is shown, step by step."""
        return self.asked.why(self.asked.goals)

    def why_not(self, said: str) -> Why:
        """What is missing for an atom such as `could_produce(orchard, g)` to hold."""
        from kb.explanation import why_not

        return why_not(self.asked.rulebook, self.question, self.asked.solution.atoms, self.asked.goal(said))

    def to_json(self) -> dict[str, Any]:
        return {"question": self.question, "edition": self.edition, "exact": self.exact,
                "not_modelled": list(self.not_modelled), "notes": list(self.notes), "answer": self.value}


@dataclass
class Asked:
    """A question that has been solved: its board, its rulebook, its one answer set."""

    question: str
    board: Board
    rulebook: Rulebook
    facts: list[Symbol]

    @cached_property
    def solution(self) -> Solution:
        return solve(self.rulebook.statements_for(self.question), self.facts)

    @cached_property
    def shown(self) -> Mapping[str, list[Symbol]]:
        """The shown atoms by their predicate, sorted."""
        table = defaultdict(list)
        for atom in sorted(self.solution.shown):
            table[atom.name].append(atom)
        return table

    @property
    def goals(self) -> list[Symbol]:
        """What an explanation explains: the shown atoms that are an answer."""
        return [atom for name, atoms in self.shown.items() if name not in ("not_exact", "spoken_of") for atom in atoms]

    def why(self, goals: Iterable[Symbol]) -> Why:
        from kb.explanation import explain

        return explain(self.rulebook, self.question, self.solution.atoms, goals)

    def goal(self, said: str) -> Symbol:
        """The atom that a person means by `name(argument, ...)`, where a text needs no quotation marks."""
        from kb.explanation import parse_goal

        return parse_goal(said, self.rulebook, self.solution.atoms)

    def decided_by(self, atoms: Iterable[Symbol]) -> tuple[str, ...]:
        """The numbers under which the rulebook derives such atoms."""
        wanted = {(atom.name, len(atom.arguments)) for atom in atoms}
        numbers = {rule.number for rule in self.rulebook.rules if wanted & rule.heads} - {"-"}
        return tuple(sorted(numbers))

    def not_modelled(self) -> tuple[dict[str, Any], ...]:
        touches = defaultdict(list)
        for atom in self.shown["not_exact"]:
            bearer, ability, subject = atom.arguments
            touches[say(bearer), ability].append(say(subject))
        return tuple({"id": bearer, "ability": self.ability_name(ability), "touches": sorted(subjects)}
                     for (bearer, ability), subjects in touches.items())

    def ability_name(self, ability: Symbol) -> str:
        """As "triggered 2", or "activated 1 of Forest" where the ability is another card's."""
        for known in self.facts:
            if known.name in KINDS and known.arguments[0] == ability:
                return f"{known.name.removesuffix('_ability')} {known.arguments[1]}"
        return say(ability)


@dataclass(frozen=True)
class Question:
    """The two ways of a question: `facts(board, **arguments)`, and `value(asked)` -> (value, cites, negative)."""

    facts: Callable[..., tuple[list[Symbol], list[Card]]]
    value: Callable[[Asked], tuple[Any, dict[str, tuple[str, ...]], bool]]


def ask(board: Board, question: str, *, rulebook: str | Path | None = None, **arguments) -> Answer:
    """Put a question. Raises BoardError for an argument that names nothing, RulebookError for a bad rulebook."""
    kind = QUESTIONS[question]
    inputs, cards = kind.facts(board, **arguments)
    asked = Asked(question, board, Rulebook.load(rulebook), board_facts(board, cards) + inputs)
    value, cites, negative = kind.value(asked)
    notes = [fault for fault in (_other_edition(board, asked.rulebook),) if fault]
    notes += _assumptions(asked)
    return Answer(question, value, asked.rulebook.edition, asked.not_modelled(), tuple(notes), cites, negative, asked)


def say(symbol: Symbol) -> str:
    return symbol.string if symbol.type is SymbolType.String else str(symbol)


def _other_edition(board: Board, rulebook: Rulebook) -> str | None:
    if board.edition != rulebook.edition:
        return f"The board names the rules of {board.edition}; these are those of {rulebook.edition}."


def _assumptions(asked: Asked) -> list[str]:
    atoms = [atom for name, atoms in asked.shown.items() if name.endswith("assumed") for atom in atoms]
    if not atoms:
        return []
    from kb.explanation import says

    return [says(asked.rulebook, atom) for atom in atoms]


def _object(board: Board, said: str) -> tuple[Symbol, list[Symbol], list[Card]]:
    """The object meant: a permanent, else a card or spell on the board, else a card of the pool that is only spoken of."""
    kinds = ("permanent", "spell or ability", "card")
    try:
        return fact("asked_about", board.names.find(said, *kinds)), [], []
    except BoardError as error:
        card = board.pool.find(said)
        if card is None or "could be each" in str(error):
            raise
        return fact("asked_about", card.name), outside(card), [card]


# ---- could-produce ----------------------------------------------------------------------------------------------------

def _could_produce_facts(board: Board, of: Iterable[str] = (), by: str | None = None):
    if by is not None:
        board.names.find(by, "player")
    of = [of] if isinstance(of, str) else list(of)
    ids = [board.permanent(said).id for said in of] if of else list(board.permanents)
    return [fact("asked_about", id) for id in dict.fromkeys(ids)], []


def _could_produce_value(asked: Asked):
    types: dict[str, list[str]] = {}
    cites = {}
    for known in asked.facts:
        if known.name == "asked_about":
            types[known.arguments[0].string] = []
    for atom in asked.shown["could_produce"]:
        permanent, letter = atom.arguments
        types[permanent.string].append(letter.name)
    decided = {some: asked.decided_by([Function("could_produce" if some else "could_produce_nothing", [fact("x")] * (1 + some))])
               for some in (True, False)}
    for permanent, letters in types.items():
        cites[permanent] = decided[bool(letters)]
        types[permanent] = [letter.upper() for letter in sorted(letters, key=TYPES.index)]
    return types, cites, False


# ---- mana-ability -----------------------------------------------------------------------------------------------------

def _mana_ability_facts(board: Board, of: str, ability: int | str = 1):
    about, facts, cards = _object(board, of)
    kind, number = _ability_number(ability)
    return [about, fact("asked_ability", constant(kind), number), *facts], cards


def _ability_number(said: int | str) -> tuple[str, int]:
    kind, _, number = str(said).rpartition(" ")
    if kind in ("", "activated", "triggered") and number.isdecimal() and len(number) < 6:
        return kind or "activated", int(number)
    raise grow(said).error("is no ability's number", "a number from 1, or triggered and such a number")


def _mana_ability_value(asked: Asked):
    if not asked.shown["spoken_of"]:
        about, number = (next(known for known in asked.facts if known.name == name) for name in ("asked_about", "asked_ability"))
        kind, count = map(say, number.arguments)
        raise grow(f"{kind} {count}").error(f"is no ability of {say(about.arguments[0])}", _numbers(asked, kind))
    holds = asked.shown["mana_ability"]
    because = asked.why([*holds, *asked.shown["fails_criterion"]])
    reasons = [{"rule": " ".join(step.cites), "says": step.says} for step in map(because.steps.get, because.root)]
    return {"is": bool(holds), "because": reasons}, {}, not holds


def _numbers(asked: Asked, kind: str) -> str:
    name = {"activated": "numbered", "triggered": "numbered_triggered"}[kind]
    about = next(known.arguments[0] for known in asked.facts if known.name == "asked_about")
    numbers = sorted(atom.arguments[2].number for atom in asked.solution.atoms if atom.name == name and atom.arguments[0] == about)
    return f"it has {kind} abilities {', '.join(map(str, numbers))}" if numbers else f"it has no {kind} ability"


# ---- characteristics --------------------------------------------------------------------------------------------------

ONE_NUMBER = {"mana_value": "mana_value", "power": "power", "toughness": "toughness", "loyalty_of": "loyalty", "defense_of": "defense"}


def _characteristics_facts(board: Board, of: str):
    about, facts, cards = _object(board, of)
    return [about, *facts], cards


def _characteristics_value(asked: Asked):
    shown = asked.shown

    def words(predicate: str) -> list[str]:
        return [say(atom.arguments[1]) for atom in shown[predicate]]

    subtypes = sorted(shown["subtype_position"], key=lambda atom: atom.arguments[2].number)
    value: dict[str, Any] = {
        "types": [word.capitalize() for word in words("type")],
        "subtypes": [say(atom.arguments[1]) for atom in subtypes],
        "supertypes": [word.capitalize() for word in words("supertype")],
        "colors": [letter.upper() for letter in sorted(words("color"), key=TYPES.index)],
    }
    for predicate, name in ONE_NUMBER.items():
        numbers = [atom.arguments[1].number for atom in shown[predicate]]
        if name in ("mana_value", "power", "toughness"):
            value[name] = numbers[0] if numbers else None
        elif numbers:
            value[name] = numbers[0]
    value["abilities"] = _abilities(asked)
    of = {"types": "type", "subtypes": "subtype_position", "supertypes": "supertype", "colors": "color",
          "loyalty": "loyalty_of", "defense": "defense_of", "abilities": "has_ability"}
    cites = {name: asked.decided_by(shown[of.get(name, name)][:1]) for name in value}
    return value, cites, False


def _abilities(asked: Asked) -> list[dict[str, Any]]:
    from kb.explanation import says

    numbers = {atom.arguments[1]: ("activated", atom.arguments[2].number) for atom in asked.shown["numbered"]}
    numbers |= {atom.arguments[1]: ("triggered", atom.arguments[2].number) for atom in asked.shown["numbered_triggered"]}
    abilities = []
    for atom in asked.shown["has_ability"]:
        kind, number = numbers.get(atom.arguments[1], ("static", None))
        abilities.append({"number": number, "kind": kind, "says": says(asked.rulebook, atom)})
    for atom in asked.shown["has_keyword"]:
        abilities.append({"number": None, "kind": "keyword", "says": say(atom.arguments[1]).replace("_", " ")})
    return abilities


QUESTIONS = {
    "could-produce": Question(_could_produce_facts, _could_produce_value),
    "mana-ability": Question(_mana_ability_facts, _mana_ability_value),
    "characteristics": Question(_characteristics_facts, _characteristics_value),
}
