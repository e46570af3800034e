"""Solve one shard, in whatever process this is, and bring home what is to be kept."""

from __future__ import annotations

import numpy as np

from solvers.board.packing import Packer
from solvers.board.placements import Packed
from solvers.board.symmetry import reflected
from solvers.board.tally import Retention, Tally, merged, tally_of
from solvers.interface import Backend
from solvers.run.counters import whole_counters
from solvers.run.readiness import make_ready
from solvers.run.shard import Shard, ShardResult


def solve_shard(backend: Backend, n: int, shard: Shard, keep: Retention) -> ShardResult:
    """Solve the shard; raises what the backend raises."""
    make_ready(backend)  # a worker that replaces a lost one is not ready yet
    packer = Packer(n)
    counters = whole_counters(backend.solve(n, shard.prefix, packer.add))
    placements: Packed | None = packer.placements()
    tally: Tally | None = None
    if keep is Retention.SOLUTIONS:
        if shard.mirrored:
            placements = np.concatenate([packer.placements(), reflected(packer.placements())])
    else:
        tally, placements = tally_of(packer.placements(), shard.prefix, keep), None
        if shard.mirrored:  # the two have no solution in common, so their tallies add up
            other_side = tuple(n - 1 - row for row in shard.prefix)
            tally = merged(tally, tally_of(reflected(packer.placements()), other_side, keep))
    return ShardResult(
        shard, placements, tally, counters, tuple(packer.rejected), packer.rejected_counts
    )
