"""The atoms of an answer set, to look up and to ground programs over."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from itertools import count

from clingo import Control, Function, Symbol, SymbolType

ANY = Function("_any")  # in a pattern: whatever stands here


class AnswerSet:
    """`atoms`, of which each program of explanations gets those that it asks for."""

    def __init__(self, atoms: Iterable[Symbol]):
        self.atoms = dict.fromkeys(atoms)
        self._numbers = count()
        self._texts = sorted(map(str, self.atoms))
        # What is not there is nothing to complain about here: the question's own program was grounded without a word.
        self._control = Control(logger=lambda code, text: None)
        self._add(self.atoms)

    def __contains__(self, atom: Symbol) -> bool:
        return atom in self.atoms

    def starts(self, beginning: str) -> bool:
        """Whether an atom, as a text, begins like this."""
        place = bisect_left(self._texts, beginning)
        return place < len(self._texts) and self._texts[place].startswith(beginning)

    def like(self, pattern: Symbol) -> list[Symbol]:
        """The atoms that fit a pattern, sorted."""
        if pattern in self.atoms:
            return [pattern]
        atoms = self._control.symbolic_atoms.by_signature(pattern.name, len(pattern.arguments))
        return sorted(atom.symbol for atom in atoms if fits(pattern, atom.symbol))

    def ground(self, lines: Callable[[str], Iterable[str]], facts: Iterable[tuple[str, Symbol]]) -> Callable[[str, int], list[Symbol]]:
        """Ground a program over the atoms; gives the function that looks up what it derives, by name and arity.

        `lines(tag)` are its rules, whose predicates end in the tag, so that no two programs share one; `facts` are names
        without it and their one argument.
        """
        tag = str(next(self._numbers))
        self._add(Function(f"{name}{tag}", [argument]) for name, argument in facts)
        self._control.add(f"program{tag}", [], "\n".join(lines(tag)))
        self._control.ground([(f"program{tag}", [])])
        atoms = self._control.symbolic_atoms
        return lambda name, arity: [atom.symbol for atom in atoms.by_signature(f"{name}{tag}", arity)]

    def _add(self, atoms: Iterable[Symbol]) -> None:
        with self._control.backend() as backend:
            for atom in atoms:
                backend.add_rule([backend.add_atom(atom)])


def fits(pattern: Symbol, term: Symbol) -> bool:
    """Whether a term is as a pattern says."""
    if pattern == term or pattern == ANY:
        return True
    return (pattern.type is term.type is SymbolType.Function and pattern.name == term.name
            and len(pattern.arguments) == len(term.arguments) and all(map(fits, pattern.arguments, term.arguments)))
