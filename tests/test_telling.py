"""Which reasons a reader gets to see."""

import kb
import pytest

from kb.demo import BOARDS
from kb.telling import RULE, tell

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


def test_rules_that_rest_on_other_rules_are_always_cited(why):
    needed = {line.cites for line in tell(why, 1000).lines if line.kind == RULE}
    assert {"106.7", "305.6"} <= needed <= {line.cites for line in tell(why, 1).lines}


def test_every_item_asked_about_has_its_line(why):
    roots = [line.says for line in tell(why, 1).lines if line.depth == 0]
    assert [says.removesuffix(" (as above).").rstrip(".") for says in roots] == [
        f"{name} could produce {{G}}" for name in ("alices", "bobs", "forest")]


def test_a_shared_step_is_told_once_and_then_referred_to(why):
    says = [line.says for line in tell(why, 1000).lines]
    assert len(says) == len(set(says))
    assert "forest could produce {G} (as above)." in says


def test_each_rule_that_is_cited_has_a_label(why):
    told = tell(why)
    assert list(told.labels) == sorted({line.cites for line in told.lines if line.cites}, key=lambda number: (
        int(number.split(".")[0]), int(number.split(".")[1].rstrip("abcdefghij")), number))
    assert all(told.labels.values())


def test_where_nothing_follows_what_would_be_needed_is_told():
    told = tell(ORCHARDS.could_produce("bobs").why_not("could_produce(bobs, u)"))
    assert told.lines[0].says == "Not so: bobs could produce {U}."
    assert "Needed: forest could produce {U}." in [line.says for line in told.lines]
