"""The grammar: its pieces stand beside this file, one a topic; what they mean stands in meaning/ under the same names."""

from functools import cache, lru_cache

from ..terms import NotUnderstood


_LONGEST = 700
"""A sentence with more characters, twice as many as the longest that is printed, is not read: its terms could nest too deep."""


@cache
def _parser():
    from ..meaning import Meaning
    from . import tables

    return tables.shipped(Meaning()) or tables.built(Meaning())


@lru_cache(maxsize=20_000)
def read(start: str, text: str):
    """What the text means as a `start` (one of tables.STARTS), as the classes of meaning/ say it.

    Raises NotUnderstood where any word of it is not in the grammar or it has no clear meaning.
    """
    from lark.exceptions import UnexpectedInput

    if len(text) > _LONGEST:
        raise NotUnderstood(text)
    try:
        return _parser().parse(text, start=start)
    except UnexpectedInput:
        raise NotUnderstood(text) from None
