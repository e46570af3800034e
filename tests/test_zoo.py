"""Programs as students write them: wrong ones, with the mistake in the name, and right ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import skip_or_fail

from solvers.referee.verdict import Verdict
from solvers.run.limits import Limits
from solvers.submissions.check import Checked, check
from solvers.submissions.guard import Guard, strong_works
from solvers.submissions.submission import find

pytestmark = pytest.mark.slow

ZOO = Path(__file__).parent / "zoo"
LIMITS = Limits(seconds=4, memory_mib=1024, output_mib=16, processes=32)
ENDLESS_RECURSION = replace(LIMITS, seconds=60, memory_mib=384)
"""Reached long before the limit of time, on a busy machine, too."""

DIAGNOSES = {
    "only_rows_compared": "only rows are compared",
    "rows_not_compared": "the rows are not",
    "one_diagonal_not_checked": "to the right) is not checked",
    "other_diagonal_not_checked": "to the right) is not checked",
    "only_neighbour_compared": "only the neighbouring column is compared",
    "distance_starts_at_2": "starts at 2 instead of 1",
    "distance_does_not_grow": "the distance does not grow",
    "last_row_never_tried": "no solution is found, for no n",
    "one_row_too_many": "one row too many",
    "only_the_first_solution": "only one solution is found",
    "every_solution_twice": "duplicates: every solution more than once",
    "symmetric_left_out": "symmetric solutions are left out",
    "endless_loop": "does not come to an end in time",
    "endless_recursion": "recursion without end",
    "syntax_error": "syntax error",
    "entry_missing": "the entry point is missing",
    "same_list_object": "one and the same list object",
    "floats_for_rows": "holds a float",
    "unbound_rows": "unbound variable",
    "counts_instead_of_solutions": "not a placement",
    "leaves_half_way": "it leaves the program",
    "raises_an_error": "it stops with an error",
    "error_in_the_middle": "it stops with an error",
}
"""What the diagnosis has to say of the mistake in the file's name."""


def checked(path: Path) -> Checked:
    """The file, checked up to n = 6 under the strongest guard that works."""
    submission = find(str(path))
    if not submission.language.available:
        skip_or_fail(f"{submission.language.name} is missing: {submission.language.cure}")
    limits = ENDLESS_RECURSION if path.stem == "endless_recursion" else LIMITS
    return check(submission, 6, limits, Guard.BASIC if strong_works() else Guard.STRONG)


WRONG = sorted((ZOO / "wrong").iterdir())
RIGHT = sorted((ZOO / "right").iterdir())


def test_the_zoo_is_large_enough() -> None:
    assert len(WRONG) >= 40
    assert len(RIGHT) >= 12
    assert {path.suffix for path in WRONG} == {".py", ".pl", ".rkt", ".scm"}
    assert {path.stem for path in WRONG} == set(DIAGNOSES)


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.name)
def test_a_wrong_program_is_caught_and_its_mistake_found(path: Path) -> None:
    result = checked(path)
    assert result.failing is not None
    assert DIAGNOSES[path.stem] in "; ".join(result.diagnosis)


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.name)
def test_a_right_program_is_not_refused(path: Path) -> None:
    result = checked(path)
    assert result.failing is None, result.diagnosis
    assert [one.verdict for one in result.judgements.values()] == [Verdict.CORRECT] * 6
    assert result.diagnosis == []


def test_a_program_that_is_right_and_far_too_slow_is_told_why() -> None:
    submission = find(str(ZOO / "slow" / "interchanged_mappings.py"))
    result = check(submission, 9, LIMITS, Guard.BASIC)
    assert result.failing is not None
    assert result.failing > 6
    assert "does not come to an end in time" in result.diagnosis[0]
    assert "exercise 2.43" in result.diagnosis[1]
