"""Backends that misbehave on purpose, each in one way. They run in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from solvers.interface import Backend, Counters, Emit, Problem, Solve
from solvers.paradigms import cp_sat
from solvers.paradigms.sicp import exercise as sicp
from solvers.puzzle.placements import Placement

HALF = 46


def half_of_them(problem: Problem, emit: Emit, then: Callable[[], None]) -> Counters:
    """Emit 46 solutions, then do something else."""
    found: list[Placement] = []
    sicp.solve(problem, found.append)  # type: ignore[arg-type]  # sicp emits no blocks
    for placement in found[:HALF]:
        emit(placement)
    then()
    return {}


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


def write_nonsense_on_the_channel() -> None:
    os.write(int(sys.argv[1]), b"\xff" * 100)
    time.sleep(600)


def recurse() -> None:
    recurse()


def print_without_end() -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        print("x" * 1000)


def crash_prolog() -> None:
    from pyswip import Prolog

    list(Prolog.query("halt"))


def allocate(problem: Problem, emit: Emit) -> Counters:
    """Take memory, 16 MiB at a time, up to 2 GiB."""
    taken = []
    for _ in range(128):
        taken.append(np.ones(1 << 21))
        time.sleep(0.005)
    return sicp.solve(problem, emit)


def print_to_stdout(problem: Problem, emit: Emit) -> Counters:
    """Print as students do, and solve."""
    print("hello from a solver", flush=True)
    os.write(2, b"and to stderr \xff\n")
    return sicp.solve(problem, emit)


def same_list_object(problem: Problem, emit: Emit) -> Counters:
    """Emit one list again and again, changed in between."""
    board: list[int] = [0] * problem.n

    def change_and_emit(placement: object) -> None:
        assert isinstance(placement, tuple)
        board[:] = placement
        emit(board)  # type: ignore[arg-type]  # the fault

    return sicp.solve(problem, change_and_emit)


def emit_without_end(problem: Problem, emit: Emit) -> Counters:
    """Emit the same block again and again."""
    block = np.zeros((10_000, problem.n), np.uint8)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        emit(block)
    return {}


def emit_floats(problem: Problem, emit: Emit) -> Counters:
    """Emit rows that are no ints, many of them."""
    return sicp.solve(problem, lambda placement: emit(tuple(map(float, placement))))  # type: ignore[arg-type]


def lose_one(problem: Problem, emit: Emit) -> Counters:
    """Keep the first solution for itself."""
    seen: list[object] = []

    def all_but_the_first(placement: Placement | np.ndarray) -> None:
        if seen:
            emit(placement)
        seen.append(placement)

    return sicp.solve(problem, all_but_the_first)


def two_workers(problem: Problem, emit: Emit) -> Counters:
    """CP-SAT as it must not be used: it says OPTIMAL and has lost solutions."""
    return cp_sat.enumerate_solutions(problem, emit, workers=2)


def misbehaving(solve: Solve, name: str = "") -> Backend:
    """A backend of this file."""
    return Backend(name or solve.__name__, "misbehaving", solve)


def halfway(then: Callable[[], None]) -> Backend:
    """A backend that does this after 46 solutions."""
    return misbehaving(partial(half_of_them, then=then), then.__name__)


def good(problem: Problem, emit: Emit) -> Counters:
    """Solve, though the engine it names is not there."""
    return sicp.solve(problem, emit)


ABSENT = Backend("absent", "absent engine", good, ("no_such_engine",), "pip install no-such-engine")
TWO_WORKERS = Backend("two-workers", "misbehaving", two_workers, cp_sat.BACKEND.requires)


def once(marker: Path) -> bool:
    """Whether this is the first time that anybody asks."""
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def stumble(  # what a partial gives and what the interface asks for
    problem: Problem, emit: Emit, at: Placement, marker: Path, then: Callable[[], None]
) -> Counters:
    """Solve; but the first time that somebody asks for this prefix, do something else halfway."""
    found: list[Placement] = []
    counters = sicp.solve(problem, found.append)  # type: ignore[arg-type]  # emits no blocks
    for number, placement in enumerate(found):
        emit(placement)
        if number == 0 and problem.prefix == at and once(marker):
            then()
    return counters


def stumbling(at: Placement, marker: Path, then: Callable[[], None]) -> Backend:
    """A backend that stumbles once."""
    return misbehaving(partial(stumble, at=at, marker=marker, then=then), "stumbling")


def kill_itself_always(problem: Problem, emit: Emit) -> Counters:
    """Never come to an end."""
    kill_itself()
    return {}


def emit_twice(problem: Problem, emit: Emit) -> Counters:
    """Emit the first solution again in place of the last."""
    found: list[Placement] = []
    counters = sicp.solve(problem, found.append)  # type: ignore[arg-type]  # emits no blocks
    for placement in [*found[:-1], *found[:1]]:
        emit(placement)
    return counters


def emit_attacking(problem: Problem, emit: Emit) -> Counters:
    """Emit a placement that is none in place of the first solution."""
    found: list[Placement] = []
    counters = sicp.solve(problem, found.append)  # type: ignore[arg-type]  # emits no blocks
    for placement in [tuple(range(problem.n)), *found[1:]]:
        emit(placement)
    return counters


def emit_out_of_order(problem: Problem, emit: Emit) -> Counters:
    """Emit all solutions, last found first."""
    found: list[Placement] = []
    counters = sicp.solve(problem, found.append)  # type: ignore[arg-type]  # emits no blocks
    for placement in reversed(found):
        emit(placement)
    return counters


def say_none(problem: Problem, emit: Emit) -> Counters:
    """Look nowhere."""
    return {}


def go_on(problem: Problem, emit: Emit) -> Counters:
    """Emit all solutions, whatever one is told."""

    def emit_and_forget(placement: Placement | np.ndarray) -> None:
        emit(placement)

    return sicp.solve(problem, emit_and_forget)


def transposed(problem: Problem, emit: Emit) -> Counters:
    """Take columns for rows in what is emitted."""

    def turn_and_emit(placement: object) -> None:
        assert isinstance(placement, tuple)
        emit(tuple(placement.index(row) for row in range(problem.n)))

    return sicp.solve(problem, turn_and_emit)


def blind_to_blocked_squares(problem: Problem, emit: Emit) -> Counters:
    """Solve the free board."""
    return sicp.solve(Problem(problem.n, problem.prefix), emit)
