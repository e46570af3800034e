"""Checked programs in the formats of grading systems, and the table of grades of a folder."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from solvers.errors import UsageError, printable
from solvers.execution.result import Status
from solvers.grading.call_result import LIMITED
from solvers.grading.finding import Fact, Finding
from solvers.grading.language import PROLOG, PYTHON
from solvers.grading.result import CheckResult, ProgramVerdict, passes
from solvers.grading.submission import Task
from solvers.output import student_text
from solvers.output.check_text import (
    diagnoses,
    diagnosis,
    expected_words,
    reason_words,
    remarks,
    verdict_words,
)
from solvers.puzzle.problem import Problem, sizes_in_words


class EqualPoints(dict[int, float]):
    """The default points, one for each n, if the user gave none."""


def sizes_of(points: Mapping[int, float]) -> Collection[int] | None:
    """The sizes to test; None if the user gave no points."""
    return None if isinstance(points, EqualPoints) else sorted(points)


def worth(checked: CheckResult, points: Mapping[int, float]) -> Mapping[int, float]:
    """The points of each n; with the default points, only sizes that the program accepts count."""
    if not isinstance(points, EqualPoints):
        return points
    if checked.alone:
        return {checked.alone: 1.0}
    taken = {n: value for n, value in points.items() if n not in checked.refused}
    return taken or points  # a program that takes no board at all


def scoring(checked: CheckResult, points: Mapping[int, float]) -> str:
    """A sentence about the points of a program that was judged only in part; else ""."""
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return ""
    valued = worth(checked, points)
    if missing := valued.keys() - checked.judgements.keys():
        got, most = score(checked, points), sum(valued.values())
        return f"{got:g} of {most:g} points: {why_untested(checked, missing)}"
    if not isinstance(points, EqualPoints):
        return ""
    if checked.alone:  # where it is right, the verdict says so
        return f"scored on n = {checked.alone} only" if checked.failing else ""
    return f"scored from n = {checked.refused[-1] + 1} on" if checked.refused else ""


def why_untested(checked: CheckResult, untested: Collection[int]) -> str:
    """The reason why there is no judgement for these sizes."""
    if checked.alone:
        return f"it could be judged only for n = {checked.alone}"
    if {*untested} <= {*checked.refused}:
        return f"it does not support {sizes_in_words(untested)}"
    last = max(checked.judgements, default=0)
    status = checked.judgements[last].run.status if last else Status.COMPLETE
    is_wrong = checked.verdict is ProgramVerdict.WRONG and checked.refuted is None
    why = ", because its boards for smaller n are wrong" if is_wrong else ""
    why = why if status is Status.COMPLETE else f", because it did not finish for n = {last}"
    why = f", because it reached a limit at n = {last}" if status in LIMITED else why
    return f"{sizes_in_words(untested)} {'was' if len(untested) == 1 else 'were'} not tested{why}"


def score(checked: CheckResult, points: Mapping[int, float]) -> float:
    """The sum of the points of every n at which the program is right."""
    points = worth(checked, points)
    right = [n for n, judgement in checked.judgements.items() if passes(judgement)]
    return sum((points[n] for n in right if n in points), 0.0)


def points_had(checked: CheckResult, points: Mapping[int, float]) -> str:
    """The points in words; "" if the program was not judged, or the user gave no points."""
    points_of_it = score_or_none(checked, points)
    if points_of_it is None or isinstance(points, EqualPoints):
        return ""
    return f"{points_of_it:g} of {sum(points.values()):g} points"


def score_or_none(checked: CheckResult, points: Mapping[int, float]) -> float | None:
    """The score; None if the program was not judged."""
    return None if checked.verdict is ProgramVerdict.NOT_JUDGED else score(checked, points)


def _does(checked: CheckResult) -> str | None:
    """The task that the program does correctly; None without one."""
    if checked.verdict is ProgramVerdict.RIGHT:
        return checked.task or Task.ALL
    return checked.instead


def as_json(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """The suite's own JSON document about a check, for the instructor: nothing is hidden."""
    from solvers.output.json_document import run_document  # noqa: PLC0415  # only JSON needs it

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
        "made_for": checked.alone,
        "smallest_failing_n": checked.failing,
        "diagnosis": diagnosis(checked),
        "score": score_or_none(checked, points),
        "max_score": sum(worth(checked, points).values()),
        "scoring": scoring(checked, points),
        "hidden_from": checked.hidden_from,
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
    """Gradescope's results.json, which can hide a test from students.

    For a program that is not judged, the document has no score and no tests.
    """
    points = worth(checked, points)
    document = {"output": for_student(checked.visible), "visibility": "visible"}
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return document
    tests = [
        {
            "name": f"n = {n}",
            "score": points[n] if _passed(checked, n) else 0,
            "max_score": points[n],
            "status": "passed" if _passed(checked, n) else "failed",
            "output": _explanation(checked, n),
            "visibility": "hidden" if _is_hidden(checked, n) else "visible",
        }
        for n in points
    ]
    return {"score": score(checked, points), **document, "tests": tests}


def as_prairielearn(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """PrairieLearn's results.json; all hidden sizes together are one test without a message."""
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return {"gradable": False, "message": for_student(checked.visible)}
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
        "gradable": True,
        "score": score(checked, points) / total,
        "output": for_student(checked.visible),
        "tests": tests,
    }


def as_check50(checked: CheckResult, points: Mapping[int, float]) -> dict[str, Any]:
    """check50's JSON. All hidden sizes are one check; ``passed`` is null for an untested size."""
    points = worth(checked, points)
    shown, unseen = _parted(checked, points)
    judged = checked.judgements if checked.verdict is not ProgramVerdict.NOT_JUDGED else {}
    results = [
        _check50_result(
            name=f"n{n}",
            description=f"finds {expected_words(checked.task, n)} for n = {n}",
            passed=_passed(checked, n) if n in judged else None,
            rationale=_explanation(checked, n),
        )
        for n in shown
    ]
    if unseen:
        passed = all(_passed(checked, n) for n in unseen) if judged else None
        results.append(
            _check50_result(
                name="hidden",
                description="passes the hidden tests",
                passed=passed,
                rationale="hidden",
            )
        )
    return {"slug": "n-queens", "version": "3.3.0", "results": results}


def _check50_result(
    *, name: str, description: str, passed: bool | None, rationale: str
) -> dict[str, Any]:
    return {
        "name": name,
        "description": description,
        "passed": passed,
        "log": [],
        "cause": None if passed else {"rationale": rationale, "help": None},
        "data": {},
        "dependency": None,  # no test depends on another
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
    """The sizes with points: those that a student sees, and the hidden ones."""
    unseen = [n for n in points if _is_hidden(checked, n)]
    return [n for n in points if n not in unseen], unseen


def _passed(checked: CheckResult, n: int) -> bool:
    return n in checked.judgements and passes(checked.judgements[n])


def for_student(seen: CheckResult) -> str:
    """The verdict and the facts about the smallest failing n, as text for a student."""
    said = [student_text.student_headline(seen), *_said(seen, seen.failing)]
    return "\n".join(map(student_text.without_options, said))


def _said(seen: CheckResult, n: int | None) -> Iterator[str]:
    """The facts about a failing n, one per line, and the board."""
    yield from (f"{topic}: {text}" for topic, text in student_text.facts(seen, n))
    if (board := student_text.board_of(seen, n)) and n:
        yield student_text.drawn(board, by_lines=seen.judgements[n].show_by_lines)


def _explanation(checked: CheckResult, n: int) -> str:
    """The reason why a test passed or failed; for a shown size, from shown sizes only."""
    told = checked if _is_hidden(checked, n) else checked.visible
    if told.verdict is ProgramVerdict.NOT_JUDGED:
        return student_text.without_options(verdict_words(told))
    if n not in told.judgements:
        return why_untested(told, [n])
    if _passed(told, n):
        return f"{expected_words(told.task, n)}, as expected"
    return "\n".join(map(student_text.without_options, _said(told, n))) or verdict_words(told)


COLUMNS = (
    *("file", "score", "max_score", "verdict", "smallest_failing_n"),
    *("summary", "diagnosis", "sandbox"),
)

Line = Mapping[str, object]
"""The row of a file: a value for each of COLUMNS, and the facts for the class page."""


def line_of(checked: CheckResult, points: Mapping[int, float]) -> Line:
    """The line of a program that was run; the score is "" if nothing was judged."""
    points_had = score_or_none(checked, points)
    why = scoring(checked, points)
    failing = checked.failing
    return {
        "file": printable(checked.submission.name),
        "score": "" if points_had is None else points_had,
        "max_score": sum(worth(checked, points).values(), 0.0),
        "verdict": str(checked.verdict),
        "smallest_failing_n": "" if points_had is None else checked.failing or "",
        "summary": "; ".join(filter(None, [verdict_words(checked), why])),
        "diagnosis": "; ".join(diagnosis(checked)),
        "finding": next(iter(diagnoses(checked)), None),
        "sandbox": str(checked.sandbox),
        "example": list(student_text.board_of(checked, failing)),
        "axes": checked.outcomes[failing].answer_format.axes if failing else (0, 0),
        "caption": student_text.caption_of(checked),
        "by_lines": failing is not None and checked.judgements[failing].show_by_lines,
        "sizes": {n: passes(judgement) for n, judgement in checked.judgements.items()},
        "fingerprint": checked.fingerprint,
    }


def has_shown_calls(checked: CheckResult) -> bool:
    """Whether ``queens trace`` can show the calls behind the program's wrong answers.

    It traces Python and Prolog, calls with n alone, and programs that finish.
    """
    plan, languages = checked.plan, (PYTHON, PROLOG)
    is_called = plan is not None and plan.is_usual and plan.is_plain
    is_wrong = checked.verdict is ProgramVerdict.WRONG and checked.refuted is None
    return is_wrong and is_called and checked.submission.language in languages


OF_NO_PLACE = {Fact.NONE_FOUND, Fact.NONE_ABOVE_1, Fact.SOME_MISSING}
"""The facts that name no place in a program where its mistake may be."""


def next_step(checked: CheckResult) -> str:
    """The command that shows the calls of a program without a named mistake; "" for others."""
    submission, plan = checked.submission, checked.plan
    named = {each.fact for each in checked.diagnosis} - OF_NO_PLACE
    if named or not plan or not checked.failing or not has_shown_calls(checked):
        return ""
    is_file = submission.path.suffix == submission.suffix in {".py", ".pl"}
    if not is_file or checked.outcomes[checked.failing].load_error:
        return ""
    called = ["--entry", submission.entry or plan.entry]
    command = ["queens", "trace", str(submission.path), *called, "--n", str(checked.failing)]
    return f"next step: {printable(shlex.join(command))} shows its calls"


NOT_A_PROGRAM = "not a program"
"""The verdict in the line of a file that is not a program."""


def line_without_verdict(
    file: Path, why: str, points: Mapping[int, float], verdict: str = ProgramVerdict.NOT_JUDGED
) -> Line:
    """The line of a file without a run: no program, or a check that could not be finished."""
    return {
        **dict.fromkeys(COLUMNS, ""),
        "file": printable(str(file)),
        "max_score": sum(points.values(), 0.0),
        "verdict": str(verdict),
        "summary": printable(f"{verdict}: {why}"),
    }


def write_head(file: IO[str]) -> None:
    """Write the line with the names of the columns."""
    csv.writer(file, lineterminator="\n").writerow(COLUMNS)


def write_line(file: IO[str], line: Line) -> None:
    """Write one line, in which no cell is a formula."""
    from solvers.output.printable import cell  # noqa: PLC0415  # few write a table

    csv.writer(file, lineterminator="\n").writerow([cell(line[column]) for column in COLUMNS])


def write_table(path: Path, lines: Iterable[Line]) -> None:
    """Replace the table at once: a reader sees either the old or the new one."""
    text = io.StringIO(newline="")
    write_head(text)
    for line in lines:
        write_line(text, line)
    try:
        from solvers.atomic_file import replacing  # noqa: PLC0415  # few write a table

        with replacing(path, "table") as file:
            file.write(text.getvalue().encode())
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def finding_of(line: Line) -> Finding | None:
    """The finding about a program; if it contains another finding, the inner one; else None."""
    found = line.get("finding")
    if not isinstance(found, Finding):
        return None
    inner = found.details.get("says")
    return inner if isinstance(inner, Finding) else found


def mistake_of(line: Line) -> Fact | None:
    """The mistake by which the class page groups a program; None without one."""
    return found.fact if (found := finding_of(line)) else None
