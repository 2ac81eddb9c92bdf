"""Short formula wordings and the facts they compile to."""

import pytest

from kb.oracle import compile_card


def compiled(text, **more):
    entry = {"name": "Test Card", "type": "Land", "types": ["Land"], "text": text} | more
    (card,) = compile_card(entry)
    return card


def block(text, **more):
    (first, *_) = compiled(text, **more).abilities
    return set(first)


def facts(words):
    return set(words.split())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{T}: Add {G}.", "adds(1,1,g,1)"),
        ("{T}: Add {G} to your mana pool.", "adds(1,1,g,1)"),
        ("{T}: Add {C}{C}.", "adds(1,1,c,2)"),
        ("{T}: Add {W}{U}.", "adds(1,1,w,1) adds(1,1,u,1)"),
        ("{T}: Add {B}, {G}, or {C}.", "adds(1,1,b,1) adds(1,2,g,1) adds(1,3,c,1)"),
        ("{T}: Add {R}{R}, {R}{G}, or {G}{G}.", "adds(1,1,r,2) adds(1,2,r,1) adds(1,2,g,1) adds(1,3,g,2)"),
        ("{T}: Add {W}, {U}, and {B}.", "adds(1,1,w,1) adds(1,1,u,1) adds(1,1,b,1)"),
        ("{T}: Add one mana of any color.", "adds_of(1,any_color,same,1)"),
        ("{T}: Add three mana of any one color.", "adds_of(1,any_color,same,3)"),
        ("{T}: Add two mana of different colors.", "adds_of(1,any_color,different,2)"),
        ("{T}: Add two mana in any combination of {R} and/or {G}.", "adds_of(1,listed,combination,2) listed(1,r) listed(1,g)"),
        ("{T}: Add {G} or one mana of the chosen color.", "adds(1,1,g,1) adds_of(1,chosen_color,same,1)"),
        ("{T}: Add one mana of any color in your commander's color identity.", "adds_of(1,commander_identity,same,1)"),
        ("{T}: Add {G} for each creature you control.", "adds(1,1,g,count(both(type(creature),you_control)))"),
        ("{T}: Add an amount of {B} equal to this creature's power.", "adds(1,1,b,power_of(this))"),
        ("{T}: Add {G} for each Elf you control.", 'adds(1,1,g,count(both(subtype("Elf"),you_control)))'),
        ("{T}: For each color among permanents you control, add one mana of that color.",
         "adds_of(1,colors_among(both(permanent,you_control)),each,1)"),
        ("{T}: Add one mana of any color that a land an opponent controls could produce.",
         "adds_of(1,could_produce(color,both(type(land),opponent_controls)),same,1)"),
    ],
)  # fmt: skip
def test_a_tap_ability_adds(text, wanted):
    assert block(text) == facts(f"activated(1) cost(1,tap_symbol) effect(1,add_mana) {wanted}")


@pytest.mark.parametrize(
    ("cost", "wanted"),
    [
        ("{2}, {T}", "cost(1,mana) cost_symbol(generic,2) cost(2,tap_symbol)"),
        ("{G/W}, {Q}", "cost(1,mana) cost_symbol(hybrid(g,w),1) cost(2,untap_symbol)"),
        ("{T}, Pay 1 life", "cost(1,tap_symbol) cost(2,pay_life(1))"),
        ("{T}, Pay {E}", "cost(1,tap_symbol) cost(2,pay_energy(1))"),
        ("Sacrifice Test Card", "cost(1,sacrifice(1,this))"),
        ("Sacrifice a creature", "cost(1,sacrifice(1,type(creature)))"),
        ("Sacrifice another creature", "cost(1,sacrifice(1,both(other,type(creature))))"),
        ("Remove a charge counter from this artifact", 'cost(1,remove_counters(1,"charge",this))'),
        ("Tap an untapped creature you control", "cost(1,tap(1,both(untapped,both(type(creature),you_control))))"),
        ("Exile this card from your hand", "cost(1,exile(1,this,hand))"),
        ("Discard a card", "cost(1,discard(1,card))"),
        ("Sacrifice Test Card and any number of creatures you control",
         "cost(1,sacrifice(1,this)) cost(2,sacrifice(any_number,both(type(creature),you_control)))"),
        ("Sacrifice two lands and Test Card", "cost(1,sacrifice(1,this)) cost(2,sacrifice(2,type(land)))"),
        ("Exile two cards from your graveyard and Test Card", "cost(1,exile(2,card,graveyard)) cost(2,exile(1,this,battlefield))"),
        ("Sacrifice an artifact with mana value X", "cost(1,sacrifice(1,both(type(artifact),mana_value_is(x))))"),
        ("Remove X counters from a creature you control", "cost(1,remove_counters(x,any,both(type(creature),you_control)))"),
        ("Pay fifty {E}", "cost(1,pay_energy(50))"),
        ("Waterbend {5}", "cost(1,mana) cost(2,special(waterbend)) cost_symbol(generic,5)"),
        ("Sacrifice a creature and a Swamp", 'cost(1,sacrifice(1,type(creature))) cost(2,sacrifice(1,subtype("Swamp")))'),
        ("Pay six {E}", "cost(1,pay_energy(6))"),
        ("Blight 2", 'cost(1,put_counters(2,"-1/-1",both(you_control,type(creature))))'),
        ("Exile a card from a graveyard", "cost(1,exile(1,card,any_graveyard))"),
        ("[+1]", "cost(1,loyalty(1))"),
        ("\u22122", "cost(1,loyalty(-2))"),
        ("Sing a song", "cost(1,other) not_modelled(costs)"),
    ],
)
def test_costs(cost, wanted):
    assert block(f"{cost}: Add {{G}}.") == facts(f"activated(1) {wanted} effect(1,add_mana) adds(1,1,g,1)")


@pytest.mark.parametrize(
    ("rider", "wanted"),
    [
        ("Spend this mana only to cast creature spells.", "spend_only(casts(you,type(creature)))"),
        ("Spend this mana only to cast a noncreature spell.", "spend_only(casts(you,non(type(creature))))"),
        ("Spend this mana only to cast artifact spells or activate abilities of artifacts.",
         "spend_only(casts(you,type(artifact))) spend_only(activates(type(artifact)))"),
        ("This mana can't be spent to cast nonartifact spells.", "cant_spend(casts(you,non(type(artifact))))"),
        ("Until end of turn, you don't lose this mana as steps and phases end.", "mana_stays(turn)"),
        ("Activate only once each turn.", "activate_only(once_each_turn)"),
        ("Activate this ability only if you control an artifact.", "activate_only_if(controls(you,type(artifact),1))"),
        ("This land deals 1 damage to you.", "effect(2,deals_damage(this,you,1))"),
        ("If you played a land this turn, add {B} instead.",
         "effect(2,add_mana) adds(2,1,b,1) instead_of(2,1) effect_condition(2,played_land_this_turn)"),
        ("Spend this mana only on rainy days.", "not_modelled(mana) not_modelled(spending)"),
        ("Activate only on rainy days.", "not_modelled(activation) activate_only_if(unknown)"),
        ("Activate only as a sorcery and only if you control a Swamp.",
         'activate_only_if(controls(you,subtype("Swamp"),1)) activate_only(sorcery)'),
        ("Activate only during your turn, before attackers are declared.", "activate_only(your_turn) activate_only(before_attackers)"),
        ("Any player may activate this ability but only during any upkeep step.", "activated_by(player) activate_only(upkeep)"),
        ("Only your opponents may activate this ability.", "activated_by(opponent)"),
        ("This ability costs {1} less to activate for each Elf.", 'lowers_own_cost(count(subtype("Elf")))'),
        ("This ability costs {X} less to activate, where X is this creature's power.", "lowers_own_cost(power_of(this))"),
        ("This ability costs {2} more to activate if you control a Swamp.", 'raises_own_cost(2) own_cost_if(controls(you,subtype("Swamp"),1))'),
        ("This ability costs {1} less to activate if it targets an Elf.", 'lowers_own_cost(1) about_targeting(subtype("Elf"))'),
        ("This ability costs {1} less to activate during your turn.", "lowers_own_cost(1) own_cost_if(your_turn)"),
        ("This ability costs {G} less to activate.", "not_modelled(costs) cost_changes"),
        ("If it rains, add {B} instead.", "effect(2,other) not_modelled(mana)"),
    ],
)  # fmt: skip
def test_riders(rider, wanted):
    assert block("{T}: Add {U}. " + rider) == facts(f"activated(1) cost(1,tap_symbol) effect(1,add_mana) adds(1,1,u,1) {wanted}")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Whenever enchanted land is tapped for mana, its controller adds an additional {G}.",
         "triggered(1) trigger(tapped_for_mana(player,attached)) effect(1,add_mana) adds(1,1,g,1) adds_for(1,controller)"),
        ("Whenever you tap a Swamp for mana, add an additional {B}.",
         'triggered(1) trigger(tapped_for_mana(you,subtype("Swamp"))) effect(1,add_mana) adds(1,1,b,1)'),
        ("Whenever a player taps a land for mana, that player adds one mana of any type that land produced.",
         "triggered(1) trigger(tapped_for_mana(player,type(land))) effect(1,add_mana) adds_of(1,produced,same,1) adds_for(1,that_player)"),
        ("Whenever you tap a permanent for {C}, add an additional {C}.",
         "triggered(1) trigger(tapped_for_mana(you,permanent)) trigger_type(c) effect(1,add_mana) adds(1,1,c,1)"),
        ("If you tap a permanent for mana, it produces twice as much of that mana instead.",
         "static(1) replaces_tapping(you,permanent) multiplies_mana(2)"),
        ("If a land is tapped for two or more mana, it produces {C} instead of any other type and amount.",
         "static(1) replaces_tapping(player,type(land)) replaces_only_amount(2) makes_type(type(land),c) makes_amount(1)"),
        ("This land enters the battlefield tapped.", "static(1) enters_tapped(this)"),
        ("Test Card enters with three charge counters on it.", 'static(1) enters_with_counters(this,"charge",3)'),
        ("As this land enters, choose a color.", "static(1) enters_choosing(color)"),
        ("Nonbasic lands are Mountains.", 'static(1) sets_land_type(both(non(supertype(basic)),type(land)),"Mountain")'),
        ("If one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 counters are put on it instead.",
         'static(1) replaces_counters(anyone,both(type(creature),you_control),"+1/+1") replaces_counters_amount(1,1,1)'),
        ("Test Card's power is equal to the number of lands you control.", "static(1) defines_power(count(both(type(land),you_control)))"),
        ("Landfall \u2014 Whenever a land you control enters, add {G}.",
         "triggered(1) trigger(enters(both(type(land),you_control))) effect(1,add_mana) adds(1,1,g,1)"),
        ("Cumulative upkeep {1}", 'triggered(1) trigger(begins(upkeep,you)) effect(1,puts_counters(this,"age",1)) effect(2,other) '
         "not_modelled(costs) not_modelled(dying)"),
    ],
)  # fmt: skip
def test_triggers_and_statics(text, wanted):
    assert block(text) == facts(wanted)


def test_choosing_a_color_first():
    text = "{2}, {T}: Choose a color. Add an amount of mana of that color equal to your devotion to that color."
    assert {"effect(1,chooses(color))", "effect(2,add_mana)", "adds_of(2,any_color,same,devotion(that_color))"} <= block(text)


def test_a_quoted_ability_is_a_block_that_the_granting_one_refers_to():
    card = compiled('Lands you control have "{T}: Add {G}."\n{T}: Add {C}.')
    granting, own, quoted = map(set, card.abilities)
    assert granting == facts("static(1) grants_ability(both(type(land),you_control),granted(3))")
    assert own == facts("activated(1) cost(1,tap_symbol) effect(1,add_mana) adds(1,1,c,1)")
    assert quoted == facts("activated(1) quoted cost(1,tap_symbol) effect(1,add_mana) adds(1,1,g,1)")


def test_an_effect_for_a_time_is_a_block_too():
    text = "Until end of turn, if a player taps a land for mana, it produces {U} instead of any other type."
    spell, lasting = compiled(text, types=["Instant"]).abilities
    assert set(spell) == facts("spell_ability(1) effect(1,lasting(granted(2),turn))")
    assert set(lasting) == facts("static(1) quoted replaces_tapping(player,type(land)) makes_type(type(land),u)")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Double the amount of each type of unspent mana you have.", "effect(1,add_mana) adds_of(1,unspent,each,unspent)"),
        ("Choose a color of a permanent you control. Add one mana of that color.",
         "effect(1,chooses(colors_among(both(permanent,you_control)))) effect(2,add_mana) "
         "adds_of(2,colors_among(both(permanent,you_control)),same,1)"),
        ("Choose a color. Add one mana of that color unless any player pays {1}.",
         "effect(1,chooses(color)) effect(2,add_mana) adds_of(2,any_color,same,1) unless_paid(2,any_player) effect_cost_symbol(2,generic,1)"),
        ("Choose a color. Add one mana of the chosen color.", "effect(1,chooses(color)) effect(2,add_mana) adds_of(2,any_color,same,1)"),
        ("Choose a player. That player adds {G}.", "effect(1,chooses(player)) effect(2,add_mana) adds(2,1,g,1) adds_for(2,that_player)"),
        ("Add {B} or {G} for each creature you control.",
         "effect(1,add_mana) adds_of(1,listed,combination,count(both(type(creature),you_control))) listed(1,b) listed(1,g)"),
        ("Add X {G} or X {W}, where X is the number of creatures you control.",
         "effect(1,add_mana) adds(1,1,g,count(both(type(creature),you_control))) adds(1,2,w,count(both(type(creature),you_control)))"),
        ("You may sacrifice another creature. If you do, add {R}.",
         "effect(1,sacrifices(you,1,both(other,type(creature)))) optional(1) effect(2,add_mana) adds(2,1,r,1) effect_condition(2,did(1))"),
        ("If you control a Forest or a Plains, add {G}. Otherwise, add {C}.",
         'effect(1,add_mana) adds(1,1,g,1) effect_condition(1,either_holds(controls(you,subtype("Forest"),1),controls(you,subtype("Plains"),1)))'
         ' effect(2,add_mana) adds(2,1,c,1) effect_condition(2,both_hold(not_so(controls(you,subtype("Forest"),1)),not_so(controls(you,subtype("Plains"),1))))'),
        ("Sacrifice any number of lands, then add that much {C}.",
         "effect(1,sacrifices(you,any_number,type(land))) effect(2,add_mana) adds(2,1,c,this_way(sacrificed,any))"),
        ("Discard your hand. Add {R} for each card discarded this way.",
         "effect(1,discards(you,all,card)) effect(2,add_mana) adds(2,1,r,this_way(discarded,card))"),
    ],
)  # fmt: skip
def test_effects_that_hang_together(text, wanted):
    assert block("{T}: " + text) == set(f"activated(1) cost(1,tap_symbol) {wanted}".split(" "))


def test_an_effect_for_later_is_a_block():
    spell, later = compiled("Tap target creature. At the beginning of your next main phase, add {C}.", types=["Instant"]).abilities
    assert set(spell) == facts("spell_ability(1) effect(1,taps(both(target,type(creature)))) effect(2,delayed(granted(2),game)) requires_target")
    assert set(later) == facts("triggered(1) quoted trigger(begins(main_phase,you)) effect(1,add_mana) adds(1,1,c,1)")


def test_an_effect_that_depends_on_a_count():
    text = ("At the beginning of each upkeep, count the number of lands. If the number is even, until end of turn, red creatures get +1/+1 "
            "and whenever you tap a Mountain for mana, add an additional {R}.")  # fmt: skip
    counting, lasting = compiled(text).abilities
    even = "not_so(odd(count(type(land))))"
    assert {f"effect_condition(2,{even})", "effect(3,lasting(granted(2),turn))", f"effect_condition(3,{even})"} <= set(counting)
    assert "adds(1,1,r,1)" in lasting


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("You may spend other mana only as though it were a smile.", {"spending"}),
        ("Each spell costs an extra {1} and a smile.", {"costs", "playing"}),
        ("Enchanted land is a 5/6 green Elf creature with a smile.", {"types", "power"}),
        ("As long as it rains, this creature isn't a creature.", {"types"}),
        ("This creature can't attack unless defending player controls an Island.", {"combat"}),
        ("This creature gets +2/+2 as long as you control more Elves than they do.", {"power"}),
        ("If you would create tokens under your control, create twice that many instead.", {"cards"}),
        ("Activated abilities of Elves cost {G} less to activate.", {"costs", "activation", "keywords"}),
        ("Activated abilities of Elves can't be activated on Mondays.", {"activation", "keywords"}),
        ("You control enchanted creature.", {"control"}),
        ("Mountains lose their land types and abilities.", {"types", "abilities", "keywords"}),
        ("You don't lose unspent red mana as steps and phases end.", {"cards"}),
        ("If a player would add mana, instead all players smile.", {"mana"}),
        ("For each {B} in a cost, you may pay 2 life rather than pay that mana.", {"costs", "spending", "life"}),
        ("Affinity for smiles", {"costs", "playing"}),
        ("Devour artifact 2", {"entering", "counters", "cards"}),
        ("Bloodthirst X", {"entering", "counters"}),
        ("Other nontoken creatures you control have fabricate 1.", {"keywords"}),
        ("Other Elves you control get +1/+1 and gain Toxic 1.", {"power", "keywords"}),
    ],
)  # fmt: skip
def test_what_is_not_understood_names_its_subjects(text, touched):
    assert block(text, types=["Enchantment"]) == {"static(1)", *(f"not_modelled({subject})" for subject in touched)}


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("Target player draws two cards and loses 2 life.", "target_player"),
        ("Each opponent sacrifices a creature of their choice and loses 2 life.", "each_opponent"),
        ("Draw two cards and lose 2 life.", "you"),
        ("Destroy target creature and loses 2 life.", None),
    ],
)
def test_who_is_meant_by_a_verb_without_a_subject(text, whose):
    lost = {fact for fact in block(text, type="Sorcery", types=["Sorcery"]) if "loses_life" in fact}
    assert lost == ({f"effect(2,loses_life({whose},2))"} if whose else set())


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("When you proliferate, return this card from your graveyard to your hand.", {"graveyard"}),
        ("{2}: Exile this card from your graveyard. Draw a card.", {"graveyard"}),
        ("{2}: Draw a card. Activate only if this card is in your graveyard.", {"graveyard"}),
        ("At the beginning of your upkeep, if Test Card is in the command zone or on the battlefield, draw a card.", {"command", "battlefield"}),
        ("Whenever a creature dies while this card is in your graveyard, return this card from your graveyard to your hand.", {"graveyard"}),
        ("At the beginning of your upkeep, if this card is in your graveyard with a card above it, draw a card.", {"graveyard"}),
        ("When Test Card dies, return this card from your graveyard to your hand.", set()),
        ("When enchanted creature dies, return this card from your graveyard to your hand.", set()),
        ("Commander ninjutsu {U}{B}", {"hand", "command"}),
    ],
)
def test_from_which_zones_an_ability_functions(text, zones):
    assert {fact for fact in block(text) if "functions_from" in fact} == {f"functions_from({zone})" for zone in zones}


def test_a_condition_beside_the_zone_stays():
    text = "Whenever a land you control enters, if this card is in your graveyard and it's your turn, draw a card."
    assert {"trigger(enters(both(type(land),you_control)))", "intervening_if(your_turn)", "functions_from(graveyard)"} <= block(text)


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("Whenever you cast a spell from exile, draw a card.", "casts(you,both(from(exile),spell))"),
        ("Whenever a player casts a creature spell from a graveyard, draw a card.", "casts(player,both(from(any_graveyard),type(creature)))"),
    ],
)
def test_the_zone_that_a_spell_is_cast_from(text, event):
    assert f"trigger({event})" in block(text)


def test_numbers_count_each_kind_in_printed_order():
    card = compiled("When this land enters, scry 1.\n{T}: Add {G}.\nCycling {2}\nWhenever this land attacks, scry 1.\n{T}: Add {W}.")
    assert [ability[0] for ability in card.abilities] == ["triggered(1)", "activated(1)", "activated(2)", "triggered(2)", "activated(3)"]
    assert {"functions_from(hand)", "moves_library_card"} <= set(card.abilities[2])


@pytest.mark.parametrize(
    ("text", "targets", "library"),
    [
        ("{T}: Add {G}.", False, False),
        ("{T}: Target player adds {G}.", True, False),
        ("{T}: Tap up to one target creature.", True, False),
        ("{T}: This land gains \"{T}: Tap target creature.\"", False, False),
        ("{T}: Draw a card.", False, True),
        ("{T}, Mill a card: Add {G}.", False, True),
        ("{T}: Scry 2.", False, False),
        ("{T}: Look at the top card of your library.", False, False),
        ("{T}: Exile the top card of your library.", False, True),
        ("{T}: Search your library for a card.", False, True),
        ("{T}: The game is a draw.", False, False),
    ],
)  # fmt: skip
def test_targets_and_library_cards(text, targets, library):
    facts = block(text)
    assert ("requires_target" in facts, "moves_library_card" in facts) == (targets, library)


def test_what_a_spell_says_of_its_casting_is_static():
    text = "As an additional cost to cast this spell, sacrifice a creature.\nAdd an amount of {B} equal to the sacrificed creature's power."
    static, spell = compiled(text, types=["Instant"]).abilities
    assert static[0] == "static(1)"
    assert set(spell) == facts("spell_ability(1) effect(1,add_mana) adds(1,1,b,power_of(paid(sacrificed)))")


def test_instead_in_the_next_paragraph_of_a_spell():
    text = "Add {B}{B}{B}.\nThreshold \u2014 Add {B}{B}{B}{B}{B} instead if there are seven or more cards in your graveyard."
    assert {"adds(2,1,b,5)", "instead_of(2,1)", "effect_condition(2,at_least(cards_in(graveyard,you,card),7))"} <= block(text, types=["Instant"])


def test_reminder_text_counts_for_nothing():
    card = compiled("({T}: Add {G}.)\nFlying (It {W}.)", types=["Land"], subtypes=["Forest"])
    assert card.abilities == ()
    assert "printed_keyword(flying)" in card.card_facts
    assert not any(fact.startswith("text_symbol") for fact in card.card_facts)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("This creature gets +1/+1 for each experience counter you have.",
         'modifies_power(this,player_counters(you,"experience")) modifies_toughness(this,player_counters(you,"experience"))'),
        ("Equipped creature gets -2/-0 for each artifact you control.", "modifies_power(attached,times(-2,count(both(type(artifact),you_control))))"),
        ("Enchanted creature gets +X/-X, where X is your life total.",
         "modifies_power(attached,life_total(you)) modifies_toughness(attached,times(-1,life_total(you)))"),
        ("Equipped creature has haste and shroud.", "grants_keyword(attached,haste) grants_keyword(attached,shroud)"),
        ("Enchanted creature gets +2/+0, has flying, and can't block.",
         "modifies_power(attached,2) grants_keyword(attached,flying) not_modelled(combat)"),
        ("During your turn, this creature has first strike.", "grants_keyword(this,first_strike) functions_during(your_turn)"),
        ("Enchanted creature gets +1/+1 and can't block unless you control an Elf.",
         "not_modelled(power) not_modelled(combat)"),
        ("Activated abilities of artifacts can't be activated.", "cant_activate_of(type(artifact))"),
        ("Activated abilities of artifacts and creatures can't be activated unless they're mana abilities.",
         "cant_activate_of(either(type(artifact),type(creature))) except_mana_abilities"),
        ("Activated abilities of sources with the chosen name can't be activated.", "cant_activate_of(both(any,chosen_name))"),
        ("Creatures with flying can't attack or block, and their activated abilities with {T} in their costs can't be activated.",
         "not_modelled(combat) cant_activate_of(both(type(creature),keyword(flying))) forbids_only(tap_symbol)"),
        ("Players can't activate planeswalkers' loyalty abilities.", "cant_activate_by(player,type(planeswalker)) forbids_only(loyalty)"),
        ("Enchanted player can't activate abilities that aren't mana abilities or loyalty abilities.",
         "cant_activate_by(attached,any) except_mana_abilities except_loyalty_abilities"),
        ("During your turn, your opponents can't cast spells or activate abilities of artifacts or creatures.",
         "cant_play(opponent,spell,any) cant_activate_by(opponent,either(type(artifact),type(creature))) functions_during(your_turn)"),
        ("You may activate abilities of creatures you control as though those creatures had haste.",
         "as_though_haste(both(type(creature),you_control))"),
        ("Activated abilities of Elves cost {2} less to activate.", 'lowers_activation_cost(subtype("Elf"),2)'),
        ("Activated abilities cost {2} more to activate unless they're mana abilities.", "raises_activation_cost(any,2) except_mana_abilities"),
        ("Abilities your opponents activate that target an Elf you control cost {1} more to activate.",
         'raises_activation_cost(any,1) about_activator(opponent) about_targeting(both(subtype("Elf"),you_control))'),
        ("Loyalty abilities of planeswalkers you control cost {1} less to activate.",
         "lowers_activation_cost(both(type(planeswalker),you_control),1) forbids_only(loyalty)"),
        ("Equip abilities you activate cost {X} less to activate, where X is this creature's power.",
         "lowers_activation_cost(any,power_of(this)) forbids_only(equip) about_activator(you)"),
        ("Mana abilities of enchanted land cost an additional 2 life to activate.",
         "adds_activation_cost(attached,pay_life(2)) forbids_only(mana)"),
        ("Planeswalkers' loyalty abilities you activate cost an additional [-1] to activate.",
         "adds_activation_cost(type(planeswalker),loyalty(-1)) forbids_only(loyalty) about_activator(you)"),
        ("Your life total can't change.", "cant_pay_life(you) not_modelled(life)"),
        ("Players can't pay life or sacrifice Elves to cast spells or activate abilities.",
         'cant_pay_life_to_act(player) cant_sacrifice_to_act(player,subtype("Elf"))'),
        ("Enchanted creature gets +1/+0 and can't be sacrificed.", "modifies_power(attached,1) cant_be_sacrificed(attached)"),
        ("Players may spend mana as though it were mana of any color.", "spends_as(player,any_type,any_color)"),
        ("Instant and sorcery spells you cast cost {1} less to cast for each experience counter you have.",
         'reduces_cost(both(either(type(instant),type(sorcery)),you_cast),player_counters(you,"experience"))'),
        ("This creature has ward {X}, where X is the number of experience counters you have.", "grants_keyword(this,ward)"),
        ("You may spend white mana as though it were red mana.", "spends_as(you,w,r)"),
        ("You may play an additional land on each of your turns.", "more_lands(you,1)"),
        ("Each player may play two additional lands during each of their turns.", "more_lands(player,2)"),
        ("You may play lands from your graveyard.", "may_play(you,type(land),graveyard)"),
        ("You may look at the top card of your library any time, and you may play lands and cast creature spells from the top of your library.",
         "may_play(you,type(land),library) may_play(you,both(spell,type(creature)),library)"),
        ("Players can't play lands.", "cant_play(player,type(land),any)"),
        ("Your opponents can't play land cards from graveyards.", "cant_play(opponent,type(land),any_graveyard)"),
        ("You can't play lands or cast spells from your hand.", "cant_play(you,type(land),hand) cant_play(you,spell,hand)"),
        ("All permanents are artifacts in addition to their other types.", "adds_type(permanent,type(artifact))"),
        ("Enchanted creature can't attack or block, and its activated abilities can't be activated.",
         "not_modelled(combat) cant_activate_of(attached)"),
        ("Enchanted creature can't become untapped and can't have counters put on it.", "not_modelled(status) cant_have_counters(attached,any)"),
        ("This creature enters with a +1/+1 counter, a flying counter, and two shield counters on it.",
         'enters_with_counters(this,"+1/+1",1) enters_with_counters(this,"flying",1) enters_with_counters(this,"shield",2)'),
        ("This creature enters with your choice of a +1/+1, first strike, or vigilance counter on it.",
         'enters_with_counters(this,either("+1/+1",either("firststrike","vigilance")),1)'),
        ("If at least three red mana was spent to cast this spell, this creature enters with a +1/+1 counter on it.",
         'enters_with_counters_if(this,"+1/+1",1,at_least(paid(r),3))'),
        ("Modular\u2014Sunburst", 'enters_with_counters(this,"+1/+1",paid(colors))'),
        ("Impending 4\u2014{1}{G}{G}", 'enters_with_counters_if(this,"time",4,happened(impending)) not_modelled(costs) not_modelled(types)'),
        ("Sagas you control have read ahead.", 'grants_keyword(both(subtype("Saga"),you_control),read_ahead)'),
        ("Artifact creatures you control have modular 1.",
         "grants_keyword(both(type(artifact),both(type(creature),you_control)),modular) grants_number(modular,1)"),
        ("If this creature was kicked, it enters with two +1/+1 counters on it and with haste.",
         'enters_with_counters_if(this,"+1/+1",2,happened(kicked)) not_modelled(keywords)'),
        ("If you control a land, this creature enters with two additional time counters on it.",
         'enters_with_counters_if(this,"time",2,controls(you,type(land),1))'),
        ("If a modular triggered ability would put one or more +1/+1 counters on a creature you control, that many plus one +1/+1 counters"
         " are put on it instead.",
         'replaces_counters(modular,both(type(creature),you_control),"+1/+1") replaces_counters_amount(1,1,1)'),
    ],
)  # fmt: skip
def test_statics_of_several_parts(text, wanted):
    assert {fact.replace(" ", "") for fact in block(text, types=["Creature"])} == facts(f"static(1) {wanted}")


def test_so_many_counters_instead_and_no_more_this_turn():
    text = "If you would get one or more poison counters, instead you get one poison counter and you can't get additional poison counters this turn."
    said, lasting = compiled(text, types=["Creature"]).abilities
    assert {'replaces_counters(anyone,you,"poison")', "replaces_counters_amount(0,1,1)", "effect(1,lasting(granted(2),turn))"} <= set(said)
    assert set(lasting) == {"static(1)", "quoted", 'cant_have_counters(you,"poison")'}


def test_modes():
    text = "Choose one \u2014\n\u2022 Put a charge counter on target land. It gains haste until end of turn.\n\u2022 Proliferate.\n\u2022 Put a counter on it."
    said = block(text, types=["Instant"])
    assert said == {
        "spell_ability(1)", "requires_target", "effect(1,chooses(modes(1)))", 'effect(2,puts_counters(both(target,type(land)),"charge",1))',
        "effect(3,gains_keyword(target,haste))", "effect_condition(2,chose_mode(1))", "effect_condition(3,chose_mode(1))",
        "effect(4,proliferates(1))", "effect_condition(4,chose_mode(2))", "effect(5,other)", "effect_condition(5,chose_mode(3))",
        "not_modelled(counters)",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted", "unsaid"),
    [
        ("Enchanted creature gets +1/+1. It has flying.", "grants_keyword(attached,flying)", set()),
        ("Enchanted creature smiles. It has flying.", "grants_keyword(attached,flying)", {"cards"}),
        ("This creature gets +1/+1. It has flying.", "grants_keyword(this,flying)", set()),
        ("Each creature gets +1/+1. It has flying.", None, {"keywords"}),
        ("Target opponent reveals their hand. You choose a nonland card from it. Exile that card.", None, {"cards"}),
        ("Target opponent chooses a creature they control. Destroy that creature.", None, {"cards"}),
        ("Choose target creature and target Equipment. Destroy that Equipment.", None, {"cards"}),
        ("Target creature smiles. Destroy that creature.", "effect(2,destroys(target))", {"cards"}),
        ("Whenever Test Card attacks, choose a creature. Put a charge counter on that creature.", None, {"cards", "counters"}),
        ("Whenever Test Card attacks, create a Wolf token. That creature gains haste until end of turn.", None, {"cards", "keywords"}),
        ("Whenever Test Card attacks, exile a card from your graveyard. Put a charge counter on it.", None, {"counters"}),
        ("Whenever a Wolf attacks, sacrifice a creature. Put a charge counter on that creature.", None, {"counters"}),
        ("Destroy target creature if it was kicked.", None, {"cards"}),
        ("Smile at target creature. If you win, destroy that creature.", None, {"cards", "players"}),
        ("Clash with an opponent. If you win, draw a card.", "effect(2,draws(you,1))", set()),
    ],
)  # fmt: skip
def test_a_word_that_refers_means_one_thing_or_is_not_understood(text, wanted, unsaid):
    kind = "Sorcery" if text.startswith(("Target", "Choose", "Smile", "Clash", "Destroy")) else "Enchantment"
    found = block(text, type=kind, types=[kind])
    assert {fact for fact in found if "not_modelled" in fact} == {f"not_modelled({subject})" for subject in unsaid}
    assert wanted is None or wanted in found
    assert wanted or not any(word in str(fact) for fact in found for word in ("target)", "that", "grants_keyword"))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("When Test Card enters, you may draw a card and proliferate.", "optional(1) effect(2,proliferates(1)) effect_condition(2,did(1))"),
        ("When Test Card enters, draw a card, then you may proliferate.", "effect(1,draws(you,1)) effect(2,proliferates(1)) optional(2)"),
        ("When Test Card enters, you may pay {1} and discard a card. If you do, proliferate.",
         "optional(1) effect_condition(2,did(1)) effect(3,proliferates(1)) effect_condition(3,did(2))"),
    ],
)  # fmt: skip
def test_what_may_be_done_is_done_together(text, wanted):
    found = block(text)
    assert facts(wanted) <= found
    assert sum(fact.startswith(("optional", "effect_condition")) for fact in found) == wanted.count("optional") + wanted.count("effect_condition")


def test_it_is_what_the_sentence_before_is_about():
    assert 'effect(2,puts_counters(this,"oil",1))' in block("{T}: Untap this land. Put an oil counter on it.")
    assert "effect(2,gains_keyword(target,haste))" in block("{T}: Untap target creature. It gains haste until end of turn.")
    for text in ("{T}: Put an oil counter on a land you control. Put an oil counter on it.",
                 "When this Aura enters, tap enchanted creature and put an oil counter on it.",
                 "{T}: Untap target creature. Put an oil counter on it."):  # fmt: skip
        assert "not_modelled(counters)" in block(text)


ANIMATED = 'adds_type({0},type(creature)) adds_type({0},subtype("Elf")) sets_color({0},g) sets_power({0},2) sets_toughness({0},3)'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Enchanted land is a 2/3 green Elf creature with reach. It's still a land.",
         ANIMATED.format("attached") + " grants_keyword(attached,reach)"),
        ("Enchanted land is a 2/3 green Elf creature.", ANIMATED.replace("adds_type", "sets_type").format("attached")),
        ("All lands are 1/1 artifact creatures.",
         "adds_type(type(land),type(artifact)) adds_type(type(land),type(creature)) sets_power(type(land),1) sets_toughness(type(land),1)"),
        ("Enchanted land is a Mountain, Forest, and Plains.", " ".join(
            f'sets_land_type(attached,"{name}")' for name in ("Mountain", "Forest", "Plains"))),
        ("Lands are every basic land type in addition to their other types.", "adds_type(type(land),every_basic_land_type)"),
        ("Enchanted land is the chosen type.", "sets_type(attached,chosen_subtype)"),
        ("All lands are no longer snow.", "loses_type(type(land),supertype(snow))"),
        ("All lands lose all abilities except mana abilities.", "loses_abilities(type(land)) except_mana_abilities"),
        ("Enchanted permanent is an artifact in addition to its other types.", "adds_type(attached,type(artifact))"),
        ("Each creature is all colors.", " ".join(f"sets_color(type(creature),{color})" for color in "wubrg")),
    ],
)  # fmt: skip
def test_what_something_is(text, wanted):
    assert block(text, types=["Enchantment"]) == facts(f"static(1) {wanted}")


@pytest.mark.parametrize(
    ("text", "duration", "wanted"),
    [
        ("{T}: This land becomes a 2/3 green Elf creature until end of turn. It's still a land.", "turn", ANIMATED.format("this")),
        ("{T}: Until end of turn, this land becomes a 2/3 green Elf creature with reach. It's still a land.", "turn",
         ANIMATED.format("this") + " grants_keyword(this,reach)"),
        ("{T}: Target land becomes a 2/3 green Elf creature. It's still a land.", "game", ANIMATED.format("both(target,type(land))")),
        ("{T}: Up to one target land becomes a Swamp until your next turn.", "your_next_turn",
         'sets_land_type(both(target(up_to(1)),type(land)),"Swamp")'),
        ("{T}: Target land becomes a Plains or an Island until this creature leaves the battlefield.", "this_remains",
         'sets_land_type(both(target,type(land)),either("Plains","Island"))'),
        ("{T}: Target land is a Swamp for as long as it has a mud counter on it.", 'while(has_counters(target,"mud",1))',
         'sets_land_type(both(target,type(land)),"Swamp")'),
        ("{T}: Target land becomes the basic land type of your choice until end of turn.", "turn",
         "sets_land_type(both(target,type(land)),any_basic_land_type)"),
        ("{T}: Lands you control become X/X creatures until end of turn, where X is the number of Elves you control. They're still lands.",
         "turn", " ".join(f"{what}(both(type(land),you_control),{of})" for what, of in (
             ("adds_type", "type(creature)"), ("sets_power", 'count(both(subtype("Elf"),you_control))'),
             ("sets_toughness", 'count(both(subtype("Elf"),you_control))')))),
    ],
)  # fmt: skip
def test_a_change_lasts(text, duration, wanted):
    first, changed = compiled(text).abilities
    assert f"effect(1,lasting(granted(2),{duration}))" in first and not any("not_modelled" in fact for fact in first)
    assert set(changed) == facts(f"static(1) quoted {wanted}")


def test_a_quoted_ability_is_gained_for_a_time():
    first, quoted, changed = compiled('{2}: Target land gains "{T}: Add {G}" until end of turn.').abilities
    assert "effect(1,lasting(granted(3),turn))" in first and "adds(1,1,g,1)" in quoted
    assert "grants_ability(both(target,type(land)),granted(2))" in changed


@pytest.mark.parametrize("text", [
    "{T}: Target land becomes a 2/3 purple Elf creature until end of turn.",
    "{T}: Target land becomes an X/X creature until end of turn.",
    "{T}: Each land you control becomes that type until end of turn.",
    "{T}: Target land becomes a Goblin until end of turn.",
    "{T}: Until end of turn, target land becomes a Swamp until your next turn.",
])  # fmt: skip
def test_a_change_that_is_not_clear_is_not_understood(text):
    (first,) = compiled(text).abilities
    assert "effect(1,other)" in first and "not_modelled(types)" in first


STATION = "Station\n2+ | {T}: Add {G}.\n8+ | Flying, haste"


def test_a_station_card_has_abilities_and_is_a_creature_from_so_many_counters_on():
    _, mana, keywords, creature = compiled(STATION, types=["Artifact"], power="3", toughness="4").abilities
    assert {'functions_while(has_counters(this,"charge",2))', "adds(1,1,g,1)"} <= set(mana)
    eight = 'functions_while(has_counters(this,"charge",8))'
    assert {eight, "grants_keyword(this,flying)", "grants_keyword(this,haste)"} <= set(keywords)
    assert set(creature) == {"static(2)", eight, "adds_type(this,type(creature))"}
    assert len(compiled(STATION, types=["Artifact"]).abilities) == 3


def test_a_leveler_has_what_stands_between_its_level_symbols():
    text = "Level up {1}\nLEVEL 1-4\n2/3\n{T}: Add {G}.\nLEVEL 5+\n4/5\nTrample"
    _, low, mana, high, trample = map(set, compiled(text, types=["Creature"], power="1", toughness="1").abilities)
    some = 'functions_while(both_hold(has_counters(this,"level",1),not_so(has_counters(this,"level",5))))'
    assert {some, "sets_power(this,2)", "sets_toughness(this,3)"} <= low and some in mana
    many = 'functions_while(has_counters(this,"level",5))'
    assert {many, "sets_power(this,4)"} <= high and {many, "grants_keyword(this,trample)"} <= trample


def test_a_class_has_abilities_from_a_level_on():
    bar, static = compiled("{G}: Level 2\nCreatures you control have haste.", types=["Enchantment"]).abilities
    assert {"effect(1,gains_class_level(2))", "activate_only(sorcery)", "activate_only_if(exactly(class_level(this),1))"} <= set(bar)
    assert "functions_while(at_least(class_level(this),2))" in static


@pytest.mark.parametrize("text", ["Flying, Haste", "Flying, haste", "Haste", "Ward {1}, haste", "Haste; flanking"])
def test_haste_in_a_list(text):
    assert "printed_keyword(haste)" in compiled(text, types=["Creature"]).card_facts


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("When Test Card enters, if you cast it, add {R}.", "trigger(enters(this)) intervening_if(happened(cast_by_you))"),
        ("When Test Card enters, if it was cast, add {R}.", "trigger(enters(this)) intervening_if(happened(cast))"),
        ("When Test Card enters, if you cast it from your hand, add {R}.",
         "trigger(enters(this)) intervening_if(both_hold(happened(cast_by_you),happened(cast_from_hand)))"),
        ("When Test Card enters, if you didn't cast it from your hand, add {R}.",
         "trigger(enters(this)) intervening_if(either_holds(not_so(happened(cast_by_you)),not_so(happened(cast_from_hand))))"),
        ("Whenever an Elf enters, if you cast it, add {R}.", 'trigger(enters(subtype("Elf"))) intervening_if(is(that,cast_by_you))'),
        ("Whenever you cast a red spell, if it was kicked, add {R}.", "trigger(casts(you,color(r))) intervening_if(is(that,kicked))"),
        ("Whenever you cast a red spell, if Test Card has fewer than three oil counters on it, add {R}.",
         'trigger(casts(you,color(r))) intervening_if(not_so(has_counters(this,"oil",3)))'),
        ("At the beginning of each upkeep, if the moon is full, add {R}.", "trigger(begins(upkeep,player)) intervening_if(unknown)"),
        ("Whenever the moon rises, if you control an Elf, add {R}.", "trigger(other) intervening_if(unknown)"),
        ("Whenever the moon rises, add {R}.", "trigger(other)"),
        ("Whenever an Elf dies, if Test Card is in your graveyard, add {R}.", 'trigger(dies(subtype("Elf"))) functions_from(graveyard)'),
    ],
)  # fmt: skip
def test_the_if_of_a_trigger_is_never_lost(text, wanted):
    assert block(text) - facts("triggered(1) effect(1,add_mana) adds(1,1,r,1)") == facts(wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("only if an opponent controls four or more lands", "activate_only_if(controls(opponent,type(land),4))"),
        ("only if Test Card doesn't have defender", "activate_only_if(not_so(is(this,keyword(defender))))"),
        ("only if Test Card has another activated ability", "activate_only_if(is(this,another_activated_ability))"),
        ("only if Test Card is blue and only once", "activate_only_if(is(this,color(u))) activate_only(once)"),
        ("only if there are five colors among permanents you control", "activate_only_if(at_least(colors_count(both(permanent,you_control)),5))"),
        ("only if two or more Elf cards are in your graveyard", 'activate_only_if(at_least(cards_in(graveyard,you,subtype("Elf")),2))'),
        ("only if Test Card is in your graveyard", "functions_from(graveyard)"),
        ("only if Test Card is on the battlefield or in your graveyard", "functions_from(graveyard) functions_from(battlefield)"),
    ],
)  # fmt: skip
def test_activate_only_if(text, wanted):
    assert block(f"{{1}}: Add {{G}}. Activate {text}.") - facts("activated(1) cost(1,mana) cost_symbol(generic,1) effect(1,add_mana) adds(1,1,g,1)") == facts(wanted)


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("Whenever you cast a red spell, you may return Test Card from your graveyard to your hand.", {"functions_from(graveyard)"}),
        ("Whenever you cast a red spell, you may put Test Card from your hand onto the battlefield.", {"functions_from(hand)"}),
        ("When Test Card dies, return Test Card from your graveyard to your hand.", set()),
    ],
)
def test_what_moves_itself_functions_from_there(text, zones):
    assert {fact for fact in block(text) if fact.startswith("functions_from")} == zones


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("{T}: Add {G}. Draw a card.", True),
        ("{T}: Add {G}. When you next cast a spell this turn, draw a card.", False),
        ("{T}: Add {G}. When you next cast a spell this turn, exile it. Put it into its owner's library.", False),
        ("{T}: Draw a card. When you next cast a spell this turn, add {G}.", True),
    ],
)
def test_what_a_later_trigger_moves_is_not_moved_by_the_ability(text, moves):
    assert ("moves_library_card" in block(text)) == moves


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("Whenever Test Card mutates, add an amount of {G} equal to its power.", True),
        ("When you cycle Test Card, add an amount of {G} equal to its power.", True),
        ("Whenever Test Card or equipped creature blocks, add an amount of {G} equal to its power.", False),
        ("Whenever Test Card deals damage to a creature, add an amount of {G} equal to its power.", False),
        ("When the creature put onto the battlefield with Test Card dies, add an amount of {G} equal to its power.", False),
    ],
)
def test_it_is_the_source_where_nothing_else_is_spoken_of(text, understood):
    assert ("adds(1,1,g,power_of(this))" in block(text)) == understood
    assert ("not_modelled(mana)" in block(text)) != understood


def test_what_is_said_of_mana_is_about_that_of_the_later_trigger():
    text = "{T}: Add {R}. At the beginning of your next main phase, add {G}. Spend this mana only to cast creature spells."
    now, later = compiled(text).abilities
    assert not any("spend_only" in fact for fact in now)
    assert "spend_only(casts(you,type(creature)))" in later


def test_your_commander_is_one_that_you_own():
    assert "spend_only(casts(you,both(commander,you_own)))" in block("{T}: Add {C}. Spend this mana only to cast your commander.")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("at least four mana was spent to cast it", "at_least(paid(mana),4)"), ("mana from a Treasure was spent to cast it", 'at_least(paid(mana_of(subtype("Treasure"))),1)')],
)
def test_mana_spent_on_the_spell_that_triggers(text, wanted):
    assert f"intervening_if({wanted})" in block(f"Whenever you cast a noncreature spell, if {text}, add {{R}}.")


@pytest.mark.parametrize(
    ("text", "amount"),
    [("Flying, firebending 2", "2"), ("Firebending X, where X is Test Card's power.", "power_of(this)")],
)
def test_firebending_adds_mana(text, amount):
    assert block(text) == facts(f"triggered(1) trigger(attacks(this)) effect(1,add_mana) adds(1,1,r,{amount}) mana_stays(combat)")


@pytest.mark.parametrize("text", ["{T}: Target creature gains firebending 4 until end of turn.", "Elves you control have firebending 4."])
def test_firebending_that_is_gained_is_the_same_ability(text):
    made = compiled(text).abilities
    (granted,) = [set(found) for found in made if "quoted" in found and found[0].startswith("triggered")]
    assert granted == facts("triggered(1) quoted trigger(attacks(this)) effect(1,add_mana) adds(1,1,r,4) mana_stays(combat)")
    assert any("grants_ability(" in fact for found in made for fact in found)
    assert not any("not_modelled" in fact for found in made for fact in found)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Whenever Test Card or another Elf you control enters, add {G}.", 'trigger(enters(either(this,both(other,both(subtype("Elf"),you_control)))))'),
        ("Whenever Test Card or another creature dies, add {G}.", "trigger(dies(either(this,both(other,type(creature)))))"),
        ("Whenever Test Card or equipped creature attacks, add {G}.", "trigger(attacks(either(this,attached)))"),
    ],
)
def test_what_triggers_on_itself_and_on_others(text, wanted):
    assert block(text) - facts("triggered(1) effect(1,add_mana) adds(1,1,g,1)") == {wanted}


def test_a_mana_value_of_x_needs_an_x():
    assert "effect(1,destroys(both(target,both(type(creature),mana_value_is(x)))))" in block("{X}, {T}: Destroy target creature with mana value X.")
    assert "effect(1,other)" in block("{T}: Destroy target creature with mana value X.")
    assert "trigger(other)" in block("Whenever you cast a creature spell with mana value X, add {G}.")
