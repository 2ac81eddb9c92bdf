"""A way to pay, read from its answer set: which permanents are used, in an order in which no mana is spent before it is there, and which
symbols their mana pays."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from clingo import Function, Symbol

from kb.card_words import written
from kb.questions.answer import TYPES

if TYPE_CHECKING:
    from kb.questions.paying import Use

GENERIC = "{1}"


class Unit(NamedTuple):
    """One mana: the act that gives it (None: it is in the pool), and its sort."""

    giver: Symbol | None
    sort: Symbol


@dataclass(frozen=True)
class Way:
    """Acts of sources, life that is paid, and what mana of the acts goes to the costs of others."""

    shown: Mapping[str, list[Symbol]]
    uses: Sequence[Use]
    classes: Sequence[Sequence[str]]

    @cached_property
    def acts(self) -> dict[Symbol, Use]:
        """Acts and their uses, each after what pays for it."""
        found = {act: self.uses[use.number] for act, use in (atom.arguments for atom in self.shown["act"])}
        givers = defaultdict(set)
        for act, _, _, giver, _ in (atom.arguments for atom in self.shown["spent"]):
            givers[act].update({giver} & found.keys())
        for act, other in (atom.arguments for atom in self.shown["comes_after"]):
            givers[act].add(other)
        ordered: dict[Symbol, Use] = {}
        last = {atom.arguments[0] for atom in self.shown["had_better_wait"]}
        waiting = sorted(found, key=lambda act: (act in self._in_order, act in last, found[act].source))
        while waiting:
            ready = next(act for act in waiting if givers[act] <= ordered.keys())
            waiting.remove(ready)
            ordered[ready] = found[ready]
        return ordered

    @cached_property
    def _in_order(self) -> set[Symbol]:
        """The acts whose mana does not come before everything else."""
        return {atom.arguments[0] for atom in self.shown["in_order"]}

    @cached_property
    def _bills(self) -> dict[Symbol, list[tuple[Symbol, Symbol, Symbol]]]:
        """For each act that costs mana: the symbols, and the giver and the sort of mana that pays each."""
        bills = defaultdict(list)
        for act, symbol, _, giver, sort in (atom.arguments for atom in self.shown["spent"]):
            bills[act].append((symbol, giver, sort))
        return dict(bills)

    # ---- which mana pays what ------------------------------------------------------------------------------------------

    @cached_property
    def paid(self) -> dict[Unit, list[str]]:
        """For each kind of unit, what such units pay: symbols of the cost, and those of other sources' costs with whose they are."""
        paid: dict[Unit, list[str]] = defaultdict(list)
        for act, symbol, unit in self._spent:
            paid[unit].append(f"{_written(symbol)} of {self.names[act]}")
        for symbol, unit in self.matched:
            paid[unit].append(_written(symbol))
        return paid

    @cached_property
    def _spent(self) -> list[tuple[Symbol, Symbol, Unit]]:
        """Of acts that cost mana, the symbols, and the mana that pays them: of what is there before all of these, the pool's first."""
        there = self._units - Counter({Unit(act, sort): amount for act in self._in_order for sort, amount in self.acts[act].mana})
        spent = []
        for act, bill in self._bills.items():
            for symbol, giver, sort in bill:
                unit = Unit(giver, sort) if giver in self.acts else next(unit for unit in there if unit.sort == sort and there[unit])
                there[unit] -= 1
                spent.append((act, symbol, unit))
        return spent

    @cached_property
    def _units(self) -> Counter[Unit]:
        """All mana of the way, the pool's first."""
        units = Counter({Unit(None, sort): amount.number for sort, amount in (atom.arguments for atom in self.shown["in_the_pool"])})
        for act, use in self.acts.items():
            units.update({Unit(act, sort): amount for sort, amount in use.mana})
        return units

    @cached_property
    def matched(self) -> list[tuple[Symbol, Unit]]:
        """The symbols of the cost and the mana that pays them."""
        return list(self._matched(list((self._units - Counter(unit for _, _, unit in self._spent)).elements())))

    def _matched(self, units: list[Unit]) -> Iterator[tuple[Symbol, Unit]]:
        """A unit for each symbol of the cost, by augmenting paths: the pool's first."""
        fits = {(atom.arguments[0], atom.arguments[1]) for atom in self.shown["can_pay"]}
        symbols = self._symbols()
        holder: dict[int, int] = {}  # by the places of units: the places of symbols

        def place(symbol: int, seen: set[int]) -> bool:
            for number, unit in enumerate(units):
                if number not in seen and (symbols[symbol], unit.sort) in fits:
                    seen.add(number)
                    if number not in holder or place(holder[number], seen):
                        holder[number] = symbol
                        return True
            return False

        for symbol in range(len(symbols)):
            place(symbol, set())
        return ((symbols[symbol], units[number]) for number, symbol in sorted(holder.items()))

    def _symbols(self) -> list[Symbol]:
        """The symbols that mana pays, one after another."""
        amounts = Counter({symbol: amount.number for symbol, amount in (atom.arguments for atom in self.shown["needs"])})
        generic = next((symbol for symbol in amounts if symbol.name == "generic"), None)
        for atom in (*self.shown["life_instead"], *self.shown["as_generic"]):
            amounts[atom.arguments[0]] -= 1
        if generic is not None:
            amounts[generic] += 2 * len(self.shown["as_generic"])
        return sorted(amounts.elements(), key=lambda symbol: (symbol.name == "generic", symbol))

    # ---- who does what -------------------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> dict[Symbol, str]:
        """The object that each act uses: of those alike, as many as there are acts of which each needs its own."""
        members = {names[0]: names for names in self.classes}
        found: dict[Symbol, str] = {}
        for act, use in self.acts.items():
            place = act.arguments[1].number - 1 if act.name == "turn" else sum(name in members[use.source] for name in found.values()) * (act in self._gone)
            found[act] = members[use.source][place]
        return found

    @cached_property
    def _gone(self) -> set[Symbol]:
        """The acts that take their own source away."""
        return {atom.arguments[0] for atom in self.shown["itself"]}

    @cached_property
    def payers(self) -> dict[Symbol, list[str]]:
        """The objects that pay for each act: of those alike, such as no other act uses in the same way."""
        group = {name: names for names in self.classes for name in names}
        turned = {name for act, name in self.names.items() if act.name == "turn"}
        found: dict[Symbol, list[str]] = {act: [] for act in self.acts}
        taken: set[str] = set()
        for act, use in self.acts.items():
            for _, first in use.payments:
                own = [self.names[act]] if act in self._gone and first == use.source else []
                free = [name for name in reversed(group[first]) if name not in taken]
                name = next(iter([*own, *(name for name in free if name not in turned), *free, first]))
                taken.add(name)
                found[act].append(name)
        return found

    def goals(self) -> Iterator[Symbol]:
        """What is explained of it: that its mana fits the symbols, and what else may pay these."""
        for symbol, unit in self.matched:
            yield Function("fits", [symbol, unit.sort])
        for atom in self.shown["life_instead"]:
            yield Function("may_be_life", atom.arguments[:1])
        for atom in self.shown["as_generic"]:
            yield Function("may_be_generic", atom.arguments[:1])

    # ---- as plain values -----------------------------------------------------------------------------------------------

    def steps(self, number_of: Mapping[tuple[str, Symbol], int], also: Any) -> list[dict[str, Any]]:
        """What is done, in order: mana of the pool first, life last."""
        steps: list[dict[str, Any]] = [{"pool": unit.sort.arguments[0].name.upper() * len(pays)} | _told(pays)
                                       for unit, pays in self.paid.items() if unit.giver is None]
        for act, use in self.acts.items():
            pays = [symbol for sort, _ in use.mana for symbol in self.paid.get(Unit(act, sort), ())]
            step: dict[str, Any] = {"tap": self.names[act], "ability": number_of[use.source, use.ability], "for": letters(use.mana)}
            step |= _told(pays)
            if bill := self._bills.get(act):
                step["paid_with"] = "".join(f"{{{sort.arguments[0].name.upper()}}}" for _, _, sort in bill)
            if self.payers[act]:
                step["with"] = self.payers[act]
            if use.number is not None:
                step["number"] = use.number
            steps.append(step | also(use, self.names[act]))
        for atom in self.shown["life_instead"]:
            steps.append({"life": 2, "pays": _written(atom.arguments[0])})
        return steps


def letters(mana: Sequence[tuple[Symbol, int]]) -> str:
    """Sorts and amounts as letters, in the order WUBRGC."""
    amounts: Counter[str] = Counter()
    for sort, amount in mana:
        amounts[sort.arguments[0].name] += amount
    return "".join(letter.upper() * amounts[letter] for letter in TYPES)


def _told(pays: list[str]) -> dict[str, Any]:
    """The symbols of the cost that mana pays, and those of other sources' costs."""
    others = [symbol for symbol in pays if not symbol.endswith("}")]
    return {"pays": "".join(symbol for symbol in pays if symbol.endswith("}"))} | ({"pays_others": others} if others else {})


def _written(symbol: Symbol) -> str:
    return GENERIC if symbol.name in ("generic", "x") else written(symbol)
