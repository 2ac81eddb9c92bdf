"""Which activated abilities are meant, and what they cost more or less (grammar/activating.lark)."""

from lark import Transformer, v_args

from ..symbols import symbols
from ..terms import NotUnderstood, Term, constant, term
from .amounts import X, times
from .clauses import Reading
from .conditions import YOU
from .nouns import ATTACHED, Noun, both, either, on_battlefield

_PLANESWALKER = term("type", Term("planeswalker"))
_NO_MANA_ABILITIES = Term("except_mana_abilities")
_ANY = Term("any")


def _says(*facts: Term) -> Reading:
    return Reading(facts=facts)


def _changed(mana, which, count=1) -> tuple[str, Term | int]:
    """Whether something costs more or less, and how much generic mana."""
    amounts = symbols(str(mana))
    if set(amounts) != {Term("generic")}:
        raise NotUnderstood(str(mana))
    return ("lowers" if str(which) == "less" else "raises"), times(amounts[Term("generic")], count)


def _changed_where(mana, which, value) -> tuple[str, Term | int]:
    if symbols(str(mana)) != {X: 1}:
        raise NotUnderstood("where X")
    return ("lowers" if str(which) == "less" else "raises"), value


@v_args(inline=True)
class Activating(Transformer):
    # Which abilities: a filter of what has them, and facts that say more of them. The parts are (filter or None, facts).

    def about_of(self, noun):
        if noun.head == "source" and not noun.zone:
            return both([_ANY, noun.filter]), ()
        return on_battlefield(noun), ()

    def about_of_either(self, first, second):
        return either([self.about_of(first)[0], self.about_of(second)[0]]), ()

    def about_of_object(self, what):
        return what, ()

    def about_activator(self, words):
        return None, (term("about_activator", YOU if str(words).startswith("you activate") else Term("opponent")),)

    def about_targeting(self, what):
        return None, (term("about_targeting", on_battlefield(what) if isinstance(what, Noun) else what),)

    def about_targeting_a(self, noun):
        return self.about_targeting(noun)

    def about_no_mana_abilities(self):
        return None, (_NO_MANA_ABILITIES,)

    @staticmethod
    def _abilities(parts, *facts):
        filters = [filter for filter, _ in parts if filter]
        if len(filters) > 1:
            raise NotUnderstood("abilities of which of them")
        return (filters or [_ANY])[0], (*facts, *(fact for _, more in parts for fact in more))

    def abilities_of_kind(self, kind, *parts):
        facts = () if kind == "activated" else (term("forbids_only", constant(str(kind))),)
        return self._abilities(parts, *facts)

    def abilities_of_planeswalkers(self, *parts):
        return self._abilities([(_PLANESWALKER, ()), *parts], term("forbids_only", Term("loyalty")))

    def abilities_of_attached(self, _, *parts):
        return self._abilities([(ATTACHED, ()), *parts])

    def abilities_of_all(self, *parts):
        return self._abilities(parts)

    # What they cost

    @staticmethod
    def _costs(meant, change, *facts):
        (filter, more), (name, amount) = meant, change
        return _says(term(f"{name}_activation_cost", filter, amount), *more, *facts)

    def costs_changed(self, meant, mana, which):
        return self._costs(meant, _changed(mana, which))

    def costs_changed_but_mana_abilities(self, meant, mana, which):
        return self._costs(meant, _changed(mana, which), _NO_MANA_ABILITIES)

    def costs_changed_for_each(self, meant, mana, which, count):
        return self._costs(meant, _changed(mana, which, count))

    def costs_changed_where(self, meant, mana, which, value):
        return self._costs(meant, _changed_where(mana, which, value))

    def equip_costs_changed(self, mana, which):
        return self._costs((_ANY, (term("forbids_only", Term("equip")), term("about_activator", YOU))), _changed(mana, which))

    def costs_life(self, meant, amount):
        return self._additional(meant, term("pay_life", int(str(amount))))

    def costs_loyalty(self, meant, change):
        return self._additional(meant, term("loyalty", int(str(change).strip("[]"))))

    @staticmethod
    def _additional(meant, cost):
        filter, more = meant
        return _says(term("adds_activation_cost", filter, cost), *more)

    def own_cost(self, _, mana, which):
        name, amount = _changed(mana, which)
        return _says(term(f"{name}_own_cost", amount))

    def own_cost_for_each(self, _, mana, which, count):
        name, amount = _changed(mana, which, count)
        return _says(term(f"{name}_own_cost", amount))

    def own_cost_where(self, _, mana, which, value):
        name, amount = _changed_where(mana, which, value)
        return _says(term(f"{name}_own_cost", amount))

    def own_cost_if(self, words, mana, which, condition):
        return _says(*self.own_cost(words, mana, which).facts, term("own_cost_if", condition))

    def own_cost_on_your_turn(self, words, mana, which):
        return self.own_cost_if(words, mana, which, Term("your_turn"))

    def own_cost_if_it_targets(self, words, mana, which, noun):
        return _says(*self.own_cost(words, mana, which).facts, *self.about_targeting(noun)[1])
