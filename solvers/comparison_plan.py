"""The plan of a comparison: defaults, limits and checks, for the notebook and the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers import registry
from solvers.comparison import (
    NO_PROGRESS,
    CompareResult,
    Participant,
    Progress,
    Prove,
    StudentProgram,
    compare,
    examine,
)
from solvers.execution.limits import Limits, limits_for
from solvers.interface import Backend
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import small_proof

if TYPE_CHECKING:
    from solvers.splitting.split_run import Split

ProgressFor = Callable[[Problem, Sequence[Participant]], AbstractContextManager[Progress]]
"""Opened around each comparison: gives its Progress."""


def without_progress(
    _: Problem, _participants: Sequence[Participant]
) -> AbstractContextManager[Progress]:
    """Show none."""
    return nullcontext(NO_PROGRESS)


@dataclass(frozen=True)
class ComparisonPlan:
    """The problems and programs to compare, and the conditions; each problem ``repeat`` times.

    ``named`` backends were asked for by name, and are never left out. Those ``in_groups`` are
    members of groups that were asked for by name: they are left out only where their method is not
    for a problem. One of either kind that cannot run here leaves the comparison incomplete. A limit
    that is None has the default of the goal. ``split`` is for backends. Raises UsageError for
    parts that make no sense together.
    """

    problems: Sequence[Problem]
    backends: Sequence[Backend]
    programs: Sequence[StudentProgram] = ()
    named: Collection[str] = ()
    in_groups: Collection[str] = ()
    time_limit: float | None = None
    memory_limit: float | None = None
    count: bool = False
    split: Split | None = None
    prove: Prove = small_proof
    repeat: int = 1

    def __post_init__(self) -> None:
        largest = max(self.problems, key=lambda problem: problem.n)
        if len(self._unable(largest)) == len(self.backends) + len(self.programs):
            for backend in self.backends:
                registry.check_possible(backend, largest)
        for problem in self.problems:
            examine(problem, self._participants(problem), self.split, count=self.count)

    @property
    def limits(self) -> Limits:
        """The limits of each run."""
        return limits_for(self.problems[0].goal, self.time_limit, self.memory_limit)

    @property
    def needed(self) -> Collection[str]:
        """The names of those without which the comparison is incomplete."""
        return {*self.named, *self.in_groups}

    def results(self, progress_for: ProgressFor = without_progress) -> Iterator[CompareResult]:
        """Each comparison as it is done; none after one that was interrupted.

        Says on stderr which backends are left out.
        """
        for problem in (problem for problem in self.problems for _ in range(self.repeat)):
            for line in self._left_out(problem):
                print(f"left out at n = {problem.n}: {line}", file=sys.stderr)
            participants = self._participants(problem)
            with progress_for(problem, participants) as progress:
                result = compare(
                    problem,
                    participants,
                    self.limits,
                    named=self.needed,
                    unable=self._unable(problem),
                    count=self.count,
                    split=self.split,
                    progress=progress,
                    prove=self.prove,
                )
            yield result
            if result.interrupted:
                return

    def _unable(self, problem: Problem) -> list[Backend]:
        """Those that are named and cannot solve such a problem; each has a row that says why."""
        named = [backend for backend in self.backends if backend.name in self.named]
        return [backend for backend in named if registry.why_not(backend, problem)]

    def _participants(self, problem: Problem) -> list[Participant]:
        backends = [
            backend
            for backend in self.backends
            if not registry.why_not(backend, problem) and not self._is_slow(backend, problem)
        ]
        return [*backends, *self.programs]

    def _left_out(self, problem: Problem) -> Iterator[str]:
        """The backends that nobody has named and that are not run; slow methods share a line."""
        slow = []
        for backend in self.backends:
            if backend.name in self.named:
                continue
            if why := registry.why_not(backend, problem):
                yield f"{backend.name}, which {why}"
            elif self._is_slow(backend, problem):
                slow.append(
                    f"{backend.name} (up to {registry.practical_n(backend, problem.goal):,})"
                )
        if slow:
            solutions = "one solution" if problem.goal is Goal.FIRST else "all solutions"
            yield (
                f"{', '.join(slow)}: larger boards take them too long for {solutions} "
                "(to run one anyway, name it in --backends)"
            )

    def _is_slow(self, backend: Backend, problem: Problem) -> bool:
        """Whether a backend that nobody has named would take more than minutes."""
        return backend.name not in self.named and problem.n > registry.practical_n(
            backend, problem.goal
        )
