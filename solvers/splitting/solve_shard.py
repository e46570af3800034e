"""Solve one shard, in whatever process this is, and bring home what is to be kept."""

from __future__ import annotations

import numpy as np

from solvers.execution.counters import whole_counters
from solvers.execution.result import Shard, ShardResult
from solvers.execution.search import Work, make_ready, solutions
from solvers.interface import Backend
from solvers.puzzle.packing import Packer
from solvers.puzzle.placements import Packed
from solvers.puzzle.problem import Problem
from solvers.puzzle.symmetry import reflected
from solvers.puzzle.tally import Retention, Tally, merged, tally_of


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
