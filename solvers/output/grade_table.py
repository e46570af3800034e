"""The table of grades of a folder, as CSV: one line per file."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from solvers.atomic_file import FileKind, replacing
from solvers.errors import printable
from solvers.grading.decisions import COLUMNS as DECIDED
from solvers.grading.decisions import Override, read_rows, table_rows
from solvers.grading.result import ProgramVerdict
from solvers.output.messages import counted
from solvers.output.printable import cell
from solvers.output.report import CheckReport

COLUMNS = (
    *("student", "file", "subject", "score", "max_score", "verdict"),
    *("measured", "comment", "changed", "smallest_failing_n"),
    *("summary", "diagnosis", "sandbox"),
)

NOT_A_PROGRAM = "not a program"
"""The verdict on a file that is not a program."""

PART = "part of a program"
"""The verdict on a file that another file loads, and that does nothing by itself."""

ABSENT = "not handed in"
"""The verdict on a student without a program."""

WITHOUT_SCORE = {str(ProgramVerdict.NOT_JUDGED), ABSENT}
"""The verdicts without a measured score."""


@dataclass(frozen=True, slots=True)
class GradeRow:
    """The row of a report; ``changed`` is its former score and verdict, if they differ.

    ``page`` is the name of the student's page, or "".
    """

    report: CheckReport
    changed: str = ""
    page: str = ""

    @property
    def key(self) -> str:
        """The file, or the student who handed nothing in, as the table has it."""
        return str(cell(self.report.file or self.report.student))

    @property
    def summary(self) -> str:
        """The verdict, its reason, the next step and the remarks, in one line."""
        report = self.report
        step = report.next_step.text if report.next_step else ""
        said = (report.headline, report.reason, step, report.scoring, *report.remarks)
        return "; ".join(filter(None, said))

    @property
    def cells(self) -> list[object]:
        """The cells of COLUMNS."""
        report = self.report
        values = {
            "score": "" if report.score is None else report.score,
            "measured": "" if report.measured is None else report.measured,
            "changed": self.changed,
            "smallest_failing_n": report.smallest_failing_n or "",
            "summary": self.summary,
            "diagnosis": "; ".join(report.diagnosis),
        }
        return [cell(values.get(name, getattr(report, name, ""))) for name in COLUMNS]


def decided(
    report: CheckReport, decision: Override, student: str, not_judged: float | None
) -> CheckReport:
    """The report with what the instructor has decided; ``measured`` keeps the score of the suite.

    ``not_judged`` is the score of a program that has none.
    """
    score = report.score
    if report.verdict in WITHOUT_SCORE and not_judged is not None:
        score = not_judged
    if decision.score is not None:
        score = decision.score
    return replace(
        report,
        student=printable(decision.student or student),
        score=score,
        measured=report.score,
        comment=printable(decision.comment),
    )


def numbers_words(rows: Iterable[GradeRow]) -> str:
    """The number of programs by verdict, of those refused, absent, and of other files, in words."""
    reports = [row.report for row in rows if row.report.verdict != PART]
    verdicts = Counter(report.verdict for report in reports if report.sandbox)
    others = Counter(report.verdict for report in reports if not report.sandbox)
    by_verdict = ", ".join(f"{times} {verdict}" for verdict, times in verdicts.most_common())
    absent, others_told = others[ABSENT], others[NOT_A_PROGRAM]
    refused = others.total() - absent - others_told
    no_programs = "file is not a program" if others_told == 1 else "files are not programs"
    told = (
        f"{counted(verdicts.total(), 'program')} marked{f' ({by_verdict})' if by_verdict else ''}",
        f"{absent} not handed in" if absent else "",
        f"{refused} cannot be checked" if refused else "",
        f"{others_told} {no_programs}" if others_told else "",
    )
    return ", ".join(filter(None, told))


def with_changes(
    rows: Iterable[GradeRow], before: Mapping[str, Mapping[str, str]]
) -> list[GradeRow]:
    """The rows, each with the score and verdict that ``before`` has for it, if they differ."""
    return [replace(row, changed=_change(row.report, before.get(row.key))) for row in rows]


def _change(report: CheckReport, before: Mapping[str, str] | None) -> str:
    """The former score and verdict; "" if they are the same, or if there was no such row."""
    if before is None:
        return ""
    former = before.get("score", "").replace(",", ".")
    if report.score == _number(former) and report.verdict == before.get("verdict"):
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
    rows = (row for _, row in table_rows(path)[1])
    return {row.get("file") or row.get("student", ""): row for row in rows}


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
    reports = [row.report for row in rows]
    waiting = [each for each in reports if each.verdict in WITHOUT_SCORE and each.score is None]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(DECIDED)
    times = Counter(report.student for report in waiting)
    for report in waiting:  # several files can have one name: they are told apart by the file alone
        student = report.student if times[report.student] == 1 else ""
        options = report.next_step.options if report.next_step else {}
        call, task = options.get("--call", ""), report.does or ""
        writer.writerow([cell(value) for value in (report.file, student, call, task, "", "")])
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
    csv.writer(file, lineterminator="\n").writerow(row.cells)


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
