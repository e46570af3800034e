"""Every backend on every board of a family, one run after another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack

from solvers.benchmark.family import Family
from solvers.execution.backend_run import run_worker
from solvers.execution.ending import Status
from solvers.execution.limits import Limits
from solvers.execution.result import Run
from solvers.execution.worker import Job
from solvers.execution.worker_process import WorkerProcess, wait_until_ready
from solvers.interface import Backend
from solvers.puzzle.problem import Problem

Key = tuple[int, str]
"""A run by the number of its board, from 1, and the name of its backend."""


def runs(
    family: Family,
    backends: Sequence[Backend],
    limits: Limits,
    done: Collection[Key] = (),
    begin: Callable[[Key], object] = lambda _: None,
) -> Iterator[tuple[int, Problem, Run]]:
    """Each run that is not ``done``, with the number of its board, as soon as it is over.

    Each looks for one solution, alone on the machine; the processes of one board are started
    together before. ``begin`` is told of each run as it begins. Where Ctrl-C ends a run, that one
    is not given and KeyboardInterrupt is raised.
    """
    for number, instance in enumerate(family, 1):
        problem = instance.for_one
        left = [one for one in backends if (number, one.name) not in done]
        with ExitStack() as stack:
            workers = []
            for backend in left:
                workers.append(WorkerProcess(Job(backend, problem)))
                stack.callback(workers[-1].close)
            wait_until_ready(workers, limits.startup_seconds)
            for worker in workers:
                begin((number, worker.job.backend.name))
                run = run_worker(worker, limits)
                if run.status is Status.CANCELLED:
                    raise KeyboardInterrupt
                yield number, problem, run
