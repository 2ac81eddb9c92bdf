"""README.md and kb/docs/ say what is true: their commands are run, their Python is a doctest, their boards are the files they work on.

`python tests/test_readme.py` writes what the commands print into them anew.
"""

import doctest
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from kb.__main__ import QUESTIONS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "kb" / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)

TEXT = "\n".join(page.read_text("utf-8") for page in PAGES)
BLOCKS = BLOCK.findall(TEXT)
COMMANDS = [command for kind, block in BLOCKS if kind == "console" for command in COMMAND.findall(block)]


def lay_out(folder):
    """The pages' files (a first line `# name.yaml` names one), and `manakb` as a command."""
    for _, block in BLOCKS:
        if named := re.match(r"# (\S+\.yaml)$", block, re.MULTILINE):
            (folder / named[1]).write_text(block, "utf-8")
    command = folder / "bin" / "manakb"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kb "$@"\n')
    command.chmod(0o755)


def printed(command, folder):
    environment = os.environ | {"PATH": f"{folder}/bin:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("readme")
    lay_out(folder)
    return folder


@pytest.mark.parametrize("command, says", COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_what_the_readme_says(folder, command, says):
    assert printed(command, folder).rstrip("\n") == says.rstrip("\n")


def test_the_python_does_what_the_readme_says(folder, monkeypatch):
    monkeypatch.chdir(folder)
    code = "\n".join(block for kind, block in BLOCKS if kind == "python")
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 4
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_the_readme_has_examples_of_each_kind():
    assert len(COMMANDS) >= 6
    assert {"console", "yaml", "python", "sh", "prolog"} <= {kind for kind, _ in BLOCKS}


def test_the_rules_it_shows_stand_in_their_files():
    shown = re.findall(r"`(rules/[\w/.]+)`:\n\n```prolog\n(.*?)```", TEXT, re.DOTALL)
    assert shown and all(text in (ROOT / file).read_text("utf-8") for file, text in shown)


def test_the_readme_is_short_and_names_every_question():
    readme = PAGES[0].read_text("utf-8")
    assert len(readme.splitlines()) < 260
    assert [question for question in QUESTIONS if f"`{question} " not in readme] == []


def test_files_that_the_readme_names_are_there():
    named = re.findall(r"`((?:kb|rules|tests|\.ci)/[\w./-]*)`", TEXT)
    assert len(named) > 10 and [name for name in named if not (ROOT / name).exists()] == []


def main():
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder))

        def anew(block):
            said = "\n".join(f"$ {command}\n{printed(command, folder)}" for command, _ in COMMAND.findall(block[2]))
            return f"```console\n{said}```" if block[1] == "console" else block[0]

        for page in PAGES:
            page.write_text(BLOCK.sub(anew, page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
