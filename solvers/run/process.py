"""Run one backend in a process of its own, within limits, and say how it ended."""

from __future__ import annotations

import json
import os
import pickle
import secrets
import socket
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress

import numpy as np

from solvers.interface import Backend, Fault, Misfit, Packed, Run, Status
from solvers.problem import Problem
from solvers.run.channel import Decoder, Tag
from solvers.run.limits import Limits
from solvers.run.listening import follow
from solvers.run.record import Record
from solvers.run.tree import MARK, ProcessTree
from solvers.run.worker import MISFITS_KEPT, Job

ENDS: dict[Tag, Status] = {
    Tag.END: Status.COMPLETE,
    Tag.UNAVAILABLE: Status.UNAVAILABLE,
    Tag.FAILED: Status.CRASHED,
}


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
