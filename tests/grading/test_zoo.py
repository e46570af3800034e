"""Programs as students write them, each with its subject, its verdict and words of its report."""

from __future__ import annotations

from pathlib import Path

import pytest
from labelled_programs import Case, assert_reported, cases
from places import ZOO
from queens_command import Queens
from shares import a_share

pytestmark = pytest.mark.usefixtures("compiled_harness")

MOST_PROGRAMS = 60

BESIDE = {"expected.csv", "two_files/board.py"}
"""The files of the zoo that are no programs of their own."""


def test_every_program_is_in_the_table_and_they_are_few() -> None:
    files = {str(path.relative_to(ZOO)) for path in ZOO.rglob("*.*")}
    assert {case.file for case in cases(ZOO)} == files - BESIDE
    assert len(files) <= MOST_PROGRAMS + len(BESIDE)
    assert {Path(file).suffix for file in files} > {".py", ".pl", ".rkt", ".scm"}


@a_share("case", cases(ZOO), ids=str)
def test_a_program_has_its_subject_its_verdict_and_its_report(case: Case, queens: Queens) -> None:
    assert_reported(case, ZOO, 6 if case.file.endswith(".py") else 5, queens)
