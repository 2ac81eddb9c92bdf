"""What the words of one ability refer to: it, that, that player, X, that color, this way, instead."""

import re
from copy import copy
from dataclasses import replace

from .meaning.clauses import Effect, Reading, all_arguments
from .meaning.conditions import negated
from .meaning.triggers import HOW_CAST
from .split import Piece
from .subjects import requires_target
from .terms import Argument, NotUnderstood, Term, mentions, replaced, term

_IT, _THAT, _THIS, _TARGET, _X, _THAT_COLOR, _THAT_PLAYER, _CONTROLLER, _THAT_MUCH, _DONE, _OTHERWISE, _COUNTED, _IT_WAS, _THAT_SUBTYPE = (
    Term(name) for name in ("it", "that", "this", "target", "x", "that_color", "that_player", "controller", "that_much", "done",
                            "otherwise", "counted", "it_was", "that_subtype")
)  # fmt: skip
_ADD, _ATTACHED = Term("add_mana"), Term("attached")
# What is done "this way", by the words of the effect that does it.
_WAYS = {
    "revealed": "reveal", "exiled": "exile", "destroyed": "destroy", "sacrificed": "sacrifice", "discarded": "discard",
    "milled": "mill", "put_onto_battlefield": "onto the battlefield", "put_into_hand": "into your hand", "given_counters": "proliferate",
    "chosen": "choose", "looked_at": "look at the top",
}  # fmt: skip
# Events that have an amount: how much damage was dealt, how many attacked.
_OF_AN_AMOUNT = ("deals_combat_damage", "is_dealt_damage", "attack_together")
_PAID = {
    "sacrificed": "sacrifice", "exiled": "exile", "discarded": "discard", "milled": "mill", "revealed": "reveal",
    "counters": "remove_counters",
}  # fmt: skip
_ELSE_TAPPED = Term("else_enters_tapped")
_OF_OTHERS = ("sacrifice", "exile", "discard", "tap", "untap", "return_to_hand", "reveal")
_ENTRANT, _DONE_HERE = Term("entrant"), Term("done_here")
# Text after which something is known that enters; what it enters with can be said then.
_ENTERING = re.compile(
    r"\b(?:on)?to the battlefield\b|\bcreates? [^.]*\btoken|\bspells? you cast\b|\bmay cast\b|\benters\b[^.]* this way\b", re.IGNORECASE
)
_MAY_CAST = re.compile(r"\bmay (?:cast|play)\b")
_MAY_CAST_THIS = re.compile(r"You may cast ~")
_WITHOUT_OBJECT = ("begins", "casts", "discards", "sacrifices", "proliferates_event")
# What an effect may be about besides its source, in the words of facts and of text.
_OF_ANOTHER = re.compile(r"\b(?:one_of|attached)\b")
_ATTACHED_TO = re.compile(r"\b(?:enchanted|equipped|fortified) ", re.IGNORECASE)
_TURNS_TO_OTHERS = ("creates_copies", "creates_token", "discards", "exiles", "puts_onto_battlefield", "reveals")
_BRINGS_CARDS = ("drafts_from_spellbook", "exiles_top", "reveals_top", "draws", "mills")
# An event that is not understood is about its source if that stands where it must and no other object does.
_ITSELF_HERE = re.compile(r"(?:When|Whenever|At) (?:~ |.* (?:discard|cycle|crank|unlock|targets?|on) ~\Z)|At ")
_NO_OBJECT = re.compile(r"\ba player\b|\ban opponent\b|\b(?:a|your) graveyard\b|\ban? spell or ability\b|\ba spell that targets\b|\bone or more \S+ counters\b")
_OTHER_OBJECT = re.compile(r"\b(?:an?|another|enchanted|equipped|one or more|the creature|or) ")
# What a sentence that was not understood may bring up besides the one object that is a target, so that "that" may mean it.
_TARGET_OBJECT = re.compile(r"\btargets? (?!of\b|(?:players?|opponents?)\b(?! or planeswalker))", re.IGNORECASE)
_BROUGHT_UP = re.compile(r"\bchooses? (?!(?:up to )?(?:\w+ )?(?:other )?target\b)|\bcreates?\b|\btokens?\b|\breveals?\b", re.IGNORECASE)
_OF_A_SPELL = re.compile(r"\bit was\b|\byou cast it\b")
_BEGINS_WITH_IT = re.compile(r"(?:[Ii]f )?[Ii]t(?:'s)? ")
_ANY_AMOUNT = {Term("any_number"), Term("one_or_more"), _X}


class Scope:
    """The state of reading an ability from its front to its last sentence. Every reference has one clear meaning, or NotUnderstood
    is raised and the sentence counts as not understood."""

    def __init__(self, found: Piece, front: list[Term], x_is_paid: bool, additional_cost: str, outer: "Scope | None" = None):
        """`front`: the facts of its cost or event; `additional_cost`: the text of a spell's additional costs, or ''; `outer`: the
        ability whose effect makes this one for later."""
        self.kind = found.kind
        self.costs = [fact.args[1] for fact in front if fact.name == "cost"]
        self.event = next((fact.args[0] for fact in front if fact.name == "trigger"), None)
        self.trigger_type = next((fact.args[0] for fact in front if fact.name == "trigger_type"), None)
        self.additional_cost = additional_cost if self.kind in ("spell", "static") else ""
        self.x_known = any(mentions(fact, _X) for fact in front) if self.costs else x_is_paid and (
            self.kind in ("spell", "static") or self.event == term("enters", _THIS)
        )  # fmt: skip
        self.named_in_front = "~" in found.front and (self.event != Term("other") or _about_itself(found.front))
        self.targeted = outer is not None and outer.targeted
        self.it_is_target = outer is not None and outer._target_before(found.text)
        self.only_this = not any(cost.name in _OF_OTHERS and _THIS not in cost.args for cost in self.costs)
        self.chosen_set: Term | None = None
        self.chose_player = False
        self.chose_subtype = False
        self.changed = _THIS
        """What the change read last is about."""
        self.removed = False
        self.index = 0
        """How many effects there are so far."""
        self.done: list[Term] = list(outer.done) if outer else []
        """Those that were understood."""
        self.read = outer.read if outer else ""
        """The sentences that were not."""
        self.last = ""
        """The sentence before."""
        self.subject: Term | None = None
        """This or what it is attached to, where the sentences before are about it."""
        self.before = Reading()
        """What the sentence before says; nothing where it was not understood."""
        self.counted: Term | None = None
        self.added: int | None = None
        self.added_set: Term | None = None
        self.enters_unless = False
        self.exiled = outer is not None and outer.exiled
        """Whether the last effect that was understood exiles something."""
        self.something_enters = bool(self.event and self.event.name == "casts")

    def not_understood(self, sentence: str) -> None:
        """Takes note of what a sentence that was not understood may have brought up."""
        self.targeted = self.targeted or requires_target(sentence)
        self.only_this = False
        self.added = None
        self.exiled = False
        self.before = Reading()
        self.read += sentence
        self._heard(sentence)

    def _heard(self, sentence: str) -> None:
        self.last = sentence
        if not _BEGINS_WITH_IT.match(sentence):
            self.subject = _ATTACHED if _ATTACHED_TO.match(sentence) else _THIS if "~" in sentence else None
        self.something_enters = self.something_enters or bool(_ENTERING.search(sentence))

    def resolved(self, reading: Reading, sentence: str) -> Reading:
        """The reading with its references replaced by what they refer to."""
        effects = []
        for effect in reading.effects:
            if effect.what.name == "enters_with":
                effects.append(self._entering(effect, sentence))
                continue
            effects.append(self._effect(effect, sentence))
            self.done.append(effects[-1].what)
            self.exiled = effect.what.name == "exiles"
            sets = [fact.args[0] for fact in effects[-1].facts if fact.name == "adds_of"]
            self.added_set = sets[0] if len(sets) == 1 else None
            self.only_this = self.only_this and not self._of_another(effects[-1].what)
            self.removed = self.removed or effect.what.name == "removes_counters"
            if effect.what.name == "chooses":
                self._choose(effect.what.args[0])
            elif effect.what.name == "counts":
                self.counted = term("count", *effect.what.args)
            self.targeted = self.targeted or "target" in str(effect.what)
        resolved = Reading(tuple(effects), self._facts(reading.facts, sentence))
        if any(mentions(argument, _X) for argument in all_arguments(resolved)) and not self.x_known:
            raise NotUnderstood("X")
        self.enters_unless = any(fact.name == "enters_unless" for fact in reading.facts)
        if any(effect.instead and (effect.what != _ADD or self.added is None) for effect in effects):
            raise NotUnderstood("instead of what")
        self.before = resolved
        self._heard(sentence)
        return resolved

    @staticmethod
    def _of_another(effect: Term) -> bool:
        """Whether an effect is about another object than those that the ability is about anyway, so that "it" may mean it."""
        others = effect.name in _TURNS_TO_OTHERS and not {_THIS, _THAT} & set(effect.args)
        return others or effect.name in _BRINGS_CARDS or bool(_OF_ANOTHER.search(str(effect)))

    def changes(self, reading: Reading, sentence: str) -> tuple[Term, ...]:
        """The facts of a change that lasts for a time, references replaced."""
        facts = tuple(self._fact(fact, sentence) for fact in reading.facts)
        if any(mentions(fact, _X) for fact in facts) and not self.x_known:
            raise NotUnderstood("X")
        self.changed = facts[0].args[0]
        self.targeted = self.targeted or requires_target(sentence)
        self.only_this = self.only_this and self.changed == _THIS
        return facts

    def about_changed(self, condition: Term) -> Term:
        """The condition with "it" for what the change is about."""
        about = _TARGET if "target" in str(self.changed) else self.changed
        return replaced(replaced(condition, _IT, about), _THAT, about)

    def _facts(self, facts: tuple[Term, ...], sentence: str) -> tuple[Term, ...]:
        """The facts; where others enter, "it" is such an object."""
        if facts == (_ELSE_TAPPED,) and self.done and self.done[-1].name == "reveals":
            return term("enters_tapped", _THIS), term("enters_condition", term("not_so", self._done()))
        others = [fact for fact in facts if fact.name.startswith("enters_with_counters") and fact.args[0] not in (_IT, _THIS)]
        if not any(not mentions(fact.args[0], _THIS) for fact in others):
            return tuple(self._fact(fact, sentence) for fact in facts)
        self.only_this = False
        inside = (replaced(fact, _IT, _ENTRANT) for fact in facts)
        return tuple(replaced(self._fact(fact, sentence), _ENTRANT, _THAT) for fact in inside)

    def _entering(self, effect: Effect, sentence: str) -> Effect:
        """The effect, where "it" and "that creature" are what enters."""
        if not (self.something_enters or _ENTERING.search(sentence)):
            raise NotUnderstood("what enters")
        for word in (_IT, _THAT):
            effect = replace(effect, what=replaced(_without_other(effect.what), word, _ENTRANT),
                             condition=effect.condition and replaced(effect.condition, word, _ENTRANT))  # fmt: skip
        effect = self._effect(effect, sentence)
        return replace(effect, what=replaced(effect.what, _ENTRANT, _THAT),
                       condition=effect.condition and replaced(effect.condition, _ENTRANT, _THAT))  # fmt: skip

    def _choose(self, what: Term) -> None:
        if what.name in ("modes", "modes_not_chosen", "one_of_those", "random_color"):
            return
        if what == Term("player"):
            self.chose_player = True
        elif what == Term("basic_land_type"):
            self.chose_subtype = True
        else:
            self.chosen_set = Term("any_color") if what == Term("color") else what

    def _effect(self, effect: Effect, sentence: str) -> Effect:
        return replace(
            effect,
            what=self._fact(effect.what, sentence),
            facts=tuple(self._fact(fact, sentence, effect.instead) for fact in effect.facts),
            condition=effect.condition and self._fact(effect.condition, sentence),
        )

    def _fact(self, fact: Term, sentence: str, instead: bool = False) -> Term:
        if fact == _ELSE_TAPPED:
            if not self.enters_unless:
                raise NotUnderstood("if who doesn't do what")
            return term("enters_tapped", _THIS)
        if fact.name == "copies" and not (self.event and self.event.name == "casts"):
            raise NotUnderstood("which spell")
        if fact.name == "when_spent":  # "it" and "that" are the spell
            return fact
        if mentions(fact, Term("added_color")) and self.added is None:
            raise NotUnderstood("that color")
        if mentions(fact, _THAT_SUBTYPE):
            if not self.chose_subtype:
                raise NotUnderstood("that type")
            fact = replaced(fact, _THAT_SUBTYPE, Term("chosen_subtype"))
        if mentions(fact, _IT):
            fact = replaced(fact, _IT, self._it(sentence))
        if self.event and self.event.name == "casts" and not self.targeted:
            fact = replaced(fact, term("mana_spent_on", _THAT), term("paid", Term("mana")))
        if mentions(fact, _THAT):
            fact = replaced(fact, _THAT, self._that(fact, sentence))
        if fact == term("chooses", Term("one_of_those")) and not (self.done and self.done[-1].name == "exiles_top"):
            raise NotUnderstood("one of what")
        if fact.name == "may_play_exiled":
            self._check_done("exiled")
        if mentions(fact, _DONE):
            fact = replaced(fact, _DONE, self._done())
        if mentions(fact, _DONE_HERE):
            fact = replaced(fact, _DONE_HERE, term("did", self.index + 1))
        if fact == _OTHERWISE:
            return self._otherwise()
        if mentions(fact, _IT_WAS):
            if not self.done or self.done[-1].name != "exiles" or not mentions(self.done[-1], _TARGET):
                raise NotUnderstood("what was")
            fact = replaced(fact, _IT_WAS, _TARGET)
        if mentions(fact, _COUNTED):
            if not self.counted:
                raise NotUnderstood("which number")
            fact = replaced(fact, _COUNTED, self.counted)
        if mentions(fact, _THAT_PLAYER) and not (self._event_has_player() or self.targeted or self.chose_player):
            raise NotUnderstood("that player")
        if mentions(fact, _CONTROLLER) and not self._event_has_object() and not self.targeted:
            raise NotUnderstood("its controller")
        if mentions(fact, Term("produced")) and not (self.event and self.event.name == "tapped_for_mana"):
            raise NotUnderstood("produced by what")
        if mentions(fact, _THAT_MUCH):
            fact = replaced(fact, _THAT_MUCH, self._that_much())
        if _OF_A_SPELL.search(sentence) and self._may_be_of_another(sentence) and any(mentions(fact, Term(how)) for how in HOW_CAST):
            raise NotUnderstood("how which spell was cast")
        if mentions(fact, Term("won_clash")) and Term("clashes") not in self.done:
            raise NotUnderstood("win what")
        if way := _this_way(fact):
            self._check_done(way)
        if mentions(fact, Term("noted_subtype")) and "ote a creature type" not in self.read:
            raise NotUnderstood("which type")
        if fact.name == "puts_onto_battlefield" and mentions(fact, term("done_this_way", Term("exiled"))) and not self.exiled:
            raise NotUnderstood("which card")
        if fact.name == "adds_of" and fact.args[0] == Term("that_type"):
            if not (instead and self.added_set):
                raise NotUnderstood("that type")
            fact = Term(fact.name, (self.added_set, *fact.args[1:]))
        if self.chosen_set and fact.name == "adds_of":  # the color that this ability chose
            fact = replaced(fact, Term("chosen_color"), self.chosen_set)
        if mentions(fact, _THAT_COLOR):
            fact = self._that_color(fact)
        if self.kind == "activated" and not any(cost.name == "exile" for cost in self.costs):
            # An imprinted card: exiled by another ability of the same object.
            fact = replaced(fact, term("paid", Term("exiled")), term("exiled_with", _THIS))
        for what in _PAID:
            if mentions(fact, term("paid", Term(what))):
                self._check_paid(what)
        return fact

    def _may_be_of_another(self, sentence: str) -> bool:
        """Whether there is an object besides this that "it" may mean."""
        return self.targeted or requires_target(sentence) or bool(self.event and self.event.name != "begins" and _THIS not in self.event.args)

    def _event_has_object(self) -> bool:
        return bool(self.event and self.event.args) and self.event.name not in _WITHOUT_OBJECT

    def _event_has_player(self) -> bool:
        return bool(self.event and {Term("player"), Term("opponent")} & set(self.event.args))

    def branch(self) -> "Scope":
        """The scope of one of several modes: what it refers to, another does not see."""
        branch = copy(self)
        branch.done = list(self.done)
        return branch

    def _target_before(self, sentence: str) -> bool:
        """Whether the sentence begins with "it" or "if it's", after one that is about a target and nothing else."""
        effects = [effect.what for effect in self.before.effects]
        about = bool(effects) and all(
            mentions(effect, _TARGET) and not mentions(effect, _THIS) and not effect.name.startswith("creates") for effect in effects
        )
        return bool(_BEGINS_WITH_IT.match(sentence)) and about

    def _it(self, sentence: str) -> Term:
        if self.it_is_target or self._target_before(sentence):
            return _TARGET
        before = sentence.split(" it")[0]
        if self.kind == "static" and _MAY_CAST_THIS.match(self.last):
            return _THIS
        if self.kind == "static" and self.last and _BEGINS_WITH_IT.match(sentence):
            return self._subject_before()
        if self.targeted or not (self.only_this or "~" in before):
            raise NotUnderstood("it")
        if _ATTACHED_TO.search(before):
            raise NotUnderstood("which of them")
        if self.kind != "triggered":
            return _THIS
        if not self._event_has_object():
            if self.named_in_front and not self._event_has_player():
                return _THIS
            raise NotUnderstood("it")
        return _THIS if _THIS in self.event.args else _THAT

    def _subject_before(self) -> Term:
        """What the sentences before are about, where that is this or what it is attached to."""
        if not self.subject:
            raise NotUnderstood("it")
        return self.subject

    def _that(self, fact: Term, sentence: str) -> Term:
        if self._event_has_object() and not self.targeted:
            others = any(done.name == "sacrifices" and _THIS not in done.args for done in self.done)
            if self.read or others or not self.only_this:
                raise NotUnderstood("that")
            return _THAT
        if self.kind == "static" and any(effect.name == "enters_as_copy" for effect in self.done):
            return _THAT
        if self.targeted:
            self._check_one_target(sentence)
            return _TARGET
        if self.event and self.event.name == "casts" and fact.name == "grants_keyword":
            return _THAT
        if any(cost.name == "untap" for cost in self.costs) and fact.name == "adds_of":
            return term("paid", Term("untapped"))
        raise NotUnderstood("that")

    def _check_one_target(self, sentence: str) -> None:
        """Whether it is the target, and nothing else, that may be meant."""
        made = any(done.name.startswith("creates") for done in self.done) and "that token" in sentence.lower()
        if made or _BROUGHT_UP.search(self.read) or len(_TARGET_OBJECT.findall(self.read)) > 1:
            raise NotUnderstood("that")
        if self.read and not (_TARGET_OBJECT.search(self.read) or any(mentions(done, _TARGET) for done in self.done)):
            raise NotUnderstood("that")

    def _check_done(self, way: str) -> None:
        """Whether the cost, an earlier effect or an earlier sentence does what is said to be done this way."""
        verb = _WAYS[way]
        if not (self._has_done(verb) or any(cost.name == verb for cost in self.costs) or verb in self.read.lower()):
            raise NotUnderstood(f"{way} by what")

    def _has_done(self, verb: str) -> bool:
        return any(effect.name in (f"{verb}s", f"{verb}s_top") for effect in self.done)

    def _done(self) -> Term:
        """The condition that the effect of the sentence before was done."""
        if not self.before.effects and _MAY_CAST.search(self.last):
            return term("happened", Term("cast_this_way"))
        if self.last.startswith("As an additional cost to cast "):
            return term("happened", Term("additional_cost_paid"))
        first, *others = self.before.effects or (None,)
        if not first or any(not other.condition or other.condition.name != "did" for other in others):
            raise NotUnderstood("does what")
        return term("did", self.index)

    def _otherwise(self) -> Term:
        conditions = {effect.condition for effect in self.before.effects}
        if len(conditions) != 1 or None in conditions:
            raise NotUnderstood("otherwise than what")
        (condition,) = conditions
        return negated(condition)

    def _that_much(self) -> Term:
        if self.event and self.event.name in _OF_AN_AMOUNT and not self.done and not self.index:
            return _THAT_MUCH
        ways = {f"{verb}s": way for way, verb in _WAYS.items()}
        for done in reversed(self.done):
            if done.name in ways and {Term("any_number"), Term("all")} & set(done.args):
                return term("this_way", Term(ways[done.name]), Term("any"))
        if any(cost.name == "remove_counters" and cost.args[0] in _ANY_AMOUNT for cost in self.costs):
            return term("paid", Term("counters"))
        if self.last.endswith("you may pay any amount of mana."):
            return term("paid", Term("additional"))
        raise NotUnderstood("that much")

    def _that_color(self, fact: Term) -> Term:
        if self.chosen_set:
            # The set is what was chosen from, and all of one color; in an amount the color stays "that color".
            return Term(fact.name, (self.chosen_set, *fact.args[1:])) if fact.args[0] == _THAT_COLOR else fact
        if self.added_set == Term("chosen_color"):
            return replaced(fact, _THAT_COLOR, Term("chosen_color_of"))
        if self.trigger_type:
            return replaced(fact, _THAT_COLOR, self.trigger_type)
        raise NotUnderstood("that color")

    def _check_paid(self, what: str) -> None:
        if what == "counters" and self.removed or self._has_done(_PAID[what]):
            return
        if not any(cost.name == _PAID[what] for cost in self.costs) and _PAID[what] not in self.additional_cost:
            raise NotUnderstood(f"{what} by what")


def _about_itself(front: str) -> bool:
    event = front.partition(", if ")[0]
    return bool(_ITSELF_HERE.match(event)) and (event.startswith("At ") or not _OTHER_OBJECT.search(_NO_OBJECT.sub("", event)))


def _without_other(argument: Argument) -> Argument:
    """The argument without "other": what enters is not there yet when other objects than it are counted."""
    match argument:
        case Term("both", (Term("other"), what)):
            return _without_other(what)
        case Term(name, args) if args:
            return Term(name, tuple(_without_other(part) for part in args))
    return argument


def _this_way(argument: Argument) -> str | None:
    """What is said to have been done "this way" anywhere in the argument."""
    if not isinstance(argument, Term):
        return None
    if argument.name in ("this_way", "done_this_way"):
        return argument.args[0].name
    return next((way for part in argument.args if (way := _this_way(part))), None)
