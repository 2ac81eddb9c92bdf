"""The questions as methods of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.questions import Answer


class Asking:
    """What `kb.Board` inherits: one method a question, named as on the command line with `_` for `-`.

    Each gives an Answer (`.value`, `.exact`, `.why()`, ...); a reference to nothing, or to several, is a BoardError.
    """

    def could_produce(self, *of: str, by: str | None = None) -> Answer:
        """For each permanent of `of` (default: all), the types of mana it could produce, in the order WUBRGC (106.7)."""
        return self._ask("could-produce", of=list(of), by=by)

    def mana_ability(self, of: str, *, ability: int | str) -> Answer:
        """Whether an ability of a permanent or card is a mana ability, and the criterion that decides (605.1).

        `ability` counts its activated abilities from 1; "triggered 1" is its first triggered ability.
        """
        return self._ask("mana-ability", of=of, ability=ability)

    def characteristics(self, of: str) -> Answer:
        """The characteristics of a permanent, a card or a player, and the numbers derived from them."""
        return self._ask("characteristics", of=of)

    def tap(self, of: str, *, ability: int | None = None, by: str | None = None, where: str | None = None,
            all_orders: bool = False) -> Answer:
        """Every distinct result of activating one, or any, of a permanent's mana abilities (106.12).

        `by` is the player who activates, by default its controller; `where` keeps the results in which a condition holds (kb.conditions);
        `all_orders` gives each order of replacement effects a result of its own.
        """
        return self._ask("tap", of=of, ability=ability, by=by, where=where, all_orders=all_orders)

    def pay(self, of: str, *, by: str | None = None, x: int | None = None, for_: str | None = None, where: str | None = None,
            best: str | Sequence[str] = ()) -> Answer:
        """Whether a cost such as "{X}{2}{G/W}" can be paid with the sources of mana of `by` (default: the active player), and the ways.

        `of` may also be a card or spell: then the cost is what casting it costs in all, with what the board adds and takes off (601.2f).

        A way is minimal: none of its activations can be left out. `.results()` gives every way, lazily; `x` is the number that {X} is,
        `for_` the spell's card that is paid for, so that restrictions of mana count; `best` keeps ways that are best: "fewest-sources",
        "keep:U" (sources of blue mana), or such as "min:damage(Alice)"; `where` those in which a condition holds (118, 601.2f-h).
        """
        return self._ask("pay", of=of, by=by, x=x, for_=for_, where=where, best=best)

    def state(self, *, where: str | None = None) -> Answer:
        """What state-based actions do, checked until none applies (704.3): several results where one of several is chosen to stay."""
        return self._ask("state", where=where)

    def check(self) -> Answer:
        """What of the board can't be: findings, each {rule, says, statements}; none for a consistent board."""
        return self._ask("check")

    def damage(self, deal: Sequence[Mapping[str, object]], *, choose: Sequence[Sequence[str]] | None = None, where: str | None = None) -> Answer:
        """What damage that is dealt at once comes to, with the proliferations and state-based actions that follow (120.3).

        `deal` is a list of {source, to, amount, combat}; `choose` names what each proliferation in turn chooses, by default every choice is
        looked at; `where` keeps the results in which a condition holds.
        """
        return self._ask("damage", deal=deal, choose=choose, where=where)

    def combat_damage(self, *, steps: int | None = None, choose: Sequence[Sequence[str]] | None = None, where: str | None = None) -> Answer:
        """What the combat damage steps of this combat come to, with state-based actions after each (510).

        `steps=1` stops after the first; `choose` and `where` as with damage. Where a creature divides its damage and the board does not say
        how, every legal assignment is looked at.
        """
        return self._ask("combat-damage", steps=steps, choose=choose, where=where)

    def activate(self, of: str | None = None, *, ability: int | None = None, by: str | None = None) -> Answer:
        """Whether an ability of a permanent or card can be activated now, and every rule that forbids it (602).

        Without `ability`, each of its abilities; without `of`, all that `by` (by default the active player) could activate.
        """
        return self._ask("activate", of=of, ability=ability, by=by)

    def play_land(self, of: str, *, by: str | None = None) -> Answer:
        """Whether a land can be played now, how its price can be paid if it has one, and every rule that forbids it (305)."""
        return self._ask("play-land", of=of, by=by)

    def legal_in(self, of: str, *, format: str | None = None) -> Answer:
        """Whether a card may be played in a format (by default the board's), as far as the rules say so (100)."""
        return self._ask("legal-in", of=of, format=format)

    def enter(self, of: str, *, by: str | None = None, x: int | None = None, cast: bool | None = None, cast_by: str | None = None,
              mana_spent: Mapping[str, int] | str | None = None, kicked: bool | int = 0, given: Sequence[str] = (), copy_of: str | None = None,
              token: bool = False, with_: Mapping[str, int] | str = (), where: str | None = None) -> Answer:
        """Each way in which a card, or a spell on the stack, would enter the battlefield: its counters, tapped or not (614.12).

        `by` is who controls it then, by default its owner, else the active player; `cast` by default true but for lands and tokens;
        `cast_by` who cast it, by default who controls it then; `x`, `mana_spent` and `kicked` (how often) are those of the spell; `given`
        are conditions that hold (bargained, creature_died_this_turn and the like); `with_` are counters that an effect has it enter with.
        `where` keeps the results in which a condition holds.
        """
        return self._ask("enter", of=of, by=by, x=x, cast=cast, cast_by=cast_by, mana_spent=mana_spent, kicked=kicked, given=given,
                         copy_of=copy_of, token=token, with_=with_, where=where)

    def put_counters(self, on: str, counters: Mapping[str, int], *, by: str | None = None, effect: bool = True,
                     modular: bool = False) -> Answer:
        """The counters that are put on a permanent or player, after replacement effects, for each order (614.16, 616.1).

        `by` is who puts them, by default who controls the permanent, else the active player; `effect` is false where they are put for
        a cost or by a turn-based action, `modular` true where a triggered ability of modular puts them (702.43).
        """
        return self._ask("put-counters", on=on, counters=counters, by=by, effect=effect, modular=modular)

    def proliferate(self, *, by: str | None = None, times: int = 1, choose: Sequence[str] | Sequence[Sequence[str]] | None = None,
                    where: str | None = None, then: str | None = None, distinct: bool = False, best: str | Sequence[str] = ()) -> Answer:
        """Who may be chosen, how many choices there are, and what comes of each (701.34).

        `.results()` gives every result, lazily; `.value["results"]` the first of them. `choose` names what is chosen, for several passes
        a list for each; `where` keeps the results in which a condition holds, `best` those that are best in amounts such as
        `max:counters(ballista, "+1/+1")` (kb.conditions); `then="state"` adds what state-based actions do; `distinct` gives one of
        the results that differ only by swapping alike permanents, with its `multiplicity`.
        """
        return self._ask("proliferate", by=by, times=times, choose=choose, where=where, then=then, distinct=distinct, best=best)

    def _ask(self, question: str, **arguments) -> Answer:
        from kb.questions import ask  # the solver is only imported once something is asked

        return ask(self, question, **arguments)
