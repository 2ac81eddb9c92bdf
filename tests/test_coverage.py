"""Coverage: which cards belong to a class, and when one is understood."""

import json

import pytest

from kb.cards import Card
from kb.coverage import CLASSES, coverage, judge, members, paragraphs

CLASS = {of.name: of for of in CLASSES}
KEYWORDS = {"toxic", "infect", "wither", "lifelink", "first strike", "double strike", "haste", "phasing", "fading", "vanishing"}


def of_text(text, type_line="Creature — Elf"):
    return {of.name: number for of, number in members({"name": "Test", "type": type_line, "text": text})}


@pytest.mark.parametrize("text, classes", [
    ("{T}: Add {G}.", {"mana-producing": 1, "tap symbol in costs": 1}),
    ("{T}: Add one mana of any color.\n{T}: Add {C}.", {"mana-producing": 2, "tap symbol in costs": 2}),
    ("Flying (It adds {G}.)", {}),
    ("{T}: Add one mana of any color that a land you control could produce.", {"mana-producing": 1, "could-produce": 1, "tap symbol in costs": 1}),
    ("Whenever you tap a land for mana, add {G}.", {"mana-producing": 1, "tapped-for-mana trigger": 1}),
    ("If you tap a land for mana, it produces {C} instead.", {"tapped-for-mana replacement": 1}),
    ("If you would put a counter on it, put two instead.", {"counter replacement or prohibition": 1}),
    ("It can't have counters put on it.", {"counter replacement or prohibition": 1}),
    ("It enters with two oil counters on it.", {"enters with counters": 1}),
    ("It enters the battlefield tapped with an oil counter on it.", {"enters with counters": 1}),
    ("When it enters, draw a card. Put two oil counters on it.", {}),
    ("When it enters, proliferate.", {"proliferate": 1}),
    ("{2}, {Q}: Draw a card.", {"untap symbol": 1}),
    ("Nonbasic lands are Islands.", {"land type or ability changer": 1}),
    ("Haste, toxic 2", {"haste": 1, "toxic": 1}),
    ("Creatures you control have haste.", {}),
    ("[+1]: Draw a card.\n[\u22122]: Scry 2.", {"loyalty ability": 2}),
    ("Choose one \u2014\n\u2022 Add {R}.\n\u2022 Add {G}.", {"mana-producing": 1}),
    (None, {}),
])
def test_members(text, classes):
    assert of_text(text) == classes


@pytest.mark.parametrize("text, type_line, classes", [
    ("({T}: Add {G}.)", "Basic Land — Forest", {"mana-producing": 1}), ("", "Land — Forest Plains", {"mana-producing": 1}),
    ("({T}: Add {G}.)\nIt enters tapped.", "Land — Forest", {"mana-producing": 1}), ("", "Land — Desert", {}),
    ("{T}: Add {G}.", "Plane — Dominaria", {}), ("{T}: Add {G}.", "Conspiracy", {}),
])
def test_members_by_type_line(text, type_line, classes):
    assert {name: number for name, number in of_text(text, type_line).items() if name == "mana-producing"} == classes


def test_paragraphs_have_no_reminder_text():
    assert paragraphs("Flying (It (really) flies.)\nChoose one —\n• A.\n• B.") == ["Flying", "Choose one — • A. • B."]


MANA = "activated(1),cost(1,tap_symbol),effect(1,add_mana),adds(1,1,g,1)"


@pytest.mark.parametrize("abilities, number, verdict", [
    ([MANA], 1, "whole"), ([MANA], 2, "partly"), ([MANA, MANA], 2, "whole"), ([], 1, "nothing"), ([f"{MANA},not_modelled(mana)"], 1, "partly"),
    ([f"{MANA},not_modelled(activation)"], 1, "partly"), ([f"{MANA},cost(2,other)"], 1, "partly"), ([f"{MANA},not_modelled(life)"], 1, "partly"),
    (["spell_ability(1),adds(1,1,g,1),effect(2,other),not_modelled(life)"], 1, "whole"), ([MANA, "activated(2),not_modelled(life)"], 1, "whole"),
    ([MANA, "triggered(1),not_modelled(mana)"], 1, "whole"), (["static(1),not_modelled(mana)"], 1, "nothing"),
    (["activated(1),adds_of(1,any_color,same,1)"], 1, "whole"), (["triggered(1),replaces_adds(1)"], 1, "nothing"),
])
def test_judge_mana(abilities, number, verdict):
    assert judge(CLASS["mana-producing"], number, [Card("Test", "Test", None, "printed_type(land)", tuple(abilities))]) == verdict


@pytest.mark.parametrize("abilities, verdict", [
    (["static(1),sets_land_type(type(land),island)"], "whole"), (["triggered(1),trigger(other),not_modelled(status)"], "whole"),
    (["static(1),not_modelled(types)"], "nothing"), (["static(1),grants_ability(type(land),granted(2))", "static(2),not_modelled(types)"], "whole"),
    (["static(1),grants_ability(type(land),granted(2)),not_modelled(abilities)"], "partly"),
])
def test_judge_a_class_of_loose_wording(abilities, verdict):
    assert judge(CLASS["land type or ability changer"], 1, [Card("Test", "Test", None, "", tuple(abilities))]) == verdict


def test_basic_land_types_say_their_ability():
    forest = Card("Forest", "Forest", None, 'printed_type(land),printed_subtype("Forest",1)')
    desert = Card("Desert", "Desert", None, 'printed_type(land),printed_subtype("Desert",1)')
    assert [judge(CLASS["mana-producing"], 1, [card]) for card in (forest, desert)] == ["whole", "nothing"]


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_keywords(keyword):
    said = f"printed_keyword({keyword.replace(' ', '_')})"
    assert judge(CLASS[keyword], 1, [Card("Test", "Test", None, said)]) == "whole"
    assert judge(CLASS[keyword], 1, [Card("Test", "Test", None, "printed_keyword(flying)")]) == "nothing"


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([
        {"name": "Whole", "type": "Land", "text": "{T}: Add {G}."}, {"name": "Forest", "type": "Basic Land — Forest", "text": "({T}: Add {G}.)"},
        {"name": "Partly", "type": "Land", "text": "{T}: Add {G}. Add mana as the moon has it."},
        {"name": "Nothing", "type": "Land", "text": "Add mana as the moon has it."}, {"name": "Other", "type": "Creature", "text": "Haste"},
    ]))
    return path


def test_coverage(data):
    rows = {row.name: row for row in coverage(data)}
    assert rows["mana-producing"].to_json() == {"class": "mana-producing", "cards": 4, "whole": 2, "partly": 1, "not": 1}
    assert rows["mana-producing"].rest == [("Partly", "partly"), ("Nothing", "nothing")]
    assert set(rows) == {"mana-producing", "tap symbol in costs", "haste"}


def test_coverage_of_one_class(data):
    (row,) = coverage(data, "haste")
    assert row.to_json() == {"class": "haste", "cards": 1, "whole": 1, "partly": 0, "not": 0}
    with pytest.raises(KeyError):
        coverage(data, "no such class")
