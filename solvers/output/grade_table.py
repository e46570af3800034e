"""The table of grades of a folder, as CSV: one line per file."""

from __future__ import annotations

import csv
import io
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from solvers.atomic_file import FileKind, replacing
from solvers.errors import printable
from solvers.grading.decisions import Override, read_rows, table_rows
from solvers.grading.result import ProgramVerdict
from solvers.output.messages import counted
from solvers.output.report import CheckReport
from solvers.spreadsheet import cell, number_of

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
        """The file, or the student who handed nothing in."""
        return (self.report.file or self.report.student).strip()

    @property
    def is_hand_in(self) -> bool:
        """Whether it is about a student: another file and a part are not, unless decided on."""
        is_other = self.report.verdict in {NOT_A_PROGRAM, PART}
        return not is_other or self.report.score is not None

    @property
    def points(self) -> str:
        """The points in words; "" without a score."""
        report = self.report
        return "" if report.score is None else f"{report.score:g} of {report.max_score:g}"

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
        cells = {name: values.get(name, getattr(report, name, "")) for name in COLUMNS}
        return [cell(value, trusted=name == "comment") for name, value in cells.items()]


def with_decision(
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
        student=decision.student or printable(student),
        score=score,
        measured=report.score,
        comment=decision.comment,
    )


def numbers_words(rows: Iterable[GradeRow], unlisted: int = 0) -> str:
    """The number of programs by verdict, of those refused, absent, and of other files, in words.

    ``unlisted`` is the number of other files without a row.
    """
    reports = [row.report for row in rows if row.report.verdict != PART]
    verdicts = Counter(report.verdict for report in reports if report.sandbox)
    others = Counter(report.verdict for report in reports if not report.sandbox)
    by_verdict = ", ".join(f"{times} {verdict}" for verdict, times in verdicts.most_common())
    absent, refused = others[ABSENT], others[ProgramVerdict.NOT_JUDGED]
    others_told = others[NOT_A_PROGRAM] + unlisted
    no_programs = "file is not a program" if others_told == 1 else "files are not programs"
    told = (
        f"{counted(verdicts.total(), 'program')} marked{f' ({by_verdict})' if by_verdict else ''}",
        f"{absent} not handed in" if absent else "",
        f"{refused} cannot be checked" if refused else "",
        f"{others_told:,} {no_programs}" if others_told else "",
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
    if report.score == number_of(former) and report.verdict == before.get("verdict"):
        return ""
    return f"was {former or 'no score'}, {before.get('verdict', '')}"


def former_rows(path: Path) -> dict[str, dict[str, str]]:
    """The rows of the table at this path, by file or student; empty if there is no table."""
    if not TABLE.has_written(path):
        return {}
    rows = (row for _, row in table_rows(path)[1])
    return {row.get("file") or row.get("student", ""): row for row in rows}


def write_head(file: IO[str]) -> None:
    """Write the line with the names of the columns."""
    csv.writer(file, lineterminator="\n").writerow(COLUMNS)


def write_row(file: IO[str], row: GradeRow) -> None:
    """Write one row, with an apostrophe before a formula."""
    csv.writer(file, lineterminator="\n").writerow(row.cells)


def write_table(path: Path, rows: Iterable[GradeRow]) -> Path | None:
    """Replace the table at once: a reader sees either the old or the new one.

    Returns the name under which the old one is kept if it differs, else None; what has ``changed``
    since an older one is no difference. Raises WriteError.
    """
    text = io.StringIO(newline="")
    write_head(text)
    for row in rows:
        write_row(text, row)
    content = text.getvalue().encode()
    kept: Path | None = None
    former = path.read_bytes() if path.is_file() else b""
    if former not in {b"", content} and _lasting(former) != _lasting(content):
        number = 1
        while (free := path.with_name(f"{path.stem}.saved-{number}{path.suffix}")).exists():
            number += 1
        kept = Path(shutil.copy2(path, free))
    with replacing(path, TABLE) as file:
        file.write(content)
    return kept


def _lasting(table: bytes) -> list[list[str]]:
    """The cells of a table with commas, line by line, without the column ``changed``."""
    text = table.decode(errors="replace")
    try:
        lines = [*csv.reader(io.StringIO(text, newline=""))]
    except csv.Error:  # somebody has edited it
        return [[text]]
    if not lines or "changed" not in lines[0]:
        return lines
    left_out = lines[0].index("changed")
    return [line[:left_out] + line[left_out + 1 :] for line in lines]


def _has_head(first: bytes) -> bool:
    """Whether the first line names all COLUMNS, in any order, as any spreadsheet writes it."""
    line = first.decode("utf-8-sig", "replace").splitlines()[:1]
    try:
        ((_, names),) = read_rows("".join(line))
    except (ValueError, csv.Error):
        return False
    return {name.strip().lower() for name in names} >= {*COLUMNS}


TABLE = FileKind("table", _has_head)
"""A file that begins with the head of a table of grades, whichever program has saved it."""
