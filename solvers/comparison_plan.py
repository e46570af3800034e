"""The plan of a comparison: defaults, limits and checks, for the notebook and the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from solvers import registry
from solvers.comparison import (
    UNWATCHED,
    CompareResult,
    Contestant,
    Prove,
    SomeAnswers,
    Watcher,
    compare,
    examine,
)
from solvers.errors import UsageError
from solvers.execution.limits import Limits, limits_for
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import Submission
from solvers.interface import Backend
from solvers.puzzle.problem import Goal, Problem
from solvers.puzzle.tally import Retention
from solvers.referee.certificate import small_proof
from solvers.referee.search import LARGEST_N
from solvers.splitting.split import Split

PROCESSES_PER_JOB = 4
"""How many more processes a split run may have for each job."""

Watching = Callable[[Problem, Sequence[Contestant]], AbstractContextManager[Watcher]]
"""Opened around each comparison: gives its watcher."""


def unwatched(_: Problem, _contestants: Sequence[Contestant]) -> AbstractContextManager[Watcher]:
    """Watch nothing."""
    return nullcontext(UNWATCHED)


@dataclass(frozen=True)
class ComparisonPlan:
    """What to compare, and under which conditions; each problem ``repeat`` times.

    ``named`` backends were asked for by name: they are never left out, and one that cannot run here
    leaves the comparison incomplete. A limit that is None has the default of the goal. ``split`` is
    for backends, ``sandbox`` for submissions. Raises UsageError for what makes no sense together.
    """

    problems: Sequence[Problem]
    backends: Sequence[Backend]
    submissions: Sequence[Submission] = ()
    named: Collection[str] = ()
    time_limit: float | None = None
    memory_limit: float | None = None
    keep: Retention = Retention.SOLUTIONS
    split: Split | None = None
    audit: int = 0
    sandbox: Sandbox = Sandbox.BASIC
    prove: Prove = small_proof
    repeat: int = 1

    def __post_init__(self) -> None:
        largest = max(self.problems, key=lambda problem: problem.n)
        for backend in self.backends:
            if backend.name in self.named:
                registry.check_possible(backend, largest)
        if self.audit and (self.keep is Retention.SOLUTIONS or self.split is None):
            raise UsageError(
                "--audit needs --count or --digest, and --jobs or --cluster (in Python: audit= "
                "needs keep= and jobs=)"
            )
        if self.audit and largest.n > LARGEST_N:
            raise UsageError(f"--audit (in Python: audit=) works only up to n = {LARGEST_N}")
        for problem in self.problems:
            examine(problem, self._contestants(problem), self.keep, self.split)

    @property
    def limits(self) -> Limits:
        """The limits of each run."""
        limits = limits_for(self.problems[0].goal, self.time_limit, self.memory_limit)
        jobs = self.split.jobs if self.split else 0
        return replace(limits, processes=limits.processes + PROCESSES_PER_JOB * jobs)

    def results(self, watching: Watching = unwatched) -> Iterator[CompareResult]:
        """Each comparison as it is done; none after one that was interrupted.

        Says on stderr which backends are left out.
        """
        answers: SomeAnswers = {}
        for problem in (problem for problem in self.problems for _ in range(self.repeat)):
            for backend in self.backends:
                if why := self._why_left_out(backend, problem):
                    print(f"left out at n = {problem.n}: {backend.name}, {why}", file=sys.stderr)
            contestants = self._contestants(problem)
            with watching(problem, contestants) as watcher:
                result = compare(
                    problem,
                    contestants,
                    self.limits,
                    named=self.named,
                    keep=self.keep,
                    split=self.split,
                    audit=self.audit,
                    sandbox=self.sandbox,
                    answers=answers,
                    watcher=watcher,
                    prove=self.prove,
                )
            yield result
            if result.interrupted:
                return

    def _contestants(self, problem: Problem) -> list[Contestant]:
        backends = [
            backend for backend in self.backends if not self._why_left_out(backend, problem)
        ]
        return [*backends, *self.submissions]

    def _why_left_out(self, backend: Backend, problem: Problem) -> str:
        """Why a backend is not run on a problem; "" where it is."""
        if why := registry.why_not(backend, problem):
            return f"which {why}"
        is_practical = problem.goal is Goal.FIRST or problem.n <= backend.practical_n
        if is_practical or backend.name in self.named:
            return ""
        return (
            f"whose method is practical only up to n = {backend.practical_n} (to run it anyway, "
            "name it in --backends)"
        )
