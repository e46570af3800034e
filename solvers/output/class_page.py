"""The pages of a class: one for each student, and the instructor's about all programs."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
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


def _with_mistakes(rows: Iterable[GradeRow]) -> list[list[GradeRow]]:
    """The programs with the same first mistake, the largest group first."""
    groups: dict[str, list[GradeRow]] = defaultdict(list)
    for row in rows:
        if found := row.report.mistakes:
            groups[found[0]].append(row)
    return sorted(groups.values(), key=len, reverse=True)


def _pages(rows: Sequence[GradeRow], sentence: str) -> tuple[str, str]:
    """The page without names: mistakes by frequency, sizes, points. Then the one with names."""
    lines = [row for row in rows if row.is_hand_in]
    mistakes = _with_mistakes(lines)
    groups = [_group(group) for group in mistakes]
    # For each score the number of students who have it; those without a score come last.
    scores = Counter(
        (row.report.score is None, row.report.score, row.points or "no score") for row in lines
    )
    numbers: dict[str, Any] = {
        "sentence": sentence,
        "sizes": _sizes([line.report for line in lines]),
        "shares": [{"label": key[2], "count": scores[key]} for key in sorted(scores)],
    }
    title = "Results of the class"
    return rendered("class", {}, (), title=title, groups=groups, **numbers), rendered(
        "class-names",
        {},
        ("class",),
        title=f"{title}, with names",
        without_names=CLASS_PAGE,
        groups=[group | {"lines": lines} for group, lines in zip(groups, mistakes, strict=True)],
        lines=lines,
        **numbers,
    )


def _group(rows: Sequence[GradeRow]) -> dict[str, Any]:
    """The data of a group of programs with one mistake, without their names."""
    examples = (row.report.example for row in rows)
    example = next((each for each in examples if each and each.board), None)
    board = example and svg_board(example.board, **example.drawn_with)
    return {
        "heading": capital(rows[0].report.mistake),
        "count": counted(len(rows), "program"),
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
