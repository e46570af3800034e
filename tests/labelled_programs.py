"""The programs and models in a folder with ``expected.csv``, which has the words about each."""

from __future__ import annotations

import csv
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from engines import skip_or_fail
from queens_command import Queens

from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission


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
    """All cases of a folder, those in one language beside each other."""
    with (folder / "expected.csv").open() as file:
        return [Case(**line) for line in csv.DictReader(file)]


def needs_language(path: Path) -> None:
    """Skip the test if the language of the file is missing here."""
    language = find_submission(str(path)).language
    if not Sandbox.BASIC.has(language):
        skip_or_fail(f"{language.name} is missing: {language.install}")


def assert_reported(case: Case, folder: Path, largest: int, queens: Queens) -> None:
    """Check the file up to n = largest: the command has to say the subject, verdict and words."""
    path = folder / case.file
    needs_language(path)
    seconds = 1 if case.verdict == "not finished" else 60  # what never ends is stopped soon
    asked = ["check", path, "--n", largest, *shlex.split(case.options), "--time-limit", seconds]
    text = queens.run(*asked).out
    subject = f"{re.escape(case.subject)} (is|are) " if case.subject else ""
    assert re.match(rf"{re.escape(str(path))}: {subject}{case.verdict}\b", text), text
    assert case.says in text
