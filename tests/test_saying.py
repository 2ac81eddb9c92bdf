"""Readings are said as a person would: articles, plurals, the order of words, no names twice."""

import pytest
from clingo import parse_term

import kb
from kb.goals import parse_goal
from kb.reading import BoardError
from kb.rulebook import Rulebook
from kb.saying import says

BOOK = Rulebook.load()
A = 'ability("A Card",1)'


@pytest.mark.parametrize(("atom", "sentence"), [
    (f"trigger({A},casts(you,both(type(creature),mana_value_at_least(5))))",
     "An ability of A Card triggers when you cast a creature spell with mana value 5 or greater."),
    (f"trigger({A},casts(player,non(type(creature))))", "An ability of A Card triggers when a player casts a noncreature spell."),
    (f"trigger({A},dies(both(other,both(type(creature),you_control))))", "An ability of A Card triggers when another creature you control dies."),
    (f"trigger({A},begins(upkeep,opponent))", "An ability of A Card triggers when it is the beginning of an opponent's upkeep."),
    (f"cost({A},1,sacrifice(1,this))", "An ability of A Card costs: sacrifice this."),
    (f"cost({A},1,sacrifice(2,type(sorcery)))", "An ability of A Card costs: sacrifice 2 sorceries."),
    (f"cost({A},1,sacrifice(1,type(artifact)))", "An ability of A Card costs: sacrifice an artifact."),
    (f"cost_symbol({A},generic,3)", "An ability of A Card costs: {3}."),
    (f"cost_symbol({A},phyrexian(g),2)", "An ability of A Card costs: {G/P}{G/P}."),
    (f"adds({A},1,1,g,2)", "An ability of A Card adds {G}{G}."),
    (f"adds({A},1,1,g,count(both(type(creature),you_control)))", "An ability of A Card adds {G} equal to the number of creatures you control."),
    (f"effect({A},1,gets_power(both(target(up_to(1)),type(creature)),2,2))", "Effect 1 of an ability of A Card: up to 1 target creature gets +2/+2."),
    (f'effect({A},1,puts_counters(both(target(up_to(2)),type(creature)),"+1/+1",1))',
     "Effect 1 of an ability of A Card: put 1 +1/+1 counter on up to 2 target creatures."),
    (f"effect({A},1,deals_damage(this,any_target,power_of(this)))",
     "Effect 1 of an ability of A Card: this deals damage equal to its power to any target."),
    (f"effect({A},1,loses_life(each_opponent,1))", "Effect 1 of an ability of A Card: each opponent loses 1 life."),
    (f'modifies_power({A},this,player_counters(you,"experience"))',
     "this gets +X power, where X is the number of experience counters that you have."),
    (f"grants_keyword({A},both(type(creature),you_control),haste)", "each creature you control has haste."),
    (f"replaces_counters_amount({A},2,1,0)", "Instead, an ability of A Card puts 2 times as many."),
    (f"replaces_counters_amount({A},1,1,1)", "Instead, an ability of A Card puts as many, plus 1."),
    (f"replaces_counters_amount({A},1,2,0)", "Instead, an ability of A Card puts as many divided by 2, rounded down."),
    (f'can_activate("a-card-2",{A})', "an ability of a-card-2 can be activated."),
    (f'can_activate("other",{A})', "an ability of A Card on other can be activated."),
    ('type("orchard",artifact)', "orchard is an artifact."),
    ('puts(e,"Bob","poison",1)', "1 poison counter is put on Bob."),
    ('puts(e,"Bob","poison",2)', "2 poison counters are put on Bob."),
])
def test_an_atom_is_said_as_a_person_would(atom, sentence):
    said = says(BOOK, parse_term(atom))
    assert said[0].lower() + said[1:] == sentence[0].lower() + sentence[1:]


PERMANENTS = ["Sol Ring", "Forest", "City of Brass", "Deathrite Shaman", "Walking Ballista (1 +1/+1)"]
BOARD = kb.load({"players": {"Alice": {"battlefield": PERMANENTS}, "Bob": {}}})


@pytest.mark.parametrize(("ask", "guess", "meant"), [
    (lambda: BOARD.proliferate(), "choose(forest)", "can_be_chosen(Bearer)"),
    (lambda: BOARD.state(), "die(forest)", "dies(Object)"),
    (lambda: BOARD.could_produce(), "produces(forest, w)", "could_produce(Object, Type)"),
    (lambda: BOARD.could_produce(), "could_produce(forest)", "could_produce(Object, Type)"),
    (lambda: BOARD.could_produce(), "xyzzy(forest)", None),
])
def test_a_guess_at_an_atom_names_the_one_that_is_meant(ask, guess, meant):
    with pytest.raises(BoardError) as fault:
        ask().why_not(guess)
    assert fault.value.nearest == meant


def test_the_number_of_an_ability_stands_for_it():
    answer = BOARD.activate("sol-ring")
    assert parse_goal("can_activate(sol-ring, 1)", BOOK, answer.asked.solution.atoms) in answer.asked.solution.atoms


def test_an_amount_that_is_neither_the_most_nor_the_least_is_told_how_to_be():
    with pytest.raises(BoardError) as fault:
        list(BOARD.proliferate(best='counters(walking-ballista, "+1/+1")').results())
    assert fault.value.nearest == 'max:counters(walking-ballista, "+1/+1")'


def test_results_and_reasons_are_in_the_order_of_the_types_of_mana():
    answer = BOARD.tap("city-of-brass")
    assert [list(result["mana"]["Alice"]) for result in answer.value] == [["W"], ["U"], ["B"], ["R"], ["G"]]
    gets = [line.split()[2] for line in str(answer.why()).splitlines() if line.startswith("Alice gets")]
    assert gets == ["{W}.", "{U}.", "{B}.", "{R}.", "{G}."]


def test_that_nothing_comes_of_tapping_is_told_with_its_reason():
    assert str(BOARD.tap("deathrite-shaman")).split() == "none deathrite-shaman has no activated mana ability. 605.1a".split()
