"""What the program takes, as ratios to what clingo takes: `python tests/benchmarks/ratios.py`.

Times differ from machine to machine; these ratios should not.
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median
from tempfile import NamedTemporaryFile

from clingo import Control

from kb.board import load
from kb.facts import board_facts
from kb.questions import QUESTIONS, ask
from kb.rulebook import Rulebook

TEN = {"players": {"Alice": {"battlefield": ["2 Forest", "Exotic Orchard", "Sol Ring", "Llanowar Elves", "Command Tower"]},
                   "Bob": {"battlefield": ["Island", "Exotic Orchard", "Reflecting Pool", "Plains"]}}}
EFFECTS = ["Mana Reflection", "Damping Sphere", "Contamination", "Ritual of Subdual", "Naked Singularity", "Reality Twist", "Infernal Darkness",
           "Nyxbloom Ancient", "Virtue of Strength", "Pulse of Llanowar"]


def seconds(work, times: int) -> float:
    """The median of what `work` takes."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)


def lands(number: int, effects: list[str]) -> dict:
    """A board of that many lands, each a card of its own, under replacement effects."""
    own = [{"name": f"Land {n}", "type": "Land", "text": f"{{T}}: Add {{{'WUBRGC'[n % 6]}}}."} for n in range(number)]
    return {"cards": own, "players": {"Alice": {"battlefield": [*(card["name"] for card in own), *effects]}}}


def start_up() -> None:
    clingo = seconds(lambda: run("-c", "import clingo"), 21)
    with NamedTemporaryFile("w", suffix=".json") as file:
        file.write(str(TEN).replace("'", '"'))
        file.flush()
        print(f"manakb --version / import clingo          {seconds(lambda: run('-m', 'kb', '--version'), 21) / clingo:.2f}   at most 2")
        print(f"a cold question / import clingo           {seconds(lambda: run('-m', 'kb', 'could-produce', file.name), 21) / clingo:.2f}   at most 8")


def warm() -> None:
    board = load(TEN)
    inputs, _ = QUESTIONS["could-produce"].facts(board)
    statements = "\n".join(map(str, Rulebook.load().statements_for("could-produce")))
    program = statements + "\n" + "\n".join(f"{fact}." for fact in [*board_facts(board), *inputs])

    def clingo() -> None:
        control = Control()
        control.add(program)
        control.ground()
        control.solve()

    ask(board, "could-produce")
    print(f"a warm question / clingo, same program    {seconds(lambda: ask(board, 'could-produce'), 20) / seconds(clingo, 20):.2f}   at most 3")


def size() -> None:
    hundred, thousand = load(lands(100, EFFECTS[:3])), load(lands(1000, EFFECTS[:3]))
    ask(hundred, "could-produce")
    small, large = seconds(lambda: ask(hundred, "could-produce"), 3), seconds(lambda: ask(thousand, "could-produce"), 3)
    print(f"1,000 lands / 100 lands, three effects    {large / small:.2f}   at most 15   ({large:.2f} s)")
    many = load(lands(100, EFFECTS))
    print(f"100 lands, ten effects                    {seconds(lambda: ask(many, 'could-produce'), 3):.2f} s   at most 2")


if __name__ == "__main__":
    start_up()
    warm()
    size()
