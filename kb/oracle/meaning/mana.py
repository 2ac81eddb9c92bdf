"""Adding mana, and what may be done with it (grammar/mana.lark)."""

from dataclasses import replace

from lark import Transformer, v_args

from ..symbols import symbols
from ..terms import NotUnderstood, Term, constant, mentions, replaced, term
from .amounts import X, possessor, times
from .clauses import Effect, Noun, Reading
from .nouns import THAT, both, in_zone, on_battlefield

SAME, COMBINATION, DIFFERENT, EACH = (Term(name) for name in ("same", "combination", "different", "each"))
ADD = Term("add_mana")
THAT_COLOR = Term("that_color")
_TYPES = {Term(letter) for letter in "wubrgc"}


def amounts_of(mana) -> dict[Term, int]:
    """The types of mana of a string of mana symbols, with amounts; symbols that are not one type of mana are refused."""
    amounts = symbols(str(mana))
    if not set(amounts) <= _TYPES:
        raise NotUnderstood(str(mana))
    return amounts


def added(mana) -> dict[Term, int]:
    """Any mana symbols (106.8 to 106.11) of a string, with amounts; refused are those of which two could be mana of one type."""
    amounts = symbols(str(mana))
    types = [kind for symbol in amounts for kind in _types_of(symbol)]
    if len(types) != len(set(types)):
        raise NotUnderstood(str(mana))
    return amounts


def _types_of(symbol) -> tuple[Term, ...]:
    match symbol:
        case Term("generic" | "snow"):
            return (Term("c"),)
        case Term("twobrid"):
            return (*symbol.args, Term("c"))
        case Term("hybrid" | "phyrexian"):
            return symbol.args
        case Term() if symbol in _TYPES:
            return (symbol,)
    raise NotUnderstood(str(symbol))


def options(*choices: dict[Term, int], factor=1) -> Effect:
    facts = [
        term("adds", option, symbol, times(amount, factor))
        for option, choice in enumerate(choices, 1)
        for symbol, amount in choice.items()
    ]
    return Effect(ADD, tuple(facts))


def of_set(amount, chosen) -> Effect:
    types, mode, names = chosen
    if types == Term("any_color") and mode == SAME and names == "each alone" and amount != 1:
        raise NotUnderstood("several mana of any color")
    listed = tuple(term("listed", name) for name in names) if isinstance(names, tuple) else ()
    return Effect(ADD, (term("adds_of", types, mode, amount), *listed))


def for_each(effect: Effect, amount) -> Effect:
    """The effect as often as `amount` says. "{B} or {G} for each" is chosen each time anew."""
    if {fact.args[0] for fact in effect.facts} == {1}:
        return replace(effect, facts=tuple(term("adds", *fact.args[:2], times(fact.args[2], amount)) for fact in effect.facts))
    if any(fact.args[2] != 1 for fact in effect.facts) or len({fact.args[0] for fact in effect.facts}) < len(effect.facts):
        raise NotUnderstood("several mana at a time")
    return of_set(amount, (Term("listed"), COMBINATION, tuple(fact.args[1] for fact in effect.facts)))


def where(effect: Effect, amount) -> Effect:
    """The effect with the amount that is said to be X."""
    if not any(mentions(fact, X) for fact in effect.facts):
        raise NotUnderstood("where X")
    return Effect(effect.what, tuple(replaced(fact, X, amount) for fact in effect.facts))


@v_args(inline=True)
class Mana(Transformer):
    def adding(self, effect):
        return effect

    def adding_equal(self, mana, amount):
        return options(amounts_of(mana), factor=amount)

    def adding_plus(self, mana, more, count):
        if str(mana) != str(more) or len(amounts_of(mana)) != 1:
            raise NotUnderstood(f"{mana} plus {more}")
        ((kind, amount),) = amounts_of(mana).items()
        return Effect(ADD, (term("adds", 1, kind, term("plus", amount, times(amount, count))),))

    def adding_mana_cost(self, whose):
        return Effect(ADD, (term("adds_of", term("mana_cost_of", possessor(str(whose))), EACH, 1),))

    def for_each_symbol(self, whose):
        return Effect(ADD, (term("adds_of", term("colored_symbols_of", possessor(str(whose))), EACH, 1),))

    def mana_options(self, first, *rest):
        joins, others = rest[::2], rest[1::2]
        choices = [added(mana) for mana in (first, *others)]
        if not joins or "or" in joins[-1]:
            if any("and" in join for join in joins):
                raise NotUnderstood("and, or")
            return options(*choices)
        if "and" not in joins[-1] or any("or" in join for join in joins):
            raise NotUnderstood("and, or")
        total: dict[Term, int] = {}
        for choice in choices:
            for symbol, amount in choice.items():
                total[symbol] = total.get(symbol, 0) + amount
        return options(total)

    def mana_or_set(self, mana, _, chosen):
        return options(amounts_of(mana)).with_facts(*of_set(*chosen).facts)

    def mana_for_each(self, *words):
        *mana, amount = words
        return for_each(self.mana_options(*mana), amount)

    def mana_times(self, amount, mana):
        types = amounts_of(mana)
        if amount == 1 or len(types) != 1 or set(types.values()) != {1}:
            raise NotUnderstood(f"{amount} {mana}")
        return options(types, factor=amount)

    def mana_times_where(self, amount, mana, value):
        return where(self.mana_times(amount, mana), value)

    def mana_times_both_where(self, first, mana, join, second, other, value):
        parts = [self.mana_times(first, mana), self.mana_times(second, other)]
        facts = [fact.args for part in parts for fact in part.facts]
        option = 2 if str(join) == "or" else 1
        return where(Effect(ADD, (term("adds", *facts[0]), term("adds", option, *facts[1][1:]))), value)

    def mana_equal(self, mana, amount):
        return options(amounts_of(mana), factor=amount)

    def set_amount(self, amount, chosen):
        return amount, chosen

    def mana_of_set(self, chosen):
        return of_set(*chosen)

    def mana_of_set_for_each(self, chosen, count):
        amount, (types, mode, names) = chosen
        if names == "each alone":
            mode = COMBINATION
        elif types not in (THAT_COLOR, Term("chosen_color")):
            raise NotUnderstood("for each")
        return of_set(times(amount, count), (types, mode, names if isinstance(names, tuple) else ()))

    def mana_of_set_where(self, chosen, value):
        return where(of_set(*chosen), value)

    def mana_of_set_equal(self, chosen, amount):
        return of_set(amount, chosen)

    # sets: (set, mode, types by name); "each alone" marks a set that is only said of one mana

    def any_color(self):
        return Term("any_color"), SAME, "each alone"

    def any_one_color(self, *_):
        return Term("any_color"), SAME, ()

    def any_type(self):
        return Term("any_type"), SAME, ()

    def different_colors(self):
        return Term("any_color"), DIFFERENT, ()

    def any_combination(self):
        return Term("any_color"), COMBINATION, ()

    def combination_of(self, *words):
        names = [name for mana in words[::2] for name in amounts_of(mana)]
        return Term("listed"), COMBINATION, tuple(names)

    def noted_type(self, _):
        return Term("noted_type"), SAME, ()

    def guild_colors(self):
        return Term("guild_colors"), SAME, ()

    def combination_of_guild_colors(self):
        return Term("guild_colors"), COMBINATION, ()

    def chosen_color(self, _):
        return Term("chosen_color"), SAME, ()

    def that_type(self):
        return Term("that_type"), SAME, ()

    def that_color(self):
        return THAT_COLOR, SAME, ()

    def commander_identity(self):
        return Term("commander_identity"), SAME, ()

    def could_produce(self, kind, noun):
        return term("could_produce", color_or_type(kind), on_battlefield(noun)), SAME, ()

    def could_produce_that(self, kind, _):
        return term("could_produce", color_or_type(kind), THAT), SAME, ()

    def could_produce_sacrificed(self, kind):
        return term("could_produce", color_or_type(kind), term("paid", Term("sacrificed"))), SAME, ()

    def produced(self, kind, _):
        if color_or_type(kind) != Term("type"):
            raise NotUnderstood("color that was produced")
        return Term("produced"), SAME, ()

    def colors_of(self, whose):
        return term("colors_of", possessor(str(whose))), SAME, ()

    def colors_of_exiled(self):
        return term("colors_of", term("paid", Term("exiled"))), SAME, ()

    def colors_among(self, noun):
        return term("colors_among", on_battlefield(noun)), SAME, ()

    def colors_among_cards(self, noun, zone):
        return term("colors_among", in_zone(noun, zone)), SAME, ()

    def for_each_color(self, noun, amount):
        return Effect(ADD, (term("adds_of", term("colors_among", on_battlefield(noun)), EACH, amount),))

    # what mana may be spent on

    def spend_only(self, purposes):
        return tuple(term("spend_only", purpose) for purpose in purposes)

    def spend_only_uncounterable(self, purposes):
        spells = [purpose for purpose in purposes if purpose.name == "casts"]
        if spells != purposes:
            raise NotUnderstood("that spell")
        then = tuple(term("when_spent", purpose, Term("cant_be_countered")) for purpose in purposes)
        return self.spend_only(purposes) + then

    def cant_spend(self, purposes):
        return tuple(term("cant_spend", purpose) for purpose in purposes)

    def purposes(self, *purposes):
        return list(purposes)

    def to_cast(self, noun):
        if noun.head != "spell":
            raise NotUnderstood(f"not a spell: {noun}")
        return term("casts", Term("you"), noun.filter)

    cast_more = to_cast

    def cast_from_elsewhere(self):
        return term("casts", Term("you"), term("non", Term("in_starting_deck")))

    def spells(self, noun):
        if noun.zone:
            return replace(noun, filter=both([term("from", Term(noun.zone)), noun.filter]))
        return noun

    def your_commander(self):
        return Noun(both([Term("commander"), Term("you_own")]), "spell")

    def activate_any(self):
        return term("activates", Term("any"))

    def activate(self, noun):
        if noun.head in ("spell", "card") or noun.zone:
            raise NotUnderstood(f"abilities of {noun}")
        return term("activates", noun.filter)

    def pay_cumulative_upkeep(self):
        return term("pays", Term("cumulative_upkeep"))

    def pay_generic(self):
        return term("pays", Term("generic"))

    def pay_containing(self, mana):
        if str(mana) not in ("{X}", "{C}"):
            raise NotUnderstood(str(mana))
        return term("pays", Term(f"has_{str(mana)[1].lower()}"))

    def pay_un_costs(self):
        return term("pays", Term("un_cost"))

    def gain_class_level(self):
        return term("pays", Term("class_level"))

    def foretell(self):
        return term("pays", Term("foretelling"))

    def pay_disturb(self):
        return term("pays", Term("disturb"))

    def pay_morph(self):
        return term("pays", Term("morph"))

    def pay_manifested(self):
        return term("pays", Term("turning_manifested_face_up"))

    def activate_equip(self):
        return term("pays", Term("equip"))

    def activate_power_up(self):
        return term("pays", Term("power_up"))

    def turn_face_up(self):
        return term("pays", Term("turning_face_up"))

    def unlock_door(self):
        return term("pays", Term("unlocking"))

    def when_spent(self, _, spells, *then):
        return tuple(term("when_spent", self.to_cast(spells), effect) for effect in then)

    def when_spent_copy(self, words, spells):
        return (*self.when_spent(words, spells, Term("copies")), term("when_spent", self.activate_any(), Term("copies")))

    def spent_scry(self, amount):
        return term("scries", int(amount))

    def spent_scry_where(self, amount):
        return term("scries", amount)

    def spent_enters_with_equal(self, kind, amount):
        return term("enters_with", str(kind), amount)

    def spent_draw(self):
        return term("draws", Term("you"), 1)

    def spent_gets_counters(self, amount, kind):
        return term("gets_counters", Term("you"), str(kind), amount)

    def spent_exile(self):
        return Term("may_be_exiled_as_it_resolves")

    def spent_gain_life(self, amount):
        return term("gains_life", Term("you"), amount)

    def spent_uncounterable(self):
        return Term("cant_be_countered")

    def spent_keyword(self, keyword):
        return term("gains_keyword", THAT, constant(str(keyword)))

    def spent_enters_with(self, kind):
        return term("enters_with", str(kind), 1)

    def spent_copy(self):
        return Term("copies")

    def spent_put_counter(self, kind):
        return term("puts_counters", Term("this"), str(kind), 1)

    def mana_stays_turn(self):
        return (term("mana_stays", Term("turn")),)

    def mana_stays_combat(self):
        return (term("mana_stays", Term("combat")),)

    def rider(self, facts):
        return Reading(facts=tuple(facts))


def color_or_type(words) -> Term:
    return Term(str(words).split(" ")[-1])
