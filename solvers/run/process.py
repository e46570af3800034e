"""Run one backend in a process of its own, within limits, and say how it ended."""

from __future__ import annotations

import json
import os
import pickle
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from solvers.interface import Backend, Fault, Misfit, Packed, Run, Status
from solvers.problem import Problem
from solvers.run.channel import ChannelError, Decoder, Tag
from solvers.run.limits import Limits
from solvers.run.tree import ProcessTree
from solvers.run.worker import MISFITS_KEPT, Job

POLL_SECONDS = 0.05
"""How often the memory and the life of a silent process are looked at."""

READ_BYTES = 1 << 18

LAST_PRINTED_BYTES = 1 << 13
"""How much of what a run prints is kept to explain a crash."""

ENDS: dict[Tag, Status] = {
    Tag.END: Status.COMPLETE,
    Tag.UNAVAILABLE: Status.UNAVAILABLE,
    Tag.FAILED: Status.CRASHED,
}


class _Record:
    """All that is known of a run so far: what its process said, what its parent saw."""

    def __init__(self, backend: Backend, n: int) -> None:
        self.backend, self.n = backend, n
        self.blocks: list[Packed] = []
        self.misfits: list[Misfit] = []
        self.misfit_counts: Counter[Fault] = Counter()
        self.facts: dict[str, Any] = {}
        self.status: Status | None = None
        self.started = time.monotonic()
        self.ready: float | None = None
        self.first: float | None = None
        self.ended: float | None = None
        self.peak_memory_mib = 0.0
        self.received_bytes = 0
        self.printed = b""

    def take(self, tag: Tag, payload: bytes) -> Packed | None:
        """Take in one record; a block of placements is also given back."""
        if tag is Tag.PLACEMENTS:
            (count,) = struct.unpack_from("<I", payload)
            block = np.frombuffer(payload, np.uint8, offset=4).reshape(count, self.n)
            self.blocks.append(block)
            self.first = self.first or time.monotonic()
            return block
        facts = json.loads(payload)
        if tag is Tag.MISFITS:
            self.misfit_counts.update({Fault(f): count for f, count in facts["counts"].items()})
            self.misfits += [Misfit(Fault(f), shown, why) for f, shown, why in facts["first"]]
            return None
        self.facts |= facts
        if tag is Tag.READY:
            self.ready = time.monotonic()
        else:
            self.status = ENDS[tag]
        return None

    def run(self) -> Run:
        """The record as a run; what arrived counts, whatever the process said of it."""
        facts = self.facts
        placements = np.concatenate(self.blocks or [np.empty((0, self.n), np.uint8)])
        status, note = self.status or Status.INTERNAL_ERROR, facts.get("note", "")
        arrived = len(placements) + self.misfit_counts.total()
        if status is Status.COMPLETE and facts["solutions"] != arrived:
            status = Status.INTERNAL_ERROR
            note = f"the end record says {facts['solutions']} solutions, but {arrived} arrived"
        if status is Status.CRASHED and facts.get("error") == "MemoryError":
            status = Status.MEMORY_LIMIT
        if status is Status.UNAVAILABLE and self.backend.cure:
            note = f"{note}; cure: {self.backend.cure}"
        seconds, first = facts.get("seconds"), facts.get("first_solution_seconds")
        if self.ready is not None:  # where the process could not say, by the parent's clock
            if seconds is None and self.ended is not None:
                seconds = self.ended - self.ready
            if first is None and self.first is not None:
                first = self.first - self.ready
        return Run(
            backend=self.backend.name,
            paradigm=self.backend.paradigm,
            status=status,
            placements=placements,
            misfits=tuple(self.misfits[:MISFITS_KEPT]),
            misfit_counts=dict(self.misfit_counts),
            seconds=seconds,
            first_solution_seconds=first,
            startup_seconds=None if self.ready is None else self.ready - self.started,
            peak_memory_mib=max(self.peak_memory_mib, facts.get("peak_memory_mib", 0.0)) or None,
            counters=facts.get("counters", {}),
            version=facts.get("version", ""),
            note=note,
        )


def stream(
    backend: Backend, problem: Problem, limits: Limits | None = None
) -> Generator[Packed, None, Run]:
    """Run the backend and yield its placements, block by block, as they arrive; return the run.

    Whatever happens, also where the caller stops listening, no process is left behind. Ctrl-C
    ends the run with status ``cancelled`` and what had arrived.
    """
    record = _Record(backend, problem.n)
    job = Job(backend, problem.n, problem.prefix)
    yield from _follow(record, job, limits or Limits())
    return record.run()


def run(
    backend: Backend,
    problem: Problem,
    limits: Limits | None = None,
    heard: Callable[[Packed], None] = lambda _: None,
) -> Run:
    """Run the backend to its end, telling ``heard`` of every block of placements as it arrives."""
    blocks = stream(backend, problem, limits)
    interrupted = False
    while True:
        try:
            heard(blocks.throw(KeyboardInterrupt) if interrupted else next(blocks))
        except StopIteration as end:
            result: Run = end.value
            return result
        except KeyboardInterrupt:  # it came between two blocks: let the run end as cancelled
            if interrupted:
                raise
            interrupted = True


def probe(backend: Backend, limits: Limits | None = None) -> Run:
    """Start the backend's process without a problem, to see if it can run, in which version."""
    record = _Record(backend, 0)
    for _ in _follow(record, Job(backend, None, ()), limits or Limits()):
        pass
    if record.ready is not None and record.status is not Status.CANCELLED:
        record.status, record.facts["note"] = Status.COMPLETE, ""
        record.facts["solutions"] = 0
    return record.run()


def _follow(record: _Record, job: Job, limits: Limits) -> Iterator[Packed]:
    """Start the process, take in what it sends until it ends or is ended, clean up."""
    try:
        with _started(job) as (tree, channel, printed):
            yield from _listen(record, limits, tree, channel, printed)
    except KeyboardInterrupt:
        record.status = Status.CANCELLED
        record.facts["note"] = "interrupted"
    except ChannelError as error:
        record.status = Status.INTERNAL_ERROR
        record.facts["note"] = str(error)
    finally:
        record.ended = record.ended or time.monotonic()


def _listen(
    record: _Record, limits: Limits, tree: ProcessTree, channel: socket.socket, printed: int
) -> Iterator[Packed]:
    decoder = Decoder()
    next_look = time.monotonic() + POLL_SECONDS
    with selectors.DefaultSelector() as selector:
        selector.register(channel, selectors.EVENT_READ)
        selector.register(printed, selectors.EVENT_READ)
        while record.status is None:
            heard = False
            for key, _ in selector.select(max(0.0, next_look - time.monotonic())):
                try:
                    received = os.read(key.fd, READ_BYTES)
                except ConnectionResetError:  # it ended before it had read its job
                    received = b""
                if not received:
                    selector.unregister(key.fileobj)
                    continue
                heard = True
                record.received_bytes += len(received)
                if key.fd == printed:
                    record.printed = (record.printed + received)[-LAST_PRINTED_BYTES:]
                    continue
                for tag, payload in decoder.feed(received):
                    if (block := record.take(tag, payload)) is not None:
                        yield block
            if record.status is None and time.monotonic() >= next_look:
                next_look = time.monotonic() + POLL_SECONDS
                _look(record, limits, tree)
            if record.status is None and not heard and tree.has_ended():
                _explain_end(record, tree)


def _look(record: _Record, limits: Limits, tree: ProcessTree) -> None:
    """Hold the run against its limits."""
    now, memory = time.monotonic(), tree.memory_mib()
    record.peak_memory_mib = max(record.peak_memory_mib, memory)
    reason = ""
    if memory > limits.memory_mib:
        record.status = Status.MEMORY_LIMIT
        reason = f"stopped at {memory:.0f} MiB; the limit is {limits.memory_mib:g}"
    elif record.received_bytes > limits.output_mib * 2**20:
        record.status = Status.OUTPUT_LIMIT
        reason = f"stopped after more than {limits.output_mib:g} MiB of output"
    elif record.ready is None and now - record.started > limits.startup_seconds:
        record.status = Status.TIME_LIMIT
        reason = f"did not start within {limits.startup_seconds:g} s"
    elif record.ready is not None and now - record.ready > limits.seconds:
        record.status = Status.TIME_LIMIT
        reason = f"stopped after {limits.seconds:g} s"
    if reason:
        record.facts["note"] = reason


def _explain_end(record: _Record, tree: ProcessTree) -> None:
    """The process is over and has not said that it is done: a crash, and what is known of it."""
    record.ended = time.monotonic()
    tree.kill()
    code = tree.process.returncode
    ending = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
    printed = record.printed.decode(errors="replace").strip().splitlines()
    record.status = Status.CRASHED
    record.facts["note"] = f"the process ended without an end record ({ending})" + (
        f"; it last printed: {printed[-1]}" if printed else ""
    )


@contextmanager
def _started(job: Job) -> Iterator[tuple[ProcessTree, socket.socket, int]]:
    """The run's process with its channel and what it prints; all of it is gone afterwards."""
    ours, theirs = socket.socketpair()
    printed, printed_end = os.pipe()
    command = [sys.executable, "-P", "-m", "solvers.run.worker", str(theirs.fileno())]
    # A session of its own: Ctrl-C reaches the parent alone, and the parent ends the whole group.
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=printed_end,
        stderr=printed_end,
        pass_fds=[theirs.fileno()],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
        start_new_session=True,
    )
    tree = ProcessTree(process)
    try:
        theirs.close()
        os.close(printed_end)
        with suppress(BrokenPipeError):  # listening will show how it ended
            ours.sendall(pickle.dumps(job))
        yield tree, ours, printed
    finally:
        tree.kill()
        ours.close()
        os.close(printed)
