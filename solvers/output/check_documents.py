"""A checked program as a JSON document: the suite's own, and Gradescope's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from solvers.errors import printable
from solvers.grading.points import score_or_none, worth
from solvers.grading.result import CheckResult, ProgramVerdict, SizeResult
from solvers.output.check_text import (
    board_of_example,
    diagnosis,
    drawn,
    facts,
    format_words,
    headline,
    limit_words,
    points_words,
    reason_words,
    remarks,
    shows_by_lines,
    size_words,
    subject_words,
    untested_words,
    verdict_words,
)
from solvers.output.json_document import run_document
from solvers.output.why_text import why_document, why_parts
from solvers.puzzle.packing import Fault
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Judgement, Verdict


def as_json(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """The suite's own JSON document about a check."""
    return {
        "schema": 1,
        "file": printable(checked.submission.name),
        "language": checked.submission.language.name,
        "sandbox": str(checked.sandbox),
        "subject": subject_words(checked),
        "verdict": str(checked.verdict),
        "task": str(checked.task),
        "does": checked.does,
        "reason": reason_words(checked) or limit_words(checked),
        "remarks": remarks(checked),
        "made_for": checked.only_n,
        "not_accepted": list(checked.not_accepted),
        "smallest_failing_n": checked.failing_n,
        "diagnosis": diagnosis(checked),
        "why": why_document(checked.why),
        "stopped_in": _stopped_in(checked),
        "score": score_or_none(checked, points),
        "max_score": sum(worth(checked, points).values()),
        "scoring": points_words(checked, points),
        "runs": [
            {
                "n": n,
                **_run(size, n),
                "count": size.count,
                "reading": format_words(checked.format),
                "memory_held_by": size.answer.memory_held_by,
            }
            for n, size in checked.sizes.items()
        ],
    }


def _stopped_in(checked: CheckResult) -> dict[str, Any] | None:
    """The last known place of a program that reached a limit; None if there is none."""
    places = [size.answer.place for size in checked.sizes.values() if size.answer.place]
    return (
        {name: getattr(places[-1], name) for name in ("function", "line", "seconds")}
        if places
        else None
    )


def unjudged(form: str, name: str, why: str, points: Mapping[int, float]) -> dict[str, Any]:
    """The document of this form about a program that has no result for a reason."""
    if form == "gradescope":
        said = printable(f"{Path(name).name}: {ProgramVerdict.NOT_JUDGED}: {why}")
        told = str(ProgramVerdict.NOT_JUDGED)
        tests = [_test(n, 0.0, value, told) for n, value in points.items()]
        return {"score": 0.0, "output": said, "visibility": "visible", "tests": tests}
    return {
        "schema": 1,
        "file": printable(name),
        **dict.fromkeys(("language", "sandbox", "subject", "task", "scoring"), ""),
        "verdict": str(ProgramVerdict.NOT_JUDGED),
        "reason": printable(why),
        **dict.fromkeys(("does", "made_for", "smallest_failing_n", "score", "why", "stopped_in")),
        "max_score": sum(points.values()),
        **dict.fromkeys(("remarks", "not_accepted", "diagnosis", "runs"), ()),
    }


def _test(n: int, points: float, most: float, output: str) -> dict[str, Any]:
    """A test of Gradescope's: the points for one n."""
    return {
        "name": f"n = {n}",
        "score": points,
        "max_score": most,
        "status": "passed" if points else "failed",
        "output": output,
        "visibility": "visible",
    }


def _run(size: SizeResult, n: int) -> dict[str, Any]:
    """The fields of the run for n; without a judgement, with the number of answers that came."""
    if size.judgement:
        return run_document(size.judgement, Problem(n))
    verdict = Verdict.PARTIAL if size.answer.reached_limit else Verdict.NOT_JUDGED
    judgement = Judgement(size.answer.run, verdict, dict.fromkeys(Fault, 0))
    return {**run_document(judgement, Problem(n)), "solutions": size.answer.given}


def as_gradescope(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """Gradescope's results.json: a test for each n; none passes if nothing is judged.

    The student reads it, so it names no command.
    """
    said = "\n".join([headline(checked, checked.submission.path.name), *_said(checked)])
    is_judged = checked.verdict is not ProgramVerdict.NOT_JUDGED
    passed = {n for n, size in checked.sizes.items() if is_judged and size.passed}
    tests = [
        _test(n, value if n in passed else 0.0, value, _explanation(checked, n))
        for n, value in worth(checked, points).items()
    ]
    total = sum(test["score"] for test in tests)
    return {"score": total, "output": said, "visibility": "visible", "tests": tests}


Document = Callable[[CheckResult, Mapping[int, float]], dict[str, Any]]

DOCUMENTS: dict[str, Document] = {"json": as_json, "gradescope": as_gradescope}
"""The document of each format."""


def _said(checked: CheckResult) -> list[str]:
    """The reason, the facts about the smallest failing n, and the board."""
    found = facts(checked) if checked.verdict is ProgramVerdict.WRONG else ()
    lines = [reason_words(checked), *(f"{topic}: {text}" for topic, text in found)]
    if board := board_of_example(checked):
        lines.append(drawn(board, by_lines=shows_by_lines(checked)))
    if checked.why:
        lines.append("".join(text for text, _ in why_parts(checked.why)))
    return [line for line in lines if line]


def _explanation(checked: CheckResult, n: int) -> str:
    """The reason why a test passed or failed."""
    if n not in checked.sizes:
        return untested_words(checked, [n])
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return str(ProgramVerdict.NOT_JUDGED)
    if n == checked.failing_n:
        return "\n".join(_said(checked)) or verdict_words(checked)
    return size_words(checked, n)
