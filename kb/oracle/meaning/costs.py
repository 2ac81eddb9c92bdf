"""The parts of an activation cost (grammar/costs.lark): each a cost and the facts that say more of it."""

from lark import Transformer, v_args

from ..symbols import symbols
from ..terms import NotUnderstood, Term, mentions, term
from .nouns import ATTACHED, GRANTER, THIS, both, either, number, on_battlefield


def cost(*what: Term) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The costs that a part of a cost names, and the facts that say more of them."""
    return what, ()


def card_filter(noun) -> Term:
    if noun.head != "card":
        raise NotUnderstood(f"not of cards: {noun}")
    return noun.filter


def its_own(thing) -> Term:
    if thing not in (THIS, ATTACHED, GRANTER):
        raise NotUnderstood(f"not in a cost: {thing}")
    return thing


@v_args(inline=True)
class Costs(Transformer):
    def cost_tap_symbol(self):
        return cost(Term("tap_symbol"))

    def cost_untap_symbol(self):
        return cost(Term("untap_symbol"))

    def cost_mana(self, mana):
        amounts = symbols(str(mana))
        if set(amounts) == {"{E}"}:
            return cost(term("pay_energy", amounts["{E}"]))
        if any(isinstance(symbol, str) for symbol in amounts):
            raise NotUnderstood(str(mana))
        return (Term("mana"),), tuple(term("cost_symbol", symbol, amount) for symbol, amount in amounts.items())

    def cost_pay_symbols(self, mana):
        if set(symbols(str(mana))) != {"{E}"}:
            raise NotUnderstood(str(mana))
        return self.cost_mana(mana)

    def cost_loyalty(self, change):
        change = str(change).strip("[]")
        if "X" in change:
            return cost(term("loyalty", term("times", -1, Term("x")) if change[0] == "-" else Term("x")))
        return cost(term("loyalty", int(change)))

    def cost_sacrifice_this(self, thing):
        if mentions(thing, Term("you_control")):  # "all lands you control"
            return cost(term("sacrifice", Term("all"), thing))
        return cost(term("sacrifice", 1, its_own(thing)))

    def cost_sacrifice(self, counted):
        return cost(term("sacrifice", counted[0], on_battlefield(counted[1])))

    def cost_sacrifice_several(self, *counted):
        return cost(*(what for one in counted for what in self.cost_sacrifice(one)[0]))

    def cost_sacrifice_this_and(self, thing, *counted):
        return cost(*self.cost_sacrifice_this(thing)[0], *self.cost_sacrifice_several(*counted)[0])

    def cost_sacrifice_and_this(self, counted, _):
        return self.cost_sacrifice_this_and(THIS, counted)

    def cost_sacrifice_this_and_any(self, thing, noun):
        return cost(*self.cost_sacrifice_this(thing)[0], *self.cost_sacrifice_any(noun)[0])

    def cost_sacrifice_either(self, first, second):
        if first[0] != 1 or second[0] != 1:
            raise NotUnderstood("several")
        return cost(term("sacrifice", 1, either([on_battlefield(first[1]), on_battlefield(second[1])])))

    def cost_sacrifice_any(self, noun):
        return cost(term("sacrifice", Term("any_number"), on_battlefield(noun)))

    def cost_sacrifice_or_more(self, least, noun):
        if number(str(least)) != 1:
            raise NotUnderstood("or more")
        return cost(term("sacrifice", Term("one_or_more"), on_battlefield(noun)))

    def cost_pay_life(self, amount):
        return cost(term("pay_life", amount))

    def cost_remove_counters(self, amount, kind, thing):
        return cost(term("remove_counters", amount, str(kind), its_own(thing)))

    def cost_remove_any_counters(self, kind, thing):
        return cost(term("remove_counters", Term("any_number"), str(kind), its_own(thing)))

    def cost_remove_all_counters(self, kind, thing):
        return cost(term("remove_counters", Term("all"), str(kind), its_own(thing)))

    def cost_remove_or_more_counters(self, least, kind, thing):
        if number(str(least)) != 1:
            raise NotUnderstood("or more")
        return cost(term("remove_counters", Term("one_or_more"), str(kind), its_own(thing)))

    def cost_remove_or_more_counters_among(self, least, kind, noun):
        if number(str(least)) != 1:
            raise NotUnderstood("or more")
        return cost(term("remove_counters", Term("one_or_more"), str(kind), on_battlefield(noun)))

    def cost_remove_a_counter(self, thing):
        return cost(term("remove_counters", 1, Term("any"), its_own(thing)))

    def cost_remove_counters_from(self, amount, kind, counted):
        if counted[0] != 1:
            raise NotUnderstood("from several")
        return cost(term("remove_counters", amount, kind if isinstance(kind, Term) else str(kind), on_battlefield(counted[1])))

    def cost_remove_any_kind_from(self, amount, counted):
        return self.cost_remove_counters_from(amount, Term("any"), counted)

    def cost_remove_a_counter_from(self, counted):
        return self.cost_remove_counters_from(1, Term("any"), counted)

    def cost_remove_and_sacrifice(self, amount, kind, thing):
        return cost(*self.cost_remove_counters(amount, kind, thing)[0], term("sacrifice", 1, THIS))

    def cost_remove_and_exile(self, amount, kind, thing):
        return cost(*self.cost_remove_counters(amount, kind, thing)[0], term("exile", 1, THIS, Term("battlefield")))

    def cost_remove_and_return(self, amount, kind, thing):
        return cost(*self.cost_remove_counters(amount, kind, thing)[0], term("return_to_hand", 1, THIS))

    def cost_put_counters_on(self, amount, kind, counted):
        if counted[0] != 1:
            raise NotUnderstood("on several")
        return cost(term("put_counters", amount, str(kind), on_battlefield(counted[1])))

    def cost_blight(self, amount):
        creature = both([Term("you_control"), term("type", Term("creature"))])
        return cost(term("put_counters", int(amount), "-1/-1", creature))  # CR 701.68a

    def cost_pay_energy(self, amount, mana):
        if str(mana) != "{E}":
            raise NotUnderstood(str(mana))
        return cost(term("pay_energy", amount))

    def cost_unattach(self, thing):
        return cost(term("unattach", its_own(thing)))

    def cost_put_counters(self, amount, kind, thing):
        return cost(term("put_counters", amount, str(kind), its_own(thing)))

    def cost_tap(self, thing):
        return cost(term("tap", 1, its_own(thing)))

    def cost_tap_counted(self, counted):
        return cost(term("tap", counted[0], on_battlefield(counted[1])))

    def cost_untap(self, thing):
        return cost(term("untap", 1, its_own(thing)))

    def cost_untap_counted(self, counted):
        return cost(term("untap", counted[0], on_battlefield(counted[1])))

    def cost_discard(self, counted):
        return cost(term("discard", counted[0], card_filter(counted[1])))

    def cost_discard_either(self, first, second):
        if first[0] != 1 or second[0] != 1:
            raise NotUnderstood("several")
        return cost(term("discard", 1, either([card_filter(first[1]), card_filter(second[1])])))

    def cost_discard_at_random(self, counted):
        return cost(term("discard_at_random", counted[0], card_filter(counted[1])))

    def cost_discard_this(self, _):
        return cost(term("discard", 1, THIS))

    def cost_discard_hand(self):
        return cost(Term("discard_hand"))

    def cost_exile_this(self, _):
        return cost(term("exile", 1, THIS, Term("battlefield")))

    def cost_exile_this_from(self, _, zone):
        return cost(term("exile", 1, THIS, Term(str(zone).split(" ")[-1])))

    def cost_exile(self, counted):
        amount, noun = counted
        chosen = card_filter(noun) if noun.zone else on_battlefield(noun)
        return cost(term("exile", amount, chosen, Term(noun.zone or "battlefield")))

    def cost_exile_and_this(self, counted, this):
        return cost(*self.cost_exile(counted)[0], *self.cost_exile_this(this)[0])

    def cost_exile_any(self, noun):
        return cost(term("exile", Term("any_number"), card_filter(noun), Term(noun.zone or self._no_zone())))

    @staticmethod
    def _no_zone():
        raise NotUnderstood("from where")

    def cost_return_this(self, _):
        return cost(term("return_to_hand", 1, THIS))

    def cost_return(self, counted):
        return cost(term("return_to_hand", counted[0], on_battlefield(counted[1])))

    def cost_mill(self, counted):
        if card_filter(counted[1]) != Term("card"):
            raise NotUnderstood("mill")
        return cost(term("mill", counted[0]))

    def cost_reveal(self, counted):
        if counted[1].zone != "hand":
            raise NotUnderstood("reveal")
        return cost(term("reveal", counted[0], card_filter(counted[1])))

    def cost_exert(self, _):
        return cost(term("special", Term("exert")))

    def cost_forage(self):
        return cost(term("special", Term("forage")))

    def cost_waterbend(self, mana):
        what, symbols_of_it = self.cost_mana(mana)
        return (*what, term("special", Term("waterbend"))), symbols_of_it

    def cost_collect_evidence(self, amount):
        return cost(term("special", term("collect_evidence", int(amount))))
