"""Keyword abilities (CR 702): the words of keywords.toml, recognised in a paragraph."""

import re
import tomllib
from functools import cache
from importlib import resources

from .symbols import symbols
from .terms import Term, constant, term

_CYCLING = re.compile(r"(?:basic land|[A-Z][a-z]+|\w+)cycling\b", re.IGNORECASE)
_COLORS = {name: term("color", constant(letter)) for name, letter in zip(("white", "blue", "black", "red", "green"), "wubrg", strict=True)}
_COLORS |= {name: Term(name) for name in ("multicolored", "monocolored", "colorless")} | {"everything": Term("any")}
_LANDWALK = re.compile(r"(?:snow|snow-covered|legendary|nonbasic) (?:plains|island|swamp|mountain|forest|desert|land)walk\Z")
_COST_OF = re.compile(r"(?:\{[^{}]+\})+\Z")

_THIS = Term("this")
_OTHER_CREATURES = term("both", Term("other"), term("both", term("type", Term("creature")), Term("you_control")))
_OF_OTHERS = ("total power", "tap another")
_OWN_COSTS = {
    "discard": term("discard", 1, _THIS), "exile": term("exile", 1, _THIS, Term("graveyard")), "sacrifice": term("sacrifice", 1, _THIS),
    "tap": Term("tap_symbol"), "other": Term("other"),
}  # fmt: skip


@cache
def _table() -> dict:
    return tomllib.loads(resources.files(__package__).joinpath("keywords.toml").read_text("utf-8"))


def keyword_names() -> list[str]:
    """The keywords that are known, longer ones first."""
    return sorted((name for kind in _table().values() for name in kind), key=len, reverse=True)


def keywords(paragraph: str) -> tuple[list[Term], list[list[Term]]] | None:
    """The printed_keyword facts of a paragraph of nothing but keywords, and the blocks of those that need one (each begins with
    the bare constant `activated`, `static` or `triggered`); None where it is something else."""
    facts: list[Term] = []
    blocks: list[list[Term]] = []
    for text in _listed(paragraph):
        found = _plain(text)
        if found is not None:
            facts.append(found)
            blocks += _spelled_out(found)
        elif (block := _activated(text) or _parametric(text)) is not None:
            blocks.append(block)
        else:
            return None
    return facts, blocks


def _listed(paragraph: str) -> list[str]:
    """The keywords of a list; a capital or a cost after a comma parts them only where all is keywords."""
    paragraph = paragraph.removesuffix(".")
    for comma in (r"[,;] (?![A-Z{])", r"[,;] "):
        parts = [part.strip() for part in re.split(comma, paragraph)]
        if len(parts) > 1 and any(map(_plain, parts)) and all(_plain(part) or _activated(part) or _parametric(part) for part in parts):
            return parts
    return [paragraph]


def _plain(text: str) -> Term | None:
    name = text.lower()
    if name in _table()["plain"] or _LANDWALK.match(name):
        return term("printed_keyword", constant(name))
    match = re.match(r"([a-z ]+) (\d+)\Z", name)
    if match and match[1] in _table()["numbered"]:
        return term("printed_keyword", constant(match[1]), int(match[2]))
    return None


def _spelled_out(keyword: Term) -> list[list[Term]]:
    """The ability that a keyword is, where that adds mana (702.189a)."""
    if keyword.args[0] != Term("firebending"):
        return []
    return [[Term("triggered"), term("trigger", term("attacks", _THIS)), term("effect", 1, Term("add_mana")),
             term("adds", 1, 1, Term("r"), keyword.args[1]), term("mana_stays", Term("combat"))]]  # fmt: skip


def _parted(text: str, names) -> tuple[str, str] | None:
    """The keyword that the text begins with, and its parameter."""
    low = text.lower()
    for name in sorted(names, key=len, reverse=True):
        if re.match(rf"{re.escape(name)}(?! abilities\b| costs\b)(?: |\u2014| ?\u2014 ?|\Z)", low):
            return name, text[len(name) :].strip(" \u2014")
    return None


def _activated(text: str) -> list[Term] | None:
    names = _table()["activated"]
    parted = _parted(text, names)
    if not parted and (match := _CYCLING.match(text)):
        parted = "typecycling", text[match.end() :].strip(" \u2014")
    if not parted or re.search(r"[a-z]\. [A-Z]", text):
        return None
    name, parameter = parted
    parameter, _, further = parameter.partition(". ")
    traits = names[name]
    block = [Term("activated"), term("keyword_ability", constant(name)), *_cost(parameter, traits.get("costs")), term("effect", 1, _attaching(traits.get("attaches_to"), parameter))]
    own = "nothing" if traits.get("costs") in _OF_OTHERS else traits.get("costs", "other" if traits.get("from") else "nothing")  # the keyword's own part of the cost
    block += [term("cost", 2, _OWN_COSTS[own])] if own != "nothing" else []
    block += [term("not_modelled", Term("costs"))] if own == "other" else []
    block += [term("activate_only", Term("sorcery"))] if traits.get("sorcery") else []
    block += [term("functions_from", Term(zone)) for zone in traits.get("from", [])]
    if traits.get("target") or traits.get("attaches_to"):
        block.append(Term("requires_target"))
    if traits.get("library"):
        block.append(Term("moves_library_card"))
    block += _changing_cost(further) if further else []
    return list(dict.fromkeys(block + [term("not_modelled", Term(subject)) for subject in traits["touches"]]))


def _changing_cost(text: str) -> list[Term]:
    """What "This ability costs ..." behind a keyword's cost says."""
    from .grammar import read
    from .terms import NotUnderstood

    try:
        return list(read("effect", text[:1].lower() + text[1:]).facts)
    except NotUnderstood:
        return [Term("cost_changes"), term("not_modelled", Term("costs"))]


def _attaching(kind: str | None, parameter: str) -> Term:
    """What an ability that attaches its permanent does (702.6a, 702.67a); `other` where the parameter says more than a cost (702.6c)."""
    if kind is None or not parameter.startswith("{"):
        return Term("other")
    return term("attaches_to", term("both", Term("target"), term("both", term("type", Term(kind)), Term("you_control"))))


def _cost(parameter: str, kind: str | None) -> list[Term]:
    """The cost, where it is mana alone and the last words of the parameter, or other creatures are tapped."""
    if kind == "total power" and parameter.isdecimal():
        return [term("cost", 1, term("tap_with_total_power", int(parameter), _OTHER_CREATURES))]
    if kind == "tap another" and not parameter:
        return [term("cost", 1, term("tap", 1, _OTHER_CREATURES))]
    match = re.search(r"(?:\{[^{}]+\})+\Z", parameter)
    amounts = symbols(match[0]) if match and match.start() == 0 else {}
    if amounts and not any(isinstance(symbol, str) for symbol in amounts):
        return [term("cost", 1, Term("mana")), *(term("cost_symbol", symbol, amount) for symbol, amount in amounts.items())]
    return [term("cost", 1, Term("other")), term("not_modelled", Term("costs"))]


def _you_control(text: str) -> Term | None:
    """What affinity counts (702.41a); None where that is not understood."""
    from .grammar import read
    from .terms import NotUnderstood

    try:
        return read("filter", f"{text} you control")
    except NotUnderstood:
        return None


def _parametric(text: str) -> list[Term] | None:
    names = _table()["parametric"]
    parted = _parted(text, names)
    if not parted or re.search(r"[a-z]\. [A-Z]", text):
        return None
    name, parameter = parted
    if name == "affinity for" and (counted := _you_control(parameter)) is not None:
        return [Term("static"), term("reduces_cost", _THIS, term("count", counted))]
    if name == "protection from" and (qualities := protected_from(parameter)) is not None:
        return [Term("static"), *(term("protection_from", quality) for quality in qualities), term("not_modelled", Term("combat"))]
    if name == "hexproof from" and (qualities := _qualities(parameter)) is not None:
        return [Term("static"), *(term("hexproof_from", quality) for quality in qualities)]
    if name == "enchant" and (enchanted := _enchants(parameter)) is not None:
        return [Term("static"), enchanted]
    not_modelled = [term("not_modelled", Term(subject)) for subject in names[name]]
    if name == "cumulative upkeep":
        return [Term("triggered"), term("trigger", term("begins", Term("upkeep"), Term("you"))),
                term("effect", 1, term("puts_counters", _THIS, "age", 1)), term("effect", 2, Term("other")), *not_modelled]
    if name == "modular" and parameter.lower() == "sunburst":
        return [Term("static"), term("enters_with_counters", _THIS, "+1/+1", term("paid", Term("colors")))]
    if name == "impending" and (number := re.match(r"\d+", parameter)):
        return [Term("static"), term("enters_with_counters_if", _THIS, "time", int(number[0]), term("happened", Term("impending"))),
                term("not_modelled", Term("costs")), term("not_modelled", Term("types"))]
    return [Term("static"), *not_modelled]


def protected_from(parameter: str) -> list[Term] | None:
    """What "the chosen color" or "black and from Dragons" protects from, as filters; None where it is not understood."""
    if parameter == "each color":
        return [term("color", constant(letter)) for letter in "wubrg"]
    return [Term("chosen_color_of")] if parameter == "the chosen color" else _qualities(parameter)


def _qualities(parameter: str) -> list[Term] | None:
    """What "black and from Dragons" protects from, as filters; None where it is not understood."""
    from .grammar import read
    from .terms import NotUnderstood

    try:
        return [_COLORS.get(quality) or read("filter", quality.removesuffix("s")) for quality in re.split(r",? and from |, from ", parameter)]
    except NotUnderstood:
        return None


def _enchants(parameter: str) -> Term | None:
    from .grammar import read
    from .terms import NotUnderstood

    if parameter in ("player", "opponent"):
        return term("enchants", Term(parameter))
    try:
        return term("enchants", read("filter", parameter))
    except NotUnderstood:
        return None
