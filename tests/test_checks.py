"""The properties of rules/checks: on the boards of rulings, on boards made at random, and on all small boards."""

import shutil
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from test_tap_properties import alices_first, boards

from kb.__main__ import main
from kb.board import load
from kb.cards import pool
from kb.checking.checks import checks_of
from kb.checking.rules import check_rules, templates
from kb.facts import board_facts
from kb.questions import tap
from kb.rulebook import Rulebook
from kb.rulings import cases
from kb.solving import solve

TAPS = [case for case in cases([Path(__file__).parent / "rulings"]) if case.ask == "tap"]


def violations(board, question, check, inputs, rulebook=None):
    """What the answer sets show of a check's properties."""
    solutions = solve((rulebook or Rulebook.load()).statements_for(question, check), [*board_facts(board), *inputs])
    assert solutions
    return {str(atom) for solution in solutions for atom in solution.atoms if atom.name == "violated"}


@pytest.mark.parametrize("case", TAPS, ids=lambda case: case.name)
def test_the_production_of_a_ruling_is_in_order(case):
    board = load(case.board)
    asked = {name: value for name, value in case.arguments.items() if name != "where"}
    assert violations(board, "tap", "production", tap.facts(board, **asked)[0]) == set()


@settings(max_examples=30, deadline=None)
@given(boards())
def test_production_is_in_order_on_any_board(board):
    assert violations(board, "tap", "production", tap.facts(board, alices_first(board))[0]) == set()


@pytest.fixture
def book(tmp_path):
    """A copy of the rules that a test may spoil."""
    return Path(shutil.copytree(Rulebook.load().directory, tmp_path / "rules"))


def test_a_broken_rulebook_is_noticed(book):
    """A rule that gives mana which the permanent could not produce: a property that can't fail would be none."""
    with open(book / "1_game_concepts" / "mana_production.lp", "a") as file:
        file.write('\n% 106.3  one too many\nadded(K, mana(0, 1, 0, 0, 0, 0)) :- added(K, mana(1, 0, 0, 0, 0, 0)).\n')
    board = load({"players": {"Alice": {"battlefield": ["Plains"]}}})
    found = violations(board, "tap", "production", tap.facts(board, "plains")[0], Rulebook.load(book))
    assert any("could produce" in one for one in found)


# ---- all small boards -----------------------------------------------------------------------------------------------------

def outcomes(book, only, most=2, cards=None):
    return {one.property.says: one for one in check_rules(book, cards or templates(pool(), book), most, 2, only)}


def test_there_are_properties_of_most_questions():
    checks = checks_of(Rulebook.load())
    assert {"could-produce", "tap", "activate", "mana-ability", "play-land", "proliferate", "put-counters", "enter", "state", "characteristics", "damage",
            "combat-damage", "ways-to-pay"} <= {check.question for check in checks}
    assert sum(len(check.properties) for check in checks) >= 30


@pytest.mark.parametrize("only", ["could_produce/fixed_point", "mana_ability", "state", "characteristics", "proliferate/choices", "damage",
                                  "activate", "play_land", "enter", "put_counters/orders", "ways_to_pay"])
def test_properties_hold_on_all_boards_of_one_permanent(only):
    found = outcomes(Rulebook.load(), only, most=1)
    assert found and [says for says, one in found.items() if one.finding] == []


PLANTED = [
    ("3_card_types/lands.lp", "% 305.6  planted\ncould_produce_nothing(O) :- exists(O), type(O, land).\n", "could_produce/opposites",
     "no permanent could produce both something and nothing"),
    ("6_spells_abilities_and_effects/mana_abilities.lp", '% 605.1a  planted\nfails_criterion(A, "it is an artifact\'s") :- is_activated(A), cost(A, _, mana).\n',
     "mana_ability", "no ability both meets the criteria of a mana ability and fails one"),
    ("7_additional_rules/keyword_actions/proliferate.lp", '% 701.34a  planted\ncant_be_chosen(P, "it is an opponent") :- proliferates(Y), opponent(Y, P).\n',
     "proliferate/choices", "nothing both may and can't be chosen"),
    ("7_additional_rules/state_based_actions.lp", "% 704.5f  planted\nput_into_graveyard(O) :- permanent(O), phased_out(O).\n", "state",
     "nothing happens to what is phased out"),
]


@pytest.mark.parametrize("file, text, only, says", PLANTED, ids=[row[0] for row in PLANTED])
def test_a_contradiction_is_shown_on_a_small_board(book, file, text, only, says, capsys):
    """Told as a board file that can be read again, with the reasons."""
    with open(book / file, "a") as rules:
        rules.write(f"\n{text}")
    assert main(["check", "--rules", "--rulebook", str(book), "--only", only, "--max-permanents", "1"]) == 1
    told = capsys.readouterr().out
    _, _, after = told.partition(f"{says}: not so")
    board = load(yaml.safe_load(after.partition("\n\n")[2].partition("\n\n")[0]))
    assert len(board.permanents) <= 1
    assert "planted" in after


def test_mana_out_of_nothing_is_noticed(book):
    with open(book / "1_game_concepts" / "paying_mana.lp", "a") as rules:
        rules.write("\n% 118.3a  planted\nworth(F, S, 2) :- gives(F, sort(c, _, _), 1), asked_of(S, _).\n")
    broken = {says for says, one in outcomes(Rulebook.load(book), "ways_to_pay", 1).items() if one.finding}
    assert "paying never makes mana" in broken


def test_a_question_with_two_answers_is_noticed(book):
    with open(book / "1_game_concepts" / "mana.lp", "a") as rules:
        rules.write("\n% 106.7  planted\ncould_produce(P, c) :- exists(P), not unlikely(P).\nunlikely(P) :- exists(P), not could_produce(P, c).\n"
                    "\n%*! unlikely(Object)\n{Object} is unlikely.\n*%\n")
    one = outcomes(Rulebook.load(book), "could_produce/opposites", 1)["every board has exactly one answer set"]
    assert "rests on its own absence" in one.finding.says


def test_cards_of_ones_own_make_the_boards(tmp_path, capsys):
    names = tmp_path / "cards.txt"
    names.write_text("Forest\nSol Ring\n")
    assert main(["check", "--rules", "--only", "could_produce/fixed_point", "--over", str(names)]) == 0
    assert "3 hold, 0 broken" in capsys.readouterr().out
    names.write_text("Forest\nSol Rimg\n")
    assert main(["check", "--rules", "--over", str(names)]) == 2
    assert "Sol Ring" in capsys.readouterr().err
    names.write_text("Forest\nDark Ritual\n")
    assert main(["check", "--rules", "--over", str(names)]) == 2
    assert "cards.txt:2\n  Dark Ritual is no permanent card" in capsys.readouterr().err


@pytest.mark.parametrize("only, rule, board", [
    ("could_produce/opposites", '% 305.6  planted\ncould_produce_nothing(O) :- exists(O), type(O, creature), controller(O, "Bob").',
     {"players": {"Alice": {}, "Bob": {"battlefield": [{"card": "Llanowar Elves", "id": "llanowar-elves"}]}}}),
    ("state/actions", '% 704.5f  planted\nput_into_graveyard(O) :- phased_out(O), marked_damage(O, _), controller(O, "Bob").',
     {"players": {"Alice": {}, "Bob": {"battlefield": [{"card": "Hill Giant", "id": "hill-giant", "phased_out": True, "damage": 2}]}}}),
    ("combat_damage", "% 510.1a  planted\nassigns(O, 7) :- attacking(O, _).",
     {"step": "combat damage", "players": {"Alice": {"battlefield": [{"card": "Hill Giant", "id": "hill-giant", "attacking": "Bob"}]}, "Bob": {}}}),
])
def test_a_board_that_breaks_a_property_says_no_more_than_it_has_to(tmp_path, only, rule, board, capsys):
    (tmp_path / "mine.lp").write_text(f"{rule}\n")
    (tmp_path / "cards.txt").write_text("Llanowar Elves\nHill Giant\n")
    files = ["--with", str(tmp_path / "mine.lp"), "--over", str(tmp_path / "cards.txt")]
    assert main(["check", "--rules", *files, "--only", only, "--max-permanents", "1"]) == 1
    _, _, after = capsys.readouterr().out.partition(": not so")
    assert yaml.safe_load(after.partition("\n\n")[2].partition("\n\n")[0].partition("#")[0]) == board
