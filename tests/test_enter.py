"""How permanents enter the battlefield: tapped or not, choices, copies, and what the question itself says."""

import json

import pytest

import kb
from kb.__main__ import main


def board(*battlefield, life=20, hand=(), bob=(), cards=(), **more):
    players = {"Alice": {"battlefield": [*battlefield], "life": life, "hand": [*hand]}, "Bob": {"battlefield": [*bob]}}
    return kb.load({"players": players, "cards": [*cards], **more})


def statuses(answer):
    return [result["tapped"] for result in answer.value]


@pytest.mark.parametrize("card, battlefield, bob, tapped", [
    ("Dimir Guildgate", [], [], [True]),
    ("Forest", [], [], [False]),
    ("Glacial Fortress", [], [], [True]),
    ("Glacial Fortress", ["Island"], [], [False]),
    ("Glacial Fortress", [], ["Island"], [True]),
    ("Seachrome Coast", ["Forest", "Forest"], [], [False]),
    ("Seachrome Coast", ["Forest", "Forest", "Forest"], [], [True]),
    ("Forest", [], ["Kismet"], [True]),
    ("Glorious Anthem", [], ["Kismet"], [False]),
    ("Forest", ["Kismet"], [], [False]),
    ("Forest", ["Root Maze"], [], [True]),
    ("Grizzly Bears", ["Root Maze"], [], [False]),
    ("Grizzly Bears", ["Orb of Dreams"], [], [True]),
    ("Orb of Dreams", [], [], [False]),
    ("Grizzly Bears", [], ["Imposing Sovereign"], [True]),
    ("Dimir Guildgate", ["Amulet of Vigor"], [], [True]),
    ("Dimir Guildgate", ["Blood Moon"], [], [False]),
])
def test_tapped_or_not(card, battlefield, bob, tapped):
    answer = board(*battlefield, bob=bob).enter(card)
    assert answer.exact and statuses(answer) == tapped


def test_a_phased_out_source_taps_nothing():
    assert statuses(board(bob=[{"card": "Kismet", "phased_out": True}]).enter("Forest")) == [False]


@pytest.mark.parametrize("life, tapped", [(20, [False, True]), (2, [False, True]), (1, [True])])
def test_paying_life_as_it_enters(life, tapped):
    assert statuses(board(life=life).enter("Breeding Pool")) == tapped


def test_a_land_that_loses_its_text_asks_for_no_payment():
    answer = board("Blood Moon").enter("Breeding Pool")
    assert statuses(answer) == [False] and answer.value[0]["choices"] == []
    assert "305.7" in {number for step in answer.why().steps.values() for number in step.cites}


def test_instants_and_sorceries_do_not_enter():
    for card, rule in (("Lightning Bolt", "304.4"), ("Divination", "307.4")):
        answer = board().enter(card)
        assert answer.value == [] and answer.negative and answer.notes[-1].endswith(".")
        assert rule in {number for step in answer.why().steps.values() for number in step.cites}


def test_choices_that_do_not_change_the_result_are_told():
    (result,) = board().enter("Metallic Mimic").value
    assert result["counters"] == {} and "creature_type" in result["also"][0].replace(" ", "_")


def test_conditions_on_results():
    asked = board("Doubling Season", "Winding Constrictor")
    results = asked.enter("Rakdos Cackler", where='counters("Rakdos Cackler", "+1/+1") >= 4').value
    assert [result["counters"] for result in results] == [{"+1/+1": 4}]
    assert asked.enter("Rakdos Cackler", where='counters("Rakdos Cackler", charge) = 0').count() == 3
    assert asked.enter("Rakdos Cackler", where='tapped("Rakdos Cackler")').value == []
    with pytest.raises(kb.BoardError, match="Rakdos Cacler"):
        asked.enter("Rakdos Cackler", where='tapped("Rakdos Cacler")')


def test_the_order_of_replacement_effects_is_told():
    results = board("Doubling Season", "Winding Constrictor").enter("Blastoderm").value
    assert [(result["counters"], result["order"]) for result in results] == [
        ({"fade": 7}, ["doubling-season", "winding-constrictor"]), ({"fade": 8}, ["winding-constrictor", "doubling-season"])]


def test_many_ways_of_choosing_are_quick_to_count():
    assert board("30 Grizzly Bears", "Doubling Season", "Hardened Scales").enter("Mycoloth").count() == 61


def test_the_permanent_may_be_called_as_something_that_is_there():
    asked = kb.load({"players": {"Alice": {"battlefield": [{"card": "Forest", "id": "Walking Ballista"}]}}})
    assert asked.enter("Walking Ballista", x=1).value[0]["counters"] == {"+1/+1": 1}


def test_who_controls_it_matters():
    asked = board("Hardened Scales", hand=["Arcbound Worker"])
    assert asked.enter("Arcbound Worker").value[0]["counters"] == {"+1/+1": 2}
    assert asked.enter("Arcbound Worker", by="Bob").value[0]["counters"] == {"+1/+1": 1}


def test_what_is_taken_as_given_is_said():
    assert "taken to have been" in board().enter("Walking Ballista", x=1).notes[0]
    assert board().enter("Walking Ballista", x=1, cast=True).notes == ()
    assert board().enter("Triskelion").notes == ()


@pytest.mark.parametrize("card, arguments, says", [
    ("Walking Balista", {}, "nearest: Walking Ballista"),
    ("Walking Ballista", {}, "x is missing"),
    ("Walking Ballista", {"x": -1}, "-1"),
    ("Walking Ballista", {"x": 2_000_000}, "2000000"),
    ("Pentad Prism", {"cast": True}, "mana_spent is missing"),
    ("Pentad Prism", {"mana_spent": "Q"}, "no amount of mana"),
    ("Triskelion", {"by": "Carol"}, "Carol"),
    ("Triskelion", {"given": ["kiked"]}, "nothing that a text here asks about"),
    ("Triskelion", {"with_": {"+1/+1": -1}}, "-1"),
    ("Triskelion", {"copy_of": "Balista"}, "is no card"),
])
def test_bad_input(card, arguments, says):
    with pytest.raises(kb.BoardError) as fault:
        board().enter(card, **arguments)
    assert says in str(fault.value)


def test_more_counters_than_are_counted():
    with pytest.raises(kb.BoardError, match="more counters than can be counted"):
        board("2 Doubling Season").enter("Walking Ballista", x=900_000)


def test_on_the_command_line(capsys, tmp_path):
    file = tmp_path / "board.yaml"
    file.write_text("{players: {Alice: {battlefield: [Doubling Season]}, Bob: {battlefield: [Kismet]}}}")
    assert main(["enter", str(file), "Walking Ballista", "--x", "2", "--cast", "--with", "1 shield"]) == 0
    assert capsys.readouterr().out == "4 +1/+1, 2 shield, tapped  doubling-season\n"
    assert main(["enter", str(file), "Triskelion", "--format", "json", "--not-cast"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["answer"]
    assert result == {"counters": {"+1/+1": 6}, "tapped": True, "order": ["doubling-season"], "copy_of": None, "choices": [], "also": []}
    assert main(["enter", str(file), "Mycoloth", "--count"]) == 0
    assert capsys.readouterr().out == "1\n"
    assert main(["enter", str(file), "Lightning Bolt"]) == 1
    assert "304.4" not in capsys.readouterr().err
    assert main(["enter", str(file), "Forest", "--why-not", 'comes_untapped("Forest")']) == 0
    assert "614.1d" in capsys.readouterr().out
def test_tapped_by_one_effect_and_untapped_by_another():
    keeper = {"name": "Test Keeper", "type": "Enchantment", "text": "Lands you control enter untapped."}
    answer = board("Test Keeper", bob=["Kismet"], cards=[keeper]).enter("Forest")
    assert answer.exact and statuses(answer) == [False, True]




@pytest.mark.parametrize("hand, tapped", [([], [True]), (["Hill Giant"], [False, True]), (["Grizzly Bears"], [True])])
def test_revealing_a_card_as_it_enters(hand, tapped):
    den = {"name": "Test Den", "type": "Land",
           "text": "As this land enters, you may reveal a Giant card from your hand. If you don't, this land enters tapped."}
    answer = board(hand=hand, cards=[den]).enter("Test Den")
    assert answer.exact and statuses(answer) == tapped


def test_unless_a_player_has_little_life():
    shack = {"name": "Test Shack", "type": "Land", "text": "This land enters tapped unless a player has 13 or less life."}
    assert statuses(board(cards=[shack]).enter("Test Shack")) == [True]
    assert statuses(board(cards=[shack], life=13).enter("Test Shack")) == [False]


def test_each_creature_that_it_may_copy_is_a_result():
    double = {"name": "Test Double", "type": "Creature", "mana_cost": "{X}{U}",
              "text": "You may have this creature enter as a copy of any creature on the battlefield, except it enters with X additional"
                      " +1/+1 counters on it."}
    answer = board({"card": "Walking Ballista", "id": "ballista"}, "Forest", cards=[double], bob=["Grizzly Bears"]).enter("Test Double", x=2, cast=True)
    assert answer.exact
    assert [(result["copy_of"], result["counters"]) for result in answer.value] == [
        (None, {}), ("ballista", {"+1/+1": 4}), ("grizzly-bears", {"+1/+1": 2})]


def test_power_counts_for_what_gives_counters():
    tutor = {"name": "Test Tutor", "type": "Creature", "power": 2, "toughness": 4,
             "text": "Each other creature you control enters with a number of additional +1/+1 counters on it equal to this creature's power"
                     " and as a Mutant in addition to its other types."}
    asked = board({"card": "Test Tutor", "counters": {"+1/+1": 1}}, "Doubling Season", cards=[tutor])
    answer = asked.enter("Triskelion")
    assert answer.exact and [result["counters"] for result in answer.value] == [{"+1/+1": 12}]
    assert asked.enter("Test Tutor").value[0]["counters"] == {"+1/+1": 6}
    assert asked.enter("Triskelion", by="Bob").value[0]["counters"] == {"+1/+1": 3}


def test_keyword_abilities_of_others_with_a_number():
    forge = {"name": "Test Forge", "type": "Artifact", "text": "Artifact creatures you control have modular 1."}
    teacher = {"name": "Test Teacher", "type": "Creature", "text": "Sagas you control have read ahead."}
    asked = board("Test Forge", "Test Teacher", cards=[forge, teacher])
    assert [result["counters"] for result in asked.enter("Arcbound Worker").value] == [{"+1/+1": 2}]
    assert [result["counters"] for result in asked.enter("Elspeth Conquers Death").value] == [{"lore": 1}, {"lore": 2}, {"lore": 3}]


@pytest.mark.parametrize("theirs, tapped", [(7, True), (8, False)])
def test_unless_opponents_control_many_lands(theirs, tapped):
    moor = {"name": "Test Moor", "type": "Land", "text": "This land enters tapped unless your opponents control eight or more lands."}
    assert statuses(board("9 Forest", bob=[f"{theirs} Island"], cards=[moor]).enter("Test Moor")) == [tapped]


def test_two_amounts_that_are_equal_are_both_given():
    seed = {"name": "Test Seed", "type": "Creature",
            "text": "This creature enters with a +1/+1 counter on it for each other red creature you control and a +1/+1 counter on it for each"
                    " other green creature you control."}
    (result,) = board("Llanowar Elves", "Raging Goblin", cards=[seed]).enter("Test Seed").value
    assert result["counters"] == {"+1/+1": 2}


HUMBLING = {"name": "Test Humbling", "type": "Enchantment", "text": "All creatures lose all abilities and have base power and toughness 1/1."}


@pytest.mark.parametrize("card, arguments, counters", [
    ("Walking Ballista", {"x": 2, "cast": True}, {}),
    ("Rakdos Cackler", {}, {}),
    ("Astral Cornucopia", {"x": 2, "cast": True}, {"charge": 2}),
    ("Grizzly Bears", {"with_": {"+1/+1": 1}}, {"+1/+1": 1}),
])
def test_a_creature_that_would_have_no_abilities(card, arguments, counters):
    answer = board("Test Humbling", cards=[HUMBLING]).enter(card, **arguments)
    assert answer.exact and [result["counters"] for result in answer.value] == [counters]


def test_a_source_that_may_have_lost_its_ability_is_named():
    answer = board("Test Humbling", bob=["Imposing Sovereign"], cards=[HUMBLING]).enter("Grizzly Bears")
    assert not answer.exact and answer.not_modelled[0]["id"] == "test-humbling"


def test_so_many_different_kinds():
    dancer = {"name": "Test Dancer", "type": "Creature",
              "text": "This creature enters with your choice of two different counters on it from among menace, deathtouch, and lifelink."}
    answer = board(cards=[dancer]).enter("Test Dancer")
    assert answer.exact
    assert sorted(sorted(result["counters"]) for result in answer.value) == [["deathtouch", "lifelink"], ["deathtouch", "menace"], ["lifelink", "menace"]]


def test_what_enters_as_a_copy_of_another_permanent_has_that_text():
    essence = {"name": "Test Essence", "type": "Creature", "text": "Creatures you control enter as a copy of this creature."}
    asked = board("Test Essence", "Grizzly Bears", cards=[essence])
    (result,) = asked.enter("Walking Ballista", x=2, cast=True).value
    assert (result["counters"], result["copy_of"]) == ({}, "test-essence")
    assert "616.1c" in {number for step in asked.enter("Triskelion").why().steps.values() for number in step.cites}
    assert [result["copy_of"] for result in asked.enter("Clone").value] == ["test-essence"]
    assert asked.enter("Triskelion", by="Bob").value[0]["counters"] == {"+1/+1": 3}
    assert asked.enter("Dimir Guildgate").value[0]["tapped"]
    assert asked.enter("Triskelion", where='copies(Triskelion, "grizzly-bears")').value == []


def test_a_land_that_enters_tapped_as_a_copy():
    mirage = {"name": "Test Mirage", "type": "Land", "text": "You may have this land enter tapped as a copy of any land on the battlefield."}
    answer = board("Dark Depths", "Grizzly Bears", cards=[mirage]).enter("Test Mirage")
    assert answer.exact
    assert [(result["copy_of"], result["counters"], result["tapped"]) for result in answer.value] == [
        (None, {}, False), ("dark-depths", {"ice": 10}, True)]


def test_a_condition_speaks_of_what_enters_not_of_the_card_in_hand():
    asked = board(hand=["Breeding Pool"])
    with pytest.raises(kb.reading.BoardError, match='speaks of breeding-pool, the card before it enters\n  allowed: "Breeding Pool"'):
        asked.enter("Breeding Pool", where="tapped(breeding-pool)")
    assert statuses(asked.enter("Breeding Pool", where='tapped("Breeding Pool")')) == [True]


def test_a_card_that_was_perhaps_meant_is_told_as_it_is_printed():
    with pytest.raises(kb.reading.BoardError, match="nearest: Temple Garden$"):
        board(hand=["Temple Garden"]).enter("Temple Gardn")


def test_what_may_have_changed_x_as_the_spell_was_cast_is_named():
    doubler = {"name": "Test Grove", "type": "Enchantment",
               "text": "Whenever you cast a permanent spell with a mana cost that contains {X}, double the value of X."}
    there = kb.load({"players": {"Alice": {"battlefield": ["Test Grove"]}, "Bob": {}}, "cards": [doubler]})
    assert [one["id"] for one in there.enter("Walking Ballista", cast=True, x=3).not_modelled] == ["test-grove"]
    assert there.enter("Triskelion", cast=True).exact and there.enter("Walking Ballista", cast=False).exact
