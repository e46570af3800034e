"""Backends that mean harm to the process that listens to them, each in one way and bounded."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from solvers.interface import Backend, Block, Placement, Problem
from solvers.lazy import numpy as np
from solvers.puzzle.problem import Problem
from solvers.paradigms.sicp import exercise as sicp
from solvers.execution.channel import HEADER


class LyingTuple(tuple[int, ...]):
    """It says that it has eight rows."""

    __slots__ = ()

    def __len__(self) -> int:
        return 8


def lying_length(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield two rows that say they are eight."""
    yield LyingTuple((0, 4))


def lying_block(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield a block of one row that says there are a thousand."""

    class LyingBlock(np.ndarray):
        def __len__(self) -> int:
            return 1000

    yield np.zeros((1, problem.n), np.uint8).view(LyingBlock)


def fork_and_go_on_twice(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Solve in two processes, which both come to the end."""
    os.fork()
    yield from sicp.solve(problem, work)


def yield_in_a_copy(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Let a copy of the process do all the work."""
    if child := os.fork():
        os.waitpid(child, 0)
    else:
        yield from sicp.solve(problem, work)


def leave_a_thread(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Solve, and leave a thread at work that no exit waits for and one that any exit waits for."""
    for daemon in (True, False):
        threading.Thread(target=time.sleep, args=(60,), daemon=daemon).start()
    yield from sicp.solve(problem, work)


def write_bytes(
    problem: Problem, work: Counter[str], *, written: bytes, wait: float = 20
) -> Iterator[Placement]:
    """Write to the channel beside the suite, and wait to be ended."""
    os.write(int(sys.argv[1]), written)
    time.sleep(wait)
    return iter(())


def count_something(
    problem: Problem, work: Counter[str], *, count: Any
) -> Iterator[Placement]:
    """Solve, and count that."""
    yield from sicp.solve(problem, Counter())
    work["work"] = count


def return_something(problem: Problem, work: Counter[str], *, returned: Any) -> Any:
    """Return that at once."""
    return returned


def raise_text(problem: Problem, work: Counter[str], *, text: str) -> Iterator[Placement]:
    """Raise an error with that text."""
    raise ValueError(text)


def do_and_wait(
    problem: Problem, work: Counter[str], *, what: Callable[[], None]
) -> Iterator[Placement]:
    """Do something, and find nothing."""
    what()
    time.sleep(60)
    return iter(())


def nothing() -> None:
    """Do no more."""


def leave_files(then: Callable[[], None]) -> None:
    """Leave temporary files and folders behind."""
    tempfile.mkdtemp(prefix="mzn")
    with tempfile.NamedTemporaryFile(prefix="mzn", delete=False) as file:
        file.write(b"a model")
    then()


def litter(
    problem: Problem, work: Counter[str], *, then: Callable[[], None]
) -> Iterator[Placement]:
    """Solve, with temporary files that stay."""
    leave_files(then)
    return sicp.solve(problem, work)


def with_an_engine_that_litters(then: Callable[[], None]) -> Backend:
    """A backend that leaves temporary files when it gets ready."""
    return replace(hostile(sicp.solve), prepare=partial(leave_files, then))


def print_much(mib: int) -> None:
    """Print more than a pipe holds."""
    for _ in range(mib):
        print("x" * (1 << 20))


def take_memory(mib: int) -> None:
    """Have that much memory, and give it back."""
    taken = bytearray(mib << 20)
    taken[:: 1 << 12] = bytes(len(taken[:: 1 << 12])).replace(b"\0", b"x")


def hold_memory(mib: int) -> None:
    """Have that much memory until the end."""
    HELD.append(bytearray(b"x") * (mib << 20))
    time.sleep(3600)


HELD: list[bytearray] = []


ESCAPES = "\x1b[2Kidentical: all right\x1b[1A"


def escapes() -> str:
    """What a terminal shows as a verdict."""
    return ESCAPES


def count_in_escapes(_: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Count under a name that a terminal obeys."""
    work[ESCAPES] += 1
    yield (1, 3, 0, 2)


def raise_escapes(_: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Raise with a text that a terminal obeys."""
    yield (1, 3, 0, 2)
    raise ValueError(ESCAPES)


def print_escapes(_: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """End with a last line that a terminal obeys."""
    yield from ()
    print(ESCAPES, flush=True)
    os._exit(3)


def that_gets_ready(prepare: Callable[..., object], **how: Any) -> Backend:
    """A right backend that does this to get ready."""
    return replace(hostile(sicp.solve), prepare=partial(prepare, **how))


def hostile(solve: Callable[..., Any], **how: Any) -> Backend:
    """A backend of this file."""
    return Backend("hostile", "hostile", solve=partial(solve, **how) if how else solve)


def record(tag: int, payload: bytes, **also: float) -> Backend:
    """A backend that writes this record."""
    return hostile(write_bytes, written=HEADER.pack(tag, len(payload)) + payload, **also)


def tell(marker: Path) -> None:
    """Say that it has come so far, and wait to be ended."""
    marker.touch()
    time.sleep(60)


def unreadable() -> None:
    """Be what no other process can load."""
    raise RuntimeError("not in this process")


class Unreadable:
    """A ``solve`` that can be sent, and not be read."""

    def __call__(self, problem: Problem, work: Counter[str]) -> Iterator[Placement]:
        return sicp.solve(problem, work)

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return unreadable, ()
