"""How many (grammar/amounts.lark)."""

import re

from lark import Transformer, v_args

from ..terms import NotUnderstood, Term, term
from ..symbols import symbols
from .nouns import ATTACHED, COLORS, IT, THAT, THIS, both, either, in_zone, number, on_battlefield, spells

X = Term("x")


_THIS_TURN = {
    "cards?": "cards_drawn", "1 life": "life_opponents_lost", "of your opponents": "opponents_losing_life",
    "creatures? that died this": "creatures_died", "creatures? that died under": "creatures_you_controlled_died",
}  # fmt: skip


def possessor(words: str) -> Term:
    """Whose: "~'s", "its", "the sacrificed creature's"."""
    if words == "~'s":
        return THIS
    if words == "its":
        return IT
    first, second = words.split(" ")[:2]
    if first == "that":
        return THAT
    if first == "enchanted":
        return ATTACHED
    if first == "the":
        return term("paid", Term(second))
    raise NotUnderstood(words)


def times(factor, amount):
    return amount if factor == 1 else factor if amount == 1 else term("times", factor, amount)


@v_args(inline=True)
class Amounts(Transformer):
    def number(self, word):
        return number(str(word))

    def x(self, *_):
        return X

    def one(self):
        return 1

    def that_much(self):
        return Term("that_much")

    def twice_that_much(self):
        return term("times", 2, Term("that_much"))

    def twice_x(self):
        return term("times", 2, X)

    def cards_in_all_hands(self):
        return term("cards_in", Term("hand"), Term("player"), Term("card"))

    def total_power(self, noun):
        return term("total_power", on_battlefield(noun))

    def life_gained_this_turn(self):
        return term("this_turn", Term("life_gained"))

    def commander_casts(self):
        return Term("commander_casts")

    def done_this_way(self, noun, words):
        return term("this_way", Term(str(words).split(" ")[0]), noun.filter)

    def party(self):
        return Term("party")

    def happened_this_turn(self, words):
        (what,) = [what for begin, what in _THIS_TURN.items() if re.match(begin, str(words))]
        return term("this_turn", Term(what))

    def symbols_spent(self, mana):
        """Mana of the type of a symbol, or of several such symbols as often as they make up all of it."""
        amounts = symbols(str(mana))
        if len(amounts) != 1 or Term("generic") in amounts:
            raise NotUnderstood(str(mana))
        ((symbol, amount),) = amounts.items()
        if not isinstance(symbol, Term) or symbol.args or symbol == X:
            raise NotUnderstood(str(mana))
        return term("paid", symbol) if amount == 1 else term("divided", term("paid", symbol), amount)

    def mana_of_sources_spent(self, noun):
        if noun.head != "source":
            raise NotUnderstood("mana from what")
        return term("paid", term("mana_of", noun.filter))

    def convoked(self):
        return term("paid", Term("convoked"))

    def mana_costs(self, noun, zone):
        return term("mana_costs", in_zone(noun, zone))

    def exiled_with_this(self, noun, *_):
        if noun.head != "card":
            raise NotUnderstood("exiled")
        return term("count", both([term("exiled_with", THIS), noun.filter]))

    def count_and_cards(self, noun, _, cards, zone):
        return term("plus", self.count(noun), self.count_cards(cards, zone))

    def cast_this_turn(self, noun, words):
        who = "you" if str(words).startswith("you") else "player"
        return term("this_turn", term("casts", Term(who), spells(noun)))

    def entered_under_control(self, noun, _):
        return term("this_turn", term("enters", both([on_battlefield(noun), Term("you_control")])))

    def expression_count(self, countable):
        return countable

    def expression_measure(self, measure):
        return measure

    def plus(self, first, second):
        return term("plus", number(str(first)), second)

    def x_plus(self, second):
        return term("plus", X, number(str(second)))

    def minus_x(self, first):
        return term("plus", number(str(first)), term("times", -1, X))

    def measured_minus(self, measure, less):
        return term("plus", measure, -int(less))

    def twice(self, amount):
        return term("times", 2, amount)

    def power_of(self, whose):
        return term("power_of", possessor(str(whose)))

    def toughness_of(self, whose):
        return term("toughness_of", possessor(str(whose)))

    def mana_value_of(self, whose):
        return term("mana_value_of", possessor(str(whose)))

    def devotion(self, color):
        return term("devotion", Term(COLORS[str(color)]))

    def devotion_that_color(self):
        return term("devotion", Term("that_color"))

    def greatest_power(self, noun):
        return term("greatest_power", on_battlefield(noun))

    def greatest_power_also(self, noun, cards, zone):
        return term("greatest_power", either([on_battlefield(noun), in_zone(cards, zone)]))

    def greatest_mana_value_in_exile(self):
        return term("greatest_mana_value", both([term("from", Term("exile")), Term("card")]))

    def most_of_one_player(self, noun):
        return term("most_of_one_player", on_battlefield(noun))

    def most_cards_drawn(self):
        return term("this_turn", Term("most_cards_drawn_by_opponent"))

    def total_toughness(self, noun):
        return term("total_toughness", on_battlefield(noun))

    def total_mana_value(self, noun, zone):
        return term("total_mana_value", in_zone(noun, zone))

    def total_mana_value_this_way(self, noun, words):
        if noun.head != "card":
            raise NotUnderstood("mana value of what")
        return term("total_mana_value", both([term("done_this_way", Term(str(words).split(" ")[0])), noun.filter]))

    def life_opponents_lost(self):
        return term("this_turn", Term("life_opponents_lost"))

    def noted_in_the_draft(self):
        return term("in_the_draft", Term("noted"))

    def removed_from_the_draft(self):
        return term("in_the_draft", Term("removed"))

    def turns_since_foretold(self):
        return Term("turns_since_foretold")

    def difference(self):
        return Term("difference")

    def rolled(self):
        return Term("rolled")

    def mana_value_of_returned(self):
        return term("mana_value_of", term("paid", Term("returned")))

    def greatest_toughness(self, noun):
        return term("greatest_toughness", on_battlefield(noun))

    def most_of_one_creature_type(self, noun):
        return term("most_of_one_creature_type", on_battlefield(noun))

    def mana_spent_on_that(self):
        return term("mana_spent_on", THAT)

    def different_powers(self, noun):
        return term("different_powers", on_battlefield(noun))

    def life_total(self):
        return term("life_total", Term("you"))

    def count(self, noun):
        return term("count", on_battlefield(noun))

    def count_cards(self, noun, zone):
        if noun.head != "card":
            raise NotUnderstood(str(zone))
        whose = {"your": "you", "all": "player", "each": "player", "target": "target_opponent"}[str(zone).split(" ")[1]]
        place = "hand" if "hand" in zone else "graveyard"
        return term("cards_in", Term(place), Term(whose), noun.filter)

    def counters_on(self, kind, thing):
        return term("counters_on", thing, str(kind))

    def all_counters_on(self, thing):
        return term("counters_on", thing, Term("any"))

    def intensity(self, whose):
        return term("intensity", possessor(str(whose)))

    def times_kicked(self):
        return term("paid", Term("kicks"))

    def colors_spent(self):
        return term("paid", Term("colors"))

    def mana_spent(self):
        return term("paid", Term("mana"))

    def counters_among(self, kind, noun):
        return term("counters_on", on_battlefield(noun), str(kind))

    def counters_removed(self, *_):
        return term("paid", Term("counters"))

    def counters_you_have(self, kind):
        return term("player_counters", Term("you"), str(kind))

    def basic_land_types(self, noun):
        return term("basic_land_types", on_battlefield(noun))

    def colors_count(self, noun):
        return term("colors_count", on_battlefield(noun))

    def opponents(self):
        return Term("opponents")
