"""`check`: what of a board can't be, each with a minimal set of the board's statements that clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from clingo import Symbol

from kb.board import Board
from kb.clashes import minimal_sets, shown_by, without_amounts
from kb.questions.answer import UNTOLD, Asked, Value, say, sentence
from kb.said import Said, Statement
from kb.solving import Solution
from kb.why import Step, Why

TOGETHER = 64  # sets of statements that are looked at in one program


def facts(board: Board):
    return [], []


def goals(solution: Solution) -> list[Symbol]:
    """The findings, and what is found to be right."""
    return solution.goals((*UNTOLD, "mend"))


def read(asked: Asked) -> Value:
    ways = {finding: say(way) for finding, way in (atom.arguments for atom in asked.shown("mend"))}
    found = sorted(ways)
    if not found:
        return Value([])
    why, said = asked.why(found), Said(asked.board, asked.facts, asked.rulebook)
    roots = {why.steps[id].atom: why.steps[id] for id in why.root}
    supposed = {atom: [given(said, why, [roots[atom]])] for atom in found}
    sets = minimal_sets(said, supposed, shown_by(asked.rulebook.statements_for("check"), said, without_amounts, TOGETHER))
    findings = [{"rule": number(why, [roots[atom]]), "says": roots[atom].says, "statements": told(said, sets[atom]),
                 "mend": f"{sentence(ways[atom])}."} for atom in found]
    return Value(sorted(findings, key=_first_line), negative=True)


def _first_line(finding: dict[str, Any]) -> int:
    return min((one["line"] or 0 for one in finding["statements"]), default=0)


def told(said: Said, statements: Iterable[Statement]) -> list[dict[str, Any]]:
    """Statements as a finding lists them, in the order of the file."""
    return [{"file": said.board.file, "line": said.line(one), "says": said.says(one)}
            for one in sorted(statements, key=lambda one: (said.line(one) or 0, one))]


def number(why: Why, roots: Iterable[Step]) -> str:
    """The number of the rule that says it: of a helper, that of what it rests on."""
    return next((cited for step in beneath(why, roots) for cited in step.cites), "-")


def given(said: Said, why: Why, roots: Iterable[Step]) -> set[Statement]:
    """The board's statements that these steps rest on."""
    return {statement for step in beneath(why, roots) if (statement := said.of(step.atom))}


def beneath(why: Why, roots: Iterable[Step]) -> Iterator[Step]:
    """Steps and what they rest on, breadth first."""
    waiting = list(roots)
    seen = {step.atom for step in waiting}
    for step in waiting:
        yield step
        new = [why.steps[id] for id in step.premises if why.steps[id].atom not in seen]
        seen |= {other.atom for other in new}
        waiting += new
