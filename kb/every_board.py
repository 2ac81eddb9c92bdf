"""House rulings about no board in particular, held against every small board: the program itself chooses the board (kb.checking)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from clingo import Symbol

from kb.answer_set import ANY
from kb.cards import Card
from kb.checking.checks import Check, templates
from kb.checking.search import search
from kb.checking.witnesses import board_of
from kb.goals import parse_goal
from kb.house_rulings import Ruling
from kb.questions.answer import say
from kb.reading import nearest
from kb.rulebook import Rulebook
from kb.statements import OBJECTS

PLAYERS = ("Alice", "Bob")  # as rules/checks/boards/players.lp calls them
SCOPE = {  # what is left out, as it would need every order of effects to be gone through
    "could-produce": "out_of_scope(C) :- candidate(_, C, _), printed_ability(C, A), replaces_tapping(A, _, _).",
    "proliferate": "out_of_scope(C) :- candidate(_, C, _), printed_ability(C, A), replaces_counters(A, _, _, _).",
}
READINGS = "%*! violated(Property, Where)\n{Where} violates this: {Property}.\n*%\n"


def smallest_board_against(ruling: Ruling, question: str, book: Rulebook, cards: Iterable[Card],
                           most: int) -> dict[str, Any] | None:
    """A smallest board, as a mapping, on which an atom of a question holds that should not, or does not hold that should.

    A ruling that something holds is about boards with all the permanents that it names. Raises BoardError.
    """
    facts = templates(cards := list(cards), most)
    permanents = {atom.arguments[0]: None for atom in facts if atom.name == "candidate"}
    atom = parse_goal(ruling.says, book, facts)
    _refuse_others(ruling, atom, book, [*map(say, permanents), *PLAYERS])
    rule = _rule(atom, ruling.negated, permanents)
    name = f"checks/{question.replace('-', '_')}/house_ruling"
    check = Check(book.with_texts({f"{name}.lp": f"{READINGS}\n% -  a house ruling\n{rule}\n{SCOPE.get(question, '')}\n"}), name)
    beginnings = (beginning for size in range(most + 1) for beginning in check.beginnings(cards, size))
    found = (finding.atoms for beginning in beginnings for finding in search(check, beginning))
    return next(map(board_of, filter(None, found)), None)


def _refuse_others(ruling: Ruling, atom: Symbol, book: Rulebook, known: list[str]) -> None:
    """Raises BoardError for an atom about an object that is on no board which is looked at."""
    for hole, argument in zip(book.sentences[atom.name, len(atom.arguments)].holes, atom.arguments):
        if hole in OBJECTS and argument != ANY and say(argument) not in known:
            allowed = f"_ for any, {' or '.join(PLAYERS)}, or the id of a card that stands for others, such as {known[0]}"
            raise ruling.node.fault(f"{say(argument)!r} is on none of the boards that are looked at where none is given", allowed,
                                    nearest(say(argument), known))


def _rule(atom: Symbol, negated: bool, permanents: Collection[Symbol]) -> str:
    text = re.sub(r"\b_any\b", "_", str(atom))
    there = [f"permanent({argument})" for argument in atom.arguments if argument in permanents]
    return f'violated("the ruling", "the board") :- {", ".join([text] if negated else [*there, f"not {text}"])}.'
