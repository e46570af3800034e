"""The process of a worker: make a backend ready, then do one task after another.

``backend_run.py`` starts it as ``python -m solvers.execution.worker FD``: FD is the channel that
brings the backend and then each task, which is a board to solve, or a function to call with the
backend.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import resource
import select
import socket
import sys
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from solvers.execution.channel import Channel, RemoteCall, Tag
from solvers.execution.solving import (
    SEND_SECONDS,
    Outbox,
    Work,
    failure_words,
    make_ready,
    solutions,
    whole_counters,
)
from solvers.install_hint import why_unavailable
from solvers.interface import Backend, Block, Counters, Placement
from solvers.puzzle.packing import Packer
from solvers.puzzle.problem import Problem

SET_CHILD_SUBREAPER = 36
"""The number of this option of prctl(2)."""


def main() -> None:
    """Make the backend ready, and do each task that comes; the parent ends this process.

    On Linux, it adopts the processes that its children leave behind. The parent then finds a daemon
    below it, even if the daemon cleared its environment.
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    connection = socket.socket(fileno=int(sys.argv[1]))
    watch = threading.Thread(target=_end_with_parent, args=(connection,), daemon=True)
    watch.start()
    channel = Channel(connection)
    with connection.makefile("rb") as from_parent:
        try:
            backend: Backend = pickle.load(from_parent)  # noqa: S301  # written by our own parent
            version, note, prepare_seconds = "", None, None
            try:
                prepare_seconds = make_ready(backend)
                version = str(backend.version())
            except Exception as error:  # a missing engine may raise any exception
                note = why_unavailable(error, backend.install)
            facts = {"version": version, "ready_at": time.monotonic(), "note": note}
            channel.send_fields(Tag.READY, {**facts, "prepare_seconds": prepare_seconds})
            while True:
                task: Problem | RemoteCall = pickle.load(from_parent)  # noqa: S301  # as above
                _do(task, backend, channel)
        except (EOFError, ConnectionResetError, BrokenPipeError):
            watch.join()  # the parent has gone: the watching thread ends this process


def _do(task: Problem | RemoteCall, backend: Backend, channel: Channel) -> None:
    """Send the solutions of a board, or the pieces that a function yields; then report the end."""
    outbox = ChannelOutbox(channel, task.n if isinstance(task, Problem) else 0)
    counters: Counters = {}
    failure: BaseException | None = None
    start = time.perf_counter()
    try:
        if isinstance(task, Problem):
            work = Work()
            for solution in solutions(backend, task, work):
                outbox.add(solution)
            counters = whole_counters(work)
        else:
            for piece in task.function(backend, *task.arguments):
                channel.send_value(piece)
    except BaseException as error:  # SystemExit too: the program is the backend's
        failure = error
    seconds, error_name, note = time.perf_counter() - start, "", ""
    if failure:
        traceback.print_exception(failure)
        error_name, note = failure_words(failure)
    sys.stdout.flush()
    sys.stderr.flush()
    outbox.close()
    first = outbox.first_solution_time
    facts = {
        "solutions": outbox.solutions,
        "seconds": seconds,
        "first_solution_seconds": None if first is None else first - start,
        "peak_memory_mib": _peak_memory_mib(),
        "counters": counters,
        "error": error_name,
        "note": note,
    }
    channel.send_fields(Tag.END, facts)


def _peak_memory_mib() -> float:
    """The most memory this process has had, in MiB.

    On Linux, it is VmHWM, because ``ru_maxrss`` can begin at the parent's value.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20  # bytes on macOS


def _end_with_parent(connection: socket.socket) -> None:
    """End this run as soon as its parent is gone; ``cleanup.py`` removes its folder."""
    watched = select.poll()
    watched.register(connection, 0)  # only the closing of the other end
    watched.poll()
    try:
        with suppress(AttributeError):  # not every system has it
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # fails without children
        import psutil  # needed here alone, and it takes time to load

        for process in psutil.Process().children(recursive=True):  # some leave the group
            with suppress(psutil.Error):
                process.kill()
    finally:
        os._exit(1)


class ChannelOutbox(Outbox):
    """Sends batches on the channel.

    A thread flushes them every SEND_SECONDS, so that solutions arrive while an engine searches on.
    """

    def __init__(self, channel: Channel, n: int) -> None:
        super().__init__(n, self._send)
        self.channel = channel
        self._lock, self._closed = threading.Lock(), threading.Event()
        threading.Thread(target=self._send_regularly, daemon=True).start()

    def add(self, solution: Placement | Block) -> None:
        """Copy one placement or a block of them; the backend may change it after this call."""
        with self._lock:
            super().add(solution)

    def close(self) -> None:
        """Send the solutions that wait, the last ones of the board."""
        with self._lock:
            self._closed.set()
            self.flush()

    def _send(self, batch: Packer) -> None:
        """Send a batch: a record with its placements, and one with its rejected answers."""
        if batch.count:
            self.channel.send_placements(batch.packed, batch.count)
        if batch.rejected_counts:
            first = [asdict(answer) for answer in batch.rejected]
            facts = {"counts": batch.rejected_counts, "first": first}
            self.channel.send_fields(Tag.REJECTED, facts)

    def _send_regularly(self) -> None:
        while not self._closed.wait(SEND_SECONDS):
            with self._lock, suppress(OSError):  # the parent has ended; this process ends next
                if not self._closed.is_set():
                    self.flush()


if __name__ == "__main__":
    main()
