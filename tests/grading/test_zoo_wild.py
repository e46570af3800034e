"""Programs as people really write them, in their many kinds: each is judged, and judged rightly."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import pytest
from engines import skip_or_fail
from places import ZOO
from shares import WHOLE_ZOO

from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.language import RACKET, packages_named
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import why_not_strong
from solvers.grading.submission import CheckOptions, Task, find_submission
from solvers.output.check_documents import as_json
from solvers.output.check_text import diagnosis, headline, remarks

pytestmark = pytest.mark.zoo

LIMITS = Limits(seconds=50, memory_mib=1024, output_mib=16)


@dataclass(frozen=True, slots=True)
class Case:
    """A program with its options, its verdict, and words of its feedback."""

    file: str
    kind: str
    options: str
    verdict: str
    made_for: str
    does: str
    says: str

    def __str__(self) -> str:
        return f"{self.file} {self.options}".strip()

    @property
    def setting(self) -> CheckOptions:
        """The meaning of its options."""
        option, _, value = self.options.partition(" ")
        return CheckOptions(
            task=Task(value) if option == "--task" else None,
            packages=packages_named([value]) if option == "--allow-packages" else {},
        )


def table() -> list[Case]:
    """All cases."""
    with (ZOO / "wild.csv").open() as file:
        return [Case(**line) for line in csv.DictReader(file)]


def chosen() -> Iterator[Case]:
    """The cases that are tried here."""
    kinds = set()
    for case in table():
        if WHOLE_ZOO or (case.kind not in kinds and not case.file.endswith(".rkt")):
            kinds.add(case.kind)
            yield case


def test_every_program_is_in_the_table() -> None:
    files = {str(path.relative_to(ZOO / "wild")) for path in (ZOO / "wild").rglob("*.*")}
    parts = {"two_files_py/checks.py", "two_files_pl/safe.pl", "two_files_scm/lists.scm"}
    assert files - parts - {"two_files_rkt/safe.rkt"} == {case.file for case in table()}
    assert len(files) >= 80


@pytest.mark.parametrize("case", list(chosen()), ids=str)
def test_a_program_is_judged_rightly(case: Case) -> None:
    submission = find_submission(str(ZOO / "wild" / case.file))
    if not Sandbox.BASIC.has(submission.language):
        skip_or_fail(f"{submission.language.name} is missing: {submission.language.install}")
    package = case.options.removeprefix("--allow-packages ")
    if package != case.options and find_spec(package) is None:
        skip_or_fail(f"{package} is not installed")
    largest = 4 if submission.language is RACKET else 5
    sandbox = Sandbox.BASIC if why_not_strong() else Sandbox.STRONG
    checked = check_program(submission, largest, LIMITS, sandbox, options=case.setting)
    said = "\n".join([headline(checked), *remarks(checked), *diagnosis(checked)])
    said += "".join(one.answer_format.words for one in checked.outcomes.values())
    document = as_json(checked, {4: 1.0})
    assert document["verdict"] == case.verdict, said
    assert str(document["made_for"] or "") == case.made_for, said
    assert str(document["does"] or "") == case.does, said
    assert case.says in said
