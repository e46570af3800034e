"""The events of SICP exercise 2.43: queen_cols is entered and left again and again.

How often each call has been made is counted as it goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from operator import mul
from pathlib import Path

from solvers.errors import UsageError
from solvers.paradigms.sicp import interchanged as program
from solvers.paradigms.sicp.exercise import REPRESENTATION
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event
from solvers.tracing.tracers import sicp
from solvers.tracing.tracers.sicp import lines

__all__ = ["events", "lines"]

PROGRAM = Path(program.__file__)
LINE_OF_EVENT = {
    "enter": "in queen_cols(k - 1)",
    "enter 0": "return [()]",
    "leave": "partial(is_safe, k)",
    "leave 0": "return [()]",
    "solution": "return map(placement, queens(",
}

MOST_COLUMNS = 6
"""The most columns left to fill: with seven, there are a million calls."""


def calls(problem: Problem) -> int:
    """The number of calls of queen-cols: one for n, and one per row in each of those before."""
    rows = [len(each) for each in problem.domains[len(problem.prefix) :]]
    return sum(accumulate(reversed(rows), mul, initial=1))


def events(problem: Problem) -> Iterator[Event]:
    """Each call of queen_cols and its boards; raises UsageError for too large a board."""
    left = problem.n - len(problem.prefix)
    if left > MOST_COLUMNS:
        raise UsageError(
            f"sicp-interchanged can be traced only up to n = {MOST_COLUMNS}: for this board it "
            f"calls queen-cols {calls(problem):,} times, and sicp calls it {left + 1} times"
        )
    yield from sicp.events(REPRESENTATION, problem, interchanged=True)
