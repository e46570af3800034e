"""The events of generate and test: queens are placed without a look at the others, then tested.

The permutations come in lexicographic order, as ``itertools.permutations`` gives them, so from one
to the next only the last columns change. A conflict is told only when all queens stand: the first
that looking while placing them would have found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, takewhile
from pathlib import Path

from solvers.paradigms import permutation as program
from solvers.puzzle.placements import Placement, shared_line
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind

PROGRAM = Path(program.__file__)
EXECUTED = {
    "column": "for rest in permutations(rows)",
    "decide": "placement = prefix + rest",
    "backtrack": "for rest in permutations(rows)",
    "conflict": "if has_free_diagonals(placement)",
    "solution": "yield placement",
    "end": 'work["permutations"]',
}


def events(problem: Problem) -> Iterator[Event]:
    """Generate and test as the backend does."""
    prefix = before = problem.prefix
    free_rows = [row for row in range(problem.n) if row not in prefix]
    generated = solutions = 0
    for rest in permutations(free_rows):
        generated += 1
        placement = prefix + rest
        yield from _change(before, placement, len(prefix))
        before = placement
        if conflict := _conflict(problem, placement):
            yield conflict
        else:
            solutions += 1
            yield Event(Kind.SOLUTION, placement, number=solutions)
    yield from _change(before, prefix, len(prefix))
    yield Event(Kind.END, prefix, state={"permutations": generated})


def _change(before: Placement, after: Placement, given: int) -> Iterator[Event]:
    """Take queens away from the last one on, and place others."""
    pairs = zip(before, after, strict=False)
    same = sum(1 for _ in takewhile(lambda rows: rows[0] == rows[1], pairs))
    for column in range(len(before) - 1, same - 1, -1):
        yield Event(Kind.BACKTRACK, before[:column], column, level=column - given)
    for column in range(same, len(after)):
        if column > same or len(before) <= same:
            yield Event(Kind.COLUMN, after[:column], column, level=column - given)
        queens, level = after[: column + 1], column + 1 - given
        yield Event(Kind.DECIDE, queens, column, after[column], queen=True, level=level)


def _conflict(problem: Problem, placement: Placement) -> Event | None:
    """The first queen from the left that another one attacks, or that stands where none may."""
    for right, row in enumerate(placement):
        for left, other in enumerate(placement[:right]):
            if abs(other - row) in (0, right - left):
                line = shared_line(other, row)
                return Event(Kind.CONFLICT, placement, right, row, left, line)
    if closed := sorted(problem.blocked.intersection(enumerate(placement))):
        column, row = closed[0]
        return Event(Kind.CONFLICT, placement, column, row, conflict_line="blocked")
    return None
