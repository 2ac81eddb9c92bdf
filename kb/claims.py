"""What believed answers claim of the results of a question, and whether claims can be so together, whatever the board.

An answer is written in several ways, and says more or less of one thing: `possible` and `{ways: 2}`, `[G]` and `{Alice: [G]}`. Here all are
claims: that every result is as a view says, or that some is, that none is, or that each is as one of several views. A view says of some
aspects of a result, such as ("life", "Bob"), what they are; of ("dies",) who dies, of ("dies", "bears") whether that one does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, NamedTuple

from kb.case_questions import covers
from kb.names import words_of_format
from kb.outcome_cases import QUANTIFIERS
from kb.questions import QUESTIONS
from kb.referring import with_ids

if TYPE_CHECKING:
    from kb.cards import Pool

View = Mapping[tuple[str, ...], Any]
MEMBERS = ("dies", "loses")  # aspects of which a PART names some members
RULES = ("broken",)
OF_COUNTERS = ("put-counters", "enter")
OF_OUTCOMES = ("damage", "combat-damage", "state")


class Claim(NamedTuple):
    kind: str  # always, possible, impossible, or among: as one of the views
    views: Sequence[View]


# ---- claims ---------------------------------------------------------------------------------------------------------------

def claims(question: str, arguments: Mapping[str, Any], answer: Any, cards: Cards) -> list[Claim]:
    """What an answer claims, where names are each in one form."""
    arguments, answer = {name: _in_one_form(name, value, cards) for name, value in arguments.items()}, with_ids(question, answer, cards)
    if question in OF_OUTCOMES:
        parts = [Claim(kind, [_view(part, _member)]) for kind in QUANTIFIERS for part in answer.get(kind, ())]
        return [*parts, Claim("always", [_view({name: said for name, said in answer.items() if name not in QUANTIFIERS}, _exactly)])]
    if question == "proliferate":
        return _results([_view(result, _whole) for result in _several(answer)])
    if question in OF_COUNTERS:
        return _results([{("counters",): _frozen(counters)} for counters in _several(answer)])
    return [Claim("always", [_of_one(question, arguments, answer)])]


def _several(answer: Any) -> Sequence[Any]:
    return answer if isinstance(answer, list | tuple) else [answer]


def _results(views: Sequence[View]) -> list[Claim]:
    return [Claim("always", views)] if len(views) == 1 else [*(Claim("possible", [view]) for view in views), Claim("among", views)]


def _of_one(question: str, arguments: Mapping[str, Any], answer: Any) -> View:
    match question, answer:
        case "pay", {"ways": ways}:
            return {("possible",): ways > 0, ("ways",): ways}
        case "pay", _:
            return {("possible",): answer == "possible"}
        case "check", _:
            return {RULES: frozenset() if answer == "consistent" else frozenset(answer)}
        case "characteristics", _:
            numbers = {("numbers", name): number for name, number in answer.get("numbers", {}).items()}
            return numbers | {(name,): _frozen(said) for name, said in answer.items() if name != "numbers"}
        case "could-produce" | "tap", dict():
            return {(name,): _frozen(said) for name, said in answer.items()}
        case "could-produce" | "tap", _:
            return {(arguments.get("of" if question == "could-produce" else "by", ""),): _frozen(answer)}
    return {("",): answer}


def _view(part: Mapping[str, Any], said: Callable[[str, Any], View]) -> View:
    return {aspect: value for name, about in part.items() for aspect, value in said(name, about).items()}


def _whole(name: str, said: Any) -> View:
    """Of a proliferation, whose result has all the counters of those that it names."""
    return {(name, bearer): _frozen(about) for bearer, about in said.items()} if isinstance(said, dict) else {(name,): _frozen(said)}


def _exactly(name: str, said: Any) -> View:
    if name == "counters":
        return {(name, bearer, kind): number for bearer, kinds in said.items() for kind, number in kinds.items()}
    return _whole(name, said)


def _member(name: str, said: Any) -> View:
    if name in (*MEMBERS, "survives"):
        return {("dies" if name == "survives" else name, one): name != "survives" for one in said}
    return _exactly(name, said)


def _frozen(said: Any) -> Any:
    return frozenset(said.items()) if isinstance(said, dict) else frozenset(said) if isinstance(said, set) else said


# ---- together -------------------------------------------------------------------------------------------------------------

def contradictory(claims: Iterable[Claim]) -> bool:
    """Whether not all of the claims can be so."""
    by_kind: dict[str, list[Sequence[View]]] = {kind: [] for kind in (*QUANTIFIERS, "among")}
    for claim in claims:
        by_kind[claim.kind].append(claim.views)
    always: View | None = {}
    for (view,) in by_kind["always"]:
        always = _both(always, view)
    views = [always, *(_both(always, view) for (view,) in by_kind["possible"])]
    return (any(view is None for view in views)
            or any(_follows(never, view) for view in views for (never,) in by_kind["impossible"])
            or any(all(_both(view, other) is None for other in others) for view in views for others in by_kind["among"]))


def _both(one: View | None, other: View) -> View | None:
    """What says both, or None where that can't be."""
    if one is None or any(_differ(aspect, one[aspect], other[aspect]) for aspect in one.keys() & other.keys()):
        return None
    both = {**one, **other}
    members = (aspect for aspect in both if len(aspect) == 2 and aspect[0] in MEMBERS and aspect[:1] in both)
    wrong = any((aspect[1] in both[aspect[:1]]) != both[aspect] for aspect in members)
    return None if wrong or not _choices_fit(both) else both


def _follows(part: View, view: View) -> bool:
    """Whether a result that is as a view says is as another says too."""
    return all(not _differ(aspect, view[aspect], said) if aspect in view else
               len(aspect) == 2 and aspect[0] in MEMBERS and aspect[:1] in view and (aspect[1] in view[aspect[:1]]) == said
               for aspect, said in part.items())


def _differ(aspect: tuple[str, ...], one: Any, other: Any) -> bool:
    if aspect != RULES:
        return one != other
    return not all(any(covers(a, b) or covers(b, a) for b in others) for some, others in ((one, other), (other, one)) for a in some)


def _choices_fit(view: View) -> bool:
    """Whether so many choices are those of any number of who may be chosen, in each of some passes."""
    eligible, choices = view.get(("eligible",)), view.get(("choices",))
    if eligible and eligible & view.get(("not_eligible",), frozenset()):
        return False
    if choices is None:
        return True
    doublings = choices.bit_length() - 1
    return choices == 1 << max(doublings, 0) and (eligible is None or (doublings > 0 and doublings % len(eligible) == 0 if eligible else doublings == 0))


# ---- about what -------------------------------------------------------------------------------------------------------------

class Cards:
    """Stands for the names of a board where there is none: a card's name, however it is written, is that card's; all else is itself."""

    def __init__(self, pool: Pool):
        self._pool = pool

    def find(self, said: str, *_: str) -> str:
        return card.name if (card := self._pool.find(said)) else said

    def knows(self, said: str) -> bool:
        return said in self._pool


def topic(question: str, arguments: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
    """The arguments of a question, each in one form, without what is as if unsaid, and without whom the answer is about."""
    said = {name: _in_one_form(name, value, cards) for name, value in arguments.items()}
    unsaid = _defaults(question) | ({"of": said["of"]} if question == "could-produce" and "of" in said else {})
    return {name: value for name, value in said.items() if name not in unsaid or value != unsaid[name]}


def _in_one_form(name: str, value: Any, cards: Cards) -> Any:
    match name:
        case "of":
            return _cost(value) or cards.find(value)
        case "on" | "for" | "copy_of":
            return cards.find(value)
        case "format":
            return words_of_format(value)
        case "choose":
            one_pass = all(isinstance(one, str) for one in value)
            return [frozenset(map(cards.find, chosen)) for chosen in ([value] if one_pass else value)]
        case "deal":
            return sorted((cards.find(one["source"]), cards.find(one["to"]), one["amount"], one.get("combat") or False) for one in value)
        case "given":
            return frozenset(value) or ()
    return value


def _cost(text: str) -> tuple[int, list[str]] | None:
    """A cost of symbols, in any order; None for what is none."""
    symbols = re.findall(r"\{([^{}]*)\}", text.upper())
    if not symbols or "".join(f"{{{symbol}}}" for symbol in symbols) != text.upper():
        return None
    return sum(int(symbol) for symbol in symbols if symbol.isdecimal()), sorted(symbol for symbol in symbols if not symbol.isdecimal())


@cache
def _defaults(question: str) -> dict[str, Any]:
    parameters = signature(QUESTIONS[question].facts).parameters.items()
    return {name.removesuffix("_"): parameter.default for name, parameter in parameters if parameter.default is not Parameter.empty}
