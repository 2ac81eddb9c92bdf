"""Tapping for mana, on boards made at random: what holds of every answer, whatever the board."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board import load

LANDS = ["Plains", "Island", "Swamp", "Taiga", "Azorius Chancery", "Ancient Tomb", "Mana Confluence", "Exotic Orchard", "Reflecting Pool",
         "Gaea's Cradle", "Wastes"]
OTHERS = ["Llanowar Elves", "Sol Ring", "Fellwar Stone", "Grizzly Bears", "Gyre Sage", "Noble Hierarch"]
EFFECTS = ["Damping Sphere", "Mana Reflection", "Naked Singularity", "Reality Twist", "Contamination", "Ritual of Subdual", "Infernal Darkness"]
TRIGGERS = ["Mana Flare", "Vorinclex, Voice of Hunger", "Zendikar Resurgent", "Mirari's Wake"]
TYPES = set("WUBRGC")


@st.composite
def boards(draw):
    def some(cards, most):
        return draw(st.lists(st.sampled_from(cards), max_size=most))

    alice = [draw(st.sampled_from(LANDS)), *some(LANDS, 2), *some(OTHERS, 2), *some(EFFECTS, 2), *some(TRIGGERS, 1)]
    bob = [*some(LANDS, 2), *some(EFFECTS, 1)]
    return load({"players": {"Alice": {"battlefield": alice}, "Bob": {"battlefield": bob}}})


def alices_first(board):
    return next(iter(board.players["Alice"].battlefield)).id


@settings(max_examples=60, deadline=None)
@given(boards())
def test_every_result_of_a_tap_is_in_order(board):
    """None of these lands has a cost that can't be paid or an ability that is no mana ability: what they could produce (106.7) is
    just the union of what tapping them yields, over abilities and orders."""
    land = alices_first(board)
    results = board.tap(land).value
    yielded = set().union(*(set(result["from_tap"]) for result in results))
    assert yielded == set(board.could_produce(land).value[land])
    for result in results:
        of_alice = [triggered["mana"] for triggered in result["triggered"] if triggered["player"] == "Alice"]
        for mana in (*result["mana"].values(), result["from_tap"], *of_alice):
            assert set(mana) <= TYPES and all(amount > 0 for amount in mana.values())
        assert Counter(result["mana"]["Alice"]) == sum(map(Counter, of_alice), Counter(result["from_tap"]))
        assert len(result["replaced_by"]) == len(set(result["replaced_by"]))


@settings(max_examples=25, deadline=None)
@given(boards(), st.integers(0, 4))
def test_a_condition_keeps_just_the_results_in_which_it_holds(board, least):
    land = alices_first(board)
    all_of_them = [result["mana"] for result in board.tap(land).value]
    kept = [result["mana"] for result in board.tap(land, where=f"mana(Alice) >= {least} or mana(Alice, G) = 1").value]
    assert kept == [mana for mana in all_of_them if sum(mana["Alice"].values()) >= least or mana["Alice"].get("G") == 1]


def test_more_mana_than_can_be_counted_is_an_error_that_says_so():
    board = load({"players": {"Alice": {"battlefield": ["Forest", "21 Mana Reflection"]}}})
    with pytest.raises(ValueError, match="more mana than can be counted"):
        board.tap("forest")


def test_more_orders_than_can_be_gone_through_are_an_error_that_says_so():
    """Never a wrong set: twenty effects that differ come to a million ways of having used them up."""
    texts = [f"If a land is tapped for {many}mana, it produces {{{letter}}} instead of any other type{amount}."
             for many, amount in (("", ""), ("", " and amount"), ("two or more ", " and amount")) for letter in "WUBRGC"]
    cards = [{"name": f"Effect {n}", "type": "Enchantment", "text": text} for n, text in enumerate(texts)]
    board = load({"cards": cards, "players": {"Alice": {"battlefield": ["Forest", *(card["name"] for card in cards)]}}})
    with pytest.raises(ValueError, match="cannot be gone through"):
        board.could_produce("forest")
