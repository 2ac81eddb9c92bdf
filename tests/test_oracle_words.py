"""A word put in or taken out changes the facts, or what is said is not understood any more."""

import pytest

from kb.oracle import compile_card

FORMULAS = [
    "{T}: Add {G}.",
    "{T}: Add {R} or {G}.",
    "{T}: Add two mana of any one color.",
    "{T}: Add X mana of any one color, where X is the number of snow lands you control.",
    "{T}: Add {G} for each other creature you control.",
    "{T}: Add one mana of any color that a land an opponent controls could produce.",
    "{T}: Add {C}. If you control a basic land, add {C}{C} instead.",
    "{T}: Choose a color. Add one mana of that color.",
    "{T}: Add one mana of any color. Spend this mana only to cast creature spells.",
    "{T}: Add {G}. Activate only if you control a nontoken creature.",
    "{T}, Remove a charge counter from this artifact: Add {C}{C}.",
    "Sacrifice another creature: Add {B}.",
    "Whenever you tap a basic land for mana, add one mana of any type that land produced.",
    "Whenever enchanted land is tapped for mana, its controller adds an additional {G}.",
    "If a land is tapped for two or more mana, it produces {C} instead of any other type and amount.",
    "If you tap a permanent for mana, it produces twice as much of that mana instead.",
    "{T}: Until end of turn, whenever a player taps a snow land for mana, that player adds an additional {U}.",
    "At the beginning of your upkeep, you may sacrifice a creature. If you do, add {B}{B}.",
    "{T}: At the beginning of your next main phase, add {R}.",
    'Creatures you control have "{T}: Add {G}."',
    "Nonbasic lands are Mountains.",
    "This land enters tapped unless you control a basic land.",
    "This creature enters with two +1/+1 counters on it.",
    "Creature spells you cast cost {1} less to cast.",
]  # fmt: skip
SAME = ("This creature enters with two additional +1/+1 counters on it.",)  # counters that it enters with always add up
WORDS = ("may", "up to", "another", "nontoken", "basic", "snow", "additional", "instead", "other", "only", "unless", "twice", "X", "each",
         "all", "target", "not", "non-Elf")  # fmt: skip


def blocks(text):
    (card,) = compile_card({"name": "Test Card", "types": ["Artifact"], "text": text})
    return card.abilities


@pytest.mark.parametrize("text", FORMULAS)
def test_as_it_stands_it_is_understood(text):
    assert not any("not_modelled" in fact for block in blocks(text) for fact in block)


@pytest.mark.parametrize("text", FORMULAS)
def test_a_word_more_is_never_dropped(text):
    words, meant = text.split(" "), blocks(text)
    changed = [" ".join([*words[:place], word, *words[place:]]) for word in WORDS for place in range(1, len(words) + 1)]
    assert [other for other in changed if blocks(other) == meant and other not in SAME] == []


@pytest.mark.parametrize("text", FORMULAS)
def test_a_word_less_is_never_made_up(text):
    words, meant = text.split(" "), blocks(text)
    changed = [" ".join([*words[:place], *words[place + 1 :]]) for place in range(len(words)) if words[place] != "to"]
    assert [other for other in changed if blocks(other) == meant] == []
