"""The backends on free boards size by size, and on families of boards, as tables."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from benchmarks.tables import table
from solvers import registry
from solvers.benchmark.instances import Instances
from solvers.benchmark.result import result_of
from solvers.benchmark.summary import BackendPair, Summary, benchmark_runs, summarise
from solvers.execution.backend_run import run
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.interface import Backend
from solvers.output.bench_text import COLUMNS, median_words, score_cells
from solvers.output.messages import duration, note
from solvers.puzzle.problem import Goal, Problem


def tell(text: str) -> None:
    """Say the current step on stderr."""
    print(f"  {text}", file=sys.stderr, flush=True)


Time = tuple[str, float | None]
"""A time as it is written, and its seconds where the run was complete."""


def marked(times: Sequence[Time]) -> list[str]:
    """The times as they are written, the best in bold."""
    best = min((seconds for _, seconds in times if seconds is not None), default=None)
    return [f"**{text}**" if seconds == best is not None else text for text, seconds in times]


def free_table(
    names: Sequence[str], sizes: Sequence[int], goal: Goal, seconds: float
) -> Iterator[str]:
    """The time of each backend on the free boards, the best of each size in bold.

    A backend that has not finished a size is not tried on a larger one.
    """
    rows = {}
    for backend in map(registry.find, names):
        if goal is Goal.ALL and not backend.enumerates:
            continue
        tell(f"{backend.name}, {goal}")
        rows[backend.name] = list(times(backend, sizes, goal, seconds))
    columns = [marked(column) for column in zip(*rows.values(), strict=True)]
    lines = [(name, *cells) for name, *cells in zip(rows, *columns, strict=True)]
    yield from table(("backend", *(f"n = {n}" for n in sizes)), lines, len(sizes))


def times(backend: Backend, sizes: Sequence[int], goal: Goal, seconds: float) -> Iterator[Time]:
    """Size after size, until one is too large."""
    too_large = False
    for n in sizes:
        problem = Problem(n, goal=goal)
        if too_large or registry.obstacle(backend, problem):
            yield "-", None
            continue
        done = run(backend, problem, Limits(seconds=seconds))
        if done.status is Status.CANCELLED:
            raise KeyboardInterrupt
        too_large = done.status is not Status.COMPLETE
        if done.status is Status.TIME_LIMIT:
            yield f"> {seconds:g} s", None
        elif too_large:
            yield str(done.status), None
        else:
            yield duration(done.seconds), done.seconds


def measured(
    instances: Instances, backends: Sequence[str], pairs: Sequence[BackendPair], seconds: float
) -> Summary:
    """The summary of these backends' runs on a family, each with so many seconds at most."""
    chosen, results = [registry.find(name) for name in backends], []
    for number, problem, done in benchmark_runs(instances, chosen, Limits(seconds=seconds)):
        if done.backend == backends[0]:
            tell(f"board {number} of {len(instances)}")
        results.append(result_of(number, done, problem, note(done)))
    return summarise(instances, results, backends, pairs, seconds)


def score_table(found: Summary) -> list[str]:
    """The scores as a table."""
    rows = [score_cells(score, found.limit) for score in found.scores]
    return table(COLUMNS, rows, len(COLUMNS) - 1)


def density_table(found: Summary) -> list[str]:
    """The boards of each density, and the median time of each backend, the best in bold."""
    (transition,) = found.transitions
    rows = []
    for step in transition.steps:
        medians = [
            (median_words(seconds, found.limit), seconds if seconds <= found.limit else None)
            for seconds in step.median_seconds.values()
        ]
        boards = f"{step.with_solution} of {step.boards}"
        rows.append((f"{step.density:g}", boards, *marked(medians)))
    return table((transition.kind, "with a solution", *found.runs), rows, 2 + len(found.runs))
