"""One wording for what was printed in several: the wording of today, `~` for the card itself (in quotation marks: for what has the
ability, and `‡` for the card that grants it), no reminder text."""

import re

_BRACKETS = re.compile(r"\s*\([^()]*\)")

# Older wording -> today's. Each pair says the same thing.
_TODAY = [
    (re.compile(pattern), new)
    for pattern, new in [
        (r"[\u2018\u2019]", "'"),
        (r"[\u201c\u201d]", '"'),
        (r"\u2212", "-"),
        (r"\bhis or her\b", "their"),
        (r"\bhe or she\b", "they"),
        (r"\bhim or her\b", "them"),
        (r"\bconverted mana cost\b", "mana value"),
        (r"\b(enters?) the battlefield\b", r"\1"),
        (r"\b([Aa]dds?) (\S[^.\"]*?) to (?:your|their|that player's) mana pool\b", r"\1 \2"),
        (r"\b([Aa]dds?) to (?:your|their) mana pool\b", r"\1"),
        (r"\bActivate this ability\b", "Activate"),
        (r"\b(enters tapped)\. As it enters, choose\b", r"\1. As ~ enters, choose"),
        (r"\b(copy that spell(?: or ability)?)\. You (may choose new targets for the copy)\b", r"\1 and you \2"),
    ]
]

_ITSELF = re.compile(
    r"\b[Tt]his (?:creature|land|artifact|enchantment|planeswalker|battle|permanent|card|spell|token|emblem"
    r"|Aura|Equipment|Vehicle|Saga|Class|Case|Siege|Fortification|Mount|Spacecraft|Room|Attraction|Contraption|Plane)\b"
)
_SHORTER = re.compile(r" (?:of|the|from|in) ")


def without_reminders(text: str) -> str:
    """The text without what stands in brackets (reminder text, CR 207.2)."""
    while (shorter := _BRACKETS.sub("", text)) != text:
        text = shorter
    return text


def normalised(text: str, name: str, legendary: bool) -> str:
    """The text with one wording for each thing; a line of it is a paragraph."""
    text = re.sub("[\0~\u2021\u00ab\u00bb]", "\ufffd", text)  # these are signs of our own
    for pattern, new in _TODAY:
        text = pattern.sub(new, text)
    text = without_reminders(text)
    quoted = text.split('"')
    quoted[::2] = [_with_name(part, name, legendary, "~") for part in quoted[::2]]
    # In quotation marks the name means the card that grants the ability (CR 201.5), not the object that has it.
    quoted[1::2] = [_with_name(part, name, False, "\u2021") for part in quoted[1::2]]
    text = _ITSELF.sub("~", '"'.join(quoted))
    return "\n".join(line for line in (line.strip() for line in text.splitlines()) if line)


def _with_name(text: str, name: str, legendary: bool, sign: str) -> str:
    unnamed = "" if sign == "~" else "(?<!named )"
    for own in _own_names(name.replace("\u2019", "'"), legendary):
        text = re.sub(rf"(?<![\w'-]){unnamed}{re.escape(own)}(?![\w-])(?! (?:target|a|an|each|all)\b)", sign, text)
    return text


def _own_names(name: str, legendary: bool) -> list[str]:
    """The name and the short forms a legendary card's text may use, longest first."""
    name = name.removeprefix("A-")  # cards rebalanced for Arena
    names = [name]
    if legendary:
        if "," in name:
            names.append(name.split(",")[0])
        names.append(_SHORTER.split(name.split(",")[0])[0])
        first = name.split(" ")[0].rstrip(",")
        if first[:1].isupper() and first not in ("The", "A", "An"):
            names.append(first)
    return sorted({own for own in names if own}, key=len, reverse=True)
