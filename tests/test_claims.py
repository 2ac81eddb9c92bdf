"""Rulings that say one thing in several ways, and those that can't be right, or not together, whatever the board."""

import pytest

from kb.hearing import check
from kb.reading import parse

DEAL = "ask: damage, deal: [{source: a, to: Bob, amount: 2}]"
TOGETHER = [
    ("{ask: pay, of: '{G}', answer: possible}", "{ask: pay, of: '{G}', answer: {ways: 2}}"),
    ("{ask: pay, of: '{G}', answer: impossible}", "{ask: pay, of: '{G}', answer: {ways: 0}}"),
    ("{ask: put-counters, 'on': x, counters: {'+1/+1': 2}, answer: {'+1/+1': 2}}",
     "{ask: put-counters, 'on': x, counters: {'+1/+1': 2}, answer: [{'+1/+1': 2}]}"),
    ("{ask: enter, of: x, answer: [{ice: 1}, {ice: 2}]}", "{ask: enter, of: x, answer: [{ice: 2}, {ice: 1}]}"),
    ("{ask: tap, of: x, answer: [G]}", "{ask: tap, of: x, answer: {Alice: [U]}}"),
    ("{ask: tap, of: x, by: Alice, answer: [G, U]}", "{ask: tap, of: x, by: Alice, answer: {Alice: [U, G]}}"),
    ("{ask: check, answer: ['704.5f', '305.2']}", "{ask: check, answer: ['704.5', '305.2b']}"),
    ("{ask: check, answer: consistent}", "{ask: check, answer: []}"),
    ("{ask: proliferate, choose: [Bob], answer: [{loses: [Bob]}]}", "{ask: proliferate, choose: [Bob], answer: {loses: [Bob]}}"),
    ("{ask: proliferate, choose: [Bob], answer: [{counters: {x: {ice: 1}}}, {counters: {x: {ice: 2}}}]}",
     "{ask: proliferate, choose: [Bob], answer: {loses: [Bob]}}"),
    ("{ask: proliferate, answer: {eligible: [Alice, Bob], not_eligible: [x]}}", "{ask: proliferate, answer: {choices: 16}}"),
    ("{ask: proliferate, answer: {eligible: []}}", "{ask: proliferate, answer: {choices: 1}}"),
    ("{ask: could-produce, of: x, answer: [G]}", "{ask: could-produce, answer: {x: [G], y: [U]}}"),
    ("{ask: could-produce, of: my, answer: [G]}", "{ask: could-produce, of: My, answer: [U]}"),
    ("{ask: characteristics, of: x, answer: {power: 2}}", "{ask: characteristics, of: x, answer: {toughness: 3, numbers: {N: 1}}}"),
    (f"{{{DEAL}, answer: {{life: {{Bob: 18}}, dies: [x]}}}}", f"{{{DEAL}, answer: {{always: [{{dies: [x]}}], impossible: [{{dies: [y]}}]}}}}"),
    (f"{{{DEAL}, answer: {{possible: [{{dies: [x]}}]}}}}", f"{{{DEAL}, answer: {{possible: [{{survives: [x]}}], impossible: [{{dies: [x, y]}}]}}}}"),
    (f"{{{DEAL}, answer: {{counters: {{x: {{ice: 1}}}}}}}}", f"{{{DEAL}, answer: {{counters: {{x: {{age: 2}}}}}}}}"),
    ("{ask: proliferate, choose: [[Alice], [Bob]], answer: {loses: []}}", "{ask: proliferate, choose: [[Bob], [Alice]], answer: {loses: [Bob]}}"),
    ("{ask: state, says: survives(k1)}", "{ask: state, says: not survives(k1)}"),
    ("could_produce(_, g)", "not could_produce(_, c)"),
]
CONTRARY = [
    ("{ask: pay, of: '{G}', answer: impossible}", "{ask: pay, of: '{G}', answer: {ways: 1}}"),
    ("{ask: pay, of: '{1}{G}{1}', answer: impossible}", "{ask: pay, of: '{2}{G}', answer: possible}"),
    ("{ask: enter, of: my, given: [bargained, revolt], answer: {}}", "{ask: enter, of: my, given: [revolt, bargained], answer: {ice: 1}}"),
    ("{ask: legal-in, of: my, format: Two-Headed Giant, answer: legal}", "{ask: legal-in, of: my, format: two headed giant, answer: illegal}"),
    ("{ask: put-counters, 'on': Grizzly Bears, counters: {ice: 1}, answer: {}}", "{ask: put-counters, 'on': grizzly bears, counters: {ice: 1}, answer: {ice: 1}}"),
    ("{ask: pay, of: '{G}', answer: impossible}", "{ask: pay, of: '{G}', answer: {ways: 2}}"),
    ("{ask: pay, of: '{G}', answer: possible}", "{ask: pay, of: '{G}', answer: {ways: 0}}"),
    ("{ask: pay, of: '{1}{G}', answer: possible}", "{ask: pay, of: '{g}{1}', answer: impossible}"),
    ("{ask: put-counters, 'on': x, counters: {ice: 1}, answer: {ice: 1}}", "{ask: put-counters, 'on': x, counters: {ice: 1}, effect: true, answer: [{ice: 2}]}"),
    ("{ask: enter, of: x, answer: [{ice: 1}, {ice: 2}]}", "{ask: enter, of: x, answer: [{ice: 1}, {ice: 3}]}"),
    ("{ask: enter, of: x, answer: [{ice: 1}, {ice: 2}]}", "{ask: enter, of: x, kicked: 0, answer: {ice: 1}}"),
    ("{ask: tap, of: x, by: Alice, answer: [G]}", "{ask: tap, of: x, by: Alice, answer: {Alice: [U]}}"),
    ("{ask: check, answer: ['704.5f']}", "{ask: check, answer: ['704.5f', '305.2']}"), ("{ask: check, answer: ['704.5f']}", "{ask: check, answer: ['704.5j']}"),
    ("{ask: check, answer: ['704.5f']}", "{ask: check, answer: consistent}"),
    ("{ask: proliferate, times: 1, answer: {choices: 8}}", "{ask: proliferate, answer: {choices: 4}}"),
    ("{ask: proliferate, answer: {eligible: [Alice, Bob]}}", "{ask: proliferate, answer: {choices: 8}}"),
    ("{ask: proliferate, answer: {eligible: [Alice]}}", "{ask: proliferate, answer: {choices: 1}}"),
    ("{ask: proliferate, answer: {eligible: []}}", "{ask: proliferate, answer: {choices: 2}}"),
    ("{ask: proliferate, answer: {eligible: [Alice]}}", "{ask: proliferate, answer: {not_eligible: [Alice, x]}}"),
    ("{ask: proliferate, choose: [Alice, Bob], answer: {counters: {Alice: {poison: 3}}}}",
     "{ask: proliferate, choose: [Bob, Alice], answer: {counters: {Alice: {energy: 3}}}}"),
    ("{ask: could-produce, of: orchard, answer: [G]}", "{ask: could-produce, answer: {orchard: [U]}}"),
    ("{ask: could-produce, of: Forest, answer: [G]}", "{ask: could-produce, of: forest, answer: [U]}"),
    ("{ask: mana-ability, of: x, ability: 1, answer: 'yes'}", "{ask: mana-ability, of: x, answer: 'no'}"),
    ("{ask: characteristics, of: x, answer: {colors: [U, G]}}", "{ask: characteristics, of: x, answer: {colors: [G]}}"),
    ("{ask: characteristics, of: x, answer: {numbers: {N: 2}}}", "{ask: characteristics, of: x, answer: {numbers: {N: 1}}}"),
    (f"{{{DEAL}, answer: {{life: {{Bob: 18}}}}}}", "{ask: damage, deal: [{source: a, to: Bob, amount: 2, combat: false}], answer: {life: {Bob: 19}}}"),
    ("{ask: damage, deal: [{source: a, to: b, amount: 2}, {source: b, to: a, amount: 2}], answer: {dies: []}}",
     "{ask: damage, deal: [{source: b, to: a, amount: 2}, {source: a, to: b, amount: 2}], answer: {dies: [a]}}"),
    (f"{{{DEAL}, answer: {{always: [{{survives: [x]}}]}}}}", f"{{{DEAL}, answer: {{possible: [{{dies: [x]}}]}}}}"),
    (f"{{{DEAL}, answer: {{dies: [x]}}}}", f"{{{DEAL}, answer: {{possible: [{{dies: [y]}}]}}}}"),
    (f"{{{DEAL}, answer: {{dies: [x]}}}}", f"{{{DEAL}, answer: {{impossible: [{{survives: [y]}}]}}}}"),
    (f"{{{DEAL}, answer: {{possible: [{{dies: [x, y]}}]}}}}", f"{{{DEAL}, answer: {{impossible: [{{dies: [x]}}]}}}}"),
    (f"{{{DEAL}, answer: {{counters: {{x: {{ice: 1}}}}}}}}", f"{{{DEAL}, answer: {{counters: {{x: {{ice: 2}}}}}}}}"),
    ("not could_produce(_, c)", "could_produce(_, C)"),
]
ALONE = [
    "{ask: proliferate, answer: {choices: 7}}", "{ask: proliferate, answer: {choices: 0}}", "{ask: proliferate, answer: {eligible: [Alice, Bob], choices: 8}}",
    f"{{{DEAL}, answer: {{possible: [{{loses: [Bob]}}], impossible: [{{loses: [Bob]}}]}}}}",
    f"{{{DEAL}, answer: {{always: [{{survives: [b]}}], possible: [{{dies: [b]}}]}}}}",
    "{ask: state, says: survives(k1) and not survives(k1)}", "{ask: state, says: 'counters(x, ice) > 2 and counters(x, ice) < 3'}",
    f"{{{DEAL}, says: life(Bob) = 2 and (life(Bob) = 3 or loses(Bob) and not loses(Bob))}}",
]


def contradictions(*rulings):
    findings = check(parse("\n".join(f"- {one}" for one in rulings)), most=0).value
    return [(finding["says"], [one["line"] for one in finding["statements"]]) for finding in findings if "contradict" in finding["says"]]


@pytest.mark.parametrize("rulings", TOGETHER)
def test_the_same_or_other_things_may_both_be_right(rulings):
    assert contradictions(*rulings) == []


@pytest.mark.parametrize("rulings", CONTRARY)
def test_only_one_of_these_can_be_right(rulings):
    assert contradictions(*rulings) == [("These contradict each other.", [1, 2])]


def test_of_several_each_two_of_which_can_be_right_the_fewest_are_told():
    parts = ("life: {Bob: 18}", "possible: [{dies: [x]}]", "possible: [{dies: [y]}]", "always: [{loses: [Bob]}]", "impossible: [{dies: [x], loses: [Bob]}]")
    rulings = [f"{{{DEAL}, answer: {{{part}}}}}" for part in parts]
    assert contradictions(*rulings) == [("These contradict each other.", [2, 4, 5])]
    assert contradictions(*rulings[:-1]) == []


@pytest.mark.parametrize("ruling", ALONE)
def test_this_can_be_right_on_no_board(ruling):
    assert contradictions(ruling, ruling) == [("This contradicts itself.", [1]), ("This contradicts itself.", [2])]


@pytest.mark.parametrize("condition", ["survives(k1) or not survives(k1)", "counters(x, ice) > 2 and counters(x, ice) < 4", "not loses(Bob) and life(Bob) = 2"])
def test_a_condition_that_could_hold_is_no_contradiction(condition):
    assert contradictions(f"{{ask: state, says: '{condition}'}}") == []
