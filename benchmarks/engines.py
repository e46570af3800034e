"""Measure all solutions by engine, formulation and search; write results/engines (.csv .md .svg).

Each row has a process on one core, which is asked the same boards within the same limit, smallest
first, each several times. The first run that reaches the limit is the last one of its row.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.candidate import HERE
from benchmarks.engine_list import ENGINES, SEARCHES
from benchmarks.engine_tables import Row, Sample, write
from benchmarks.formulations import FORMULATIONS, Posted
from benchmarks.machine import conditions, tell
from solvers import registry
from solvers.execution.backend_run import TaskState, WorkerProcess, wait_until_ready
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.execution.supervisor import follow
from solvers.interface import Backend, Block, Placement, Solve
from solvers.lazy import metadata
from solvers.output.messages import duration, note
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Verdict

REPEATS, SECONDS = 5, 10.0
SIZES = {Goal.ALL: (4, 8, 10, 12), Goal.FIRST: (4, 20, 50, 100)}
"""The sizes that are asked, smallest first. The first one is almost only the start of an engine."""

QUICK = {Goal.ALL: (4, 6, 8), Goal.FIRST: (4, 8, 20)}
MARGIN = 5
"""A run has so many times its processor seconds on the clock, for a machine that others use."""

CPU = "processor_microseconds"


@dataclass(frozen=True, slots=True)
class OnOneCore:
    """A ``solve`` whose thread, and those that it starts, run on one core and have a clock."""

    solve: Solve
    core: int

    def __call__(self, problem: Problem, work: Counter[str]) -> Iterator[Placement | Block]:
        """Yield the solutions, and count the processor's microseconds, those of programs too."""
        if hasattr(os, "sched_setaffinity"):  # Linux
            os.sched_setaffinity(0, {self.core})
        start = processor_seconds()
        try:
            yield from self.solve(problem, work)
        finally:
            work[CPU] = round(1e6 * (processor_seconds() - start))


def processor_seconds() -> float:
    """The processor's seconds in this process and in the programs that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main(arguments: Sequence[str]) -> int:
    """Measure, and write the runs, the tables and the figure after each row."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks engines", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller boards, one run of each")
    parser.add_argument("--repeats", type=int, help=f"runs of each board (default: {REPEATS})")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"time limit (default: {SECONDS:g})"
    )
    parser.add_argument("--engines", type=lambda text: text.split(","), help="only these")
    parser.add_argument(
        "--backends", type=lambda text: text.split(","), default=[], metavar="NAMES",
        help="these as well, such as ./mine.py, each as a row of its own",
    )  # fmt: skip
    parser.add_argument(
        "--goals", type=lambda text: [*map(Goal, text.split(","))], default=[*SIZES],
        help="all for all solutions, first for one (default: all,first)",
    )  # fmt: skip
    parser.add_argument("--name", help="name of the files (default: engines for the whole table)")
    parser.add_argument("--output", type=Path, default=HERE / "results")
    options = parser.parse_args(arguments)
    if unknown := {*(options.engines or ())} - ENGINES.keys():
        parser.error(f"unknown engine: {', '.join(unknown)}; there are {', '.join(ENGINES)}")
    options.repeats = options.repeats or (1 if options.quick else REPEATS)
    core = max(getattr(os, "sched_getaffinity", lambda _: {0})(0))
    chosen = options.engines, options.backends, options.quick, len(options.goals) < len(SIZES)
    is_whole = not any(chosen) and (options.repeats, options.seconds) == (REPEATS, SECONDS)
    target = options.output / (options.name or ("engines" if is_whole else "engines-chosen"))
    unfinished = target.with_name(f"{target.name}-unfinished")
    about = (
        f"solver-parity {metadata.version('solver-parity')}; each board up to "
        f"{options.repeats} times, on core {core}. A run has {options.seconds:g} s of the "
        "processor and 4 GiB of memory."
    )
    samples: list[Sample] = []
    missing: list[str] = []
    for row, backend in rows(options.engines or [*ENGINES], options.backends):
        pinned = replace(backend, solve=OnOneCore(backend.solve, core))
        sizes = QUICK if options.quick else SIZES
        for goal in options.goals:
            for sample in measured(row, pinned, goal, sizes[goal], options):
                if sample.status == Status.UNAVAILABLE:
                    missing.append(f"{row.engine} ({backend.install})")
                    break
                samples.append(sample)
        write(samples, missing, f"{conditions()} {about}", unfinished)
    for suffix in (".csv", ".md", ".svg"):
        with suppress(FileNotFoundError):  # no figure without a time for all solutions
            unfinished.with_suffix(suffix).replace(target.with_suffix(suffix))
    tell(f"written: {target}.csv, .md and .svg")
    return 0


def rows(engines: Sequence[str], backends: Sequence[str]) -> Iterator[tuple[Row, Backend]]:
    """Each row of these engines and of backends, with the backend that is run."""
    for name in engines:
        known = ENGINES[name]
        for formulation in FORMULATIONS:
            if formulation != "squares" and not hasattr(known.model, "all_different"):
                continue
            searches = SEARCHES if known.has_order and formulation != "squares" else SEARCHES[:1]
            for search in searches:
                chosen = {"smallest": True} if search != SEARCHES[0] else {}
                solve = Posted(partial(known.model, **chosen), formulation)
                again = "; asked again" if hasattr(known.model, "exclude") else ""
                row = Row(name, formulation, search, known.options + again)
                yield row, replace(known.record, solve=solve)
    for name in backends:
        backend = registry.find(name)
        yield Row(backend.name, "its own", "its own", backend.idea), backend


def measured(
    row: Row, backend: Backend, goal: Goal, sizes: Sequence[int], options: argparse.Namespace
) -> Iterator[Sample]:
    """The runs of a row in one process, up to the first that does not end within its limits."""
    limits, repeats = Limits(seconds=MARGIN * options.seconds), options.repeats
    with WorkerProcess(backend) as worker:
        wait_until_ready([worker], limits)
        for n in sizes:
            problem, times = Problem(n, goal=goal), list[float]()
            for number in range(repeats):
                state = TaskState(worker, problem)
                if worker.is_ready and worker.tree:
                    used = worker.tree.cpu_seconds()  # since the process began
                    limit = options.seconds if n > sizes[0] else math.inf  # it may compile first
                    task = worker.send(problem, state, replace(limits, cpu_seconds=used + limit))
                    deque(follow(task), maxlen=0)
                found = state.finished_run()
                right = crosscheck(problem, [found]).judgements[0].verdict is Verdict.CORRECT
                is_complete = found.status is Status.COMPLETE
                times.append(found.counters.get(CPU, 0) / 1e6)
                yield Sample(
                    row, goal, n, number, str(found.status), right if is_complete else None,
                    times[-1], found.seconds or 0.0, found.startup_seconds or 0.0,
                    found.peak_memory_mib or 0.0, found.version,
                )  # fmt: skip
                if not is_complete:
                    tell(note(found))
                    return
            tell(f"{', '.join(row.names)}, {goal}, n = {n}: {duration(median(times))}")
