"""A part of a problem, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from solvers.interface import Counters
from solvers.puzzle.faults import Fault, RejectedOutput
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
