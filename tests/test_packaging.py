"""From the wheel, from an editable install and from a plain checkout the same rules and cards are found."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("kb", "rules", "pyproject.toml", "README.md", "LICENSE", ".gitignore")
ASK = """
import hashlib, json, site, sys
before = list(sys.path)
site.addsitedir(sys.argv[1])
sys.path = [place for place in sys.path if place not in before] + before  # before whatever is installed here
import kb
from kb.rulebook import Rulebook
board = kb.load({"players": {"Alice": {"battlefield": ["Exotic Orchard"]}, "Bob": {"battlefield": ["Forest"]}}})
rules = Rulebook.load().directory
print(json.dumps({
    "kb": kb.__file__,
    "rules": {str(path.relative_to(rules)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(rules.rglob("*.lp"))},
    "answer": board.could_produce("exotic-orchard").value,
}))
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of what is in the repository, away from it."""
    copy = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy / part)
    return copy


def built(checkout, kind, folder):
    """A wheel, built and unpacked as an installer would."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder / "dist"], cwd=checkout, check=True,
                   capture_output=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def found(site, folder):
    """What a Python that sees `site` finds, from a folder where nothing is."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-P", "-c", ASK, str(site)], cwd=folder, env=environment, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_wheel_editable_install_and_checkout_find_the_same(checkout, tmp_path):
    wheel = found(built(checkout, "wheel", tmp_path / "wheel"), tmp_path)
    editable = found(built(checkout, "wheel:editable", tmp_path / "editable"), tmp_path)
    plain = found(checkout, tmp_path)
    assert wheel["rules"] == editable["rules"] == plain["rules"] and len(plain["rules"]) > 2
    assert wheel["answer"] == editable["answer"] == plain["answer"] == {"exotic-orchard": ["G"]}
    assert Path(wheel["kb"]).is_relative_to(tmp_path / "wheel")
    assert Path(editable["kb"]).is_relative_to(checkout) and Path(plain["kb"]).is_relative_to(checkout)


def test_the_sources_to_distribute_build_the_same_wheel(checkout, tmp_path):
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path], cwd=checkout, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path / "unpacked", filter="data")
    (sources,) = (tmp_path / "unpacked").iterdir()
    files = [{path.relative_to(site) for path in site.rglob("*") if path.is_file()} for site in (
        built(checkout, "wheel", tmp_path / "a"), built(sources, "wheel", tmp_path / "b"))]
    assert files[0] == files[1]
    assert {Path("kb/rules/EDITION"), Path("kb/data/cards.txt"), Path("kb/templates/why.txt.j2")} <= files[0]


def test_every_package_that_is_imported_is_asked_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked_for = {re.match(r"[\w-]+", requirement)[0] for requirement in project["dependencies"]}
    imported = set()
    for file in (ROOT / "kb").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [part.name for part in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
            imported |= {name.partition(".")[0] for name in names}
    imported -= {"kb", "__future__", *sys.stdlib_module_names}
    assert {{"yaml": "pyyaml"}.get(name, name) for name in imported} == asked_for
