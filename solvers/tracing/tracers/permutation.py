"""The events of generate and test: all queens are placed without a test, then tested together.

``itertools.permutations`` yields the permutations in lexicographic order, so only the last columns
change from one to the next. A conflict is recorded only when all queens stand: the first one from
the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, takewhile

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind, TraceNotes
from solvers.tracing.recorder import Recorder

NOTES = TraceNotes(
    line_of_event={
        "column": "for rest in permutations(rows)",
        "decide": "placement = prefix + rest",
        "backtrack": "for rest in permutations(rows)",
        "conflict": "if has_free_diagonals(placement)",
        "solution": "yield placement",
        "end": 'work["permutations"]',
    }
)


def events(problem: Problem) -> Iterator[Event]:
    """Generate and test as the backend does."""
    recorder, prefix = Recorder(problem), problem.prefix
    free_rows = [row for row in range(problem.n) if row not in prefix]
    generated = 0
    for rest in permutations(free_rows):
        generated += 1
        placement = prefix + rest
        _change(recorder, placement)
        if not _record_conflict(recorder, placement):
            recorder.solution()
        yield from recorder.drain()
    _change(recorder, prefix)
    yield from recorder.end({"permutations": generated})


def _change(recorder: Recorder, after: Placement) -> None:
    """Take away the queens that differ from ``after``, last column first, and place the others."""
    before = recorder.standing()
    pairs = zip(before, after, strict=False)
    same = sum(1 for _ in takewhile(lambda rows: rows[0] == rows[1], pairs))
    for column in range(len(before) - 1, same - 1, -1):
        recorder.backtrack(column)
    for column in range(same, len(after)):
        if column > same or len(before) <= same:
            recorder.enter_node(Kind.COLUMN, column=column)
        recorder.decide((column, after[column]))


def _record_conflict(recorder: Recorder, placement: Placement) -> bool:
    """Record the first conflict from the left, if there is one; return whether there is.

    Attacked queens come before queens on blocked squares.
    """
    for right, row in enumerate(placement):
        for left, other in enumerate(placement[:right]):
            if abs(other - row) in (0, right - left):
                recorder.conflict(right, row, left)
                return True
    for column, row in sorted(recorder.problem.blocked.intersection(enumerate(placement)))[:1]:
        recorder.conflict(column, row, None)
        return True
    return False
