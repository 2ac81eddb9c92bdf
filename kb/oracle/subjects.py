"""What text that was not understood may bear on, and what is told of any text: targets, library cards."""

import re
import tomllib
from functools import cache
from importlib import resources

from .keywords import keyword_names

ALL = ("mana", "types", "abilities", "colors", "counters", "power", "control", "keywords", "costs", "activation", "spending",
       "playing", "land_plays", "entering", "status", "damage", "life", "combat", "players", "dying", "attaching", "cards")  # fmt: skip

_TARGET = re.compile(
    r"(?<!the )(?<!can )(?<!can't )(?<!could )(?<!must )(?<!would )(?<!only )(?<!that )(?<!original )(?<!new )"
    r"\btarget\b(?! of\b)|\b(?:one|two|three|four|five|six|ten|X|number of|other|more) targets\b",
    re.IGNORECASE,
)
_LIBRARY = re.compile(
    r"\bdraws?\b(?<!\ba draw)|\bmills?\b|\bsearch(?:es)? [^.]*\blibrar|\bsurveils?\b|\bconnives?\b|\bexplores?\b|\bmanifests?\b|\bcloaks?\b"
    r"|\bdiscovers?\b|(?<!has )(?<!have )(?<!gains )(?<!gain )\bcascade\b|\bshuffles? [^.]*\binto\b|\b(?:put|puts|exiles?|reveals?) [^.]*\blibrar|\b(?:top|bottom) of [^.]*\blibrar"
    r"|\binto (?:your|their|its owner's|target player's) librar|\bcards? of [^.]*\blibrar|\bripple\b|\bdredge\b|\blearns?\b"
    r"|\bseeks?\b|\bfateseal|\bincubate\b.*\blibrar|\bconjures?\b[^.]*\blibrar|\bplay with the top",
    re.IGNORECASE,
)
_STARTS = re.compile(r"(?:^|[.:|\u2014\u2022] )[A-Z]")
_ONLY_LOOKS = re.compile(r"\b(?:looks? at|reveal) the top [^.]*?\b(?:library|libraries)\b(?=\.|$)", re.IGNORECASE)


_TAKES = re.compile(r"\bputs? [^.]*\b(?:hand|battlefield|graveyard|exile)\b|\bexiles? (?:it|that card|one)\b", re.IGNORECASE)


@cache
def _patterns() -> dict[str, tuple[re.Pattern, re.Pattern]]:
    """Of each subject what finds it, and what is not looked at."""
    table = tomllib.loads(resources.files(__package__).joinpath("subjects.toml").read_text("utf-8"))
    table["keywords"] = table["keywords"].replace("KEYWORD", "|".join([*map(re.escape, keyword_names()), r"\w*(?:walk|cycling)"]))
    apart = table.pop("apart")
    return {subject: (re.compile(pattern), re.compile(apart.get(subject, "(?!)"))) for subject, pattern in table.items()}


def subjects(text: str) -> list[str]:
    """The subjects (card.lp, section abilities) that the text may bear on; at least one."""
    text = _STARTS.sub(lambda start: start[0].lower(), text)
    found = [subject for subject, (pattern, apart) in _patterns().items() if pattern.search(apart.sub("", text))]
    return found or ["cards"]


def requires_target(text: str) -> bool:
    """Whether the text, without its quotations, names a target (CR 115)."""
    return bool(_TARGET.search(text))


def moves_library_card(text: str) -> bool:
    """Whether what the text says moves a card to or from a library."""
    if _ONLY_LOOKS.search(text) and _TAKES.search(text):
        return True
    return any(_LIBRARY.search(_ONLY_LOOKS.sub("", sentence)) for sentence in re.split(r"(?<=\.)\s", text))
