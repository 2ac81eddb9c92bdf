"""The facts of a face that stand outside its text box, and the face as a whole."""

import re
from collections.abc import Mapping

from . import CompiledCard
from .abilities import LONGEST, compile_text
from .normalise import normalised, without_reminders
from .symbols import COLORS, colors, symbols
from .terms import Term, constant, term

_BACK_LAYOUTS = ("transform", "modal_dfc", "meld", "flip", "reversible_card")
_WHOLE = re.compile(r"[+-]?\d{1,7}\Z")


def compiled(entry: Mapping) -> CompiledCard:
    name, full_name, other = _names(entry)
    types = [str(word) for word in entry.get("types") or ()]
    supertypes = [str(word) for word in entry.get("supertypes") or ()]
    text = str(entry.get("text") or "")
    normal = normalised(text, name, "Legendary" in supertypes) if len(text) <= LONGEST else text
    keywords, blocks = compile_text(normal, types, entry.get("manaCost") or "", power=bool(entry.get("power")))
    facts = [*_type_line(entry, types, supertypes), *_mana_cost(entry, types), *_text_symbols(text), *_numbers(entry), *keywords,
             *_layout(entry, other)]  # fmt: skip
    return CompiledCard(
        name,
        full_name,
        other,
        tuple(dict.fromkeys(map(str, facts))),
        tuple(tuple(dict.fromkeys(map(str, block))) for block in blocks),
    )


def _names(entry: Mapping) -> tuple[str, str, str | None]:
    """The face's own name, the card's, and the other face's."""
    whole = str(entry["name"])
    front = entry.get("front")
    if front:
        return whole, f"{front} // {whole}", str(front)
    names = whole.split(" // ")
    name = str(entry.get("faceName") or names[0])
    others = [other for other in names if other != name]
    if not name.strip() or "\0" in whole:
        raise ValueError(f"not a card name: {whole!r}")
    return name, whole, str(entry.get("back") or (others[0] if others else "")) or None


def _type_line(entry: Mapping, types: list[str], supertypes: list[str]) -> list[Term]:
    subtypes = [str(word) for word in entry.get("subtypes") or ()]
    return [
        *(term("printed_type", constant(word)) for word in types),
        *(term("printed_supertype", constant(word)) for word in supertypes),
        *(term("printed_subtype", word, position) for position, word in enumerate(subtypes, 1)),
    ]


def _mana_cost(entry: Mapping, types: list[str]) -> list[Term]:
    cost = entry.get("manaCost")
    facts = []
    if cost:
        facts += [Term("has_mana_cost"), *(term("mana_cost_symbol", symbol, amount) for symbol, amount in symbols(cost).items())]
    indicator = entry.get("colorIndicator")
    facts += [term("color_indicator", Term(COLORS[color])) for color in indicator or () if color in COLORS]
    plain_land = "Land" in types and not {"Creature", "Planeswalker"} & set(types)
    if not cost and indicator is None and "colorIndicator" not in entry and not plain_land:
        facts.append(Term("color_not_said"))
    return facts


def _text_symbols(text: str) -> list[Term]:
    return [term("text_symbol", Term(color)) for color in colors(without_reminders(text))]


def _numbers(entry: Mapping) -> list[Term]:
    loyalty_x = [Term("printed_loyalty_x")] if entry.get("loyalty") == "X" else []
    return loyalty_x + [
        term(f"printed_{what}", int(value))
        for what in ("power", "toughness", "loyalty", "defense")
        if (value := str(entry.get(what) if entry.get(what) is not None else "")) and _WHOLE.match(value)
    ]


def _layout(entry: Mapping, other: str | None) -> list[Term]:
    facts = []
    layout = str(entry.get("layout") or "normal")
    if layout != "normal":
        facts.append(term("layout", constant(layout)))
    if other:
        facts.append(term("other_face", other))
    if entry.get("face") == "back" or entry.get("side") == "b" and layout in _BACK_LAYOUTS:
        facts.append(Term("back_face"))
    return facts
