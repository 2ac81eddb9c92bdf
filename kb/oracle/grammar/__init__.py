"""The grammar: its pieces stand beside this file, one a topic; what they mean stands in meaning/ under the same names."""

import re
from functools import cache, lru_cache
from importlib import resources

from ..terms import NotUnderstood

PIECES = ("nouns", "amounts", "conditions", "costs", "mana", "effects", "triggers", "statics", "entering")
STARTS = ("cost", "effect", "trigger", "static", "change", "filter", "condition", "exception")
_WORDS = re.compile(r"\w.*\w\Z|\w\Z", re.DOTALL)


@cache
def _parser():
    from lark import Lark
    from lark.lexer import PatternRE, PatternStr

    from ..meaning import Meaning

    def end_at_words(terminal) -> None:
        if isinstance(terminal.pattern, PatternStr) and _WORDS.match(terminal.pattern.value):
            terminal.pattern = PatternRE(re.escape(terminal.pattern.value) + r"(?!\w)", terminal.pattern.flags)

    text = "\n".join(resources.files(__package__).joinpath(f"{piece}.lark").read_text("utf-8") for piece in PIECES)
    return Lark(
        text,
        start=list(STARTS),
        parser="lalr",
        transformer=Meaning(),
        edit_terminals=end_at_words,
        maybe_placeholders=False,
        propagate_positions=False,
    )


@lru_cache(maxsize=20_000)
def read(start: str, text: str):
    """What the text means as a `start` (one of STARTS), as the classes of meaning/ say it.

    Raises NotUnderstood where any word of it is not in the grammar or it has no clear meaning.
    """
    from lark.exceptions import UnexpectedInput

    try:
        return _parser().parse(text, start=start)
    except UnexpectedInput:
        raise NotUnderstood(text) from None
