"""What `check --rules`, `--mutants` and `--edition`, and `rules`, print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kb.checking.covered import Covered
from kb.checking.editions import Change
from kb.checking.mutants import APART, BROKEN, NOTICED, SURVIVED, Fate
from kb.checking.rules import Outcome
from kb.checking.witnesses import board_of, written
from kb.explanation import explain
from kb.rendering import as_json, environment
from kb.rulebook import Rulebook
from kb.telling import tell


def counterexample(outcome: Outcome, book: Rulebook, width: int, color: bool) -> str:
    """A broken property: the board, as a board file, and why it is broken there."""
    one, finding = outcome.property, outcome.finding
    head = f"{one.number} {one.says}: not so ({one.check}.lp:{one.line})\n"
    if finding.atoms is None:
        return f"{head}  {finding.says}\n\n"
    asked = [atom for atom in finding.atoms if (atom.name, len(atom.arguments)) in book.defined and atom.name in ASKED]
    goals = [atom for atom in finding.atoms if atom.name == "violated" and atom.arguments[0].string == one.says][:1]
    why = explain(book, one.check, finding.atoms, goals)
    reasons = environment("text", width, color).get_template("why.txt.j2").render(told=tell(why))
    about = "".join(f"# {atom}\n" for atom in sorted(asked))
    return f"{head}\n{written(board_of(finding.atoms))}{about}{reasons}\n"


ASKED = ("asked_about", "asked_ability", "acting_player", "asked_counters", "deal", "begins", "asks")


def table(outcomes: Iterable[Outcome]) -> str:
    """A line for each property, under its check."""
    lines, check = [], ""
    outcomes = sorted(outcomes, key=lambda outcome: (outcome.property.check, outcome.property.line))
    for outcome in outcomes:
        one = outcome.property
        if one.check != check:
            check = one.check
            lines.append(check.removeprefix("checks/"))
        result = "broken" if outcome.finding else "holds"
        lines.append(f"  {result:6} {outcome.seconds:7.2f} s  {one.number:>8}  {one.says}")
    broken = sum(outcome.finding is not None for outcome in outcomes)
    lines.append(f"{len(outcomes) - broken} hold, {broken} broken")
    return "\n".join(lines) + "\n"


def edition(changes: Iterable[Change], book: Rulebook, form: str) -> str:
    """A line for each heading's rule that changed or moved; as JSON, an answer like those of boards."""
    changes = list(changes)
    if form == "json":
        found = [{"rule": one.rule.number, "says": one.says,
                  "statements": [{"file": one.rule.file, "line": one.rule.line, "says": f"{one.rule.number}  {one.rule.label}"}]} for one in changes]
        return as_json({"question": "check", "edition": book.edition, "exact": True, "not_modelled": [], "notes": [], "answer": found})
    lines = [f"{one.rule.number:>9}  {one.rule.label}: {one.says} ({one.rule.file}:{one.rule.line})" for one in changes]
    return "\n".join([*lines, f"{len(changes)} of the rules that headings cite changed or moved"]) + "\n"


def mutant(one: Fate) -> str:
    """A line for a mutant that no ruling noticed."""
    return f"{one.fate:10} {one.mutation.rule.file}:{one.mutation.rule.line}: {one.mutation.says}{f' ({one.by})' if one.by else ''}\n"


def mutants(found: Iterable[Fate]) -> str:
    """The rate; before it, those that do not count."""
    found = sorted(found, key=lambda one: (one.fate, one.mutation.rule.file, one.mutation.rule.line))
    count = Counter(one.fate for one in found)
    apart = [one for one in found if one.fate in APART]
    judged = count[NOTICED] + count[SURVIVED] + count[BROKEN]
    rate = f"{100 * count[NOTICED] / judged:.1f} %" if judged else "none"
    return "".join(map(mutant, apart)) + (
        f"{count[NOTICED]} of {judged} noticed by rulings ({rate}), {count[BROKEN]} more by properties; "
        f"not counted: {', '.join(f'{count[fate]} {fate}' for fate in APART)}\n")


def coverage(files: Iterable[Covered]) -> str:
    """A line for each file; then the rules that apply in no ruling."""
    files = list(files)
    lines = [f"{len(one.rules) - len(one.idle):5} of {len(one.rules):5}  {one.file}" for one in files]
    rules, idle = sum(len(one.rules) for one in files), [rule for one in files for rule in one.idle]
    lines.append(f"{rules - len(idle):5} of {rules:5}  rules apply in some ruling" + ("; not so:" if idle else ""))
    lines += [f"  {rule.file}:{rule.line}  {rule.number}  {rule.label}" for rule in idle]
    return "\n".join(lines) + "\n"
