"""Paying costs: every minimal way, against trying everything; conditions, the best ways, counting, and what is told."""

import random
from collections import Counter
from itertools import islice

import pytest
from naive_payment import OWN, Naive, random_board

from kb.board import BoardError, load
from kb.rendering import render


def board(*battlefield, pool="", life=20, hand=(), cards=(), bob=()):
    alice = {"battlefield": [*battlefield], "pool": pool, "life": life, "hand": [*hand]}
    return load({"players": {"Alice": alice, "Bob": {"battlefield": [*bob]}}, "cards": [*cards]})


def cost(symbols):
    return "".join(f"{{{symbol}}}" for symbol in symbols)


def by_card(ways, card):
    """Ways as sets of activations, with how often, and the times that life is paid; permanents by the names of their cards."""
    found = []
    for way in ways:
        taps = [step for step in way if "tap" in step]
        acts = Counter((card[step["tap"]], step["ability"], step["for"], other(step, card)) for step in taps)
        found.append((frozenset(acts.items()), sum("life" in step for step in way)))
    return found


def other(step, card):
    """What pays for an activation, where that is not its source."""
    return next((card[name] for name in step.get("with", ()) if name != step["tap"]), "")


# ---- every way --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("seeds", [range(first, first + 10) for first in range(1000, 1100, 10)], ids=lambda seeds: str(seeds[0]))
def test_the_minimal_ways_are_those_that_trying_everything_finds(seeds):
    for seed in seeds:
        names, symbols, pool, life = random_board(random.Random(seed))
        asked = board(*names, pool=pool, life=life, cards=OWN)
        card = {permanent.id: permanent.card.name for permanent in asked.permanents.values()}
        expected = Naive(card, pool, life).reach(10).minimal_ways(symbols)
        answer = asked.pay(cost(symbols))
        got = by_card(answer.results(), card)
        assert answer.exact and len(got) == len(set(got)), seed
        assert set(got) == expected and answer.value["possible"] == bool(expected), seed


def test_what_is_paid_is_told_step_by_step_and_mana_is_there_before_it_is_spent():
    asked = board("Forest", "Azorius Signet", "Mystic Gate", "Sol Ring")
    for way in asked.pay("{W}{W}{U}{1}").results():
        mana = Counter()
        for step in way:
            assert not Counter(step.get("paid_with", "").replace("{", "").replace("}", "")) - mana, way
            mana += Counter(step["for"])
            mana -= Counter(step.get("paid_with", "").replace("{", "").replace("}", ""))
        assert "".join(sorted("".join(step["pays"] for step in way))) == "".join(sorted("{W}{W}{U}{1}"))


def test_of_permanents_alike_it_does_not_matter_which_is_used():
    answer = board("3 Forest", "2 Forest (tapped)").pay("{G}{G}")
    assert [[step["tap"] for step in way] for way in answer.results()] == [["forest", "forest-2"]]


def test_creatures_of_two_kinds_that_pay_make_two_ways():
    answer = board("Springleaf Drum", "2 Grizzly Bears", "Hill Giant", "Serra Angel (tapped)").pay("{G}")
    assert sorted(way[0]["with"][0] for way in answer.results()) == ["grizzly-bears-2", "hill-giant"]


def test_cards_in_hand_give_mana():
    answer = board("Mountain", hand=["2 Simian Spirit Guide", "Lightning Bolt"]).pay("{R}{R}")
    assert taps(answer.results()) == [["mountain", "simian-spirit-guide"], ["simian-spirit-guide", "simian-spirit-guide-2"]]


@pytest.mark.parametrize(("more", "exact"), [([], True), (["Squandered Resources"], False)])
def test_mana_that_counts_what_may_be_sacrificed_for_it_is_named(more, exact):
    assert board("Cabal Coffers", "3 Swamp", *more).pay("{B}{B}{B}").exact is exact


def test_a_cost_of_nothing_is_paid_with_nothing():
    assert board("Forest").pay("{0}").value == {"possible": True, "ways": [[]], "more": False}


@pytest.mark.parametrize(("x", "possible"), [(2, True), (3, False)])
def test_x_is_as_much_mana_as_it_says(x, possible):
    assert board("2 Forest", "Island").pay("{X}{U}", x=x).value["possible"] is possible


@pytest.mark.parametrize(("life", "ways"), [(1, 1), (2, 2)])
def test_life_that_is_there_pays_for_a_phyrexian_symbol(life, ways):
    assert board("Forest", life=life).pay("{G/P}").count() == ways


def test_damage_of_sources_comes_before_life_is_paid():
    assert not board("Adarkar Wastes", life=2).pay("{W}{G/P}").value["possible"]
    assert board("Adarkar Wastes", life=3).pay("{W}{G/P}").value["possible"]


# ---- agreement --------------------------------------------------------------------------------------------------------------

SYMBOLS = ["1", "2", *"WUBRGC", "W/U", "R/G", "S"]


def stone(symbols):
    return {"name": "Test Stone", "type": "Artifact", "text": f"{cost(symbols)}, {{T}}: Add {{C}}."}


def test_what_the_pool_pays_for_a_source_is_what_pay_says():
    """`tap` pays costs from the pool alone; so does `pay` where there is no source."""
    chance = random.Random(7)
    said = Counter()
    for _ in range(12):
        symbols, pool = chance.choices(SYMBOLS, k=chance.randint(1, 3)), "".join(chance.choices("WUBRGC", k=chance.randint(1, 4)))
        by_tap = bool(board("Test Stone", pool=pool, cards=[stone(symbols)]).tap("test-stone").value)
        assert board(pool=pool).pay(cost(symbols)).value["possible"] is by_tap, (symbols, pool)
        said[by_tap] += 1
    assert min(said.values()) > 2


def test_an_ability_can_be_activated_just_where_its_cost_can_be_paid():
    chance = random.Random(11)
    said = Counter()
    for _ in range(8):
        names, _, pool, _ = random_board(chance)
        symbols = chance.choices(SYMBOLS, k=chance.randint(1, 3))
        sink = {"name": "Test Sink", "type": "Enchantment", "text": f"{cost(symbols)}: You gain 1 life."}
        asked = board("Test Sink", *names, pool=pool, cards=[sink, *OWN])
        possible = asked.pay(cost(symbols)).value["possible"]
        assert asked.activate("test-sink", ability=1).value["legal"] is possible, (names, symbols, pool)
        said[possible] += 1
    assert min(said.values()) > 1


def test_what_a_cost_taps_itself_gives_no_mana_for_it():
    text = "{T}: Add {C}.\n{1}, {T}: You gain 1 life."
    asked = board("Test Stone", cards=[{"name": "Test Stone", "type": "Artifact", "text": text}])
    assert not asked.activate("test-stone", ability=2).value["legal"]
    with_another = board("Test Stone", "Wastes", cards=[{"name": "Test Stone", "type": "Artifact", "text": text}])
    assert with_another.activate("test-stone", ability=2).value["legal"]


# ---- the best, and some ---------------------------------------------------------------------------------------------------

def taps(ways):
    return sorted(sorted(step["tap"] for step in way) for way in ways)


def test_the_fewest_sources():
    answer = board("2 Forest", "Sol Ring", "Island").pay("{2}{G}", best="fewest-sources")
    assert taps(answer.results()) == [["forest", "sol-ring"]]


def test_sources_of_a_color_are_kept():
    answer = board("Forest", "Savannah", "Tropical Island", "Island").pay("{1}{G}", best="keep:U")
    assert {tuple(sorted(step["tap"] for step in way)) for way in answer.results()} == {("forest", "savannah")}


def test_one_amount_after_the_other():
    asked = board("Adarkar Wastes", "Tundra", "Plains")
    assert taps(asked.pay("{W}", best=["min:damage(Alice)", "keep:U"]).results()) == [["plains"]]


def test_only_ways_in_which_a_condition_holds():
    asked = board("Adarkar Wastes", "Plains", "Island")
    assert taps(asked.pay("{W}", where="damage(Alice) = 1").results()) == [["adarkar-wastes"]]
    assert taps(asked.pay("{1}", where="not uses(adarkar-wastes) and sources(Alice) = 1").results()) == [["island"], ["plains"]]


def test_what_ways_can_be_best_in_is_told_of_a_word_that_is_none():
    with pytest.raises(BoardError, match="'fewest' is nothing that minimal ways could be best in\n  allowed: fewest-sources"):
        board("Forest").pay("{G}", best="fewest")


@pytest.mark.parametrize("best", ["most-sources", "keep:Q", "keep:", "max:sources(Alice)", "min:keeps(Alice, U)", "min:nonsense(Alice)"])
def test_what_no_minimal_way_could_be_best_in_is_refused(best):
    with pytest.raises(BoardError):
        board("Forest").pay("{G}", best=best)


# ---- many ---------------------------------------------------------------------------------------------------------------------

DUALS = ["Tundra", "Underground Sea", "Badlands", "Taiga", "Savannah", "Scrubland", "Volcanic Island", "Bayou", "Plateau", "Tropical Island"]


def test_ways_are_counted_up_to_ten_thousand():
    asked = board(*DUALS, "City of Brass", "Mana Confluence")
    assert asked.pay("{W}").count() == 6
    assert asked.pay("{5}{W}").count() == "more than 10,000"


def test_ways_come_one_after_another():
    answer = board(*DUALS, "City of Brass", "Mana Confluence").pay("{5}{W}")
    assert len(list(islice(answer.results(), 25))) == 25 and len(answer.value["ways"]) == 10 and answer.value["more"]


@pytest.mark.parametrize(("battlefield", "asked"), [
    (["9 City of Brass"], "{10}"),
    (["9 City of Brass"], "{5}{W}{U}{B}{R}{G}"),
    ([*DUALS, "Forest", "Island", "Mountain", "Swamp", "Sol Ring"], "{W}{W}{W}{W}{W}{U}{U}{B}{R}{G}"),
    (["15 Azorius Signet"], "{W}"),
])
def test_what_is_impossible_is_found_out_without_trying(battlefield, asked):
    assert not board(*battlefield).pay(asked).value["possible"]


# ---- what is told -------------------------------------------------------------------------------------------------------------

def test_damage_and_payments_are_told():
    (way,) = board("Adarkar Wastes").pay("{W}").value["ways"]
    assert way == [{"tap": "adarkar-wastes", "ability": 2, "for": "W", "pays": "{W}",
                    "also": [{"source": "adarkar-wastes", "says": "adarkar-wastes: this deals 1 damage to you."}]}]


def test_the_plain_answer_has_a_line_for_each_way():
    answer = board("2 Wastes", "Azorius Signet", pool="G", life=5).pay("{W}{U}{G/P}")
    assert sorted(line[3:] for line in render(answer).splitlines()) == [
        "{G} of the pool; azorius-signet for {W}{U} paid with {G}; 2 life for {G/P}",
        "{G} of the pool; wastes for {C}; azorius-signet for {W}{U} paid with {C}",
    ]


def test_the_plain_answer_tells_what_is_impossible_and_why():
    assert render(board("Forest (tapped)", "Adarkar Wastes").pay("{W}{W}")).split("\n")[0] == "impossible"


def test_the_pool_is_spent_first():
    (way,) = board("Forest", pool="G").pay("{G}").value["ways"]
    assert way == [{"pool": "G", "pays": "{G}"}]


def test_what_is_impossible_says_which_symbols_lack_mana_and_what_forbids_each_source():
    answer = board("Forest (tapped)", "Island").pay("{G}")
    says = dict(answer.asked.reasons())
    assert any(sentence.startswith("{G}: 1 mana needed, and at most 0") for sentence in says) and answer.negative
    assert any("it is already tapped" in sentence and cites == ("107.5",) for sentence, cites in says.items())


def test_without_a_purpose_restricted_mana_counts_and_that_is_said():
    asked = board("Ancient Ziggurat", hand=["Lightning Bolt"])
    assert asked.pay("{R}").value["possible"] and "ancient-ziggurat" in " ".join(asked.pay("{R}").notes)
    assert not asked.pay("{R}", for_="Lightning Bolt").value["possible"]


@pytest.mark.parametrize(("spell", "possible", "exact"), [
    ("Grizzly Bears", True, True), ("Giant Growth", False, True), (None, True, True),
])
def test_mana_of_the_pool_may_be_restricted(spell, possible, exact):
    asked = load({"players": {"Alice": {"pool": [{"mana": "G", "only": "creature spells"}, {"mana": "C"}]}}})
    answer = asked.pay("{1}{G}", for_=spell)
    assert (answer.value["possible"], answer.exact) == (possible, exact)


def test_a_restriction_that_is_not_understood_is_named():
    asked = load({"players": {"Alice": {"pool": [{"mana": "G", "only": "whatever it is that Bob likes"}]}}})
    assert not asked.pay("{G}", for_="Grizzly Bears").exact


@pytest.mark.parametrize(("of", "more", "says"), [
    ("2G", {}, "mana cost"), ("{X}", {}, "x"), ("{G}", {"x": 2}, "X"), ("{Y}", {}, "X"), ("{5000}", {}, "1,000"), ("{G}", {"for_": "Lightnin Bolt"}, "Lightning Bolt"),
    ("{G}", {"by": "Carol"}, "Alice"),
])
def test_bad_input_says_what_would_be_right(of, more, says):
    with pytest.raises(BoardError, match=says):
        board("Forest").pay(of, **more)


# ---- mana as though it were other mana ------------------------------------------------------------------------------------------

LATTICE = {"name": "Test Lattice", "type": "Artifact", "text": "Players may spend mana as though it were mana of any color."}
DAWN = {"name": "Test Dawn", "type": "Enchantment",
        "text": "You may spend white mana as though it were mana of any color. You may spend other mana only as though it were colorless mana."}


@pytest.mark.parametrize(("of", "possible"), [("{G}{W}", True), ("{C}", True), ("{C}{C}", False)])
def test_any_mana_as_though_it_were_of_any_color(of, possible):
    answer = board("Wastes", "Island", cards=[LATTICE], bob=["Test Lattice"]).pay(of)
    assert answer.exact and answer.value["possible"] is possible


@pytest.mark.parametrize(("pool", "of", "possible"), [
    ("W", "{B}", True), ("B", "{B}", False), ("B", "{C}", True), ("B", "{1}", True), ("W", "{C}", False), ("WB", "{G}{C}", True), ("WW", "{U}{R}", True),
])
def test_white_mana_as_any_color_and_other_mana_only_as_colorless(pool, of, possible):
    answer = board("Test Dawn", pool=pool, cards=[DAWN]).pay(of)
    assert answer.exact and answer.value["possible"] is possible


def test_the_rule_on_mana_as_though_it_were_other_mana_is_named():
    answer = board("Wastes", "Test Lattice", cards=[LATTICE]).pay("{G}")
    assert "609.4b" in {number for step in answer.why().steps.values() for number in step.cites}


def test_what_counts_permanents_is_used_before_some_are_sacrificed():
    answer = board("Temple of the False God", *["Forest (tapped)"] * 4, "Squandered Resources").pay("{2}{G}{G}", best="fewest-sources")
    assert [[step["tap"] for step in way] for way in answer.results()] == [["temple-of-the-false-god", "squandered-resources", "squandered-resources"]]


# ---- what casting a card costs ---------------------------------------------------------------------------------------------------


def test_a_cost_that_is_said_is_taken_as_the_total_cost():
    there = board("Mountain", "Goblin Electromancer", hand=["Lightning Strike"])
    said, of_card = there.pay("{1}{R}", for_="Lightning Strike"), there.pay("Lightning Strike")
    assert not said.value["possible"] and "goblin-electromancer" in said.notes[0]
    assert of_card.value["possible"] and of_card.exact and not of_card.notes


@pytest.mark.parametrize(("card", "battlefield", "exact"), [
    ("Chord of Calling", ["Grizzly Bears"], False), ("Chord of Calling", ["Grizzly Bears (tapped)"], True), ("Chord of Calling", ["Sol Ring"], True),
    ("Whir of Invention", ["Ornithopter"], False), ("Whir of Invention", ["Grizzly Bears"], True), ("Myr Superion", [], False),
])
def test_what_else_could_pay_for_a_spell_is_named(card, battlefield, exact):
    assert board(*battlefield, hand=[card]).pay("{2}", for_=card).exact is exact


@pytest.mark.parametrize(("of", "more", "says"), [
    ("Ancestral Vision", {}, "has no mana cost"), ("Forest", {}, "has no mana cost"), ("Spectral Denial", {}, "has {X}, which is not said"),
    ("Opt", {"x": 1}, "has no {X}"), ("Opt", {"for_": "Opt"}, "is a card"),
])
def test_cards_that_can_not_be_paid_for(of, more, says):
    with pytest.raises(BoardError, match=says):
        board(hand=["Opt"]).pay(of, **more)
