"""Measure the parts of a split search and the speed-up, and write results/scaling.md.

In the model, each shard goes to the first free worker, in order and at no cost. The model uses the
times of the single shards, measured one after another in one process. The measured speed-up is that
of --jobs.
"""

from __future__ import annotations

import argparse
import heapq
import sys
import time
from collections.abc import Sequence
from statistics import mean, median

from benchmarks.candidate import HERE, OfBackend
from benchmarks.machine import conditions
from benchmarks.tables import table
from solvers import registry
from solvers.execution.solving import Work, make_ready, solutions
from solvers.interface import Backend
from solvers.puzzle.packing import pack
from solvers.puzzle.problem import Problem
from solvers.splitting.shards import Split, shards


def solved(backend: Backend, board: Problem) -> None:
    """Solve a board in this process."""
    pack(solutions(backend, board, Work()), board.n)


def shard_seconds(backend: Backend, n: int, depth: int) -> list[float]:
    """The time of every shard, one after the other in this process."""
    seconds = []
    for shard in shards(Problem(n), depth):
        start = time.perf_counter()
        solved(backend, Problem(n).with_prefix(shard.prefix))
        seconds.append(time.perf_counter() - start)
    return seconds


def predicted_seconds(seconds: Sequence[float], workers: int) -> float:
    """When the last of the workers is done, each taking the next shard when it is free."""
    free_at = [0.0] * min(workers, len(seconds))
    for one in seconds:
        heapq.heapreplace(free_at, free_at[0] + one)
    return max(free_at)


def main() -> int:
    """Measure one backend at one size, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__)
    parser.add_argument("--backend", default="bitset", help="the backend (default: bitset)")
    parser.add_argument("--n", type=int, default=15, help="board size (default: 15)")
    parser.add_argument(
        "--jobs",
        type=int,
        default=2,
        help="the number of processes for measuring the speed-up (default: 2)",
    )
    options = parser.parse_args()
    backend, n = registry.find(options.backend), options.n
    make_ready(backend)
    solved(backend, Problem(6))

    rows = []
    for depth in (1, 2, 3):
        seconds = shard_seconds(backend, n, depth)
        total = sum(seconds)
        rows.append(
            (
                str(depth),
                f"{len(seconds):,}",
                f"{mean(seconds) * 1000:.3g}",
                f"{median(seconds) * 1000:.3g}",
                f"{max(seconds) * 1000:.3g}",
                f"{max(seconds) / mean(seconds):.2f}",
                *[f"{total / predicted_seconds(seconds, k):.1f}" for k in (2, 100, 10_000)],
            )
        )
    one, many = (
        median(OfBackend(backend, Split(jobs=jobs)).seconds(n) for _ in range(3))
        for jobs in (1, options.jobs)
    )
    head = ("depth", "shards", "mean, ms", "median, ms", "largest, ms", "largest / mean")
    lines = [
        "# The parts of a split search",
        "",
        conditions(),
        "",
        f"{backend.name}, n = {n}: the shards solved one by one, and the speed-up of a model in",
        "which each free worker takes the next shard at no cost (2, 100 and 10,000 workers).",
        "",
        *table((*head, "on 2", "on 100", "on 10,000"), rows, 9),
        "",
        f"Measured with {options.jobs} jobs: {one / many:.2f} times as fast as one.",
        "",
    ]
    (HERE / "results" / "scaling.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
