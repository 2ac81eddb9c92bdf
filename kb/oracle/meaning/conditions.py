"""What must be so (grammar/conditions.lark)."""

from lark import Transformer, v_args

from ..terms import NotUnderstood, Term, constant, term
from .clauses import Noun
from .nouns import ATTACHED, COLORS, IT, THAT, THIS, both, either, in_zone, number, on_battlefield, quality, spells

YOU = Term("you")
_HAND = term("cards_in", Term("hand"), YOU, Term("card"))
_STATES = ("attacking alone", "blocking alone", "equipped", "enchanted", "monstrous", "renowned", "suspected", "saddled", "face down")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_HAPPENED = {
    "you attacked this turn": "attacked_this_turn", "a creature died this turn": "creature_died_this_turn",
    "an opponent lost life this turn": "opponent_lost_life_this_turn", "you gained life this turn": "gained_life_this_turn",
    "a permanent left the battlefield under your control this turn": "permanent_left_this_turn",
    "an opponent was dealt damage this turn": "opponent_dealt_damage_this_turn",
    "you've completed a dungeon": "completed_dungeon",
    "you've committed a crime this turn": "committed_crime", "you went first this game": "went_first",
    "you have the initiative": "initiative",
    "you have the city's blessing": "citys_blessing",
    "you're on the Mirran team": "on_mirran_team", "you're on the Phyrexian team": "on_phyrexian_team",
}  # fmt: skip


def controls(who: Term, amount, noun) -> Term:
    if not isinstance(amount, int):
        raise NotUnderstood(f"control {amount}")
    return term("controls", who, on_battlefield(noun), amount)


def negated(condition: Term) -> Term:
    """That the condition does not hold; not_so stands only before what is simple."""
    match condition:
        case Term("not_so", (inner,)):
            return inner
        case Term("both_hold", (first, second)):
            return term("either_holds", negated(first), negated(second))
        case Term("either_holds", (first, second)):
            return term("both_hold", negated(first), negated(second))
    return term("not_so", condition)


@v_args(inline=True)
class Conditions(Transformer):
    def you_control(self, counted):
        amount, noun = counted
        if amount != 1:
            raise NotUnderstood("an exact number")
        return controls(YOU, 1, noun)

    def you_control_at_least(self, amount, noun):
        return controls(YOU, number(str(amount)), noun)

    def you_control_none(self, noun):
        return term("not_so", controls(YOU, 1, noun))

    def you_do_not_control(self, counted):
        return negated(self.you_control(counted))

    def you_control_either(self, first, second):
        return term("either_holds", self.you_control(first), self.you_control(second))

    def you_control_both(self, first, second):
        return term("both_hold", self.you_control(first), self.you_control(second))

    def opponent_controls(self, counted):
        amount, noun = counted
        if amount != 1:
            raise NotUnderstood("an exact number")
        return controls(Term("opponent"), 1, noun)

    def has_counters(self, thing, amount, kind):
        return term("has_counters", thing, str(kind), number(str(amount)))

    def has_fewer_counters(self, thing, amount, kind):
        return negated(self.has_counters(thing, amount, kind))

    def has_counters_at_most(self, thing, most, kind):
        return term("not_so", term("has_counters", thing, str(kind), number(str(most)) + 1))

    def has_a_counter(self, thing, kind):
        return term("has_counters", thing, str(kind), 1)

    def has_no_counters(self, thing, kind):
        return term("not_so", term("has_counters", thing, str(kind), 1))

    def there_are_counters(self, amount, kind, thing):
        return self.has_counters(thing, amount, kind)

    def there_are_no_counters(self, kind, thing):
        return self.has_no_counters(thing, kind)

    def cards_at_least(self, amount, noun, zone):
        return term("at_least", self.count_cards(noun, zone), number(str(amount)))

    def a_card_in(self, noun, zone):
        return term("at_least", self.count_cards(noun, zone), 1)

    def played_land_this_turn(self):
        return Term("played_land_this_turn")

    def your_turn(self):
        return Term("your_turn")

    def not_your_turn(self):
        return term("not_so", Term("your_turn"))

    def monarch(self):
        return Term("monarch")

    def resolutions(self, ordinal):
        return term("exactly", term("this_turn", Term("resolutions")), ORDINALS.index(str(ordinal)) + 1)

    def activations(self, amount):
        return term("at_least", term("this_turn", Term("activations")), number(str(amount)))

    def that_players_turn(self):
        return term("turn_of", Term("that_player"))

    def not_that_players_turn(self):
        return term("not_so", self.that_players_turn())

    def number_is_odd(self):
        return term("odd", Term("counted"))

    def number_is_even(self):
        return term("not_so", self.number_is_odd())

    def no_counters_removed(self):
        return term("at_most", term("paid", Term("counters")), 0)

    def total_power_at_least(self, noun, amount):
        return term("at_least", term("total_power", on_battlefield(noun)), int(amount))

    def you_control_all_named(self, kind, names):
        first, *others = str(names).split(" and ")
        if not others or not str(kind).endswith("s"):
            raise NotUnderstood(str(names))
        condition = None
        for name in reversed([first, *others]):
            one = term("controls", YOU, both([quality(str(kind))[1], term("named", name)]), 1)
            condition = term("both_hold", one, condition) if condition else one
        return condition

    def same_name_at_least(self, amount, noun):
        return term("at_least", term("most_of_one_name", both([on_battlefield(noun), Term("you_control")])), number(str(amount)))

    def opponent_has_counters(self, amount, kind):
        return term("at_least", term("player_counters", Term("opponent"), str(kind)), number(str(amount)))

    def mana_spent_at_least(self, words):
        return term("at_least", term("paid", Term("mana")), number(str(words).split(" ")[0]))

    def mana_of_source_spent(self, noun):
        return term("at_least", term("paid", term("mana_of", noun.filter)), 1)

    def won_flip(self):
        return term("happened", Term("won_flip"))

    def card_is_exiled(self, _):
        return term("at_least", term("cards_exiled_with", THIS), 1)

    def has_another_activated_ability(self):
        return term("is", THIS, Term("another_activated_ability"))

    def you_control_one_of_three(self, first, _, second, third):
        return term("either_holds", self.you_control(first), self.you_control_either(second, third))

    def won_clash(self):
        return term("happened", Term("won_clash"))

    def it_was(self, noun):
        return term("is", Term("it_was"), noun.filter)

    def not_added_yet(self):
        return term("at_most", term("this_turn", Term("mana_added")), 0)

    def kicked_with(self, mana):
        return term("happened", term("kicked_with", str(mana)))

    def cast_with(self, *words):
        return term("happened", term("cast_with", constant(str(words[-1]))))

    def symbols_were_spent(self, mana):
        return term("at_least", self.symbols_spent(mana), 1)

    def same_color_spent_at_least(self, amount):
        return term("at_least", term("paid", Term("most_of_one_color")), number(str(amount)))

    def cast_another(self, noun):
        return term("at_least", term("this_turn", term("casts", YOU, both([Term("other"), spells(noun)]))), 1)

    def revealed_or_controlled(self, cards, noun):
        if cards.head != "card" or cards.zone:
            raise NotUnderstood("revealed")
        return term("either_holds", term("as_cast", term("revealed", cards.filter)), term("as_cast", controls(YOU, 1, noun)))

    def entrant_is(self, noun):
        return term("is", THAT, on_battlefield(noun))

    def that_mana_value_at_most(self, _, most):
        return term("is", THAT, term("mana_value_at_most", int(most)))

    def fewer_put_onto_battlefield(self, amount, noun):
        return term("at_most", term("this_way", Term("put_onto_battlefield"), on_battlefield(noun)), number(str(amount)) - 1)

    def none_put_into_hand(self):
        return term("at_most", term("this_way", Term("put_into_hand"), Term("card")), 0)

    # what an object is

    def is_quality(self, thing, words):
        return term("is", thing, self._quality(str(words)))

    def is_not_quality(self, thing, words):
        return negated(self.is_quality(thing, words))

    def is_one(self, thing, noun):
        return term("is", thing, on_battlefield(noun))

    def is_not_one(self, thing, noun):
        return negated(self.is_one(thing, noun))

    def its_quality(self, _, words):
        return self.is_quality(IT, words)

    def it_is_not_quality(self, _, words):
        return self.is_not_quality(IT, words)

    def its_one(self, _, noun):
        return term("is", IT, noun.filter) if noun.head == "card" and not noun.zone else self.is_one(IT, noun)

    @staticmethod
    def _quality(words):
        if words == "your commander":
            return both([Term("commander"), Term("you_own")])
        if words in _STATES:
            return Term(words.replace(" ", "_"))
        return quality(words)[1]

    def entered(self, thing):
        return term("is", thing, Term("entered_this_turn"))

    def attached_to(self, thing, noun):
        if thing != THIS:
            raise NotUnderstood("what is attached")
        return term("is", ATTACHED, on_battlefield(noun))

    def paired(self, thing):
        return term("is", thing, Term("paired"))

    def has_keyword(self, thing, keyword):
        return term("is", thing, term("keyword", constant(str(keyword))))

    def has_not_keyword(self, thing, keyword):
        return negated(self.has_keyword(thing, keyword))

    def has_any_counter(self, thing):
        return term("is", thing, Term("has_any_counter"))

    def counters_at_least(self, thing, amount):
        return term("at_least", term("counters_on", thing, Term("any")), number(str(amount)))

    def exactly_counters(self, _, amount, kind, thing):
        return term("exactly", term("counters_on", thing, str(kind)), number(str(amount)))

    # how many of something there are

    def kinds_of_cards_at_least(self, amount, words, zone):
        what = "card_types" if str(words).startswith("card") else "mana_values"
        cards = in_zone(Noun(Term("card"), "card"), zone)
        return term("at_least", term(what, cards), number(str(amount)))

    def devotion_less(self, *words):
        *colors, amount = (str(word) for word in words)
        devoted = either([Term(COLORS[color]) for color in colors])
        return term("at_most", term("devotion", devoted), number(amount) - 1)

    def control_commander(self):
        return term("controls", YOU, both([Term("commander"), Term("you_own")]), 1)

    def you_control_exactly(self, amount, noun):
        so_many = number(str(amount))
        return term("both_hold", controls(YOU, so_many, noun), negated(controls(YOU, so_many + 1, noun)))

    def life_at_least(self, amount):
        return term("at_least", term("life_total", YOU), number(str(amount)))

    def life_at_most(self, amount):
        return term("at_most", term("life_total", YOU), number(str(amount)))

    def opponent_life_at_most(self, amount):
        return term("at_most", term("life_total", Term("opponent")), number(str(amount)))

    def player_life_at_most(self, amount):
        return term("at_most", term("life_total", Term("player")), number(str(amount)))

    def hand_at_most(self, amount):
        return term("at_most", _HAND, number(str(amount)))

    def hand_exactly(self, amount):
        return term("exactly", _HAND, number(str(amount)))

    def opponent_graveyard_at_least(self, amount):
        return term("at_least", term("cards_in", Term("graveyard"), Term("opponent"), Term("card")), number(str(amount)))

    def opponent_empty_hand(self):
        return term("at_most", term("cards_in", Term("hand"), Term("opponent"), Term("card")), 0)

    def no_opponent_controls(self, noun):
        return negated(controls(Term("opponent"), 1, noun))

    def defending_player_controls(self, noun):
        return controls(Term("defending_player"), 1, noun)

    def opponent_controls_at_least(self, amount, noun):
        return controls(Term("opponent"), number(str(amount)), noun)

    def opponents_control_at_least(self, amount, noun):
        """All of them together."""
        theirs = both([on_battlefield(noun), Term("opponent_controls")])
        return term("at_least", term("count", theirs), number(str(amount)))

    def all_colors_among(self, noun):
        return term("at_least", term("colors_count", on_battlefield(noun)), 5)

    def full_party(self):
        return term("at_least", Term("party"), 4)

    def measured_at_least(self, amount, least):
        return term("at_least", amount, int(least))

    # what has happened this turn

    def drawn_at_least(self, amount):
        return term("at_least", term("this_turn", Term("cards_drawn")), number(str(amount)))

    def cast_one(self, noun):
        return term("at_least", term("this_turn", term("casts", YOU, spells(noun))), 1)

    def one_entered(self, noun, _):
        return self.several_entered("1", noun)

    def another_entered(self, noun, *_):
        return self._entered(1, both([Term("other"), on_battlefield(noun)]))

    def several_entered(self, amount, noun, *_):
        return self._entered(number(str(amount)), on_battlefield(noun))

    @staticmethod
    def _entered(amount, filter):
        return term("at_least", term("this_turn", term("enters", both([filter, Term("you_control")]))), amount)

    def snow_of_its_colors_spent(self, _):
        return term("at_least", term("paid", Term("snow_of_its_colors")), 1)

    def it_has_x(self, _):
        return term("is", IT, Term("has_x"))

    def one_this_way_has(self, noun, words, keyword):
        if noun.head != "card":
            raise NotUnderstood("which")
        done = both([noun.filter, term("keyword", constant(str(keyword)))]) if noun.filter != Term("card") else term("keyword", constant(str(keyword)))
        return term("at_least", term("this_way", Term(str(words).split(" ")[0]), done), 1)

    def x_at_most(self, _, amount):
        return term("at_most", Term("x"), int(amount))

    def color_spent_at_least(self, amount, color):
        return term("at_least", term("paid", quality(str(color))[1].args[0]), number(str(amount)))

    def no_mana_spent(self):
        return term("at_most", term("paid", Term("mana")), 0)

    def not_cast_from_hand(self):
        return term("not_so", term("happened", Term("cast_from_hand")))

    def you_did_not_cast_from_hand(self):
        return negated(self.happened("you cast it from your hand"))

    def not_cast(self):
        return term("not_so", term("happened", Term("cast")))

    def spells_cast_at_least(self, amount):
        return term("at_least", term("this_turn", Term("spells_cast")), number(str(amount)))

    def colors_spent_at_least(self, amount):
        return term("at_least", term("paid", Term("colors")), number(str(amount)))

    def x_at_least(self, _, amount):
        return term("at_least", Term("x"), int(amount))

    def measured_at_most(self, amount, most):
        return term("at_most", amount, int(most))

    def mana_value_at_most(self, _, most):
        return term("at_most", term("mana_value_of", THAT), int(most))

    def they_have_no_counters(self, kind):
        return term("at_most", term("player_counters", Term("that_player"), str(kind)), 0)

    def happened(self, words):
        words = str(words)
        if words == "you didn't go first this game":
            return negated(self.happened("you went first this game"))
        if words in _HAPPENED:
            return term("happened", Term(_HAPPENED[words]))
        if words.startswith("you cast "):
            by_you = term("happened", Term("cast_by_you"))
            return term("both_hold", by_you, self.happened("it was cast from your hand")) if words.endswith("hand") else by_you
        return term("happened", Term("cast_from_hand" if words.endswith("hand") else words.split(" ")[-1]))

    def opponents_at_least(self, amount):
        return term("at_least", Term("opponents"), number(str(amount)))

    def you_control_at_most(self, amount, noun):
        return term("not_so", controls(YOU, number(str(amount)) + 1, noun))

    def hand_at_least(self, amount):
        return term("at_least", term("cards_in", Term("hand"), YOU, Term("card")), number(str(amount)))

    def no_citys_blessing(self):
        return term("not_so", term("happened", Term("citys_blessing")))

    def empty_hand(self):
        return term("at_most", term("cards_in", Term("hand"), YOU, Term("card")), 0)

    def either_holds(self, first, second):
        return term("either_holds", first, second)

    def both_hold(self, first, second):
        return term("both_hold", first, second)
