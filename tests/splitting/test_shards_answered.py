"""A part of a split run is answered with the solutions of that part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.interface import Backend, Placement, Problem, Solve
from solvers.paradigms.sicp.exercise import solve as right
from solvers.puzzle.packing import Fault
from solvers.referee.verdict import Agreement, Verdict
from solvers.splitting.shards import Split


def all_in_one_part(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """All solutions of the board for the part of one row, and none for the others."""
    if problem.prefix[:1] in {(), (1,)}:
        yield from right(Problem(problem.n), work)


def mirrored(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """The solutions of the mirror image, for each part."""
    for rows in right(problem, work):
        yield tuple(problem.n - 1 - row for row in rows)


@pytest.mark.parametrize("count", [False, True], ids=["kept", "counted"])
@pytest.mark.parametrize("solve", [all_in_one_part, mirrored], ids=lambda one: one.__name__)
def test_solutions_of_another_part_are_extra(solve: Solve, count: bool) -> None:  # noqa: FBT001
    backend = Backend("another-part", solve=solve)
    found = compare(Problem(6), [backend], Limits(), count=count, split=Split(jobs=2))
    (judgement,) = found.judgements
    assert judgement.verdict is Verdict.WRONG
    assert judgement.faults[Fault.EXTRA] > 0
    assert judgement.faults[Fault.MISSING] > 0
    assert found.agreement is Agreement.DIFFERENT
