"""Rules spoiled one at a time, and whether rulings notice; which rules apply in which rulings."""

from pathlib import Path
from random import Random

import pytest

from kb.__main__ import main
from kb.checking.alterations import altering, signs
from kb.checking.calls import recorded
from kb.checking.equivalents import equivalents, key
from kb.checking.firing import trials
from kb.checking.mutants import EQUIVALENT, NOTICED, SURVIVED, _broken, _is_safe, fates
from kb.checking.mutations import mutations
from kb.rulebook import Rulebook
from kb.rulings import cases, run
from kb.solving import ProgramError

BOOK = Rulebook.load()
RULINGS = """
- name: A Forest
  cites: ["106.7"]
  board: {players: {Alice: {battlefield: [Forest]}}}
  ask: could-produce
  of: forest
  answer: [G]
- name: A Mountain under the Sphere
  board: {players: {Alice: {battlefield: [Mountain, Ancient Tomb, Damping Sphere]}}}
  ask: could-produce
  of: ancient-tomb
  answer: [C]
- name: One counter for two colors
  board:
    cards: [{name: Odd Prism, type: Artifact, text: "Remove a charge counter from Odd Prism: Add one mana of any color."}]
    players: {Ann: {battlefield: [{card: Odd Prism, counters: {charge: 1}}]}, Bob: {}}
  ask: pay
  of: "{W}{U}"
  answer: impossible
"""


@pytest.fixture
def rulings(tmp_path):
    (tmp_path / "few.yaml").write_text(RULINGS)
    return list(cases([tmp_path]))


def rule_of(text):
    return next(rule for rule in BOOK.rules if text in rule.text)


def test_a_rule_is_spoiled_in_every_way():
    rule = rule_of("applies_now(K, I, E) :- event(K, I, M)")
    said = [mutation.says for mutation in mutations(BOOK, rule)]
    body = len(BOOK.node(rule).body)
    assert said[0] == "the rule deleted"
    assert sum(one.startswith("without") for one in said) == body
    assert "I <= J for I < J" in said and "used(K,I,E) for not used(K,I,E)" in said


def test_a_spoiled_rule_stands_in_the_place_of_the_other():
    rule = rule_of("could_produce(P, T) :- exists(P)")
    gone = BOOK.with_statement(rule, None)
    assert len(gone.rules_for("could-produce")) == len(BOOK.rules_for("could-produce")) - 1
    assert rule in BOOK.rules_for("could-produce")


def test_the_rules_that_apply_are_known(rulings):
    fired = {trial.case.name: {BOOK.rules[place].text for place in trial.fired} for trial in trials(BOOK, rulings, 1)}
    assert rule_of("could_produce(P, T) :- exists(P)").text in fired["A Forest"]
    assert rule_of("could_produce(P, T) :- would_add_set").text in fired["A Mountain under the Sphere"]
    assert rule_of("could_produce(P, T) :- would_add_set").text not in fired["A Forest"]


def test_rulings_notice_what_they_speak_of_and_nothing_else(rulings):
    deleted = {one.mutation.rule: one for one in fates(BOOK, rulings, 1, only="3_card_types/lands.lp", properties=False) if one.mutation.node is None}
    intrinsic = deleted[rule_of("has_ability(O, intrinsic(S)) :- type(O, land)")]
    assert (intrinsic.fate, intrinsic.by) == (NOTICED, "A Forest")
    assert {one.by for one in deleted.values() if one.fate == SURVIVED} == {"3 rulings"}


@pytest.mark.parametrize("rules, file, ruling, some", [(BOOK.rules, "1_game_concepts/mana", 1, 2), (BOOK.constraints, "questions/ways_to_pay", 2, 0)],
                         ids=["rules", "constraints"])
def test_only_what_alters_a_call_and_what_it_shows_can_be_noticed(rulings, rules, file, ruling, some):
    """Held against running the ruling with each spoiled rule, which takes ten times as long."""
    case = rulings[ruling]
    with recorded() as calls:
        assert run(case, BOOK) == []
    call = calls[-1]
    spoiled = [one for rule in rules if file in rule.file and call.has(BOOK.node(rule)) for one in mutations(BOOK, rule)]
    safe = [one for one in spoiled if one.node is None or _is_safe(one)]
    spoiled = Random(0).sample(safe, min(len(safe), 60))
    altered = altering(call, {number: signs(BOOK, number, one) for number, one in enumerate(spoiled)})
    found = {True: 0, False: 0}
    for number, one in enumerate(spoiled):
        try:
            shown = number in altered and call.changed(BOOK.node(one.rule), one.node)
            wrong = bool(run(case, BOOK.with_statement(one.rule, one.node), reasons=False))
        except ProgramError:
            continue
        assert shown or not wrong, one.says
        found[wrong] += 1
    assert found[True] > some and found[False] > 20


def test_a_ruling_that_fails_anyway_notices_nothing(rulings, tmp_path, capsys):
    (tmp_path / "few.yaml").write_text(RULINGS.replace("answer: [G]", "answer: [W]").replace("answer: [C]", "answer: [W]"))
    assert main(["check", "--mutants", str(tmp_path), "--only", "3_card_types/lands.lp", "--sample", "2"]) in (0, 1)
    assert "0 of " in capsys.readouterr().out


def test_the_table_names_rules_that_apply_nowhere(rulings, tmp_path, capsys):
    assert main(["rules", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "rules apply in some ruling; not so:" in told and "3_card_types/creatures.lp" in told


def test_what_no_ruling_notices_may_break_a_property(rulings):
    """An ability with a target that meets the criteria fails one as well, and may be activated when mana abilities alone may."""
    (rule,) = (rule for rule in BOOK.rules if rule.text.startswith("meets_criteria(A) :- is_activated(A)"))
    place = [mutation.says for mutation in mutations(BOOK, rule)].index("without not requires_target(A)")
    spoiled = list(mutations(BOOK, rule))[place]
    assert _broken(BOOK, BOOK.with_statement(rule, spoiled.node), rule) in (
        "no ability both meets the criteria of a mana ability and fails one", "a mana ability for {T} is never untimely")


def test_what_is_known_to_say_the_same_is_listed_apart(rulings, tmp_path):
    rule = rule_of("has_ability(O, intrinsic(S)) :- type(O, land)")
    text = " ".join(rule.text.split())
    (tmp_path / "equivalent.toml").write_text(f'''[[same]]\nbecause = "so it is"\nmutants = [["{rule.file}", '{text}', "the rule deleted"]]\n''')
    same = equivalents(tmp_path)
    assert equivalents(tmp_path / "few.yaml") == same == equivalents(tmp_path.parent) and equivalents(tmp_path.parent / "elsewhere") == {}
    assert same == {key(next(mutations(BOOK, rule))): "so it is"}
    tomb = [rulings[1]]  # which has intrinsic abilities, but asks nothing of them
    (found,) = (one for one in fates(BOOK, tomb, 1, only=rule.file, same=same, properties=False) if one.mutation.rule is rule and one.mutation.node is None)
    assert (found.fate, found.by) == (EQUIVALENT, "so it is")


def test_each_that_is_known_to_say_the_same_is_a_mutant():
    """A rule that was rewritten since has to be judged anew."""
    known = equivalents(Path("tests/rulings"))
    rules = [rule for rule in [*BOOK.rules, *BOOK.constraints] if rule.file in {file for file, _, _ in known}]
    assert {*known} <= {key(one) for rule in rules for one in mutations(BOOK, rule)}
