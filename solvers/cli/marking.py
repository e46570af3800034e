"""Mark every program of a folder, and show the marks as a table and as pages."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from solvers.atomic_file import check_targets
from solvers.cli.arguments import choose_sandbox
from solvers.cli.check_options import check_options_of, given_options, limits_of
from solvers.cli.exit_codes import ExitCode, most_serious, of_check
from solvers.errors import SolversError, SubmissionError, UsageError, printable
from solvers.grading.decisions import Override, names_of, read_decisions
from solvers.grading.language import supported_suffixes
from solvers.grading.marking import Mark, Marking
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.grading.submission import is_program
from solvers.grading.submission_files import HandIn, PartError, hand_ins
from solvers.output.class_page import write_class, write_feedback
from solvers.output.grade_table import (
    ABSENT,
    NOT_A_PROGRAM,
    PART,
    TABLE,
    GradeRow,
    former_rows,
    numbers_words,
    with_changes,
    with_decision,
    write_head,
    write_row,
    write_table,
)
from solvers.output.messages import counted
from solvers.output.page_names import (
    CLASS_PAGE,
    FEEDBACK,
    NAMES_PAGE,
    PAGE,
    PAGES,
    PAGES_TABLE,
    page_name,
)
from solvers.output.progress import counted_progress
from solvers.output.report import (
    CheckReport,
    report_of,
    report_without_result,
    report_without_words,
)


@dataclass(frozen=True, slots=True)
class _RowMaker:
    """Makes the rows of a folder's marks, and writes the students' pages."""

    marking: Marking
    points: Mapping[int, float]
    options: argparse.Namespace
    students: Mapping[Path, str]
    """The name of the student of each file, unless the instructor has decided on another."""
    absent: Sequence[Override] = ()
    """The decisions about students who handed nothing in."""
    unlisted: int = 0
    """The number of files that are no programs and have no row."""

    def row(self, mark: Mark) -> tuple[GradeRow, ExitCode]:
        """The mark's row and its exit code; writes the student's page, too.

        After a failure of the suite to do so, the row has that in place of its text.
        """
        try:
            return self._row(mark)
        except SolversError:
            raise
        except Exception as error:  # it costs the text of this row, and no mark
            return self._row(mark, error)

    def _row(self, mark: Mark, failure: Exception | None = None) -> tuple[GradeRow, ExitCode]:
        report, code = self._report(mark, failure)
        decision = self.marking.decisions.get(mark.file, Override())
        if report.verdict in {NOT_A_PROGRAM, PART} and not decision.file:
            return GradeRow(report), code
        row = self.decided(report, decision, self.students.get(mark.file, mark.file.stem))
        if failure or not self.options.feedback:
            return row, code
        folder = self.marking.folder
        name = str(mark.file.relative_to(folder))
        return replace(row, page=write_feedback(self.options.feedback, row.report, name)), code

    def decided(self, report: CheckReport, decision: Override, student: str = "") -> GradeRow:
        """The row of this report with what the instructor has decided."""
        return GradeRow(with_decision(report, decision, student, self.options.not_judged))

    def _report(self, mark: Mark, failure: Exception | None) -> tuple[CheckReport, ExitCode]:
        if isinstance(checked := mark.result, CheckResult):
            if failure:
                report = report_without_words(mark.file, failure, checked, self.points)
            else:
                report = report_of(checked, self.points, given_options(self.options))
            return report, of_check(checked)
        is_other = isinstance(checked, SubmissionError) and not is_program(mark.file)
        is_other &= os.path.isfile(mark.file)  # noqa: PTH113  # False where it may not look
        is_part = isinstance(checked, PartError)
        verdict = NOT_A_PROGRAM if is_other else PART if is_part else ProgramVerdict.NOT_JUDGED
        report = report_without_result(mark.file, checked, self.points, verdict)
        return report, ExitCode.SUCCESS if is_part else ExitCode.INCOMPLETE


def mark_folder(
    folder: Path,
    sizes: Sequence[int],
    points: Mapping[int, float],
    options: argparse.Namespace,
) -> ExitCode:
    """Mark every program of a folder into a table; raises UsageError and UnavailableError."""
    marking = Marking(
        folder,
        sizes,
        limits_of(options, len(sizes)),
        choose_sandbox(options.sandbox, of_a_class=True),
        check_options_of(options),
        options.language,
    )
    if not (found := hand_ins(folder, project=options.project)):
        supported = " ".join(supported_suffixes())
        raise UsageError(f"there is no program in {folder}; supported files: {supported}")
    _check_targets([each.file for each in found], options, folder)
    tables = filter(None, (options.out, getattr(options, "with")))
    ours = {table.resolve() for table in tables}
    found = [each for each in found if not _is_ours(each.file, ours)]
    absent: list[Override] = []
    if table := getattr(options, "with"):
        names = names_of({each.file: each.whole for each in found}, folder)
        decisions, absent = read_decisions(table, names)
        marking = replace(marking, decisions=decisions)
    students, absent = _students(found, absent, marking)
    listed = [each for each in found if is_program(each.file) or each.file in marking.decisions]
    unlisted = len(found) - len(listed)
    if unlisted <= MOST_OTHERS:
        listed, unlisted = found, 0
    maker = _RowMaker(marking, points, options, students, absent, unlisted)
    return _mark(listed, maker, options.jobs or 1)


MOST_OTHERS = 10
"""The most files that are no programs and have a row each, and the most that a message names."""


def _tell(text: str) -> None:
    print(printable(text), file=sys.stderr)


def _students(
    found: Sequence[HandIn], absent: Sequence[Override], marking: Marking
) -> tuple[dict[Path, str], list[Override]]:
    """The student of each program, and the absent ones without those who handed something in.

    A student has the name of the file or folder. Where several programs would have one name, each
    has its path below the marked folder.
    """
    named: dict[str, list[Path]] = {}
    for file, whole in ((each.file, each.whole) for each in found if not each.main):
        if is_program(file):
            decision = marking.decisions.get(file, Override())
            name = decision.student or (whole.stem if whole == file else whole.name)
            named.setdefault(name, []).append(file)
    students: dict[Path, str] = {}
    for name, files in named.items():
        if len(files) > 1:
            told = ", ".join(map(str, files[:MOST_OTHERS]))
            _tell(f"several programs are {name}'s: {told}")
            students |= {file: str(file.relative_to(marking.folder)) for file in files}
        else:
            students[files[0]] = name
    for student in (decision.student for decision in absent if decision.student in named):
        _tell(f"{student} handed in {named[student][0]}; the line without a file is left out")
    return students, [decision for decision in absent if decision.student not in named]


def _check_targets(files: Sequence[Path], options: argparse.Namespace, folder: Path) -> None:
    """Raise UsageError if the table or a page would replace a program, or another file."""
    table = getattr(options, "with")
    targets = []
    if out := options.out:
        targets += [(out, TABLE), (_unfinished(out), TABLE)]
    inputs = [file for file in files if is_program(file)]
    if pages := options.feedback:
        names = (page_name(str(file.relative_to(folder))) for file in inputs)
        targets += [(pages / f"{name}.html", FEEDBACK) for name in names]
        targets += [(pages / name, FEEDBACK) for name in (CLASS_PAGE, NAMES_PAGE)]
        targets.append((pages / PAGES_TABLE, PAGES))
    check_targets(targets, [*inputs, table] if table else inputs)


def _unfinished(table: Path) -> Path:
    """The file for the marks so far, if the marking is interrupted."""
    return table.with_name(f"{table.stem}.unfinished{table.suffix}")


def _is_ours(file: Path, tables: Collection[Path]) -> bool:
    """Whether the file is one of these tables, an older table, or a page of this command."""
    kinds = (PAGE, PAGES, TABLE)
    return not is_program(file) and (
        any(kind.has_written(file) for kind in kinds) or file.resolve() in tables
    )


def _mark(found: Sequence[HandIn], maker: _RowMaker, jobs: int) -> ExitCode:
    """Mark the hand-ins; print the table on stdout as it grows, or write it when all are marked."""
    table: Path | None = maker.options.out
    before = former_rows(table) if table else {}
    shown: dict[Path, tuple[GradeRow, ExitCode]] = {}
    try:
        with closing(_marks(found, maker, jobs)) as marks:  # else its programs run on
            for mark, row, code in marks:
                shown[mark.file] = row, code
                if not table and not mark.is_provisional:
                    write_row(sys.stdout, row)
                    sys.stdout.flush()
    except KeyboardInterrupt:
        told = f"stopped after {len(shown)} of {counted(len(found), 'file')}"
        if table:
            write_table(unfinished := _unfinished(table), [row for row, _ in shown.values()])
            told += f", which are in {printable(str(unfinished))}"
        raise KeyboardInterrupt(told) from None
    without = report_without_result("", "", maker.points, ABSENT)
    absent = [maker.decided(without, decision) for decision in maker.absent]
    rows = [*(shown[file][0] for file in sorted(shown, key=os.fsencode)), *absent]
    if table:
        _finish(table, with_changes(rows, before), maker.unlisted)
    else:
        for row in absent:
            write_row(sys.stdout, row)
        if maker.unlisted:
            _tell(numbers_words(rows, maker.unlisted))
    if pages := maker.options.feedback:
        write_class(pages, rows, maker.unlisted)
        _tell(f"The page of the class is {pages / CLASS_PAGE}; {pages / NAMES_PAGE} has the names")
    unlisted = [ExitCode.INCOMPLETE] if maker.unlisted else []
    return most_serious([*(code for _, code in shown.values()), *unlisted])


def _finish(table: Path, rows: Sequence[GradeRow], unlisted: int) -> None:
    """Write the table with all marks, and tell how many hand-ins need a decision."""
    if kept := write_table(table, rows):
        _tell(f"the former table is kept as {kept}")
    _unfinished(table).unlink(missing_ok=True)
    print(f"{numbers_words(rows, unlisted)}: {printable(str(table))}")
    if waiting := sum(row.is_hand_in and row.report.score is None for row in rows):
        print(f"{counted(waiting, 'hand-in')} without a score: decide in a table for --with")


def _marks(
    found: Sequence[HandIn], maker: _RowMaker, jobs: int
) -> Generator[tuple[Mark, GradeRow, ExitCode]]:
    """Yield each mark with its row and exit code; write the head of a table on stdout first."""
    if not maker.options.out:
        write_head(sys.stdout)
    progress = counted_progress("marking", len(found))
    with progress as advance, closing(maker.marking.marks(found, jobs)) as marks:
        for mark in marks:
            if not mark.is_provisional:
                advance(1)
            yield mark, *maker.row(mark)
