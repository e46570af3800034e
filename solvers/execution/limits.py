"""What a run may use."""

from __future__ import annotations

import math
from dataclasses import dataclass

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
