"""The table of grades of a folder, as CSV: one line per file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

from solvers.atomic_file import FileKind, replacing
from solvers.errors import printable
from solvers.grading.points import score_or_none, worth
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.output.check_text import (
    board_of_example,
    caption_of,
    diagnosis,
    next_step,
    points_words,
    reason_words,
    shows_by_lines,
    subject_words,
    verdict_words,
)
from solvers.output.printable import cell

COLUMNS = (
    *("file", "subject", "score", "max_score", "verdict", "smallest_failing_n"),
    *("summary", "diagnosis", "sandbox"),
)

GradeRow = Mapping[str, object]
"""The row of a file: a value for each of COLUMNS, and the facts for the class page."""


def grade_row(checked: CheckResult, points: Mapping[int, float]) -> GradeRow:
    """The row of a program that was run; the score is "" if nothing was judged."""
    score = score_or_none(checked, points)
    said = (
        verdict_words(checked),
        reason_words(checked),
        next_step(checked).partition("\n")[0],
        points_words(checked, points),
        f"it loads {', '.join(beside)}" if (beside := checked.submission.companions) else "",
    )
    return {
        "file": printable(checked.submission.name),
        "subject": subject_words(checked),
        "score": "" if score is None else score,
        "max_score": sum(worth(checked, points).values(), 0.0),
        "verdict": str(checked.verdict),
        "smallest_failing_n": checked.failing_n or "",
        "summary": "; ".join(filter(None, said)),
        "diagnosis": "; ".join(diagnosis(checked)),
        "mistake": next(iter(checked.diagnosis), None),
        "sandbox": str(checked.sandbox),
        "example": list(board_of_example(checked)),
        "axes": checked.format.axes if checked.format else (0, 0),
        "caption": caption_of(checked),
        "by_lines": shows_by_lines(checked),
        "sizes": {n: size.passed for n, size in checked.scored.items()},
        "fingerprint": checked.fingerprint,
    }


NOT_A_PROGRAM = "not a program"
"""The verdict in the row of a file that is not a program."""

PART = "part of a program"
"""The verdict in the row of a file that another file loads, and that does nothing by itself."""


def row_without_run(
    file: Path, why: str, points: Mapping[int, float], verdict: str = ProgramVerdict.NOT_JUDGED
) -> GradeRow:
    """The row of a file without a run: no program, or a check that could not be finished."""
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


def write_row(file: IO[str], row: GradeRow) -> None:
    """Write one row, with an apostrophe before a formula."""
    csv.writer(file, lineterminator="\n").writerow([cell(row[column]) for column in COLUMNS])


def write_table(path: Path, rows: Iterable[GradeRow]) -> None:
    """Replace the table at once: a reader sees either the old or the new one. Raises WriteError."""
    text = io.StringIO(newline="")
    write_head(text)
    for row in rows:
        write_row(text, row)
    with replacing(path, TABLE) as file:
        file.write(text.getvalue().encode())


def _is_table(first: bytes) -> bool:
    head = io.StringIO()
    write_head(head)
    return first.startswith(head.getvalue().encode())


TABLE = FileKind("table", _is_table)
"""A file that begins with the head of a table of grades."""
