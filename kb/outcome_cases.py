"""What a case says of outcomes (life, counters, damage, who dies and loses), and what of an answer is compared with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from kb.schema import COUNTERS, NUMBER, SIGNED, WORD, Kind, list_of, map_of, record

if TYPE_CHECKING:
    from kb.questions import Answer

QUANTIFIERS: dict[str, Callable[[Iterable[bool]], bool]] = {
    "possible": any, "impossible": lambda holds: not any(holds), "always": lambda holds: all(holds),
}


def _fields(**fields: Kind) -> Kind:
    kind = record(fields)
    return kind._replace(read=lambda node: {name: said for name, said in kind.read(node).items() if name in fields})


NAMES = list_of(WORD)._replace(read=lambda node: set(list_of(WORD).read(node)))
RESULT = {"life": map_of(WORD, SIGNED), "counters": map_of(WORD, COUNTERS), "damage": map_of(WORD, NUMBER), "dies": NAMES, "loses": NAMES, "exiled": NAMES,
          "triggers": map_of(WORD, NUMBER)}
PARTS = list_of(_fields(**RESULT, survives=NAMES))
OUTCOME = _fields(**RESULT, **dict.fromkeys(QUANTIFIERS, PARTS))


def same_outcome(answer: Answer, expected: dict[str, Any]) -> Any:
    """What the case names of the one result; where it says what is possible, impossible and always so, those PARTs that really are, and
    if it is not all of them, the results.

    Several results that differ in what the case names come as a list.
    """
    told = {name: tuple(part for part in parts if QUANTIFIERS[name](_has(result, part) for result in answer.value))
            for name, parts in expected.items() if name in QUANTIFIERS}
    if told == expected:
        return told
    results = once(_named(result, _all_that(expected)) for result in answer.value)
    if told:
        return told | {"results": results}
    return results[0] if len(results) == 1 else results


def once(results: Iterable[Any]) -> list[Any]:
    """Of those that are the same, the first."""
    every = list(results)
    return [result for place, result in enumerate(every) if result not in every[:place]]


def _all_that(expected: dict[str, Any]) -> dict[str, Any]:
    """What a case names of outcomes, in whichever PART."""
    named: dict[str, Any] = {}
    for part in (expected, *(part for name in QUANTIFIERS for part in expected.get(name, ()))):
        for name, said in part.items():
            if name not in QUANTIFIERS:
                name = "dies" if name == "survives" else name
                named[name] = {**named.get(name, {}), **said} if isinstance(said, dict) else said
    return named


def _has(result: dict[str, Any], part: dict[str, Any]) -> bool:
    """Whether a result is as a PART says, which names some of those that die, lose or survive."""
    return all(_some(result, name, said) if name in ("dies", "loses", "survives") else _named(result, {name: said}) == {name: said}
               for name, said in part.items())


def _some(result: dict[str, Any], name: str, said: set[str]) -> bool:
    return not said & set(result["dies"]) if name == "survives" else said <= set(result[name])


def _named(result: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Of a result, what the case names, in the case's form."""
    named: dict[str, Any] = {}
    for name, said in expected.items():
        if name == "counters":
            named[name] = {bearer: {kind: result[name].get(bearer, {}).get(kind, 0) for kind in kinds} for bearer, kinds in said.items()}
        elif isinstance(said, dict):
            named[name] = {bearer: result.get(name, {}).get(bearer, 0) for bearer in said}
        else:
            named[name] = set(result.get(name, ()))
    return named
