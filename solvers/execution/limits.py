"""The limits of a run: its wall-clock time, processor time, memory, output, files, processes."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from solvers.errors import UsageError
from solvers.execution.ending import Cause, Ending
from solvers.puzzle.problem import Goal

if TYPE_CHECKING:
    from solvers.execution.process_tree import ProcessTree
    from solvers.execution.run_state import RunState

FIRST_SECONDS = 10.0
"""How long a comparison gives each search for one solution, where nobody says: most that find one
at all have it by then, and those that do not would hold up the others."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run, enforced by its parent. The defaults are for people who set none.

    ``seconds`` counts from the call of ``solve``, for a submission from the loading of its file;
    what comes before it (starting Python, importing the engine) has ``startup_seconds``.
    ``memory_mib`` is the memory of all the run's processes together, ``output_mib`` what it sends
    as solutions and prints, ``processes`` how many there may be at once. The last three are for
    submissions: processor time of all processes, one answer, and what may be written to files.
    """

    seconds: float = 300.0
    memory_mib: float = 4096.0
    output_mib: float = 2048.0
    startup_seconds: float = 60.0
    processes: int = 64
    cpu_seconds: float = math.inf
    answer_mib: float = 1.0
    written_mib: float = 64.0

    def output_reached(self, state: RunState) -> Ending | None:
        """The ending of a run that has sent and printed too much; None where it has not."""
        if state.received_bytes <= self.output_mib * 2**20:
            return None
        return Ending(Cause.OUTPUT, self.output_mib)

    def memory_was_reached(self, state: RunState) -> Ending | None:
        """The ending of a run that had too much memory at some time; None where it had not."""
        if state.peak_memory_mib <= self.memory_mib:
            return None
        return Ending(Cause.MEMORY, self.memory_mib, measured=state.peak_memory_mib)

    def reached(self, state: RunState, tree: ProcessTree) -> Ending | None:
        """The ending of a run that has reached one of the other limits; None where it has not."""
        now, memory = time.monotonic(), tree.memory_mib()
        state.peak_memory_mib = max(state.peak_memory_mib, memory)
        if tree.size() > self.processes:
            return Ending(Cause.PROCESSES, self.processes)
        if memory > self.memory_mib:
            return Ending(Cause.MEMORY, self.memory_mib, measured=memory)
        if tree.written_mib(self.written_mib) > self.written_mib:
            return Ending(Cause.FILES, self.written_mib)
        if self.cpu_seconds < math.inf and tree.cpu_seconds() > self.cpu_seconds:
            return Ending(Cause.PROCESSOR_TIME, self.cpu_seconds)
        if state.begun is None:
            cause, seconds, limit = Cause.STARTUP_TIME, now - state.started, self.startup_seconds
        else:
            cause, seconds, limit = Cause.TIME, now - state.begun, self.seconds
        return Ending(cause, limit) if seconds > limit else None


def limits_for(goal: Goal, seconds: float | None, memory_mib: float | None) -> Limits:
    """The limits of a run; None stands for the default. Raises UsageError for no number above 0."""
    for given in (seconds, memory_mib):
        if given is not None and not (isinstance(given, (int, float)) and given > 0):
            raise UsageError(f"a limit must be a number greater than 0, not {given}")
    limits = Limits(seconds=FIRST_SECONDS) if goal is Goal.FIRST else Limits()
    if seconds is not None:
        limits = replace(limits, seconds=seconds)
    return limits if memory_mib is None else replace(limits, memory_mib=memory_mib)
