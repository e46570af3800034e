"""The record of a run: its end, its solutions, its costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from solvers.execution.ending import Ending, Status
from solvers.interface import Counters
from solvers.puzzle.counted_set import CountedSet
from solvers.puzzle.packing import Fault, RejectedOutput
from solvers.puzzle.placements import Packed

if TYPE_CHECKING:
    from solvers.execution.opened_files import Opened


@dataclass(frozen=True, slots=True)
class Run:
    """The result of one backend on one problem.

    ``placements`` has shape (count, n) and keeps the order of arrival; where they are not kept it
    is empty and ``counted`` has the facts about them. ``rejected`` holds the first few answers that
    could not be packed, ``rejected_counts`` how many there were of each fault.
    ``by_lines`` says that they were boards, line by line, so that the row of each line's queen is
    its column. ``variant_of`` is the backend of which it is a variant.
    ``opened`` are the files that it depends on, if it was to be kept.
    ``remarks`` are other facts, such as that a run was resumed.
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
    counted: CountedSet | None = None
    by_lines: bool = False
    variant_of: str = ""
    opened: Opened = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """The status of the run."""
        return self.ending.status

    @property
    def solutions(self) -> int:
        """The number of solutions the backend handed over, right or wrong."""
        fitting = len(self.placements) if self.counted is None else self.counted.solutions
        return fitting + sum(self.rejected_counts.values())
