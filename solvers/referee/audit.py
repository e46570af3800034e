"""Count a few shards again, chosen at random, where their workers' tallies are all that is known.

A tally is made where a shard is solved, in the same process as the backend or on another machine.
The referee did not see the solutions behind it; here it finds them itself, without any backend.
"""

from __future__ import annotations

from dataclasses import replace
from secrets import SystemRandom

from solvers.execution.result import Audit, Run, ShardTally
from solvers.puzzle.problem import Problem
from solvers.puzzle.symmetry import reflected
from solvers.puzzle.tally import Retention, RunningTally, Tally, merged
from solvers.referee.search import solutions


def audited(run: Run, problem: Problem, keep: Retention, number: int) -> Run:
    """The run with its audit: so many of its shards counted again, or all where it has fewer."""
    chosen = SystemRandom().sample(run.shards, min(number, len(run.shards)))
    for shard in chosen:
        counted = own_tally(problem, shard, keep)
        if (counted.valid, counted.total) != (shard.tally.valid, shard.tally.total):
            return replace(run, audit=Audit(len(chosen), shard, counted))
    return replace(run, audit=Audit(len(chosen)))


def own_tally(problem: Problem, shard: ShardTally, keep: Retention) -> Tally:
    """The tally of a shard by the referee's own search; that all are distinct needs no look."""
    running = RunningTally(problem.below(shard.prefix), keep)
    mirrored = tuple(problem.n - 1 - row for row in shard.prefix)
    other_side = RunningTally(problem.below(mirrored if shard.mirrored else shard.prefix), keep)
    for block in solutions(problem.below(shard.prefix)):
        running.add(block)
        if shard.mirrored:
            other_side.add(reflected(block))
    return replace(merged(running.tally, other_side.tally), distinct=True)
