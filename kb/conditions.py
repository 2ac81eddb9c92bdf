"""Conditions on results, as `--where` takes them: `mana(Alice, G) >= 2 and not triggers(mana-flare)`.

A condition is read by a grammar of its own, checked against what the question's program tells (its `told` atoms), and becomes rules
and one constraint, so that the solver itself leaves out what does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from clingo import String
from clingo.ast import AST, parse_string

from kb.reading import BoardError, grow, nearest

if TYPE_CHECKING:
    from lark import Lark, Tree

    from kb.rulebook import Rulebook

FORM = 'atoms such as mana(Alice, G) >= 2, joined by "and", "or", "not" and brackets'
GRAMMAR = r"""
    ?start: disjunction
    ?disjunction: conjunction ("or" conjunction)*
    ?conjunction: part ("and" part)*
    ?part: "not" part -> negation
         | "(" disjunction ")"
         | atom COMPARISON NUMBER -> comparison
         | atom
    atom: NAME "(" [argument ("," argument)*] ")"
    ?argument: WORD | QUOTED
    COMPARISON: "<=" | ">=" | "!=" | "=" | "<" | ">"
    NAME: /[a-z_]+(?=\s*\()/
    WORD: /[\w-]+/
    QUOTED: /"(\\.|[^"\\])*"/
    NUMBER: /-?[0-9]{1,7}/
    %ignore /\s+/
"""
TYPE_OF_MANA = re.compile("[WUBRGC]")


class Told(NamedTuple):
    """What a question's program tells of a result: a name, its number of arguments, and whether it has a number."""

    name: str
    arity: int
    numbered: bool


def statements(condition: str, question: str, rulebook: Rulebook, names: Iterable[str]) -> list[AST]:
    """The statements that keep only results in which `condition` holds; `names` are the ids and players of the board.

    Raises BoardError.
    """
    from lark.exceptions import LarkError

    try:
        tree = _parser().parse(condition)
    except LarkError as error:
        column = getattr(error, "column", None)
        raise grow(condition).error(f"is no condition{f' (from character {column} on)' if column else ''}", FORM) from None
    writer = _Writer(condition, told(question, rulebook), set(names))
    root = writer.write(tree)
    made: list[AST] = []
    parse_string("\n".join([*writer.rules, f":- not where({root})."]), made.append)
    return [statement for statement in made if "#program" not in str(statement)]


def told(question: str, rulebook: Rulebook) -> list[Told]:
    """What conditions on a question's results can speak of."""
    found = []
    for rule in rulebook.rules_for(question):
        if match := re.match(r"told\(([a-z_]+)(?:\(([^()]*)\))?(,)?", rule.text):
            found.append(Told(match[1], len(match[2].split(",")) if match[2] else 0, bool(match[3])))
    return list(dict.fromkeys(found))


class _Writer:
    """Writes a rule for each part of a condition; texts go in as clingo writes strings."""

    def __init__(self, condition: str, told: list[Told], names: set[str]):
        self.condition, self.told, self.names = condition, told, names
        self.rules: list[str] = []

    def write(self, tree: Tree) -> int:
        """Write the rules of a part; gives the number by which it is known."""
        if tree.data == "disjunction":
            bodies = [f"where({self.write(part)})" for part in tree.children]
        elif tree.data == "conjunction":
            bodies = [", ".join(f"where({self.write(part)})" for part in tree.children)]
        elif tree.data == "negation":
            bodies = [f"not where({self.write(tree.children[0])})"]
        elif tree.data == "comparison":
            atom, comparison, number = tree.children
            bodies = [f"told({self.term(atom, True)}, N), N {comparison} {number}"]
        else:
            bodies = [f"told({self.term(tree, False)})"]
        own = len(self.rules)
        self.rules.append("\n".join(f"where({own}) :- {body}." for body in bodies))
        return own

    def term(self, atom: Tree, numbered: bool) -> str:
        name, *arguments = (child for child in atom.children if child is not None)
        if not any(known == (name, len(arguments), numbered) for known in self.told):
            raise self._unknown(str(name))
        parts = [self.argument(str(argument)) for argument in arguments]
        return f"{name}({', '.join(parts)})" if parts else str(name)

    def argument(self, said: str) -> str:
        text = re.sub(r"\\(.)", r"\1", said[1:-1]) if said.startswith('"') else said
        if text not in self.names and not said.startswith('"') and TYPE_OF_MANA.fullmatch(text):
            return text.lower()
        return str(String(text))

    def _unknown(self, name: str) -> BoardError:
        forms = [f"{one.name}({', '.join(['...'] * one.arity)}){' >= 1' if one.numbered else ''}" for one in self.told]
        return grow(self.condition).error(f"speaks of {name} in a way that these results do not", ", ".join(forms) or "nothing",
                                          nearest(name, [one.name for one in self.told]))


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr")
