"""What a piece of text is read as, before it is known which ability and which of its effects it belongs to."""

from dataclasses import dataclass, field, replace

from ..terms import Argument, Term

Fact = Term
"""A fact of an ability, without the ability."""


@dataclass(frozen=True)
class Effect:
    """One effect. `facts` are (predicate, further arguments) of that effect, without ability and index."""

    what: Term
    facts: tuple[Term, ...] = ()
    condition: Term | None = None
    instead: bool = False
    optional: bool = False

    def with_facts(self, *facts: Term) -> "Effect":
        return replace(self, facts=self.facts + facts)


@dataclass(frozen=True)
class Noun:
    """A noun phrase: which objects, and the word it was built on (card, spell, source, ... or None)."""

    filter: Term
    head: str | None = None
    zone: str | None = None


@dataclass(frozen=True)
class Reading:
    """What a sentence says: effects in order and facts of the ability as a whole."""

    effects: tuple[Effect, ...] = ()
    facts: tuple[Fact, ...] = field(default=())


def all_arguments(reading: Reading) -> list[Argument]:
    """Every term of a reading, to look for references in."""
    terms: list[Argument] = list(reading.facts)
    for effect in reading.effects:
        terms += [effect.what, *effect.facts, *([effect.condition] if effect.condition else [])]
    return terms
