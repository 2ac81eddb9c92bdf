"""What a triggered ability triggers on (grammar/triggers.lark): facts of the ability."""

from lark import Transformer, v_args

from ..terms import NotUnderstood, Term, mentions, replaced, term
from .mana import amounts_of
from .nouns import IT, OTHER, THAT, THIS, both, number, on_battlefield, spells

_BY = {"you": "you", "a player": "player", "an opponent": "opponent"}
_WHOSE = {"your": "you", "each player's": "player", "each opponent's": "opponent", "each": "player", "the": "player",
          "each of your": "you"}  # fmt: skip


# What an event can be about that is, or was, a spell, and what is said of how it was cast.
_OF_A_SPELL = ("enters", "casts", "dies", "leaves", "attacks")
HOW_CAST = ("cast", "cast_by_you", "cast_from_hand", "kicked", "bargained", "kicked_with", "cast_with")


def by(words) -> Term:
    return Term(_BY[str(words).rsplit(" ", 1)[0]])


def about_the_event(event, condition: Term) -> Term:
    """The condition with "it" replaced by what the event is about, be it an object or the spell that it was."""
    (first, *_) = event
    objects = first.args[0].args
    if THIS not in objects and first.args[0].name in _OF_A_SPELL:
        condition = _of_that_spell(condition)
    for it in (IT, Term("it_was")):
        if mentions(condition, it):
            if first.args[0].name in ("begins", "casts"):
                raise NotUnderstood("it")
            condition = replaced(condition, it, THIS if THIS in objects else THAT)
    return condition


def _of_that_spell(condition: Term) -> Term:
    if condition.name == "happened" and condition.args[0].name in HOW_CAST:
        return term("is", THAT, *condition.args)
    return Term(condition.name, tuple(_of_that_spell(part) if isinstance(part, Term) else part for part in condition.args))


@v_args(inline=True)
class Triggers(Transformer):
    def reflexive(self):
        return (term("trigger", Term("done")),)

    def triggered_on(self, event):
        return event

    def triggered_on_if(self, event, condition):
        return (*event, term("intervening_if", about_the_event(event, condition)))

    def at_the_beginning(self, words):
        for whose in sorted(_WHOSE, key=len, reverse=True):
            if str(words).startswith(whose + " "):
                step = str(words).removeprefix(whose + " ").removesuffix("s").removesuffix(" on your turn")
                if step.startswith("next "):
                    raise NotUnderstood("next")
                return (term("trigger", term("begins", Term(step.replace(" ", "_")), Term(_WHOSE[whose]))),)
        raise NotUnderstood(str(words))

    def combat_on_your_turn(self):
        return (term("trigger", term("begins", Term("combat"), Term("you"))),)

    def combat_on_your_turn_if(self, condition):
        return (*self.combat_on_your_turn(), term("intervening_if", condition))

    def at_the_beginning_if(self, words, condition):
        event = self.at_the_beginning(words)
        return (*event, term("intervening_if", about_the_event(event, condition)))

    def is_tapped_for_mana(self, thing):
        return (term("trigger", term("tapped_for_mana", Term("player"), thing)),)

    def np_is_tapped_for_mana(self, noun):
        return self.is_tapped_for_mana(on_battlefield(noun))

    def tapped_for_chosen_color(self, noun):
        return (*self.np_is_tapped_for_mana(noun), term("trigger_type", Term("chosen_color")))

    def taps_for_mana(self, words, thing):
        return (term("trigger", term("tapped_for_mana", by(words), thing)),)

    def taps_np_for_mana(self, words, noun):
        return self.taps_for_mana(words, on_battlefield(noun))

    def taps_np_for_mana_as_monarch(self, words, noun):
        return (*self.taps_np_for_mana(words, noun), term("trigger_only_if", Term("monarch")))

    def taps_np_for_symbol(self, words, noun, mana):
        types = amounts_of(mana)
        if len(types) != 1 or set(types.values()) != {1}:
            raise NotUnderstood(str(mana))
        return (*self.taps_np_for_mana(words, noun), term("trigger_type", *types))

    def ability_adds(self, noun, amount):
        return (
            term("trigger", term("mana_added", Term("you"), on_battlefield(noun))),
            term("trigger_type", Term("chosen_color")),
            term("trigger_amount", number(str(amount))),
        )

    def object_enters(self, thing):
        return (term("trigger", term("enters", thing)),)

    def np_enters(self, noun):
        return self.object_enters(on_battlefield(noun))

    def np_enters_yours(self, noun):
        return self.object_enters(both([on_battlefield(noun), Term("you_control")]))

    def another_enters(self, noun):
        return self.object_enters(both([OTHER, on_battlefield(noun)]))

    def this_or_another_enters(self, this, noun):
        return self.object_enters(self._this_or(both([OTHER, on_battlefield(noun)])))

    def this_or_another_dies(self, this, noun):
        return self.object_dies(self._this_or(both([OTHER, on_battlefield(noun)])))

    def this_or_that_attacks(self, this, thing):
        return self.object_attacks(self._this_or(thing))

    def this_or_that_deals_combat_damage(self, this, thing):
        return self.deals_combat_damage(self._this_or(thing))

    @staticmethod
    def _this_or(other):
        return term("either", THIS, other)

    def object_leaves(self, thing):
        return (term("trigger", term("leaves", thing)),)

    def object_dies(self, thing):
        return (term("trigger", term("dies", thing)),)

    def np_dies(self, noun):
        return self.object_dies(on_battlefield(noun))

    def another_dies(self, noun):
        return self.object_dies(both([OTHER, on_battlefield(noun)]))

    def object_attacks(self, thing):
        return (term("trigger", term("attacks", thing)),)

    def np_attacks(self, noun):
        return self.object_attacks(on_battlefield(noun))

    def several_attack(self, noun):
        return (term("trigger", term("attack_together", on_battlefield(noun))),)

    def is_dealt_damage(self, thing):
        return (term("trigger", term("is_dealt_damage", thing)),)

    def turned_face_up(self, thing):
        return (term("trigger", term("turned_face_up", THIS)),)

    def becomes_tapped(self, thing):
        return (term("trigger", term("becomes_tapped", THIS)),)

    def deals_combat_damage(self, thing):
        return (term("trigger", term("deals_combat_damage", thing, Term("player"))),)

    def np_deals_combat_damage(self, noun):
        return self.deals_combat_damage(on_battlefield(noun))

    def deals_combat_damage_to_either(self, thing):
        either = term("either", Term("player"), term("type", Term("planeswalker")))
        return (term("trigger", term("deals_combat_damage", thing, either)),)

    def sacrifices(self, noun):
        return (term("trigger", term("sacrifices", Term("you"), on_battlefield(noun))),)

    def discards(self, *words):
        noun = words[-1]
        if noun.head != "card" or noun.zone:
            raise NotUnderstood("discards")
        return (term("trigger", term("discards", Term("opponent" if len(words) > 1 else "you"), noun.filter)),)

    def you_proliferate(self):
        return (term("trigger", term("proliferates_event", Term("you"))),)

    def you_proliferate_on_your_turn(self):
        return *self.you_proliferate(), term("trigger_only_if", Term("your_turn"))

    def enters_or_attacks(self, _):
        return (*self.object_enters(THIS), *self.object_attacks(THIS))

    def enters_or_dies(self, _):
        return (*self.object_enters(THIS), *self.object_dies(THIS))

    def casts_this(self, words, _):
        return (term("trigger", term("casts", by(words), THIS)),)

    def casts_first(self, noun):
        event = term("casts", Term("you"), spells(noun))
        return *self.casts("you cast", noun), term("trigger_only_if", term("exactly", term("this_turn", event), 1))

    def casts(self, words, noun):
        return (term("trigger", term("casts", by(words), spells(noun))),)
