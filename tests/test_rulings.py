"""The project's own rulings, one test a case; and the runner of case files itself."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from soundness import assert_sound

from kb import BoardError, rulings
from kb.case_questions import covers
from kb.explanation import explain
from kb.questions import QUESTIONS
from kb.reading import parse
from kb.rulings import cases, run

RULINGS = list(cases([Path(__file__).parent / "rulings"]))


@pytest.mark.parametrize("case", RULINGS, ids=lambda case: case.name)
def test_ruling(case, monkeypatch):
    """The right answer, and sound reasons: in every answer set that is explained, those of each stage of a question that has several."""
    explained = []

    def explain_and_check(book, question, atoms, goals):
        why = explain(book, question, atoms := list(atoms), goals)
        assert_sound(why, atoms, book)
        explained.append(why)
        return why

    monkeypatch.setattr("kb.explanation.explain", explain_and_check)
    assert run(case) == []
    assert any(why.folded().steps for why in explained) or not case.cites or case.ask not in QUESTIONS


def test_no_two_rulings_have_one_name():
    assert [name for name, times in Counter(case.name for case in RULINGS).items() if times > 1] == []


# ---- the runner -----------------------------------------------------------------------------------------------------------

FOREST = "board: {players: {Alice: {battlefield: [Forest]}, Bob: {}}}"


def one(text):
    return rulings.case(parse(text))


def ruling(answer, more="", ask="could-produce", of="forest"):
    return one(f"{{name: N, {FOREST}, ask: {ask}, of: {of}, answer: {answer}, {more}}}")


def test_a_right_answer_passes():
    assert run(ruling("[G]", 'cites: ["106.7", "305.6"]')) == []


def test_an_answer_may_call_what_it_is_about_by_its_card():
    assert run(ruling("{FOREST: [G]}")) == []


def test_an_answer_about_nothing_fails():
    (fault,) = run(one(f"{{name: N, {FOREST}, ask: state, answer: {{impossible: [{{dies: [zed]}}]}}}}"))
    assert "'zed' is nothing on this board" in fault


def test_a_wrong_answer_fails_with_what_was_expected_and_got():
    assert run(ruling("[U, G]")) == ["expected [G, U], got [G]"]


def test_only_results_in_which_a_condition_holds_are_compared():
    well = "board: {cards: [{name: Pale Well, type: Land, text: '{T}: Add {W} or {U}.'}], players: {Alice: {battlefield: [Pale Well]}}}"
    said = f"{{name: N, {well}, ask: tap, of: pale-well, answer: [U]"
    assert run(one(said + "}")) == ["expected [U], got [U, W]"]
    assert run(one(said + ", where: 'mana(Alice, U) = 1'}")) == []


def test_a_wrong_number_of_ways_fails_with_both_numbers():
    assert run(ruling("{ways: 2}", ask="pay", of='"{G}"')) == ["expected {ways: 2}, got {ways: 1}"]


def test_a_rule_that_the_reasons_do_not_name_fails():
    (fault,) = run(ruling("[G]", 'cites: ["701.34a"]'))
    assert fault.startswith("expected rule 701.34a among the reasons, got ") and "106.7" in fault


def test_a_board_that_cannot_be_read_fails_and_says_where():
    (fault,) = run(one("{name: N, board: {players: {Alice: {battlefield: [Forrest]}}}, ask: could-produce, of: x, answer: []}"))
    assert "Forrest" in fault and "nearest: Forest" in fault


def test_an_answer_that_is_not_exact_fails(monkeypatch):
    answer = SimpleNamespace(exact=False, not_modelled=[{"id": "x", "ability": "that", "touches": ["mana"]}], value={"forest": ["G"]})
    monkeypatch.setattr("kb.questions.ask", lambda *_, **__: answer)
    assert run(ruling("[G]")) == ["not exact: that not modelled"]
    assert run(ruling("[G]", "not_modelled: {x: [mana]}")) == []
    assert run(ruling("[G]", "not_modelled: {x: [counters]}")) == ["expected not modelled {x: [counters]}, got {x: [mana]}"]


def test_an_answer_that_is_exact_fails_where_it_should_not_be():
    assert run(ruling("[G]", "not_modelled: {forest: [mana]}")) == ["expected not modelled {forest: [mana]}, got {}"]


def test_a_refusal_is_expected_with_what_it_says():
    said = f"{{name: N, {FOREST}, ask: could-produce, of: %s, refused: nearest}}"
    assert run(one(said % "forrest")) == []
    assert run(one(said % "forest")) == ["expected an error that says 'nearest', got {forest: [G]}"]


@pytest.mark.parametrize("value, answer, fault", [
    ({"types": ["Land"], "mana_value": 0, "abilities": [{}]}, "{types: [Land], abilities: 1}", None),
    ({"types": ["Land"], "abilities": [{}]}, "{types: [Creature, Land]}", "expected {types: [Creature, Land]}, got {types: [Land]}"),
    ({"types": [], "abilities": [{}]}, "{abilities: 2}", "expected {abilities: 2}, got {abilities: 1}"),
    ({"power": 0}, "{power: 0, toughness: 0}", "expected {power: 0, toughness: 0}, got {power: 0, toughness: None}"),
])
def test_only_characteristics_that_are_named_are_compared(monkeypatch, value, answer, fault):
    monkeypatch.setattr("kb.questions.ask", lambda *_, **__: SimpleNamespace(exact=True, value=value))
    assert run(ruling(answer, ask="characteristics")) == ([fault] if fault else [])


@pytest.mark.parametrize("answer, fault", [
    ("[C, CC]", None),
    ("[{C: 2}, C]", None),
    ("{Alice: [CC, C], Bob: ['']}", None),
    ("[C]", "expected [C], got [C, CC]"),
    ("{Bob: [C]}", 'expected {Bob: [C]}, got {Bob: [""]}'),
])
def test_each_possible_amount_of_mana_is_compared(monkeypatch, answer, fault):
    results = [{"mana": {"Alice": {"C": amount}, "Bob": {}}} for amount in (1, 2, 1)]
    asked = SimpleNamespace(input=lambda _: [SimpleNamespace(string="Alice")])
    monkeypatch.setattr("kb.questions.ask", lambda *_, **__: SimpleNamespace(exact=True, value=results, asked=asked))
    assert run(ruling(answer, ask="tap")) == ([fault] if fault else [])


@pytest.mark.parametrize("number, other, covered", [
    ("106.7", "106.7", True),
    ("702.15", "702.15b", True),
    ("605", "605.1a", True),
    ("106.1", "106.12", False),
    ("702.15b", "702.15", False),
    ("702.15b", "702.15c", False),
])
def test_a_rule_covers_its_sub_rules(number, other, covered):
    assert covers(number, other) is covered


@pytest.mark.parametrize("text, says", [
    ("word", "'word' does not fit here"),
    ("{name: N}", "the key board is missing"),
    (f"{{name: N, {FOREST}, ask: could-produce, of: forest}}", "the key answer is missing"),
    (f"{{name: N, {FOREST}, ask: tap, answer: [G]}}", "the key of is missing"),
    (f"{{name: N, {FOREST}, ask: could-prodce, answer: []}}", "nearest: could-produce"),
    (f"{{name: N, {FOREST}, ask: could-produce, off: forest, answer: []}}", "nearest: of"),
    (f"{{name: N, {FOREST}, ask: could-produce, of: forest, answer: [X]}}", "allowed: W, U, B, R, G, C"),
    (f"{{name: N, {FOREST}, ask: could-produce, of: forest, answer: G}}", "a list"),
    (f"{{name: N, {FOREST}, ask: mana-ability, of: forest, ability: 1, answer: true}}", "allowed: yes, no"),
    (f"{{name: N, {FOREST}, ask: characteristics, of: forest, answer: {{colour: [G]}}}}", "nearest: colors"),
    (f"{{name: N, {FOREST}, ask: could-produce, of: forest, answer: [], cites: [106.7]}}", "106.7"),
])
def test_a_malformed_case_is_an_error_that_says_what_is_wrong(text, says):
    with pytest.raises(BoardError) as fault:
        one(text)
    assert says in str(fault.value)


def test_a_file_that_is_no_list_of_cases_is_an_error(tmp_path):
    (tmp_path / "one.yaml").write_text("name: N\n")
    with pytest.raises(BoardError, match="no list of cases"):
        list(cases([tmp_path]))


def test_a_folder_without_case_files_is_an_error(tmp_path):
    with pytest.raises(BoardError, match="no case file"):
        list(cases([tmp_path]))
