"""How backends search: the free boards size by size, and families of boards, as tables."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from benchmarks.tables import table
from solvers import registry
from solvers.benchmark.generator import Blocked
from solvers.benchmark.instances import Instances
from solvers.benchmark.result import result_of
from solvers.benchmark.summary import BackendPair, Summary, batch_runs, summarise
from solvers.execution.backend_run import run
from solvers.execution.ending import Status
from solvers.execution.limits import Limits
from solvers.interface import Backend
from solvers.output.bench_text import COLUMNS, cells, median_words
from solvers.output.messages import duration, note
from solvers.puzzle.problem import Goal, Problem


def tell(text: str) -> None:
    """Say what is going on, on stderr."""
    print(f"  {text}", file=sys.stderr, flush=True)


def free_table(sizes: Sequence[int], goal: Goal, seconds: float) -> Iterator[str]:
    """The time of every textbook backend on the free boards, and of the fastest loop.

    Who has not finished a size is not tried on a larger one.
    """
    rows = []
    for backend in registry.default(Goal.FIRST).values():
        if goal is Goal.ALL and not backend.enumerates:
            continue
        tell(f"{backend.name}, {goal}")
        rows.append((backend.name, *times(backend, sizes, goal, seconds)))
    yield from table(("backend", *(f"n = {n}" for n in sizes)), rows, len(sizes))


def times(backend: Backend, sizes: Sequence[int], goal: Goal, seconds: float) -> Iterator[str]:
    """Size after size, until one is too large."""
    too_large = False
    for n in sizes:
        problem = Problem(n, goal=goal)
        if too_large or registry.why_not(backend, problem):
            yield "-"
            continue
        done = run(backend, problem, Limits(seconds=seconds))
        if done.status is Status.CANCELLED:
            raise KeyboardInterrupt
        too_large = done.status is not Status.COMPLETE
        if done.status is Status.TIME_LIMIT:
            yield f"> {seconds:g} s"
        else:
            yield str(done.status) if too_large else duration(done.seconds)


def measured(
    instances: Instances, backends: Sequence[str], pairs: Sequence[BackendPair], seconds: float
) -> Summary:
    """What the runs of these backends on a family say, each with so many seconds at most."""
    chosen, results = [registry.find(name) for name in backends], []
    for number, problem, done in batch_runs(instances, chosen, Limits(seconds=seconds)):
        if done.backend == backends[0]:
            tell(f"board {number} of {len(instances)}")
        results.append(result_of(number, done, problem, note(done)))
    return summarise(instances, results, backends, pairs, seconds)


def score_table(found: Summary) -> list[str]:
    """The scores as a table."""
    rows = [cells(score, found.limit) for score in found.scores]
    return table(COLUMNS, rows, len(COLUMNS) - 1)


def density_table(found: Summary) -> list[str]:
    """What each density does to the boards, and to the median time of each."""
    (transition,) = found.transitions
    rows = [
        (
            f"{one.density:g}",
            f"{one.with_solution} of {one.boards}",
            *(median_words(seconds, found.limit) for seconds in one.median_seconds.values()),
        )
        for one in transition.steps
    ]
    head = "blocked" if transition.kind is Blocked else "given"
    return table((head, "with a solution", *found.runs), rows, 2 + len(found.runs))
