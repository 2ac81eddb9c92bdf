"""One word more is never dropped; broken text breaks nothing."""

import time

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.oracle import compile_card
from kb.oracle.grammar import _parser, read
from kb.oracle.meaning import Meaning


def blocks(text, types=("Creature",)):
    (card,) = compile_card({"name": "Test Card", "types": list(types), "text": text})
    return card.abilities


# Each of these says something else than its neighbour, so it must compile to something else, whether it is understood or not.
DIFFERENT = [
    ("{T}: Add {G}.", ["{T}: Add {G}{G}.", "{T}: Add {G} for each creature.", "{T}: You may add {G}.", "{T}: Add {G} or {W}.",
                       "{T}: Add {G} unless you control a creature.", "{T}: Add {G} instead.", "{T}: Add up to one {G}.",
                       "{T}: Each player adds {G}.", "{T}: Add {G} at the beginning of your next main phase.", "{T}: Add {S}."]),
    ("{T}: Add one mana of any color.", ["{T}: Add one mana of any type.", "{T}: Add one mana of the chosen color.",
                                         "{T}: Add one mana of any other color.", "{T}: Add up to one mana of any color.",
                                         "{T}: Add one mana of any color for each land you control."]),
    ("{T}: Add {G} for each creature you control.", [
        "{T}: Add {G} for each other creature you control.", "{T}: Add {G} for each nontoken creature you control.",
        "{T}: Add {G} for each tapped creature you control.", "{T}: Add {G} for each creature.",
        "{T}: Add {G} for each two creatures you control.", "{T}: Add {G} for each green creature you control.",
        "{T}: Add {G} for each creature an opponent controls.", "{T}: Add {G} for each creature you control with flying.",
        "{T}: Add {G} for each creature you control without flying.", "{T}: Add {G} for each creature you own."]),
    ("{T}: Add {G}. Spend this mana only to cast creature spells.", [
        "{T}: Add {G}. Spend this mana only to cast legendary creature spells.", "{T}: Add {G}. Spend this mana only to cast spells.",
        "{T}: Add {G}. Spend this mana only to cast noncreature spells.",
        "{T}: Add {G}. Spend this mana only to cast creature spells from your graveyard.",
        "{T}: Add {G}. Spend this mana only to cast your first creature spell."]),
    ("Sacrifice a creature: Add {G}.", [
        "Sacrifice another creature: Add {G}.", "Sacrifice a nontoken creature: Add {G}.", "Sacrifice two creatures: Add {G}.",
        "Sacrifice a snow creature: Add {G}.", "Sacrifice up to one creature: Add {G}.", "Sacrifice a creature or land: Add {G}."]),
    ("If a land is tapped for mana, it produces {B} instead of any other type.", [
        "If a basic land is tapped for mana, it produces {B} instead of any other type.",
        "If a nonbasic land is tapped for mana, it produces {B} instead of any other type.",
        "If a land is tapped for mana, it produces {B} instead of any other type and amount.",
        "If you tap a land for mana, it produces {B} instead of any other type.",
        "If a land is tapped for mana, it may produce {B} instead of any other type.",
        "If a land is tapped for mana, it produces an additional {B}."]),
    ("This land enters tapped.", ["This land enters tapped unless you control a Forest.", "Lands enter tapped.", "This land enters.",
                                  "If you don't, it enters tapped."]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "other"), [(text, other) for text, others in DIFFERENT for other in others])
def test_a_word_more_changes_the_facts(text, other):
    understood, changed = blocks(text), blocks(other)
    assert not any("not_modelled" in fact for block in understood for fact in block)
    assert understood != changed


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Add {G} for each moon you saw.", "{T}: Add up to one {G}.", "{T}: Add {G} instead.", "{T}: Add two mana of any color.",
        "{T}: Add one mana of that color.", "{T}: Add X mana of any one color.", "{T}: That player adds {G}.",
        "{T}: Add {G} for each charge counter removed this way.", "{T}: Add one mana of any type that land produced.",
        "When this creature enters, add that much {G}.",
        "{T}: Add an amount of {B} equal to the sacrificed creature's power.",
    ],
)  # fmt: skip
def test_what_refers_to_nothing_is_not_understood(text):
    (block, *_) = blocks(text)
    assert "not_modelled(mana)" in block
    assert not any(fact.endswith("add_mana)") for fact in block)


def test_paying_life_is_what_untapped_entering_depends_on():
    understood = blocks("As this land enters, you may pay 2 life. If you don't, it enters tapped.", ["Land"])
    assert understood == (("static(1)", "enters_unless(pay_life(2))", "enters_tapped(this)"),)
    (other,) = blocks("As this land enters, you may reveal a card. If you don't, it enters tapped.", ["Land"])
    assert "not_modelled(entering)" in other and "enters_tapped(this)" not in other


def test_every_rule_of_the_grammar_has_a_meaning():
    named = {str(rule.alias or rule.origin.name) for rule in _parser().rules if rule.alias or not rule.options.expand1}
    assert [name for name in named if not name.startswith("_") and not hasattr(Meaning, name)] == []


def test_a_long_text_ends_soon():
    begun = time.perf_counter()
    for text in ("{T}: Add {G}. " * 400, "(" * 5000, '"' * 5000, "Add a " * 900, "x, " * 1900, "A \u2014 " * 1200, ": " * 2500,
                 "Destroy target " + "white or " * 700 + "creature.", "Destroy target " + "white or " * 200 + "creature.", "(" * 60_000):
        blocks(text)
    assert time.perf_counter() - begun < 5


WORDS = sorted({word for text, others in DIFFERENT for line in (text, *others) for word in line.split(" ")}) + [
    '"', "\u201c", ":", "\u2014", "\n", "\u2022", "(", ")", "Whenever", "If", "«1»", "~", "1,000", "{T}:", "granted(1)", "\0", "Elves", "X", "LEVEL 1-2",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join) | st.text(max_size=60))
@settings(max_examples=400, deadline=2000)
def test_any_text_compiles_to_terms(text):
    for block in blocks(text):
        kinds = [fact for fact in block if fact.startswith(("activated(", "triggered(", "static(", "spell_ability("))]
        assert len(kinds) == 1
        for fact in block:
            clingo.parse_term(fact)


@given(st.sampled_from([text for text, _ in DIFFERENT]), st.data())
@settings(max_examples=200, deadline=2000)
def test_a_foreign_word_is_never_dropped(text, data):
    words = text.split(" ")
    place = data.draw(st.integers(1, len(words) - 1))
    changed = " ".join([*words[:place], "zonkily", *words[place:]])
    assert any("not_modelled" in fact for block in blocks(changed) for fact in block)


MUTATED = [text for text, _ in DIFFERENT] + [
    "{1}{G}: Until end of turn, this land becomes a 2/3 green Elf creature with reach. It's still a land.",
    "{T}: Target land becomes an X/X creature until end of turn, where X is the number of Elves you control.",
    'Enchanted land loses all land types and abilities and has "{T}: Add {C}" and "{T}, Pay 1 life: Add one mana of any color."',
    "LEVEL 1-4\n2/3\n{T}: Add {G}{G}.\nLEVEL 5+\n4/5\nFlying, haste", "Station\n8+ | {G}, {T}: Add {G} for each creature you control.",
    "{T}: Roll a d20.\n1\u20149 | Add {G}.\n10\u201420 | Add {G}{G}. Scry 1.",
    "Choose one \u2014\n\u2022 Add {R}{R}. When you do, draw a card.\n\u2022 Exile the top two cards of your library. You may play them this turn.",
]  # fmt: skip


@st.composite
def mutated(draw):
    """A text of which words are put elsewhere, repeated, left out, or cut into another text."""
    text = draw(st.sampled_from(MUTATED))
    for _ in range(draw(st.integers(1, 5))):
        words = text.split(" ")
        place, other = draw(st.integers(0, len(words) - 1)), draw(st.integers(0, len(words)))
        match draw(st.integers(0, 4)):
            case 0:
                words.insert(other, draw(st.sampled_from(WORDS)))
            case 1:
                words[place:other] = words[place:other] * 3
            case 2:
                del words[place:other]
            case 3:
                words.insert(other, words[place])
            case 4:
                words[other:] = draw(st.sampled_from(MUTATED)).split(" ")[place:]
        text = " ".join(words) or text
    return text


def seconds(text):
    """Processor time that the text takes, at best: a pause of the machine is no fault of the text."""
    times = []
    for _ in range(3):
        read.cache_clear()
        begun = time.process_time()
        blocks(text)
        times.append(time.process_time() - begun)
    return min(times)


@given(mutated())
@settings(max_examples=100, deadline=None)
def test_a_mutated_text_is_compiled_soon(text):
    assert seconds(text) < 0.1
    for block in blocks(text):
        for fact in block:
            clingo.parse_term(fact)
