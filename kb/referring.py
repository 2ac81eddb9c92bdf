"""Whom an answer speaks of: an id, a player, or a card's name that just one object on the board has."""

from __future__ import annotations

from typing import Any

from kb.board import Roster

OBJECTS = ("permanent", "player", "spell or ability", "card")
KINDS = {  # by part of an answer
    "eligible": ("permanent", "player"), "not_eligible": OBJECTS, "counters": OBJECTS, "triggers": OBJECTS,
    "life": ("player",), "loses": ("player",), **dict.fromkeys(("dies", "survives", "exiled", "damage"), ("permanent",)),
}
WITH_PARTS = ("proliferate", "damage", "combat-damage", "state")
KEYS = {"could-produce": ("permanent",), "tap": ("player",)}  # by question, where an answer is a mapping from those it speaks of


def with_ids(question: str, answer: Any, names: Roster) -> Any:
    """The answer with the id of each that it speaks of. Raises BoardError for a reference to nothing."""
    if question in KEYS:
        return _named(answer, names, KEYS[question]) if isinstance(answer, dict) else answer
    if isinstance(answer, list | tuple):
        return type(answer)(with_ids(question, part, names) for part in answer)
    if not isinstance(answer, dict) or question not in WITH_PARTS:
        return answer
    return {part: _named(said, names, KINDS[part]) if part in KINDS else with_ids(question, said, names) for part, said in answer.items()}


def _named(said: dict | set, names: Roster, kinds: tuple[str, ...]) -> dict | set:
    if isinstance(said, dict):
        return {names.find(name, *kinds): part for name, part in said.items()}
    return {names.find(name, *kinds) for name in said}
