"""A checked program in the result formats of grading systems, and as a line of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from solvers.problem import KNOWN_COUNTS, Problem
from solvers.report.check_text import got, headline
from solvers.report.facts import run_facts
from solvers.report.words import counted
from solvers.submissions.check import Checked, passes


def score(checked: Checked, points: Mapping[int, float]) -> float:
    """The points for every n that was right."""
    return sum(points[n] for n, one in checked.judgements.items() if n in points and passes(one))


def as_json(checked: Checked, points: Mapping[int, float], hidden_from: int) -> dict[str, Any]:
    """The facts as the suite's own document."""
    del hidden_from
    return {
        "schema": 1,
        "file": checked.submission.name,
        "language": checked.submission.language.name,
        "guard": str(checked.guard),
        "verdict": "correct" if checked.failing is None else "wrong",
        "smallest_failing_n": checked.failing,
        "diagnosis": checked.diagnosis,
        "score": score(checked, points),
        "max_score": sum(points.values()),
        "runs": [
            {"n": n, **run_facts(one, Problem(n)), "reading": checked.outcomes[n].reading.words}
            for n, one in checked.judgements.items()
        ],
    }


def as_gradescope(
    checked: Checked, points: Mapping[int, float], hidden_from: int
) -> dict[str, Any]:
    """Gradescope's results.json."""
    return {
        "score": score(checked, points),
        "output": _summary(checked),
        "visibility": "visible",
        "tests": [
            {
                "name": f"n = {n}",
                "score": points[n] if _passed(checked, n) else 0,
                "max_score": points[n],
                "status": "passed" if _passed(checked, n) else "failed",
                "output": _explanation(checked, n),
                "visibility": "hidden" if n >= hidden_from else "visible",
            }
            for n in points
        ],
    }


def as_prairielearn(
    checked: Checked, points: Mapping[int, float], hidden_from: int
) -> dict[str, Any]:
    """PrairieLearn's results.json; what is hidden gives points and no output."""
    total = sum(points.values())
    return {
        "gradable": True,
        "score": score(checked, points) / total if total else 0,
        "output": _summary(checked),
        "tests": [
            {
                "name": f"n = {n}",
                "points": points[n] if _passed(checked, n) else 0,
                "max_points": points[n],
                "message": "" if n >= hidden_from else _explanation(checked, n),
            }
            for n in points
        ],
    }


def as_check50(checked: Checked, points: Mapping[int, float], hidden_from: int) -> dict[str, Any]:
    """check50's JSON; a check that was not reached has passed null."""
    return {
        "slug": "n-queens",
        "version": "3.3.0",
        "results": [
            {
                "name": f"n{n}",
                "description": f"finds {counted(KNOWN_COUNTS[n], 'solution')} for n = {n}",
                "passed": _passed(checked, n) if n in checked.judgements else None,
                "log": [],
                "cause": None
                if _passed(checked, n) or n >= hidden_from
                else {"rationale": _explanation(checked, n), "help": None},
                "data": {},
                "dependency": f"n{n - 1}" if n - 1 in points else None,
            }
            for n in points
        ],
    }


Format = Callable[[Checked, Mapping[int, float], int], dict[str, Any]]

FORMATS: dict[str, Format] = {
    "json": as_json,
    "gradescope": as_gradescope,
    "prairielearn": as_prairielearn,
    "check50": as_check50,
}


def table_line(checked: Checked, points: Mapping[int, float]) -> dict[str, object]:
    """One line of the table of a folder."""
    return {
        "file": checked.submission.name,
        "score": score(checked, points),
        "max_score": sum(points.values()),
        "verdict": "correct" if checked.failing is None else "wrong",
        "smallest_failing_n": checked.failing or "",
        "summary": headline(checked).partition(": ")[2],
        "diagnosis": "; ".join(checked.diagnosis),
        "guard": str(checked.guard),
    }


def _passed(checked: Checked, n: int) -> bool:
    return n in checked.judgements and passes(checked.judgements[n])


def _summary(checked: Checked) -> str:
    return "\n".join([headline(checked), *checked.diagnosis])


def _explanation(checked: Checked, n: int) -> str:
    if _passed(checked, n):
        return f"{counted(KNOWN_COUNTS[n], 'solution')}, as expected"
    if n != checked.failing:
        return f"not reached: it fails at n = {checked.failing}"
    return "\n".join([got(checked), *checked.diagnosis])
