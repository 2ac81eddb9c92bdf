"""What stands in a case, question by question, and what of an answer is compared with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from kb.outcome_cases import OUTCOME, once, same_outcome
from kb.reading import Node, nearest
from kb.schema import ABILITY, ABILITY_OR_TEXT, AMOUNT, AS_LARGE_AS_CAN_BE, CARD_TYPE, COUNTERS, DEAL, MANA, NUMBER, SIGNED, SUBTYPE, SUPERTYPE, TEXT, TRUTH, WORD
from kb.schema import Kind, either, list_of, map_of, record

if TYPE_CHECKING:
    from kb.questions import Answer


class Question(NamedTuple):
    """What a case of one question says, and what of an answer is compared with it."""

    arguments: dict[str, Kind]
    answer: Kind
    got: Callable[[Answer, Any], Any]
    needs: tuple[str, ...] = ()  # arguments that no case does without


def words(*allowed: str) -> Kind:
    def choose(node: Node) -> str:
        if node.value not in allowed:
            raise node.error("does not fit here", ", ".join(allowed), nearest(node.value, allowed))
        return node.value

    return Kind(choose, ", ".join(allowed), {"enum": list(allowed)})


def unordered(kind: Kind) -> Kind:
    return kind._replace(read=lambda node: set(kind.read(node)))


def titled(kind: Kind) -> Kind:
    """A set of words, as cards print them."""
    return unordered(list_of(kind._replace(read=lambda node: kind.read(node).capitalize())))


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
    got = once(result["counters"] for result in answer.value)
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
        got = once(named(result, expected[0]) for result in answer.value["results"])
        return expected if all(one in expected for one in got) and all(one in got for one in expected) else got
    got = once(named(result, expected) for result in answer.value["results"] or [{}])
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


def covers(number: str, other: str) -> bool:
    """Whether `other` is the rule `number` or a sub-rule of it: 702.15 covers 702.15b, but 106.1 does not cover 106.12."""
    return other.startswith(number) and not other[len(number):len(number) + 1].isdigit()


def _same_legality(answer: Answer, expected: str) -> str:
    return "legal" if answer.value["legal"] else "illegal"


def sorted_items(mapping: dict) -> list:
    return sorted(mapping.items())


DEALT = DEAL._replace(read=lambda node: DEAL.read(node) and node.plain())
CHOSEN = list_of(list_of(WORD))
LETTERS = unordered(list_of(words(*"WUBRGC")))
WORDS = unordered(list_of(WORD))
AMOUNTS = unordered(list_of(AMOUNT._replace(read=_amount)))
HAD = COUNTERS._replace(read=lambda node: {kind: number for kind, number in COUNTERS.read(node).items() if number})  # no counter of a kind is none
RULES = WORDS._replace(read=lambda node: WORDS.read(node) or "consistent")
CHARACTERISTICS = parts(
    {"types": titled(CARD_TYPE), "supertypes": titled(SUPERTYPE), "subtypes": unordered(list_of(SUBTYPE)), "colors": LETTERS, "abilities": NUMBER,
     "numbers": map_of(TEXT, SIGNED)}
    | dict.fromkeys(("mana_value", "power", "toughness", "loyalty", "defense"), SIGNED)
)

PROLIFERATED = parts({"eligible": WORDS, "not_eligible": WORDS, "choices": AS_LARGE_AS_CAN_BE, "counters": map_of(WORD, HAD), "dies": WORDS, "loses": WORDS})

QUESTIONS = {
    "could-produce": Question({"of": WORD, "by": WORD}, either(list=LETTERS, dict=map_of(WORD, LETTERS)), _same_types),
    "mana-ability": Question({"of": WORD, "ability": either(int=ABILITY, str=ABILITY_OR_TEXT)}, words("yes", "no"),
                             lambda answer, _: "yes" if answer.value["is"] else "no", ("of",)),
    "characteristics": Question({"of": WORD}, CHARACTERISTICS, _same_characteristics, ("of",)),
    "tap": Question({"of": WORD, "ability": ABILITY, "by": WORD}, either(list=AMOUNTS, dict=map_of(WORD, AMOUNTS)), _same_results, ("of",)),
    "pay": Question({"of": WORD, "by": WORD, "x": NUMBER, "for": WORD},
                    either(str=words("possible", "impossible"), dict=parts({"ways": NUMBER}, ("ways",))), _same_ways, ("of",)),
    "put-counters": Question({"on": WORD, "counters": COUNTERS, "by": WORD, "effect": TRUTH, "modular": TRUTH},
                             either(dict=HAD, list=list_of(HAD)), _same_counters, ("on", "counters")),
    "activate": Question({"of": WORD, "ability": either(int=ABILITY, str=ABILITY_OR_TEXT), "by": WORD}, words("legal", "illegal"), _same_legality),
    "play-land": Question({"of": WORD, "by": WORD}, words("legal", "illegal"), _same_legality, ("of",)),
    "legal-in": Question({"of": WORD, "format": WORD}, words("legal", "illegal"), _same_legality, ("of",)),
    "enter": Question({"of": WORD, "by": WORD, "x": NUMBER, "cast": TRUTH, "cast_by": WORD, "mana_spent": AMOUNT,
                       "kicked": either(int=NUMBER, bool=TRUTH), "given": list_of(WORD), "copy_of": WORD, "token": TRUTH, "with": COUNTERS},
                      either(dict=HAD, list=list_of(HAD)), _same_counters, ("of",)),
    "damage": Question({"deal": DEALT, "choose": CHOSEN}, OUTCOME, same_outcome, ("deal",)),
    "combat-damage": Question({"steps": NUMBER, "choose": CHOSEN}, OUTCOME, same_outcome),
    "state": Question({}, OUTCOME, same_outcome),
    "check": Question({}, either(str=words("consistent"), list=RULES), _same_rules),
    "proliferate": Question({"by": WORD, "times": NUMBER, "distinct": TRUTH, "best": TEXT,
                             "choose": either(list=list_of(either(str=WORD, list=list_of(WORD))))},
                            either(dict=PROLIFERATED, list=list_of(PROLIFERATED)), _same_choices),
}
ASK = words(*QUESTIONS)
