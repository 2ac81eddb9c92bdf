"""The questions about acting: activate, play-land, legal-in."""

import json

import pytest

import kb
from kb.__main__ import main

BOARD = {"players": {
    "Alice": {"hand": ["Glade of the Pump Spells"], "battlefield": [
        "Sol Ring", {"card": "Llanowar Elves", "id": "elves", "sick": True, "tapped": True}, "3 Forest",
        {"card": "Walking Ballista", "id": "ballista"}]},
    "Bob": {"battlefield": ["Null Rod", {"card": "Wastes", "phased_out": True}]},
}}


@pytest.fixture(scope="module")
def board():
    return kb.load(BOARD)


def rules(because):
    return {reason["rule"] for reason in because}


def test_all_that_a_player_could_activate(board):
    answer = board.activate()
    rows = {(one["id"], one["ability"]): one for one in answer.value["abilities"]}
    assert list(rows) == [("sol-ring", 1), ("elves", 1), ("forest", 1), ("forest-2", 1), ("forest-3", 1), ("ballista", 1), ("ballista", 2)]
    assert {name for (name, _), one in rows.items() if one["legal"]} == {"forest", "forest-2", "forest-3"}
    assert not answer.negative and answer.exact and answer.count() == 7
    assert list(answer.results()) == answer.value["abilities"]


def test_every_rule_that_forbids_is_named(board):
    answer = board.activate("elves", ability=1)
    assert rules(answer.value["because"]) == {"107.5", "302.6"} and answer.negative
    assert rules(board.activate("ballista", ability=2).value["because"]) == {"118.3", "602.5"}
    assert [reason["says"] for reason in board.activate("sol-ring").value["because"]] == ["null-rod forbids it."]


def test_a_phased_out_permanent_is_treated_as_absent(board):
    answer = board.activate("wastes", ability=1)
    assert answer.negative and rules(answer.value["because"]) == {"702.26b"}


def test_a_face_down_permanent_has_no_abilities():
    answer = kb.load({"players": {"Alice": {"battlefield": [{"card": "Llanowar Elves", "face_down": True}]}}}).activate("llanowar-elves", ability=1)
    assert answer.negative and rules(answer.value["because"]) == {"708.2a"}


def test_an_object_without_activated_abilities():
    answer = kb.load({"players": {"Alice": {"battlefield": ["Grizzly Bears"]}}}).activate("grizzly-bears")
    assert answer.negative and rules(answer.value["because"]) == {"602.1"}


def test_the_price_of_a_land_is_paid_in_ways(board):
    answer = board.play_land("Glade of the Pump Spells")
    assert answer.value["legal"] and answer.value["ways"]
    assert {"305.1", "305.2", "202.1"} <= {cite for step in answer.why().steps.values() for cite in step.cites}


def test_what_the_formats_lists_say_is_not_known(board):
    answer = board.legal_in("Sol Ring", format="vintage")
    assert answer.value["legal"] and not answer.exact and "lists" in answer.notes[0]
    assert board.legal_in("Forest", format="Vintage").exact


def test_a_restriction_that_is_not_understood_is_named():
    board = kb.load({"cards": [{"name": "Rain Gauge", "type": "Artifact", "text": "{T}: Add {G}. Activate only on rainy days."}],
                     "players": {"Alice": {"battlefield": ["Rain Gauge"]}}})
    answer = board.activate("rain-gauge", ability=1)
    assert answer.not_modelled == ({"id": "rain-gauge", "ability": "activated 1", "touches": ["activation"]},)


def test_a_target_that_is_not_understood_is_taken_as_given():
    board = kb.load({"players": {"Alice": {"battlefield": [{"card": "Gideon Jura", "id": "gideon", "counters": {"loyalty": 6}}]}}})
    assert any("target" in note for note in board.activate("gideon", ability=1).notes)


@pytest.mark.parametrize("ask", [
    lambda board: board.activate("elves", ability=4), lambda board: board.activate("nothing"), lambda board: board.activate("elves", by="Carol"),
    lambda board: board.activate("elves", ability="triggered 1"), lambda board: board.play_land("Nowhere"), lambda board: board.legal_in("Nowhere", format="vintage"),
    lambda board: board.legal_in("Forest"),
])  # fmt: skip
def test_what_names_nothing_is_a_board_error(board, ask):
    with pytest.raises(kb.BoardError):
        ask(board)


def test_the_command_line(tmp_path, capsys):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(BOARD))
    assert main(["activate", str(file), "elves", "--ability", "1"]) == 1
    assert "illegal" in capsys.readouterr().out
    assert main(["activate", str(file), "forest", "--format", "json", "--why"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["answer"]["legal"] and told["why"]["root"]
    assert main(["activate", str(file), "--limit", "2"]) == 0
    assert "and more" in capsys.readouterr().out
    assert main(["legal-in", str(file), "Phyrexian Seedling", "vintage"]) == 1
    assert main(["legal-in", str(file), "Sol Ring", "vintage"]) == 3
    assert main(["activate", str(file), "elves", "--ability", "9"]) == 2


def test_what_counts_experience_counters_says_how_many():
    board = kb.load({"players": {"Alice": {"counters": {"experience": 3}, "battlefield": ["Ezuri, Claw of Progress"]}, "Bob": {"counters": {"experience": 9}}}})
    assert board.characteristics("ezuri-claw-of-progress").value["numbers"] == [{"says": "the number of experience counters that you have", "is": 3}]


@pytest.mark.parametrize("ability", [None, 1])
def test_an_ability_that_may_be_granted_is_not_denied_unseen(ability):
    rite = {"name": "Rite", "type": "Enchantment", "text": 'Creatures you control with power 2 or greater have "{T}: Add {G}."'}
    board = kb.load({"cards": [rite], "players": {"Alice": {"battlefield": ["Rite", "Grizzly Bears"]}}})
    assert not board.activate("grizzly-bears", ability=ability).exact


def test_a_card_that_is_not_there_is_named_once():
    board = kb.load({"players": {"Alice": {"hand": ["Temple Garden"]}}})
    with pytest.raises(kb.reading.BoardError) as found:
        board.play_land("Temple-Garden")
    assert found.value.problem == "'Temple-Garden' is nothing on this board" and found.value.nearest == "temple-garden"


NAMERS = [  # a permanent for which a card name is chosen, and of which of Forest, Llanowar Elves, Walking Ballista it may be
    ("Pithing Needle", {"ballista"}),  # mana abilities are spared
    ("Phyrexian Revoker", {"elves", "ballista"}),  # a nonland card name
    ("Skyseer's Chariot", {"elves", "ballista"}),  # dearer
]


@pytest.mark.parametrize("namer, meant", NAMERS)
def test_a_name_that_the_board_does_not_say_is_told_of(namer, meant):
    board = {"players": {"Alice": {"battlefield": [{"card": "Walking Ballista", "id": "ballista", "counters": {"+1/+1": 1}},
                                                   {"card": "Llanowar Elves", "id": "elves"}, "Forest"]},
                         "Bob": {"battlefield": [{"card": namer, "id": "namer"}]}}}
    loaded = kb.load(board)
    answers = {"ballista": loaded.activate("ballista", ability=2), "elves": loaded.tap("elves"), "forest": loaded.tap("forest")}
    assert {id for id, answer in answers.items() if not answer.exact} == meant
    assert all(answer.not_modelled[0]["id"] == "namer" and "chosen name" in answer.notes[0] for id, answer in answers.items() if id in meant)
    board["players"]["Bob"]["battlefield"][0]["chosen"] = {"card": "Grizzly Bears"}
    assert kb.load(board).activate("ballista", ability=2).exact


def test_numbers_that_a_text_names_are_told_though_it_is_not_understood():
    card = {"name": "Test Caller", "type": "Creature", "power": 1, "toughness": 1,
            "text": "At the beginning of your end step, smile X times, where X is the number of experience counters you have."}
    there = kb.load({"players": {"Alice": {"battlefield": ["Test Caller", "Daxos the Returned"], "counters": {"experience": 3}}}, "cards": [card]})
    for asked_about in ("Test Caller", "Daxos the Returned"):
        assert [number["is"] for number in there.characteristics(asked_about).value["numbers"]] == [3]
