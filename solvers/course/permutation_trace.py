"""The events of generate and test: queens are placed without a look at the others, then tested.

The permutations come in lexicographic order, as ``itertools.permutations`` gives them, so from one
to the next only the last columns change. A conflict is told only when all queens stand: the first
that looking while placing them would have found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from solvers.board.placements import Placement, attacking_pairs, shared_line
from solvers.board.problem import Problem
from solvers.course.events import Event, Kind
from solvers.course.recorder import Recorder


def events(problem: Problem) -> Iterator[Event]:
    """Generate and test as the backend does."""
    recorder, prefix = Recorder(problem), problem.prefix
    free_rows = [row for row in range(problem.n) if row not in prefix]
    generated, before = 0, prefix
    for rest in permutations(free_rows):
        generated += 1
        placement = prefix + rest
        _change(recorder, before, placement)
        _test(recorder, problem, placement)
        before = placement
        yield from recorder.take()
    _change(recorder, before, prefix)
    recorder.end({"permutations": generated})
    yield from recorder.take()


def _change(recorder: Recorder, before: Placement, after: Placement) -> None:
    """Take queens away from the last one on, and place others."""
    changed = (c for c in range(min(len(before), len(after))) if before[c] != after[c])
    same = next(changed, min(len(before), len(after)))
    for column in range(len(before) - 1, same - 1, -1):
        recorder.backtrack(column)
    for column in range(same, len(after)):
        if column > same or len(before) <= same:
            recorder.enter(Kind.COLUMN, column=column)
        recorder.decide((column, after[column]))


def _test(recorder: Recorder, problem: Problem, placement: Placement) -> None:
    if pairs := attacking_pairs(placement):
        left, right = min(pairs, key=lambda pair: pair[1])
        line = shared_line(placement[left], placement[right])
        recorder.tell(
            Kind.CONFLICT,
            column=right,
            row=placement[right],
            conflict_column=left,
            conflict_line=line,
        )
    elif closed := sorted(problem.blocked.intersection(enumerate(placement))):
        column, row = closed[0]
        recorder.tell(Kind.CONFLICT, column=column, row=row, conflict_line="blocked")
    else:
        recorder.solution()
