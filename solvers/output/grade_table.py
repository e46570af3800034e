"""The table of grades of a folder: a line for each file, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

from solvers.atomic_file import replacing
from solvers.errors import UsageError
from solvers.grading.result import CheckResult, Verdict
from solvers.output.check_text import diagnosis, shown_verdict, summary
from solvers.output.grades import score
from solvers.output.printable import cell, printable

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
    return {
        "file": printable(checked.submission.name),
        "score": score(checked, points) if judged else "",
        "max_score": sum(points.values()),
        "verdict": shown_verdict(checked),
        "smallest_failing_n": seen.failing or "",
        "summary": summary(seen),
        "diagnosis": "; ".join(diagnosis(seen)),
        "sandbox": str(seen.sandbox),
        "example": _example(seen),
        "fingerprint": checked.fingerprint if seen.failing else "",
    }


def _example(seen: CheckResult) -> list[int] | None:
    """The wrong placement that is shown of it, for whoever looks at the whole class."""
    if seen.failing is None or seen.verdict is Verdict.NOT_JUDGED:
        return None
    witness = seen.judgements[seen.failing].witness
    return None if witness is None or witness.placement is None else list(witness.placement)


def line_without_verdict(file: Path, why: str, points: Mapping[int, float]) -> Line:
    """The line of a file that was not run, or not to the end, through no run of its own."""
    return {
        **dict.fromkeys(COLUMNS, ""),
        "file": printable(str(file)),
        "max_score": sum(points.values()),
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
    """Write the table whole: whoever reads it sees the old one or the new one."""
    text = io.StringIO(newline="")
    write_head(text)
    for line in lines:
        write_line(text, line)
    try:
        with replacing(path, "table") as file:
            file.write(text.getvalue().encode())
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
