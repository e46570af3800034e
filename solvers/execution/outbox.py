"""Pack the solutions of a run as they come, and hand them on in batches."""

from __future__ import annotations

import time
from collections.abc import Callable

from solvers.puzzle.packing import Packer
from solvers.puzzle.placements import Block, Placement

SEND_SECONDS = 0.1
"""How long a solution may wait for others to travel with."""

SEND_BYTES = 1 << 16
"""How many bytes of solutions travel at once."""


class Outbox:
    """Gives ``send`` the first solution at once; those behind it when they are many, or late.

    ``first_solution`` is when the first one came, and ``solutions`` how many were sent, right or
    wrong.
    """

    def __init__(self, n: int, send: Callable[[Packer], object]) -> None:
        self.n, self.send = n, send
        self.first_solution: float | None = None
        self.solutions = 0
        self._packer, self._sent = Packer(n), 0.0

    def add(self, solution: Placement | Block) -> None:
        """Take one placement or a block of them; the backend may change it afterwards."""
        self._packer.add(solution)
        if self.first_solution is None:
            if self._packer.count or self._packer.rejected:
                self.first_solution = time.perf_counter()
                self.flush()
        elif (
            time.perf_counter() - self._sent > SEND_SECONDS
            or len(self._packer.packed) >= SEND_BYTES
        ):
            self.flush()

    def flush(self) -> None:
        """Send all that waits."""
        waiting, self._packer = self._packer, Packer(self.n)
        self._sent = time.perf_counter()
        number = waiting.count + waiting.rejected_counts.total()
        self.solutions += number
        if number:
            self.send(waiting)
