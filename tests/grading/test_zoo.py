"""Programs as students write them, each with its subject, its verdict and words of its report."""

from __future__ import annotations

import csv
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from engines import skip_or_fail
from places import ZOO
from queens_command import Queens
from shares import a_share

from solvers.grading.language import PYTHON
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission

pytestmark = pytest.mark.usefixtures("compiled_harness")

MOST_PROGRAMS = 60

BESIDE = {"expected.csv", "two_files/board.py"}
"""The files of the zoo that are no programs of their own."""


@dataclass(frozen=True, slots=True)
class Case:
    """A program with its options, and the words that the command has to say."""

    file: str
    options: str
    verdict: str
    subject: str
    says: str

    def __str__(self) -> str:
        return f"{self.file} {self.options}".strip()

    @property
    def limits(self) -> list[str]:
        """The options for the limits; a program without an end is stopped soon."""
        return ["--time-limit", "1" if self.verdict == "not finished" else "60"]


def table() -> list[Case]:
    """All cases, those in one language beside each other."""
    with (ZOO / "expected.csv").open() as file:
        return [Case(**line) for line in csv.DictReader(file)]


def test_every_program_is_in_the_table_and_they_are_few() -> None:
    files = {str(path.relative_to(ZOO)) for path in ZOO.rglob("*.*")}
    assert {case.file for case in table()} == files - BESIDE
    assert len(files) <= MOST_PROGRAMS + len(BESIDE)
    assert {Path(file).suffix for file in files} > {".py", ".pl", ".rkt", ".scm"}


@a_share("case", table(), ids=str)
def test_a_program_has_its_subject_its_verdict_and_its_report(case: Case, queens: Queens) -> None:
    path = ZOO / case.file
    language = find_submission(str(path)).language
    if not Sandbox.BASIC.has(language):
        skip_or_fail(f"{language.name} is missing: {language.install}")
    largest = 6 if language is PYTHON else 5
    asked = ["check", path, *shlex.split(case.options), *case.limits, "--n", largest]
    text = queens.run(*asked).out
    subject = f"{re.escape(case.subject)} (is|are) " if case.subject else ""
    assert re.match(rf"{re.escape(str(path))}: {subject}{case.verdict}\b", text), text
    assert case.says in text
