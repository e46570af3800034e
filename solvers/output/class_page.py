"""The pages of a class: one for each student, and the instructor's about all programs."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from solvers.atomic_file import write_text
from solvers.errors import printable
from solvers.grading.subject import is_usual
from solvers.output.boards import svg_board
from solvers.output.grade_table import GradeRow, numbers_words
from solvers.output.html.finding import finding_html
from solvers.output.html.rendering import rendered
from solvers.output.messages import counted, sizes_in_words
from solvers.output.page_names import CLASS_PAGE, feedback_kind, page_name
from solvers.output.printable import capital, for_page
from solvers.output.report import CheckReport, SizeState

SHORTEST_NAME = 3
"""The fewest letters of a file's name that is looked for without its suffix."""

NONE_TWICE = "No mistake occurs twice."

WEAKEST = 3
"""The number of programs with the lowest scores that the page names."""


def write_feedback(folder: Path, report: CheckReport, name: str, of_class: str = "") -> str:
    """Write a student's page; return its file's name; raises WriteError and UsageError.

    ``name`` is the program's path in its folder, ``of_class`` the mark of its class.
    """
    page = f"{page_name(name)}.html"
    named = printable(name)
    body = Markup(finding_html(report, for_student=True))  # noqa: S704  # escaped there
    title = f"{named}: {report.headline}"
    text = rendered("feedback", {}, (), title=title, name=named, body=body, of_class=of_class)
    write_text(text, folder / page, feedback_kind("feedback page", of_class))
    return page


def write_class(folder: Path, rows: Iterable[GradeRow], of_class: str = "") -> None:
    """Write the page from the rows of the table of grades, in any order.

    ``of_class`` is the mark of the class. Raises WriteError and UsageError.
    """
    page = _class_page(sorted(rows, key=lambda row: row.report.file), of_class)
    write_text(page, folder / CLASS_PAGE, feedback_kind("class page", of_class))


def _groups(lines: Iterable[Line], key: str) -> list[list[Line]]:
    """The programs that share this field of their reports, the largest group first."""
    groups: dict[Any, list[Line]] = defaultdict(list)
    for line in lines:
        if value := getattr(line.report, key):
            groups[value].append(line)
    return sorted(groups.values(), key=len, reverse=True)


def _class_page(rows: Sequence[GradeRow], of_class: str) -> str:
    """The page: mistakes by frequency, then sizes, then all programs with their scores."""
    folder = os.path.commonpath(
        [str(Path(row.report.file).parent) for row in rows if row.report.file] or ["."]
    )
    hide = _names_hidden(rows)
    lines = [Line(row, number, folder, hide) for number, row in enumerate(rows, 1)]
    mistakes = _groups(lines, "mistakes")
    scored = sorted((line for line in lines if line.points), key=lambda line: line.share)
    common = ""
    if mistakes:
        mistake, times = mistakes[0][0].report.mistake, counted(len(mistakes[0]), "program")
        is_common = len(mistakes[0]) > 1
        common = f"Most common mistake: {mistake} ({times})." if is_common else NONE_TWICE
    weakest = [line for line in scored[:WEAKEST] if line.share < 1]
    return rendered(
        "class",
        {},
        ("class",),
        title="Results of the class",
        of_class=of_class,
        sentence=f"{numbers_words(rows)}.",
        first=[common] if common else [],
        weakest=weakest,
        as_weak=sum(line.share == weakest[-1].share for line in scored[WEAKEST:]) if weakest else 0,
        groups=[_group(group) for group in mistakes],
        alike=[group for group in _groups(lines, "fingerprint") if len(group) > 1],
        sizes=_sizes([line.report for line in scored]),
        shares=_shares([line.share for line in scored]),
        lines=lines,
    )


Hide = Callable[[str], Markup]
"""Gives a text in which each name of a hand-in gives way to its number if names are hidden."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row as the page shows it: the ``number`` stands for its name if names are hidden."""

    row: GradeRow
    number: int
    folder: str
    hide: Hide

    @property
    def report(self) -> CheckReport:
        """The report of the row."""
        return self.row.report

    @property
    def share(self) -> float:
        """The share of the points."""
        return (self.report.score or 0.0) / self.report.max_score if self.report.max_score else 0.0

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
    def result(self) -> Markup:
        """The summary of the table, and the sizes at which a program is right in part."""
        right = [size.n for size in self.report.sizes if size.points]
        is_told = bool(right) and 0 < self.share < 1 and self.report.verdict == "wrong"
        said = f"right for {sizes_in_words(right)}" if is_told else ""
        return self.hide("; ".join(filter(None, [self.row.summary, said])))

    @property
    def mistake(self) -> str:
        """The mistake as a heading."""
        return capital(self.report.mistake)

    @property
    def state(self) -> str:
        """The style class of the verdict."""
        return {"wrong": "wrong", "right": "right"}.get(self.report.verdict, "partial")


def _names_hidden(rows: Sequence[GradeRow]) -> Hide:
    """The function that finds the names of these hand-ins: paths, files, and students."""
    numbers: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        file, student = row.report.file, row.report.student
        named = [file, Path(file).name, student] if file else [student]
        stem = Path(file).stem
        named += [stem] if len(stem) >= SHORTEST_NAME and not is_usual(stem) else []
        numbers |= dict.fromkeys(filter(None, named), number)
    longest = sorted(map(re.escape, numbers), key=len, reverse=True)
    names = re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)" if longest else r"(?!)")

    def hide(text: str) -> Markup:
        shown, end = Markup(), 0
        for match in names.finditer(text):
            name, number = for_page(match[0]), numbers[match[0]]
            both = Markup('<span class="name">{}</span><span class="alias">program {}</span>')
            shown += for_page(text[end : match.start()]) + both.format(name, number)
            end = match.end()
        whole: Markup = shown + for_page(text[end:])
        return whole

    return hide


def _group(lines: Sequence[Line]) -> dict[str, Any]:
    """The data of a group of programs with one mistake: the first's diagnosis, and a board."""
    first = lines[0]
    examples = ((line, line.report.example) for line in lines)
    drawn, example = next((each for each in examples if each[1] and each[1].board), (None, None))
    board = example and svg_board(example.board, axes=example.axes, by_lines=example.by_lines)
    told = next(iter(first.report.diagnosis), first.report.mistake)
    return {
        "heading": first.mistake,
        "count": counted(len(lines), "program"),
        "lines": lines,
        "details": "" if told == first.report.mistake else first.hide(told),
        "drawn": drawn,
        "board": Markup(board or ""),  # noqa: S704  # drawn by us
    }


def _sizes(reports: Sequence[CheckReport]) -> list[dict[str, int]]:
    """For each size, the number of programs that were tested and the number that failed."""
    tested = Counter[int]()
    failed = Counter[int]()
    for size in (size for report in reports for size in report.sizes):
        if size.state not in {SizeState.NOT_TESTED, SizeState.NOT_ACCEPTED, SizeState.NOT_JUDGED}:
            tested[size.n] += 1
            failed[size.n] += size.state is not SizeState.RIGHT
    return [{"n": n, "tested": tested[n], "failed": failed[n]} for n in sorted(tested)]


SHARES = ("0 %", "1–19 %", "20–39 %", "40–59 %", "60–79 %", "80–99 %", "100 %")  # noqa: RUF001


def _shares(shares: Sequence[float]) -> list[dict[str, Any]]:
    """For each range of SHARES, the number of programs whose share of the points is in it."""
    bins = Counter(0 if not share else 6 if share >= 1 else 1 + int(share * 5) for share in shares)
    return [{"label": label, "count": bins[at]} for at, label in enumerate(SHARES)] if bins else []
