"""The table of grades of a folder, as CSV: one line per file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

from solvers.atomic_file import replacing
from solvers.errors import printable
from solvers.grading.finding import Fact, Finding
from solvers.grading.points import score_or_none, worth
from solvers.grading.result import CheckResult, ProgramVerdict, passes
from solvers.output import student_text
from solvers.output.check_text import diagnosis, verdict_words
from solvers.output.points_text import scoring
from solvers.output.printable import cell

COLUMNS = (
    *("file", "score", "max_score", "verdict", "smallest_failing_n"),
    *("summary", "diagnosis", "sandbox"),
)

GradeRow = Mapping[str, object]
"""The row of a file: a value for each of COLUMNS, and the facts for the class page."""


def grade_row(checked: CheckResult, points: Mapping[int, float]) -> GradeRow:
    """The row of a program that was run; the score is "" if nothing was judged."""
    score = score_or_none(checked, points)
    why = scoring(checked, points)
    failing_n = checked.failing_n
    return {
        "file": printable(checked.submission.name),
        "score": "" if score is None else score,
        "max_score": sum(worth(checked, points).values(), 0.0),
        "verdict": str(checked.verdict),
        "smallest_failing_n": "" if score is None else failing_n or "",
        "summary": "; ".join(filter(None, [verdict_words(checked), why])),
        "diagnosis": "; ".join(diagnosis(checked)),
        "finding": next(iter(checked.mistakes), None),
        "sandbox": str(checked.sandbox),
        "example": list(student_text.board_of(checked, failing_n)),
        "axes": checked.outcomes[failing_n].answer_format.axes if failing_n else (0, 0),
        "caption": student_text.caption_of(checked),
        "by_lines": failing_n is not None and checked.judgements[failing_n].show_by_lines,
        "sizes": {n: passes(judgement) for n, judgement in checked.judgements.items()},
        "fingerprint": checked.fingerprint,
    }


NOT_A_PROGRAM = "not a program"
"""The verdict in the row of a file that is not a program."""


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
    with replacing(path, "table") as file:
        file.write(text.getvalue().encode())


def is_table(path: Path) -> bool:
    """Whether the file begins with the head of a table of grades."""
    head = io.StringIO()
    write_head(head)
    first = head.getvalue().encode()
    try:
        if not path.is_file():  # a pipe would never end
            return False
        with path.open("rb") as file:
            return file.read(len(first)) == first
    except OSError:
        return False


def finding_of(row: GradeRow) -> Finding | None:
    """The first finding about the program, or the finding that it contains; None without one."""
    found = row.get("finding")
    if not isinstance(found, Finding):
        return None
    inner = found.details.get("says")
    return inner if isinstance(inner, Finding) else found


def mistake_of(row: GradeRow) -> Fact | None:
    """The mistake by which the class page groups a program; None without one."""
    return found.fact if (found := finding_of(row)) else None
