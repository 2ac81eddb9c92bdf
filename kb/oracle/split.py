"""Paragraphs of a normalised text as pieces of abilities, before any of them is read."""

import re
from dataclasses import dataclass, field

# A quotation in a quotation stands in single marks.
_QUOTE = re.compile(r'"([^"]*)"|(?<= )\'((?:\{|When)[^"]*?)\'(?=[\s.,]|\Z)')
_CHAPTER = re.compile(r"((?:[IVX]+, )*[IVX]+) [-\u2014] ")
# An ability word or flavor word (CR 207.2c, 207.2d) has no meaning of its own.
_ABILITY_WORD = re.compile(r"[A-Z][^.:\"{}\u2014\u00ab]{0,60} \u2014 (?=\S)")
_MEANINGFUL = re.compile(r"(?:Choose|To solve|Companion|Equip|Cumulative|Kicker|Prototype)\b")
# "Chaos:" is an old wording of a triggered ability of planes.
_COST = re.compile(r"(?!Chaos:)([^:.\n]{1,200}): (?=\S)")
# "12+ | ...": an ability that a permanent has from so many charge counters on (CR 721).
# A line of a table of results (CR 706.3), or what a choice as it enters gives (CR 614.12b).
_ROW = re.compile(r"(\d+)(?:[-\u2014](\d+)|(\+))? (?:\||\u2014) ")
_ANCHORED = re.compile(r"As ~ enters, choose [A-Z]\w+ or [A-Z]\w+\.\Z")
_ANCHOR = re.compile(r"\u2022 ([A-Z]\w+) \u2014 ")
_STATION = re.compile(r"(\d+)\+ \| ")
# What an instant or sorcery says of its own casting is a static ability (CR 604.5, 601.2f).
_STATIC_OF_SPELL = re.compile(
    r"As an additional cost to cast|~ costs|~ can't be |You may (?:cast ~|[^.]* rather than pay ~'s mana cost)|Cast ~ only"
)
_TRIGGER = re.compile(r"(?:When|Whenever|At)\b")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\u00ab~])")
# What the sentence before makes something it is besides what it was (CR 205.1b).
_STILL = re.compile(r"(?:It's|They're) (still (?:an? )?(?:[A-Z]\w+ )?lands?)\.?\Z")
_CONTINUES = re.compile(r" instead|\bIf [^.]*, that \w+ enters with ")
_LEVEL = re.compile(r"LEVEL (\d+)(?:-(\d+)|\+)\Z")
# Firebending as an effect gives it, which is the same ability (CR 702.189a).
_GAINED = re.compile(r"\bfirebending ([1-9]\d?)\b")
_STAYS = " Until end of combat, you don't lose this mana as steps end."
_FIREBENDING = re.compile(r"Firebending X, where X is ([^.]*)\.\Z")
_CLASS_LEVEL = re.compile(r"[^:\n]*: Level (\d+)\Z")


@dataclass
class Piece:
    """One paragraph: its kind (activated, triggered, spell, static, level), the cost or event in front, its sentences and quotations."""

    kind: str
    front: str
    sentences: list[str]
    quotations: list[str] = field(default_factory=list)
    text: str = ""
    chapter: str | None = None
    word: str | None = None


def without_quotations(paragraph: str) -> tuple[str, list[str]]:
    """The paragraph with each quotation replaced by «its number», and the quotations."""
    quotations: list[str] = []

    def taken(match: re.Match) -> str:
        quotations.append((match[1] or match[2] or "").removesuffix(","))
        comma = "," * bool(match[0].endswith(',"'))
        ends = quotations[-1].endswith((".", "!")) and re.match(r"$| [A-Z~]|\n", paragraph[match.end() :])
        return f"\u00ab{len(quotations)}\u00bb{comma}" + "." * bool(ends)

    return _QUOTE.sub(taken, paragraph), quotations


def paragraphs(text: str) -> list[str]:
    """Paragraphs, modes and rows of a table joined to the line they belong to."""
    joined: list[str] = []
    for line in text.split("\n"):
        anchored = bool(joined) and any(_ANCHORED.match(other) for other in joined) and _ANCHOR.match(line)
        rolled = bool(joined) and re.search(r"\broll\b", joined[-1], re.IGNORECASE) and _ROW.match(line)
        if joined and (rolled or line.startswith("\u2022") and not anchored):
            joined[-1] += "\n" + line
        else:
            joined.append(line)
    return [line for line in joined if line]


def piece(paragraph: str, spell: bool) -> Piece:
    """The paragraph, taken apart. `spell`: it stands on an instant or sorcery."""
    text, quotations = without_quotations(_GAINED.sub(_in_full, paragraph))
    chapter = word = None
    if match := _CHAPTER.match(text):
        chapter, text = match[1], text[match.end() :]
    if (match := _ABILITY_WORD.match(text)) and not _MEANINGFUL.match(text):
        word, text = match[0].removesuffix(" \u2014 "), text[match.end() :]
    made = Piece("spell" if spell else "static", "", [], quotations, text, chapter, word)
    if spell and _STATIC_OF_SPELL.match(text):
        made.kind = "static"
    elif chapter:
        made.kind = "triggered"
    elif _TRIGGER.match(text):
        made.kind = "triggered"
        made.front, text = event_and_effect(text)
    elif match := _COST.match(text):
        made.kind, made.front, text = "activated", match[1], text[match.end() :]
    made.sentences = sentences(text)
    return made


def event_and_effect(text: str) -> tuple[str, str]:
    """A triggered ability's event, with its intervening "if" clause, and its effect."""
    first = re.split(r"\. |\n", text, maxsplit=1)[0]
    parts = first.split(", ")
    cut = 1
    for at in range(1, len(parts)):
        # A list ("an artifact, creature, or land") belongs to the event; so does an "if" clause.
        if re.match(r"(?:and |or |and/or )?(?:\w+ )?\w+$", parts[at]) and at + 1 < len(parts) and not re.match(r"if ", parts[at]) \
                and re.match(r"(?:or|and|and/or) ", parts[at + 1] if not parts[at].startswith(("or ", "and ")) else ""):  # fmt: skip
            cut = at + 1
            continue
        if parts[at].startswith("non") and at == cut and at + 1 < len(parts):
            cut = at + 1
            continue
        if parts[at].startswith(("or ", "and/or ")) and at == cut:
            cut = at + 1
            continue
        if parts[at].startswith("if ") and at == cut and at + 1 < len(parts):
            cut = at + 1
        break
    event = ", ".join(parts[:cut])
    return event, text[len(event) :].removeprefix(", ").removeprefix(".").strip()


def sentences(text: str) -> list[str]:
    """The sentences; a mode or a row of a table is one, whatever it says."""
    first, *rows = text.split("\n")
    parts: list[str] = []
    for part in [*_SENTENCE_END.split(first), *rows]:
        if parts and (still := _STILL.match(part.strip())):
            before, where, value = parts[-1].removesuffix(".").partition(", where X is ")
            parts[-1] = f"{before} that's {still[1]}{where}{value}."
        elif part.strip():
            parts.append(part.strip())
    return parts


def cost_parts(front: str) -> list[str]:
    """The parts of a cost: commas part them where a symbol or a capital follows."""
    return re.split(r", (?=[A-Z{\u2014])", front)


def _in_full(firebending: re.Match) -> str:
    return f'"Whenever ~ attacks, add {"{R}" * int(firebending[1])}.{_STAYS}"'


def in_full(paragraph: str) -> str:
    """A keyword ability whose number a sentence gives, as its rule spells it out (CR 702.189a)."""
    match = _FIREBENDING.match(paragraph)
    return f"Whenever ~ attacks, add an amount of {{R}} equal to {match[1]}.{_STAYS}" if match else paragraph


def level(paragraph: str) -> tuple[int, int | None] | None:
    """The range of level counters that a level symbol asks for (CR 711.2); None where the paragraph is none."""
    match = _LEVEL.match(paragraph)
    return match and (int(match[1]), int(match[2]) if match[2] else None)


def class_level(paragraph: str) -> int | None:
    """The level that a class level bar gives (CR 716.2a)."""
    match = _CLASS_LEVEL.match(paragraph)
    return match and int(match[1])


def threshold(paragraph: str) -> tuple[int | None, str]:
    """The number of charge counters that a station symbol asks for (CR 721.2), and the ability behind it."""
    match = _STATION.match(paragraph)
    return (int(match[1]), paragraph[match.end() :]) if match else (None, paragraph)


def anchor(paragraph: str) -> tuple[str | None, str]:
    """The word that must have been chosen as the card entered, and the ability behind it."""
    match = _ANCHOR.match(paragraph)
    return (match[1], paragraph[match.end() :]) if match else (None, paragraph)


def row(sentence: str) -> tuple[int, int | None, str] | None:
    """A row of a table of results: the least and the greatest result (None: no greatest), and what happens."""
    match = _ROW.match(sentence)
    return match and (int(match[1]), None if match[3] else int(match[2] or match[1]), sentence[match.end() :])


def without_word(text: str) -> str:
    """The text without an ability word or flavor word in front."""
    return text if _MEANINGFUL.match(text) else _ABILITY_WORD.sub("", text, count=1)


def joined(lines: list[str]) -> list[str]:
    """The paragraphs of a spell; one that says what happens instead, or how what it speaks of enters, belongs to the one before."""
    whole: list[str] = []
    for line in lines:
        if whole and _CONTINUES.search(line) and "\u2022" not in whole[-1] + line:
            whole[-1] += " " + _ABILITY_WORD.sub("", line, count=1)
        else:
            whole.append(line)
    return whole
