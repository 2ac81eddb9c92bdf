"""`check`: what of a board can't be, each with a minimal set of the board's statements that clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from clingo import Symbol

from kb.board import Board
from kb.clashes import minimal_sets, shown_by
from kb.questions.answer import UNTOLD, Asked, Value, say, sentence
from kb.solving import Solution
from kb.said import Said, Statement
from kb.why import Step, Why


def facts(board: Board):
    return [], []


def goals(solution: Solution) -> list[Symbol]:
    """The findings."""
    return solution.goals((*UNTOLD, "mend", "loyalty_assumed", "defense_assumed"))


def read(asked: Asked) -> Value:
    found = goals(asked.solution)
    if not found:
        return Value([])
    why, said = asked.why(found), Said(asked.board, asked.facts, asked.rulebook)
    roots = {why.steps[id].atom: why.steps[id] for id in why.root}
    supposed = {atom: _given(said, why, roots[atom]) for atom in found}
    sets = minimal_sets(said, supposed, shown_by(asked.rulebook.statements_for("check"), said))
    ways = {finding: say(way) for finding, way in (atom.arguments for atom in asked.shown("mend"))}
    findings = [_finding(said, why, roots[atom], sets[atom]) | {"mend": f"{sentence(ways[atom])}."} for atom in found]
    return Value(sorted(findings, key=_first_line), negative=True)


def _finding(said: Said, why: Why, root: Step, clash: Iterable[Statement]) -> dict[str, Any]:
    told = [{"file": said.board.file, "line": said.line(one), "says": said.says(one)} for one in clash]
    return {"rule": _number(why, root), "says": root.says, "statements": sorted(told, key=lambda one: (one["line"] or 0, one["says"]))}


def _first_line(finding: dict[str, Any]) -> int:
    return min((one["line"] or 0 for one in finding["statements"]), default=0)


def _number(why: Why, root: Step) -> str:
    """The number of the rule that says it: of a helper, that of what it rests on."""
    return next(step.rule.number for step in _beneath(why, root) if step.rule and step.rule.number != "-")


def _given(said: Said, why: Why, root: Step) -> set[Statement]:
    """The board's statements that it rests on."""
    return {statement for step in _beneath(why, root) if (statement := said.of(step.atom))}


def _beneath(why: Why, root: Step) -> Iterator[Step]:
    """A step and what it rests on, breadth first."""
    waiting, seen = [root], {root.atom}
    for step in waiting:
        yield step
        new = [why.steps[id] for id in step.premises if why.steps[id].atom not in seen]
        seen |= {other.atom for other in new}
        waiting += new
