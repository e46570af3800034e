"""What runs in a run's own process: import, start the clock, solve, report.

Started by ``process.py`` as ``python -m solvers.run.worker FD``, with the job on the channel FD.
"""

from __future__ import annotations

import importlib
import os
import pickle
import resource
import select
import socket
import sys
import threading
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from solvers.interface import Backend, Block, Fault, Misfit, Placement
from solvers.placements import pack_block, pack_one
from solvers.run.channel import Channel, Tag

SEND_SECONDS = 0.1
"""How long a solution may wait for others to travel with."""

SEND_BYTES = 1 << 16
"""How many bytes of solutions travel at once."""

MISFITS_KEPT = 10
"""How many misfits are reported with their text; the others are only counted."""


@dataclass(frozen=True)
class Job:
    """What the parent asks for: solve n with prefix, or (n is None) only say whether you could."""

    backend: Backend
    n: int | None
    prefix: Placement


class Outbox:
    """Takes what a backend emits, packs it at once and sends it in batches.

    A thread sends what has waited long enough, so that nothing is lost while an engine searches
    on, and ends the process when the parent is gone.
    """

    def __init__(self, channel: Channel, n: int) -> None:
        self.channel, self.n = channel, n
        self.first_solution: float | None = None
        self.solutions = 0
        self._packed = bytearray()
        self._count = 0
        self._misfits: list[Misfit] = []
        self._misfit_counts: Counter[Fault] = Counter()
        self._misfits_shown = 0
        self._lock = threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    def emit(self, emitted: Placement | Block) -> None:
        """Take one placement or a block of them; the caller may change it afterwards."""
        if isinstance(emitted, np.ndarray):
            block, misfits = pack_block(emitted, self.n)
            packed, count = block.tobytes(), len(block)
        else:
            one = pack_one(emitted, self.n)
            packed, count, misfits = (b"", 0, [one]) if isinstance(one, Misfit) else (one, 1, [])
        with self._lock:
            self._packed += packed
            self._count += count
            if misfits:
                self._take_misfits(misfits)
            first = self.solutions == 0
            self.solutions += count + len(misfits)
            if first and self.solutions:
                self.first_solution = time.perf_counter()
                self._flush()
            elif len(self._packed) >= SEND_BYTES:
                self._flush()

    def flush(self) -> None:
        """Send all that waits."""
        with self._lock:
            self._flush()

    def _take_misfits(self, misfits: list[Misfit]) -> None:
        self._misfit_counts.update(misfit.fault for misfit in misfits)
        room = MISFITS_KEPT - self._misfits_shown
        self._misfits += misfits[:room]
        self._misfits_shown += len(misfits[:room])

    def _flush(self) -> None:
        if self._count:
            self.channel.send_placements(bytes(self._packed), self._count, self.n)
            self._packed.clear()
            self._count = 0
        if self._misfit_counts:
            shown = [(misfit.fault, misfit.shown, misfit.reason) for misfit in self._misfits]
            self.channel.send_facts(Tag.MISFITS, {"counts": self._misfit_counts, "first": shown})
            self._misfits, self._misfit_counts = [], Counter()

    def _watch(self) -> None:
        while True:
            readable, _, _ = select.select([self.channel.connection], [], [], SEND_SECONDS)
            if readable:  # the parent never sends a second time, so it has gone
                os._exit(1)
            try:
                self.flush()
            except OSError:
                os._exit(1)


def peak_memory_mib() -> float:
    """The most memory this process has had, in MiB.

    On Linux from VmHWM: the kernel lets ``ru_maxrss`` begin at what the parent had.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20  # bytes on macOS


def work(channel: Channel, job: Job) -> None:
    """Do the job and report on the channel, whatever happens."""
    backend, n = job.backend, job.n
    try:
        for module in backend.requires:
            importlib.import_module(module)
        backend.prepare()
        version = backend.version()
    except Exception as error:  # an engine that is not there raises what it likes
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        channel.send_facts(Tag.UNAVAILABLE, {"note": reason})
        return
    channel.send_facts(Tag.READY, {"version": version})
    if n is None:
        return
    outbox = Outbox(channel, n)
    failure: BaseException | None = None
    counters: Any = {}
    start = time.perf_counter()
    try:
        counters = backend.solve(n, job.prefix, outbox.emit)
    except BaseException as error:  # SystemExit too: the program is the backend's, the report ours
        failure = error
    seconds = time.perf_counter() - start
    outbox.flush()
    first = outbox.first_solution
    facts: dict[str, Any] = {
        "solutions": outbox.solutions,
        "seconds": seconds,
        "first_solution_seconds": None if first is None else first - start,
        "peak_memory_mib": peak_memory_mib(),
    }
    if failure is None:
        facts["counters"] = {str(name): int(count) for name, count in dict(counters).items()}
        channel.send_facts(Tag.END, facts)
    else:
        traceback.print_exception(failure)
        facts["note"] = traceback.format_exception_only(failure)[-1].strip()
        facts["error"] = type(failure).__name__
        channel.send_facts(Tag.FAILED, facts)


def main() -> None:
    """Read the job from the channel, do it, and leave without any engine's farewell."""
    connection = socket.socket(fileno=int(sys.argv[1]))
    with connection.makefile("rb") as job_file:
        job: Job = pickle.load(job_file)  # noqa: S301  # written by our own parent
    work(Channel(connection), job)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # leaving the ordinary way, Prolog with an open query can crash


if __name__ == "__main__":
    main()
