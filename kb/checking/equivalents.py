"""Spoiled rules that say the same as the rules: which these are, and why, as a file equivalent.toml beside the rulings has it.

    [[same]]
    because = "every land is a permanent"
    mutants = [["3_card_types/lands.lp", "a(O) :- land(O), permanent(O).", "without permanent(O)"]]
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from kb.checking.mutations import Mutation

Equivalents = dict[tuple[str, str, str], str]  # reasons, by file, rule and what is spoiled


def equivalents(folder: Path) -> Equivalents:
    """Those of a folder of rulings, or of the nearest folder around it that has such a file; else none."""
    files = (place / "equivalent.toml" for place in (folder.absolute(), *folder.absolute().parents))
    file = next((file for file in files if file.is_file()), None)
    said = tomllib.loads(file.read_text("utf-8"))["same"] if file else []
    return {(file, _plain(rule), spoiled): one["because"] for one in said for file, rule, spoiled in one["mutants"]}


def key(mutation: Mutation) -> tuple[str, str, str]:
    """How the file calls it: a rule that was rewritten is another one."""
    return mutation.rule.file, _plain(mutation.rule.text), mutation.says


def _plain(text: str) -> str:
    return " ".join(text.split())
