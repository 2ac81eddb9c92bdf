"""Another edition's text held against the headings: rules are found by their wording, not by their number."""

import json
from pathlib import Path

import pytest

from kb.__main__ import main
from kb.checking import editions
from kb.rulebook import Rulebook

NUMBERS = (Path(__file__).parent / "data" / "rule_numbers.txt").read_text().split()
TEXT = """1. Contents
106. Made up

106.7. Whoever reads this sentence knows that no rule of any game was ever written like it, and is right about that.
106.8. A second rule of this made-up text speaks of apples and pears, and of nothing that has to do with rule 106.7.
302.6. The third one is about the weather in the mountains, where it rains on most days of spring and snows on the others.
701.34a The fourth one counts sheep: one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, and so on.
"""
BOOK = """% 106.7  apples
p(1).
% 302.6  weather
p(2).
% 701.34a  sheep
p(3).
"""


@pytest.fixture
def book(tmp_path, monkeypatch):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "EDITION").write_text("2026-09-25\n")
    (tmp_path / "rules" / "one.lp").write_text(BOOK)
    (tmp_path / "pinned.txt").write_text(editions.written(editions.sketches(TEXT)))
    monkeypatch.setattr(editions, "PINNED", tmp_path / "pinned.txt")
    return Rulebook(tmp_path / "rules")


def told(book, text):
    return {change.rule.number: change.says for change in editions.changes(book, text)}


def test_every_rule_of_the_edition_has_a_sketch():
    assert sorted(editions.pinned()) == sorted(NUMBERS)


def test_no_wording_is_kept():
    assert all(set(part) <= set("0123456789abcdef") for sketch in editions.pinned().values() for part in sketch)


def test_the_same_text_has_no_changes(book):
    assert told(book, TEXT) == {}


def test_a_rule_is_found_under_another_number(book):
    assert told(book, TEXT.replace("302.6.", "302.7.")) == {"302.6": "moved to 302.7"}


@pytest.mark.parametrize("number", ["302.7aa", "302.7bb"])
def test_there_are_letters_behind_z(book, number):
    assert told(book, TEXT.replace("302.6.", number)) == {"302.6": f"moved to {number}"}
    text = TEXT.replace("rule 106.7", f"rule {number}")
    assert told(book, text) == {}


def test_references_to_other_numbers_are_no_change(book):
    text = TEXT.replace("106.8.", "106.9.").replace("rule 106.7", "rule 106.8")
    assert told(book, text) == {}


def test_other_words_are_a_change(book):
    assert told(book, TEXT.replace("twelve", "a dozen")) == {"701.34a": "reworded"}


def test_a_rule_may_be_moved_and_reworded(book):
    text = TEXT.replace("701.34a", "701.35a").replace("twelve", "a dozen")
    assert told(book, text) == {"701.34a": "moved to 701.35a and reworded"}


def test_a_rule_may_be_gone(book):
    assert told(book, TEXT.partition("302.6")[0] + TEXT[TEXT.index("701.34a"):]) == {"302.6": "gone"}


def test_the_command_names_the_heading(book, tmp_path, capsys):
    (tmp_path / "new.txt").write_text(TEXT.replace("302.6.", "302.7."))
    assert main(["check", "--edition", str(tmp_path / "new.txt"), "--rulebook", str(book.directory)]) == 1
    assert "302.6  weather: moved to 302.7 (one.lp:4)" in capsys.readouterr().out


def test_what_is_no_text_of_the_rules_is_refused(tmp_path, capsys):
    (tmp_path / "new.txt").write_text("Dear reader,\n")
    assert main(["check", "--edition", str(tmp_path / "new.txt")]) == 2
    assert "no numbered rules" in capsys.readouterr().err


def test_the_command_tells_changes_as_json(book, tmp_path, capsys):
    (tmp_path / "new.txt").write_text(TEXT.replace("302.6.", "302.7."))
    assert main(["check", "--edition", str(tmp_path / "new.txt"), "--rulebook", str(book.directory), "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["question"], told["edition"], told["exact"]) == ("check", "2026-09-25", True)
    assert told["answer"] == [{"rule": "302.6", "says": "moved to 302.7", "statements": [{"file": "one.lp", "line": 4, "says": "302.6  weather"}]}]


def test_a_text_in_another_encoding_is_bad_input(book, tmp_path, capsys):
    (tmp_path / "new.txt").write_text(TEXT.replace("mountains", "mountains\u2019"), "cp1252")
    assert main(["check", "--edition", str(tmp_path / "new.txt"), "--rulebook", str(book.directory)]) == 2
    assert "new.txt:6\n  the file is not text\n  allowed: text in UTF-8" in capsys.readouterr().err
