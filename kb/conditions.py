"""Conditions on results, as `--where` takes them: `mana(Alice, G) >= 2 and not triggers(mana-flare)`.

A condition is read by a grammar of its own, checked against what the question's program tells (its `told` atoms), and becomes rules
and one constraint, so that the solver itself leaves out what does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from clingo import String
from clingo.ast import AST, parse_string

from kb.reading import BoardError, grow, nearest
from kb.solving import solve

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
    NAME: /(?!(?:not|and|or)\b)[a-z_]+(?=\s*\()/
    WORD: /[\w-]+/
    QUOTED: /"(\\.|[^"\\])*"/
    NUMBER: /-?[0-9]{1,7}/
    %ignore /\s+/
"""
OBJECTIVES = {"max": "#maximize", "min": "#minimize"}
DEFINED = "#defined told/1. #defined told/2. #defined where/1."  # a condition may speak of what never comes
TYPE_OF_MANA = re.compile("[WUBRGC]")


class Told(NamedTuple):
    """What a question's program tells of a result: a name, its number of arguments, and whether it has a number."""

    name: str
    arity: int
    numbered: bool


def statements(condition: str, questions: str | Iterable[str], rulebook: Rulebook, names: Iterable[str], unless: str = "") -> list[AST]:
    """The statements that keep only results in which `condition` holds, or the atom `unless`.

    The condition speaks of what the programs of `questions` tell; `names` are the ids and players of the board. Raises BoardError.
    """
    tree = _tree(condition)
    writer = _Writer(condition, told(questions, rulebook), set(names))
    root = writer.write(tree)
    return _parsed("\n".join([DEFINED, *writer.rules, f":- not where({root}){f', not {unless}' if unless else ''}."]))


def could_hold(condition: str, questions: str | Iterable[str], rulebook: Rulebook) -> bool:
    """Whether a result could be as a condition says, whatever the board: it does not contradict itself. Raises BoardError."""
    writer = _Writer(condition, told(questions, rulebook), words(condition))
    root = writer.write(_tree(condition))
    numbers = {number + by for number in map(int, re.findall(r"N [<>!=]+ (-?\d+)", "\n".join(writer.rules))) for by in (-1, 0, 1)}
    choices = [f"{{ told({term}, ({'; '.join(map(str, sorted(numbers)))})) }} 1." if numbered else f"{{ told({term}) }}." for term, numbered in writer.terms]
    return bool(solve(_parsed("\n".join([DEFINED, *writer.rules, *choices, f":- not where({root})."])), (), limit=1))


def objective(said: str, priority: int, questions: str | Iterable[str], rulebook: Rulebook, names: Iterable[str]) -> list[AST]:
    """The statements that make results optimal in what `said` names, as in `max:counters(ballista, "+1/+1")`.

    Of several objectives, one of higher `priority` goes before the others. Raises BoardError.
    """
    kind, term = _sought(said, questions, rulebook, names)
    return _parsed(f"{OBJECTIVES[kind]} {{ N@{priority} : told({term}, N) }}.")


def at_optimum(said: str, questions: str | Iterable[str], rulebook: Rulebook, names: Iterable[str], cost: int) -> list[AST]:
    """The statements that keep results in which the amount is what made it optimal; `cost` is what the solver calls that."""
    kind, term = _sought(said, questions, rulebook, names)
    return _parsed(f":- not told({term}, {-cost if kind == 'max' else cost}).")


def _sought(said: str, questions: str | Iterable[str], rulebook: Rulebook, names: Iterable[str]) -> tuple[str, str]:
    """max or min, and the amount as a term."""
    kind, colon, amount = said.partition(":")
    tree = _tree(f"{amount} = 0") if colon and kind in OBJECTIVES else None
    if tree is None or tree.data != "comparison":
        raise grow(said).error("is nothing that results could be best in", 'max: or min: and an amount, such as max:counters(ballista, "+1/+1")',
                               f"max:{said}" if not colon and is_amount(said) else None)
    return kind, _Writer(said, told(questions, rulebook), set(names)).term(tree.children[0], True)


def is_amount(said: str) -> bool:
    """Whether it is an atom that could be compared with a number."""
    try:
        return _tree(f"{said} = 0").data == "comparison"
    except BoardError:
        return False


def _parsed(program: str) -> list[AST]:
    made: list[AST] = []
    parse_string(program, made.append)
    return [statement for statement in made if "#program" not in str(statement)]


def words(condition: str) -> set[str]:
    """The ids, players and kinds in a condition, or in what is to be best. Raises BoardError."""
    return {_unquoted(str(argument)) for atom in _atoms(condition) for argument in atom.children[1:] if argument is not None}


def subjects(condition: str) -> set[str]:
    """The names of the atoms in it, such as counters. Raises BoardError."""
    return {str(atom.children[0]) for atom in _atoms(condition)}


def _atoms(said: str) -> Iterable[Tree]:
    kind, _, amount = said.partition(":")
    return _tree(f"{amount} = 0" if kind in OBJECTIVES else said).find_data("atom")


def told(questions: str | Iterable[str], rulebook: Rulebook) -> dict[Told, list[set[str]]]:
    """What conditions on the results of a question, or of several together, can speak of; and for each argument, the constants that
    it can be, where it can be nothing else."""
    found: dict[Told, list[set[str]]] = {}
    for rule in chain.from_iterable(map(rulebook.rules_for, [questions] if isinstance(questions, str) else questions)):
        if match := re.match(r"told\(([a-z_]+)(?:\(([^()]*)\))?(,)?", rule.text):
            arguments = [{word.strip()} if word.strip()[0].islower() else set() for word in match[2].split(",")] if match[2] else []
            before = found.setdefault(one := Told(match[1], len(arguments), bool(match[3])), arguments)
            found[one] = [old | new if old and new else set() for old, new in zip(before, arguments)]
    return found


class _Writer:
    """Writes a rule for each part of a condition; texts go in as clingo writes strings."""

    def __init__(self, condition: str, told: Mapping[Told, Sequence[set[str]]], names: set[str]):
        self.condition, self.told, self.names = condition, list(told), names
        self.constants = told
        self.rules: list[str] = []
        self.terms: dict[tuple[str, bool], None] = {}  # what they speak of, and whether it has a number

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
        for part, allowed in zip(parts, self.constants.get((str(name), len(arguments), numbered), ())):
            if allowed and part not in allowed:
                raise grow(self.condition).error(f"speaks of {_unquoted(part)}", ", ".join(sorted(letter.upper() for letter in allowed)))
        if arguments and _unquoted(str(arguments[0])) not in self.names:
            raise grow(self.condition).error(f"speaks of {arguments[0]}, which is nothing on this board", "ids and players' names",
                                             nearest(_unquoted(str(arguments[0])), self.names))
        term = f"{name}({', '.join(parts)})" if parts else str(name)
        self.terms[term, numbered] = None
        return term

    def argument(self, said: str) -> str:
        text = _unquoted(said)
        if text not in self.names and not said.startswith('"') and TYPE_OF_MANA.fullmatch(text):
            return text.lower()
        return str(String(text))

    def _unknown(self, name: str) -> BoardError:
        forms = [f"{one.name}({', '.join(['...'] * one.arity)}){' >= 1' if one.numbered else ''}" for one in self.told]
        return grow(self.condition).error(f"speaks of {name} in a way that these results do not", ", ".join(forms) or "nothing",
                                          nearest(name, [one.name for one in self.told]))


def _unquoted(said: str) -> str:
    return re.sub(r"\\(.)", r"\1", said[1:-1]) if said.startswith('"') else said


def _tree(condition: str) -> Tree:
    from lark.exceptions import LarkError

    try:
        return _parser().parse(condition)
    except LarkError as error:
        column = getattr(error, "column", None)
        raise grow(condition).error(f"is no condition{f' (from character {column} on)' if column else ''}", FORM) from None


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr")
