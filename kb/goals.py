"""Atoms as a person writes them: could_produce(orchard, g), where a text needs no quotation marks."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from clingo import Function, Number, String, Symbol, SymbolType

from kb.answer_set import ANY
from kb.reading import grow, nearest
from kb.rulebook import Rulebook
from kb.schema import CARD_TYPE, COLOR, MANA_TYPE, SUBTYPE, SUPERTYPE
from kb.statements import Signature

TOKEN = re.compile(r"""\s*(?:"((?:\\.|[^"\\])*)"|([(),])|([^\s(),"][^(),"]*))""", re.DOTALL)
TYPE_OF_MANA = re.compile(r"\{?([WUBRGC])\}?")
WORDS = {"Type": MANA_TYPE, "Color": COLOR, "CardType": CARD_TYPE, "Supertype": SUPERTYPE, "Subtype": SUBTYPE}  # what fills these holes
CONSTANTS = ("Keyword", "Zone")  # holes that no text fills
LONG = 4  # letters of a word that tells something
DEEPEST = 10  # brackets within brackets
FORM = "a predicate and what it is about, as in could_produce(orchard, g)"


def parse_goal(said: str, book: Rulebook, atoms: Collection[Symbol], question: str | None = None) -> Symbol:
    """The atom that is meant, with ANY for `_`.

    A bare word is a text or a constant, whichever other atoms of the predicate have in its place; where they do not tell,
    it is a text if the answer set `atoms` holds it as one. The number of an activated ability stands for that ability.
    Raises BoardError for what is no atom of the rulebook, with the most like it of those that the rules derive for `question`.
    """
    tree = _parse(said)
    if tree is None or tree.quoted:
        raise grow(said).error("is no atom", FORM)
    signature = tree.word, len(tree.arguments)
    if signature not in book.sentences:
        raise grow(said).error("is nothing that the rulebook speaks of", FORM, _meant(signature, book, question))
    texts = {term for atom in atoms for term in atom.arguments if term.type is SymbolType.String}
    like = [atom.arguments for atom in atoms if (atom.name, len(atom.arguments)) == signature]
    columns = list(zip(*like)) or [()] * len(tree.arguments)
    holes = book.sentences[signature].holes
    terms = [_in_words(hole, part) or _term(part, column, texts, book, hole) for hole, part, column in zip(holes, tree.arguments, columns)]
    return Function(tree.word, _numbers_as_abilities(holes, terms, atoms))


def signature(said: str) -> Signature | None:
    """The name of an atom and the number of its arguments; None for what is no atom."""
    tree = _parse(said)
    return tree and (tree.word, len(tree.arguments))


def _in_words(hole: str, tree: _Tree) -> Symbol | None:
    """What stands where one of a closed set of words does, in any of its spellings. Raises BoardError for another word."""
    if hole not in WORDS or tree.arguments or tree.word == "_" and not tree.quoted:
        return None
    said = TYPE_OF_MANA.fullmatch(tree.word)
    word = WORDS[hole].read(grow(said[1] if said else tree.word))
    return String(word) if hole == "Subtype" else Function(word)


def _meant(signature: Signature, book: Rulebook, question: str | None) -> str | None:
    """The sentence whose name is most like this one, or has a word most like one of it."""
    derived = {head for rule in (book.rules_for(question) if question else book.rules) for head in rule.heads}
    spoken = [head for head in sorted(derived) if head in book.sentences and (not book.sentences[head].aside or head[0] == signature[0])]
    alike = [[head for head in spoken if head[0] == signature[0]], [head for head in spoken if head[1] == signature[1]], spoken]
    for names in map(dict, alike):
        words = {word: name for name in names for word in name.split("_") if len(word) >= LONG}
        name = nearest(signature[0], names)
        for word in signature[0].split("_"):
            name = name or words.get(nearest(word, words) if len(word) >= LONG else None)
        if name:
            return f"{name}({', '.join(book.sentences[name, names[name]].holes)})"
    return None


def _numbers_as_abilities(holes: Sequence[str], terms: list[Symbol], atoms: Collection[Symbol]) -> list[Symbol]:
    """The terms, with the N-th activated ability of the object where the hole of an ability holds N."""
    numbered = {(atom.arguments[0], atom.arguments[2]): atom.arguments[1] for atom in atoms if (atom.name, len(atom.arguments)) == ("numbered", 3)}
    return [next((numbered[other, term] for other in terms if (other, term) in numbered), term) if hole == "Ability" else term
            for hole, term in zip(holes, terms)]


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


def _term(tree: _Tree, column: Collection[Symbol], texts: Collection[Symbol], book: Rulebook, hole: str = "") -> Symbol:
    if tree.quoted:
        return String(tree.word)
    if tree.arguments:
        return Function(tree.word, [_term(argument, (), texts, book) for argument in tree.arguments])
    if tree.word == "_":
        return ANY
    if re.fullmatch(r"-?[0-9]{1,9}", tree.word):
        return Number(int(tree.word))
    text = String(tree.word)
    kinds = {term.type for term in column}
    if kinds == {SymbolType.Number}:
        raise grow(tree.word).error("does not fit here", "a number")
    if kinds == {SymbolType.String} or kinds != {SymbolType.Function} and text in texts:
        return text
    if found := TYPE_OF_MANA.fullmatch(tree.word):
        return Function(found[1].lower())
    constant = Function(re.sub(r"\W+", "_", tree.word.lower()))
    if constant in column or constant.name in book.words:
        return constant
    if kinds == {SymbolType.Function} or hole in CONSTANTS:
        raise grow(tree.word).error("is no word of the rules", "a word that they use here", nearest(constant.name, book.words))
    return text
