"""Backends that misbehave on purpose, each in one way. They run in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from solvers.interface import Backend, Block, Placement, Problem, Solve
from solvers.lazy import numpy as np
from solvers.paradigms.sicp import exercise as sicp

HALF = 46


def half_of_them(
    problem: Problem, work: Counter[str], then: Callable[[], None]
) -> Iterator[Placement]:
    """Yield 46 solutions, then do something else."""
    yield from list(sicp.solve(problem, work))[:HALF]
    then()


def sleep_for_ever() -> None:
    time.sleep(600)


def spin() -> None:
    end = time.monotonic() + 600
    while time.monotonic() < end:
        pass


def raise_an_error() -> None:
    raise ZeroDivisionError("on purpose")


def exhaust_memory() -> None:
    raise MemoryError


def leave() -> None:
    sys.exit(0)


def leave_at_once() -> None:
    os._exit(0)


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def ignore_signals_and_spin() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    spin()


def start_a_child_and_hang() -> None:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    spin()


def start_a_child_that_holds_the_channel_and_leave() -> None:
    if os.fork() == 0:
        time.sleep(600)
        os._exit(0)
    os._exit(0)


def recurse() -> None:
    recurse()


def print_without_end() -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        print("x" * 1000)


def allocate(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Take memory, 16 MiB at a time, up to 2 GiB."""
    taken = []
    for _ in range(128):
        taken.append(np.ones(1 << 21))
        time.sleep(0.005)
    yield from sicp.solve(problem, work)


def print_to_stdout(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Print as students do, and solve."""
    print("hello from a solver", flush=True)
    os.write(2, b"and to stderr \xff\n")
    yield from sicp.solve(problem, work)


def yield_without_end(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the same block again and again."""
    block = np.zeros((10_000, problem.n), np.uint8)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        yield block


def yield_floats(problem: Problem, work: Counter[str]) -> Iterator[Any]:
    """Yield rows that are no ints, many of them."""
    for placement in sicp.solve(problem, work):
        yield tuple(map(float, placement))


def lose_one(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Keep the first solution back."""
    yield from list(sicp.solve(problem, work))[1:]


def misbehaving(solve: Solve, name: str = "") -> Backend:
    """A backend of this file."""
    return Backend(name or solve.__name__, "misbehaving", solve=solve)


def halfway(then: Callable[[], None]) -> Backend:
    """A backend that does this after 46 solutions."""
    return misbehaving(partial(half_of_them, then=then), then.__name__)


ABSENT = Backend(
    "absent",
    "absent engine",
    solve=sicp.solve,
    requires=("no_such_engine",),
    install="pip install no-such-engine",
    group="absentees",
)


def once(marker: Path) -> bool:
    """Whether this is the first call."""
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def stumble(
    problem: Problem, work: Counter[str], at: Placement, marker: Path, then: Callable[[], None]
) -> Iterator[Placement]:
    """Solve; but after the first solution of the first run below ``at``, do something else."""
    for placement in sicp.solve(problem, work):
        yield placement
        if problem.prefix == at and once(marker):
            then()


def stumbling(at: Placement, marker: Path, then: Callable[[], None]) -> Backend:
    """A backend that stumbles once."""
    return misbehaving(partial(stumble, at=at, marker=marker, then=then), "stumbling")


def yield_twice(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the first solution again in place of the last."""
    found = list(sicp.solve(problem, work))
    yield from [*found[:-1], *found[:1]]


def yield_attacking(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield queens on a diagonal in place of the first solution."""
    found = list(sicp.solve(problem, work))
    yield from [tuple(range(problem.n)), *found[1:]]


def yield_last_found_first(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield all solutions, last found first."""
    yield from reversed(list(sicp.solve(problem, work)))
