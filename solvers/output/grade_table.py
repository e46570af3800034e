"""The table of grades of a folder, as CSV: one line per file."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import IO

from solvers.atomic_file import FileKind, replacing
from solvers.errors import printable
from solvers.grading.decisions import COLUMNS as DECIDED
from solvers.grading.decisions import Override, read_rows, table_rows
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
    *("student", "file", "subject", "score", "max_score", "verdict"),
    *("measured", "comment", "changed", "smallest_failing_n"),
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
        **dict.fromkeys(COLUMNS, ""),
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
        "call": checked.proposal.call if checked.proposal else "",
        "task": str(checked.does or "") if checked.reason else "",
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


ABSENT = "not handed in"
"""The verdict in the row of a student without a program."""

WITHOUT_SCORE = {str(ProgramVerdict.NOT_JUDGED), ABSENT}
"""The verdicts without a measured score."""


def absent_row(points: Mapping[int, float]) -> GradeRow:
    """The row of a student who handed nothing in."""
    row = {**dict.fromkeys(COLUMNS, ""), "max_score": sum(points.values(), 0.0)}
    return {**row, "verdict": ABSENT, "summary": ABSENT}


def decided(row: GradeRow, decision: Override, student: str, not_judged: float | None) -> GradeRow:
    """The row with what the instructor has decided; ``measured`` keeps the score of the suite.

    ``not_judged`` is the score of a row that has none.
    """
    measured, score = row["score"], row["score"]
    if row["verdict"] in WITHOUT_SCORE and not_judged is not None:
        score = not_judged
    if decision.score is not None:
        score = decision.score
    named = printable(decision.student or student)
    comment = printable(decision.comment)
    return {**row, "student": named, "score": score, "measured": measured, "comment": comment}


def with_changes(
    rows: Iterable[GradeRow], before: Mapping[str, Mapping[str, str]]
) -> list[GradeRow]:
    """The rows, each with the score and verdict that ``before`` has for it, if they differ."""
    return [{**row, "changed": _change(row, before.get(_key(row)))} for row in rows]


def _key(row: Mapping[str, object]) -> str:
    return str(cell(row.get("file") or row.get("student") or ""))


def _change(row: GradeRow, before: Mapping[str, str] | None) -> str:
    """The former score and verdict; "" if they are the same, or if there was no such row."""
    if before is None:
        return ""
    score, former = str(row["score"]), before.get("score", "").replace(",", ".")
    is_same = score == former or (score and former and float(score) == _number(former))
    if is_same and row["verdict"] == before.get("verdict"):
        return ""
    return f"was {former or 'no score'}, {before.get('verdict', '')}"


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def former_rows(path: Path) -> dict[str, dict[str, str]]:
    """The rows of the table at this path, by file or student; empty if there is no table."""
    if not TABLE.has_written(path):
        return {}
    return {_key(row): row for _, row in table_rows(path)[1]}


def save_aside(path: Path, ours: bytes, *, whole: bool = False) -> Path | None:
    """Keep a file that does not begin with ``ours``; return its new place, None without one.

    With ``whole``, also a file that goes on after it is kept.
    """
    if not path.is_file():
        return None
    with path.open("rb") as file:
        begins = file.read(len(ours) + 1)
        if begins == ours or (not whole and begins.startswith(ours)):
            return None
    number = 1
    while (kept := path.with_name(f"{path.stem}.saved-{number}{path.suffix}")).exists():
        number += 1
    path.rename(kept)
    return kept


def write_todo(path: Path, rows: Iterable[GradeRow]) -> int:
    """Write a line for each row that needs a decision; return their number. Raises WriteError.

    A list that differs from the new one is kept under another name.
    """
    waiting = [row for row in rows if row["verdict"] in WITHOUT_SCORE and row["score"] == ""]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(DECIDED)
    times = Counter(row["student"] for row in waiting)
    for row in waiting:  # several files can have one name: they are told apart by the file alone
        student = row["student"] if times[row["student"]] == 1 else ""
        named = {**row, "student": student}
        writer.writerow([cell(named.get(column, "")) for column in DECIDED[:4]] + ["", ""])
    content = text.getvalue().encode()
    save_aside(path, content, whole=True)  # somebody may have filled it in
    if waiting:
        with replacing(path, TODO) as file:
            file.write(content)
    return len(waiting)


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


def head_of_table() -> bytes:
    """The first line of a table, as this suite writes it."""
    head = io.StringIO()
    write_head(head)
    return head.getvalue().encode()


def _has_head(first: bytes, columns: Collection[str]) -> bool:
    """Whether the first line names these columns, in any order, as any spreadsheet writes it."""
    line = first.decode("utf-8-sig", "replace").splitlines()[:1]
    try:
        ((_, names),) = read_rows("".join(line))
    except (ValueError, csv.Error):
        return False
    return {name.strip().lower() for name in names} >= {*columns}


TODO = FileKind("list of open decisions", lambda first: _has_head(first, DECIDED))
"""A table of decisions, filled in or not."""


TABLE = FileKind("table", lambda first: _has_head(first, COLUMNS))
"""A file that begins with the head of a table of grades, whichever program has saved it."""
