"""Oracle text -> facts in the words of rules/card.lp.

Nothing heavy is imported here: the grammar is built when the first text is compiled.
"""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["CompiledCard", "compile_card"]


@dataclass(frozen=True)
class CompiledCard:
    """One face of a card. `card_facts`: ASP terms that lack the card as their first argument; `abilities`: a tuple a block (the
    first is block 1), of terms that lack the ability as theirs. A fact without further arguments is a plain constant."""

    name: str
    full_name: str
    other_face: str | None
    card_facts: tuple[str, ...]
    abilities: tuple[tuple[str, ...], ...]


def compile_card(entry: Mapping) -> tuple[CompiledCard, ...]:
    """The faces that the entry gives, in its order.

    An entry has MTGJSON's keys: name, manaCost, type, types, subtypes, supertypes, text, power, toughness, loyalty, defense,
    colorIndicator, layout, and of a face faceName and side, or front / back (the other face's name); all but name may be
    missing or None. A missing colorIndicator means that it is not said whether there is one. Text that is not understood
    becomes not_modelled facts; a ValueError says that a name is none (empty, or with a NUL).
    """
    from .card import compiled

    return (compiled(entry),)
