"""`could-produce`: for each permanent asked about, the types of mana it could produce (106.7)."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Function, Symbol

from kb.board import Board
from kb.facts import fact
from kb.questions.answer import TYPES, UNTOLD, Asked, Value, types_in_order
from kb.reading import grow
from kb.saying import says
from kb.solving import Solution


def facts(board: Board, of: Iterable[str] = (), by: str | None = None):
    if by is not None:
        board.names.find(by, "player")
    of = [of] if isinstance(of, str) else list(of)
    ids = [board.permanent(said).id for said in of] if of else list(board.permanents)
    return [fact("asked_about", id) for id in dict.fromkeys(ids)], []


def goals(solution: Solution) -> list[Symbol]:
    """All that is shown, {W} first."""
    types = [Function(letter) for letter in TYPES]
    return sorted(solution.goals(UNTOLD), key=lambda atom: (atom.name, atom.arguments[0], types.index(atom.arguments[1]) if atom.name == "could_produce" else 0))


def read(asked: Asked) -> Value:
    for atom in asked.shown("beyond_count"):
        raise grow(atom.arguments[0].string).error(says(asked.rulebook, atom), "some fourteen effects that each do something else")
    letters: dict[str, list[str]] = {about.arguments[0].string: [] for about in asked.inputs}
    for atom in asked.shown("could_produce"):
        permanent, letter = atom.arguments
        if str(letter) not in [*TYPES]:
            raise asked.no_answer(atom, f"a type of mana is one of {', '.join(TYPES)}")
        letters[permanent.string].append(letter.name)
    something, nothing = asked.decided_by("could_produce", 2), asked.decided_by("could_produce_nothing", 1)
    return Value({id: types_in_order(types) for id, types in letters.items()},
                 {id: something if types else nothing for id, types in letters.items()})
