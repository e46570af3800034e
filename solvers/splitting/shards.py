"""Split a problem by prefix, and solve a part: each way to place the next queens is a shard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.execution.result import Shard, ShardResult
from solvers.execution.search import Work, make_ready, reason, solutions, whole_counters
from solvers.interface import Backend
from solvers.lazy import numpy as np
from solvers.puzzle.packing import Packer
from solvers.puzzle.placements import Packed, Placement, attacking_pair
from solvers.puzzle.problem import Problem
from solvers.puzzle.symmetry import reflected
from solvers.puzzle.tally import Retention, Tally, merged, tally_of

SHARDS_A_WORKER = 16
"""Shards differ in size; with many more of them than workers, all have work until the end."""


def shards(problem: Problem, depth: int, *, mirror: bool = False) -> list[Shard]:
    """The shards whose prefixes are ``depth`` rows longer than the problem's, in order.

    With ``mirror``, those whose first queen stands beyond the middle are left out: they are the
    reflections of others, and the middle row of an odd board is its own.
    """
    prefixes: Sequence[Placement] = [problem.prefix]
    depth = max(depth, int(mirror))  # what is reflected has to have a first queen
    for _ in range(min(depth, problem.n - len(problem.prefix))):
        prefixes = [longer for prefix in prefixes for longer in _longer(prefix, problem)]
    if not (mirror and problem.n):
        return [Shard(prefix) for prefix in prefixes]
    before_the_middle = problem.n // 2
    return [
        Shard(prefix, mirrored=prefix[0] < before_the_middle)
        for prefix in prefixes
        if prefix[0] < problem.n - before_the_middle
    ]


def enough_depth(problem: Problem, workers: int, *, mirror: bool = False) -> int:
    """The least depth that gives every worker many shards, or all there are on a small board."""
    deepest = problem.n - len(problem.prefix)
    for depth in range(deepest):
        if len(shards(problem, depth, mirror=mirror)) >= SHARDS_A_WORKER * workers:
            return depth
    return max(deepest - 1, 0)


def try_shard(
    backend: Backend, problem: Problem, shard: Shard, keep: Retention
) -> ShardResult | tuple[str, str]:
    """Solve the shard; where the backend raises, give the exception's name and its text."""
    try:
        return solve_shard(backend, problem, shard, keep)
    except BaseException as error:  # SystemExit too: the program is the backend's
        return reason(error)


def solve_shard(backend: Backend, problem: Problem, shard: Shard, keep: Retention) -> ShardResult:
    """Solve the shard of the problem; raises what the backend raises."""
    make_ready(backend)  # a worker that replaces a lost one is not ready yet
    packer, part, work = Packer(problem.n), problem.below(shard.prefix), Work()
    for solution in solutions(backend, part, work):
        packer.add(solution)
    counters = whole_counters(work)
    placements: Packed | None = packer.placements()
    tally: Tally | None = None
    if keep is Retention.SOLUTIONS:
        if shard.mirrored:
            placements = np.concatenate([packer.placements(), reflected(packer.placements())])
    else:
        tally, placements = tally_of(packer.placements(), part, keep), None
        if shard.mirrored:  # the two have no solution in common, so their tallies add up
            other_side = problem.below(tuple(problem.n - 1 - row for row in shard.prefix))
            tally = merged(tally, tally_of(reflected(packer.placements()), other_side, keep))
    return ShardResult(
        shard, placements, tally, counters, tuple(packer.rejected), packer.rejected_counts
    )


def _longer(prefix: Placement, problem: Problem) -> Iterator[Placement]:
    for row in problem.rows(len(prefix)):
        longer = (*prefix, row)
        if attacking_pair(longer) is None:
            yield longer
