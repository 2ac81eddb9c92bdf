"""How permanents enter (grammar/entering.lark)."""

import re

from lark import Transformer, v_args

from ..subjects import subjects
from ..terms import NotUnderstood, Term, constant, mentions, replaced, term
from .amounts import X, times
from .clauses import Effect, Reading
from .conditions import negated
from .nouns import COLORS, IT, THAT, THIS, both, either, number, on_battlefield, subtype

_ALSO_AS = re.compile(r"and as an? (\w+) in addition to its other types\Z")
_KEYWORD = re.compile(r"and with (\w+(?: strike)?)\Z")


def says(*facts: Term) -> Reading:
    return Reading(facts=facts)


def only_if(condition: Term, reading: Reading) -> Reading:
    """What is said of how something enters, if the condition holds."""
    facts = []
    for fact in reading.facts:
        facts.append(term("enters_with_counters_if", *fact.args, condition) if fact.name == "enters_with_counters" else fact)
        if fact.name == "enters_tapped":
            facts.append(term("enters_condition", condition))
    return Reading(reading.effects, tuple(facts))


def for_each(counters, count):
    """The counters so many times; there must be counters of one kind only."""
    if len(counters) != 1:
        raise NotUnderstood("for each of which")
    ((kind, amount, quality),) = counters
    return [(kind, times(amount, count), quality)]


def with_counters(filter: Term, counters) -> tuple[Term, ...]:
    return tuple(term("enters_with_counters", both([filter, quality]) if quality else filter, kind, amount)
                 for kind, amount, quality in counters)  # fmt: skip


def besides(words: str) -> tuple[Term, ...]:
    """What is not modelled of "and with flying", "and as an Elf in addition to its other types", "it isn't legendary"."""
    if match := _KEYWORD.match(words):
        words = f"has {match[1]}"
    return tuple(term("not_modelled", Term(subject)) for subject in subjects(words))


def copy_with(copy: Reading, exceptions: list[tuple[Term, ...]]) -> Reading:
    """The copy with what the exceptions say; counters only if it became one."""
    return only_if(Term("done_here"), Reading(copy.effects, tuple(fact for said in exceptions for fact in said)))


@v_args(inline=True)
class Entering(Transformer):
    # counters: a list of kind, amount, and a quality that only what has it enters with them (or None)

    def load(self, *parts):
        return [counters for part in parts for counters in part]

    def bunch(self, amount, kind):
        return str(kind), amount, None

    def so_many_more(self, amount):
        return amount

    def part(self, bunches):
        return bunches

    def bunches(self, *bunches):
        return [bunch if isinstance(bunch, tuple) else (str(bunch), 1, None) for bunch in bunches]

    def bunches_if_it_is(self, bunches, _, noun):
        return [(kind, amount, on_battlefield(noun)) for kind, amount, _ in bunches]

    def bunches_if_mana_value(self, bunches, most):
        return [(kind, amount, term("mana_value_at_most", int(most))) for kind, amount, _ in bunches]

    def bunches_for_each(self, bunches, count):
        return for_each(bunches, count)

    def bunches_where(self, bunches, value):
        if not any(mentions(amount, X) for _, amount, _ in bunches if isinstance(amount, Term)):
            raise NotUnderstood("where X")
        return [(kind, replaced(amount, X, value), quality) for kind, amount, quality in bunches]

    def bunches_plus(self, first, second, count):
        (kind, amount, _), (other, more, _) = (*first, *for_each(second, count))
        if kind != other or len(first) > 1:
            raise NotUnderstood("plus which")
        return [(kind, term("plus", amount, more), None)]

    def as_many_as(self, kind, amount):
        return [(str(kind), amount, None)]

    def one_of_the_kinds(self, *kinds):
        return [(either([str(kind) for kind in kinds]), 1, None)]

    def several_of_the_kinds(self, words):
        amount = number(str(words).split(" ")[3])
        kinds = re.split(r", (?:and )?", str(words).partition(" from among ")[2])
        return [(term("different", amount, either(kinds)), 1, None)]

    # who enters how

    def enters_tapped(self, filter):
        return says(term("enters_tapped", filter))

    def enters_untapped(self, filter):
        return says(term("enters_untapped", filter))

    def enter_as_copies(self, filter, _):
        return says(term("enters_as_copy_of", filter, THIS))

    def enters_with(self, filter, counters):
        return says(*with_counters(filter, counters))

    def enters_with_besides(self, filter, counters, words):
        if match := _ALSO_AS.match(str(words)):
            return says(*with_counters(filter, counters), term("enters_as", filter, term("subtype", subtype(match[1]))))
        return says(*with_counters(filter, counters), *besides(str(words)))

    def enters_with_keyword_and(self, filter, keyword, counters):
        return self.enters_with_besides(filter, counters, f"and with {keyword}")

    def enters_tapped_with(self, filter, counters):
        return says(term("enters_tapped", filter), *with_counters(filter, counters))

    def entry_if(self, entry, condition):
        return only_if(condition, entry)

    def entry_unless(self, entry, condition):
        return only_if(negated(condition), entry)

    def if_entry(self, condition, entry):
        return only_if(condition, entry)

    def if_done_entry(self, _, entry):
        return only_if(Term("done"), entry)

    def if_done_or_entry(self, _, condition, entry):
        return only_if(term("either_holds", Term("done"), condition), entry)

    def if_cast_entry(self, _, words, counters):
        # "that creature" is the spell that was cast this way, or nothing enters.
        return only_if(term("happened", Term("cast_this_way")), self.enters_with(term("type", Term(words.split(" ")[1])), counters))

    def escapes_instead(self, _, counters):
        return self._instead(term("happened", Term("escaped")), self.enters_with(THIS, counters))

    def if_entry_instead(self, condition, entry):
        return self._instead(condition, entry)

    @staticmethod
    def _instead(condition, entry):
        """Other numbers than the sentence before says."""
        if any(fact.name != "enters_with_counters" for fact in entry.facts):
            raise NotUnderstood("instead of what")
        return says(*(term("enters_instead", condition, *fact.args[1:]) for fact in entry.facts))

    def twice_as_many_enter(self, condition, filter):
        if filter != IT:
            raise NotUnderstood("twice as many as of what")
        return says(term("enters_times", condition, 2))

    def otherwise_entry(self, entry):
        if any(fact.name != "enters_with_counters" or fact.args[0] != IT for fact in entry.facts):
            raise NotUnderstood("otherwise")
        return says(*(term("enters_otherwise", *fact.args[1:]) for fact in entry.facts))

    def if_done_that_enters(self, _, words, counters):
        return only_if(Term("done"), self.enters_with(term("type", Term(words.split(" ")[1])), counters))

    def escapes_with(self, _, counters):
        return only_if(term("happened", Term("escaped")), self.enters_with(THIS, counters))

    def for_each_entry(self, count, entry):
        if len(entry.facts) != 1 or entry.facts[0].name != "enters_with_counters":
            raise NotUnderstood("for each")
        (fact,) = entry.facts
        return says(Term(fact.name, (*fact.args[:2], times(fact.args[2], count))))

    def with_each_kind(self, bearer, filter):
        return says(term("enters_with_counters", filter, term("each_kind_on", bearer), 1))

    # before it enters

    def as_this_enters(self, effects):
        return Reading(tuple(effects))

    def enters_choosing(self, what):
        words = str(what).split(" ", 1)[1] if str(what) != "an opponent" else "opponent"
        return says(term("enters_choosing", constant(words)))

    def enters_choosing_anchor(self, words):
        return says(term("enters_choosing", either(str(words).split(" or "))))

    def enters_choosing_other_color(self, color):
        return says(term("enters_choosing", term("color_other_than", Term(COLORS[str(color)]))))

    def enters_may_pay_life(self, amount):
        return says(term("enters_unless", term("pay_life", amount)))

    def else_enters_tapped(self):
        return says(Term("else_enters_tapped"))

    def enters_tapped_unless_life(self, amount):
        return says(term("enters_tapped", THIS), term("enters_unless", term("pay_life", amount)))

    # as a copy

    def may_enter_as_copy(self, noun):
        return Reading((Effect(term("enters_as_copy", on_battlefield(noun)), optional=True),))

    def may_enter_tapped_as_copy(self, noun):
        return Reading(self.may_enter_as_copy(noun).effects, (term("enters_tapped", THIS),))

    def except_with(self, filter, counters):
        if filter != IT:
            raise NotUnderstood("a copy with more")
        return with_counters(THIS, counters)

    def except_with_if_yours(self, filter, counters):
        yours = term("both_hold", Term("done_here"), term("is", THAT, Term("you_control")))
        return only_if(yours, says(*self.except_with(filter, counters))).facts

    def if_it_is_except_with(self, noun, filter, counters):
        return self.except_with(filter, [(kind, amount, on_battlefield(noun)) for kind, amount, _ in counters])

    def except_besides(self, words):
        return besides(str(words))
