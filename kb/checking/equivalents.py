"""Spoiled rules that say the same as the rules: which these are, and why, as files equivalent.toml among the rulings have it.

    [[same]]
    because = "every land is a permanent"
    mutants = [["3_card_types/lands.lp", "a(O) :- land(O), permanent(O).", "without permanent(O)"]]
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from kb.checking.mutations import Mutation

NAME = "equivalent.toml"

Equivalents = dict[tuple[str, str, str], str]  # reasons, by file, rule and what is spoiled


def equivalents(place: Path) -> Equivalents:
    """Those of all files in a folder of rulings and in the folders around it; `place` may be a file of rulings."""
    inside = place.absolute().rglob(NAME) if place.is_dir() else ()
    around = (folder / NAME for folder in place.absolute().parents)
    said = [one for file in (*inside, *around) if file.is_file() for one in tomllib.loads(file.read_text("utf-8"))["same"]]
    return {(file, _plain(rule), spoiled): one["because"] for one in said for file, rule, spoiled in one["mutants"]}


def key(mutation: Mutation) -> tuple[str, str, str]:
    """How the file calls it: a rule that was rewritten is another one."""
    return mutation.rule.file, _plain(mutation.rule.text), mutation.says


def _plain(text: str) -> str:
    return " ".join(text.split())
