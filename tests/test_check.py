"""What can't be: of a board, and of rulings that somebody believes; the sets of statements that clash, where they stand, and that they are minimal."""

import json
import re
from random import Random

import pytest

import kb
from kb.__main__ import main
from kb.questions.check import goals
from kb.reading import parse
from kb.rulebook import Rulebook
from kb.said import Said
from kb.saying import says
from kb.solving import solve_each

BOARD = """\
step: declare attackers
players:
  Alice:
    life: 0
    battlefield:
      - card: Grizzly Bears
        damage: 2
      - {card: Grizzly Bears, id: twice,
         counters: {-1/-1: 1,
                    "+1/+1": 2}}
      - Wild Growth
      - card: Pacifism
        attached_to: Forest
      - Forest
      - 2 Glorious Anthem
      - {card: Llanowar Elves, sick: true, attacking: Bob}
  Bob:
    counters: {poison: 11}
    battlefield:
      - Elesh Norn, Grand Cenobite
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run a command line in an empty folder: its exit status, what it printed, what it complained of."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, **files):
        for name, text in files.items():
            (tmp_path / f"{name}.yaml").write_text(text)
        status = main(list(arguments))
        return status, *capsys.readouterr()

    return run


def lines(finding):
    return {(statement["line"], statement["says"]) for statement in finding["statements"]}


# ---- boards -------------------------------------------------------------------------------------------------------------

def test_each_finding_has_its_rule_its_lines_and_a_way_to_mend_it():
    found = {(finding["rule"], frozenset(lines(finding))) for finding in kb.load(parse(BOARD, "board.yaml")).check().value}
    assert found == {
        ("704.5a", frozenset({(4, "Alice has 0 life.")})),
        ("704.5c", frozenset({(18, "Bob has 11 poison counters.")})),
        ("704.5g", frozenset({(6, "Alice controls grizzly-bears."), (7, "grizzly-bears has 2 damage marked on it.")})),
        ("704.5q", frozenset({(8, "Alice controls twice. twice is Grizzly Bears."), (9, "twice has 1 -1/-1 counter."),
                              (10, "twice has 2 +1/+1 counters.")})),
        ("704.5m", frozenset({(11, "Alice controls wild-growth.")})),
        ("704.5m", frozenset({(12, "Alice controls pacifism."), (13, "pacifism is attached to forest."), (14, "Alice controls forest.")})),
        ("302.6", frozenset({(16, "Alice controls llanowar-elves."), (16, "llanowar-elves is attacking Bob."),
                             (16, "llanowar-elves has not been under its controller's control since their most recent turn began.")})),
    }


def test_what_is_unsaid_has_no_line():
    (finding,) = kb.load({"players": {"Alice": {"battlefield": [{"card": "Grizzly Bears", "attacking": "Bob"}]}, "Bob": {}}}).check().value
    assert finding["rule"] == "508.1k" and (None, "The step or phase is precombat main.") in lines(finding)
    assert finding["mend"]


def test_what_attacks_or_blocks_may_have_become_a_creature():
    board = {"step": "declare blockers", "players": {
        "Alice": {"battlefield": [{"card": "Smuggler's Copter", "attacking": "Bob"}, {"card": "Grizzly Bears", "attacking": "Bob"}]},
        "Bob": {"battlefield": [{"card": "Mutavault", "blocking": ["grizzly-bears"]}]}}}
    found = kb.load(board).check().value
    assert len(found) == 2
    assert all(finding["mend"].startswith("If it has become a creature, say so") for finding in found)
    board["players"]["Alice"]["battlefield"][0]["types"] = ["Artifact", "Creature"]
    board["players"]["Bob"]["battlefield"][0] |= {"types": ["Land", "Creature"], "power": 2, "toughness": 2}
    assert not kb.load(board).check().value


@pytest.mark.parametrize("battlefield, ways", [
    ([{"card": "Grizzly Bears", "damage": 2}], ["Move it to its owner's graveyard"]),
    ([{"card": "Grizzly Bears", "damage": 2, "token": True}], ["Leave it out"]),
    ([{"card": "Grizzly Bears", "toughness": 0}], ["Move it to its owner's graveyard"]),
    (["Treasure", {"card": "Grizzly Bears", "toughness": 0, "token": True}], ["Leave it out"]),
    ([{"card": "Kalemne, Disciple of Iroas", "count": 2}], ["Move all but one"]),
    (["Kalemne, Disciple of Iroas", {"card": "Kalemne, Disciple of Iroas", "token": True}, {"card": "Kozilek, Butcher of Truth", "count": 2}],
     ["Keep one of them", "Move all but one"]),
    ([{"card": "Concordant Crossroads", "count": 2}, "Treasure"], ["Move all but the newest"]),
    ([{"card": "Concordant Crossroads", "count": 2}, {"card": "Concordant Crossroads", "token": True}], ["Keep the newest"]),
    ([{"card": "Grizzly Bears", "id": "bears"}, {"card": "Wicked", "attached_to": "bears"}, {"card": "Monster", "attached_to": "bears"}],
     ["Keep the newest"]),
    ([{"card": "History of Benalia", "counters": {"lore": 3}}], ["Move it to its owner's graveyard, or put its chapter"]),
    ([{"card": "History of Benalia", "counters": {"lore": 3}, "token": True}], ["Leave it out, or put its chapter"]),
    ([{"card": "Grizzly Bears", "id": "away", "phased_out": True}, {"card": "Pacifism", "attached_to": "away"},
      {"card": "Bonesplitter", "attached_to": "away"}], ["Say that it is phased out, too", "Say that it is phased out, too"]),
    ([{"card": "Forest", "id": "forest"}, {"card": "Bonesplitter", "attached_to": "forest"}], ["Leave out what it is attached to"]),
])
def test_a_way_to_mend_it_is_a_way_that_there_is(battlefield, ways):
    """Tokens have no graveyard to go to, and what is attached phases out with its host."""
    found = kb.load({"players": {"Alice": {"battlefield": battlefield}}}).check().value
    assert len(found) == len(ways)
    assert all(finding["mend"].startswith(way) for finding, way in zip(found, ways))


def test_reasons_are_told_even_where_only_asides_are_beneath():
    answer = kb.load({"players": {"Alice": {"battlefield": [{"card": "Isamaru, Hound of Konda", "count": 2}]}}}).check()
    told = str(answer.why())
    assert "isamaru-hound-of-konda is legendary. 205.4a" in told and "isamaru-hound-of-konda-2 is named Isamaru, Hound of Konda. 201.1" in told


def test_the_step_of_a_finding_about_assigned_damage():
    bears = {"card": "Grizzly Bears", "attacking": "Bob", "deals": {"Bob": 3}}
    (finding,) = kb.load({"step": "combat damage", "players": {"Alice": {"battlefield": [bears]}, "Bob": {}}}).check().value
    assert finding["rule"] == "510.1e" and "The step or phase is the combat damage step." in {said for _, said in lines(finding)}


def test_a_set_is_not_larger_where_two_statements_only_together_make_no_difference():
    """Toughness 2, damage 2, one more by an anthem, two less by Elesh Norn: without either of these alone it would be no lethal damage."""
    board = kb.load({"players": {
        "Alice": {"battlefield": [{"card": "Grizzly Bears", "damage": 2}, "Glorious Anthem"]}, "Bob": {"battlefield": ["Elesh Norn, Grand Cenobite"]}}})
    (finding,) = board.check().value
    assert len(finding["statements"]) == 2


CARDS = ("Grizzly Bears", "Llanowar Elves", "Serra Angel", "Wall of Omens", "Darksteel Myr", "Forest", "Wild Growth", "Pacifism", "Bonesplitter",
         "Glorious Anthem", "Kalemne, Disciple of Iroas", "Lightning Bolt", "History of Benalia", "Exploration", "Karn, Living Legacy", "Elesh Norn, Grand Cenobite")
PLAYERS = ("Alice", "Bob")


def random_board(random):
    ids = [f"p{number}" for number in range(random.randint(2, 9))]

    def permanent(name):
        said = {"card": random.choice(CARDS), "id": name}
        more = {
            "damage": random.randint(1, 4), "counters": {random.choice(["+1/+1", "-1/-1", "lore", "loyalty"]): random.randint(0, 3), "charge": 1},
            "attached_to": random.choice([*ids, *PLAYERS]), "attacking": random.choice(PLAYERS), "blocking": [random.choice(ids)],
            "sick": True, "phased_out": True, "tapped": True, "activated": {1: random.randint(1, 2)}, "toughness": random.randint(0, 2),
        }
        return said | {key: more[key] for key in random.sample(list(more), random.choice([0, 1, 1, 2, 3]))}

    held = {player: [] for player in PLAYERS}
    for name in ids:
        held[random.choice(PLAYERS)].append(permanent(name))
    return {"step": random.choice(["upkeep", "declare attackers", "declare blockers"]), "players": {
        player: {"life": random.choice([20, 20, 0]), "lands_played": random.choice([0, 0, 1, 3]), "battlefield": permanents}
        for player, permanents in held.items()}}


def without_amounts(said):
    return re.sub(r"\b\d+", "some", said)


def test_minimal_sets_are_minimal():
    """Of 200 clashes on boards at random: from all statements of a set what was found follows, without any one of them it does not, nor
    with other amounts."""
    random, book, clashes = Random(7), Rulebook.load(), 0
    program = book.statements_for("check")
    while clashes < 200:
        board = kb.load(random_board(random))
        answer = board.check()
        said = Said(board, answer.asked.facts, book)
        whole = [[one for one in said.facts if (said.line(one), said.says(one)) in lines(finding)] for finding in answer.value]
        sets = [part for statements in whole for part in (statements, *(said.without(statements, one) for one in statements))]
        follows = iter([{without_amounts(says(book, atom)) for atom in goals(of_one[0])} for of_one in solve_each(program, [said.made_by(one) for one in sets], 10_000)]
                       if sets else [])
        for finding, statements in zip(answer.value, whole):
            assert len(statements) == len(finding["statements"])
            assert without_amounts(finding["says"]) in next(follows)
            assert all(without_amounts(finding["says"]) not in next(follows) for _ in statements), finding
        clashes += len(answer.value)


def test_state_based_actions_are_found_just_where_they_would_act():
    random, found = Random(11), set()
    for _ in range(12):
        board = kb.load(random_board(random))
        acts = any(atom.name == "acts" for atom in board.state().asked.solution.atoms)
        assert any(finding["rule"].startswith("704.") for finding in board.check().value) == acts
        found.add(acts)
    assert found == {True, False}


def test_the_command_tells_findings_and_says_no(run):
    status, out, _ = run("check", "board.yaml", board="players: {Alice: {life: 0}, Bob: {}}")
    assert status == 1 and "704.5a" in out and "line 1  Alice has 0 life." in out
    assert run("check", "quiet.yaml", quiet="players: {Alice: {}}")[:2] == (0, "consistent\n")


def test_as_json_a_finding_is_a_rule_what_it_says_and_statements(run):
    status, out, _ = run("check", "board.yaml", "--format", "json", board="players:\n  Alice:\n    life: 0")
    answer = json.loads(out)
    assert status == 1 and answer["question"] == "check"
    (finding,) = answer["answer"]
    assert finding["rule"] == "704.5a" and finding["statements"] == [{"file": "board.yaml", "line": 3, "says": "Alice has 0 life."}]


@pytest.mark.parametrize("arguments, says", [
    ([], "What is to be checked: a BOARD or RULINGS or --rules or --mutants or --edition?"),
    (["board.yaml", "--rules"], "a BOARD or RULINGS and --rules: one at a time"),
    (["board.yaml", "--edition", "board.yaml"], "a BOARD or RULINGS and --edition: one at a time"),
    (["board.yaml", "--only", "tap"], "--only goes with --rules or --mutants, not with a BOARD"),
    (["board.yaml", "--over", "board.yaml"], "--over goes with RULINGS or --rules, not with a BOARD"),
    (["board.yaml", "--max-permanents", "3"], "--max-permanents goes with RULINGS or --rules, not with a BOARD"),
    (["board.yaml", "--board", "board.yaml"], "--board goes with RULINGS, not with a BOARD"),
    (["rulings.yaml", "--board", "board.yaml", "--over", "board.yaml"], "--max-permanents and --over go with RULINGS without a --board"),
    (["rulings.yaml", "--why"], "--why goes with a BOARD, not with RULINGS"),
    (["--rules", "--format", "json"], "--format goes with a BOARD or RULINGS or --edition, not with --rules"),
    (["--rules", "--sample", "3"], "--sample goes with --mutants, not with --rules"),
    (["--edition", "board.yaml", "--with", "board.yaml"], "--with goes with a BOARD or RULINGS or --rules or --mutants, not with --edition"),
    (["--edition", "board.yaml", "--format", "html"], "--edition is told as text or json"),
    (["--rules", "--only", "zzz"], "no check and no property has 'zzz' in its name. There are: activate/legality"),
    (["--rules", "--only", "tap/prodction"], "Did you mean tap/production?"),
    (["--mutants", ".", "--only", "zzz"], "no file of rules has 'zzz' in its name"),
])
def test_what_does_not_go_together_is_bad_input(run, arguments, says):
    status, out, err = run("check", *arguments, board="players: {Alice: {}}", rulings="- could_produce(forest, g)")
    assert (status, out) == (2, "") and says in err


# ---- rulings ------------------------------------------------------------------------------------------------------------

ORCHARD = """\
players:
  Alice:
    battlefield:
      - {card: Exotic Orchard, id: orchard}
      - {card: "Kalemne, Disciple of Iroas", id: k1}
      - {card: "Kalemne, Disciple of Iroas", id: k2}
  Bob:
    counters: {poison: 3}
    battlefield: [Forest, Island]
"""


@pytest.fixture
def judged(run):
    """The findings about rulings on the board above, and the exit status."""
    def judged(rulings, *options, board=ORCHARD):
        status, out, err = run("check", "rulings.yaml", "--board", "board.yaml", "--format", "json", *options, rulings=rulings, board=board)
        assert status in (0, 1), err
        assert status == bool(json.loads(out)["answer"])
        return json.loads(out)["answer"]

    return judged


@pytest.mark.parametrize("ruling", [
    "could_produce(orchard, g)", "not could_produce(orchard, w)", "can_be_chosen(Bob)", "not can_be_chosen(Alice)",
    "color(k1, white)", "color(k1, Red)", "type(k1, Creature)", "subtype(k1, giant)", "supertype(k1, Legendary)", "has_keyword(k1, Double Strike)",
    "could_produce(Exotic Orchard, green)", "not could_produce(Forest, colorless)", 'could_produce(forest, "G")', "not subtype(k1, Goblin)",
    "{ask: could-produce, of: orchard, answer: [U, G]}", "{ask: state, says: survives(k1)}", "{ask: state, says: dies(k1)}",
    "{name: N, ask: could-produce, of: orchard, answer: [W], board: {players: {Alice: {battlefield: [{card: Plains, id: orchard}]}}}}",
])
def test_what_is_so_is_consistent(judged, ruling):
    assert judged(f"- {ruling}") == []


def said_in(finding, file):
    return {statement["says"] for statement in finding["statements"] if statement["file"].endswith(file)}


def test_a_ruling_clashes_with_the_board_and_the_rules(judged):
    (finding,) = judged("- can_be_chosen(Bob)\n- not could_produce(orchard, g)")
    assert finding["rule"] == "106.7" and finding["says"] == "orchard could produce {G}."
    assert said_in(finding, "rulings.yaml") == {"not could_produce(orchard, g)"}
    assert said_in(finding, "board.yaml") == {"Alice controls orchard. orchard is Exotic Orchard.", "Bob controls forest."}
    assert {"106.7", "305.6", "102.2"} <= {statement["rule"] for statement in finding["statements"] if "rule" in statement}
    assert finding["statements"][0]["line"] == 2


def test_a_case_is_a_ruling_with_a_name_and_a_board_of_its_own(run):
    case = "- {name: No way, ask: could-produce, of: f, answer: [U], board: {players: {Alice: {battlefield: [{card: Forest, id: f}]}}}}"
    status, out, _ = run("check", "rulings.yaml", rulings=case)
    assert status == 1 and "The answer to could-produce of=f is [G], not [U]." in out and "No way: could-produce of=f: [U]" in out and "Alice controls f. f is Forest." in out


@pytest.mark.parametrize("atom", [
    "color(k1, white)", "type(k1, Creature)", "subtype(k1, giant)", "supertype(k1, Legendary)", "has_keyword(k1, Double Strike)",
    "could_produce(Exotic Orchard, green)", 'could_produce(forest, "G")',
])
def test_however_it_is_spelled_an_atom_that_holds_is_not_to_be_denied(judged, atom):
    (finding,) = judged(f"- not {atom}")
    assert any(statement["file"] == "board.yaml" for statement in finding["statements"])


@pytest.mark.parametrize("ruling", [
    "{ask: check, answer: [], board: {players: {Alice: {battlefield: [Forest]}}}}",
    "{ask: could-produce, answer: {Exotic Orchard: [G, U], FOREST: [G]}}",
    "{ask: put-counters, 'on': k1, counters: {ice: 1}, answer: {ice: 1, age: 0}}", "{ask: enter, of: Dark Depths, answer: [{ice: 10, age: 0}]}",
    "{ask: proliferate, choose: [Bob], answer: {counters: {Bob: {poison: 4, energy: 0}}}}",
    "{ask: characteristics, of: k1, answer: {types: [creature], supertypes: [legendary], subtypes: [giant, Soldier]}}",
    "{ask: could-produce, of: orchard, answer: [G, U], cites: ['305.6'], says: ['orchard could produce {G}.', 'orchard could produce {U}.']}",
    "{ask: tap, of: forest, answer: [G], also: []}", "{ask: tap, of: forest, answer: [G], where: 'mana(Bob, G) >= 1'}",
    "{ask: tap, of: zed, refused: is nothing on this board}",
    "{ask: state, where: dies(k1), says: survives(k2)}",
])
def test_a_ruling_may_say_what_a_case_may(judged, ruling):
    assert judged(f"- {ruling}") == []


@pytest.mark.parametrize("ruling, says", [
    ("{ask: could-produce, of: orchard, answer: [G, U], cites: ['701.34']}", "expected rule 701.34 among the reasons"),
    ("{ask: could-produce, of: forest, answer: [G], says: ['orchard could produce {G}.']}", "expected as reasons"),
    ("{ask: tap, of: forest, answer: [G], also: [a loss]}", "expected besides [a loss]"),
    ("{ask: tap, of: forest, answer: [G], not_modelled: {forest: [mana]}}", "expected not modelled {forest: [mana]}"),
    ("{ask: tap, of: forest, refused: something}", "no refusal"), ("{ask: tap, of: zed, refused: something}", "is nothing on this board"),
    ("{ask: state, where: dies(k1), says: survives(k1)}", "No result of"), ("{ask: could-produce, answer: {Exotic Orchard: [G]}}", "not {orchard: [G]}"),
])
def test_what_a_case_says_besides_its_answer_is_believed_too(judged, ruling, says):
    (finding,) = judged(f"- {ruling}")
    assert says in finding["says"] and finding["statements"][0]["line"] == 1


def test_what_no_rule_concludes(judged):
    (finding,) = judged("- could_produce(orchard, w)")
    assert finding["rule"] == "106.7" and len(finding["statements"]) == 1


def test_another_answer_than_the_rules_give(judged):
    (finding,) = judged("- {ask: could-produce, of: orchard, answer: [W]}")
    assert (finding["rule"], finding["says"]) == ("106.7", "The answer to could-produce of=orchard is [G, U], not [W].")
    assert said_in(finding, "board.yaml") >= {"Bob controls forest.", "Bob controls island."}


MANY = """\
players:
  Alice:
    lands_played: 1
    hand: [{card: Forest, id: hand}]
    battlefield:
      - {card: Llanowar Elves, id: elves, sick: true}
      - {card: White Knight, id: knight}
      - {card: Darksteel Myr, id: myr, damage: 9}
      - {card: Grizzly Bears, id: bears, phased_out: true, counters: {"+1/+1": 1}}
      - {card: Hill Giant, id: giant, damage: 2}
      - {card: Sol Ring, id: ring}
      - {card: Glorious Anthem, id: anthem}
  Bob:
    counters: {poison: 3}
    battlefield: [{card: Black Knight, id: black}, {card: Null Rod, id: rod}]
"""


@pytest.mark.parametrize("ruling, rule, lines", [
    ("{ask: activate, of: elves, ability: 1, answer: legal}", "302.6", {6}),
    ("{ask: activate, of: ring, ability: 1, answer: legal}", "602.5", {11, 15}),
    ("{ask: play-land, of: hand, answer: legal}", "305.2b", {3}),
    ("{ask: damage, deal: [{source: black, to: knight, amount: 5}], answer: {dies: [knight]}}", "702.16e", {7, 15}),
    ("{ask: state, answer: {dies: [myr]}}", "704.5g", {8}),
    ("{ask: proliferate, answer: {eligible: [Bob, bears]}}", "702.26b", {9}),
    ("{ask: proliferate, answer: {eligible: [Bob, giant]}}", "701.34a", set()),
    ("{ask: proliferate, answer: {eligible: []}}", "701.34a", {14}),
    ("{ask: characteristics, of: giant, answer: {types: [Creature], power: 3}}", "613.4c", {10, 12}),
    ("{ask: characteristics, of: giant, answer: {types: [Creature], mana_value: 3}}", "202.3", {10}),
    ("{ask: mana-ability, of: ring, ability: 1, answer: no}", "605.1a", {11}),
])
def test_what_is_told_against_a_ruling_is_what_makes_it_wrong(judged, ruling, rule, lines):
    (finding,) = judged(f"- {ruling}", board=MANY)
    assert finding["rule"] == rule
    assert {statement["line"] for statement in finding["statements"] if statement["file"].endswith("board.yaml")} == lines


def test_another_answer_of_a_question_with_choices(judged):
    (finding,) = judged("- {ask: tap, of: forest, answer: [GG]}")
    assert finding["says"] == "The answer to tap of=forest is [G], not [GG]." and said_in(finding, "board.yaml") == {"Bob controls forest."}


def test_results_that_are_the_same_are_told_once(judged):
    board = """\
step: declare blockers
players:
  Alice: {battlefield: [{card: Craw Wurm, id: a, attacking: Bob}]}
  Bob: {battlefield: [{card: Hill Giant, id: g, blocking: [a]}, {card: Hill Giant, id: h, blocking: [a]}]}
"""
    (finding,) = judged("- {ask: combat-damage, answer: {impossible: [{dies: [g, h]}]}}", board=board)
    told = finding["says"].partition(", not ")[0].partition("results: ")[2]
    assert sorted(re.findall(r"dies: \[(.*?)\]", told)) == ["a, g", "a, g, h", "a, h"]


def test_each_is_possible_but_not_both(judged):
    (finding,) = judged("- {ask: state, says: survives(orchard)}\n- {ask: state, says: survives(k1)}\n- {ask: state, says: survives(k2)}")
    assert said_in(finding, "rulings.yaml") == {"state: survives(k1)", "state: survives(k2)"}


def test_rulings_about_no_board_are_held_against_each_other(run):
    rulings = "- {ask: could-produce, of: x, answer: [W]}\n- {ask: could-produce, of: y, answer: [W]}\n- {ask: could-produce, of: x, answer: [U]}"
    status, out, _ = run("check", "rulings.yaml", rulings=rulings)
    assert status == 1 and "contradict each other" in out and "line 1" in out and "line 3" in out and "line 2" not in out
    assert run("check", "rulings.yaml", rulings="- {ask: state, answer: {dies: []}}\n- {ask: state, answer: {loses: []}}")[0] == 0


@pytest.mark.parametrize("ruling", ["not could_produce(_, g)", "could_produce(forest, g)"])
def test_atoms_about_no_board_are_about_every_board(run, ruling):
    status, out, _ = run("check", "rulings.yaml", "--format", "json", "--max-permanents", "1", rulings=f"- {ruling}")
    (finding,) = json.loads(out)["answer"]
    permanents = [permanent for player in kb.load(parse(finding["board"])).players.values() for permanent in player.battlefield]
    assert status == 1 and len(permanents) == 1
    if ruling.startswith("could"):
        assert permanents[0].card.name == "Forest" and permanents[0].phased_out


def test_a_board_that_speaks_against_a_ruling_may_well_be(run):
    _, out, _ = run("check", "rulings.yaml", "--format", "json", "--max-permanents", "2", rulings="- not could_produce(exotic-orchard, g)")
    (finding,) = json.loads(out)["answer"]
    board = kb.load(parse(finding["board"]))
    assert board.check().value == [] and {player.life for player in board.players.values()} == {20}


def test_what_is_so_on_every_small_board_is_consistent(run):
    status, out, _ = run("check", "rulings.yaml", "--max-permanents", "2", rulings="- not could_produce(forest, c)")
    assert status == 0 and "consistent" in out and "all boards of up to 2" in out


def test_every_board_has_cards_of_ones_own(run, tmp_path):
    (tmp_path / "mine.lp").write_text('% -  my land\nprinted_type("My Land", land).\nprinted_subtype("My Land", "Forest", 1).\n')
    status, out, _ = run("check", "rulings.yaml", "--with", "mine.lp", "--max-permanents", "1", rulings="- not could_produce(my-land, g)")
    assert status == 1 and "my-land could produce {G}." in out and "card: My Land" in out


def test_what_is_on_no_small_board_is_bad_input(run):
    status, out, err = run("check", "rulings.yaml", rulings="- not could_produce(forrest, w)")
    assert (status, out) == (2, "") and "on none of the boards" in err and "nearest: forest" in err


def test_a_rule_of_ones_own_changes_what_clashes(judged, tmp_path):
    (tmp_path / "mine.lp").write_text('% 106.7  my reading\ncould_produce(O, w) :- exists(O), name(O, "Exotic Orchard").\n')
    assert judged("- could_produce(orchard, w)", "--with", "mine.lp") == []
    (finding,) = judged("- not could_produce(orchard, w)", "--with", "mine.lp")
    assert said_in(finding, "mine.lp") == {"106.7  my reading"}


@pytest.mark.parametrize("rulings, says", [
    ("- nonsense(x)", "no atom that the rules derive"), ("- 3", "is no ruling"), ("- {of: x}", "the key ask is missing"),
    ("- {ask: state}", "either an answer or says"), ("- could_produce(nobody, g)", "is nothing on this board"),
    ("- could_produce(forest, purple)", "'purple' does not fit here"), ("- not color(k1, gren)", "nearest: green"), ("- not type(k1, Cretaure)", "nearest: creature"),
    ("- not supertype(k1, Forest)", "does not fit here"), ("- not has_keyword(k1, duble_strike)", "nearest: double_strike"),
    ("- not power(k1, two)", "a number"), ("- not attacks(k1, zed)", "'zed' is nothing on this board"), ("- not opponent(Alice, Zed)", "'Zed' is nothing"),
    ('- not color("Kalemne, Disciple of Iroas", white)', "could be each of 2"),
    ("- {ask: could-produce, of: orchard, answer: [Q]}", "does not fit here"), ("- {ask: nothing, answer: []}", "does not fit here"),
    ("- {ask: could-produce, of: orchard, says: [that]}", "either an answer or says"),
    ("- {ask: could-produce, of: orchard, refused: it, cites: ['106.7']}", "either an answer or says"),
    ("- {ask: characteristics, of: k1, answer: {types: [Cretaure]}}", "nearest: creature"),
    ("- {ask: could-produce, answer: {zed: []}}", "'zed' is nothing on this board"),
    ("- {ask: tap, of: forest, answer: {Zed: [G]}}", "'Zed' is nothing on this board"),
    ("- {ask: proliferate, answer: {eligible: [Bob, zed]}}", "'zed' is nothing on this board"),
    ("- {ask: proliferate, choose: [Bob], answer: [{counters: {zed: {}}}]}", "'zed' is nothing on this board"),
    ("- {ask: state, answer: {dies: [zzz]}}", "'zzz' is nothing on this board"),
    ("- {ask: state, answer: {loses: [k1]}}", "'k1' is a permanent"),
    ("- {ask: damage, deal: [{source: k1, to: Bob, amount: 1}], answer: {life: {Zed: 0}}}", "'Zed' is nothing on this board"),
    ("- {ask: damage, deal: [{source: k1, to: Bob, amount: 1}], answer: {impossible: [{survives: [zed]}]}}", "'zed' is nothing on this board"),
])
def test_what_is_no_ruling_is_bad_input(run, rulings, says):
    status, out, err = run("check", "rulings.yaml", "--board", "board.yaml", rulings=rulings, board=ORCHARD)
    assert (status, out) == (2, "") and says in err and "rulings.yaml" in err


def test_cards_of_ones_own_stand_beside_the_rules(run, tmp_path):
    (tmp_path / "mine.lp").write_text('% -  my land\nprinted_type("My Land", land).\nprinted_supertype("My Land", legendary).\n')
    status, out, _ = run("check", "board.yaml", "--with", "mine.lp", board="players: {Alice: {battlefield: [2 My Land]}}")
    assert status == 1 and "704.5j" in out
    assert run("check", "board.yaml")[0] == 2  # without it, nobody knows such a card


@pytest.mark.parametrize(("text", "says"), [
    (b"cant_be(O, R) :- exists(O).\n", "mine.lp:1: a rule without a heading"),
    (b"% 701.34a  mine\ncan_be_chosen(P Q) :- player(P).\n", "mine.lp:2: 17-18: error: syntax error"),
    (b"% 701.34a  mine\ncan_be_chosen(P) :- plaer(P).\n", "mine.lp:2: nothing says plaer/1; nearest: player/1"),
    (b"% 701.34a  mine\ncan_be_chosen(P) :- player(Q).\n", "mine.lp:2: unsafe: nothing positive in the body gives P"),
    (b"% 701.34a  caf\xe9\n", "mine.lp:1: no text in UTF-8"),
    (b"% 701.34a  mine\ncan_be_chosen(P) ; can_be_chosen(bob) :- player(P).\n", "mine.lp:2: can_be_chosen(P); can_be_chosen(bob): a rule says one thing"),
    (b"% 701.34a  mine\n{ can_be_chosen(P) } :- player(P).\n", "mine.lp:2: { can_be_chosen(P) }: a rule says one thing"),
    (b"% 701.34a  mine\nnot can_be_chosen(P) :- player(P).\n", "mine.lp:2: not can_be_chosen(P): a rule says one thing"),
    (b"% 701.34a  mine\n-can_be_chosen(P) :- player(P).\n", "mine.lp:2: -can_be_chosen(P): a rule says what is so"),
    (b"% 701.34a  mine\ncan_be_chosen(@f(P)) :- player(P).\n", "mine.lp:2: @f: there are no scripts"),
    (b"% 701.34a  mine\ncan_be_chosen(bob).\n", "mine.lp:2: can_be_chosen(bob): bob is no bearer"),
    (b"% 701.34a  mine\ncan_be_chosen(P) :- player(P), number(3).\nnumber(N) :- number(N-1).\nnumber(0).\n", "mine.lp:3: this rule applies more than"),
    (b"% 701.34a  mine\ncan_be_chosen(P) :- player(P), number(3).\nnumber(1..9999999).\n", "mine.lp:3: this rule applies more than"),
    (b"% 701.34a  mine\ncan_be_chosen(P) :- player(P), number(P).\nnumber(P+1) :- player(P).\n", "mine.lp:3:8-9: info: operation undefined"),
    (b"% 701.34a  mine\ncan_be_chosen(P) :- not can_be_chosen(P), player(P).\n", 'mine.lp:2: can_be_chosen("Alice") would rest on its own absence'),
    (b"% 701.34a  mine\ncan_be_chosen(P) :- not bar(P), player(P).\nbar(P) :- not can_be_chosen(P), player(P).\n", "would rest on its own absence"),
])  # fmt: skip
def test_a_rule_of_ones_own_that_is_none_is_bad_input(run, tmp_path, text, says):
    (tmp_path / "mine.lp").write_bytes(text)
    status, out, err = run("check", "rulings.yaml", "--with", "mine.lp",
                           rulings="[{ask: proliferate, answer: {eligible: []}, board: {players: {Alice: {}}}}]")
    assert (status, out) == (2, "") and says in err


def test_what_is_no_type_of_mana_is_named_with_the_rule_that_says_it(run, tmp_path):
    (tmp_path / "mine.lp").write_text("% 106.7  mine\ncould_produce(O, purple) :- exists(O).\n")
    status, out, err = run("check", "rulings.yaml", "--board", "board.yaml", "--with", "mine.lp", board=ORCHARD,
                           rulings="- {ask: could-produce, of: forest, answer: [G]}")
    assert (status, out) == (2, "") and 'mine.lp:2: could_produce("forest",purple) is no answer' in err


@pytest.mark.parametrize("rule, ruling", [
    ("power(O, foo) :- type(O, creature).", "{ask: characteristics, of: k1, answer: {power: 3}}"),
    ("can_be_chosen(f(P)) :- player(P).", "{ask: proliferate, answer: {choices: 3}}"),
])
def test_what_cannot_be_read_is_told_of_rules_of_ones_own(run, tmp_path, rule, ruling):
    (tmp_path / "mine.lp").write_text(f"% 106.7  mine\n{rule}\n")
    status, out, err = run("check", "rulings.yaml", "--board", "board.yaml", "--with", "mine.lp", board=ORCHARD, rulings=f"- {ruling}")
    assert (status, out) == (2, "") and "mine.lp:2: by this rule, or others of your own, the answer to" in err


def test_actions_that_come_again_and_again_are_told(run, tmp_path):
    (tmp_path / "mine.lp").write_text('% 704.5q  mine\ncancels(O, 0) :- exists(O), name(O, "Forest").\n')
    status, _, err = run("check", "rulings.yaml", "--board", "board.yaml", "--with", "mine.lp", board=ORCHARD, rulings="- {ask: state, answer: {dies: []}}")
    assert status == 2 and "goes on without end" in err


def test_rules_of_ones_own_may_rest_on_themselves_where_that_comes_to_an_end(judged, tmp_path):
    (tmp_path / "mine.lp").write_text("% 106.7  mine\ncould_produce(O, w) :- type(O, land), number(3), not odd(1).\nnumber(0..1).\n"
                                      "number(N+1) :- number(N), N < 9.\nodd(N+1) :- number(N), not odd(N).\n")
    assert judged("- not could_produce(forest, w)", "--with", "mine.lp") == []


def test_a_rule_without_end_stops_the_search_over_all_boards(run, tmp_path):
    (tmp_path / "mine.lp").write_text("% 106.7  mine\ncould_produce(O, w) :- type(O, land), number(3).\nnumber(0).\nnumber(N+1) :- number(N).\n")
    status, _, err = run("check", "--rules", "--with", "mine.lp", "--only", "could_produce/opposites", "--max-permanents", "0")
    assert status == 2 and "mine.lp:4: this rule applies more than" in err


def test_a_prohibition_of_ones_own_is_a_finding_like_others(run, tmp_path):
    (tmp_path / "mine.lp").write_text('% 110.1  no islands here\ncant_be(O, "we play without islands") :- exists(O), name(O, "Island").\n')
    status, out, _ = run("check", "board.yaml", "--with", "mine.lp", board="players: {Alice: {battlefield: [Forest, Island]}}")
    assert status == 1 and "110.1" in out and "line 1  Alice controls island." in out


def test_effects_and_what_is_on_the_stack_are_statements_too():
    board = """\
players:
  Alice: {battlefield: [Llanowar Elves]}
effects:
  - {card: Shrink It}
stack:
  - card: Forest
cards: [{name: Shrink It, type: Sorcery, text: "Creatures you control get -1/-1 until end of turn."}]
"""
    found = {finding["rule"]: lines(finding) for finding in kb.load(parse(board, "board.yaml")).check().value}
    assert found == {
        "704.5f": {(2, "Alice controls llanowar-elves."), (4, "The effect of shrink-it is in force.")},
        "305.1": {(6, "forest is in the stack zone.")},
    }
