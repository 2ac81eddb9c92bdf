"""House rulings held against the rules, and against each other: what clashes, in minimal sets of rulings, of a board's statements and of rules."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations
from pathlib import Path
from typing import Any, TypeVar

from clingo import Symbol, SymbolType
from clingo.ast import AST, parse_string

from kb.answer_set import AnswerSet
from kb.board import Board, load
from kb.cards import Pool
from kb.cards import pool as shipped
from kb.case_questions import QUESTIONS as CASES
from kb.checking.witnesses import written
from kb.claims import Cards, Claim, claims, contradictory, topic
from kb.clashes import Set, minimal_sets, shown_by
from kb.conditions import could_hold
from kb.explanation import explain, parse_goal, says, why_not
from kb.facts import fact
from kb.goals import signature
from kb.house_rulings import FORM, Ruling, rulings
from kb.names import fold
from kb.program import Program
from kb.questions import QUESTIONS, ask
from kb.questions.answer import Answer, Asked
from kb.questions.check import beneath, given, number, told
from kb.reading import BoardError, Node, grow, nearest
from kb.referring import with_ids
from kb.rulebook import Rulebook, declaration
from kb.rulings import beside, refused, shown
from kb.said import Said
from kb.solving import solve
from kb.statements import Statement as Rule
from kb.why import Step, Why

Part = TypeVar("Part")

EVERY_BOARD = "Rulings about no board are held against all boards of up to {} permanents, of cards that stand for all, without replacement effects."
NO_BOARD = "Cases about no board are held against each other only, and those about a card by itself against a board with nothing on it."
OF_CARDS = ("mana-ability", "characteristics", "legal-in", "enter")  # questions that a card by itself has an answer to
TOLD_BY = dict.fromkeys(("damage", "combat-damage"), "state") | {"proliferate": ("proliferate", "state")}  # which question tells of its results
OF_ATOMS = ("could-produce", "proliferate", "check")  # questions of one answer set, without arguments, that atoms are looked for in


def check(source: str | os.PathLike | Node, board: Board | None = None, pool: Pool | None = None,
          rulebook: str | os.PathLike | Rulebook | None = None, most: int = 3, over: Path | None = None) -> Answer:
    """What is wrong with rulings: of each by itself, of each two, and of those that may be right, but not together.

    The answer's value is a list of findings, {rule, says, statements}: the rulings, the board's statements and the rules that clash, a
    minimal set. Rulings without a board of their own are about `board`. Where there is none, atoms are about every board (kb.every_board):
    a finding has a smallest `board` on which it is wrong; the others are held against each other only. `most` and `over` are how many
    permanents such a board may have, and a file of the names of their cards.
    """
    believed, hearing = rulings(source), Hearing(Rulebook.load(rulebook), board, pool or shipped(), most, over)
    found = list(_findings(believed, hearing))
    homeless = [ruling for ruling in believed if hearing.board_of(ruling) is None]
    notes = [EVERY_BOARD.format(most)] * any(not ruling.question for ruling in homeless) + [NO_BOARD] * any(ruling.question for ruling in homeless)
    return Answer("check", lambda: found, hearing.book.edition, tuple(hearing.not_modelled), tuple(notes), {}, bool(found), None)


def _findings(believed: Sequence[Ruling], hearing: Hearing) -> Iterator[dict[str, Any]]:
    right = []
    for ruling in believed:
        try:
            wrong = _against_the_rules(ruling, hearing) if hearing.board_of(ruling) else _about_no_board(ruling, hearing)
        except BoardError as fault:
            if fault.file:
                raise
            raise ruling.node.fault(fault.problem, fault.allowed, fault.nearest) from None
        if wrong:
            yield wrong
        else:
            right.append(ruling)
    of_boards = [ruling for ruling in right if hearing.board_of(ruling)]
    yield from _contradictions([ruling for ruling in believed if ruling not in of_boards], of_boards, hearing)
    for alike in _about_the_same(ruling for ruling in of_boards if ruling.question and ruling.says):
        yield from _impossible_together(alike, hearing)


@dataclass
class Hearing:
    """The rules, the board that rulings are about, and what of the questions put is not modelled."""

    book: Rulebook
    board: Board | None
    pool: Pool
    most: int
    over: Path | None
    not_modelled: list[dict[str, Any]] = field(default_factory=list)

    def board_of(self, ruling: Ruling) -> Board | None:
        return load(ruling.board, self.pool) if ruling.board else self.board

    def put(self, ruling: Ruling, question: str | None = None, **more: Any) -> Answer:
        """Ask the question of a ruling, about its board."""
        answer = ask(self.board_of(ruling), question or ruling.question, rulebook=self.book, **ruling.arguments | more)
        self.not_modelled += (missing for missing in answer.not_modelled if missing not in self.not_modelled)
        return answer

    def topic(self, ruling: Ruling) -> tuple[Any, ...]:
        """What a ruling is about, in one form."""
        board = ruling.board and ruling.board.plain()
        return ruling.question, ruling.question and topic(ruling.question, ruling.arguments, self.cards), board

    def claims(self, ruling: Ruling) -> list[Claim]:
        """What it claims of all answers to that."""
        if ruling.question is None:
            return [Claim("always", [{(fold(ruling.says),): not ruling.negated}])]
        return claims(ruling.question, ruling.arguments, ruling.answer, self.cards) if ruling.answer is not None else []

    @cached_property
    def cards(self) -> Cards:
        return Cards(self.pool)


def _about_the_same(believed: Iterable[Ruling]) -> list[list[Ruling]]:
    """Rulings in groups, each about one question."""
    groups: list[list[Ruling]] = []
    for ruling in believed:
        group = next((group for group in groups if _same(group[0], ruling)), None)
        group.append(ruling) if group else groups.append([ruling])
    return groups


def _same(one: Ruling, other: Ruling) -> bool:
    boards = [ruling.board and ruling.board.plain() for ruling in (one, other)]
    return (one.question, one.arguments) == (other.question, other.arguments) and boards[0] == boards[1]


def _of(believed: Iterable[Ruling]) -> list[dict[str, Any]]:
    return [{"file": ruling.node.file, "line": ruling.node.line, "says": str(ruling)} for ruling in believed]


def _finding(rule: str, text: str, *statements: Iterable[dict[str, Any]]) -> dict[str, Any]:
    return {"rule": rule, "says": text, "statements": [one for some in statements for one in some]}


def _rules(book: Rulebook, rules: Iterable[Rule]) -> list[dict[str, Any]]:
    """Rules as statements: their headings."""
    by_heading = {(rule.number, rule.label): rule for rule in rules if rule.number != "-"}
    return [{"file": str(book.directory / rule.file), "line": rule.line, "says": f"{rule.number}  {rule.label}", "rule": rule.number}
            for rule in by_heading.values()]


# ---- against each other ---------------------------------------------------------------------------------------------------

def _contradictions(doubtful: Sequence[Ruling], right: Sequence[Ruling], hearing: Hearing) -> Iterator[dict[str, Any]]:
    """Minimal sets of rulings of which not all can be right, whatever the board; those that are `right` on theirs can."""
    believed = [*doubtful, *right]
    topics, claimed = list(map(hearing.topic, believed)), list(map(hearing.claims, believed))

    def clash(some: Sequence[int]) -> bool:
        return any(number < len(doubtful) for number in some) and contradictory(claim for number in some for claim in claimed[number])

    waiting = [number for number in range(len(believed)) if not contradictory(claimed[number])]
    while waiting:
        alike = [number for number in waiting if topics[number] == topics[waiting[0]]]
        waiting = [number for number in waiting if number not in alike]
        pairs = [pair for pair in combinations(alike, 2) if clash(pair)]
        for found in pairs or ([_minimal(alike, clash)] if clash(alike) else []):
            yield _finding("-", "These contradict each other.", sorted(_of(map(believed.__getitem__, found)), key=lambda one: one["line"] or 0))


def _minimal(some: list[Part], clash: Callable[[list[Part]], bool]) -> list[Part]:
    """Those that still clash, where with one less they would not."""
    for one in list(some):
        rest = [other for other in some if other is not one]
        some = rest if clash(rest) else some
    return some


def _impossible_together(alike: list[Ruling], hearing: Hearing) -> Iterator[dict[str, Any]]:
    """A minimal set of rulings each of which is as a result may be, but not all of them as the same one."""
    if len(alike) > 1 and not _possible(alike, hearing):
        alike = _minimal(alike, lambda some: not _possible(some, hearing))
        text = f"Each of these may be so, but no result of {alike[0].asked} is as all of them say."
        yield _finding(_number(hearing.put(alike[0]).why()), text, _of(alike))


def _possible(believed: Sequence[Ruling], hearing: Hearing) -> bool:
    """Whether some result is as all of these say."""
    where = " and ".join(f"({condition})" for condition in (believed[0].arguments.get("where"), *(ruling.says for ruling in believed)) if condition)
    return next(hearing.put(believed[0], where=where).results(), None) is not None


# ---- against the rules ----------------------------------------------------------------------------------------------------

def _against_the_rules(ruling: Ruling, hearing: Hearing) -> dict[str, Any] | None:
    if ruling.question is None:
        return _of_an_atom(ruling, hearing)
    if ruling.says is not None:
        if _possible([ruling], hearing):
            return None
        return _finding(_number(hearing.put(ruling).why()), f"No result of {ruling.asked} is as {ruling.says} says.", _of([ruling]))
    if ruling.refused is not None:
        return _of_a_refusal(ruling, hearing)
    answer = hearing.put(ruling)
    said = with_ids(ruling.question, ruling.answer, answer.asked.board.names)
    got = CASES[ruling.question].got(answer, said)
    if got != said:
        return _of_an_answer(replace(ruling, answer=said), got, answer)
    faults = [f"{ruling.asked}: {fault}." for fault in beside(answer, **ruling.beside)]
    return _finding("-", " ".join(faults), _of([ruling])) if faults else None


def _of_a_refusal(ruling: Ruling, hearing: Hearing) -> dict[str, Any] | None:
    try:
        answer = hearing.put(ruling)
    except BoardError as error:
        return None if refused(error, ruling.refused) else _finding("-", f"What {ruling.asked} is refused for is: {error}.", _of([ruling]))
    return _finding("-", f"The answer to {ruling.asked} is {shown(answer.value)}, no refusal.", _of([ruling]))


def _about_no_board(ruling: Ruling, hearing: Hearing) -> dict[str, Any] | None:
    """What is wrong with a ruling about no board: that it can't be, or a smallest board on which it is wrong."""
    if ruling.question is None:
        return _against_every_board(ruling, hearing)
    if contradictory(hearing.claims(ruling)) or ruling.says and not could_hold(ruling.says, TOLD_BY.get(ruling.question, ruling.question), hearing.book):
        return _finding("-", "This contradicts itself.", _of([ruling]))
    if ruling.question in OF_CARDS and ruling.answer is not None and "copy_of" not in ruling.arguments and hearing.cards.knows(ruling.arguments["of"]):
        players = [ruling.arguments[name] for name in ("by", "cast_by") if name in ruling.arguments]
        return _against_the_rules(replace(ruling, board=grow({"players": dict.fromkeys(players or ["Alice"])})), hearing)
    return None


def _against_every_board(ruling: Ruling, hearing: Hearing) -> dict[str, Any] | None:
    """Of an atom about no board: a smallest board on which it is wrong."""
    from kb.checking.rules import templates
    from kb.every_board import smallest_board_against

    book = hearing.book
    cards = [*templates(hearing.pool, book, hearing.over), *filter(None, map(hearing.pool.find, book.cards))]
    board = smallest_board_against(ruling, _question_of(ruling, book), book, cards, hearing.most)
    if board is None:
        return None
    wrong = _of_an_atom(replace(ruling, board=grow(board)), hearing)
    return (wrong or _finding("-", "It is not so on this board.", _of([ruling]))) | {"board": written(board)}


def _of_an_answer(ruling: Ruling, got: Any, answer: Answer) -> dict[str, Any]:
    """The rules give another answer: from which of the board's statements, and by which rules."""
    asked, case = answer.asked, CASES[ruling.question]
    said, why = Said(asked.board, asked.facts, asked.rulebook), answer.why()
    against = _against(why, got, ruling, asked.names)
    goals = set() if isinstance(got, str) and not answer.negative else {step.atom for step in against}  # for a plain yes, any way will do

    def of(statements: Set) -> Answer:
        fewer = replace(asked, facts=said.made_by(statements))
        return fewer.answer(QUESTIONS[ruling.question].read(fewer))

    def follow(questions: Sequence[tuple[str, Set]]) -> Iterator[bool]:
        for _, statements in questions:
            try:
                fewer = of(statements)
                yield case.got(fewer, ruling.answer) != ruling.answer and (not goals or goals <= {step.atom for step in _roots(fewer.why())})
            except BoardError:  # what is asked about is not there
                yield False

    statements = minimal_sets(said, {ruling.question: [given(said, why, against), _about(said, why, against)]}, follow)[ruling.question]
    fewer = of(statements)
    why = fewer.why()
    against, folded = [step for step in _roots(why) if not goals or step.atom in goals], why.folded()
    if type(asked) is Asked and len(fewer.asked.solutions) == 1:
        rules = _needed(asked.rulebook, {step.rule for step in beneath(why, against) if step.rule}, _facts(fewer.asked),
                        {step.atom for step in against})
    else:
        rules = [step.rule for step in beneath(folded, (step for step in _roots(folded) if not goals or step.atom in goals)) if step.rule]
    text = f"The answer to {ruling.asked} is {shown(got)}, not {shown(ruling.answer)}."
    return _finding(number(why, against or _roots(why)), text, _of([ruling]), told(said, statements), _rules(asked.rulebook, rules))


def _of_an_atom(ruling: Ruling, hearing: Hearing) -> dict[str, Any] | None:
    asked, book = _where_told(ruling, hearing), hearing.book
    atoms = AnswerSet(asked.solution.atoms)
    goal = asked.meant(parse_goal(ruling.says, book, atoms.atoms))
    holds = atoms.like(goal)
    if bool(holds) != ruling.negated:
        return None
    if holds:
        return _derived(ruling, holds[0], asked)
    why = why_not(book, asked.question, atoms.atoms, goal)
    denials = [step.atom for step in _roots(why) if step.holds]
    if denials:
        return _derived(ruling, denials[0], asked)
    return _finding(_number(why), f"Nothing makes it so: {says(book, goal)}", _of([ruling]))


def _where_told(ruling: Ruling, hearing: Hearing) -> Asked:
    """The question that tells of the atom."""
    return hearing.put(ruling, _question_of(ruling, hearing.book)).asked


def _question_of(ruling: Ruling, book: Rulebook) -> str:
    meant = signature(ruling.says)
    heads = {question: {head for rule in book.rules_for(question) for head in rule.heads} for question in OF_ATOMS}
    for question, derived in heads.items():
        if meant in derived:
            return question
    known = sorted({f"{name}({', '.join(book.sentences[name, size].holes)})" for derived in heads.values() for name, size in derived})
    raise ruling.node.error("is no atom that the rules derive of a board", FORM, nearest(ruling.says, known))


def _derived(ruling: Ruling, atom: Symbol, asked: Asked) -> dict[str, Any]:
    """The rules conclude otherwise: from which of the board's statements, and by which of them."""
    book, question = asked.rulebook, asked.question
    said = Said(asked.board, _facts(asked), book)
    shows = _parsed(f"#show {atom} : {atom}.")
    program = book.statements_for(question) + shows
    why = asked.why([atom])
    statements = minimal_sets(said, {atom: [given(said, why, _roots(why))]}, shown_by(program, said))[atom]
    facts = said.made_by(statements)
    why = explain(book, question, solve(program, facts, limit=1)[0].atoms, [atom])
    rules = _needed(book, _beneath(why), facts, [atom])
    return _finding(_number(why), says(book, atom), _of([ruling]), told(said, statements), _rules(book, rules))


def _facts(asked: Asked) -> list[Symbol]:
    return [*asked.facts, *asked.inputs, fact("surveyed")]


def _beneath(why: Why) -> set[Rule]:
    """The rules of what holds; those of what does not are only told with it."""
    return {step.rule for step in why.steps.values() if step.rule}


def _needed(book: Rulebook, rules: Iterable[Rule], facts: list[Symbol], goals: Iterable[Symbol]) -> list[Rule]:
    """Of the rules of one derivation, those without which there is no other."""
    rules = sorted(rules, key=lambda rule: (rule.file, rule.position))
    used = {signature: rule for rule in rules for signature in rule.uses if signature in book.sentences}
    given_only = Program(declaration(rule, signature) for signature, rule in used.items())
    needed = rules
    for rule in rules:
        fewer = [other for other in needed if other is not rule]
        program = given_only + Program(map(book.node, fewer), fewer)
        if any(set(goals) <= set(solution.atoms) for solution in solve(program, facts, limit=1)):
            needed = fewer
    return needed


def _parsed(text: str) -> list[AST]:
    found: list[AST] = []
    parse_string(text, found.append)
    return found[1:]  # without the #program that clingo puts first


def _roots(why: Why) -> list[Step]:
    return [why.steps[id] for id in why.root]


def _against(why: Why, got: Any, ruling: Ruling, objects: Iterable[str]) -> list[Step]:
    """The steps at the root that speak against a ruling: of what it says and is not so, or of what is so and it does not say; where nothing
    makes it so, none; else of what it is about; else all. Of an answer in parts, those about the parts that differ (a step `type(...)` of the
    part `types`, or a step about an object that has a part to itself).
    """
    roots, answer = _roots(why), ruling.answer
    speaks_of = {step.atom: {*map(_folded, step.atom.arguments), *step.cites} for step in roots}
    if isinstance(answer, Mapping) and isinstance(got, Mapping):
        parts = [part for part in answer if got.get(part) != answer[part]]
        answer, got = ({part: whole[part] for part in parts if part in whole} for whole in (answer, got))
        roots = [step for step in roots if any(part.startswith(step.atom.name) or fold(part) in speaks_of[step.atom] for part in parts)] or roots
    known = {*map(fold, objects)}.union(*speaks_of.values())
    said, so, asked = (_names(value, known) for value in (answer, got, ruling.arguments))
    for names in (said - so, so - said, *(() if said > so else (said, asked))):
        if about := [step for step in roots if names & speaks_of[step.atom]]:
            return about
    return [] if said > so else roots


def _about(said: Said, why: Why, roots: Iterable[Step]) -> Set:
    """The board's statements about itself, about players, and about the objects of which these steps and those beneath them speak."""
    spoken_of = {"", *said.board.players, *(name for step in beneath(why, roots) for name in _strings(step.atom))}
    return frozenset(statement for statement in said.facts if statement.about in spoken_of)


def _strings(symbol: Symbol) -> Iterator[str]:
    if symbol.type is SymbolType.String:
        yield symbol.string
    elif symbol.type is SymbolType.Function:
        yield from chain.from_iterable(map(_strings, symbol.arguments))


def _names(value: Any, known: Collection[str]) -> set[str]:
    """Whom and what a value names: all text that it lists, and other text that is known as a name."""
    if isinstance(value, str):
        return {fold(value)} & {*known}
    if isinstance(value, Mapping):
        return {name for part in chain.from_iterable(value.items()) for name in _names(part, known)}
    return {name for part in value for name in ({fold(part)} if isinstance(part, str) else _names(part, known))} if isinstance(value, Collection) else set()


def _folded(argument: Symbol) -> str:
    return fold(argument.string if argument.type is SymbolType.String else str(argument))


def _number(why: Why) -> str:
    return number(why, _roots(why))
