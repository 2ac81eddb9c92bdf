"""What a half-written word of the command line could become: names on a board, and names of cards."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import kb
from kb.cards import CardDataError, Pool, pool
from kb.names import fold

MOST = 100  # a longer list helps nobody


def on_board(board: str | None, begun: str) -> list[str]:
    """The ids and players' names of a board that begin like this; none where the board cannot be read."""
    try:
        names = kb.load(board).names.kinds if board and board != "-" else ()
    except kb.BoardError:
        return []
    return [name for name in names if name.startswith(begun)][:MOST]


def cards(begun: str, before: Iterable[str] = (), files: Iterable[Path] = ()) -> list[str]:
    """The names of cards that begin like this, but for the words `before` it that are written already."""
    known: Pool = pool()
    try:
        for file in files:
            known = known.with_cards(file)
    except CardDataError:
        pass
    written = " ".join(before)
    names = known.begun(f"{written} {begun}".strip(), MOST)
    return [name[len(written):].strip() for name in names if fold(name).startswith(fold(written))]
