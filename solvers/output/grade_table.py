"""The table of grades of a folder, as CSV: one line per file."""

from __future__ import annotations

import csv
import io
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from solvers.atomic_file import FileKind, replacing
from solvers.errors import printable
from solvers.grading.decisions import COLUMNS as DECIDED
from solvers.grading.decisions import Override, number_of, read_rows, table_rows
from solvers.grading.result import ProgramVerdict
from solvers.output.messages import counted
from solvers.output.report import CheckReport
from solvers.spreadsheet import cell

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

    ``decision`` is the instructor's, ``page`` the name of the student's page, or "".
    """

    report: CheckReport
    decision: Override = field(default_factory=Override)
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


def save_aside(path: Path) -> Path:
    """Copy a file to the first free name of those that begin like its own."""
    number = 1
    while (kept := path.with_name(f"{path.stem}.saved-{number}{path.suffix}")).exists():
        number += 1
    shutil.copy2(path, kept)
    return kept


def waiting(rows: Iterable[GradeRow]) -> list[GradeRow]:
    """The rows that need a decision."""
    return [row for row in rows if row.report.verdict in WITHOUT_SCORE and row.report.score is None]


def write_todo(path: Path, rows: Sequence[GradeRow]) -> None:
    """Write a line for each row that needs a decision, with what was decided so far, or no file.

    The former list is kept under another name, because somebody may have filled it in. Raises
    WriteError.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(DECIDED)
    for row in rows:
        report, decision = row.report, row.decision
        options = report.next_step.options if report.next_step else {}
        call = options.get("--call", decision.call)
        task = report.does or decision.task or ""
        cells = [cell(value) for value in (report.file, report.student, call, str(task), "")]
        writer.writerow([*cells, cell(report.comment, trusted=True)])
    if rows:
        _write(path, TODO, text.getvalue().encode())
    elif path.is_file():
        save_aside(path)
        path.unlink()


def write_head(file: IO[str]) -> None:
    """Write the line with the names of the columns."""
    csv.writer(file, lineterminator="\n").writerow(COLUMNS)


def write_row(file: IO[str], row: GradeRow) -> None:
    """Write one row, with an apostrophe before a formula."""
    csv.writer(file, lineterminator="\n").writerow(row.cells)


def write_table(path: Path, rows: Iterable[GradeRow]) -> Path | None:
    """Replace the table at once: a reader sees either the old or the new one.

    Returns the name under which the old one is kept if it differs, else None. Raises WriteError.
    """
    text = io.StringIO(newline="")
    write_head(text)
    for row in rows:
        write_row(text, row)
    return _write(path, TABLE, text.getvalue().encode())


def _write(path: Path, kind: FileKind, content: bytes) -> Path | None:
    """Replace a table; return the name under which one with another content is kept, or None."""
    differs = path.is_file() and path.read_bytes() not in {b"", content}
    kept = save_aside(path) if differs else None
    with replacing(path, kind) as file:
        file.write(content)
    return kept


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
