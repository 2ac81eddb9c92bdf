"""The atoms of an answer set, to look up and to ground programs over."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable

from clingo import Control, Function, Symbol, SymbolType

ANY = Function("_any")  # in a pattern: whatever stands here
NAME = re.compile(r"_*[a-z]\w*")


class AnswerSet:
    def __init__(self, atoms: Iterable[Symbol]):
        self.atoms = dict.fromkeys(atoms)
        self._texts = sorted(map(str, self.atoms))
        self._by_name: dict[str, list[Symbol]] = defaultdict(list)
        for atom in self.atoms:
            self._by_name[atom.name].append(atom)

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
        return sorted(atom for atom in self._by_name.get(pattern.name, ()) if fits(pattern, atom))

    def ground(self, program: str, facts: Iterable[Symbol]) -> Callable[[str, int], list[Symbol]]:
        """Ground a program over the atoms; gives the function that looks up what it derives, by name and arity."""
        # What is not there is nothing to complain about here: the question's own program was grounded without a word.
        control = Control(logger=lambda code, text: None)
        with control.backend() as backend:
            for atom in facts:
                backend.add_rule([backend.add_atom(atom)])
            for name in self._by_name.keys() & set(NAME.findall(program)):
                for atom in self._by_name[name]:
                    backend.add_rule([backend.add_atom(atom)])
        control.add(program)
        control.ground()
        return lambda name, arity: [atom.symbol for atom in control.symbolic_atoms.by_signature(name, arity)]


def fits(pattern: Symbol, term: Symbol) -> bool:
    """Whether a term is as a pattern says."""
    if pattern == term or pattern == ANY:
        return True
    return (pattern.type is term.type is SymbolType.Function and pattern.name == term.name
            and len(pattern.arguments) == len(term.arguments) and all(map(fits, pattern.arguments, term.arguments)))
