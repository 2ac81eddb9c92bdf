"""What a static ability says, a sentence at a time (grammar/statics.lark)."""

import re

from lark import Token, Transformer, v_args

from ..keywords import protected_from
from ..subjects import subjects
from ..symbols import symbols
from ..terms import NotUnderstood, Term, constant, mentions, replaced, term
from .amounts import X, times
from .clauses import Reading
from .conditions import YOU
from .effects import more_lands
from .entering import says
from .mana import amounts_of
from .nouns import ATTACHED, IT, OTHER, THIS, both, either, number, on_battlefield, quality, spells, subtype, subtypes
from .triggers import by

_COLORS = {"colorless": "c", "white": "w", "blue": "u", "black": "b", "red": "r", "green": "g"}


CHOSEN_SUBTYPE, THAT_SUBTYPE = Term("chosen_subtype"), Term("that_subtype")
_SNOW = term("supertype", Term("snow"))
_JOINED = re.compile(r", and |, | and ")
_BODY = re.compile(
    r"(?:legendary )?(?:(?P<numbers>\S+/\S+) )?(?:(?P<colors>[a-z]+(?:(?: and |, and |, )[a-z]+)*) (?=[A-Z]|artifact|creature|enchantment|land))??"
    r"(?P<subtypes>(?:[A-Z]\S+ )*)(?P<types>(?:artifact|creature|enchantment|land)s?(?: (?:artifact|creature|enchantment|land)s?)*)\Z"
)
# What the rules take for as long as a condition holds.
_WHILE = {
    "modifies_power", "modifies_toughness", "grants_keyword", "grants_protection", "grants_ability", "loses_abilities", "adds_type", "sets_type", "loses_type",
    "sets_color", "sets_power", "sets_toughness", "enters_with_counters", "enters_with_counters_if", "enters_tapped", "not_modelled",
}  # fmt: skip
_PUTS = {"you": "you", "an opponent": "opponent", "an effect": "effect", "a modular triggered ability": "modular"}


_PLAYERS = {"players": "player", "you": "you", "your opponents": "opponent"}


def _is(word, terminal: str) -> bool:
    return isinstance(word, Token) and word.type == terminal


def _kind_of_damage(dealt) -> Term:
    return Term("combat" if str(dealt).startswith("combat") else "any")


def _played(noun) -> Term:
    """What may or can't be played: spells where the noun says so, and else cards."""
    return both([Term("spell"), noun.filter]) if noun.head == "spell" and noun.filter != Term("spell") else noun.filter


def where_is(facts, value) -> tuple[Term, ...]:
    """The facts with the amount that is said to be X."""
    if not any(mentions(fact, X) for fact in facts):
        raise NotUnderstood("where X")
    return tuple(replaced(fact, X, value) for fact in facts)


def granted(token) -> Term:
    return term("granted", int(str(token).strip("«»")))


def while_so(condition: Term | None, reading: Reading) -> Reading:
    """What a static ability says as long as the condition holds; "it" is what the condition is about."""
    facts = reading.facts
    about = condition and _about(condition)
    if about:
        facts = tuple(replaced(fact, IT, about) for fact in facts)
    if reading.effects or any(mentions(fact, IT) for fact in facts):
        raise NotUnderstood("it")
    return lasting_while(condition, facts) if condition else says(*facts)


def lasting_while(condition: Term, facts: tuple[Term, ...]) -> Reading:
    if any(fact.name not in _WHILE for fact in facts):
        raise NotUnderstood("as long as")
    return says(*facts, term("functions_while", condition))


def _about(condition: Term) -> Term | None:
    """The object that a condition is about, to which "it" refers after it."""
    match condition:
        case Term("not_so", (inner,)):
            return _about(inner)
        case Term("is" | "has_counters", (what, *_)) if what in (THIS, ATTACHED):
            return what
        case Term("at_least" | "at_most" | "exactly", (Term(_, (what, *_)), _)) if what in (THIS, ATTACHED):
            return what
        case Term("both_hold", (first, second)) if _about(first) == _about(second):
            return _about(first)
    return None


def _colors(words: str) -> list[Term]:
    if words == "all colors":
        return [Term(letter) for letter in "wubrg"]
    return [Term("colorless" if name == "colorless" else _COLORS[name]) for name in _JOINED.split(words)]


class _Body:
    """What "a legendary 3/3 green and blue Elemental artifact creature" says. `kept`: besides its other types (CR 205.1b)."""

    def __init__(self, words: str, kept: bool):
        match = _BODY.match(words)
        self.numbers = [X if part == "X" else int(part) for part in match["numbers"].split("/")] if match["numbers"] else []
        self.colors = _colors(match["colors"]) if match["colors"] else []
        self.subtypes = [term("subtype", subtype(word)) for word in match["subtypes"].split()]
        self.types = [quality(word)[1] for word in match["types"].split()]
        self.supertypes = [term("supertype", Term("legendary"))] if words.startswith("legendary ") else []
        artifact_creature = {term("type", Term("artifact")), term("type", Term("creature"))} <= set(self.types)
        self.kept = kept
        self.types_kept = kept or artifact_creature

    def facts(self, filter: Term) -> tuple[Term, ...]:
        as_types = "adds_type" if self.types_kept else "sets_type"
        as_subtypes = "adds_type" if self.kept else "sets_type"
        return (
            *(term(as_types, filter, name) for name in self.types),
            *(term(as_subtypes, filter, name) for name in self.subtypes),
            *(term("adds_type", filter, name) for name in self.supertypes),
            *(term("sets_color", filter, color) for color in self.colors),
            *(term(name, filter, amount) for name, amount in zip(("sets_power", "sets_toughness"), self.numbers, strict=False)),
        )


@v_args(inline=True)
class Statics(Transformer):
    def all_players_add(self):
        return says(term("replaces_adding", Term("player")), term("shares_mana", Term("each_player")))

    def subject(self, what):
        return what if isinstance(what, Term) else on_battlefield(what)

    def other_np(self, noun):
        return both([OTHER, on_battlefield(noun)])

    # What is said of a subject: a function from the subject to facts; its name tells what may follow.

    def says(self, statement):
        return statement

    def on_your_turn(self, _, statement):
        return says(*statement.facts, term("functions_during", Term("your_turn")))

    def statement(self, filter, *predicates):
        facts = []
        has = False
        for kind, said in predicates:
            if kind == "turn":
                filter, kind, said = said
            if kind == "further" and not has:
                raise NotUnderstood("which verb")
            has = kind in ("has", "further")
            facts += self._of_itself(said(filter), filter)
        return says(*facts)

    @staticmethod
    def _of_itself(facts, filter):
        """The facts, where "it" in an amount is what they are about."""
        if filter == IT or not any(mentions(fact, IT) for fact in facts):
            return facts
        if filter not in (THIS, ATTACHED):
            raise NotUnderstood("each of them")
        return tuple(replaced(fact, IT, filter) for fact in facts)

    def turn(self, filter, predicate):
        """From here on another subject."""
        return "turn", (filter, *predicate)

    def pair(self, _):
        return either([THIS, Term("paired_with_this")])

    # as long as a condition holds

    def so_while(self, statement, condition):
        if not mentions(condition, IT):
            return lasting_while(condition, statement.facts)
        subjects = {fact.args[0] for fact in statement.facts if fact.name != "not_modelled"}
        if len(subjects) != 1:
            raise NotUnderstood("it")
        (subject,) = subjects
        if subject in (THIS, ATTACHED):
            return lasting_while(replaced(condition, IT, subject), statement.facts)
        match condition:
            case Term("is", (it, what)) if it == IT:
                return says(*(replaced(fact, subject, both([what, subject])) for fact in statement.facts))
            case Term("not_so", (Term("is", (it, what)),)) if it == IT and what.name not in ("both", "either"):
                return says(*(replaced(fact, subject, both([term("non", what), subject])) for fact in statement.facts))
        raise NotUnderstood("it")

    def is_not(self, kind):
        return "is", lambda filter: (term("loses_type", filter, quality(str(kind))[1]),)

    def change_where(self, filter, *words):
        *changed, value = words
        return says(*where_is(self.statement(filter, *changed).facts, value))

    def has(self, possession):
        return "has", possession

    def has_base(self, words):
        power, toughness = (int(number) for number in str(words).split("/"))
        return "has", lambda filter: (term("sets_power", filter, power), term("sets_toughness", filter, toughness))

    def has_further(self, possession):
        return "further", possession

    def keyword(self, keyword):
        return lambda filter: (term("grants_keyword", filter, constant(str(keyword))),)

    def further_keyword(self, words):
        from_what = protected_from(str(words).removeprefix("protection from ")) if str(words).startswith("protection ") else None
        if from_what:
            return lambda filter: tuple(term("grants_protection", filter, quality) for quality in from_what)
        return lambda _: tuple(term("not_modelled", Term(subject)) for subject in subjects(f"has {words}"))

    def numbered_keyword(self, words):
        keyword, number = str(words).split(" ")
        return lambda filter: (term("grants_keyword", filter, constant(keyword)), term("grants_number", constant(keyword), int(number)))

    def quoted(self, quoted):
        return lambda filter: (term("grants_ability", filter, granted(quoted)),)

    def gets(self, change):
        return self.gets_for_each(change, 1)

    def gets_for_each(self, change, count):
        return self._modifies(times(int(part), count) if int(part) else 0 for part in str(change).split("/"))

    def gets_where(self, change, value):
        return self._modifies(times(int(part[0] + "1"), value) if part[1:] == "X" else int(part) for part in str(change).split("/"))

    @staticmethod
    def _modifies(amounts):
        changes = [(name, amount) for name, amount in zip(("modifies_power", "modifies_toughness"), amounts, strict=True) if amount]
        return "gets", lambda filter: tuple(term(name, filter, amount) for name, amount in changes)

    # What something is: functions from the subject to facts.

    def being(self, said):
        return "is", said

    def is_body(self, words, *more):
        traits = [trait for part in more if _is(part, "TRAITS") for trait in _JOINED.split(str(part).removeprefix("with "))]
        kept = any(_is(part, "STILL") or _is(part, "IN_ADDITION") for part in more)
        body = _Body(str(words), kept)
        return lambda filter: (*body.facts(filter), *(self._trait(trait, filter) for trait in traits))

    def _trait(self, trait, filter):
        if trait == "all creature types":
            return term("adds_type", filter, Term("every_creature_type"))
        if trait.startswith("ward "):
            return term("not_modelled", Term("keywords"))
        (fact,) = (self.quoted(trait) if trait.startswith("«") else self.keyword(trait))(filter)
        return fact

    def is_of_subtypes(self, words, *added):
        alternatives = str(words).split(" or ")
        names = [subtype(name) for name in _JOINED.split(re.sub(r" or (?:an? )?", ", ", str(words)))]
        if len(alternatives) > 1 and (len(names) != 2 or added):
            raise NotUnderstood(str(words))
        if len(alternatives) > 1:
            names = [either(names)]
        elif not added:
            for name in names:
                if subtypes()[name] != "land":
                    raise NotUnderstood(name)
        return self._is_of(names, added)

    @staticmethod
    def _is_of(names, added):
        """Land types, set (CR 305.7), or subtypes added; a name is a string or a term for which of them."""
        if added:
            types = [name if isinstance(name, Term) else term("subtype", name) for name in names]
            return lambda filter: tuple(term("adds_type", filter, name) for name in types)
        return lambda filter: tuple(term("sets_land_type", filter, name) for name in names)

    def is_of_chosen_type(self, *added):
        if added:
            return lambda filter: (term("adds_type", filter, CHOSEN_SUBTYPE),)
        return lambda filter: (term("sets_type", filter, CHOSEN_SUBTYPE),)

    def is_of_that_type(self, *added):
        said = self.is_of_chosen_type(*added)
        return lambda filter: tuple(replaced(fact, CHOSEN_SUBTYPE, THAT_SUBTYPE) for fact in said(filter))

    def is_of_any_basic_land_type(self, *added):
        return self._is_of([Term("any_basic_land_type")], added)

    def is_of_every_basic_land_type(self, *added):
        return self._is_of([Term("every_basic_land_type")], added)

    def is_of_every_nonbasic_land_type(self, *added):
        return self._is_of([Term("every_nonbasic_land_type")], added)

    def is_snow(self):
        return lambda filter: (term("adds_type", filter, _SNOW),)

    def is_of_added_color(self):
        return lambda filter: (term("sets_color", filter, Term("added_color")),)

    def spells_cant_be_countered(self, noun):
        return says(term("cant_counter", spells(noun)))

    def is_not_snow(self):
        return lambda filter: (term("loses_type", filter, _SNOW),)

    def is_of_colors(self, words):
        colors = _colors(str(words))
        return lambda filter: tuple(term("sets_color", filter, color) for color in colors)

    def loses_abilities(self):
        return lambda filter: (term("loses_abilities", filter),)

    def loses_all_but_mana_abilities(self):
        return lambda filter: (term("loses_abilities", filter), Term("except_mana_abilities"))

    def loses_land_types_and_abilities(self):
        return lambda filter: (term("loses_type", filter, Term("every_land_type")), term("loses_abilities", filter))

    def cannot_have_counters(self, kind):
        return "can't", lambda filter: (term("cant_have_counters", filter, kind),)

    def cannot_activate(self):
        return "can't", lambda filter: (term("cant_activate_of", filter),)

    def cannot_activate_but_mana_abilities(self):
        return "can't", lambda filter: (term("cant_activate_of", filter), Term("except_mana_abilities"))

    def not_modelled(self, words):
        touched = tuple(term("not_modelled", Term(subject)) for subject in subjects(str(words)))
        return "other", lambda filter: touched

    def cant_activate(self, meant):
        filter, more = meant
        return says(term("cant_activate_of", filter), *more)

    def cant_activate_but_mana_abilities(self, meant):
        return says(*self.cant_activate(meant).facts, Term("except_mana_abilities"))

    def both_cost_on_your_turn(self, words, noun, mana, which, costs):
        return self.on_your_turn(words, says(*self.cost_less_or_more(noun, mana, which).facts, *costs.facts))

    def does_not_remove_itself(self):
        return says(term("does_not_remove", THIS))

    def leaves_one_mana(self):
        return says(Term("leaves_one_mana"))

    def life_cannot_change(self):
        return says(term("cant_pay_life", YOU), term("not_modelled", Term("life")))

    def life_cannot_change_and(self, life, *more):
        if _is(more[0], "PROTECTS_PLAYER"):
            return says(*life.facts, *(term("not_modelled", Term(subject)) for subject in subjects(str(more[0]))))
        return says(*life.facts, *self.statement(*more).facts)

    def cant_pay_life(self):
        return says(term("cant_pay_life_to_act", Term("player")))

    def cant_pay_life_but_for_mana(self):
        return says(*self.cant_pay_life().facts, Term("except_mana_abilities"))

    def cant_pay_or_sacrifice(self, noun):
        return says(*self.cant_pay_life().facts, term("cant_sacrifice_to_act", Term("player"), on_battlefield(noun)))

    def you_have(self, keyword):
        if str(keyword) not in ("hexproof", "shroud"):
            raise NotUnderstood(str(keyword))
        return says(term("player_has", YOU, Term(str(keyword))))

    def you_and_others_have(self, noun, keyword):
        return says(*self.you_have(keyword).facts, term("grants_keyword", on_battlefield(noun), Term(str(keyword))))

    def cannot_be_sacrificed(self):
        return "can't", lambda filter: (term("cant_be_sacrificed", filter),)

    def defines_power(self, amount):
        return says(term("defines_power", amount))

    def defines_toughness(self, amount):
        return says(term("defines_toughness", amount))

    def defines_both(self, amount):
        return says(term("defines_power", amount), term("defines_toughness", amount))

    def cannot_activate_with_tap(self):
        return "can't", lambda filter: (term("cant_activate_of", filter), term("forbids_only", Term("tap_symbol")))

    # who may play what, and activate what

    def more_lands(self, _, lands, __):
        return says(term("more_lands", YOU, more_lands(lands)))

    def more_lands_each(self, lands, _):
        return says(term("more_lands", Term("player"), more_lands(lands)))

    def may_play(self, *words):
        nouns = [word for word in words if not isinstance(word, Token)]
        return self._may_play(nouns, nouns[-1].zone)

    def may_play_top(self, *words):
        return self._may_play([word for word in words if not isinstance(word, Token)], "library")

    @staticmethod
    def _may_play(nouns, zone):
        if zone is None:
            raise NotUnderstood("from where")
        return says(*(term("may_play", YOU, _played(noun), Term(zone)) for noun in nouns))

    def spends_as(self, spends, spent):
        words = str(spends).removesuffix(" mana").split(" ")
        given = Term(_COLORS.get(words[-1], "any_type"))
        meant = Term("any_color" if str(spent).endswith("color") else _COLORS[str(spent).split(" ")[0]])
        return says(term("spends_as", Term(_PLAYERS[words[0]]), given, meant))

    def has_ward(self, _, __):
        return says(term("grants_keyword", THIS, Term("ward")))

    def as_though_haste(self, filter):
        return says(term("as_though_haste", filter))

    def cant_play(self, words, *nouns):
        player = Term(_PLAYERS[str(words).rpartition(" can't ")[0]])
        return says(*(term("cant_play", player, _played(noun), Term(nouns[-1].zone or "any")) for noun in nouns))

    def cant_activate_loyalty(self, words):
        if not str(words).startswith("players"):
            raise NotUnderstood(str(words))
        planeswalker = term("type", Term("planeswalker"))
        return says(term("cant_activate_by", Term("player"), planeswalker), term("forbids_only", Term("loyalty")))

    def cant_activate_others(self, words):
        if not str(words).startswith("enchanted"):
            raise NotUnderstood(str(words))
        loyalty = Term("except_loyalty_abilities")
        return says(term("cant_activate_by", Term("attached"), Term("any")), Term("except_mana_abilities"), loyalty)

    def cant_cast_or_activate(self, noun):
        opponent = Term("opponent")
        return says(
            term("cant_play", opponent, Term("spell"), Term("any")),
            term("cant_activate_by", opponent, on_battlefield(noun)),
        )

    # replacement effects on tapping for mana

    def if_player_taps(self, words, noun, product):
        return self._replaces(by(words), on_battlefield(noun), product)

    def if_tapped(self, noun, product):
        return self._replaces(Term("player"), on_battlefield(noun), product)

    def if_tapped_for(self, noun, amount, product):
        reading = self.if_tapped(noun, product)
        return says(*reading.facts, term("replaces_only_amount", number(str(amount))))

    def if_tapped_each(self, pairs):
        lands = either([filter for filter, _ in pairs])
        return says(
            term("replaces_tapping", Term("player"), lands),
            *(term("makes_type", filter, symbol) for filter, symbol in pairs),
        )

    @staticmethod
    def _replaces(player, filter, product):
        return says(term("replaces_tapping", player, filter), *product(filter))

    def produce_list(self, *words):
        pairs = []
        for noun, mana in zip(words[::2], words[1::2], strict=True):
            (kind,) = amounts_of(mana)
            pairs.append((on_battlefield(noun), kind))
        return pairs

    def produces_type(self, *words):
        product = words[-1]
        amount, made = self._product(str(product))
        if amount:
            raise NotUnderstood("an amount")
        return lambda filter: (term("makes_type", filter, made),)

    def produces_type_and_amount(self, product):
        _, made = self._product(str(product))
        return lambda filter: (term("makes_type", filter, made), term("makes_amount", 1))

    @staticmethod
    def _product(words: str):
        if words.startswith("{"):
            (kind,) = amounts_of(words)
            return None, kind
        if words.endswith("of your choice"):
            return ("one" if words.startswith("one") else None), Term("any_color")
        return None, Term(_COLORS[words.split(" ")[0]])

    def produces_more(self, factor):
        value = {"twice": 2, "three times": 3}[str(factor)]
        return lambda filter: (term("multiplies_mana", value),)

    def all_add_color(self, color):
        return says(
            term("replaces_adding", YOU),
            term("replaces_only_type", Term("any_color")),
            term("makes_type", Term("any"), Term(_COLORS[str(color)])),
        )

    def all_produce_chosen(self):
        lands = term("type", Term("land"))
        return says(
            term("replaces_tapping", Term("player"), lands),
            term("replaces_only_type", Term("any_color")),
            term("makes_type", lands, Term("chosen_color")),
        )

    def if_tapped_for_color(self, thing, product, color):
        _, made = self._product(str(product))
        return says(
            term("replaces_tapping", Term("player"), thing),
            term("replaces_only_type", Term(_COLORS[str(color)])),
            term("makes_type", thing, made),
        )

    def costs_for_each(self, mana, which, count):
        return self._changes_cost(THIS, mana, which, count)

    def cost_less_or_more(self, noun, mana, which):
        return self.cost_for_each(noun, mana, which, 1)

    def cost_for_each(self, noun, mana, which, count):
        if noun.head != "spell" or noun.zone:
            raise NotUnderstood(f"not spells: {noun}")
        return self._changes_cost(noun.filter, mana, which, count)

    @staticmethod
    def _changes_cost(filter, mana, which, count):
        amounts = symbols(str(mana))
        if set(amounts) != {Term("generic")}:
            raise NotUnderstood(str(mana))
        name = "reduces_cost" if str(which) == "less" else "increases_cost"
        return says(term(name, filter, times(amounts[Term("generic")], count)))

    def spend_others_as_colorless(self):
        return says(term("spends_others_only_as", YOU, Term("c")))

    def no_player_counters(self):
        return says(term("cant_have_counters", Term("player"), Term("any")))

    def that_player_gets_no_counters(self):
        return says(term("cant_have_counters", Term("that_player"), Term("any")))

    def no_counters_on(self, noun):
        return says(term("cant_have_counters", on_battlefield(noun), Term("any")))

    def proliferates_twice(self):
        return says(term("multiplies_proliferate", YOU, 2))

    def you_get_no_counters(self, kind):
        return says(term("cant_have_counters", YOU, str(kind)))

    def counters_at_most(self, most, kind):
        return says(term("counters_at_most", str(kind), number(most)))

    # prevention effects

    def prevents_to(self, dealt, filter):
        return says(term("prevents", _kind_of_damage(dealt), Term("any"), filter))

    def prevents_by(self, dealt, filter):
        return says(term("prevents", _kind_of_damage(dealt), filter, Term("any")))

    def prevents_both(self, dealt, filter):
        return says(*self.prevents_to(dealt, filter).facts, *self.prevents_by(dealt, filter).facts)

    # replacement effects on counters

    def one_kind(self, kind):
        return str(kind)

    def any_kind(self):
        return Term("any")

    def recipient(self, noun):
        return on_battlefield(noun)

    def recipient_or_you(self, noun):
        return either([on_battlefield(noun), YOU])

    def other_recipient(self, noun):
        return both([OTHER, on_battlefield(noun)])

    def permanent_or_player(self):
        return either([Term("permanent"), Term("player")])

    def twice_as_many(self, *kind):
        return (2, 1, 0), kind

    def half_as_many(self, *kind):
        return (1, 2, 0), kind

    def as_many_plus(self, increase, *kind):
        return (1, 1, number(str(increase))), kind

    def as_many_minus(self, kind, decrease):
        return (1, 1, -number(str(decrease))), (kind,)

    @staticmethod
    def _replaces_counters(by, on, kind, many):
        amounts, named = many
        if any(str(name) != kind for name in named):
            raise NotUnderstood("counters of another kind")
        return says(term("replaces_counters", by, on, kind), term("replaces_counters_amount", *amounts))

    def counters_would_be_put(self, kind, on, many, _):
        if many[0][1] != 1:
            raise NotUnderstood("half, with no word on rounding")
        return self._replaces_counters(Term("anyone"), on, kind, many)

    def would_put_counters(self, puts, kind, on, many, _, *rounded):
        if bool(rounded) != (many[0][1] != 1):
            raise NotUnderstood("rounding")
        by = Term(_PUTS[str(puts)])
        return self._replaces_counters(by, on, kind, many)

    def would_get_counters(self, kind, many):
        if many[0][1] != 1:
            raise NotUnderstood("rounding")
        return self._replaces_counters(Term("anyone"), YOU, kind, many)

    def gets_so_many_instead(self, kind, amount, named):
        return self._replaces_counters(Term("anyone"), YOU, kind, ((0, 1, amount), (named,)))

