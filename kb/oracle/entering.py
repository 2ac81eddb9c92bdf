"""What several sentences of one static ability say of how things enter, as facts that stand together."""

from collections import Counter

from .meaning.amounts import times
from .terms import Argument, Term, term

Block = list[Term]
_NOT_MODELLED = [term("not_modelled", Term("counters")), term("not_modelled", Term("entering"))]


def together(sentences: list[Block]) -> Block:
    """The facts of the sentences, those that change what the sentence before says put into it."""
    told: list[Block] = []
    for facts in sentences:
        before = {fact.args[1]: fact for fact in told[-1] if fact.name == "enters_with_counters"} if told else {}
        made: Block = []
        for fact in facts:
            match fact:
                case Term("enters_instead", (condition, kind, amount)) if kind in before:
                    told[-1] = [_depending(old, condition, amount) if old == before[kind] else old for old in told[-1]]
                case Term("enters_times", (condition, factor)) if len(before) == 1:
                    told[-1] = [_depending(old, condition, times(factor, old.args[2])) if old in before.values() else old for old in told[-1]]
                case Term("enters_otherwise", counters) if len(before) == 1 and (filter := _opposite(*before.values())):
                    made.append(term("enters_with_counters", filter, *counters))
                case Term("enters_instead" | "enters_times" | "enters_otherwise"):
                    made += _NOT_MODELLED
                case _:
                    made.append(fact)
        told.append(made)
    return _added_up([fact for facts in told for fact in facts])


def _depending(fact: Term, condition: Term, amount: Argument) -> Term:
    """The fact with another amount where the condition holds."""
    return term(fact.name, *fact.args[:2], term("depends", condition, amount, fact.args[2]))


def _opposite(fact: Term) -> Term | None:
    """The filter both(what, quality) of the fact as both(what, non(quality))."""
    match fact.args[0]:
        case Term("both", (what, quality)) if quality.name not in ("both", "either", "non"):
            return term("both", what, term("non", quality))
    return None


def _added_up(facts: Block) -> Block:
    """The facts, where the same counters said twice are twice as many."""
    numbers = Counter(facts)

    def so_often(fact: Term) -> Term:
        if not fact.name.startswith("enters_with_counters") or numbers[fact] == 1:
            return fact
        return term(fact.name, *fact.args[:2], times(numbers[fact], fact.args[2]), *fact.args[3:])

    return [so_often(fact) for fact in facts]
