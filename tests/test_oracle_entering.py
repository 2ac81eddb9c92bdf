"""How permanents enter, and what is so as long as a condition holds: wordings and the facts they compile to."""

import pytest

from kb.oracle import compile_card

ANOTHER = "both(other,both(type(creature),you_control))"


def blocks(text, cost="{X}{G}", types=("Creature",)):
    (card,) = compile_card({"name": "Test Card", "types": list(types), "manaCost": cost, "text": text})
    return card.abilities


def said(text, **more):
    """The facts of the first ability but for its kind, without blanks."""
    return {fact.replace(" ", "") for fact in blocks(text, **more)[0][1:]}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Test Card enters with X oil counters on it.", 'enters_with_counters(this,"oil",x)'),
        ("Test Card enters with a +1/+1 counter on it for each red creature you control and a +1/+1 counter on it for each Elf you control.",
         'enters_with_counters(this,"+1/+1",count(both(color(r),both(type(creature),you_control))))'
         ' enters_with_counters(this,"+1/+1",count(both(subtype("Elf"),you_control)))'),
        ("Test Card enters with a +1/+1 counter on it plus an additional +1/+1 counter on it for each Elf you control.",
         'enters_with_counters(this,"+1/+1",plus(1,count(both(subtype("Elf"),you_control))))'),
        ("Test Card enters with two different counters.", "not_modelled(counters) not_modelled(entering)"),
        ("Test Card enters with your choice of two different counters on it from among reach, haste, and menace.",
         'enters_with_counters(this,different(2,either("reach",either("haste","menace"))),1)'),
        ("Test Card enters with three oil counters on it. If X is 4 or more, it enters with an additional oil counter on it.",
         'enters_with_counters(this,"oil",3) enters_with_counters_if(this,"oil",1,at_least(x,4))'),
        ("Test Card enters with X oil counters on it. It escapes with nine oil counters on it instead.",
         'enters_with_counters(this,"oil",depends(happened(escaped),9,x))'),
        ("Test Card escapes with an oil counter on it.", 'enters_with_counters_if(this,"oil",1,happened(escaped))'),
        ("Test Card enters with X stun counters on it. If X is 2 or less, it enters tapped.",
         'enters_with_counters(this,"stun",x) enters_tapped(this) enters_condition(at_most(x,2))'),
        ("Test Card enters tapped and with three coin counters on it.", 'enters_tapped(this) enters_with_counters(this,"coin",3)'),
        ("Creatures and nonbasic lands your opponents control enter tapped.",
         'enters_tapped(both(either(type(creature),both(non(supertype(basic)),type(land))),opponent_controls))'),
        ("If Test Card was kicked with its {1}{R} kicker, it enters with two oil counters on it and with flying.",
         'enters_with_counters_if(this,"oil",2,happened(kicked_with("{1}{R}"))) not_modelled(keywords)'),
        ("Each other creature you control enters with an oil counter on it if its mana value is 3 or less. Otherwise, it enters with two oil"
         " counters on it.",
         f'enters_with_counters(both({ANOTHER},mana_value_at_most(3)),"oil",1)'
         f' enters_with_counters(both({ANOTHER},non(mana_value_at_most(3))),"oil",2)'),
        ("Each other creature you control enters with X additional oil counters on it, where X is its power.",
         f'enters_with_counters({ANOTHER},"oil",power_of(that))'),
        ("For each kind of counter on Test Card, each other creature you control enters with a counter of that kind on it.",
         f"enters_with_counters({ANOTHER},each_kind_on(this),1)"),
        ("As Test Card enters, you may reveal an Elf card from your hand. If you do, Test Card enters with an oil counter on it.",
         'effect(1,reveals(1,subtype("Elf"))) optional(1) enters_with_counters_if(this,"oil",1,did(1))'),
        ("As Test Card enters, sacrifice any number of lands. Test Card enters with twice that many oil counters on it.",
         'effect(1,sacrifices(you,any_number,type(land))) enters_with_counters(this,"oil",times(2,this_way(sacrificed,any)))'),
        ("As Test Card enters, discard any number of cards. It enters with a reach counter on it if a card discarded this way has reach."
         " The same is true for haste and double strike.",
         "effect(1,discards(you,any_number,card))"
         + "".join(f' enters_with_counters_if(this,"{word.replace("_", "")}",1,at_least(this_way(discarded,keyword({word})),1))'
                   for word in ("reach", "haste", "double_strike"))),
        ("You may have Test Card enter as a copy of a creature you control, except it enters with an oil counter on it if it's an Elf,"
         " it isn't legendary, and it has haste.",
         "effect(1,enters_as_copy(both(type(creature),you_control))) optional(1) not_modelled(types) not_modelled(keywords)"
         ' enters_with_counters_if(both(this,subtype("Elf")),"oil",1,did(1))'),
        ("You may cast Test Card from your graveyard. If you do, it enters with a finality counter on it.",
         'not_modelled(playing) not_modelled(cards) enters_with_counters_if(this,"finality",1,happened(cast_this_way))'),
        ("As long as Test Card is in your graveyard, each Elf you control enters with an additional oil counter on it.",
         'enters_with_counters(both(subtype("Elf"),you_control),"oil",1) functions_from(graveyard)'),
    ],
)  # fmt: skip
def test_how_it_enters(text, wanted):
    assert said(text) - {"moves_library_card"} == set(wanted.split(" "))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Whenever you cast an Elf spell, that creature enters with X additional oil counters on it, where X is its mana value.",
         'enters_with("oil",mana_value_of(that))'),
        ("Whenever you cast an Elf spell, that creature enters with an oil counter on it for each other Elf you control.",
         'enters_with("oil",count(both(subtype("Elf"),you_control)))'),
    ],
)  # fmt: skip
def test_what_the_spell_enters_with(text, wanted):
    assert f"effect(1,{wanted})" in said(text)


def test_what_comes_back_enters_with():
    text = "Return target Elf card from your graveyard to the battlefield. If {G} was spent to cast this spell, that creature enters with an oil counter on it."
    facts = said(text, types=["Sorcery"])
    assert {'effect(1,puts_onto_battlefield(owner,both(target,subtype("Elf")),graveyard))', 'effect(2,enters_with("oil",1))',
            "effect_condition(2,at_least(paid(g),1))"} <= facts  # fmt: skip
    assert 'effect(2,enters_with("oil",1))' not in said("Tap target Elf. That creature enters with an oil counter on it.", types=["Sorcery"])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("As long as you control an Elf, creatures you control get +1/+1 and Test Card has haste.",
         "modifies_power(both(type(creature),you_control),1) modifies_toughness(both(type(creature),you_control),1)"
         ' grants_keyword(this,haste) functions_while(controls(you,subtype("Elf"),1))'),
        ("As long as enchanted creature is white, it gets +1/+0.", "modifies_power(attached,1) functions_while(is(attached,color(w)))"),
        ("Equipped creature gets +1/+0 as long as it's an Elf.", 'modifies_power(attached,1) functions_while(is(attached,subtype("Elf")))'),
        ("Each Vehicle you control gets +1/+0 as long as it's a creature.",
         'modifies_power(both(type(creature),both(subtype("Vehicle"),you_control)),1)'),
        ("As long as your devotion to white and black is less than seven, Test Card isn't a creature.",
         "loses_type(this,type(creature)) functions_while(at_most(devotion(either(w,b)),6))"),
        ("Equipped creature gets +1/+0 for each Aura attached to it.",
         'modifies_power(attached,count(both(subtype("Aura"),attached_to(attached))))'),
        ("Each creature you control gets +1/+0 for each Aura attached to it.", "not_modelled(power) not_modelled(status)"),
        ("As long as you control an Elf, prevent all damage that would be dealt to you.", "not_modelled(damage)"),
    ],
)  # fmt: skip
def test_as_long_as(text, wanted):
    assert said(text) == set(wanted.split(" "))


def test_what_is_said_of_creatures_alone():
    (cost,) = [fact for fact in said("{T}: Destroy target artifact or creature with flying.") if fact.startswith("effect")]
    assert cost == "effect(1,destroys(both(target,either(type(artifact),both(type(creature),keyword(flying))))))"


@pytest.mark.parametrize("sign", ["«1»", "~", "‡"])
def test_signs_of_our_own_mean_nothing_in_a_text(sign):
    assert any("not_modelled" in fact for fact in said(f"Enchanted creature has {sign}."))
    assert any("not_modelled" in fact for fact in said(f"{sign} enters with an oil counter on it."))
