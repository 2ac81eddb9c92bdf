"""The properties of rules/checks, looked for in the answers to the rulings and to boards made at random."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from test_tap_properties import alices_first, boards

from kb.board import load
from kb.facts import board_facts
from kb.questions import tap
from kb.rulebook import Rulebook
from kb.rulings import cases
from kb.solving import solve

TAPS = [case for case in cases([Path(__file__).parent / "rulings"]) if case.ask == "tap"]


def violations(board, question, check, inputs, rulebook=None):
    """What the answer sets show of a check's properties."""
    solutions = solve((rulebook or Rulebook.load()).statements_for(question, check), [*board_facts(board), *inputs])
    assert solutions
    return {str(atom) for solution in solutions for atom in solution.shown["violated"]}


@pytest.mark.parametrize("case", TAPS, ids=lambda case: case.name)
def test_the_production_of_a_ruling_is_in_order(case):
    board = load(case.board)
    assert violations(board, "tap", "production", tap.facts(board, **case.arguments)[0]) == set()


@settings(max_examples=30, deadline=None)
@given(boards())
def test_production_is_in_order_on_any_board(board):
    assert violations(board, "tap", "production", tap.facts(board, alices_first(board))[0]) == set()


def test_a_broken_rulebook_is_noticed(tmp_path):
    """A rule that gives mana which the permanent could not produce: a property that can't fail would be none."""
    import shutil

    book = tmp_path / "rules"
    shutil.copytree(Rulebook.load().directory, book)
    with open(book / "1_game_concepts" / "mana_production.lp", "a") as file:
        file.write('\n% 106.3  one too many\nadded(K, mana(0, 1, 0, 0, 0, 0)) :- added(K, mana(1, 0, 0, 0, 0, 0)).\n')
    board = load({"players": {"Alice": {"battlefield": ["Plains"]}}})
    found = violations(board, "tap", "production", tap.facts(board, "plains")[0], Rulebook.load(book))
    assert any("could produce" in one for one in found)
