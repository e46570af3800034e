"""What a backend emits in this process, taken as the interface says."""

from __future__ import annotations

import threading
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from solvers.interface import Backend, Counters
from solvers.lazy import numpy as np
from solvers.puzzle.packing import Packer
from solvers.puzzle.problem import Goal, Problem

JOIN_SECONDS = 5.0
"""How long is waited for threads that a backend has left behind."""


@dataclass
class Emissions:
    """All that came of one call of ``solve``.

    ``handed`` are the objects as they were handed over, ``copies`` what they were at that moment,
    ``late`` how many came after ``solve`` had returned.
    """

    problem: Problem
    packer: Packer
    counters: Counters = field(default_factory=dict)
    handed: list[Any] = field(default_factory=list)
    copies: list[Any] = field(default_factory=list)
    late: int = 0

    @property
    def placements(self) -> list[tuple[Any, ...]]:
        """Each placement as a tuple, right or wrong, blocks taken apart; not what is none."""
        found: list[tuple[Any, ...]] = []
        for one in self.copies:
            if isinstance(one, np.ndarray) and one.ndim == 2:
                found.extend(map(tuple, one.tolist()))
            elif isinstance(one, (tuple, list)):
                found.append(tuple(one))
        return found


def emissions(
    backend: Backend, problem: Problem, also: Callable[[Any], object] = lambda _: None
) -> Emissions:
    """Let the backend solve the problem here; ``also`` is told of everything that it emits."""
    taken = Emissions(problem, Packer(problem.n))
    before = set(threading.enumerate())
    returned = False

    def emit(emitted: Any) -> bool:
        if returned:
            taken.late += 1
        taken.handed.append(emitted)
        taken.copies.append(copy(emitted))
        taken.packer.add(emitted)
        also(emitted)
        return problem.goal is Goal.FIRST

    taken.counters = backend.solve(replace(problem), emit)  # a copy, whatever it does to it
    returned = True
    for thread in set(threading.enumerate()) - before:
        thread.join(JOIN_SECONDS)
    return taken
