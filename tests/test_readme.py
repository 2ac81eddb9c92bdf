"""README.md says what is true: its commands are run, its Python is a doctest, its boards are the files they work on."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [(command, printed) for kind, block in BLOCKS if kind == "console"
            for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the README's files (a first line `# name.yaml` names one), and `manakb` as a command."""
    for kind, block in BLOCKS:
        if named := re.match(r"# (\S+\.yaml)$", block, re.MULTILINE):
            (tmp_path / named[1]).write_text(block, "utf-8")
    command = tmp_path / "bin" / "manakb"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kb "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{command.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command, printed", COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_what_the_readme_says(folder, command, printed):
    done = subprocess.run(command, shell=True, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.stdout.rstrip("\n") == printed.rstrip("\n")


def test_the_python_does_what_the_readme_says(folder):
    code = "\n".join(block for kind, block in BLOCKS if kind == "python")
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 4
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_the_readme_has_examples_of_each_kind():
    assert len(COMMANDS) >= 6
    assert {"console", "yaml", "python", "sh"} <= {kind for kind, _ in BLOCKS}


def test_the_rules_it_shows_stand_in_their_files():
    shown = re.findall(r"`(rules/[\w/.]+)`:\n\n```prolog\n(.*?)```", README, re.DOTALL)
    assert shown and all(text in (ROOT / file).read_text("utf-8") for file, text in shown)


def test_files_that_the_readme_names_are_there():
    named = re.findall(r"`((?:kb|rules|tests|\.ci)/[\w./-]*)`", README)
    assert len(named) > 10 and [name for name in named if not (ROOT / name).exists()] == []
