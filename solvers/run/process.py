"""Run one backend in a process of its own, within limits, and say how it ended."""

from __future__ import annotations

import json
import os
import pickle
import secrets
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Protocol

import numpy as np

from solvers.interface import Backend, Fault, Misfit, Packed, Run, Status
from solvers.problem import Problem
from solvers.run.channel import ChannelError, Decoder, Tag
from solvers.run.limits import Limits
from solvers.run.tree import MARK, ProcessTree
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


class Record:
    """All that is known of a run so far: what its process said, what its parent saw."""

    def __init__(self, name: str, paradigm: str, n: int) -> None:
        self.name, self.paradigm, self.n = name, paradigm, n
        self.facts: dict[str, Any] = {}
        self.status: Status | None = None
        self.started = time.monotonic()
        self.ready: float | None = None
        self.first: float | None = None
        self.ended: float | None = None
        self.peak_memory_mib = 0.0
        self.received_bytes = 0
        self.printed = b""

    def take(self, record: Any) -> Packed | None:
        """Take in one record of the process; a block of placements is also given back."""
        raise NotImplementedError

    def is_ready(self) -> None:
        """The clock starts."""
        self.ready = time.monotonic()

    def is_first(self) -> None:
        """A solution has arrived."""
        self.first = self.first or time.monotonic()

    def finish(
        self, placements: Packed, misfits: Sequence[Misfit], counts: Mapping[Fault, int], note: str
    ) -> Run:
        """The record as a run with these solutions."""
        facts = self.facts
        seconds, first = facts.get("seconds"), facts.get("first_solution_seconds")
        if self.ready is not None:  # where the process could not say, by the parent's clock
            if seconds is None and self.ended is not None:
                seconds = self.ended - self.ready
            if first is None and self.first is not None:
                first = self.first - self.ready
        return Run(
            backend=self.name,
            paradigm=self.paradigm,
            status=self.status or Status.INTERNAL_ERROR,
            placements=placements,
            misfits=tuple(misfits),
            misfit_counts=dict(counts),
            seconds=seconds,
            first_solution_seconds=first,
            startup_seconds=None if self.ready is None else self.ready - self.started,
            peak_memory_mib=max(self.peak_memory_mib, facts.get("peak_memory_mib", 0.0)) or None,
            counters=facts.get("counters", {}),
            version=facts.get("version", ""),
            note=note,
        )


class _BackendRecord(Record):
    """What is known of the run of a backend."""

    def __init__(self, backend: Backend, n: int) -> None:
        super().__init__(backend.name, backend.paradigm, n)
        self.cure = backend.cure
        self.blocks: list[Packed] = []
        self.misfits: list[Misfit] = []
        self.misfit_counts: Counter[Fault] = Counter()

    def take(self, record: tuple[Tag, bytes]) -> Packed | None:
        """Take in one record; a block of placements is also given back."""
        tag, payload = record
        if tag is Tag.PLACEMENTS:
            (count,) = struct.unpack_from("<I", payload)
            block = np.frombuffer(payload, np.uint8, offset=4).reshape(count, self.n)
            self.blocks.append(block)
            self.is_first()
            return block
        facts = json.loads(payload)
        if tag is Tag.MISFITS:
            self.misfit_counts.update({Fault(f): count for f, count in facts["counts"].items()})
            self.misfits += [Misfit(Fault(f), shown, why) for f, shown, why in facts["first"]]
            return None
        self.facts |= facts
        if tag is Tag.READY:
            self.is_ready()
        else:
            self.status = ENDS[tag]
        return None

    def run(self) -> Run:
        """The record as a run; what arrived counts, whatever the process said of it."""
        placements = np.concatenate(self.blocks or [np.empty((0, self.n), np.uint8)])
        note = self.facts.get("note", "")
        arrived = len(placements) + self.misfit_counts.total()
        if self.status is Status.COMPLETE and self.facts["solutions"] != arrived:
            self.status = Status.INTERNAL_ERROR
            note = f"the end record says {self.facts['solutions']} solutions, but {arrived} arrived"
        if self.status is Status.CRASHED and self.facts.get("error") == "MemoryError":
            self.status = Status.MEMORY_LIMIT
        if self.status is Status.UNAVAILABLE and self.cure:
            note = f"{note}; cure: {self.cure}"
        return self.finish(placements, self.misfits[:MISFITS_KEPT], self.misfit_counts, note)


def stream(
    backend: Backend, problem: Problem, limits: Limits | None = None
) -> Generator[Packed, None, Run]:
    """Run the backend and yield its placements, block by block, as they arrive; return the run.

    Whatever happens, also where the caller stops listening, no process is left behind. Ctrl-C
    ends the run with status ``cancelled`` and what had arrived.
    """
    record = _BackendRecord(backend, problem.n)
    started = _started(Job(backend, problem.n, problem.prefix))
    yield from follow(record, started, Decoder(), limits or Limits())
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
    record = _BackendRecord(backend, 0)
    for _ in follow(record, _started(Job(backend, None, ())), Decoder(), limits or Limits()):
        pass
    if record.ready is not None and record.status is not Status.CANCELLED:
        record.status, record.facts["note"] = Status.COMPLETE, ""
        record.facts["solutions"] = 0
    return record.run()


Started = AbstractContextManager[tuple[ProcessTree, int, int]]
"""A process that runs, the descriptor of its records and that of what it prints."""


class FeedsRecords(Protocol):
    """What makes records of bytes."""

    def feed(self, received: bytes) -> Iterator[Any]:
        """Every record that is whole with these bytes; raises ChannelError."""


def follow(
    record: Record, started: Started, decoder: FeedsRecords, limits: Limits
) -> Iterator[Packed]:
    """Take in what a process sends until it ends or is ended; nothing of it is left."""
    try:
        with started as (tree, channel, printed):
            yield from _listen(record, limits, decoder, tree, channel, printed)
    except KeyboardInterrupt:
        record.status = Status.CANCELLED
        record.facts["note"] = "interrupted"
    except ChannelError as error:
        record.status = Status.INTERNAL_ERROR
        record.facts["note"] = str(error)
    finally:
        record.ended = record.ended or time.monotonic()


def _listen(  # noqa: PLR0913, PLR0917  # what is listened to, and what to do with it
    record: Record,
    limits: Limits,
    decoder: FeedsRecords,
    tree: ProcessTree,
    channel: int,
    printed: int,
) -> Iterator[Packed]:
    next_look = time.monotonic() + POLL_SECONDS
    with selectors.DefaultSelector() as selector:
        selector.register(channel, selectors.EVENT_READ)
        selector.register(printed, selectors.EVENT_READ)
        gone = False
        while record.status is None:
            heard = False
            for key, _ in selector.select(0 if gone else max(0.0, next_look - time.monotonic())):
                received = _read(key.fd)
                if not received:
                    selector.unregister(key.fileobj)
                    continue
                heard = True
                record.received_bytes += len(received)
                if key.fd == printed:
                    record.printed = (record.printed + received)[-LAST_PRINTED_BYTES:]
                    continue
                for item in decoder.feed(received):
                    if (block := record.take(item)) is not None:
                        yield block
            if record.status is None and time.monotonic() >= next_look:
                next_look = time.monotonic() + POLL_SECONDS
                _look(record, limits, tree)
            if record.status is None and not heard:
                if gone:  # it was over before we listened for the last time
                    _explain_end(record, tree)
                gone = tree.has_ended()
    record.printed += _left_in(printed)


def _read(descriptor: int) -> bytes:
    """What has come; nothing at the end, also where it came before our job was read."""
    try:
        return os.read(descriptor, READ_BYTES)
    except ConnectionResetError:
        return b""


def _left_in(descriptor: int) -> bytes:
    """What has been written there and not been read yet."""
    os.set_blocking(descriptor, False)
    with suppress(BlockingIOError):
        return os.read(descriptor, LAST_PRINTED_BYTES)
    return b""


def _look(record: Record, limits: Limits, tree: ProcessTree) -> None:
    """Hold the run against its limits."""
    now, memory = time.monotonic(), tree.memory_mib()
    record.peak_memory_mib = max(record.peak_memory_mib, memory)
    reason = ""
    if tree.size() > limits.processes:
        record.status = Status.CRASHED
        reason = f"stopped at more than {limits.processes} processes"
    elif memory > limits.memory_mib:
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


def _explain_end(record: Record, tree: ProcessTree) -> None:
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
def _started(job: Job) -> Iterator[tuple[ProcessTree, int, int]]:
    """A worker with its channel and what it prints; all of it is gone afterwards."""
    ours, theirs = socket.socketpair()
    printed, printed_end = os.pipe()
    command = [sys.executable, "-P", "-m", "solvers.run.worker", str(theirs.fileno())]
    path, mark = os.pathsep.join(map(os.path.abspath, sys.path)), secrets.token_hex(8)
    # A session of its own: Ctrl-C reaches the parent alone, and the parent ends the whole group.
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=printed_end,
        stderr=printed_end,
        pass_fds=[theirs.fileno()],
        env=os.environ | {"PYTHONPATH": path, MARK: mark},
        start_new_session=True,
    )
    tree = ProcessTree(process, mark)
    try:
        theirs.close()
        os.close(printed_end)
        with suppress(BrokenPipeError):  # listening will show how it ended
            ours.sendall(pickle.dumps(job))
        yield tree, ours.fileno(), printed
    finally:
        tree.kill()
        ours.close()
        os.close(printed)
