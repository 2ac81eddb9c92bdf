"""`check --mutants`: every rule spoiled in turn; the rulings must notice.

Ruling by ruling: what it asks of the solver is put once, then again for each spoiled rule that says anything else there (kb.checking.alterations)
and only as far as that reaches (kb.checking.calls). Where what is shown is otherwise, the ruling is run as ever.
"""

from __future__ import annotations

import gc
import os
import random
import signal
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass, replace
from enum import Enum
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import process_time

from kb.board import BoardError
from kb.cards import pool
from kb.case_questions import covers
from kb.checking.alterations import altering, signs
from kb.checking.calls import Call, recorded
from kb.checking.checks import checks_of
from kb.checking.equivalents import Equivalents, key
from kb.checking.mutations import Mutation, mutations
from kb.checking.rules import templates
from kb.checking.search import search
from kb.own_rules import unreadable
from kb.questions import QUESTIONS
from kb.rulebook import Rulebook, Statement
from kb.rulings import Case, run
from kb.solving import ProgramError

PATIENCE = 2  # seconds of computing for one mutant in one ruling, which take some hundredths; more where the ruling itself takes long
PATIENCE_WITH_SIGNS = 0.01  # more for each mutant that is looked for at once
PATIENCE_WITH_PROPERTIES = 60
NOTICED, BROKEN, SURVIVED = "noticed", "broken", "survived"
APART = UNSAFE, ENDLESS, EQUIVALENT = "unsafe", "endless", "equivalent"  # no ruling can judge these


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: `noticed` by the ruling `by`, or where no ruling did, `broken` by a property of rules/checks on a board of one
    permanent; `survived`; and apart from these `unsafe` (no program at all), `endless`, or `equivalent` (because of `by`)."""

    mutation: Mutation
    fate: str
    by: str


def fates(book: Rulebook, cases: Sequence[Case], processes: int, sample: int | None = None, seed: int = 0, only: str = "",
          same: Equivalents | None = None, properties: bool = True, progress: Callable[[int, int], None] | None = None) -> Iterator[Fate]:
    """The fates of the mutants of all rules in files whose name holds `only`, as they are found; of a `sample` of those
    that are safe, drawn with `seed`.

    `same` are those that are known to say the same; with `properties`, what no ruling notices is held against these; `progress` is told how
    many rulings are done, of how many; then, how many of the mutants that no ruling noticed.
    """
    rules = [rule for rule in [*book.rules, *book.constraints] if not rule.file.startswith("checks/") and only in rule.file]
    spoiled = [one for rule in rules for one in mutations(book, rule)]
    unsafe, safe = [], []
    for one in spoiled:
        (safe if _is_safe(one) else unsafe).append(one)
    if sample is not None:
        unsafe, safe = [], random.Random(seed).sample(safe, min(sample, len(safe)))
    yield from (Fate(one, UNSAFE, "") for one in unsafe)
    because = {number: same[key(one)] for number, one in enumerate(safe) if same and key(one) in same}
    yield from _Trials(book, cases, safe, because, properties).fates(processes, progress)


def _is_safe(mutation: Mutation) -> bool:
    return mutation.node is None or not unreadable(mutation.node)


class _Trials:
    """Rulings against spoiled rules, each called by its number."""

    def __init__(self, book: Rulebook, cases: Sequence[Case], mutants: Sequence[Mutation], same: Mapping[int, str], properties: bool):
        self.book, self.cases, self.mutants, self.same, self.properties = book, cases, mutants, same, properties
        self.signs = [signs(book, number, one) for number, one in enumerate(mutants)]
        self.altered: dict[int, list[int]] = defaultdict(list)  # by mutant, the rulings that do not notice but say that they rest on its rule
        self.of_rule: dict[int, list[int]] = defaultdict(list)
        for number, one in enumerate(mutants):
            self.of_rule[id(book.node(one.rule))].append(number)

    def fates(self, processes: int, progress: Callable[[int, int], None] | None) -> Iterator[Fate]:
        """Of all, as they are found; the properties are asked last."""
        for question in self.book.questions:  # what all processes need is made once
            self.book.statements_for(question).over(())
            self.book.rules_for(question)
        for case in self.cases:
            with suppress(BoardError):
                case.loaded.facts
            QUESTIONS[case.ask]
        mixed = random.Random(0).sample(range(len(self.cases)), len(self.cases))  # most is noticed early if they differ
        files = {Path(mutant.rule.file).stem for mutant in self.mutants}
        likeliest_first = sorted(mixed, key=lambda number: Path(self.cases[number].board.file or "").parent.name not in files)
        pending = set(range(len(self.mutants)))
        yield from self._in_processes([_Job(Kind.RULING, number) for number in likeliest_first], pending, processes, progress)
        yield from (Fate(self.mutants[number], EQUIVALENT, because) for number, because in self.same.items() if number in pending)
        pending.difference_update(self.same)
        judged = [_Job(Kind.MUTANT, number, rulings=tuple(self.altered[number])) for number in pending]
        yield from self._in_processes(judged, pending, processes, progress)

    def _in_processes(self, waiting: list[_Job], pending: set[int], processes: int, progress: Callable[[int, int], None] | None) -> Iterator[Fate]:
        of, workers = len(waiting), [_Worker(self) for _ in range(min(processes, len(waiting)))]
        waiting.reverse()
        try:
            yield from self._with(workers, waiting, pending, (lambda left: progress(of - left, of)) if progress else None)
        finally:
            for worker in workers:
                worker.end()

    def _with(self, workers: list[_Worker], waiting: list[_Job], pending: set[int], progress: Callable[[int], None] | None) -> Iterator[Fate]:
        while waiting or any(worker.job for worker in workers):
            for worker in workers:
                if waiting and not worker.job:
                    worker.start(waiting.pop(), pending)
            busy = {worker.connection: worker for worker in workers if worker.job}
            for worker in map(busy.get, wait(list(busy))):
                match worker.hear():
                    case None:
                        workers[workers.index(worker)] = _Worker(self)
                        if worker.trying is None:
                            waiting.append(replace(worker.job, kind=Kind.RULING_WITH_CARE))
                        else:
                            if worker.trying in pending:
                                pending.discard(worker.trying)
                                yield Fate(self.mutants[worker.trying], ENDLESS, worker.job.kind.value)
                            waiting += [worker.job] * (worker.job.kind is not Kind.MUTANT)
                    case "done":
                        worker.job = None
                    case number, "altered", ruling:
                        self.altered[number].append(ruling)
                    case number, fate, by if number in pending:
                        pending.discard(number)
                        yield Fate(self.mutants[number], fate, by)
            if progress:
                progress(len(waiting) + sum(worker.job is not None for worker in workers))

    # ---- in a process of its own --------------------------------------------------------------------------------------

    def work(self, connection: Connection) -> None:
        """Job after job: says what it tries (`trying`), what it found (number, fate, by), and that it is `done`."""
        os.setsid()  # an interrupt reaches only the process that started this one, which ends it
        gc.freeze()  # all that was there before
        while connection in wait([connection, parent_process().sentinel]):
            job = connection.recv()
            (self._judge if job.kind is Kind.MUTANT else self._try)(job, connection.send)
            connection.send("done")

    def _try(self, job: _Job, send: Callable[[object], None]) -> None:
        case, found, started = self.cases[job.number], defaultdict(list), process_time()
        with recorded() as calls:
            if run(case, copy(self.book), reasons=False):  # a copy: nothing is remembered from another ruling
                return
        patience = PATIENCE + 3 * (process_time() - started)
        for call in calls:
            programs = {number: self.signs[number] for rule, numbers in self.of_rule.items() if rule in call.dependencies.place
                        for number in numbers if number in job.pending}
            for some in [{number: one} for number, one in programs.items()] if job.kind is Kind.RULING_WITH_CARE else [programs]:
                send(("trying", None if some is programs else next(iter(some))))
                with _patience(patience + PATIENCE_WITH_SIGNS * len(some)):
                    for number in altering(call, some):
                        found[number].append(call)
        for number, altered in found.items():
            send(("trying", number))
            with _patience(patience):
                if self._notices(case, self.mutants[number], altered):
                    send((number, NOTICED, case.name))
                elif any(covers(cited, self.mutants[number].rule.number) for cited in case.cites):
                    send((number, "altered", job.number))

    def _notices(self, case: Case, mutant: Mutation, altered: Sequence[Call]) -> bool:
        node = self.book.node(mutant.rule)
        try:
            if not any(call.changed(node, mutant.node) for call in altered):
                return False
            return bool(run(case, self.book.with_statement(mutant.rule, mutant.node), reasons=False))
        except Exception:  # an error is noticed
            return True

    def _judge(self, job: _Job, send: Callable[[object], None]) -> None:
        mutant = self.mutants[job.number]
        spoiled = self.book.with_statement(mutant.rule, mutant.node)
        send(("trying", job.number))
        with _patience(PATIENCE_WITH_PROPERTIES):
            for case in job.rulings if not mutant.weaker else ():
                if run(self.cases[case], spoiled):
                    return send((job.number, NOTICED, self.cases[case].name))
            says = self.properties and _broken(self.book, spoiled, mutant.rule)
        send((job.number, BROKEN, says) if says else (job.number, SURVIVED, f"{len(self.cases)} rulings"))


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """The process ends if it computes for longer."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)


class Kind(Enum):
    RULING = "a ruling"
    RULING_WITH_CARE = "this ruling"  # one mutant at a time
    MUTANT = "the properties"


@dataclass(frozen=True)
class _Job:
    """A ruling to be held against the mutants that are not noticed yet; or a mutant against the properties."""

    kind: Kind
    number: int
    pending: frozenset[int] = frozenset()
    rulings: tuple[int, ...] = ()  # whose reasons may lack the rule


class _Worker:
    """A process, which a mutant that does not end cannot keep from being ended."""

    def __init__(self, trials: _Trials):
        context = get_context("fork")
        self.connection, there = context.Pipe()
        self.process = context.Process(target=trials.work, args=(there,), daemon=True)
        self.process.start()
        there.close()
        self.job: _Job | None = None
        self.trying: int | None = None

    def start(self, job: _Job, pending: Iterable[int]) -> None:
        self.job, self.trying = job, None
        self.connection.send(replace(job, pending=frozenset(pending)))

    def hear(self) -> object:
        """What the process says; None where it is gone."""
        try:
            said = self.connection.recv()
        except EOFError:
            self.process.join()
            return None
        if said[0] == "trying":
            self.trying = said[1]
        return said

    def end(self) -> None:
        self.process.terminate()
        self.process.join()


def _broken(whole: Rulebook, spoiled: Rulebook, rule: Statement) -> str:
    """A property that a board of one permanent breaks; of checks that have to settle nothing first and reach the rule."""
    for check in checks_of(spoiled):
        beginnings = check.beginnings(templates(pool(), check.book), 1)
        if len(beginnings) == 1 and rule in whole.rules_for(check.question):
            try:
                for found in search(check, beginnings[0]):
                    if found.atoms or found.says:
                        return found.property.says
            except ProgramError:
                return check.name
    return ""
