"""The events of SICP exercise 2.43: queen_cols is entered and left again and again.

The program computes a board when it is asked for it; here each call computes its boards at once, as
the book's does. How often each call has been made is counted as it goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

from solvers.errors import UsageError
from solvers.paradigms.sicp import interchanged as program
from solvers.paradigms.sicp.exercise import REPRESENTATION, Board
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind
from solvers.tracing.tracers.sicp import lines, written

__all__ = ["events", "lines"]

PROGRAM = Path(program.__file__)
EXECUTED = {
    "enter": "in queen_cols(k - 1)",
    "enter 0": "return [()]",
    "leave": "partial(is_safe, k)",
    "leave 0": "return [()]",
    "solution": "return map(placement, queens(",
}

MOST_COLUMNS = 6
"""The most columns left to fill: with seven, there are a million calls."""


def events(problem: Problem) -> Iterator[Event]:
    """Each call of queen_cols and its boards; raises UsageError for too large a board."""
    n, first = problem.n, len(problem.prefix)
    if n - first > MOST_COLUMNS:
        raise UsageError(
            f"sicp-interchanged can be traced only up to n = {MOST_COLUMNS}, because it calls "
            "queen-cols n times as often with each further column"
        )
    board, times = REPRESENTATION, Counter[int]()

    def queen_cols(k: int) -> Generator[Event, None, list[Board]]:
        yield Event(Kind.ENTER, (), state={"k": k, "depth": n - k})
        boards: list[Board] = []
        if k == first:
            given = board.empty_board
            for column, row in enumerate(problem.prefix, 1):
                given = board.adjoin_position(row + 1, column, given)
            boards = [given]
        else:
            for row in problem.domains[k - 1]:
                rest = yield from queen_cols(k - 1)
                longer = (board.adjoin_position(row + 1, k, each) for each in rest)
                boards += [positions for positions in longer if board.is_safe(k, positions)]
        times[k] += 1
        own = {"k": k, "depth": n - k, **written(board, boards), "times": times[k]}
        yield Event(Kind.LEAVE, (), state=own)
        return boards

    found = yield from queen_cols(n)
    for number, positions in enumerate(found, 1):
        yield Event(Kind.SOLUTION, board.placement(positions), number=number)
    yield Event(Kind.END, ())
