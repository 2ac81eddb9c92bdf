"""Boards made from rulings, and questions about them, answered while you look."""

import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path

BOARDS = Path(__file__).parent / "demo_boards"


def play(run: Callable[[list[str]], int], tell: Callable[[str], None]) -> list[int]:
    """Tell every scene of scenes.toml, its command lines run by `run`; what `run` returned for each."""
    statuses = []
    for scene in tomllib.loads((BOARDS / "scenes.toml").read_text("utf-8"))["scene"]:
        tell(f"{scene['title']}\n{'-' * len(scene['title'])}\n{scene['story']}\n\n")
        for command in scene["commands"]:
            tell(f"$ manakb {command}\n")
            question, board, *rest = shlex.split(command)
            statuses.append(run([question, str(BOARDS / board), *rest]))
            tell("\n")
    tell(f"The boards stand in {BOARDS}\n")
    return statuses
