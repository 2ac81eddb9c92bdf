"""Damage and its results: on boards made at random, what holds whatever the board; and what is refused."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.__main__ import main
from kb.board import BoardError, load
from kb.facts import board_facts, fact
from kb.rulebook import Rulebook
from kb.solving import TooMany, solve, solve_each

KEYWORDS = ["", "Infect", "Wither", "Lifelink", "Toxic 2", "Deathtouch", "First strike", "Double strike", "Trample", "Infect, lifelink"]
PLAYERS = ("Alice", "Bob")
CREATURES = ("a", "b", "c")


@st.composite
def boards(draw):
    """Three creatures, of two players, with keywords, counters and damage marked."""
    cards = [{"name": f"Creature {name}", "type": "Creature", "power": draw(st.integers(0, 3)), "toughness": draw(st.integers(1, 4)),
              "text": draw(st.sampled_from(KEYWORDS))} for name in CREATURES]
    permanents = [{"card": card["name"], "id": name, "damage": draw(st.integers(0, 1)), "counters": {"-1/-1": 0, "charge": draw(st.integers(0, 1))}}
                  for card, name in zip(cards, CREATURES)]
    return {"players": {"Alice": {"life": 20, "battlefield": permanents[:2]},
                        "Bob": {"life": 20, "counters": {"poison": draw(st.integers(0, 2))}, "battlefield": permanents[2:]}}, "cards": cards}


DEALS = st.lists(st.fixed_dictionaries({"source": st.sampled_from(CREATURES), "to": st.sampled_from([*PLAYERS, *CREATURES]),
                                        "amount": st.integers(0, 4), "combat": st.booleans()}), max_size=4)


def text(board, name):
    return next(card["text"] for card in board["cards"] if card["name"] == f"Creature {name}").lower()


def permanent(board, name):
    return next(one for player in board["players"].values() for one in player["battlefield"] if one["id"] == name)


@settings(max_examples=20, deadline=None)
@given(boards(), DEALS)
def test_all_damage_is_accounted_for(board, deals):
    """As life lost or poison counters (120.3a, b), and on creatures that stay, as damage marked or -1/-1 counters (120.3d, e)."""
    (result,) = load(board).damage(deals).value
    infecting = {name for name in CREATURES if "infect" in text(board, name)}
    withering = infecting | {name for name in CREATURES if "wither" in text(board, name)}

    def dealt(to, sources):
        return sum(deal["amount"] for deal in deals if deal["to"] == to and deal["source"] in sources)

    for player in PLAYERS:
        controlled = {one["id"] for one in board["players"][player]["battlefield"]}
        gained = sum(deal["amount"] for deal in deals if deal["source"] in controlled and "lifelink" in text(board, deal["source"]))
        assert result["life"][player] == 20 + gained - dealt(player, set(CREATURES) - infecting)
        toxic = sum(2 for deal in deals if deal["to"] == player and deal["amount"] and deal["combat"] and "toxic" in text(board, deal["source"]))
        poison = board["players"][player].get("counters", {}).get("poison", 0) + dealt(player, infecting) + toxic
        assert result["counters"].get(player, {}).get("poison", 0) == poison
    for name in set(CREATURES) - set(result["dies"]):
        assert result["damage"].get(name, 0) == permanent(board, name)["damage"] + dealt(name, set(CREATURES) - withering)
        assert result["counters"].get(name, {}).get("-1/-1", 0) == dealt(name, withering)
        assert result["counters"].get(name, {}).get("charge", 0) == permanent(board, name)["counters"]["charge"]


@settings(max_examples=8, deadline=None)
@given(boards(), DEALS, st.randoms(use_true_random=False))
def test_the_order_in_which_damage_is_named_does_not_matter(board, deals, random):
    shuffled = random.sample(deals, len(deals))
    assert load(board).damage(shuffled).value == load(board).damage(deals).value


@settings(max_examples=8, deadline=None)
@given(boards(), DEALS)
def test_damage_of_0_changes_nothing(board, deals):
    nothing = [deal | {"amount": 0} for deal in deals]
    assert load(board).damage(nothing).value == load(board).state().value
    assert load(board).damage([*deals, *nothing]).value == load(board).damage(deals).value


@settings(max_examples=10, deadline=None)
@given(boards(), st.booleans())
def test_combat_damage_is_the_damage_of_its_step(board, blocked):
    """Where nobody strikes first and nobody divides damage, the step deals what `damage` is told (510.2)."""
    strikers = [card for card in board["cards"] if "strike" in card["text"] or "Trample" in card["text"]]
    for card in strikers:
        card["text"] = ""
    power = {name: next(card["power"] for card in board["cards"] if card["name"] == f"Creature {name}") for name in CREATURES}
    permanent(board, "a")["attacking"] = "Bob"
    deals = [{"source": "a", "to": "c" if blocked else "Bob", "amount": power["a"], "combat": True}]
    if blocked:
        permanent(board, "c")["blocking"] = ["a"]
        deals.append({"source": "c", "to": "a", "amount": power["c"], "combat": True})
    assert load(board).combat_damage().value == load(board).damage(deals).value


def blocked_by(*toughness, power=3, text="", deals=None):
    """An attacker that is blocked by creatures of power 0."""
    cards = [{"name": "Attacker", "type": "Creature", "power": power, "toughness": 9, "text": text}]
    cards += [{"name": f"Blocker {number}", "type": "Creature", "power": 0, "toughness": each} for number, each in enumerate(toughness)]
    attacker = {"card": "Attacker", "id": "attacker", "attacking": "Bob"} | ({} if deals is None else {"deals": deals})
    blockers = [{"card": f"Blocker {number}", "id": f"b{number}", "blocking": ["attacker"]} for number in range(len(toughness))]
    return load({"players": {"Alice": {"battlefield": [attacker]}, "Bob": {"battlefield": blockers}}, "cards": cards})


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 4), st.lists(st.integers(3, 6), min_size=2, max_size=3))
def test_every_division_among_blockers_is_a_result(power, toughness):
    blockers = [f"b{number}" for number in range(len(toughness))]
    divisions = [each for each in product(range(power + 1), repeat=len(toughness)) if sum(each) == power]
    expected = {(tuple(0 if marked >= most else marked for marked, most in zip(each, toughness)),
                 tuple(name for name, marked, most in zip(blockers, each, toughness) if marked >= most)) for each in divisions}
    results = blocked_by(*toughness, power=power).combat_damage().value
    assert len(results) == len(expected)
    assert {(tuple(result["damage"].get(name, 0) for name in blockers), tuple(result["dies"])) for result in results} == expected


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 6), st.lists(st.integers(1, 3), min_size=1, max_size=2), st.booleans())
def test_trample_leaves_the_player_what_is_more_than_lethal(power, toughness, deadly):
    lethal = len(toughness) if deadly else sum(toughness)
    results = blocked_by(*toughness, power=power, text="Trample, deathtouch" if deadly else "Trample").combat_damage().value
    assert {20 - result["life"]["Bob"] for result in results} == {0, *range(max(power - lethal, 0) + 1)}


@pytest.mark.parametrize("deals, says", [
    ({"b0": 2}, "its power is another number"), ({"b0": 2, "Alice": 1}, "neither blocks nor is blocked"), ({"b0": 1, "b1": 1, "Bob": 1}, "neither"),
])
def test_an_assignment_that_is_not_legal_is_refused(deals, says):
    with pytest.raises(BoardError, match=says):
        blocked_by(2, 2, deals=deals).combat_damage()


def test_trample_past_a_blocker_without_lethal_damage_is_refused():
    with pytest.raises(BoardError, match="not assigned lethal damage"):
        blocked_by(2, text="Trample", deals={"b0": 1, "Bob": 2}).combat_damage()


# ---- proliferatelink ------------------------------------------------------------------------------------------------------

def seedling(counters=1, others=(), blocker="Mons's Goblin Raiders"):
    seedling = {"card": "Phyrexian Seedling", "id": "seedling", "counters": {"+1/+1": counters}, "attacking": "Bob"}
    return load({"players": {"Alice": {"battlefield": [seedling, *others]},
                             "Bob": {"battlefield": [{"card": blocker, "id": "blocker", "blocking": ["seedling"]}] if blocker else []}}})


def test_the_seedling_lives_if_it_chooses_itself_and_both_are_told():
    results = {tuple(result["proliferations"][0]["chosen"]): result for result in seedling().combat_damage().value}
    assert results["seedling",]["dies"] == ["blocker"] and results["seedling",]["counters"] == {"seedling": {"+1/+1": 2}}
    assert results[()]["dies"] == ["blocker", "seedling"]
    assert len(results) == 2


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 3), st.integers(0, 2))
def test_each_number_of_times_is_a_result(counters, others):
    """Each of several that have counters may be chosen from never to every time."""
    board = seedling(counters, [{"card": "Grizzly Bears", "id": f"bears{number}", "counters": {"charge": 1}} for number in range(others)], None)
    results = board.combat_damage().value
    assert len(results) == (counters + 1) ** (others + 1)
    for result in results:
        assert len(result["proliferations"]) == counters
        chosen = [name for one in result["proliferations"] for name in one["chosen"]]
        assert result["counters"]["seedling"] == {"+1/+1": counters + chosen.count("seedling")}


def test_a_condition_keeps_the_results_in_which_it_holds():
    (result,) = seedling().combat_damage(where="survives(seedling)").value
    assert result["dies"] == ["blocker"]
    assert seedling().combat_damage(where="loses(Alice)").value == []


@pytest.mark.parametrize("choose, says", [([], "a list for each proliferation: 1"), ([["blocker"]], "can't be chosen by proliferation 1"),
                                          ([["nobody"]], "nothing on this board")])
def test_choices_that_can_t_be_made_are_refused(choose, says):
    with pytest.raises(BoardError, match=says):
        seedling().combat_damage(choose=choose)


def test_too_many_ways_are_refused():
    others = [{"card": "Grizzly Bears", "id": f"bears{number}", "counters": {"charge": 1}} for number in range(14)]
    with pytest.raises(BoardError, match="more than 10,000 ways"):
        seedling(1, others, None).combat_damage()


def test_it_is_said_that_this_reads_the_notes():
    (note,) = seedling().combat_damage().notes
    assert "playtest" in note


@pytest.mark.parametrize("deal", [{"source": "seedling", "to": "Bob"}, {"source": "Bob", "to": "Alice", "amount": 1},
                                  {"source": "seedling", "to": "Bob", "amount": -1}, {"source": "seedling", "to": "Bob", "amount": 1, "as": "x"},
                                  {"source": "seedling", "to": "Bob", "amount": 10 ** 6 + 1}])
def test_bad_damage_is_refused(deal):
    with pytest.raises(BoardError):
        seedling().damage([deal])


def test_what_touches_damage_and_is_not_modelled_is_named():
    board = load({"players": {"Alice": {"battlefield": ["Furnace of Rath", "Grizzly Bears"]}, "Bob": {}}})
    answer = board.damage([{"source": "grizzly-bears", "to": "Bob", "amount": 1}])
    assert not answer.exact and answer.not_modelled[0]["touches"] == ["damage"]


def test_loyalty_that_is_not_said_is_assumed_and_told():
    board = load({"players": {"Alice": {"battlefield": ["Grizzly Bears"]}, "Bob": {"battlefield": [{"card": "Jace Beleren", "id": "jace"}]}}})
    answer = board.damage([{"source": "grizzly-bears", "to": "jace", "amount": 1}])
    assert answer.value[0]["counters"] == {"jace": {"loyalty": 2}} and "printed 3" in answer.notes[0]


def test_damage_that_can_t_be_dealt_is_told():
    board = load({"players": {"Alice": {"battlefield": ["Forest", {"card": "Grizzly Bears", "id": "bears", "phased_out": True}]}, "Bob": {}}})
    answer = board.damage([{"source": "bears", "to": "Bob", "amount": 1}, {"source": "forest", "to": "forest", "amount": 1}])
    assert answer.value[0]["life"] == {"Alice": 20, "Bob": 20}
    assert answer.notes == ("Damage can't be dealt to forest.", "bears can't deal damage: it is phased out.")


def test_the_command_line(tmp_path, capsys):
    board = tmp_path / "board.yaml"
    board.write_text("players: {Alice: {battlefield: [Grizzly Bears]}, Bob: {}}")
    assert main(["damage", str(board), "--deal", "grizzly-bears, Bob, 2"]) == 0
    assert "Bob 18" in capsys.readouterr().out
    assert main(["damage", str(board), "--deal", "grizzly-bears, Bob"]) == 2


# ---- states solved together -----------------------------------------------------------------------------------------------

@settings(max_examples=10, deadline=None)
@given(st.lists(boards(), min_size=1, max_size=4))
def test_states_solved_together_give_what_each_gives_alone(mappings):
    statements = Rulebook.load().statements_for("state")
    states = [board_facts(load(one)) for one in mappings]
    together = solve_each(statements, states, 100)
    assert [[found.goals(()) for found in each] for each in together] == [[found.goals(()) for found in solve(statements, state)] for state in states]


def test_more_answer_sets_than_wanted():
    statements = Rulebook.load().statements_for("state")
    state = [*board_facts(load({"players": {"Alice": {"battlefield": ["2 Isamaru, Hound of Konda"]}}})), fact("begins", fact("state"))]
    assert len(*solve_each(statements, [state], 2)) == 2
    with pytest.raises(TooMany):
        solve_each(statements, [state], 1)
