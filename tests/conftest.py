"""What all tests share: who can run here, and the right answers by a method of the tests' own."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import permutations

import psutil
import pytest

from solvers import registry
from solvers.board.placements import Placement
from solvers.interface import Backend
from solvers.report.endings import ending_words
from solvers.run.availability import availability
from solvers.run.limits import Limits

Need = Callable[[Backend], Backend]


FIRST_START = Limits(startup_seconds=110)
"""In a new environment an engine may compile itself first, which takes time on a busy machine."""


@cache
def _why_not(name: str) -> str:
    found = availability(registry.backends()[name], FIRST_START)
    return "" if found.runs_here else ending_words(found.ending)


def skip_or_fail(reason: str) -> None:
    """Skip where something optional is missing; fail where everything has to be there."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"REQUIRE_ALL=1, but {reason}")
    pytest.skip(reason)


@pytest.fixture(params=list(registry.backends()))
def backend(request: pytest.FixtureRequest) -> Backend:
    """Every backend in turn; one that cannot run here is skipped with the cure."""
    name: str = request.param
    if reason := _why_not(name):
        skip_or_fail(f"{name} cannot run here: {reason}")
    return registry.backends()[name]


MARK = "QUEENS_TESTED_BY"
"""Inherited by all that a test starts: tests in other processes run at the same time."""

os.environ[MARK] = str(os.getpid())

# A shell's script starts what it does in the background with Ctrl-C ignored, and all that the tests
# start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def left_behind(before: set[int], word: str) -> list[psutil.Process]:
    """New processes with this word in their command that are ours, or nobody's any more."""
    ours = {one.pid for one in psutil.Process().children(recursive=True)}
    left = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if (
                process.pid not in before
                and (process.pid in ours or process.ppid() == 1)
                and process.environ().get(MARK) in {None, os.environ[MARK]}
                and process.status() != psutil.STATUS_ZOMBIE
                and word in " ".join(process.cmdline())
            ):
                left.append(process)
    return left


@cache
def all_solutions(n: int) -> frozenset[Placement]:
    """All solutions, by trying every permutation square by square."""
    return frozenset(rows for rows in permutations(range(n)) if not naive_attack(rows))


def naive_attack(placement: tuple[int, ...]) -> bool:
    """Whether two queens attack each other: walk every line from every queen."""
    n = len(placement)
    queens = set(enumerate(placement))
    for column, row in queens:
        for step_column, step_row in ((1, 0), (0, 1), (1, 1), (1, -1)):
            square = column + step_column, row + step_row
            while 0 <= square[0] < n and 0 <= square[1] < n:
                if square in queens:
                    return True
                square = square[0] + step_column, square[1] + step_row
    return False
