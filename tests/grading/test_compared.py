"""Students' programs in a comparison, beside the backends."""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers import registry
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.grading.compared import ComparedProgram, short_names
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Agreement

LINES = """
def queens(n):
    def boards(columns):
        if len(columns) == n:
            board = ["." * column + "Q" + "." * (n - 1 - column) for column in columns]
            by_column = [columns.index(column) for column in range(n)]
            if by_column[:3] != [4, 6, 0]:
                yield board
            return
        for column in range(n):
            if all(abs(column - other) not in (0, len(columns) - line)
                   for line, other in enumerate(columns)):
                yield from boards([*columns, column])
    return list(boards([]))
"""


JUNK = """
from itertools import permutations
def queens(n):
    right = [p for p in permutations(range(n)) if n == len({r + c for c, r in enumerate(p)})
             == len({r - c for c, r in enumerate(p)})]
    return [list(p) for p in right] + [[0] * n] * 5
"""


@pytest.mark.parametrize(
    ("source", "prefix", "fault"),
    [(LINES, (4, 6, 0), Fault.MISSING), (JUNK, (0, 4), Fault.INVALID)],
    ids=["boards by lines", "junk elsewhere"],
)
def test_a_prefix_hides_no_fault_of_a_program(
    source: str, prefix: Placement, fault: Fault, tmp_path: Path
) -> None:
    path = tmp_path / "queens.py"
    path.write_text(source)
    program = ComparedProgram(find_submission(str(path)), Sandbox.BASIC)
    result = compare(
        Problem(8, prefix), [registry.find("sicp"), program], Limits(seconds=60)
    ).crosscheck
    assert result.judgements[1].faults[fault]
    assert result.agreement is Agreement.DIFFERENT


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["/home/ada/queens.pl", "bob.py::solve"], ["queens.pl", "bob.py::solve"]),
        (["a/x/q.py", "b/x/q.py", "c/q.py"], ["a/x/q.py", "b/x/q.py", "c/q.py"]),
        (["a/q.py", "b/q.py", "r.py"], ["a/q.py", "b/q.py", "r.py"]),
    ],
)
def test_a_program_has_a_short_name_of_its_own(paths: list[str], names: list[str]) -> None:
    assert short_names(paths) == names
