"""Boards made from rulings, and questions about them, answered while you look."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

BOARDS = Path(__file__).parent / "demo_boards"


@dataclass(frozen=True)
class Scene:
    """A board, what there is to know about it, command lines to run, and what cannot be asked about it yet."""

    title: str
    story: str
    commands: tuple[str, ...]
    later: str = ""


SCENES = (
    Scene(
        "The rule book's own example of what a land could produce",
        "Two Exotic Orchards face each other, and a Forest stands behind one of them. Each Orchard could produce what the other\n"
        "side's lands could: the Forest starts the circle.",
        ("could-produce orchards.yaml", "could-produce orchards.yaml bobs --why"),
    ),
    Scene(
        "A land with a mana cost",
        "Glade of the Pump Spells is a green land that costs {2}{G} to play. It has a mana value, and what it taps for is a mana\n"
        "ability like any other land's.",
        ("characteristics glade.yaml glade", "mana-ability glade.yaml glade --ability 1 --why", "tap glade.yaml glade",
         "could-produce glade.yaml orchard"),
        "play-land: paying for it takes nothing from the other rules of playing a land.",
    ),
    Scene(
        "A creature that lives on its counters",
        "Phyrexian Seedling has 0/0 printed on it and one +1/+1 counter; a 1/1 blocks it.",
        ("characteristics seedling.yaml seedling",),
        "combat-damage, proliferate: proliferatelink lets it grow before lethal damage is looked for.",
    ),
    Scene(
        "Experience counters",
        "All experience counters are alike, however a player got them. Kalemne counts them; her colours decide what her\n"
        "controller's Command Tower makes.",
        ("could-produce experience.yaml command-tower", "characteristics experience.yaml kalemne"),
        "proliferate: one more experience counter, if the player is chosen.",
    ),
)


def play(run: Callable[[list[str]], int], tell: Callable[[str], None]) -> list[int]:
    """Tell every scene, its command lines run by `run` as if typed in the folder of its boards; what `run` returned."""
    statuses = []
    for scene in SCENES:
        tell(f"{scene.title}\n{'-' * len(scene.title)}\n{scene.story}\n\n")
        for command in scene.commands:
            tell(f"$ manakb {command}\n")
            question, board, *rest = shlex.split(command)
            statuses.append(run([question, str(BOARDS / board), *rest]))
            tell("\n")
        if scene.later:
            tell(f"Not yet: {scene.later}\n\n")
    tell(f"The boards stand in {BOARDS}\n")
    return statuses
