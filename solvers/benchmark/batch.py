"""A batch run: every backend on every instance, one run after another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack

from solvers.benchmark.instances import Instances
from solvers.execution.backend_run import run_worker
from solvers.execution.ending import Status
from solvers.execution.limits import Limits
from solvers.execution.result import Run
from solvers.execution.worker import Job
from solvers.execution.worker_process import WorkerProcess, wait_until_ready
from solvers.interface import Backend
from solvers.puzzle.problem import Problem

RunKey = tuple[int, str]
"""Identifies a run: the number of its board, from 1, and the name of its backend."""


def batch_runs(
    instances: Instances,
    backends: Sequence[Backend],
    limits: Limits,
    done: Collection[RunKey] = (),
    begin: Callable[[RunKey], object] = lambda _: None,
) -> Iterator[tuple[int, Problem, Run]]:
    """Each run that is not ``done``, with the number of its board, as soon as it is over.

    Each looks for one solution, and no two run at the same time; the processes for one board are
    started together before its first run. ``begin`` is called with each run as it begins. A run
    that Ctrl-C ends is not yielded: KeyboardInterrupt is raised.
    """
    for number, instance in enumerate(instances, 1):
        problem = instance.for_one
        missing = [backend for backend in backends if (number, backend.name) not in done]
        with ExitStack() as stack:
            workers = []
            for backend in missing:
                workers.append(WorkerProcess(Job(backend, problem)))
                stack.callback(workers[-1].close)
            wait_until_ready(workers, limits)
            for worker in workers:
                begin((number, worker.task.backend.name))
                run = run_worker(worker, limits)
                if run.status is Status.CANCELLED:
                    raise KeyboardInterrupt
                yield number, problem, run
