"""What runs in a run's own process: import, start the clock, solve, report.

``worker_process.py`` starts it as ``python -m solvers.execution.worker FD FOLDER``: FD is the
channel that brings the job, FOLDER is for temporary files.
"""

from __future__ import annotations

import ctypes
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
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn, Protocol

from solvers.errors import UsageError
from solvers.execution.channel import Channel, Tag
from solvers.execution.outbox import SEND_SECONDS, Outbox
from solvers.execution.result import ShardResult
from solvers.execution.search import Work, make_ready, reason, solutions, whole_counters
from solvers.install_hint import with_install_hint
from solvers.interface import Backend, Counters
from solvers.lazy import numpy as np
from solvers.puzzle.packing import Packer
from solvers.puzzle.placements import Block, Placement
from solvers.puzzle.problem import Problem
from solvers.puzzle.tally import Retention

END_AND_REMOVE = """
kill -s KILL -- "-$1"
for attempt in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf -- "$2" 2>&- && break
    sleep 0.2
done
"""
"""Ends a group and removes a folder; what is killed can write there for another moment."""

SET_CHILD_SUBREAPER = 36
"""An option of prctl(2)."""


class Sharded(Protocol):
    """A problem whose shards are solved by workers that are ready."""

    def solve(self, take: Callable[[ShardResult], None]) -> tuple[Counters, str]:
        """Give every shard's result to ``take``; returns the counters and what to remark."""


class Splitting(Protocol):
    """How a run is split."""

    def opened(
        self, backend: Backend, problem: Problem, keep: Retention
    ) -> AbstractContextManager[Sharded]:
        """The problem with its workers, until it is left."""


class Task(Protocol):
    """What a worker can be asked to do; it reaches the worker's process as a pickle."""

    def do(self, channel: Channel, wait_for_word: Callable[[], None]) -> None:
        """Make ready, wait for the word to begin, and report on the channel."""


@dataclass(frozen=True)
class Job:
    """The task to solve a problem, or (None) only to say whether the backend could."""

    backend: Backend
    problem: Problem | None
    keep: Retention = Retention.SOLUTIONS
    split: Splitting | None = None

    def do(self, channel: Channel, wait_for_word: Callable[[], None]) -> None:
        """Do it in this process and report on the channel, whatever happens."""
        _solve(self, channel, wait_for_word)


class ChannelOutbox(Outbox):
    """Sends batches on the channel.

    A thread sends those that have waited long enough, so that nothing is lost while an engine
    searches on.
    """

    def __init__(self, channel: Channel, n: int) -> None:
        super().__init__(n, self._send)
        self.channel = channel
        self.closed = False
        self._lock = threading.Lock()
        threading.Thread(target=self._send_what_waits, daemon=True).start()

    def add(self, solution: Placement | Block) -> None:
        """Take one placement or a block of them; the backend may change it afterwards."""
        with self._lock:
            super().add(solution)

    def take(self, result: ShardResult) -> None:
        """Take what came of a shard; its placements are packed already."""
        with self._lock:
            self._packer.refuse(result.rejected, result.rejected_counts)
            if result.tally:
                self.solutions += result.tally.solutions
                facts = asdict(result.shard) | asdict(result.tally)
                facts.pop("seen")  # that is for the referee to say
                self.channel.send_fields(Tag.TALLY, facts)
            if result.placements is not None and len(result.placements):
                count = len(result.placements)
                self.solutions += count
                packed = np.ascontiguousarray(result.placements).reshape(-1)
                self.channel.send_placements(packed.data, count, self.n)
            if self.first_solution is None and self.solutions:
                self.first_solution = time.perf_counter()

    def close(self, tag: Tag, facts: dict[str, Any], start: float) -> None:
        """Send all that waits, and then these facts as the last record; nothing follows it."""
        with self._lock:
            self.flush()
            self.closed = True
            first = self.first_solution
            facts["solutions"] = self.solutions
            facts["first_solution_seconds"] = None if first is None else first - start
            self.channel.send_fields(tag, facts)

    def _send(self, batch: Packer) -> None:
        if batch.count:
            self.channel.send_placements(batch.packed, batch.count, self.n)
        if batch.rejected_counts:
            first = [
                (rejected.fault, rejected.shown, rejected.reason) for rejected in batch.rejected
            ]
            self.channel.send_fields(
                Tag.REJECTED, {"counts": batch.rejected_counts, "first": first}
            )

    def _send_what_waits(self) -> None:
        while not self.closed:
            time.sleep(SEND_SECONDS)
            with self._lock, suppress(OSError):  # the parent has gone, and so will we
                if not self.closed:
                    self.flush()


def peak_memory_mib() -> float:
    """The most memory this process has had, in MiB.

    On Linux from VmHWM: the kernel lets ``ru_maxrss`` begin at what the parent had.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20  # bytes on macOS


def _solve(job: Job, channel: Channel, wait_for_word: Callable[[], None]) -> None:
    """Do the job and report on the channel, whatever happens."""
    backend, problem = job.backend, job.problem
    with ExitStack() as stack:
        try:
            make_ready(backend)
            version = backend.version()
            parts = None
            if problem is not None and job.split is not None:
                parts = stack.enter_context(job.split.opened(backend, problem, job.keep))
        except Exception as error:  # an engine that is not there raises what it likes
            channel.send_fields(Tag.UNAVAILABLE, {"note": _why_unavailable(error, backend)})
            return
        channel.send_fields(Tag.READY, {"version": str(version), "ready_at": time.monotonic()})
        if problem is None:
            return
        wait_for_word()
        outbox = ChannelOutbox(channel, problem.n)
        failure: BaseException | None = None
        counters: Counters = {}
        note = ""
        start = time.perf_counter()
        try:
            if parts:
                counters, note = parts.solve(outbox.take)
            else:
                work = Work()
                for solution in solutions(backend, problem, work):
                    outbox.add(solution)
                counters = whole_counters(work)
        except BaseException as error:  # SystemExit too: the program is the backend's
            failure = error
        facts: dict[str, Any] = {
            "seconds": time.perf_counter() - start,
            "peak_memory_mib": peak_memory_mib(),
        }
        if failure is None:
            outbox.close(Tag.END, facts | {"counters": counters, "note": note}, start)
        else:
            traceback.print_exception(failure)
            name, text = reason(failure)
            outbox.close(Tag.FAILED, facts | {"error": name, "note": text}, start)
        _wait_for_the_end()


def _why_unavailable(error: Exception, backend: Backend) -> str:
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    if isinstance(error, UsageError):
        return reason
    return with_install_hint(reason, backend.install)


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


def _watch(connection: socket.socket, folder: str) -> None:
    """End this run as soon as its parent is gone."""
    watched = select.poll()
    watched.register(connection, 0)  # nothing but that the other end was closed
    watched.poll()
    _end_abandoned(folder)


def _end_abandoned(folder: str) -> NoReturn:
    """The parent has gone: end this process with all it started, then its folder is removed."""
    import subprocess  # noqa: PLC0415  # needed here alone, and they take time to load

    import psutil  # noqa: PLC0415

    try:
        for process in psutil.Process().children(recursive=True):  # some leave the group
            with suppress(psutil.Error):
                process.kill()
        if os.getpgrp() == os.getpid():
            command = ["/bin/sh", "-c", END_AND_REMOVE, "sh", str(os.getpgrp()), folder]
            subprocess.Popen(command, start_new_session=True).wait()
    finally:
        os._exit(1)


def keep_orphans() -> None:
    """Let what this process's children leave behind become its own children (Linux).

    A daemon is then still found below the process that it comes from, whatever it has cleared.
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def main() -> None:
    """Read the job from the channel, do it when told to, and leave."""
    keep_orphans()
    connection = socket.socket(fileno=int(sys.argv[1]))
    watch = threading.Thread(target=_watch, args=(connection, sys.argv[2]), daemon=True)
    watch.start()
    with connection.makefile("rb") as from_parent:

        def wait_for_more() -> None:
            with suppress(ConnectionResetError):  # the parent did not read what we sent
                if from_parent.peek(1):
                    return
            watch.join()  # the parent has gone, and that ends us

        wait_for_more()
        task: Task = pickle.load(from_parent)  # noqa: S301  # written by our own parent
        try:
            task.do(Channel(connection), wait_for_more)
        except BrokenPipeError:
            watch.join()
    _leave()


if __name__ == "__main__":
    main()
