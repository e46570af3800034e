"""Mark every program of a folder, and show the marks as a table and as pages."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from solvers.atomic_file import check_targets
from solvers.cli.arguments import choose_sandbox
from solvers.cli.check_options import check_options_of, given_options, limits_of
from solvers.cli.exit_codes import ExitCode, most_serious, of_check
from solvers.errors import SubmissionError, UsageError, printable
from solvers.grading.decisions import Override, names_of, read_decisions
from solvers.grading.language import supported_suffixes
from solvers.grading.marking import Mark, Marking
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import is_program
from solvers.grading.submission_files import PartError, whole_hand_ins
from solvers.output.class_page import write_class, write_feedback
from solvers.output.grade_table import (
    ABSENT,
    NOT_A_PROGRAM,
    PART,
    TABLE,
    TODO,
    GradeRow,
    decided,
    former_rows,
    head_of_table,
    numbers_words,
    save_aside,
    with_changes,
    write_head,
    write_row,
    write_table,
    write_todo,
)
from solvers.output.messages import counted
from solvers.output.page_names import CLASS_PAGE, PAGE, class_id, feedback_kind, page_name
from solvers.output.report import CheckReport, report_of, report_without_result


@dataclass(frozen=True, slots=True)
class _Display:
    """Makes the rows of a folder's marks, and writes the students' pages."""

    marking: Marking
    points: Mapping[int, float]
    options: argparse.Namespace
    wholes: Mapping[Path, Path]
    """For each file, the folder that its student has alone, or the file."""
    absent: Sequence[Override] = ()
    """The decisions about students who handed nothing in."""

    def row(self, mark: Mark) -> tuple[GradeRow, ExitCode]:
        """The mark's row and its exit code; writes the student's page, too."""
        report, code = self._report(mark)
        if report.verdict in {NOT_A_PROGRAM, PART}:
            return GradeRow(report), code
        whole = self.wholes.get(mark.file, mark.file)
        student = whole.stem if whole == mark.file else whole.name
        decision = self.marking.decisions.get(mark.file, Override())
        report = decided(report, decision, student, self.options.not_judged)
        page = ""
        if self.options.feedback:
            folder = self.marking.folder
            name = str(mark.file.relative_to(folder))
            page = write_feedback(self.options.feedback, report, name, class_id(folder))
        return GradeRow(report, page=page), code

    def absent_rows(self) -> list[GradeRow]:
        """The rows of the students who handed nothing in."""
        report = report_without_result("", "", self.points, ABSENT)
        return [
            GradeRow(decided(report, decision, "", self.options.not_judged))
            for decision in self.absent
        ]

    def _report(self, mark: Mark) -> tuple[CheckReport, ExitCode]:
        if isinstance(checked := mark.result, CheckResult):
            given = given_options(self.options)
            is_told = self.options.points is not None
            report = report_of(checked, self.points, given, is_scoring_told=is_told)
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
        options.project,
    )
    if not (files := marking.files()):
        supported = " ".join(supported_suffixes())
        raise UsageError(f"there is no program in {folder}; supported files: {supported}")
    _check_targets(files, options, folder)
    files = [file for file in files if not _is_ours(file, options)]
    absent: list[Override] = []
    main_files = [*filter(marking.is_one_program, files)]
    wholes = whole_hand_ins(files, folder, main_files)
    if table := getattr(options, "with"):
        decisions, absent = read_decisions(table, names_of(wholes, folder))
        marking = replace(marking, decisions=decisions)
    for file in main_files:
        what = f"one program: {file.name} and the files that it loads"
        print(printable(f"{file.parent}: {what}"), file=sys.stderr)
    display = _Display(marking, points, options, wholes, absent)
    jobs = options.jobs or 1
    if options.out is None:
        return _print_table(files, display, jobs)
    return _write_table(options.out, files, display, jobs)


def _check_targets(files: Sequence[Path], options: argparse.Namespace, folder: Path) -> None:
    """Raise UsageError if the table or a page would replace a program, or another file."""
    table = getattr(options, "with")
    targets = [(options.out, TABLE)] if options.out is not None else []
    if todo := _todo(options):
        targets.append((todo, TODO))
    if pages := options.feedback:
        names = (page_name(str(file.relative_to(folder))) for file in files)
        of_class = class_id(folder)
        feedback = feedback_kind("feedback page", of_class)
        targets += [(pages / f"{name}.html", feedback) for name in names]
        targets.append((pages / CLASS_PAGE, feedback_kind("class page", of_class)))
    inputs = [file for file in files if is_program(file)]
    check_targets(targets, [*inputs, table] if table else inputs)


def _todo(options: argparse.Namespace) -> Path | None:
    """The file for the hand-ins that need a decision; None if it is the table that is read."""
    if options.out is None:
        return None
    todo: Path = options.out.with_name(f"{options.out.stem}.todo.csv")
    table = getattr(options, "with")
    return None if table and todo.exists() and table.exists() and todo.samefile(table) else todo


def _is_ours(file: Path, options: argparse.Namespace) -> bool:
    """Whether the file is the table of ``--out``, an older table, or a page of this command."""
    if is_program(file):
        return False
    if PAGE.has_written(file) or TABLE.has_written(file) or TODO.has_written(file):
        return True
    if options.out is None:
        return False
    # A link counts by its own name and by its target.
    names = {file.resolve(), file.parent.resolve() / file.name}
    table = options.out
    return not names.isdisjoint({table.resolve(), table.parent.resolve() / table.name})


def _print_table(files: Sequence[Path], display: _Display, jobs: int) -> ExitCode:
    """Print the table on stdout, each row as soon as its program is marked."""
    codes, rows = [], []
    write_head(sys.stdout)
    with closing(_marks(files, display, jobs)) as marks:
        try:
            for mark, row, code in marks:
                if mark.is_provisional:
                    continue
                write_row(sys.stdout, row)
                sys.stdout.flush()
                codes.append(code)
                rows.append(row)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(_stopped(len(rows), files)) from None
        finally:
            _write_class(display, [*rows, *display.absent_rows()] if rows else [])
    for row in display.absent_rows():
        write_row(sys.stdout, row)
    return most_serious(codes)


def _write_class(display: _Display, rows: Sequence[GradeRow]) -> None:
    """Write the class page if it is asked for, of all programs that are marked so far."""
    if (folder := display.options.feedback) is None or not rows:
        return
    write_class(folder, rows, class_id(display.marking.folder))
    print(printable(f"The page of the class is {folder / CLASS_PAGE}"), file=sys.stderr)


def _stopped(done: int, files: Sequence[Path]) -> str:
    """A sentence about the number of files that were marked before Ctrl-C."""
    return f"stopped after {done} of {counted(len(files), 'file')}"


def _write_table(table: Path, files: Sequence[Path], display: _Display, jobs: int) -> ExitCode:
    """Mark the files into a table; it is rewritten after each mark, so that Ctrl-C loses none."""
    shown: dict[Path, tuple[GradeRow, ExitCode]] = {}
    rows: list[GradeRow] = []
    before = former_rows(table)
    if kept := save_aside(table, head_of_table()):
        print(
            printable(f"another program has saved {table}; it is kept as {kept}"), file=sys.stderr
        )
    try:
        with closing(_marks(files, display, jobs)) as marks:
            for mark, row, code in marks:
                shown[mark.file] = row, code
                rows = [shown[file][0] for file in sorted(shown, key=os.fsencode)]
                rows = with_changes([*rows, *display.absent_rows()], before)
                write_table(table, rows)
    except KeyboardInterrupt:
        where = f", which are in {printable(str(table))}" if rows else ""
        raise KeyboardInterrupt(f"{_stopped(len(shown), files)}{where}") from None
    finally:
        _write_class(display, rows)
    print(f"{numbers_words(rows)}: {printable(str(table))}")
    if changed := sum(bool(row.changed) for row in rows):
        print(f"{counted(changed, 'row')} changed since the last table: see the column changed")
    if (todo := _todo(display.options)) and (waiting := write_todo(todo, rows)):
        numbers = f"{counted(waiting, 'hand-in')} without a score"
        table = getattr(display.options, "with")
        what = f"copy their lines from {todo} to {table}" if table else f"fill in {todo}"
        print(printable(f"{numbers}: {what} and run again with --with {table or todo}"))
    return most_serious(code for _, code in shown.values())


def _marks(
    files: Sequence[Path], display: _Display, jobs: int
) -> Generator[tuple[Mark, GradeRow, ExitCode], None, None]:
    """Yield each mark with its row and exit code. Closing it early ends the running programs."""
    said: set[str] = set()
    if files and (sandbox := display.marking.sandbox) is not Sandbox.STRONG:
        print(
            f"warning: in the {sandbox} sandbox, programs can read your files; install bubblewrap "
            "for the strong one",
            file=sys.stderr,
        )
    with _progress(len(files)) as advance, closing(display.marking.marks(files, jobs)) as marks:
        for mark in marks:
            if not mark.is_provisional:
                advance()
            row, code = display.row(mark)
            if code is ExitCode.UNAVAILABLE and row.report.language not in said:
                said.add(row.report.language)  # a table hides this among its rows
                print(row.report.reason, file=sys.stderr)
            yield mark, row, code


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, and the function that advances it by one."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from solvers.output.progress import counted_progress

    with counted_progress("marking", total) as advance:
        yield advance
