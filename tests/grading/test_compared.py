"""Students' programs in a comparison, beside the backends."""

from __future__ import annotations

from pathlib import Path

import pytest
from checked_programs import FOUND, submission_in
from shares import a_share, slower
from solutions import all_solutions

from solvers import registry
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.grading.compared import ComparedProgram
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import short_names
from solvers.output.messages import explanation, note
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Agreement, Comparison, Judgement, Verdict

LINES = f"""{FOUND}
def queens(n):
    kept = [b for b in found(n) if [b.index(c) for c in range(n)][:3] != [4, 6, 0]]
    return [["." * column + "Q" + "." * (n - 1 - column) for column in b] for b in kept]
"""
"""Its boards are drawn line by line; it loses those that begin with these rows."""

JUNK = f"{FOUND}\ndef queens(n): return found(n) + [(0,) * n] * 5\n"


def compared(source: str, problem: Problem, folder: Path, seconds: float = 60) -> Comparison:
    """The comparison of a program with one of ours."""
    submission = submission_in(folder / "queens.py", source)
    program = ComparedProgram(submission, Sandbox.BASIC, "queens.py")
    return compare(problem, [registry.find("sicp"), program], Limits(seconds))


def judged(source: str, n: int, tmp_path: Path, seconds: float = 60) -> Judgement:
    """The judgement of a program beside one of ours."""
    return compared(source, Problem(n), tmp_path, seconds).judgements[1]


def test_an_empty_list_is_an_answer_as_in_a_check(tmp_path: Path) -> None:
    found = judged("def queens(n): return []\n", 5, tmp_path)
    assert (found.run.status, found.verdict) == (Status.COMPLETE, Verdict.WRONG)
    assert found.faults[Fault.MISSING] == 10


RIGHT = FOUND.replace("found", "queens")
PRINTS = f"""{FOUND}
for p in found(n := int(input())):
    for row in p:
        print(" ".join("Q" if row == at else "." for at in range(n)))
    print()
"""


@a_share("n", [2, 3, 4])
def test_a_small_board_is_read_as_the_larger_ones_show(n: int, tmp_path: Path) -> None:
    assert judged(PRINTS, n, tmp_path).verdict is Verdict.CORRECT


@a_share(
    ("source", "verdict"),
    [
        ("def queens(n): return [[]] if n == 0 else 'no'\n", Verdict.NOT_JUDGED),
        (RIGHT, Verdict.CORRECT),
        ("def queens(n): return []\n", Verdict.NOT_JUDGED),
    ],
    ids=["reads nothing else", "right for all", "an empty list"],
)
def test_without_a_queen_a_program_is_never_wrong(
    source: str, verdict: Verdict, tmp_path: Path
) -> None:
    assert judged(source, 0, tmp_path).verdict is verdict


def test_an_example_is_counted_as_the_program_counts(tmp_path: Path) -> None:
    found = judged("def queens(n): return [[row + 1 for row in range(n)]]\n", 4, tmp_path)
    lines = explanation(found, Problem(4))
    assert any(
        "[1, 2, 3, 4]: the queens in column 1 (row 1) and column 2" in line for line in lines
    )


def test_a_program_whose_answers_are_not_read_has_not_crashed(tmp_path: Path) -> None:
    found = judged("def queens(n): return 'none'\n", 5, tmp_path)
    assert (found.run.status, found.verdict) == (Status.COMPLETE, Verdict.NOT_JUDGED)
    assert "its answers are not read" in note(found.run)


@a_share("how", ["yield row", "print(list(row), flush=True)"])
def test_what_arrived_before_a_limit_is_kept(how: str, tmp_path: Path) -> None:
    rows = sorted(all_solutions(5))
    hangs = f"    for row in {rows}: {how}\n    while True: pass\n"
    source = f"def queens(n):\n    if n < 5: return\n{hangs}"
    found = judged(source, 5, tmp_path, seconds=1)
    assert (found.run.status, found.verdict) == (Status.TIME_LIMIT, Verdict.PARTIAL)
    assert (found.run.solutions, found.faults[Fault.MISSING]) == (10, 0)


@pytest.mark.parametrize(
    ("source", "prefix", "fault"),
    [slower((LINES, (4, 6, 0), Fault.MISSING), single=False), (JUNK, (0, 4), Fault.INVALID)],
    ids=["boards by lines", "junk elsewhere"],
)
def test_a_prefix_hides_no_fault_of_a_program(
    source: str, prefix: Placement, fault: Fault, tmp_path: Path
) -> None:
    result = compared(source, Problem(8, prefix), tmp_path)
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
