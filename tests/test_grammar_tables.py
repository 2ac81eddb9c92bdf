"""The tables that come with the package spare the making of the parser, and never stand in for another grammar."""

import pytest

from kb.oracle.grammar import tables
from kb.oracle.meaning import Meaning


def test_the_tables_that_come_with_the_package_are_those_of_the_grammar():
    shipped, built = tables.shipped(Meaning()), tables.built(Meaning())
    assert shipped is not None, "the grammar has changed: manakb cards build"
    assert {repr(terminal) for terminal in shipped.terminals} == {repr(terminal) for terminal in built.terminals}
    assert set(shipped.rules) == set(built.rules)
    text = "put a +1/+1 counter on target creature"
    assert shipped.parse(text, start="effect") == built.parse(text, start="effect")


@pytest.mark.parametrize("spoilt", [
    lambda found: found[:-1], lambda found: found[:40], lambda found: b"", lambda found: found[:-9] + b"\0" + found[-8:],
    lambda found: b"\0" + found[1:],
], ids=["cut off", "no tables", "empty", "one byte changed", "of another grammar"])  # fmt: skip
def test_tables_that_are_not_whole_are_not_used(spoilt, tmp_path):
    path = tmp_path / "grammar.pickle"
    path.write_bytes(spoilt(tables.SHIPPED.read_bytes()))
    assert tables.shipped(Meaning(), path) is None
    assert tables.shipped(Meaning(), tmp_path / "none") is None


def test_tables_are_written_where_they_are_not_of_this_grammar(tmp_path):
    path = tmp_path / "grammar.pickle"
    path.write_bytes(b"old")
    tables.write(path)
    assert tables.shipped(Meaning(), path) is not None
    written = path.stat().st_mtime_ns
    tables.write(path)
    assert path.stat().st_mtime_ns == written
