"""The questions as methods of a board."""

from __future__ import annotations

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

    def state(self, *, where: str | None = None) -> Answer:
        """What state-based actions do, checked until none applies (704.3): several results where one of several is chosen to stay."""
        return self._ask("state", where=where)

    def _ask(self, question: str, **arguments) -> Answer:
        from kb.questions import ask  # the solver is only imported once something is asked

        return ask(self, question, **arguments)
