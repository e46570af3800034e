"""The limits of a run: its wall-clock time, processor time, memory, output, files, processes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from solvers.errors import UsageError
from solvers.puzzle.problem import Goal

FIRST_SECONDS = 10.0
"""The default time of each search for one solution in a comparison: most that find one
at all have it by then, and those that do not would hold up the others."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run. The defaults hold where nobody sets any.

    Its parent enforces them: ``RunState.limit_reached``, asked by the supervisor.

    ``seconds`` counts from the call of ``solve``, for a submission from the loading of its file;
    the time before it (to start Python, to import the engine) has ``startup_seconds``.
    ``memory_mib`` is the memory of all the run's processes together, ``output_mib`` all that it
    sends as solutions and prints, ``processes`` how many there may be at once. The last three are
    for submissions: processor time of all processes, one answer, and all that is written to files.
    """

    seconds: float = 300.0
    memory_mib: float = 4096.0
    output_mib: float = 2048.0
    startup_seconds: float = 60.0
    processes: int = 64
    cpu_seconds: float = math.inf
    answer_mib: float = 1.0
    written_mib: float = 64.0


def limits_for(goal: Goal, seconds: float | None, memory_mib: float | None) -> Limits:
    """The limits of a run; None stands for the default. Raises UsageError for no number above 0."""
    for given in (seconds, memory_mib):
        if given is not None and not (isinstance(given, (int, float)) and given > 0):
            raise UsageError(f"a limit must be a number greater than 0, not {given}")
    limits = Limits(seconds=FIRST_SECONDS) if goal is Goal.FIRST else Limits()
    if seconds is not None:
        limits = replace(limits, seconds=seconds)
    return limits if memory_mib is None else replace(limits, memory_mib=memory_mib)
