"""The limits of a run: its wall-clock time, processor time, memory, output, files, processes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from solvers.errors import UsageError
from solvers.puzzle.problem import Goal

FIRST_SECONDS = 10.0
"""The default time limit of a search for one solution. Most backends that can find one need less
time; the others would hold up the comparison."""


MOST_JOBS = 256
"""The most processes of a split run, and the most programs checked at once."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run, which the supervisor enforces; see CONTRIBUTING for where.

    ``seconds`` counts from the call of ``solve``, or from the loading of a submission's file.
    ``startup_seconds`` limits the time before: Python starts, and the engine is imported.
    ``memory_mib`` is the memory of all processes of the run together, ``output_mib`` the size of
    its solutions and its printed text, ``processes`` the most processes at one time. The last four
    are for submissions: ``cpu_seconds`` is the processor time of all processes, ``answer_mib`` the
    size of one answer, ``written_mib`` the size of all files that the run writes, and
    ``total_seconds`` the time for all that a submission is asked.
    """

    seconds: float = 300.0
    memory_mib: float = 4096.0
    output_mib: float = 2048.0
    startup_seconds: float = 60.0
    processes: int = 64
    cpu_seconds: float = math.inf
    answer_mib: float = 1.0
    written_mib: float = 64.0
    total_seconds: float = math.inf


def limits_for(goal: Goal, seconds: float | None, memory_mib: float | None) -> Limits:
    """The limits of a run; None stands for a default. Raises UsageError for a limit not above 0."""
    for given in (seconds, memory_mib):
        if given is not None and not (isinstance(given, (int, float)) and given > 0):
            raise UsageError(f"a limit must be a number greater than 0, not {given}")
    limits = Limits(seconds=FIRST_SECONDS) if goal is Goal.FIRST else Limits()
    if seconds is not None:
        limits = replace(limits, seconds=seconds)
    return limits if memory_mib is None else replace(limits, memory_mib=memory_mib)
