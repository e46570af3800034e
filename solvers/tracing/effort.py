"""Search effort: timed runs, and the nodes of traced searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from solvers.execution.backend_run import run
from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import calls_elsewhere
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.tracing.replay import Effort, search_tree
from solvers.tracing.traces import is_traced, tracer

LARGEST_TRACED = 8
"""The largest n that is traced: up to here, a traced search takes seconds in every paradigm."""


@dataclass(frozen=True, slots=True)
class EffortRun:
    """The work of one backend: its timed run, and the effort of its traced search."""

    backend: Backend
    run: Run | None
    """None if n is too large for the method."""
    traced: Effort | Ending | None = None
    """The numbers of its traced search, or its ending if it failed; None if it was not traced."""

    @property
    def seconds(self) -> float | None:
        """The seconds of a complete run; None for any other."""
        return self.run.seconds if self.run and self.run.status is Status.COMPLETE else None


def measure(backends: Sequence[Backend], problem: Problem, limits: Limits) -> list[EffortRun]:
    """Time the runs one after another; then trace the searches without timing them.

    Each search is traced in another process, one at a time per processor. Raises KeyboardInterrupt
    after Ctrl-C.
    """
    rows = []
    for backend in backends:
        is_practical = problem.n <= min(backend.practical_n, backend.largest_n)
        timed = run(backend, problem, limits) if is_practical else None
        if timed and timed.status is Status.CANCELLED:
            raise KeyboardInterrupt
        rows.append(EffortRun(backend, timed))
    if problem.n > LARGEST_TRACED:
        return rows
    numbers = [at for at, row in enumerate(rows) if row.seconds and is_traced(row.backend)]
    calls = [(backends[at], RemoteCall(_effort_in_json, (problem,))) for at in numbers]
    for call, value in calls_elsewhere(calls, limits):
        if isinstance(value, Ending) and value.cause is Cause.INTERRUPTED:
            raise KeyboardInterrupt
        traced = value if isinstance(value, Ending) else msgspec.json.decode(value, type=Effort)
        rows[numbers[call]] = replace(rows[numbers[call]], traced=traced)
    return rows


def _effort_in_json(backend: Backend, problem: Problem) -> Iterator[bytes]:
    """Trace the search and yield its effort as JSON."""
    yield msgspec.json.encode(search_tree(problem, tracer(backend)(problem)).effort)
