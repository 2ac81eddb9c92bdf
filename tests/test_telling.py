"""Which reasons a reader gets to see."""

from types import SimpleNamespace

import pytest
from clingo import Function, String

import kb
from kb.demo import BOARDS
from kb.rulebook import Statement
from kb.telling import AGAIN, tell
from kb.why import Step, Why

ORCHARDS = kb.load(BOARDS / "orchards.yaml")


@pytest.fixture(scope="module")
def why():
    return ORCHARDS.could_produce().why()


def test_all_is_told_where_there_is_room(why):
    assert tell(why, 1000).left_out == 0


@pytest.mark.parametrize("screen", [1, 5, 10, 20])
def test_what_is_not_told_is_counted(why, screen):
    told = tell(why, screen)
    assert len(told.lines) + told.left_out == len(tell(why, 1000).lines)


def test_more_is_told_where_there_is_more_room(why):
    lengths = [len(tell(why, screen).lines) for screen in (1, 10, 20, 30)]
    assert lengths == sorted(lengths) and lengths[0] < lengths[-1]


def test_no_rule_goes_uncited(why):
    cited = {line.cites for line in tell(why, 1000).lines}
    assert {"106.7", "305.6"} <= cited == {line.cites for line in tell(why, 1).lines} | {""}


def test_every_item_asked_about_has_its_line(why):
    roots = [line.says for line in tell(why, 1).lines if line.depth == 0]
    assert roots == [f"{name} could produce {{G}}." for name in ("alices", "bobs", "forest")]


def test_a_shared_step_is_told_once_and_then_referred_to():
    book = SimpleNamespace(sentences={})  # nothing has a reading

    def step(name, number, *premises):
        rule = Statement("p.", "file.lp", 1, 0, number, f"label {number}")
        derivation = SimpleNamespace(clause=SimpleNamespace(rule=rule))
        return Step(Function(name, [String("x")]), holds=True, aside=False, book=book, derivation=derivation, premises=premises)

    steps = {"1": step("a", "100.1", "2", "3"), "2": step("b", "100.2", "4"), "3": step("c", "100.3", "4", "5"),
             "4": step("d", "100.4", "5"), "5": step("e", "100.5")}
    told = tell(Why(("1",), steps))
    assert [(line.depth, line.says) for line in told.lines] == [
        (0, "A: x."), (1, "B: x."), (2, "D: x."), (3, "E: x."), (1, "C: x."), (2, "D: x (as above).")]
    assert told.lines[-1].kind == AGAIN and told.left_out == 0


def test_what_is_asked_about_has_a_tree_of_its_own(why):
    lines = tell(why, 1000).lines
    (inner,) = [at for at, line in enumerate(lines) if line.says == "bobs could produce {G}." and line.depth]
    assert lines[inner].kind == AGAIN and not lines[inner].below


def test_each_rule_that_is_cited_has_a_label(why):
    told = tell(why)
    assert list(told.labels) == sorted({line.cites for line in told.lines if line.cites}, key=lambda number: (
        int(number.split(".")[0]), int(number.split(".")[1].rstrip("abcdefghij")), number))
    assert all(told.labels.values())


def test_where_nothing_follows_what_would_be_needed_is_told():
    told = tell(ORCHARDS.could_produce("bobs").why_not("could_produce(bobs, u)"))
    assert told.lines[0].says == "Not so: bobs could produce {U}."
    assert "Needed: forest could produce {U}." in [line.says for line in told.lines]
