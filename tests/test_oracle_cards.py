"""What stands outside the text box, names and faces."""

import clingo
import pytest

from kb.oracle import compile_card


def card(**entry):
    (compiled,) = compile_card({"name": "Test Card"} | entry)
    return compiled


def test_type_line_and_numbers():
    made = card(
        types=["Artifact", "Creature"], supertypes=["Legendary", "Snow"], subtypes=["Time Lord", "Elf"], manaCost="{2}{G}{G}", power="2", toughness="*"
    )
    assert set(made.card_facts) == {
        "printed_type(artifact)", "printed_type(creature)", "printed_supertype(legendary)", "printed_supertype(snow)",
        'printed_subtype("Time Lord",1)', 'printed_subtype("Elf",2)', "has_mana_cost", "mana_cost_symbol(generic,2)",
        "mana_cost_symbol(g,2)", "printed_power(2)",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cost", "symbol"),
    [("{X}", "x"), ("{W/U}", "hybrid(w,u)"), ("{C/W}", "hybrid(c,w)"), ("{2/B}", "twobrid(b)"), ("{R/P}", "phyrexian(r)"),
     ("{G/W/P}", "phyrexian(g,w)"), ("{S}", "snow"), ("{?}", '"{?}"')],
)  # fmt: skip
def test_mana_cost_symbols(cost, symbol):
    assert f"mana_cost_symbol({symbol},1)" in card(types=["Creature"], manaCost=cost).card_facts


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"types": ["Sorcery"]}, False),
        ({"types": ["Sorcery"], "colorIndicator": ["U"]}, True),
        ({"types": ["Sorcery"], "colorIndicator": None}, True),
        ({"types": ["Sorcery"], "manaCost": "{U}"}, True),
        ({"types": ["Land"]}, True),
        ({"types": ["Land", "Creature"]}, False),
    ],
)
def test_whether_the_color_is_said(entry, said):
    assert ("color_not_said" not in card(**entry).card_facts) == said


def test_faces():
    front = card(name="Day // Night", layout="transform", back="Night")
    assert (front.name, front.full_name, front.other_face) == ("Day", "Day // Night", "Night")
    back = card(name="Night", layout="transform", front="Day", face="back")
    assert (back.name, back.full_name, back.other_face) == ("Night", "Day // Night", "Day")
    assert "back_face" in back.card_facts
    assert "back_face" not in front.card_facts


def test_the_card_names_itself_in_full_or_in_short():
    for text in ("Anna, the First enters tapped.", "Anna enters tapped.", "This creature enters tapped."):
        made = card(name="Anna, the First", supertypes=["Legendary"], types=["Creature"], text=text)
        assert made.abilities == (("static(1)", "enters_tapped(this)"),)


@pytest.mark.parametrize("name", ["x). :- not y.", 'a "quoted" name', "two\nlines", "back\\slash", "\N{DRAGON}"])
def test_hostile_words_stay_strings(name):
    made = card(name=name, types=["Creature", name], subtypes=[name], text=f"When {name} enters, sacrifice {name}.\n{name}")
    for fact in (*made.card_facts, *(fact for block in made.abilities for fact in block)):
        clingo.parse_term(fact)
    (subtype,) = [clingo.parse_term(fact) for fact in made.card_facts if fact.startswith("printed_subtype")]
    assert subtype.arguments[0] == clingo.String(name)


@pytest.mark.parametrize("name", ["", " ", "a\0b"])
def test_what_is_no_name(name):
    with pytest.raises(ValueError, match="name"):
        compile_card({"name": name})
