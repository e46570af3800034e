"""A checked program as a JSON document: the suite's own, and Gradescope's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from solvers.errors import printable
from solvers.grading.points import score, score_or_none, worth
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.output.check_text import (
    board_of_example,
    diagnosis,
    drawn,
    facts,
    format_words,
    headline,
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
from solvers.puzzle.problem import Problem


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
        "reason": reason_words(checked),
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
                **run_document(size.judgement, Problem(n)),
                "count": size.count,
                "reading": format_words(checked.format),
                "memory_held_by": size.answer.memory_held_by,
            }
            for n, size in checked.sizes.items()
            if size.judgement
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


def as_gradescope(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """Gradescope's results.json.

    For a program that is not judged, the document has no score and no tests.
    """
    said = "\n".join([headline(checked, checked.submission.path.name), *_said(checked)])
    document = {"output": said, "visibility": "visible"}
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return document
    tests = [
        {
            "name": f"n = {n}",
            "score": value if (passed := n in checked.sizes and checked.sizes[n].passed) else 0,
            "max_score": value,
            "status": "passed" if passed else "failed",
            "output": _explanation(checked, n),
            "visibility": "visible",
        }
        for n, value in worth(checked, points).items()
    ]
    return {"score": score(checked, points), **document, "tests": tests}


Document = Callable[[CheckResult, Mapping[int, float]], dict[str, Any]]

DOCUMENTS: dict[str, Document] = {"json": as_json, "gradescope": as_gradescope}
"""The document of each format."""


def _said(checked: CheckResult) -> list[str]:
    """The reason, the facts about the smallest failing n, and the board."""
    lines = [reason_words(checked), *(f"{topic}: {text}" for topic, text in facts(checked))]
    if board := board_of_example(checked):
        lines.append(drawn(board, by_lines=shows_by_lines(checked)))
    if checked.why:
        lines.append("".join(text for text, _ in why_parts(checked.why)))
    return [line for line in lines if line]


def _explanation(checked: CheckResult, n: int) -> str:
    """The reason why a test passed or failed."""
    if n not in checked.sizes:
        return untested_words(checked, [n])
    if n == checked.failing_n:
        return "\n".join(_said(checked)) or verdict_words(checked)
    return size_words(checked, n)
