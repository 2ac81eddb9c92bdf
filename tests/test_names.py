"""Hostile names: each is a name, kept to the letter, or a BoardError."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board import BoardError, load, slug
from kb.reading import parse
from pools import POOL

NAMES = {
    "a program": 'x). :- not y.',
    "a comment": "%*! x *%",
    "a script": "#script (python)",
    "quotes": "\"Ach! Hans, Run!\" 'it' `is`",
    "backslashes": "\\n\\\"\\u0000\\ud83d\\ude00",
    "brackets": "{x} [y] (z) <b>&amp;</b>",
    "yaml": "- &a *b !c %d @e | > ? : #",
    "emoji": "🦄🏳️‍🌈",
    "right to left": "\u202eecilA\u202c \u200fאליס",
    "combining": "Z̸̢̈́a̵l̶g̷o",
    "only combining": "\u0301",
    "an invisible one": "\u200b",
    "a number": "12",
    "a word of YAML": "null",
    "a long one": "x" * 200,
}
NO_NAMES = {
    "NUL": "a\0b", "a newline": "a\nb", "a return": "a\rb", "a tab": "a\tb", "an escape": "\x1b[31mred", "a delete": "a\x7f",
    "a control character": "a\x85b", "a line separator": "a\u2028b", "a paragraph separator": "a\u2029b", "a lone surrogate": "a\ud800b",
    "nothing": "", "a space": " ", "too long a one": "x" * 201,
}


def trees(name):
    """A board for each place where a name may stand, and how to find it again."""
    own = {"name": name, "type": "Land", "text": ""}
    return {
        "player": ({"players": {name: {}}, "active": name, "monarch": name}, lambda board: [*board.players, board.active, board.monarch]),
        "id": ({"players": {"Alice": {"battlefield": [{"card": "Forest", "id": name, "attached_to": name}]}}},
               lambda board: [*board.permanents, board.permanents[name].attached_to]),
        "own card": ({"cards": [own], "players": {"Alice": {"battlefield": [name], "hand": [{"card": name}]}}},
                     lambda board: [board.cards[0].name, board.players["Alice"].battlefield[0].card.name]),
        "team and format": ({"format": name, "players": {"Alice": {"team": name}}}, lambda board: [board.format, board.players["Alice"].team]),
        "mode": ({"players": {"Alice": {"battlefield": [{"card": "Forest", "chosen": {"mode": name}}]}}},
                 lambda board: [board.permanents["forest"].chosen.mode]),
    }


@pytest.mark.parametrize("place", trees("x"))
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_hostile_name_is_a_name(name, place):
    tree, found = trees(name)[place]
    sources = [tree, parse(json.dumps(tree)), parse(json.dumps(tree, ensure_ascii=False)), parse(json.dumps(tree, indent=2))]
    for source in sources:
        assert set(found(load(source, POOL))) == {name}


@pytest.mark.parametrize("place", trees("x"))
@pytest.mark.parametrize("name", NO_NAMES.values(), ids=NO_NAMES)
def test_what_is_no_name_is_an_error(name, place):
    tree, _ = trees(name)[place]
    with pytest.raises(BoardError) as fault:
        load(tree, POOL)
    assert all(line.isprintable() for line in str(fault.value).split("\n"))
    with pytest.raises(BoardError):
        load(parse(json.dumps(tree)), POOL)


@pytest.mark.parametrize("name", [*NAMES.values(), *NO_NAMES.values()], ids=[*NAMES, *NO_NAMES])
def test_a_hostile_name_that_stands_for_nothing_is_an_error_in_print(name):
    for tree in ({"players": {"Alice": {"battlefield": [name]}}}, {"active": name, "players": {"Alice": {}}}, {name: 1},
                 {"players": {"Alice": {"battlefield": [{"card": "Forest", "counters": {f"1{name}": 1}}]}}}):
        with pytest.raises(BoardError) as fault:
            load(tree, POOL)
        assert all(line.isprintable() for line in str(fault.value).split("\n"))


def test_what_an_error_says_of_other_names_is_in_print_too():
    with pytest.raises(BoardError, match=r"allowed: a player: \\u202ecilA") as fault:
        load({"players": {"\u202ecilA": {}}, "active": "cilA"}, POOL)
    assert all(line.isprintable() for line in str(fault.value).split("\n"))


@settings(database=None, deadline=None, max_examples=300)
@given(st.text(st.characters(), max_size=30), st.sampled_from(sorted(trees("x"))))
def test_any_text_is_a_name_to_the_letter_or_an_error(name, place):
    tree, found = trees(name)[place]
    try:
        board = load(tree, POOL)
    except BoardError:
        return
    assert set(found(board)) == {name}


@settings(database=None, deadline=None, max_examples=300)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_an_id_that_is_made_of_a_name_has_letters_digits_and_dashes(name):
    made = slug(name)
    assert made and all(letter.isalnum() or letter == "-" for letter in made) and "--" not in made
    assert made == made.lower()
