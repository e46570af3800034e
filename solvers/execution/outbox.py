"""Pack the solutions of a board as they come, and hand them on in batches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple
from typing import Any

from solvers.execution.channel import Channel, Tag
from solvers.puzzle.packing import Packer
from solvers.puzzle.placements import Block, Placement

SEND_SECONDS = 0.1
"""The time that a solution may wait for others to travel with."""

SEND_BYTES = 1 << 16
"""The number of bytes of solutions that are sent at once."""


class Outbox:
    """Sends the first solution at once, and later ones in batches.

    A batch is sent when it is full or SEND_SECONDS old. ``first_solution_time`` is on the clock of
    ``perf_counter``; ``solutions`` is the number that was sent, right or wrong.
    """

    def __init__(self, n: int, send: Callable[[Packer], object]) -> None:
        self.n, self.send = n, send
        self.first_solution_time: float | None = None
        self.solutions = 0
        self._packer, self._sent = Packer(n), 0.0

    def add(self, solution: Placement | Block) -> None:
        """Take one placement or a block of them; the backend may change it afterwards."""
        self._packer.add(solution)
        if self.first_solution_time is None:
            if self._packer.count or self._packer.rejected:
                self.first_solution_time = time.perf_counter()
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


class ChannelOutbox(Outbox):
    """Sends batches on the channel.

    A thread sends those that have waited long enough, so that nothing is lost while an engine
    searches on.
    """

    def __init__(self, channel: Channel, n: int) -> None:
        super().__init__(n, self._send)
        self.channel = channel
        self._lock, self._closed = threading.Lock(), threading.Event()
        threading.Thread(target=self._send_regularly, daemon=True).start()

    def add(self, solution: Placement | Block) -> None:
        """Take one placement or a block of them; the backend may change it afterwards."""
        with self._lock:
            super().add(solution)

    def close(self, tag: Tag, facts: dict[str, Any], start: float) -> None:
        """Send all that waits, and then these facts as the last record of the board."""
        with self._lock:
            self._closed.set()
            self.flush()
            first = self.first_solution_time
            facts["solutions"] = self.solutions
            facts["first_solution_seconds"] = None if first is None else first - start
            self.channel.send_fields(tag, facts)

    def _send(self, batch: Packer) -> None:
        if batch.count:
            self.channel.send_placements(batch.packed, batch.count)
        if batch.rejected_counts:
            first = [astuple(one) for one in batch.rejected]
            facts = {"counts": batch.rejected_counts, "first": first}
            self.channel.send_fields(Tag.REJECTED, facts)

    def _send_regularly(self) -> None:
        while not self._closed.wait(SEND_SECONDS):
            with self._lock, suppress(OSError):  # the parent has ended; this process ends next
                if not self._closed.is_set():
                    self.flush()
