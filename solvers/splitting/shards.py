"""Split a problem by prefix: each way to place the next queens is a shard for a worker."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated  # noqa: F401  # Count is resolved here

from solvers.errors import UsageError
from solvers.execution.channel import Rejected
from solvers.execution.limits import MOST_JOBS
from solvers.execution.result import Cause, Count, Ending, Measured, Run, measured_fields
from solvers.lazy import msgspec  # noqa: F401  # Count is resolved here
from solvers.puzzle.counted_set import CountedSet
from solvers.puzzle.packing import Fault, RejectedOutput
from solvers.puzzle.placements import Placement, from_bytes
from solvers.puzzle.problem import Problem


@dataclass(frozen=True, slots=True)
class Split:
    """The options of a split run.

    ``jobs`` is the number of workers here; 0 means one, or one per processor for a cluster.
    ``cluster`` is the address of a Dask cluster, or "". ``checkpoint`` is a directory, or None.
    Raises UsageError for more jobs than MOST_JOBS.
    """

    jobs: int = 0
    cluster: str = ""
    checkpoint: Path | None = None

    @property
    def workers(self) -> int:
        """The number of workers to start."""
        return self.jobs or ((os.cpu_count() or 1) if self.cluster else 1)

    def __post_init__(self) -> None:
        if self.jobs > MOST_JOBS:
            raise UsageError(f"{self.jobs} processes are too many; give at most {MOST_JOBS}")


Shard = Placement
"""A shard is named by its prefix: all its solutions begin with these rows."""


@dataclass(frozen=True, eq=False, slots=True)
class ShardRecord(Measured):
    """The run of a shard, in the form that is stored and sent, but without its placements.

    ``placements`` is their number; their bytes are stored and sent beside the record.
    """

    shard: Shard
    placements: Count
    ending: Ending
    counted: CountedSet | None
    rejected: tuple[RejectedOutput, ...]
    rejected_counts: dict[Fault, Count]

    def __post_init__(self) -> None:
        """Raise ValueError for what no worker of the suite sends."""
        Rejected(self.rejected_counts, [*self.rejected])
        if self.ending.cause in {Cause.INTERRUPTED, Cause.NOT_BEGUN}:
            raise ValueError("a shard that was sent is not ended by the user")

    @classmethod
    def of(cls, shard: Shard, run: Run) -> ShardRecord:
        """The record of this run."""
        return cls(
            shard,
            len(run.placements),
            run.ending,
            run.counted,
            run.rejected,
            dict(run.rejected_counts),
            **measured_fields(run),
        )

    def run(self, name: str, paradigm: str, n: int, placements: bytes) -> Run:
        """The run of this record; raises ValueError if the bytes do not fit the number."""
        return Run(
            name,
            paradigm,
            self.ending,
            from_bytes(placements, n, self.placements),
            self.rejected,
            self.rejected_counts,
            counted=self.counted,
            **measured_fields(self),
        )


def shards(problem: Problem, depth: int) -> list[Shard]:
    """The shards whose prefixes are ``depth`` rows longer than the problem's, in order."""
    prefixes: list[Shard] = [problem.prefix]
    for rows in problem.domains[len(problem.prefix) :][:depth]:
        longer = ((*prefix, row) for prefix in prefixes for row in rows)
        prefixes = [prefix for prefix in longer if not problem.attacking(enumerate(prefix))]
    return prefixes


def enough_depth(problem: Problem, wanted: int) -> int:
    """The least depth with at least ``wanted`` shards; on a small board, the largest useful one."""
    deepest = problem.n - len(problem.prefix)
    for depth in range(deepest):
        if len(shards(problem, depth)) >= wanted:
            return depth
    return max(deepest - 1, 0)
