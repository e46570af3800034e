"""The pages of a class: one for each student, and the instructor's about all programs."""

from __future__ import annotations

import csv
import io
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from markupsafe import Markup

from solvers.atomic_file import write_text
from solvers.errors import printable
from solvers.output.boards import svg_board
from solvers.output.grade_table import GradeRow, numbers_words
from solvers.output.html.finding import finding_html
from solvers.output.html.rendering import rendered
from solvers.output.messages import capital, counted
from solvers.output.page_names import (
    CLASS_PAGE,
    FEEDBACK,
    NAMES_PAGE,
    PAGES,
    PAGES_HEAD,
    PAGES_TABLE,
    page_name,
)
from solvers.output.report import CheckReport, SizeState
from solvers.spreadsheet import cell


def write_feedback(folder: Path, report: CheckReport, name: str) -> str:
    """Write a student's page; return its file's name; raises WriteError and UsageError.

    ``name`` is the program's path in its folder.
    """
    page = f"{page_name(name)}.html"
    named = printable(name)
    body = Markup(finding_html(report, for_student=True))  # noqa: S704  # escaped there
    title = f"{named}: {report.headline}"
    text = rendered("feedback", {}, (), title=title, name=named, body=body)
    write_text(text, folder / page, FEEDBACK)
    return page


def write_class(folder: Path, rows: Iterable[GradeRow], unlisted: int = 0) -> None:
    """Write the two pages, without and with names, and the table of the students' pages.

    The rows are those of the table of grades, in any order.

    ``unlisted`` is the number of files that are no programs and have no row. Raises WriteError and
    UsageError.
    """
    rows = sorted(rows, key=lambda row: row.report.file)
    sentence = f"{numbers_words(rows, unlisted)}."
    for page, text in zip((CLASS_PAGE, NAMES_PAGE), _pages(rows, sentence), strict=True):
        write_text(text, folder / page, FEEDBACK)
    table = io.StringIO()
    lines = [(cell(row.report.student), row.page) for row in rows if row.page]
    csv.writer(table, lineterminator="\n").writerows([PAGES_HEAD, *lines])
    write_text(table.getvalue(), folder / PAGES_TABLE, PAGES)


def _groups(lines: Iterable[Line], key: str) -> list[list[Line]]:
    """The programs that share this field of their reports, the largest group first."""
    groups: dict[Any, list[Line]] = defaultdict(list)
    for line in lines:
        if value := getattr(line.report, key):
            groups[value].append(line)
    return sorted(groups.values(), key=len, reverse=True)


def _pages(rows: Sequence[GradeRow], sentence: str) -> tuple[str, str]:
    """The page without names: mistakes by frequency, sizes, points. Then the one with names."""
    folder = os.path.commonpath(
        [str(Path(row.report.file).parent) for row in rows if row.report.file] or ["."]
    )
    lines = [Line(row, folder) for row in rows if row.is_hand_in]
    mistakes = _groups(lines, "mistakes")
    groups = [_group(group) for group in mistakes]
    numbers: dict[str, Any] = {
        "sentence": sentence,
        "sizes": _sizes([line.report for line in lines]),
        "shares": _shares(lines),
    }
    title = "Results of the class"
    return rendered("class", {}, (), title=title, groups=groups, **numbers), rendered(
        "class-names",
        {},
        ("class",),
        title=f"{title}, with names",
        without_names=CLASS_PAGE,
        groups=[group | {"lines": lines} for group, lines in zip(groups, mistakes, strict=True)],
        alike=[group for group in _groups(lines, "fingerprint") if len(group) > 1],
        lines=lines,
        **numbers,
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A row as the page with names shows it; ``folder`` is the one of all files."""

    row: GradeRow
    folder: str

    @property
    def report(self) -> CheckReport:
        """The report of the row."""
        return self.row.report

    @property
    def points(self) -> str:
        """The points in words; "" without a score."""
        report = self.report
        return "" if report.score is None else f"{report.score:g} of {report.max_score:g}"

    @property
    def shown(self) -> str:
        """The file, and its student if the file's name is another one."""
        file, student = self.report.file.removeprefix(f"{self.folder}{os.sep}"), self.report.student
        if student in {"", Path(file).stem, str(Path(file).parent)}:
            return file
        return f"{student}: {file}" if file else student

    @property
    def mistake(self) -> str:
        """The mistake as a heading."""
        return capital(self.report.mistake)

    @property
    def state(self) -> str:
        """The style class of the verdict."""
        return {"wrong": "wrong", "right": "right"}.get(self.report.verdict, "partial")


def _group(lines: Sequence[Line]) -> dict[str, Any]:
    """The data of a group of programs with one mistake, without their names."""
    examples = (line.report.example for line in lines)
    example = next((each for each in examples if each and each.board), None)
    board = example and svg_board(example.board, **example.drawn_with)
    return {
        "heading": lines[0].mistake,
        "count": counted(len(lines), "program"),
        "board": Markup(board or ""),  # noqa: S704  # drawn by us
        "caption": example.caption if example else "",
    }


def _sizes(reports: Sequence[CheckReport]) -> list[dict[str, int | str]]:
    """For each size, the number of programs that were tested and the number that failed."""
    tested = Counter[int | str]()
    failed = Counter[int | str]()
    sizes = (size for report in reports for size in report.sizes)
    for size in sorted(sizes, key=attrgetter("n", "board")):
        if size.state not in {SizeState.NOT_TESTED, SizeState.NOT_ACCEPTED, SizeState.NOT_JUDGED}:
            tested[at := size.board or size.n] += 1
            failed[at] += size.state is not SizeState.RIGHT
    return [{"n": at, "tested": tested[at], "failed": failed[at]} for at in tested]


def _shares(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """For each score the number of students who have it; those without a score come last."""
    scores = Counter(
        (line.report.score is None, line.report.score, line.points or "no score") for line in lines
    )
    return [{"label": key[2], "count": scores[key]} for key in sorted(scores)]
