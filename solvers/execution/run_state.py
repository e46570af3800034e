"""The state of a run that is going on: the facts so far, and the test of its limits."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Measured, Run, measured_fields
from solvers.puzzle.packing import Packer

if TYPE_CHECKING:
    from solvers.execution.process_tree import ProcessTree

LAST_PRINTED_BYTES = 1 << 13
"""The number of bytes that are kept from the end of a run's printed text, to explain a crash."""


class RunState:
    """The facts about a run so far: its process reports some, the parent measures the others.

    ``measured`` and the number of ``solutions`` come from the process. If it reports no times,
    ``finish`` takes them from the parent's monotonic clock, on which ``started`` is the start of
    the process, ``limit_start`` that of the time limit, ``ready`` that of the run, ``first`` the
    first solution and ``ended`` the end. None: not yet. ``received_bytes`` counts records and
    printed text together.
    """

    def __init__(self, name: str = "", paradigm: str = "") -> None:
        self.name, self.paradigm = name, paradigm
        self.ending: Ending | None = None
        self.remarks: list[str] = []
        self.version = ""
        self.measured = Measured()
        self.solutions = 0
        self.started = time.monotonic()
        self.limit_start: float | None = None
        self.ready: float | None = None
        self.startup_seconds: float | None = None
        self.prepare_seconds: float | None = None
        self.first: float | None = None
        self.ended: float | None = None
        self.peak_memory_mib = 0.0
        self.received_bytes = 0
        self.printed_bytes = LAST_PRINTED_BYTES
        self._printed = bytearray()

    def take(self, record: Any) -> Any:
        """Take in one record of the process; return the solutions in the record, or None."""
        raise NotImplementedError

    def is_complete_at_exit(self, exit_code: int) -> bool:  # noqa: ARG002  # AskedState uses it
        """Whether the task is complete although the process ended, with this exit code."""
        return False

    def take_printed(self, received: bytes | bytearray) -> None:
        """Add printed bytes; only the last ``printed_bytes`` are kept."""
        self._printed += received
        if len(self._printed) > 2 * self.printed_bytes:  # rarely, because the rest must be moved
            del self._printed[: -self.printed_bytes]

    @property
    def text(self) -> str:
        """The last ``printed_bytes`` that the process printed, as text."""
        return self._printed[-self.printed_bytes :].decode(errors="replace")

    def go_on_from(self, before: RunState) -> None:
        """Copy the facts that an earlier state of the same process holds."""
        self.started, self.ending, self.version = before.started, before.ending, before.version
        self.startup_seconds, self.peak_memory_mib = before.startup_seconds, before.peak_memory_mib
        self.prepare_seconds = before.prepare_seconds
        self.take_printed(bytes(before._printed))

    def note_begin(self) -> None:
        """Start the time limit before the clock of ``note_ready``; later calls change nothing."""
        self.limit_start = self.limit_start or time.monotonic()

    def note_ready(self) -> None:
        """Start the clock of the run, and its time limit; later calls change nothing."""
        if self.ready is None:
            self.ready = time.monotonic()
            self.limit_start = self.limit_start or self.ready
            if self.startup_seconds is None:
                self.startup_seconds = self.ready - self.started

    def note_first(self) -> None:
        """Note the time at which the first solution arrived; later calls change nothing."""
        self.first = self.first or time.monotonic()

    def check_count(self, arrived: int) -> None:
        """End with WRONG_COUNT if the end record names another number than has arrived."""
        if self.ending and self.ending.cause is Cause.DONE and self.solutions != arrived:
            self.ending = Ending(Cause.WRONG_COUNT, limit=self.solutions, measured=arrived)

    def finish(self, packer: Packer) -> Run:
        """The finished run, with the solutions in ``packer``."""
        measured = measured_fields(self.measured)
        parent = None
        if self.ready is not None and self.ended is not None and measured["seconds"] is not None:
            parent = self.ended - self.ready
        if self.ready is not None:  # the parent's clock, if the process reported no time
            for name, at in (("seconds", self.ended), ("first_solution_seconds", self.first)):
                if measured[name] is None and at is not None:
                    measured[name] = at - self.ready
        return Run(
            self.name,
            self.paradigm,
            self.ending or Ending(Cause.NO_END_RECORD),
            packer.placements(),
            tuple(packer.rejected),
            dict(packer.rejected_counts),
            startup_seconds=self.startup_seconds,
            parent_seconds=parent,
            prepare_seconds=self.prepare_seconds,
            version=self.version,
            remarks=tuple(self.remarks),
            **measured | {"peak_memory_mib": self.peak_memory_mib or None},
        )

    def output_reached(self, limits: Limits) -> Ending | None:
        """The ending if the run has sent and printed too many bytes; else None."""
        if self.received_bytes <= limits.output_mib * 2**20:
            return None
        return Ending(Cause.OUTPUT, limits.output_mib)

    def limit_reached(self, limits: Limits, tree: ProcessTree) -> Ending | None:
        """The ending if the run is above another limit now; else None."""
        now, memory, cpu_seconds = time.monotonic(), 0.0, 0.0
        if limits.memory_mib < math.inf:  # measuring is the slowest step here
            memory = tree.memory_mib()
            self.peak_memory_mib = max(self.peak_memory_mib, memory)
        if limits.cpu_seconds < math.inf:
            cpu_seconds = tree.cpu_seconds()
        time_limit = Cause.TIME, limits.seconds, now - (self.limit_start or now)
        if self.limit_start is None:
            time_limit = Cause.STARTUP_TIME, limits.startup_seconds, now - self.started
        for cause, limit, measured in (
            (Cause.PROCESSES, limits.processes, tree.process_count()),
            (Cause.MEMORY, limits.memory_mib, memory),
            (Cause.FILES, limits.written_mib, tree.written_mib(limits.written_mib)),
            (Cause.PROCESSOR_TIME, limits.cpu_seconds, cpu_seconds),
            time_limit,
        ):
            if measured > limit:
                return Ending(cause, limit, measured)
        return None
