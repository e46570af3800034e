"""What came of a run or of a part of one: how it ended, what it found, what it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from solvers.execution.ending import Ending, Status
from solvers.interface import Counters
from solvers.puzzle.packing import Fault, RejectedOutput
from solvers.puzzle.placements import Packed, Placement
from solvers.puzzle.tally import Tally


@dataclass(frozen=True, slots=True)
class Shard:
    """The solutions that begin with the prefix; where ``mirrored``, their reflections as well."""

    prefix: Placement
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class ShardResult:
    """What came of one shard: ``placements`` or a ``tally``, by what is kept."""

    shard: Shard
    placements: Packed | None
    tally: Tally | None
    counters: Counters
    rejected: tuple[RejectedOutput, ...] = ()
    rejected_counts: Mapping[Fault, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShardTally:
    """What a worker says of the solutions that begin with a prefix.

    ``mirrored``: the tally is of their reflections (row becomes n - 1 - row) as well.
    """

    prefix: Placement
    mirrored: bool
    tally: Tally


@dataclass(frozen=True, slots=True)
class Audit:
    """How many shards of a run the referee has counted again.

    ``contradicted`` is the first of them that its worker had counted otherwise, ``counted`` what it
    is in truth; None: there was none.
    """

    shards: int
    contradicted: ShardTally | None = None
    counted: Tally | None = None


Batch: TypeAlias = "Packed | Tally"
"""Solutions of a run that have arrived, or what is kept of them."""


def number_of(arrived: Batch) -> int:
    """How many have arrived."""
    return arrived.solutions if isinstance(arrived, Tally) else len(arrived)


@dataclass(frozen=True, slots=True)
class Run:
    """What one backend did for one problem.

    ``placements`` has shape (count, n) and keeps the order of arrival; where they are not kept it
    is empty and ``tally`` says what is known of them. ``rejected`` holds the first few of what
    could not be packed, ``rejected_counts`` how many there were of each fault.
    ``shards`` are the tallies of which that of a split run is the sum.
    ``by_lines`` says that they were boards, line by line, so that the row of each line's queen is
    its column. ``variant_of`` is the backend of which it is a variant.
    ``remarks`` are what else there is to say, such as that a run was resumed.
    Times are in seconds: ``seconds`` and ``first_solution_seconds`` from the call of ``solve``,
    ``startup_seconds`` from the start of the process to that call. None: not known.
    """

    backend: str
    paradigm: str
    ending: Ending
    placements: Packed
    rejected: tuple[RejectedOutput, ...] = ()
    rejected_counts: Mapping[Fault, int] = field(default_factory=dict)
    seconds: float | None = None
    first_solution_seconds: float | None = None
    startup_seconds: float | None = None
    peak_memory_mib: float | None = None
    counters: Counters = field(default_factory=dict)
    version: str = ""
    remarks: tuple[str, ...] = ()
    tally: Tally | None = None
    shards: tuple[ShardTally, ...] = ()
    audit: Audit | None = None
    by_lines: bool = False
    variant_of: str = ""

    @property
    def status(self) -> Status:
        """How the run ended."""
        return self.ending.status

    @property
    def solutions(self) -> int:
        """How many solutions the backend handed over, right or wrong."""
        fitting = len(self.placements) if self.tally is None else self.tally.solutions
        return fitting + sum(self.rejected_counts.values())
