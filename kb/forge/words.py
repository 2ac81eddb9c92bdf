"""The words of Forge game states, as both directions need them."""

from __future__ import annotations

import re

SECTIONS = ("metadata", "state")
ZONES = ("battlefield", "hand", "graveyard", "exile", "command", "library")
OF_A_PLAYER = (
    "life", "counters", "landsplayed", "landsplayedlastturn", "manapool", "persistentmana", "numringtemptedyou", "speed", "name",
    "precast", "putonstack", "sideboard", "play", *ZONES,
)
KEY = re.compile(rf"(human|ai|p[0-9])({'|'.join(sorted(OF_A_PLAYER, key=len, reverse=True))})")
FIRST_LINE = re.compile(rf"\s*(?:#.*\n\s*)*(?:\[(?:metadata|state)\]|(?:{KEY.pattern}|turn|active\w+) *=)", re.IGNORECASE)
PLAYERS = {"human": 0, "ai": 1} | {f"p{number}": number for number in range(10)}

STEPS = {  # step of a board -> its name here, and what else it is called
    "untap": ("UNTAP",),
    "upkeep": ("UPKEEP",),
    "draw": ("DRAW",),
    "precombat main": ("MAIN1", "MAIN"),
    "beginning of combat": ("COMBAT_BEGIN", "BEGINCOMBAT"),
    "declare attackers": ("COMBAT_DECLARE_ATTACKERS", "DECLAREATTACKERS"),
    "declare blockers": ("COMBAT_DECLARE_BLOCKERS", "DECLAREBLOCKERS"),
    "combat damage": ("COMBAT_DAMAGE", "COMBAT_FIRST_STRIKE_DAMAGE"),
    "end of combat": ("COMBAT_END", "ENDCOMBAT"),
    "postcombat main": ("MAIN2",),
    "end": ("END_OF_TURN",),
    "cleanup": ("CLEANUP",),
}
STEP_OF = {re.sub(r"\W|_", "", name.lower()): step for step, names in STEPS.items() for name in (step, *names)}

COLORS = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}
KEYWORD_COUNTERS = (
    "deathtouch", "decayed", "double strike", "exalted", "first strike", "flying", "haste", "hexproof", "indestructible", "lifelink",
    "menace", "reach", "shadow", "trample", "vigilance",
)

REFERRING = ("chosencards", "executescript", "exiledwith", "imprinting", "rememberedcards")  # words that name others by numbers


def looks_like_one(text: str) -> bool:
    """Whether a text without a suffix is a game state."""
    return bool(FIRST_LINE.match(text))


def step_of(name: str) -> str | None:
    """The step that a name such as COMBAT_DECLARE_BLOCKERS or Main1 means."""
    return STEP_OF.get(re.sub(r"\W|_", "", name.lower()))


def counter_of(name: str) -> str:
    """P1M1 is +1/-1, STORAGE is storage."""
    if change := re.fullmatch(r"([PM])(\d+)([PM])(\d+)", name.strip(), re.IGNORECASE):
        power, toughness = ("-" if sign in "mM" else "+" for sign in (change[1], change[3]))
        return f"{power}{change[2]}/{toughness}{change[4]}"
    return name.strip().lower()


def counter_name(kind: str) -> str:
    """The other way."""
    if "/" in kind:
        return kind.replace("+", "P").replace("-", "M").replace("/", "")
    return kind.title() if kind in KEYWORD_COUNTERS else kind.upper()
