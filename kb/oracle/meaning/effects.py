"""What an ability does, a sentence at a time (grammar/effects.lark)."""

from dataclasses import replace

from lark import Transformer, v_args

from ..symbols import symbols
from ..terms import Argument, NotUnderstood, Term, constant, mentions, replaced, term
from .amounts import X, times
from .clauses import Effect, Reading, all_arguments
from .conditions import ORDINALS
from .costs import card_filter
from .entering import besides
from .mana import ADD, for_each
from .nouns import IT, THAT, THIS, both, in_zone, number, on_battlefield, several, spells

YOU = Term("you")
SAME = Term("the_same_player")
"""Of "and loses 2 life": whoever does what is said before."""
OF_A_PLAYER = ("draws", "mills", "sacrifices", "gains_life", "loses_life", "gets_counters")
CHOSEN = term("done_this_way", Term("chosen"))
_WHO = {
    "you": "you", "that player": "that_player", "they": "that_player", "its controller": "controller",
    "that land's controller": "controller", "target player": "target_player", "target opponent": "target_opponent",
    "each player": "each_player", "each opponent": "each_opponent", "a player of your choice": "player_of_choice",
    "the active player": "active_player", "the player": "that_player", "any target": "any_target",
    "target player or planeswalker": "target_player_or_planeswalker", "target creature": "target_creature",
    "any number of target players each": "any_number_of_target_players", "any player": "any_player", "an opponent": "opponent",
    "target opponent or planeswalker": "target_opponent_or_planeswalker", "each creature": "each_creature",
    "target creature or planeswalker": "target_creature_or_planeswalker",
}  # fmt: skip


def who(words) -> Term:
    if str(words).startswith("up to one "):
        return term("up_to", who(str(words).removeprefix("up to one ")))
    if str(words) not in _WHO:
        raise NotUnderstood(str(words))
    return Term(_WHO[str(words)])


def more_lands(words) -> Argument:
    """How many additional lands are meant."""
    amount = str(words).removeprefix("up to ").partition(" ")[0]
    return {"an": 1, "any": Term("any_number"), "X": X}.get(amount) or number(amount)


def also(condition: Term, other: Term | None) -> Term:
    return term("both_hold", condition, other) if other else condition


def cards(counted):
    amount, noun = counted
    if noun.filter != Term("card") or noun.zone:
        raise NotUnderstood(f"{noun}")
    return amount


@v_args(inline=True)
class Effects(Transformer):
    def effect(self, effects):
        return Reading(tuple(effects))

    def effect_if(self, condition, effects):
        effects = [self._with_difference(effect, condition) for effect in effects]
        return Reading(tuple(replace(effect, condition=also(condition, effect.condition)) for effect in effects))

    @staticmethod
    def _with_difference(effect, condition):
        """The effect, where "the difference" is how much is missing for the condition not to hold."""
        difference = Term("difference")
        if not mentions(effect.what, difference):
            return effect
        if condition.name != "at_most":
            raise NotUnderstood("which difference")
        amount, most = condition.args
        return replace(effect, what=replaced(effect.what, difference, term("plus", most + 1, term("times", -1, amount))))

    def effect_besides(self, effects, words):
        return Reading(tuple(effects), besides(str(words)))

    def effect_if_done_besides(self, _, effects, words):
        return Reading(self.effect_if_done(_, effects).effects, besides(str(words)))

    def effect_if_cast(self, _, effects):
        return self.effect_if(term("happened", Term("cast_this_way")), effects)

    def effect_if_done(self, _, effects):
        return self.effect_if(Term("done"), effects)

    def effect_otherwise(self, effects):
        return self.effect_if(Term("otherwise"), effects)

    def effect_if_instead(self, condition, effects):
        if len(effects) > 1:
            raise NotUnderstood("which of them instead")
        return Reading((replace(effects[0], condition=condition, instead=True),))

    def effect_instead_if(self, effects, condition):
        return self.effect_if_instead(condition, effects)

    def effect_when(self, effects, condition):
        if len(effects) > 1:
            raise NotUnderstood("which of them")
        return self.effect_if(condition, effects)

    def effect_where(self, effects, value):
        reading = Reading(tuple(effects))
        if not any(mentions(argument, X) for argument in all_arguments(reading)):
            raise NotUnderstood("where X")
        return Reading(tuple(
            replace(effect, what=replaced(effect.what, X, value), facts=tuple(replaced(fact, X, value) for fact in effect.facts))
            for effect in effects
        ))  # fmt: skip

    def choose_modes_not_chosen(self, amount, *more):
        chosen = Effect(term("chooses", term("modes_not_chosen", number(str(amount)))))
        return Reading((chosen, *more))

    def activate_from_turn(self, ordinal):
        return (term("activate_only_if", term("at_least", Term("turns_begun"), ORDINALS.index(str(ordinal)) + 1)),)

    def choose_modes(self, amount):
        return Reading((Effect(term("chooses", term("modes", number(str(amount))))),))

    def clauses(self, *parts):
        effects: list[Effect] = []
        for effect in (effect for part in parts for effect in (part if isinstance(part, list) else [part])):
            if mentions(effect.what, SAME):
                effect = replace(effect, what=replaced(effect.what, SAME, self._subject(effects)))
            if not effect.optional and any(other.optional for other in effects):
                effect = self._as_well(effect, effects)
            effects.append(effect)
        return effects

    @staticmethod
    def _as_well(effect, effects):
        """An effect after one that may be done: "you may A and B" is that B is done if A is."""
        if not effects[0].optional:
            raise NotUnderstood("what may be done")
        return replace(effect, condition=also(Term("done_here"), effect.condition))

    @staticmethod
    def _subject(effects):
        """Whom the clause before is about."""
        if not effects or effects[-1].what.name not in OF_A_PLAYER:
            raise NotUnderstood("who")
        return effects[-1].what.args[0]

    # restrictions of activation

    def activate_only_if(self, condition):
        return (term("activate_only_if", condition),)

    def activate_from_graveyard(self):
        return (term("functions_from", Term("graveyard")),)

    def activate_from_graveyard_too(self):
        return (*self.activate_from_graveyard(), term("functions_from", Term("battlefield")))

    def activate_only(self, *times):
        """Each time is a term, or two that must both be."""
        return tuple(term("activate_only", one) for time in times for one in ((time,) if isinstance(time, Term) else time))

    def activate_only_both(self, first, second):
        return self.activate_only(first, second)

    def activate_only_if_and(self, condition, time):
        return (term("activate_only_if", condition), *self.activate_only(time))

    def activate_only_and_if(self, time, condition):
        return self.activate_only_if_and(condition, time)

    def activated_by(self, words):
        return (term("activated_by", Term("opponent" if str(words).startswith("only") else "player")),)

    def activated_by_only(self, words, time):
        return (*self.activated_by(words), *self.activate_only(time))

    def activate_twice(self):
        return self.activate_at_most("two")

    def activate_at_most(self, amount):
        return (term("activate_only", term("at_most", number(str(amount)))),)

    def once_each_turn(self):
        return Term("once_each_turn")

    def once(self):
        return Term("once")

    def sorcery(self):
        return Term("sorcery")

    def instant(self):
        return Term("instant")

    def your_turn_time(self):
        return Term("your_turn")

    def their_turn_before_end_step(self):
        return Term("their_turn_before_end_step")

    def combat(self):
        return Term("combat")

    def your_upkeep(self):
        return Term("your_upkeep")

    def opponents_turn(self):
        return Term("opponents_turn")

    def upkeep(self):
        return Term("upkeep")

    def declare_attackers(self):
        return Term("declare_attackers")

    def declare_blockers(self):
        return Term("declare_blockers")

    def end_of_combat(self):
        return Term("end_of_combat")

    def before_attackers(self):
        return Term("before_attackers")

    def before_your_attackers(self):
        return self.your_turn_time(), self.before_attackers()

    def before_their_attackers(self):
        return self.opponents_turn(), self.before_attackers()

    # mana

    def you_add(self, effect):
        return effect

    def who_adds(self, words, effect):
        player = who(words)
        return effect if player == YOU else effect.with_facts(term("adds_for", player))

    def who_may(self, words, effects):
        made = effects if isinstance(effects, list) else [effects]
        if who(words) != YOU:
            if any(effect.what != ADD for effect in made):
                raise NotUnderstood(f"{words} may")
            made = [self.who_adds(words, effect) for effect in made]
        return [replace(effect, optional=True) for effect in made]

    def add_unless_paid(self, effect, words, mana):
        player = who(words)
        return effect.with_facts(term("unless_paid", player), *self._price(mana))

    @staticmethod
    def _price(mana):
        amounts = symbols(str(mana))
        if any(isinstance(symbol, str) for symbol in amounts):
            raise NotUnderstood(str(mana))
        return tuple(term("effect_cost_symbol", symbol, amount) for symbol, amount in amounts.items())

    def pay(self, mana):
        return Effect(term("pays_for", YOU), self._price(mana))

    def prevent_combat_damage(self):
        return Effect(term("prevents_damage", Term("combat")))

    def double_unspent_mana(self):
        unspent = Term("unspent")
        return Effect(ADD, (term("adds_of", unspent, Term("each"), unspent),))

    def effect_for_each(self, count, effects):
        return Reading(tuple(self._for_each(effect, count) for effect in effects))

    @staticmethod
    def _for_each(effect, count):
        if effect.what == ADD and all(fact.name == "adds" for fact in effect.facts):
            return for_each(effect, count)
        if effect.what.name == "gains_life" and not effect.facts:
            return replace(effect, what=term("gains_life", effect.what.args[0], times(effect.what.args[1], count)))
        raise NotUnderstood("for each")

    # playing lands

    def plays_more_lands(self, _, lands):
        return Effect(term("plays_more_lands", YOU, more_lands(lands)))

    def forbids_lands(self, words):
        return Effect(term("forbids_lands", who(words)))

    # everything else

    def damage(self, source, amount, to):
        return Effect(term("deals_damage", source, who(to), amount))

    def gain_life(self, amount):
        return Effect(term("gains_life", YOU, amount))

    def lose_life(self, amount):
        return Effect(term("loses_life", YOU, amount))

    def same_gains_life(self, amount):
        return Effect(term("gains_life", SAME, amount))

    def same_loses_life(self, amount):
        return Effect(term("loses_life", SAME, amount))

    def who_gains_life(self, words, amount):
        return Effect(term("gains_life", who(words), amount))

    def who_loses_life(self, words, amount):
        return Effect(term("loses_life", who(words), amount))

    def put_counters(self, amount, kind, on):
        return Effect(term("puts_counters", on, str(kind), amount))

    def put_counters_for_each(self, amount, kind, on, count):
        return Effect(term("puts_counters", on, str(kind), times(amount, count)))

    def put_counters_on_one(self, amount, kind, counted):
        if counted[0] != 1:
            raise NotUnderstood("on several")
        return self.put_counters(amount, kind, term("one_of", on_battlefield(counted[1])))

    def put_counters_equal(self, kind, on, amount):
        return self.put_counters(amount, kind, on)

    def remove_counters_of_all_kinds(self, thing):
        return Effect(term("removes_counters", thing, Term("any"), Term("all")))

    def who_loses_all_counters(self, words):
        return self.remove_counters_of_all_kinds(who(words))

    def counter_spell(self, noun):
        return Effect(term("counters_spell", both([Term("target"), spells(noun)])))

    def populate(self):
        return Effect(Term("populates"))

    def phases_out(self, thing):
        return Effect(term("phases_out", thing))

    def remove_counters(self, amount, kind, thing):
        return Effect(term("removes_counters", thing, str(kind), amount))

    def remove_all_counters(self, kind, thing):
        return Effect(term("removes_counters", thing, str(kind), Term("all")))

    def who_gets_counters(self, words, amount, kind):
        return Effect(term("gets_counters", who(words), str(kind), amount))

    def who_gets_symbols(self, words, mana):
        amounts = symbols(str(mana))
        if set(amounts) != {"{E}"}:
            raise NotUnderstood(str(mana))
        return Effect(term("gets_counters", who(words), "energy", amounts["{E}"]))

    def proliferate(self):
        return Effect(term("proliferates", 1))

    def proliferate_twice(self):
        return Effect(term("proliferates", 2))

    def proliferate_times(self, amount):
        return Effect(term("proliferates", amount))

    def choose_any(self, noun):
        return Effect(term("chooses", term("some_of", on_battlefield(noun))))

    def remove_one_of_each_kind(self):
        return Effect(term("removes_counters", CHOSEN, term("each_kind_on", CHOSEN), 1))

    def those_phase_out(self, _):
        return Effect(term("phases_out", CHOSEN))

    def sacrifice_object(self, thing):
        every = mentions(thing, Term("you_control")) and not mentions(thing, Term("target"))  # "all lands you control"
        return Effect(term("sacrifices", YOU, Term("all") if every else 1, thing))

    def sacrifice(self, counted):
        return Effect(term("sacrifices", YOU, counted[0], on_battlefield(counted[1])))

    def sacrifice_any(self, noun):
        return Effect(term("sacrifices", YOU, Term("any_number"), on_battlefield(noun)))

    def exile(self, thing):
        return Effect(term("exiles", thing))

    def exile_target(self, noun):
        if not noun.zone:
            return self.exile(self.target(noun))
        return Effect(term("exiles", both([Term("target"), card_filter(noun)]), Term(noun.zone)))

    def exile_this_from(self, _, zone):
        return Effect(term("exiles", THIS, Term(str(zone).split(" ")[-1])))

    def discard(self, counted):
        return Effect(term("discards", YOU, counted[0], card_filter(counted[1])))

    def discard_hand(self):
        return Effect(term("discards", YOU, Term("all"), Term("card")))

    def reveal_any_in(self, noun, zone):
        if str(zone) != "in your hand" or noun.zone:
            raise NotUnderstood(str(zone))
        return Effect(term("reveals", Term("any_number"), card_filter(noun)))

    def who_reveals_top(self, words):
        return Effect(term("reveals_top", who(words), 1))

    def clash(self):
        return Effect(Term("clashes"))

    def choose_one_of_those(self, amount):
        if number(str(amount)) != 1:
            raise NotUnderstood("several of those")
        return Effect(term("chooses", Term("one_of_those")))

    def choose_random_color(self):
        return Effect(term("chooses", Term("random_color")))

    def note_type(self):
        return Effect(term("notes", Term("type_of_mana_spent")))

    def who_sacrifices(self, words, counted):
        return Effect(term("sacrifices", who(words), counted[0], on_battlefield(counted[1])))

    def who_loses_life_and_sacrifices(self, words, amount, counted):
        return [self.who_loses_life(words, amount), self.who_sacrifices(words, counted)]

    def as_you_untap(self, effect):
        if not isinstance(effect, Effect) or effect.facts:
            raise NotUnderstood("several effects")
        return Effect(term("as_you_untap", effect.what))

    def flip_coin(self):
        return Effect(term("flips_coins", 1))

    def exile_top(self):
        return Effect(term("exiles_top", 1))

    def exile_tops(self, amount):
        return Effect(term("exiles_top", number(str(amount))))

    def may_play_exiled(self, *_):
        return Effect(term("may_play_exiled", Term("card"), Term("turn")))

    def may_cast_exiled(self, *_):
        return Effect(term("may_play_exiled", Term("spell"), Term("turn")))

    def converts(self, thing):
        return Effect(term("transforms", thing))

    def draw_that_many(self):
        return Effect(term("draws", YOU, Term("that_much")))

    def draw_that_many_and_one(self):
        return Effect(term("draws", YOU, term("plus", 1, Term("that_much"))))

    def draft_from_spellbook(self):
        return Effect(Term("drafts_from_spellbook"))

    def reveal_any(self, noun):
        if noun.zone != "hand":
            raise NotUnderstood("reveal")
        return Effect(term("reveals", Term("any_number"), card_filter(noun)))

    def gain_control(self, thing, *time):
        duration = {"": "game", "until end of turn": "turn"}.get(str(*time), "your_next_turn")
        return Effect(term("gains_control", YOU, thing, Term(duration)))

    def who_gains_control(self, words, thing):
        return Effect(term("gains_control", who(words), thing, Term("game")))

    def goad(self, thing):
        return Effect(term("goads", thing))

    def count_number(self, noun):
        return Effect(term("counts", on_battlefield(noun)))

    def destroy(self, thing):
        return Effect(term("destroys", thing))

    def return_to_hand(self, thing):
        return Effect(term("returns_to_hand", thing))

    def return_counted_to_hand(self, counted):
        if counted[0] != 1:
            raise NotUnderstood("return several")
        return Effect(term("returns_to_hand", term("one_of", on_battlefield(counted[1]))))

    def tap(self, thing):
        return Effect(term("taps", thing))

    def untap(self, thing):
        return Effect(term("untaps", thing))

    def does_not_untap(self, thing, _):
        return Effect(term("does_not_untap", thing))

    def draw(self, counted):
        return Effect(term("draws", YOU, cards(counted)))

    def who_draws(self, words, counted):
        return Effect(term("draws", who(words), cards(counted)))

    def mill(self, counted):
        return Effect(term("mills", YOU, cards(counted)))

    def who_mills(self, words, counted):
        return Effect(term("mills", who(words), cards(counted)))

    def scry(self, amount):
        return Effect(term("scries", int(amount)))

    def surveil(self, amount):
        return Effect(term("surveils", int(amount)))

    def choose_color(self):
        return Effect(term("chooses", Term("color")))

    def who_chooses_color(self, words):
        return self.choose_color().with_facts(term("chosen_by", who(words)))

    def choose_color_among(self, noun):
        return Effect(term("chooses", term("colors_among", on_battlefield(noun))))

    def choose_color_of_card(self, noun, zone):
        return Effect(term("chooses", term("colors_among", in_zone(noun, zone))))

    def choose_basic_land_type(self):
        return Effect(term("chooses", Term("basic_land_type")))

    def class_level(self, number):
        return Effect(term("gains_class_level", int(number)))

    def choose_player(self):
        return Effect(term("chooses", Term("player")))

    def it_enters_with(self, thing, counters):
        if thing not in (IT, THAT, THIS):
            raise NotUnderstood("who enters")
        return self.entrants_enter_with(thing, counters)

    def entrants_enter_with(self, _, counters):
        return [
            Effect(term("enters_with", kind, amount), condition=quality and term("is", THAT, quality))
            for kind, amount, quality in counters
        ]

    def one_target(self, noun):
        return [Term("target")], noun

    def several_targets(self, words, noun):
        return several(str(words)), noun

    def return_to_battlefield(self, targeted):
        return self._put_target(Term("owner"), *targeted)

    def put_onto_battlefield_yours(self, targeted):
        return self._put_target(YOU, *targeted)

    @staticmethod
    def _put_target(who, targets, noun):
        if not noun.zone:
            raise NotUnderstood("from where")
        return Effect(term("puts_onto_battlefield", who, both([*targets, card_filter(noun)]), Term(noun.zone)))

    def put_onto_battlefield(self, counted):
        amount, noun = counted
        if amount != 1 or noun.zone != "hand":
            raise NotUnderstood("from where")
        return Effect(term("puts_onto_battlefield", YOU, term("one_of", card_filter(noun)), Term(noun.zone)))

    def put_seen_onto_battlefield(self, counted):
        amount, noun = counted
        if amount != 1 or noun.zone:
            raise NotUnderstood("of which")
        seen = both([term("done_this_way", Term("looked_at")), card_filter(noun)])
        return Effect(term("puts_onto_battlefield", YOU, term("one_of", seen), Term("library")))

    def search_onto_battlefield(self, counted, _):
        amount, noun = counted
        if amount != 1 or noun.zone:
            raise NotUnderstood("of which")
        return Effect(term("puts_onto_battlefield", YOU, term("one_of", card_filter(noun)), Term("library")))

    def return_exiled(self, _):
        return Effect(term("puts_onto_battlefield", Term("owner"), term("done_this_way", Term("exiled")), Term("exile")))

    def put_into_graveyard(self, counted):
        amount, noun = counted
        if noun.zone != "exile":
            raise NotUnderstood("from where")
        return Effect(term("puts_into_graveyard", amount, card_filter(noun), Term(noun.zone)))

    def create_copy(self, thing):
        return Effect(term("creates_copies", YOU, 1, thing))

    def create_copy_except(self, thing, token, counters):
        if token != IT:
            raise NotUnderstood("a copy with more")
        return [self.create_copy(thing), *self.entrants_enter_with(token, counters)]

    def roll(self, words):
        amount, dice = str(words).split(" ", 1)
        amount = X if amount == "X" else 1 if amount in ("a", "an") else number(amount)
        sides = dice.removeprefix("d") if dice.startswith("d") else number(dice.split("-")[0])
        return Effect(term("rolls_dice", amount, int(sides)))

    def exile_counted(self, counted):
        amount, noun = counted
        if not noun.zone:
            raise NotUnderstood("exile from where")
        return Effect(term("exiles", amount, card_filter(noun), Term(noun.zone)))

    def exile_up_to(self, _, amount, noun):
        return self.exile_counted((term("up_to", amount), noun))

    def discard_any(self, noun):
        return Effect(term("discards", YOU, Term("any_number"), card_filter(noun)))

    def remove_counters_of_any(self, noun):
        return self.remove_counters_of_all_kinds(term("some_of", on_battlefield(noun)))

    def reveal(self, counted):
        amount, noun = counted
        if noun.zone != "hand":
            raise NotUnderstood("reveal")
        return Effect(term("reveals", amount, card_filter(noun)))

    def copy_spell(self):
        return Effect(Term("copies"))

    def intensifies(self, amount):
        return Effect(term("intensifies", THIS, int(amount)))

    def gets_power(self, thing, change):
        power, toughness = (int(part) for part in str(change).split("/"))
        return Effect(term("gets_power", thing, power, toughness))

    def gets_power_and_keyword(self, thing, change, keyword):
        return [self.gets_power(thing, change), self.gains_keyword(thing, keyword)]

    def all_get_power(self, noun, change):
        return self.gets_power(on_battlefield(noun), change)

    def all_get_power_and_keyword(self, noun, change, keyword):
        return self.gets_power_and_keyword(on_battlefield(noun), change, keyword)

    def gains_keywords(self, thing, *keywords):
        return [self.gains_keyword(thing, keyword) for keyword in keywords]

    def all_gain_keywords(self, noun, *keywords):
        return self.gains_keywords(on_battlefield(noun), *keywords)

    def gains_keyword(self, thing, keyword):
        return Effect(term("gains_keyword", thing, constant(str(keyword))))
