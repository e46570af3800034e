"""A benchmark: every backend on every instance, and the scores of all their runs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from solvers.benchmark.instances import Instances
from solvers.benchmark.result import BoardOutcome, BoardResult, Contradiction, contradictions
from solvers.benchmark.scores import (
    BackendScore,
    Ratio,
    ResultTable,
    Transition,
    compare_times,
    results_by_backend,
    scores,
    transitions,
)
from solvers.execution.backend_run import WorkerProcess, run_in_worker, wait_until_ready
from solvers.execution.limits import Limits
from solvers.execution.result import Run, Status
from solvers.interface import Backend
from solvers.puzzle.problem import Problem

RunKey = tuple[int, str]
"""Identifies a run: the number of its board, from 1, and the name of its backend."""


def benchmark_runs(
    instances: Instances,
    backends: Sequence[Backend],
    limits: Limits,
    done: Collection[RunKey] = (),
) -> Iterator[tuple[int, Problem, Run]]:
    """Yield each run that is not ``done``, with the number of its board, as soon as it is over.

    Each run looks for one solution, and no two run at the same time. The processes for one board
    start together, before its first run. If Ctrl-C ends a run, KeyboardInterrupt is raised.
    """
    for number, instance in enumerate(instances, 1):
        problem = instance.search_for_one
        missing = [backend for backend in backends if (number, backend.name) not in done]
        with ExitStack() as stack:
            workers = [
                stack.enter_context(WorkerProcess(backend, record_files=True))
                for backend in missing
            ]
            wait_until_ready(workers, limits)
            for worker in workers:
                run = run_in_worker(worker, problem, limits)
                if run.status is Status.CANCELLED:
                    raise KeyboardInterrupt
                yield number, problem, run


BackendPair = tuple[str, str]
"""The names of two backends."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A benchmark of some backends on some instances; ``limit`` is in seconds per run.

    ``runs`` leaves out the boards on which some backend has not run, so that all backends are
    scored on the same boards.
    """

    instances: Instances
    limit: float
    results: Sequence[BoardResult]
    runs: ResultTable
    scores: Sequence[BackendScore]
    ratios: Sequence[Ratio]
    transitions: Sequence[Transition]
    contradictions: Sequence[Contradiction]
    wrong: Sequence[BoardResult]

    @property
    def boards(self) -> int:
        """The number of boards on which all backends have run."""
        return len(next(iter(self.runs.values()), {}))

    @property
    def all_right(self) -> bool:
        """Whether no answer is wrong."""
        return not self.contradictions and not self.wrong


def summarise(
    instances: Instances,
    results: Collection[BoardResult],
    backends: Sequence[str],
    pairs: Sequence[BackendPair],
    limit: float,
) -> Summary:
    """The summary of these backends' results; if there are two and no pairs, they are the pair."""
    chosen = [result for result in results if result.backend in backends]
    chosen.sort(key=lambda result: (result.board, backends.index(result.backend)))
    runs = results_by_backend(chosen, backends)
    if len(backends) == 2 and not pairs:
        pairs = [(backends[0], backends[1])]
    return Summary(
        instances=instances,
        limit=limit,
        results=chosen,
        runs=runs,
        scores=scores(runs, limit),
        ratios=[compare_times(runs, *pair) for pair in pairs],
        transitions=transitions(instances, runs),
        contradictions=contradictions(chosen),
        wrong=[result for result in chosen if result.answer is BoardOutcome.WRONG],
    )
