"""Magic's rules on mana and counters, asked about a board.

>>> import kb
>>> board = kb.load({"players": {"Alice": {"battlefield": ["Forest"]}}})
>>> board.could_produce("forest").value
{'forest': ['G']}

A board is a path, or the same tree as a mapping. Every question is a method of the board (kb.asking) and gives an Answer.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.board import Board, BoardError, load

__version__ = "0.1.0"
__all__ = ["Board", "BoardError", "load"]


def __getattr__(name: str):
    # Lazily, so that `import kb` and `manakb --version` do not wait for the solver.
    if name in __all__:
        return getattr(import_module("kb.board"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
