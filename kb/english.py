"""The little grammar that readings need: articles, plurals, and what stands before and after a noun.

A hole of a reading may ask for a form of what fills it::

    {a Filter}       "a creature you control", "this"          {Who's}           "your", "each opponent's"
    {each Filter}    "each creature you control", "this"       {+Amount power}   "+2 power", "+X power, where X is your life total"
    {many Filter}    "creatures you control"                   {Amount counter}  "1 counter", "2 counters", "counters equal to the power of this"
    {Amount Filter}  "a creature", "2 creatures", "this"       {a Filter spell}  "a creature spell with mana value 5 or greater"

``gets|get`` is the second where the hole before it was filled with more than one, or with "you". In the reading of a term, ``...`` is
where the noun stands: "... you control", "up to {Amount} target ...".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

SETTLED = re.compile(r"(this|that|it|its|what|target|up to|from|each|any|anyone|anything|all|one|the|those|some|you|yours?|so|[0-9]+|X|[^ ]+'s)\b")
SIMPLE = re.compile(r"(?P<one>(?:up to )?1)|-?[0-9]+|X|all|that much|(?:up to|from) .*|any number(?: of)?|\w+ or more|-?[0-9]+ times X")
UNCOUNTED = ("damage", "life", "mana", "energy", "power", "toughness")
UNCHANGED = re.compile(r".*(folk|Plains|Equipment|Eldrazi|Samurai|Ninja|Phyrexia|Treefolk|Sphinx's|Urza's|[^a-z])$")
VOWEL = re.compile(r"[aeiou]|X\b", re.IGNORECASE)
CHOICE = re.compile(r"(\w+)\|(\w+)")


@dataclass(frozen=True)
class Noun:
    """What fills a hole: a head, what stands before and after it, and whether there are several of it."""

    head: str
    before: str = ""
    after: str = ""
    many: bool = False

    def __str__(self) -> str:
        head = self.head or ("one" if self.after or self.many else "")
        first, _, rest = head.partition(" ") if self.before else ("", "", head)
        first, head = (first, rest) if first == "target" else ("", head)
        return " ".join(filter(None, (first, self.before, plural(head) if self.many else head, self.after)))

    @property
    def settled(self) -> bool:
        """Whether it takes no article."""
        return bool(SETTLED.match(str(self)))

    @property
    def takes_plural(self) -> bool:
        return self.many or self.head == "you"

    def of(self, other: Noun) -> Noun:
        """Both together: "target" and "creature you control" are "target creature you control"."""
        parts = zip((self.before, self.head, self.after), (other.before, other.head, other.after))
        before, head, after = (" ".join(filter(None, part)) for part in parts)
        return Noun(head, before, after, self.many or other.many)

    def with_noun(self, noun: str) -> Noun:
        return self if self.head.split(" ")[-1] in (noun, "this", "that") else replace(self, head=f"{self.head} {noun}".strip())

    def a(self) -> Noun:
        text = str(self)
        if self.settled or not self.head and not self.after:
            return self
        return Noun(f"an{text}" if text.startswith("other ") else f"an {text}" if VOWEL.match(text) else f"a {text}")

    def each(self) -> Noun:
        return self if self.settled else Noun(f"each {self}")

    def several(self) -> Noun:
        return self if self.settled else replace(self, many=True)

    def counted(self, amount: str) -> Noun:
        """So many of it; "this" is not counted."""
        if self.settled:
            return self
        simple, uncounted = SIMPLE.fullmatch(amount), self.head in UNCOUNTED
        if not simple:
            return replace(self, after=f"{self.after} equal to {amount}".strip(), many=not uncounted)
        if amount == "1" and not uncounted and not self.head.endswith("counter"):
            return self.a()
        if amount == "that much" and not uncounted:
            amount = "that many"
        return replace(self, before=f"{amount} {self.before}".strip(), many=not uncounted and not simple["one"])

    def possessive(self) -> Noun:
        text = str(self.a())
        return Noun({"you": "your", "it": "its", "this": "its"}.get(text, f"{text}'s"))


def symbols(amount: str, symbol: str) -> str:
    """So much of a mana symbol: {3} of generic mana, {G}{G} of others, as far as that is short."""
    if symbol == "generic":
        return f"{{{amount}}}" if amount.isdecimal() or amount == "X" else f"generic mana equal to {amount}"
    symbol = {"snow": "{S}"}.get(symbol, symbol if symbol.startswith("{") else f"{{{symbol}}}")
    if amount.isdecimal() and int(amount) <= 6:
        return symbol * int(amount)
    return f"{amount} {symbol}" if SIMPLE.fullmatch(amount) else f"{symbol} equal to {amount}"


def signed(amount: str, noun: str) -> str:
    """As +2, -1, +X; with the noun whose change it is."""
    if not SIMPLE.fullmatch(amount):
        return f"+X {noun}, where X is {amount}" if noun else f"+({amount})"
    return f"{'' if amount.startswith('-') else '+'}{amount} {noun}".strip()


def plural(head: str) -> str:
    """Of each noun of "artifact or sorcery" the plural."""
    return " or ".join(_plural(noun) for noun in head.split(" or "))


def _plural(noun: str) -> str:
    if not noun or UNCHANGED.match(noun):
        return noun
    for ending, many in (("elf", "elves"), ("Elf", "Elves"), ("arf", "arves"), ("olf", "olves"), ("ouse", "ice"), ("man", "men")):
        if noun.endswith(ending) and noun != "Human":
            return noun.removesuffix(ending) + many
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(s|x|z|ch|sh)$", noun) else "s")
