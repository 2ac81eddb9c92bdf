"""`damage`: what damage that is dealt at once comes to, with the proliferations and state-based actions that follow (120)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from clingo import Number

from kb.board import Board
from kb.facts import fact
from kb.questions.answer import Value
from kb.questions.outcomes import Staged, choices, value
from kb.reading import grow
from kb.schema import DEAL, MILLION

Asked = Staged


def facts(board: Board, deal: Iterable[Mapping[str, Any]], choose: Iterable[Iterable[str]] | None = None):
    asked = choices(board, choose)
    deals = DEAL.read(grow(list(deal)))
    if (total := sum(one["amount"] for one in deals)) > MILLION:
        raise grow(total).error("is more damage than can be counted", f"up to {MILLION:,} in all")
    for number, one in enumerate(deals, 1):
        source = board.names.find(one["source"], "permanent", "spell or ability", "card")
        recipient = board.names.find(one["to"], "permanent", "player")
        asked.append(fact("deal", Number(number), source, recipient, one["amount"]))
        if one.get("combat"):
            asked.append(fact("deal_in_combat", Number(number)))
    return asked, []


def read(asked: Staged) -> Value:
    return value(asked)
