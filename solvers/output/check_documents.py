"""A checked program as a JSON document: the suite's own, and Gradescope's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from solvers.errors import printable
from solvers.grading.points import score, score_or_none, worth
from solvers.grading.result import CheckResult, ProgramVerdict, passes
from solvers.grading.submission import Task
from solvers.output import student_text
from solvers.output.check_text import (
    diagnosis,
    expected_words,
    reason_words,
    remarks,
    verdict_words,
)
from solvers.output.json_document import run_document
from solvers.output.points_text import scoring, why_untested
from solvers.puzzle.problem import Problem


def _does(checked: CheckResult) -> str | None:
    """The task that the program does correctly; None without one."""
    if checked.verdict is ProgramVerdict.RIGHT:
        return checked.task or Task.ALL
    return checked.other_task


def as_json(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """The suite's own JSON document about a check."""
    return {
        "schema": 1,
        "file": printable(checked.submission.name),
        "language": checked.submission.language.name,
        "sandbox": str(checked.sandbox),
        "verdict": str(checked.verdict),
        "task": checked.task or Task.ALL,
        "does": _does(checked),
        "reason": reason_words(checked),
        "remarks": remarks(checked),
        "made_for": checked.only_n,
        "smallest_failing_n": checked.failing_n,
        "diagnosis": diagnosis(checked),
        "score": score_or_none(checked, points),
        "max_score": sum(worth(checked, points).values()),
        "scoring": scoring(checked, points),
        "runs": [
            {
                "n": n,
                **run_document(judgement, Problem(n)),
                "reading": checked.outcomes[n].answer_format.words,
                "memory_held_by": checked.outcomes[n].memory_held_by,
            }
            for n, judgement in checked.judgements.items()
        ],
    }


def as_gradescope(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """Gradescope's results.json.

    For a program that is not judged, the document has no score and no tests.
    """
    points = worth(checked, points)
    document = {"output": for_student(checked), "visibility": "visible"}
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return document
    tests = [
        {
            "name": f"n = {n}",
            "score": points[n] if _passed(checked, n) else 0,
            "max_score": points[n],
            "status": "passed" if _passed(checked, n) else "failed",
            "output": _explanation(checked, n),
            "visibility": "visible",
        }
        for n in points
    ]
    return {"score": score(checked, points), **document, "tests": tests}


Format = Callable[[CheckResult, Mapping[int, float]], dict[str, Any]]

FORMATS: dict[str, Format] = {
    "json": as_json,
    "gradescope": as_gradescope,
}


def _passed(checked: CheckResult, n: int) -> bool:
    return n in checked.judgements and passes(checked.judgements[n])


def for_student(seen: CheckResult) -> str:
    """The verdict and the facts about the smallest failing n, as text for a student."""
    said = [student_text.student_headline(seen), *_said(seen, seen.failing_n)]
    return "\n".join(map(student_text.without_options, said))


def _said(seen: CheckResult, n: int | None) -> Iterator[str]:
    """The facts about a failing n, one per line, and the board."""
    yield from (f"{topic}: {text}" for topic, text in student_text.facts(seen, n))
    if (board := student_text.board_of(seen, n)) and n:
        yield student_text.drawn(board, by_lines=seen.judgements[n].show_by_lines)


def _explanation(checked: CheckResult, n: int) -> str:
    """The reason why a test passed or failed."""
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return student_text.without_options(verdict_words(checked))
    if n not in checked.judgements:
        return why_untested(checked, [n])
    if _passed(checked, n):
        return f"{expected_words(checked.task, n)}, as expected"
    return "\n".join(map(student_text.without_options, _said(checked, n))) or verdict_words(checked)
