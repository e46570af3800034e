"""Backends that mean harm to the process that listens to them, each in one way and bounded."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from solvers.interface import Backend, Counters, Emit, Problem
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.puzzle.tally import Retention
from solvers.paradigms.sicp import exercise as sicp
from solvers.execution.channel import HEADER
from solvers.splitting import executors
from solvers.splitting.split import ShardedRun, Split


class LyingTuple(tuple[int, ...]):
    """It says that it has eight rows."""

    __slots__ = ()

    def __len__(self) -> int:
        return 8


def lying_length(problem: Problem, emit: Emit) -> Counters:
    """Emit two rows that say they are eight."""
    emit(LyingTuple((0, 4)))
    return {}


class LyingBlock(np.ndarray):
    """It says that it has a thousand rows."""

    def __len__(self) -> int:
        return 1000


def lying_block(problem: Problem, emit: Emit) -> Counters:
    """Emit a block of one row that says there are a thousand."""
    emit(np.zeros((1, problem.n), np.uint8).view(LyingBlock))
    return {}


def fork_and_return_twice(problem: Problem, emit: Emit) -> Counters:
    """Solve in two processes, which both return."""
    os.fork()
    return sicp.solve(problem, emit)


def emit_in_a_copy(problem: Problem, emit: Emit) -> Counters:
    """Let a copy of the process do all the work."""
    if child := os.fork():
        os.waitpid(child, 0)
        return {}
    return sicp.solve(problem, emit)


def go_on_emitting(problem: Problem, emit: Emit) -> Counters:
    """Solve and return, while a thread emits the same block again and again."""

    def emit_for_ever() -> None:
        end = time.monotonic() + 20
        while time.monotonic() < end:
            emit(np.zeros((1000, problem.n), np.uint8))

    threading.Thread(target=emit_for_ever, daemon=True).start()
    return sicp.solve(problem, emit)


def write_bytes(problem: Problem, emit: Emit, *, written: bytes) -> Counters:
    """Write to the channel beside the suite."""
    os.write(int(sys.argv[1]), written)
    time.sleep(20)
    return {}


def return_something(problem: Problem, emit: Emit, *, returned: Any) -> Any:
    """Solve, and return that."""
    sicp.solve(problem, emit)
    return returned


def raise_text(problem: Problem, emit: Emit, *, text: str) -> Counters:
    """Raise an error with that text."""
    raise ValueError(text)


def do_and_wait(problem: Problem, emit: Emit, *, what: Callable[[], None]) -> Counters:
    """Do something, and find nothing."""
    what()
    time.sleep(60)
    return {}


def fill_the_disk_once(
    problem: Problem, emit: Emit, *, at: Placement, marker: Path
) -> Counters:
    """Solve; from the shard ``at`` on, files can grow no more, but not in another run."""
    if problem.prefix == at and not marker.exists():
        marker.touch()
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    return sicp.solve(problem, emit)


def nothing() -> None:
    """Do no more."""


def leave_files(then: Callable[[], None]) -> None:
    """Leave temporary files and folders behind."""
    tempfile.mkdtemp(prefix="mzn")
    with tempfile.NamedTemporaryFile(prefix="mzn", delete=False) as file:
        file.write(b"a model")
    then()


def litter(problem: Problem, emit: Emit, *, then: Callable[[], None]) -> Counters:
    """Solve, with temporary files that stay."""
    leave_files(then)
    return sicp.solve(problem, emit)


def with_an_engine_that_litters(then: Callable[[], None]) -> Backend:
    """A backend that leaves temporary files when it gets ready."""
    return replace(hostile(sicp.solve), prepare=partial(leave_files, then))


def hostile(solve: Callable[..., Any], **how: Any) -> Backend:
    """A backend of this file."""
    return Backend("hostile", "hostile", partial(solve, **how) if how else solve)


def record(tag: int, payload: bytes) -> Backend:
    """A backend that writes this record."""
    return hostile(write_bytes, written=HEADER.pack(tag, len(payload)) + payload)


def tell(marker: Path) -> None:
    """Say that it has come so far, and wait to be ended."""
    marker.touch()
    time.sleep(60)


def unreadable() -> None:
    """Be what no other process can load."""
    raise RuntimeError("not in this process")


class Unreadable:
    """A ``solve`` that can be sent, and not be read."""

    def __call__(self, problem: Problem, emit: Emit) -> Counters:
        return sicp.solve(problem, emit)

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return unreadable, ()


@dataclass(frozen=True)
class Impatient(Split):
    """A split that waits a second for a cluster that does not answer or has no worker.

    Where it ``connects`` at all, that may take as long as ever.
    """

    connects: bool = True

    @contextmanager
    def opened(self, backend: Backend, problem: Problem, keep: Retention) -> Iterator[ShardedRun]:
        if not self.connects:
            executors.CONNECT_SECONDS = 1
        with Split.opened(self, backend, problem, keep) as run:
            executors.CONNECT_SECONDS = executors.GONE_SECONDS = 1
            yield run
