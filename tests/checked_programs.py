"""Students' programs that are asked, checked and judged, without the command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engines import needs_language
from places import ROOT
from without_processes import InThisInterpreter

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.grading import check
from solvers.grading.answer import Answer
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.grading.sandbox import Runner, Sandbox
from solvers.grading.session import Session
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import CheckOptions, Submission, Task, find_submission
from solvers.output.check_text import paragraphs
from solvers.output.report import CheckReport, report_of
from solvers.puzzle.placements import empty

FOUND = """
def found(size):
    boards = [()]
    for c in range(size):
        boards = [(*b, r) for b in boards for r in range(size)
                  if all(r != q and abs(r - q) != c - i for i, q in enumerate(b))]
    return boards
"""
"""A program in Python whose function gives all solutions."""


def submission_in(path: Path, source: str = "", *, function: str = "") -> Submission:
    """The submission in this file, where ``source`` is written first; skips without a language."""
    if source:
        path.write_text(source)
    submission = find_submission(f"{path}::{function}" if function else str(path))
    needs_language(submission.language)
    return submission


def asked_for_queens(
    submission: Submission, limits: Limits, sandbox: Sandbox, n: int = 4
) -> Answer:
    """The answer of the program's function ``queens`` in one process."""
    subject = Subject(Origin.CALL, submission.language.call_of("queens"))
    with Session(submission, limits, sandbox) as program:
        return program.ask(subject.text(n), n, is_last=True)


def checked(  # noqa: PLR0913  # each is an option of the command
    path: Path,
    source: str = "",
    *,
    sizes: Iterable[int] = range(1, 6),
    task: Task = Task.ALL,
    call: str = "",
    function: str = "",
    printed: bool = False,
    hints: bool = False,
    limits: Limits | None = None,
    runner: Runner | None = None,
) -> CheckResult:
    """The result of checking the program in this file, where ``source`` is written first.

    A program in Python runs in this interpreter, which is fast, unless a runner is given.
    """
    submission = submission_in(path, source, function=function)
    here = InThisInterpreter() if submission.language.name == "Python" else Sandbox.BASIC
    options = CheckOptions(task, call, printed, hints=hints)
    return check.check_program(submission, sizes, limits or Limits(), runner or here, options)


def judged(values: Mapping[int, tuple[Any, ...]], task: Task = Task.ALL) -> CheckResult:
    """The result of a function that returned these values."""
    submission = find_submission(str(ROOT / "docs/homework/ada.py"))
    answers = {
        n: Answer(n, given, "", Run("mine", "", Ending(Cause.DONE), empty(n)))
        for n, given in values.items()
    }
    subject = Subject(Origin.USUAL_NAME, "queens({n})")
    unjudged = CheckResult(submission, Sandbox.BASIC, subject, ProgramVerdict.NOT_JUDGED, task)
    return check.with_answers(unjudged, answers, CheckOptions(task))


def told(result: CheckResult) -> CheckReport:
    """The report on a result, with a point for each n from 4 to 8."""
    return report_of(result, dict.fromkeys(range(4, 9), 1.0))


def next_step(result: CheckResult) -> str:
    """The next step of a result in one line; "" without one."""
    step = told(result).next_step
    return step.text if step else ""


def text_of(result: CheckResult) -> str:
    """The report on a result as text."""
    return "\n".join(paragraphs(told(result)))
