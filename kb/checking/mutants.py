"""`check --mutants`: every rule spoiled in turn; the rulings must notice."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from time import monotonic

from kb.cards import pool
from kb.checking.checks import checks_of
from kb.checking.firing import Trial, trials
from kb.checking.mutations import Mutation, mutations
from kb.checking.rules import templates
from kb.checking.search import search
from kb.rulebook import Rulebook, Statement
from kb.rulings import Case, run
from kb.solving import ProgramError

PATIENCE = 120  # seconds for one mutant: much more than its rulings take
NOTICED, BROKEN, SURVIVED, UNSAFE, ENDLESS = "noticed", "broken", "survived", "unsafe", "endless"


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: `noticed` by a ruling (or by clingo, `by` says), where no ruling did, `broken` by a property of rules/checks on
    a board of one permanent; `survived`, `unsafe` (no program at all), or `endless`."""

    mutation: Mutation
    fate: str
    by: str


def fates(book: Rulebook, cases: Sequence[Case], processes: int, sample: int | None = None, seed: int = 0, only: str = "",
          progress: Callable[[int, int], None] | None = None) -> Iterator[Fate]:
    """The fates of the mutants of all rules in files whose name holds `only`; of a `sample` of them, drawn with `seed`."""
    run_once = [trial for trial in trials(book, cases, processes) if not trial.faults]
    where = {rule: place for place, rule in enumerate(book.rules)}
    spoiled = [mutation for rule in book.rules if not rule.file.startswith("checks/") and only in rule.file for mutation in mutations(book, rule)]
    if sample is not None:
        spoiled = random.Random(seed).sample(spoiled, min(sample, len(spoiled)))
    reaching = _questions_reaching(book)
    jobs = [(mutation, _most_relevant(run_once, where[mutation.rule], reaching[where[mutation.rule]])) for mutation in spoiled]
    for done, (mutation, (fate, by)) in enumerate(_in_processes(book, jobs, processes), 1):
        if progress:
            progress(done, len(jobs))
        yield Fate(mutation, fate, by)


def _questions_reaching(book: Rulebook) -> dict[int, set[str]]:
    where = {rule: place for place, rule in enumerate(book.rules)}
    table: dict[int, set[str]] = defaultdict(set)
    for question in book.questions:
        for rule in book.rules_for(question):
            table[where[rule]].add(question)
    return table


def _most_relevant(run_once: Sequence[Trial], place: int, questions: set[str]) -> list[Case]:
    """First the rulings in which the rule applies, those in which few others do first; then the others whose program has it."""
    applies = sorted((trial for trial in run_once if place in trial.fired), key=lambda trial: len(trial.fired))
    others = (trial for trial in run_once if place not in trial.fired and trial.case.ask in questions)
    return [trial.case for trial in (*applies, *others)]


def _in_processes(book: Rulebook, jobs: Sequence[tuple[Mutation, list[Case]]], processes: int) -> Iterator[tuple[Mutation, tuple[str, str]]]:
    """Each job in a process of its own, which a mutant that does not end cannot keep from being ended."""
    context = get_context("fork")
    waiting, running = list(reversed(jobs)), {}
    while waiting or running:
        while waiting and len(running) < processes:
            mutation, cases = waiting.pop()
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_try, args=(book, mutation, cases, there))
            process.start()
            there.close()
            running[here] = process, mutation, monotonic()
        for here in wait(list(running), timeout=1):
            process, mutation, _ = running.pop(here)
            try:
                yield mutation, here.recv()
            except EOFError:
                yield mutation, (ENDLESS, "the solver gave up")
            process.join()
        for here, (process, mutation, started) in list(running.items()):
            if monotonic() - started > PATIENCE:
                process.kill()
                del running[here]
                yield mutation, (ENDLESS, f"after {PATIENCE} seconds")


def _try(book: Rulebook, mutation: Mutation, cases: Sequence[Case], answer: Connection) -> None:
    spoiled = book.with_statement(mutation.rule, mutation.node)
    for case in cases:
        try:
            faults = run(case, spoiled)
        except ProgramError as error:
            answer.send((UNSAFE, "") if "unsafe" in str(error) else (NOTICED, "clingo"))
            return
        except Exception as error:
            faults = [f"{type(error).__name__}: {error}"]
        if faults:
            answer.send((NOTICED, case.name))
            return
    says = _broken(book, spoiled, mutation.rule)
    answer.send((BROKEN, says) if says else (SURVIVED, f"{len(cases)} rulings"))


def _broken(whole: Rulebook, spoiled: Rulebook, rule: Statement) -> str:
    """A property that a board of one permanent breaks; of checks that have to settle nothing first and reach the rule."""
    for check in checks_of(spoiled):
        beginnings = check.beginnings(templates(pool()), 1)
        reached = {(one.file, one.line) for one in whole.rules_for(check.question)}
        if len(beginnings) == 1 and (rule.file, rule.line) in reached:
            try:
                for found in search(check, beginnings[0]):
                    if found.atoms or found.says:
                        return found.property.says
            except ProgramError:
                return check.name
    return ""
