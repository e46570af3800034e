"""A run while it goes on: the facts so far, and the limits that it may have reached."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.puzzle.packing import Packer

if TYPE_CHECKING:
    from solvers.execution.process_tree import ProcessTree
    from solvers.interface import Counters

LAST_PRINTED_BYTES = 1 << 13
"""The part of a run's output that is kept to explain a crash."""


class RunState:
    """All that is known of a run so far: the words of its process, and the parent's measurements.

    ``seconds``, ``first_solution_seconds`` and ``solutions`` are the process' own words; where it
    has none, the parent's clock stands in.
    """

    def __init__(self, name: str = "", paradigm: str = "") -> None:
        self.name, self.paradigm = name, paradigm
        self.ending: Ending | None = None
        self.remarks: list[str] = []
        self.version = ""
        self.counters: Counters = {}
        self.solutions = 0
        self.seconds: float | None = None
        self.first_solution_seconds: float | None = None
        self.started = time.monotonic()
        self.begun: float | None = None
        self.ready: float | None = None
        self.startup_seconds: float | None = None
        self.first: float | None = None
        self.ended: float | None = None
        self.peak_memory_mib = 0.0
        self.received_bytes = 0
        self.printed_bytes = LAST_PRINTED_BYTES
        self._printed = bytearray()

    def take(self, record: Any) -> Any:
        """Take in one record of the process; gives the solutions in it, or None."""
        raise NotImplementedError

    def ended_well(self, exit_code: int) -> bool:  # noqa: ARG002  # for those that look at it
        """Whether its process did all it had to, now that it is over with this exit code."""
        return False

    def take_printed(self, received: bytes) -> None:
        """Keep the end of its process's output."""
        self._printed += received
        if len(self._printed) > 2 * self.printed_bytes:  # moved rarely: it may come in small pieces
            del self._printed[: -self.printed_bytes]

    @property
    def printed(self) -> bytes:
        """The end of its process's output."""
        return bytes(self._printed[-self.printed_bytes :])

    @property
    def text(self) -> str:
        """The text that is kept of it."""
        return self.printed.decode(errors="replace")

    def go_on_from(self, before: RunState) -> None:
        """Begin with the facts known of the same process before."""
        self.started, self.ending, self.version = before.started, before.ending, before.version
        self.startup_seconds, self.peak_memory_mib = before.startup_seconds, before.peak_memory_mib
        self.received_bytes = before.received_bytes
        self.take_printed(before.printed)

    def has_begun(self) -> None:
        """Its limit of time counts from here, where that is before the clock starts; only once."""
        self.begun = self.begun or time.monotonic()

    def is_ready(self) -> None:
        """The clock starts; only once, however often a process says so."""
        if self.ready is None:
            self.ready = time.monotonic()
            self.begun = self.begun or self.ready
            if self.startup_seconds is None:
                self.startup_seconds = self.ready - self.started

    def is_first(self) -> None:
        """A solution has arrived."""
        self.first = self.first or time.monotonic()

    def check_count(self, arrived: int) -> None:
        """Hold the number that the end record says against the number that has arrived."""
        if self.ending and self.ending.cause is Cause.DONE and self.solutions != arrived:
            self.ending = Ending(Cause.WRONG_COUNT, limit=self.solutions, measured=arrived)

    def finish(self, packer: Packer) -> Run:
        """The state as a run with these solutions."""
        seconds, first = self.seconds, self.first_solution_seconds
        if self.ready is not None:  # where the process could not say, by the parent's clock
            if seconds is None and self.ended is not None:
                seconds = self.ended - self.ready
            if first is None and self.first is not None:
                first = self.first - self.ready
        return Run(
            backend=self.name,
            paradigm=self.paradigm,
            ending=self.ending or Ending(Cause.NO_END_RECORD),
            placements=packer.placements(),
            rejected=tuple(packer.rejected),
            rejected_counts=dict(packer.rejected_counts),
            seconds=seconds,
            first_solution_seconds=first,
            startup_seconds=self.startup_seconds,
            peak_memory_mib=self.peak_memory_mib or None,
            counters=self.counters,
            version=self.version,
            remarks=tuple(self.remarks),
        )

    def output_reached(self, limits: Limits) -> Ending | None:
        """The ending of a run that has sent and printed too much; None where it has not."""
        if self.received_bytes <= limits.output_mib * 2**20:
            return None
        return Ending(Cause.OUTPUT, limits.output_mib)

    def memory_was_reached(self, limits: Limits) -> Ending | None:
        """The ending of a run that had too much memory at some time; None where it had not."""
        if self.peak_memory_mib <= limits.memory_mib:
            return None
        return Ending(Cause.MEMORY, limits.memory_mib, measured=self.peak_memory_mib)

    def limit_reached(self, limits: Limits, tree: ProcessTree) -> Ending | None:
        """The ending of a run that has reached one of the other limits; None where it has not."""
        now, memory = time.monotonic(), 0.0
        if limits.memory_mib < math.inf:  # a look costs more than anything else here
            memory = tree.memory_mib()
            self.peak_memory_mib = max(self.peak_memory_mib, memory)
        if tree.size() > limits.processes:
            return Ending(Cause.PROCESSES, limits.processes)
        if memory > limits.memory_mib:
            return Ending(Cause.MEMORY, limits.memory_mib, measured=memory)
        if tree.written_mib(limits.written_mib) > limits.written_mib:
            return Ending(Cause.FILES, limits.written_mib)
        if limits.cpu_seconds < math.inf and tree.cpu_seconds() > limits.cpu_seconds:
            return Ending(Cause.PROCESSOR_TIME, limits.cpu_seconds)
        if self.begun is None:
            cause, seconds, limit = Cause.STARTUP_TIME, now - self.started, limits.startup_seconds
        else:
            cause, seconds, limit = Cause.TIME, now - self.begun, limits.seconds
        return Ending(cause, limit) if seconds > limit else None
