"""Programs and models as students write them, each with its subject, verdict and report."""

from __future__ import annotations

import csv
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from engines import needs_language
from places import ROOT, ZOO
from queens_command import Queens
from shares import thinned

from solvers.grading.repair import trials
from solvers.grading.submission import find_submission

pytestmark = pytest.mark.usefixtures("compiled_harness")

MOST_PROGRAMS = 60

MODELS = ROOT / "tests" / "models"
BESIDE = {
    ZOO: {"expected.csv", "two_files/board.py"},
    MODELS: {"expected.csv", "with_data.dzn", "encoding.lp"},
}
"""The files of each folder that are no programs of their own."""


@dataclass(frozen=True, slots=True)
class Case:
    """A file with its options, and the words that the command has to say."""

    file: str
    options: str
    verdict: str
    subject: str
    says: str

    def __str__(self) -> str:
        return f"{self.file} {self.options}".strip()


def cases(folder: Path) -> list[Case]:
    """All cases of a folder, as its ``expected.csv`` has the words about each."""
    with (folder / "expected.csv").open() as file:
        return [Case(**line) for line in csv.DictReader(file)]


@pytest.mark.parametrize("folder", BESIDE, ids=lambda folder: folder.name)
def test_every_program_is_in_the_table_and_they_are_few(folder: Path) -> None:
    files = {str(path.relative_to(folder)) for path in folder.rglob("*.*")}
    assert {case.file for case in cases(folder)} == files - BESIDE[folder]
    assert len(files) <= MOST_PROGRAMS + len(BESIDE[folder])


@pytest.mark.parametrize(
    ("folder", "case"),
    thinned(((folder, case) for folder in BESIDE for case in cases(folder)), single=False, every=4),
    ids=lambda value: "" if isinstance(value, Path) else str(value),
)
def test_a_program_has_its_subject_its_verdict_and_its_report(
    folder: Path, case: Case, queens: Queens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "is_changeable", lambda _result: False)  # where one is, it is told
    path = folder / case.file
    needs_language(find_submission(str(path)).language)
    largest = 6 if case.file.endswith(".py") else 5
    seconds = 1 if case.verdict == "not finished" else 60  # what never ends is stopped soon
    asked = ["check", path, "--n", largest, *shlex.split(case.options), "--time-limit", seconds]
    text = queens.run(*asked).out
    subject = f"{re.escape(case.subject)} (is|are) " if case.subject else ""
    assert re.match(rf"{re.escape(str(path))}: {subject}{case.verdict}\b", text), text
    assert case.says in text
