"""What runs in a run's own process: import, start the clock, solve, report.

Started by ``process.py`` as ``python -m solvers.run.worker FD``, with the job on the channel FD.
"""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.interface import Backend, Block, Keep, Placement, UsageError
from solvers.packing import Packer
from solvers.problem import Problem
from solvers.readiness import make_ready
from solvers.run.channel import Channel, Tag
from solvers.run.orphans import keep_orphans

if TYPE_CHECKING:
    from solvers.splitting.shard_result import ShardResult
    from solvers.splitting.split import Parted, Split

SEND_SECONDS = 0.1
"""How long a solution may wait for others to travel with."""

SEND_BYTES = 1 << 16
"""How many bytes of solutions travel at once."""


@dataclass(frozen=True)
class Job:
    """What the parent asks for: solve the problem, or (None) only say whether you could."""

    backend: Backend
    problem: Problem | None
    keep: Keep = Keep.SOLUTIONS
    split: Split | None = None


class Outbox:
    """Takes what a backend emits, packs it at once and sends it in batches.

    A thread sends what has waited long enough, so that nothing is lost while an engine searches
    on, and ends the process when the parent is gone.
    """

    def __init__(self, channel: Channel, n: int) -> None:
        self.channel, self.n = channel, n
        self.first_solution: float | None = None
        self.solutions = 0
        self._packer = Packer(n)
        self._lock = threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    def emit(self, emitted: Placement | Block) -> None:
        """Take one placement or a block of them; the caller may change it afterwards."""
        with self._lock:
            self._packer.add(emitted)
            if self.first_solution is None and (self._packer.count or self._packer.misfits):
                self.first_solution = time.perf_counter()
                self._flush()
            elif len(self._packer.packed) >= SEND_BYTES:
                self._flush()

    def take(self, result: ShardResult) -> None:
        """Take what came of a shard; its placements are packed already."""
        with self._lock:
            self._packer.refuse(result.misfits, result.misfit_counts)
            if result.tally:
                self.solutions += result.tally.solutions
                self.channel.send_facts(Tag.TALLY, asdict(result.tally))
            if result.placements is not None and len(result.placements):
                count = len(result.placements)
                self.solutions += count
                packed = np.ascontiguousarray(result.placements).reshape(-1)
                self.channel.send_placements(packed.data, count, self.n)
            if self.first_solution is None and self.solutions:
                self.first_solution = time.perf_counter()

    def flush(self) -> None:
        """Send all that waits."""
        with self._lock:
            self._flush()

    def _flush(self) -> None:
        waiting, self._packer = self._packer, Packer(self.n)
        self.solutions += waiting.count + waiting.misfit_counts.total()
        if waiting.count:
            self.channel.send_placements(waiting.packed, waiting.count, self.n)
        if waiting.misfit_counts:
            shown = [(misfit.fault, misfit.shown, misfit.reason) for misfit in waiting.misfits]
            self.channel.send_facts(Tag.MISFITS, {"counts": waiting.misfit_counts, "first": shown})

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


def work(channel: Channel, job: Job, may_begin: Callable[[], bool]) -> None:
    """Do the job and report on the channel, whatever happens."""
    backend, problem = job.backend, job.problem
    with ExitStack() as stack:
        try:
            make_ready(backend)
            version = backend.version()
            parts = _parts(job, stack)
        except Exception as error:  # an engine that is not there raises what it likes
            channel.send_facts(Tag.UNAVAILABLE, {"note": _why_unavailable(error, backend)})
            return
        channel.send_facts(Tag.READY, {"version": version, "ready_at": time.monotonic()})
        if problem is None or not may_begin():
            return
        outbox = Outbox(channel, problem.n)
        failure: BaseException | None = None
        counters: Any = {}
        note = ""
        start = time.perf_counter()
        try:
            if parts:
                counters, note = parts.solve(outbox.take)
            else:
                counters = backend.solve(problem.n, problem.prefix, outbox.emit)
        except BaseException as error:  # SystemExit too: the program is the backend's
            failure = error
        seconds = time.perf_counter() - start
        outbox.flush()
        first = outbox.first_solution
        facts: dict[str, Any] = {
            "solutions": outbox.solutions,
            "seconds": seconds,
            "first_solution_seconds": None if first is None else first - start,
            "peak_memory_mib": peak_memory_mib(),
            "note": note,
        }
        if failure is None:
            facts["counters"] = {str(name): int(count) for name, count in dict(counters).items()}
            channel.send_facts(Tag.END, facts)
        else:
            traceback.print_exception(failure)
            facts["note"] = traceback.format_exception_only(failure)[-1].strip()
            facts["error"] = type(failure).__name__
            channel.send_facts(Tag.FAILED, facts)
        _wait_for_the_end()


def _parts(job: Job, stack: ExitStack) -> Parted | None:
    """The parts of a run that is split, with their workers, until the stack is left."""
    if job.problem is None or job.split is None:
        return None
    # Most runs are not split, and start without what only splitting needs.
    from solvers.splitting.split import parted  # noqa: PLC0415

    return stack.enter_context(parted(job.backend, job.problem, job.keep, job.split))


def _why_unavailable(error: Exception, backend: Backend) -> str:
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    if isinstance(error, UsageError) or not backend.cure:
        return reason
    return f"{reason}; cure: {backend.cure}"


def _wait_for_the_end() -> None:
    """Wait for the parent, which has its answer and ends this process with all that it started.

    What has left its group and its parents is only found while this process is there.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    while True:
        signal.pause()


def _leave() -> None:
    """Leave without any engine's farewell: the ordinary way, Prolog with an open query can crash.

    What else this process started is ended by its parent.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def main() -> None:
    """Read the job from the channel, do it when told to, and leave."""
    keep_orphans()
    connection = socket.socket(fileno=int(sys.argv[1]))
    with connection.makefile("rb") as from_parent:
        job: Job = pickle.load(from_parent)  # noqa: S301  # written by our own parent
        work(Channel(connection), job, lambda: bool(from_parent.read(1)))
    _leave()


if __name__ == "__main__":
    main()
