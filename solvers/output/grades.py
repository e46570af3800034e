"""Checked programs in the formats of grading systems, and the table of grades of a folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from solvers.atomic_file import replacing
from solvers.errors import UsageError
from solvers.grading.result import CheckResult, Verdict, passes
from solvers.grading.submission import Task
from solvers.output.check_text import diagnosis, expected, got, headline, shown_verdict, summary
from solvers.output.printable import cell, printable
from solvers.puzzle.problem import Problem


class EqualPoints(dict[int, float]):
    """One point for each n, where nobody has said what each is worth."""


def worth(checked: CheckResult, points: Mapping[int, float]) -> Mapping[int, float]:
    """What each n is worth; where nobody has said it, only boards that the program takes count."""
    if not isinstance(points, EqualPoints):
        return points
    if checked.alone:
        return {checked.alone: 1.0}
    taken = {n: value for n, value in points.items() if n not in checked.refused}
    return taken or points  # a program that takes no board at all


def scoring(checked: CheckResult, points: Mapping[int, float]) -> str:
    """Why a program that does not take every n gets these points; nothing of any other."""
    alone = checked.visible.alone
    if not alone and (checked.alone or not points.keys() - checked.refused or not checked.refused):
        return ""
    if isinstance(points, EqualPoints):
        if alone:  # where it is right, the verdict says so
            return f"scored on n = {alone} only" if checked.visible.failing else ""
        return f"scored from n = {checked.refused[-1] + 1} on"
    got, most = score(checked, points), sum(points.values())
    return f"{got:g} of {most:g} points: --points includes board sizes that it does not support"


def score(checked: CheckResult, points: Mapping[int, float]) -> float:
    """The points for every n that was right."""
    points = worth(checked, points)
    right = [n for n, judgement in checked.judgements.items() if passes(judgement)]
    return sum((points[n] for n in right if n in points), 0.0)


def score_or_none(checked: CheckResult, points: Mapping[int, float]) -> float | None:
    """The score where something was judged."""
    return None if checked.verdict is Verdict.NOT_JUDGED else score(checked, points)


def _does(checked: CheckResult) -> str | None:
    """The task that it does rightly; None where it does none."""
    if checked.verdict is Verdict.RIGHT:
        return checked.task or Task.ALL
    return checked.instead


def as_json(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """The facts as the suite's own document: all but the score is of what is not hidden."""
    from solvers.output.json_document import run_document  # noqa: PLC0415  # only JSON needs it

    seen = checked.visible
    return {
        "schema": 1,
        "file": printable(checked.submission.name),
        "language": checked.submission.language.name,
        "sandbox": str(checked.sandbox),
        "verdict": shown_verdict(checked),
        "task": checked.task or Task.ALL,
        "does": _does(seen),
        "reason": printable(seen.reason),
        "remarks": [printable(remark) for remark in seen.remarks],
        "made_for": seen.alone,
        "smallest_failing_n": seen.failing,
        "diagnosis": diagnosis(seen),
        "score": score_or_none(checked, points),
        "max_score": sum(worth(checked, points).values()),
        "scoring": scoring(checked, points),
        "hidden_from": checked.hidden_from,
        "runs": [
            {
                "n": n,
                **run_document(judgement, Problem(n)),
                "reading": seen.outcomes[n].answer_format.words,
                "memory_held_by": seen.outcomes[n].memory_held_by,
            }
            for n, judgement in seen.judgements.items()
        ],
    }


def as_gradescope(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """Gradescope's results.json, which has a word for what only the instructor sees."""
    points = worth(checked, points)
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
                "visibility": "hidden" if _is_hidden(checked, n) else "visible",
            }
            for n in points
        ],
    }


def as_prairielearn(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """PrairieLearn's results.json; all that is hidden is one test without a message."""
    points = worth(checked, points)
    total = sum(points.values())
    shown, unseen = _parted(checked, points)
    tests = [
        {
            "name": f"n = {n}",
            "points": points[n] if _passed(checked, n) else 0,
            "max_points": points[n],
            "message": _explanation(checked, n),
        }
        for n in shown
    ]
    if unseen:
        tests.append(
            {
                "name": "hidden",
                "points": sum(points[n] for n in unseen if _passed(checked, n)),
                "max_points": sum(points[n] for n in unseen),
                "message": "",
            }
        )
    return {
        "gradable": checked.verdict is not Verdict.NOT_JUDGED,
        "score": score(checked, points) / total if total else 0,
        "output": _summary(checked),
        "tests": tests,
    }


def as_check50(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """check50's JSON; a check that was not reached has passed null, all hidden ones are one."""
    points = worth(checked, points)
    shown, unseen = _parted(checked, points)
    results = [
        _check50_result(
            name=f"n{n}",
            description=f"finds {expected(checked.task, n)} for n = {n}",
            passed=_passed(checked, n) if n in checked.judgements else None,
            rationale=_explanation(checked, n),
            dependency=f"n{n - 1}" if n - 1 in points else None,
        )
        for n in shown
    ]
    if unseen:
        passed = all(_passed(checked, n) for n in unseen)
        results.append(
            _check50_result(
                name="hidden",
                description="passes the hidden tests",
                passed=passed,
                rationale="hidden",
                dependency=None,
            )
        )
    return {"slug": "n-queens", "version": "3.3.0", "results": results}


def _check50_result(
    *, name: str, description: str, passed: bool | None, rationale: str, dependency: str | None
) -> dict[str, Any]:
    return {
        "name": name,
        "description": description,
        "passed": passed,
        "log": [],
        "cause": None if passed else {"rationale": rationale, "help": None},
        "data": {},
        "dependency": dependency,
    }


Format = Callable[[CheckResult, Mapping[int, float]], dict[str, Any]]

FORMATS: dict[str, Format] = {
    "json": as_json,
    "gradescope": as_gradescope,
    "prairielearn": as_prairielearn,
    "check50": as_check50,
}


def _is_hidden(checked: CheckResult, n: int) -> bool:
    return checked.hidden_from is not None and n >= checked.hidden_from


def _parted(checked: CheckResult, points: Mapping[int, float]) -> tuple[list[int], list[int]]:
    """Each n that is worth points: those that a student sees, and the others."""
    unseen = [n for n in points if _is_hidden(checked, n)]
    return [n for n in points if n not in unseen], unseen


def _passed(checked: CheckResult, n: int) -> bool:
    return n in checked.judgements and passes(checked.judgements[n])


def _summary(checked: CheckResult) -> str:
    return "\n".join([headline(checked), *diagnosis(checked.visible)])


def _explanation(checked: CheckResult, n: int) -> str:
    """Why a test has passed or failed; what is not hidden is explained by what is not hidden."""
    told = checked if _is_hidden(checked, n) else checked.visible
    if _passed(checked, n):
        return f"{expected(checked.task, n)}, as expected"
    if told.failing is None or told.verdict is Verdict.NOT_JUDGED:
        return told.reason or summary(told)
    if n != told.failing:
        return f"not tested, because it fails at n = {told.failing}"
    return "\n".join([got(told), *diagnosis(told)])


COLUMNS = (
    *("file", "score", "max_score", "verdict", "smallest_failing_n"),
    *("summary", "diagnosis", "sandbox"),
)

Line = Mapping[str, object]
"""What the table says of a file: a value for each of COLUMNS, and what the class page needs."""


def line_of(checked: CheckResult, points: Mapping[int, float]) -> Line:
    """The line of a program that was run; it has no score where nothing was judged."""
    seen = checked.visible
    judged = checked.verdict is not Verdict.NOT_JUDGED
    why = scoring(checked, points) if judged else ""
    return {
        "file": printable(checked.submission.name),
        "score": score(checked, points) if judged else "",
        "max_score": sum(worth(checked, points).values(), 0.0),
        "verdict": shown_verdict(checked),
        "smallest_failing_n": seen.failing or "",
        "summary": "; ".join(filter(None, [summary(seen), why])),
        "diagnosis": "; ".join(diagnosis(seen)),
        "sandbox": str(seen.sandbox),
        "example": _example(seen),
        "fingerprint": checked.fingerprint if seen.failing else "",
    }


def _example(seen: CheckResult) -> list[int] | None:
    """The wrong placement that is shown of the program, for the table of the class."""
    if seen.failing is None or seen.verdict is Verdict.NOT_JUDGED:
        return None
    witness = seen.judgements[seen.failing].witness
    return None if witness is None or witness.placement is None else list(witness.placement)


def line_without_verdict(file: Path, why: str, points: Mapping[int, float]) -> Line:
    """The line of a file that was not run, or not to the end, through no run of its own."""
    return {
        **dict.fromkeys(COLUMNS, ""),
        "file": printable(str(file)),
        "max_score": sum(points.values(), 0.0),
        "verdict": str(Verdict.NOT_JUDGED),
        "summary": printable(f"{Verdict.NOT_JUDGED}: {why}"),
    }


def write_head(file: IO[str]) -> None:
    """The names of the columns."""
    csv.writer(file, lineterminator="\n").writerow(COLUMNS)


def write_line(file: IO[str], line: Line) -> None:
    """One line; no cell of it is a formula."""
    csv.writer(file, lineterminator="\n").writerow([cell(line[column]) for column in COLUMNS])


def write_table(path: Path, lines: Iterable[Line]) -> None:
    """Write the table whole: a reader sees the old one or the new one."""
    text = io.StringIO(newline="")
    write_head(text)
    for line in lines:
        write_line(text, line)
    try:
        with replacing(path, "table") as file:
            file.write(text.getvalue().encode())
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
