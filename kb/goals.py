"""Atoms as a person writes them: could_produce(orchard, g), where a text needs no quotation marks."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from clingo import Function, Number, String, Symbol, SymbolType

from kb.answer_set import ANY
from kb.reading import grow, nearest
from kb.rulebook import Rulebook

TOKEN = re.compile(r"""\s*(?:"((?:\\.|[^"\\])*)"|([(),])|([^\s(),"][^(),"]*))""", re.DOTALL)
CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_]*")
TYPE_OF_MANA = re.compile(r"\{?([WUBRGC])\}?")
DEEPEST = 10  # brackets within brackets
FORM = "a predicate and what it is about, as in could_produce(orchard, g)"


def parse_goal(said: str, book: Rulebook, atoms: Collection[Symbol]) -> Symbol:
    """The atom that is meant, with ANY for `_`.

    A bare word is a text or a constant, whichever other atoms of the predicate have in its place; where they do not tell,
    it is a text if the answer set `atoms` holds it as one. Raises BoardError for what is no atom of the rulebook.
    """
    tree = _parse(said)
    if tree is None or tree.quoted:
        raise grow(said).error("is no atom", FORM)
    signature = tree.word, len(tree.arguments)
    if signature not in book.sentences:
        known = [f"{name}({', '.join(reading.holes)})" for (name, _), reading in book.sentences.items()]
        raise grow(said).error("is nothing that the rulebook speaks of", FORM, nearest(said, known))
    texts = {term for atom in atoms for term in atom.arguments if term.type is SymbolType.String}
    like = [atom.arguments for atom in atoms if (atom.name, len(atom.arguments)) == signature]
    columns = list(zip(*like)) or [()] * len(tree.arguments)
    return Function(tree.word, [_term(part, column, texts) for part, column in zip(tree.arguments, columns)])


class _Tree(NamedTuple):
    word: str
    quoted: bool = False
    arguments: tuple[_Tree, ...] = ()


def _parse(said: str) -> _Tree | None:
    said = said.strip().removesuffix(".")
    tokens = TOKEN.findall(said)
    if TOKEN.sub("", said).strip() or not tokens:
        return None
    opened: list[list[_Tree]] = [[]]  # what stands in each bracket that is open
    after_term = False
    for text, mark, word in tokens:
        if mark == "(" and after_term and len(opened) <= DEEPEST and not opened[-1][-1].quoted:
            opened.append([])
        elif mark == ")" and after_term and len(opened) > 1:
            arguments = tuple(opened.pop())
            opened[-1][-1] = opened[-1][-1]._replace(arguments=arguments)
        elif not mark and not after_term:
            opened[-1].append(_Tree(word.strip()) if word else _Tree(re.sub(r"\\(.)", r"\1", text), quoted=True))
        elif mark != "," or not after_term or len(opened) == 1:
            return None
        after_term = mark not in ("(", ",")
    return opened[0][0] if len(opened) == 1 and after_term else None


def _term(tree: _Tree, column: Collection[Symbol], texts: Collection[Symbol]) -> Symbol:
    if tree.quoted:
        return String(tree.word)
    if tree.arguments:
        return Function(tree.word, [_term(argument, (), texts) for argument in tree.arguments])
    if tree.word == "_":
        return ANY
    if re.fullmatch(r"-?[0-9]{1,9}", tree.word):
        return Number(int(tree.word))
    text = String(tree.word)
    kinds = {term.type for term in column}
    if kinds == {SymbolType.String} or kinds != {SymbolType.Function} and text in texts:
        return text
    if found := TYPE_OF_MANA.fullmatch(tree.word):
        return Function(found[1].lower())
    return Function(tree.word) if CONSTANT.fullmatch(tree.word) else text
