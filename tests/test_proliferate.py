"""Proliferating on boards made at random: what holds of every answer, whatever the board; and how fast it is."""

import json
import re
import time
import tracemalloc
from collections import Counter
from itertools import chain, combinations, islice

import pytest
from clingo import Function
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import BoardError
from kb.__main__ import main
from kb.board import load
from kb.solving import solve

CARDS = ["Grizzly Bears", "Walking Ballista", "Forest", "Sol Ring", "Pentad Prism", "Jace Beleren", "History of Benalia"]
EFFECTS = ["Doubling Season", "Hardened Scales", "Winding Constrictor", "Vizier of Remedies", "Vorinclex, Monstrous Raider", "Solemnity",
           "Corpsejack Menace", "Pir, Imaginative Rascal", "Lae'zel, Vlaakith's Champion", "Melira, Sylvok Outcast"]
KINDS = ["+1/+1", "-1/-1", "charge", "loyalty", "lore"]
OF_PLAYERS = ["poison", "energy", "experience", "rad"]


def counters(kinds, most=2):
    return st.dictionaries(st.sampled_from(kinds), st.integers(0, 4), max_size=most)


@st.composite
def boards(draw, effects=EFFECTS, most=3, least=0):
    """A board of two players; cards in exile and phased-out permanents have counters too."""
    def permanents(prefix):
        cards = draw(st.lists(st.tuples(st.sampled_from(CARDS), counters(KINDS), st.integers(0, 5)), min_size=least, max_size=most))
        return [{"card": card, "id": f"{prefix}{number}", "counters": of_it, "phased_out": out == 0} for number, (card, of_it, out) in enumerate(cards)]

    def player(prefix):
        there = [{"card": card, "id": f"{prefix}-effect{number}"} for number, card in
                 enumerate(draw(st.lists(st.sampled_from(effects), max_size=2)) if effects else ())]
        return {"battlefield": [*permanents(prefix), *there], "counters": draw(counters(OF_PLAYERS)),
                "exile": [{"card": "Rift Bolt", "id": f"{prefix}-bolt", "counters": draw(counters(["time"]))}]}

    return load({"players": {"Alice": player("a"), "Bob": player("b")}})


def bears(number, kinds=("+1/+1",), alike=False, **more):
    creatures = [{"card": "Grizzly Bears", "id": f"b{i}", "counters": {kind: 1 if alike else i + 1 for kind in kinds}} for i in range(number)]
    return load({"players": {"Alice": {"battlefield": creatures}, "Bob": {}}} | more)


def on_the_board(board):
    """What has counters on the battlefield or is a player, read off the board itself."""
    has = {id: dict(permanent.counters) for id, permanent in board.permanents.items() if not permanent.phased_out}
    has |= {name: dict(player.counters) for name, player in board.players.items()}
    has = {name: {kind: number for kind, number in kinds.items() if number} for name, kinds in has.items()}
    for id, permanent in board.permanents.items():
        if permanent.card.name == "Jace Beleren" and "loyalty" not in permanent.counters and not permanent.phased_out:
            has[id]["loyalty"] = 3
    return {name: kinds for name, kinds in has.items() if kinds}


def frozen(result):
    return json.dumps(result, sort_keys=True)


# ---- what holds of every answer ---------------------------------------------------------------------------------------------

@settings(max_examples=20, deadline=None)
@given(boards(), st.sampled_from(["Alice", "Bob"]))
def test_every_choice_is_there_and_nothing_else_changes(board, by):
    had = on_the_board(board)
    answer = board.proliferate(by=by)
    assert set(answer.value["eligible"]) == set(had)
    assert answer.value["choices"] == str(2 ** len(had))
    results = list(islice(answer.results(), 3000))
    if len(results) < 3000:
        chosen = {frozenset(result["chosen"]) for result in results}
        assert chosen == set(map(frozenset, chain.from_iterable(combinations(had, size) for size in range(len(had) + 1))))
        assert len(set(map(frozen, results))) == len(results)
    assert results[0] == {"chosen": [], "counters": had}
    for result in results:
        for name, kinds in result["counters"].items():
            assert set(kinds) == set(had[name])  # no kind appears, and none vanishes
            if name not in result["chosen"]:
                assert kinds == had[name]
            assert all(number >= had[name][kind] for kind, number in kinds.items())


@settings(max_examples=25, deadline=None)
@given(boards(effects=()))
def test_without_replacement_effects_each_kind_grows_by_one(board):
    had = on_the_board(board)
    for result in islice(board.proliferate().results(), 600):
        assert result["counters"] == {
            name: {kind: number + (name in result["chosen"]) for kind, number in kinds.items()} for name, kinds in had.items()}


@settings(max_examples=8, deadline=None)
@given(boards(most=1), st.integers(2, 3))
def test_each_pass_sees_the_one_before(board, times):
    """A choice of one object in several passes comes to what choosing it again and again on the board so changed comes to."""
    answer = board.proliferate(times=times)
    assert answer.value["choices"] == str(2 ** (len(answer.value["eligible"]) * times))
    once = board.proliferate().value["if_chosen"]
    for name in answer.value["eligible"]:
        ends = {frozen(result["counters"][name]) for result in board.proliferate(times=times, choose=[[name]] * times).results()}
        gains = [{kind: number - once[name]["now"][kind] for kind, number in then["counters"].items()} for then in once[name]["then"]]
        sums = [once[name]["now"]]
        for _ in range(times):
            sums = [{kind: total[kind] + gain[kind] for kind in total} for total in sums for gain in gains]
        assert ends == set(map(frozen, sums))


CONDITIONS = st.sampled_from([
    'chosen(Bob)', 'not chosen(Alice)', 'counters(Bob, poison) >= 2', 'counters(a0, "+1/+1") >= 3 or chosen(b0)', 'counters(b1, charge) = 0',
    'counters(a0, "-1/-1") < 2 and not (chosen(Bob) or chosen(a1))', 'counters(Alice, energy) != 3', 'counters(Bob, ticket) < 1',
])


def holds(condition, result, elsewhere):
    """The condition, read by Python."""
    def total(name, kind):
        return result["counters"].get(name, elsewhere.get(name, {})).get(kind, 0)

    text = re.sub(r"chosen\((\w+)\)", lambda found: str(found[1] in result["chosen"]), condition)
    text = re.sub(r'counters\((\w+), "?([^")]+)"?\)', lambda found: str(total(found[1], found[2])), text)
    return eval(re.sub(r"(?<![<>!=])=(?!=)", "==", text))


@settings(max_examples=25, deadline=None)
@given(boards(least=2, most=2), CONDITIONS)
def test_a_condition_keeps_just_the_results_in_which_it_holds(board, condition):
    elsewhere = {id: permanent.counters for id, permanent in board.permanents.items()}
    expected = [frozen(result) for result in board.proliferate().results() if holds(condition, result, elsewhere)]
    assert Counter(map(frozen, board.proliferate(where=condition).results())) == Counter(expected)


@settings(max_examples=15, deadline=None)
@given(boards(least=2, most=2), st.sampled_from(["loses(Bob)", "dies(a0) or dies(b0)", "survives(a0) and not loses(Alice)", "loses(Bob) and chosen(Bob)"]))
def test_conditions_on_state_based_actions_agree_with_filtering(board, condition):
    def fits(result):
        text = re.sub(r"(loses|dies|chosen)\((\w+)\)", lambda found: str(found[2] in result[found[1]]), condition)
        there = set(board.permanents) - set(result["dies"])
        return eval(re.sub(r"survives\((\w+)\)", lambda found: str(found[1] in there), text))

    every = [result for result in board.proliferate(then="state").results()]
    assert Counter(map(frozen, board.proliferate(then="state", where=condition).results())) == Counter(frozen(one) for one in every if fits(one))


@settings(max_examples=5, deadline=None)
@given(boards(most=1))
def test_one_program_for_all_choices_agrees_with_stages_for_each(board):
    for result in islice(board.proliferate(then="state").results(), 12):
        assert result in board.proliferate(choose=result["chosen"]).value["results"]


@st.composite
def entangled(draw):
    """A board of two or three players on which the end of one permanent can be that of another."""
    players, hosts = {}, []
    for name in ["Alice", "Bob", "Carl"][:draw(st.integers(2, 3))]:
        battlefield = []
        for _ in range(draw(st.integers(0, 3))):
            id = f"{name[0].lower()}{len(battlefield)}"
            card = draw(st.sampled_from(["Grizzly Bears", "Glorious Anthem", "Elesh Norn, Grand Cenobite", "Goblin Chieftain", "Abzan Falconer",
                                         "Isamaru, Hound of Konda", "Invasion of Ergamon", "Pacifism", "Rancor", "Swiftfoot Boots"]))
            attached = {"attached_to": draw(st.sampled_from(hosts))} if hosts and card in ("Pacifism", "Rancor", "Swiftfoot Boots") else {}
            battlefield.append({"card": card, "id": id, "counters": draw(counters(["+1/+1", "-1/-1", "defense"])), "damage": draw(st.integers(0, 1))} | attached)
            hosts.append(id)
        players[name] = {"battlefield": battlefield, "counters": {"poison": draw(st.sampled_from([0, 1, 9]))}}
    return load({"players": players})


@settings(max_examples=6, deadline=None)
@given(entangled())
def test_what_one_check_is_taken_to_settle_further_checks_leave(board):
    for result in islice(board.proliferate(then="state").results(), 4):
        assert result in board.proliferate(choose=result["chosen"]).value["results"]


def test_no_result_fits_a_condition_on_sixty_objects_of_three_players():
    board = load({"players": {"Alice": {"battlefield": ["Walking Ballista (1 +1/+1)", "58 Fountain of Youth (1 charge)", {"card": "Rancor", "attached_to": "walking-ballista"}]},
                              "Bob": {"counters": {"poison": 9}}, "Carl": {}}})
    assert list(board.proliferate(where="loses(Bob) and not survives(walking-ballista)").results()) == []
    assert len(list(islice(board.proliferate(where="loses(Bob) and survives(walking-ballista)").results(), 10))) == 10


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 2), max_size=4), st.lists(st.sampled_from(EFFECTS), max_size=1), st.integers(1, 2), st.booleans())
def test_alike_choices_are_told_once_with_their_number(amounts, effects, times, condition):
    alike = [{"card": "Grizzly Bears", "id": f"b{number}", "counters": {"+1/+1": amount}} for number, amount in enumerate(amounts)]
    board = load({"players": {"Alice": {"battlefield": [*alike, *effects]}, "Bob": {"counters": {"poison": 1}}}})
    arguments = {"times": times} | ({"where": "chosen(Bob)"} if condition else {})
    every = list(board.proliferate(**arguments).results())
    told = list(board.proliferate(distinct=True, **arguments).results())
    assert sum(result["multiplicity"] for result in told) == len(every)

    def sortable(result):
        passes = result["chosen"] if times > 1 else [result["chosen"]]
        return frozen(sorted(str((name if name == "Bob" else amounts[int(name[1:])], [name in one for one in passes], totals))
                             for name, totals in result["counters"].items()))

    assert Counter(map(sortable, every)) == Counter({sortable(result): result["multiplicity"] for result in told})


def test_state_based_actions_are_checked_again():
    """The lord goes in the first check, what it kept alive in the second."""
    board = load({"players": {"Alice": {"battlefield": [
        {"card": "Veteran Armorer", "id": "lord", "counters": {"-1/-1": 1}}, {"card": "Merfolk of the Pearl Trident", "id": "merfolk", "counters": {"-1/-1": 1}},
        {"card": "History of Benalia", "id": "saga", "counters": {"lore": 2}}]}, "Bob": {}}})
    dies = {tuple(result["chosen"]): result["dies"] for result in board.proliferate(then="state").results()}
    assert (dies[()], dies["lord",], dies["merfolk",], dies["saga",]) == ([], ["lord", "merfolk"], ["merfolk"], [])
    found = board.proliferate(where="dies(merfolk) and not chosen(merfolk)").results()
    assert sorted(result["chosen"] for result in found) == [["lord"], ["lord", "saga"]]


# ---- particulars ----------------------------------------------------------------------------------------------------------

def test_the_best_results_are_all_of_the_best():
    board = load({"players": {"Alice": {"battlefield": ["Hardened Scales", "Doubling Season", {"card": "Grizzly Bears", "id": "bears", "counters": {"+1/+1": 1}}]},
                              "Bob": {"counters": {"poison": 1}}}})
    best = board.proliferate(best=['max:counters(bears, "+1/+1")', "min:counters(Bob, poison)"]).value["results"]
    assert best == [{"chosen": ["bears"], "counters": {"bears": {"+1/+1": 5}, "Bob": {"poison": 1}}}]
    assert len(board.proliferate(best='max:counters(bears, "+1/+1")').value["results"]) == 2
    with pytest.raises(BoardError, match="results could be best in"):
        board.proliferate(best="chosen(bears)")


def test_two_of_tekuthal_make_four_of_one():
    board = load({"players": {"Alice": {"battlefield": [{"card": "Tekuthal, Inquiry Dominus", "id": "one"}, {"card": "Tekuthal, Inquiry Dominus", "id": "two"}]},
                              "Bob": {"counters": {"poison": 1}}}})
    assert board.proliferate(by="Alice").value["passes"] == 4
    assert board.proliferate(by="Alice", times=2).value["passes"] == 8
    assert board.proliferate(by="Bob").value["passes"] == 1
    assert {result["counters"]["Bob"]["poison"] for result in board.proliferate(by="Alice").results()} == {1, 2, 3, 4, 5}


def test_a_team_gets_one_poison_counter():
    """701.34b: whoever is chosen, and who of the team gets it makes two results."""
    teams = {"A": {"team": "one", "counters": {"poison": 2, "rad": 1}}, "B": {"team": "one"}, "C": {"team": "two"}, "D": {"team": "two"}}
    answer = load({"format": "two-headed-giant", "players": teams}).proliferate(by="C")
    assert (answer.value["eligible"], answer.value["choices"]) == (["A", "B"], "4")
    of_both = [result["counters"] for result in answer.results() if result["chosen"] == ["A", "B"]]
    assert sorted(map(frozen, of_both)) == sorted(map(frozen, [
        {"A": {"poison": 3, "rad": 2}, "B": {}}, {"A": {"poison": 2, "rad": 2}, "B": {"poison": 1}}]))
    assert len(list(answer.results())) == 5


@pytest.mark.parametrize("arguments, says", [
    ({"choose": ["nobody"]}, "nobody"), ({"choose": ["bolt"]}, "not on the battlefield"), ({"choose": ["Alice"]}, "no counter"),
    ({"choose": [["bears"], ["bears"]]}, "2 passes"), ({"choose": ["bears", ["bears"]]}, "mixes"), ({"times": 0}, "whole number"),
    ({"by": "Zed"}, "Zed"), ({"where": "chosen("}, "no condition"), ({"where": "wins(Bob)"}, "wins"), ({"where": "chosen(Bobb)"}, "nothing on this board"), ({"then": "combat"}, "combat"),
    ({"times": 1001}, "1,000"),
])
def test_what_cannot_be_asked_is_an_error_that_says_so(arguments, says):
    board = load({"players": {"Alice": {"battlefield": [{"card": "Grizzly Bears", "id": "bears", "counters": {"+1/+1": 1}}],
                                        "exile": [{"card": "Rift Bolt", "id": "bolt", "counters": {"time": 1}}]}}})
    with pytest.raises(BoardError, match=says):
        board.proliferate(**arguments)


def test_more_counters_than_can_be_counted_is_an_error_that_says_so():
    board = bears(1, cards=[])
    assert board.put_counters("b0", {"+1/+1": 1_000_000}).value[0]["counters"] == {"+1/+1": 1_000_000}
    doubled = load({"players": {"Alice": {"battlefield": ["20 Doubling Season", {"card": "Grizzly Bears", "id": "b0", "counters": {"+1/+1": 1}}]}}})
    for ask in (lambda: doubled.put_counters("b0", {"+1/+1": 1}), doubled.proliferate):
        with pytest.raises(BoardError, match="more counters than can be counted"):
            ask()


# ---- the command line ---------------------------------------------------------------------------------------------------------

@pytest.fixture
def brink(tmp_path):
    file = tmp_path / "board.yaml"
    file.write_text('{players: {Alice: {battlefield: [{card: Walking Ballista, id: ballista, counters: {"+1/+1": 2}}]}, Bob: {counters: {poison: 9}}}}')
    return str(file)


def test_the_command_line_lists_counts_and_filters(brink, capsys):
    assert main(["proliferate", brink, "--count"]) == 0
    assert capsys.readouterr().out == "4\n"
    assert main(["proliferate", brink, "--then", "state", "--where", "loses(Bob) and not chosen(ballista)", "--format", "jsonl"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"chosen": ["Bob"], "counters": {"ballista": {"+1/+1": 2}, "Bob": {"poison": 10}}, "loses": ["Bob"], "dies": []}]
    assert main(["proliferate", brink, "--choose", "ballista, Bob", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"]["results"][0]["counters"]["ballista"] == {"+1/+1": 3}
    assert main(["proliferate", brink]) == 0
    out = capsys.readouterr().out
    assert "2 +1/+1 -> 3 +1/+1" in out and "701.34a" in out and len(out.splitlines()) < 6
    assert main(["put-counters", brink, "ballista", "2 +1/+1"]) == 0
    assert capsys.readouterr().out.startswith("2 +1/+1")


# ---- speed ------------------------------------------------------------------------------------------------------------------

def best_of(times, run):
    def once():
        start = time.perf_counter()
        run()
        return time.perf_counter() - start

    return min(once() for _ in range(times))


def test_many_objects_are_counted_and_not_walked():
    answer = bears(200).proliferate()
    assert answer.value["choices"] == str(2 ** 200)
    assert len(answer.value["results"]) == 64 and answer.value["more"]
    asked = answer.asked
    grounding = best_of(2, lambda: solve(asked.rulebook.statements_for("proliferate"), [*asked.facts, asked.begins, Function("surveyed")]))
    assert best_of(2, bears(200).proliferate) < 4 * grounding + 0.2


def test_results_are_streamed_in_constant_memory():
    results = bears(20).proliferate().results()
    next(results)
    tracemalloc.start()
    assert sum(1 for _ in islice(results, 60_000)) == 60_000
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


def test_forty_alike_objects_come_to_forty_one_results():
    results = list(bears(40, alike=True).proliferate(distinct=True).results())
    assert len(results) == 41 and sum(result["multiplicity"] for result in results) == 2 ** 40


def test_a_condition_on_sixty_objects_is_pruned_by_the_solver():
    board = bears(60)
    assert list(board.proliferate(where='counters(b0, "+1/+1") >= 3').results()) == []
    found = list(islice(board.proliferate(where='counters(b0, "+1/+1") >= 2 and not chosen(b1)').results(), 10))
    assert len(found) == 10 and all("b0" in result["chosen"] and "b1" not in result["chosen"] for result in found)
