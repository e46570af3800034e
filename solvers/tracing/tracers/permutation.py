"""The events of generate and test: all queens are placed without a test, then tested together.

``itertools.permutations`` yields the permutations in lexicographic order, so only the last columns
change from one to the next. A conflict is recorded only when all queens stand: the first one from
the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, TraceNotes
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
        recorder.change_to(enumerate(placement))
        if not _record_conflict(recorder, placement):
            recorder.solution()
        yield from recorder.drain()
    recorder.change_to(())
    yield from recorder.end({"permutations": generated})


def _record_conflict(recorder: Recorder, placement: Placement) -> bool:
    """Record the first conflict from the left, if there is one; return whether there is.

    Attacked queens come before queens on blocked squares.
    """
    queens = [*enumerate(placement)]
    pairs = [(one, other) for one in queens for other in queens[: one[0]]]
    attacked = [(one, other[0]) for one, other in pairs if recorder.attacks(other, one)]
    blocked = [(one, None) for one in queens if one in recorder.problem.blocked]
    for square, other in [*attacked, *blocked][:1]:
        recorder.conflict(*square, other)
    return bool(attacked or blocked)
