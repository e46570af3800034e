"""Programs as students write them: wrong ones, with the mistake in the name, and right ones."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from engines import skip_or_fail
from places import ZOO
from processes import with_growing_time
from shares import WHOLE_ZOO, a_share

from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.language import RACKET
from solvers.grading.result import CheckResult
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import why_not_strong
from solvers.grading.submission import CheckOptions, Task, find_submission
from solvers.output.check_text import diagnosis
from solvers.output.findings import words
from solvers.referee.verdict import Verdict

pytestmark = [pytest.mark.zoo, pytest.mark.usefixtures("compiled_harness")]

LIMITS = Limits(cpu_seconds=20, memory_mib=1024, output_mib=16, processes=32)
UNENDING = {
    "endless_loop": replace(LIMITS, seconds=0.5, cpu_seconds=math.inf),
    "endless_recursion": replace(LIMITS, memory_mib=256),
}
"""Only the first is stopped for its time; so no machine is too busy for the others."""

LARGEST = 6
FOUR_ARE_ENOUGH = 4
"""For a program in Racket, which takes half a second to start."""


IN_EACH_LANGUAGE = {
    "endless_recursion", "entry_missing", "error_in_the_middle", "leaves_half_way", "syntax_error",
}  # fmt: skip
"""Mistakes that each language tells in its own way."""

TOLD_APART_BY_MORE = {
    *("only_the_first_solution", "symmetric_left_out", "for_or_stops"),
    *("distance_does_not_grow", "distance_starts_at_2"),
}

DIAGNOSES = {
    "only_rows_compared": "it compares only rows",
    "rows_not_compared": "but not rows",
    "one_diagonal_not_checked": "it does not check the diagonal",
    "other_diagonal_not_checked": "it does not check the diagonal",
    "only_neighbour_compared": "only with the neighbouring column",
    "distance_starts_at_2": "starts at 2 instead of 1",
    "distance_does_not_grow": "it finds no solution for n > 1",
    "last_row_never_tried": "it found no solution",
    "one_row_too_many": "one row too many",
    "only_the_first_solution": "it finds only the first solution",
    "every_solution_twice": "it gives duplicates: every solution more than once",
    "symmetric_left_out": "it leaves out symmetric solutions",
    "endless_loop": "does not finish in time",
    "endless_recursion": "infinite recursion",
    "syntax_error": "syntax error",
    "entry_missing": "the entry point is missing",
    "same_list_object": "share list objects",
    "unbound_rows": "unbound variable",
    "counts_instead_of_solutions": "counts instead of solutions",
    "leaves_half_way": "before it has finished",
    "raises_an_error": "it stops with an error",
    "error_in_the_middle": "it stops with an error",
    "accumulator_reversed": "it finds no solution for n > 1",
    "base_case_missing": "it found no solution",
    "base_case_too_early": "it stops one column too early",
    "board_not_copied": "store a copy of each answer",
    "conflicts_left": "",
    "cut_after_the_first": "it finds only the first solution",
    "diagonal_with_the_sum": "it does not check the diagonal",
    "diagonal_without_abs": "it does not check the diagonal",
    "distance_off_by_one": "starts at 0 instead of 1",
    "filter_forgotten": "no test rejects a queen",
    "first_queen_skipped": "it never compares the queen in the first column",
    "for_or_stops": "it finds only the first solution",
    "formula_for_one": "it finds only one solution",
    "global_list_not_reset": "when run as a program, it reports 12 solutions for n = 5",
    "half_of_the_first_rows": "only the first half of the rows, with the middle row",
    "marks_not_removed": "it does not undo after the recursive call",
    "member_for_select": "but not rows",
    "minus_forgotten": "it does not check the diagonal",
    "mirror_images_added": "it gives duplicates: every solution more than once",
    "mutable_default": "it does not undo after the recursive call",
    "only_last_queen_on_diagonals": "but diagonals only with the neighbouring column",
    "only_the_neighbour_is_safe": "only with the neighbouring column",
    "range_from_one": "it found no solution",
    "return_true_in_the_loop": "only the queen in the first column with the others",
    "returns_true_too_early": "it finds only the first solution",
    "row_bases_mixed": "rows counted from 0 with rows counted from 1",
    "row_n_is_tried": "one row too many",
    "row_test_forgotten": "but not rows",
    "vector_not_copied": "store a copy of each",
    "board_never_cleared": "it does not undo after the recursive call",
    "count_from_one": "always 1 too large",
    "diagonals_end_before_0": "ends before index 0",
    "distance_goes_on": "does not start again at 1 for each queen",
    "first_free_row_only": "it never goes back",
    "middle_mirrored": "also of those whose first queen is in the middle",
    "one_row_repeated": "the rows of its board are one and the same list: in line 2",
    "permutations_from_1": "the solutions for n - 1 queens",
    "return_in_the_row_loop": "the loop in line 10 always ends in its first round",
}
"""Words of the diagnosis for the mistake in the file's name; "": no common mistake explains it."""


def checked(path: Path, monkeypatch: pytest.MonkeyPatch) -> CheckResult:
    """The file, checked under the strongest sandbox that works."""
    submission = find_submission(str(path))
    if not Sandbox.BASIC.has(submission.language):
        skip_or_fail(f"{submission.language.name} is missing: {submission.language.install}")
    largest = LARGEST
    if submission.language is RACKET and path.stem not in TOLD_APART_BY_MORE:
        largest = FOUR_ARE_ENOUGH
    monkeypatch.setattr("solvers.grading.size_runs.LARGEST_COMPARED", largest)
    limits = UNENDING.get(path.stem, LIMITS)
    return check_program(
        submission, largest, limits, Sandbox.BASIC if why_not_strong() else Sandbox.STRONG
    )


WRONG = sorted((ZOO / "wrong").iterdir())
TRIED = [
    path
    for number, path in enumerate(WRONG)
    if WHOLE_ZOO
    or path.stem in IN_EACH_LANGUAGE
    or (path.suffix == ".py" and number % 4 == 1)
    or (path.suffix == ".pl" and not path.with_suffix(".py").exists())
]
RIGHT = sorted((ZOO / "right").iterdir())


def test_the_zoo_is_large_enough() -> None:
    assert len(WRONG) >= 40
    assert len(RIGHT) >= 12
    assert {path.suffix for path in WRONG} == {".py", ".pl", ".rkt", ".scm"}
    assert {path.stem for path in WRONG} == set(DIAGNOSES)
    assert {path.suffix for path in TRIED} == {".py", ".pl", ".rkt", ".scm"}


@a_share("path", TRIED, ids=lambda path: path.name)
def test_a_wrong_program_is_caught_and_its_mistake_found(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = checked(path, monkeypatch)
    assert result.failing_n is not None
    said = "; ".join(words(each, result.submission) for each in result.diagnosis)
    assert DIAGNOSES[path.stem] in said
    assert bool(said) is bool(DIAGNOSES[path.stem])
    assert "Stack sizes" not in "; ".join(diagnosis(result))  # only the first line of SWI-Prolog


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.name)
def test_a_right_program_is_not_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = checked(path, monkeypatch)
    assert result.failing_n is None, result.diagnosis
    assert set(result.judgements) == set(range(1, result.largest + 1))
    assert {one.verdict for one in result.judgements.values()} == {Verdict.CORRECT}
    assert not result.diagnosis


RIGHT_SEARCH = """
from itertools import permutations
def right(n):
    return [p for p in permutations(range(n)) if len({r + c for c, r in enumerate(p)}) == n
            == len({r - c for c, r in enumerate(p)})]
"""
ONE_DIAGONAL = """
from itertools import permutations
def search(n):
    return [p for p in permutations(range(n)) if len({r + c for c, r in enumerate(p)}) == n]
"""


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (
            f"{ONE_DIAGONAL}\nmade = []\ndef queens(n):\n    made.append(n)\n"
            "    return search(n) if n <= made[0] else [][0]",
            "it does not check the diagonal that goes down to the right",
        ),
        (
            f"{ONE_DIAGONAL}\nleft = []\ndef queens(n):\n    left.extend([n] * (n <= 2))\n"
            "    return [(0,) * n] * 2 if n > 2 and left else search(n)",
            "it does not check the diagonal that goes down to the right",
        ),
        (
            f"{RIGHT_SEARCH}\ndef queens(n):\n    return right(n)[: -1 if n == 5 else None]",
            "1 of 10 solutions is missing (n = 5)",
        ),
        (
            f"{RIGHT_SEARCH}\ndef queens(n):\n    return right(n)[: -1 if n == 4 else None]",
            "1 of 2 solutions is missing (n = 4)",
        ),
    ],
    ids=["fails when asked again", "answers otherwise then", "all but one", "one of two"],
)
def test_the_diagnosis_is_true_of_all_that_the_program_does(
    program: str, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "queens.py"
    path.write_text(program)
    result = check_program(find_submission(str(path)), 8, LIMITS, Sandbox.BASIC)
    said = diagnosis(result)
    assert str(result.verdict) == "wrong"
    assert len(said) == 1
    assert says in said[0]


@pytest.mark.parametrize(
    ("name", "look"),
    [
        (
            "only_the_first_solution.py",
            "an early return, or code that takes only the first solution,",
        ),
        ("only_the_first_solution.pl", "a cut or once/1"),
    ],
)
def test_the_hint_for_a_program_that_finds_one_solution_is_for_its_language(
    name: str, look: str
) -> None:
    submission = find_submission(str(ZOO / "wrong" / name))
    result = check_program(
        submission, 4, LIMITS, Sandbox.BASIC, options=CheckOptions(task=Task.ALL)
    )
    could_be, hint = diagnosis(result)
    assert "it would be right if one were asked for (--task one)" in could_be
    assert hint == f"{look} may end the search too early"


@pytest.mark.parametrize("name", ["formula_for_one.py", "conflicts_left.py", "board_not_copied.py"])
def test_an_early_end_is_looked_for_only_where_there_is_one(name: str) -> None:
    result = check_program(find_submission(str(ZOO / "wrong" / name)), 6, LIMITS, Sandbox.BASIC)
    assert str(result.verdict) == "wrong"
    assert "too early" not in "; ".join(diagnosis(result))


def test_the_reason_is_told_where_a_right_program_is_far_too_slow() -> None:
    submission = find_submission(str(ZOO / "slow" / "interchanged_mappings.py"))
    # A busy machine may not let it come to two n whose times can be compared.
    result = with_growing_time(
        lambda seconds: check_program(
            submission, 9, replace(LIMITS, cpu_seconds=2 * seconds), Sandbox.BASIC
        ),
        lambda result: len(result.diagnosis) > 1,
    )
    assert result.failing_n is not None
    assert result.failing_n > 5
    assert "does not finish in time" in diagnosis(result)[0]
    assert "times as long as n =" in diagnosis(result)[1]
