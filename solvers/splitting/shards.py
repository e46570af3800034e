"""Split a problem by prefix: each way to place the next queens is a shard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from solvers.interface import Counters
from solvers.puzzle.counted_set import CountedSet
from solvers.puzzle.packing import Fault, RejectedOutput
from solvers.puzzle.placements import Packed, Placement, attacking_pair
from solvers.puzzle.problem import Problem


@dataclass(frozen=True, slots=True)
class Shard:
    """The solutions that begin with the prefix; where ``mirrored``, their reflections as well."""

    prefix: Placement
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class ShardResult:
    """The solutions of one shard: ``placements``, or ``counted`` where they are not kept."""

    shard: Shard
    placements: Packed | None
    counted: CountedSet | None
    counters: Counters
    rejected: tuple[RejectedOutput, ...] = ()
    rejected_counts: Mapping[Fault, int] = field(default_factory=dict)


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


def enough_depth(problem: Problem, wanted: int, *, mirror: bool = False) -> int:
    """The least depth that gives so many shards, or all there are on a small board."""
    deepest = problem.n - len(problem.prefix)
    for depth in range(deepest):
        if len(shards(problem, depth, mirror=mirror)) >= wanted:
            return depth
    return max(deepest - 1, 0)


def _longer(prefix: Placement, problem: Problem) -> Iterator[Placement]:
    for row in problem.rows(len(prefix)):
        longer = (*prefix, row)
        if attacking_pair(longer) is None:
            yield longer
