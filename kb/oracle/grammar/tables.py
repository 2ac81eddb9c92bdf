"""The parser of the grammar, out of tables that come with the package, since to make them takes seconds.

The file begins with digests of what the tables are made of and of the tables; where one is another, the parser is built anew.
"""

import re
from hashlib import sha256
from importlib import resources
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark, Transformer
from lark.lexer import PatternRE, PatternStr, TerminalDef

PIECES = ("nouns", "amounts", "conditions", "costs", "activating", "mana", "effects", "triggers", "statics", "entering")
STARTS = ("cost", "effect", "trigger", "static", "change", "filter", "condition", "exception")
SHIPPED = Path(__file__).parents[2] / "data" / "grammar.pickle"
_OPTIONS = {"start": list(STARTS), "parser": "lalr", "maybe_placeholders": False, "propagate_positions": False}
_OF_WORDS = r"(?s)\w(?:.*\w)?\Z"
_END = r"(?!\w)"


def built(meaning: Transformer) -> Lark:
    """The parser, made from the grammar's text."""
    return Lark(_text(), transformer=meaning, edit_terminals=_end_at_words, **_OPTIONS)


def shipped(meaning: Transformer, path: Path = SHIPPED) -> Lark | None:
    """The parser, out of the file's tables; None where they are not of this grammar, or not whole, or there are none."""
    try:
        found = path.read_bytes()
    except OSError:
        return None
    tables = found[len(_head(b"")):]
    return Lark.__new__(Lark)._load(BytesIO(tables), transformer=meaning) if found.startswith(_head(tables)) else None


def write(path: Path = SHIPPED) -> None:
    """Writes the tables, where the file has not those of this grammar."""
    from ..meaning import Meaning

    if shipped(Meaning(), path) is None:
        tables = BytesIO()
        built(Meaning()).save(tables, exclude_options=("transformer", "edit_terminals"))
        path.write_bytes(_head(tables.getvalue()) + tables.getvalue())


def _head(tables: bytes) -> bytes:
    made_of = repr((_text(), _OPTIONS, _OF_WORDS, _END, lark.__version__)).encode()
    return sha256(made_of).digest() + sha256(tables).digest()


def _text() -> str:
    return "\n".join(resources.files(__package__).joinpath(f"{piece}.lark").read_text("utf-8") for piece in PIECES)


def _end_at_words(terminal: TerminalDef) -> None:
    """Has a literal end where its last word ends."""
    if isinstance(terminal.pattern, PatternStr) and re.match(_OF_WORDS, terminal.pattern.value):
        terminal.pattern = PatternRE(re.escape(terminal.pattern.value) + _END, terminal.pattern.flags)
