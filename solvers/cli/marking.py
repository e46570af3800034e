"""Marks every program of a folder: each alone, several at a time, none twice."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from solvers.atomic_file import check_target
from solvers.cli.arguments import choose_sandbox
from solvers.cli.exit_codes import ExitCode, most_serious, of_check
from solvers.errors import SolversError, SubmissionError, UsageError, printable
from solvers.execution.identity import (
    Identity,
    digest_of_folder,
    digest_of_parts,
    environment,
    of_options,
)
from solvers.execution.limits import Limits
from solvers.execution.result_store import is_store
from solvers.grading.autograder.journal import Mark, open_journal
from solvers.grading.checks_elsewhere import Wanted, check_elsewhere
from solvers.grading.finding import Fact
from solvers.grading.hand_ins import is_whole_folder, other_files, programs
from solvers.grading.language import Language, version_of
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import (
    SUFFIXES,
    CheckOptions,
    Submission,
    is_program,
    read_submission,
)
from solvers.output.check_text import TOO_LONG
from solvers.output.grades import (
    NOT_A_PROGRAM,
    Line,
    has_shown_calls,
    line_of,
    line_without_verdict,
    mistake_of,
    sizes_of,
    write_head,
    write_line,
    write_table,
)
from solvers.output.messages import REPORT_IT, counted, ending_words
from solvers.output.page_names import CLASS_PAGE, is_page


@dataclass(frozen=True, slots=True)
class Marker:
    """Marks one file after another, all in the same way, and shows the marks."""

    points: Mapping[int, float]
    limits: Limits
    sandbox: Sandbox
    check_options: CheckOptions
    options: argparse.Namespace
    folder: Path
    watched: dict[Fact, CheckResult] = field(default_factory=dict)
    """For each mistake, the first program whose calls can be shown; the others are not kept."""

    def wanted(self, file: Path) -> tuple[Wanted, Identity]:
        """The way to check the file, and the identity of its mark; raises SubmissionError."""
        submission = self._submission(file)
        asked = self.options.n, None if self.sizes is None else list(self.sizes)
        how = submission, asked, self.limits, self.sandbox, self.check_options
        return how, self._identity(submission)

    def shown(self, mark: Mark) -> tuple[Line, ExitCode]:
        """The mark's line of the table and its exit code; its page is written too."""
        if mark.checked is None:
            line = line_without_verdict(mark.file, mark.why, self.points, mark.verdict)
            return line, ExitCode.INCOMPLETE
        checked = replace(mark.checked, hidden_from=self.options.hidden_from)
        line = line_of(checked, self.points)
        if self.options.feedback:
            from solvers.output.feedback import write_feedback  # noqa: PLC0415  # few ask for pages

            name = str(mark.file.relative_to(self.folder))
            line = {**line, "page": write_feedback(self.options.feedback, checked, name)}
            if (fact := mistake_of(line)) and has_shown_calls(checked):
                self.watched[fact] = min(self.watched.get(fact, checked), checked, key=_path)
        return line, of_check(checked)

    def identity(self, file: Path) -> Identity | None:
        """The identity of its mark beside the options; None where the file cannot be read."""
        try:
            return self._identity(self._submission(file))
        except (SubmissionError, OSError):
            return None

    def _identity(self, submission: Submission) -> Identity:
        home, languages = submission.path.parent, (submission.language, *submission.others)
        files = {"": submission.source, **submission.companions}
        parts = (part for name in sorted(files) for part in (os.fsencode(name), files[name]))
        return {
            "program": digest_of_parts(parts),  # these bytes run, even if the file changes
            "hand-in": "" if home == self.folder else digest_of_folder(home),
            "languages": {language.name: version_of(language) for language in languages},
            "limits": repr(self.limits),
            "sizes": None if self.sizes is None else list(self.sizes),
        }

    def _submission(self, file: Path) -> Submission:
        return read_submission(
            file,
            name=str(file),
            entry=self.options.entry or None,
            language=self.options.language if is_program(file) else "",
            alone=not self.is_one_program(file),
        )

    @property
    def sizes(self) -> Collection[int] | None:
        """The sizes that are tested; None where nobody has chosen them."""
        return sizes_of(self.points)

    def is_one_program(self, file: Path) -> bool:
        """Whether the files of its folder form one program; those of the marked folder never do."""
        is_below = file.parent != self.folder
        return is_below and is_whole_folder(file, project=self.options.project)

    @property
    def origin(self) -> Identity:
        """The identity that all marks of one table share; the limits are each mark's own."""
        asked = of_options(self.options) | {"--sandbox": self.sandbox, "path": str(self.folder)}
        shared = {name: value for name, value in asked.items() if not name.endswith("-limit")}
        return {**shared, **environment()}


def _path(checked: CheckResult) -> str:
    return str(checked.submission.path)


def mark_folder(
    folder: Path,
    points: Mapping[int, float],
    limits: Limits,
    check_options: CheckOptions,
    options: argparse.Namespace,
) -> ExitCode:
    """Mark every program of a folder into a table; raises UsageError and UnavailableError."""
    files = sorted(programs(folder, project=options.project))
    if not files:
        raise UsageError(f"there is no program in {folder}; supported files: {' '.join(SUFFIXES)}")
    sandbox = choose_sandbox(options.sandbox)
    marker = Marker(points, limits, sandbox, check_options, options, folder)
    files += sorted(other_files(folder))
    files = [file for file in files if not _is_ours(file, options)]
    for file in filter(marker.is_one_program, files):
        what = f"one program: {file.name} and the files that it loads"
        print(printable(f"{file.parent}: {what}"), file=sys.stderr)
    jobs = options.jobs or 1
    if options.out is None:
        return _print_table(files, marker, jobs)
    return _continue_table(Path(options.out), files, marker, jobs)


def _is_ours(file: Path, options: argparse.Namespace) -> bool:
    """Whether it is the table, its journal, or a page that was written, now or earlier."""
    if is_page(file) or (not is_program(file) and _is_of_a_table(file)):
        return True
    if options.out is None:
        return False
    names = {
        file.resolve(),
        file.parent.resolve() / file.name,
    }  # a link counts by its own name and by its target
    table = Path(options.out)
    tables = {table.resolve(), table.parent.resolve() / table.name}
    return any(Path(f"{own}{ending}") in names for own in tables for ending in JOURNAL_ENDINGS)


def _is_of_a_table(file: Path) -> bool:
    """Whether a journal of this suite stands beside it, or it is one."""
    name = re.sub(r"\.journal(-\w+)?$", "", file.name)
    return is_store(file.with_name(f"{name}.journal"))


JOURNAL_ENDINGS = ("", ".journal", ".journal-wal", ".journal-shm", ".journal-journal")
"""The endings of a table's files: the table, its journal, and the files of SQLite beside that."""


def _print_table(files: Sequence[Path], marker: Marker, jobs: int) -> ExitCode:
    """The table on stdout, its lines in the order in which they are done."""
    codes, lines = [], []
    write_head(sys.stdout)
    with closing(_marks(files, marker, jobs)) as marks:
        try:
            for _, line, code in marks:
                write_line(sys.stdout, line)
                sys.stdout.flush()
                codes.append(code)
                lines.append(line)
        except KeyboardInterrupt:
            what = "no mark is kept; add --out FILE, and a marking can be continued"
            print(_stopped(len(lines), files, what), file=sys.stderr)
            raise
    if marker.options.feedback:
        _write_class(marker, lines)
    return most_serious(codes)


def _write_class(marker: Marker, lines: Sequence[Line]) -> None:
    """Write the class page, and a film for each mistake that can be shown."""
    from solvers.output.class_page import write_class  # noqa: PLC0415  # few ask for pages
    from solvers.output.feedback import write_film  # noqa: PLC0415
    from solvers.tracing.own_film import film_of_a_wrong_call  # noqa: PLC0415

    folder, films = marker.options.feedback, {}
    for checked in marker.watched.values():
        submission, n = checked.submission, checked.failing or 1
        try:
            found = film_of_a_wrong_call(submission, n, marker.limits, marker.sandbox)
            name = str(submission.path.relative_to(marker.folder))
            films[printable(submission.name)] = write_film(folder, checked, name, *found)
        except (SolversError, OSError):  # it cannot be followed
            continue
    write_class(folder, lines, films)
    print(printable(f"The page of the class is {folder / CLASS_PAGE}"), file=sys.stderr)


def _stopped(done: int, files: Sequence[Path], what: str) -> str:
    """The progress before Ctrl-C, and the next step."""
    return f"stopped after {done} of {counted(len(files), 'file')}: {what}"


def _continue_table(table: Path, files: Sequence[Path], marker: Marker, jobs: int) -> ExitCode:
    """Write the table to a file again after each mark; the journal beside it keeps the marks."""
    journal_path = table.with_name(f"{table.name}.journal")
    check_target(table, "table")
    if table.exists() and table.stat().st_size and not journal_path.exists():
        raise UsageError(
            f"{table} was not written by this command ({journal_path} is missing); give another "
            "file to --out"
        )
    shown: dict[Path, tuple[Line, ExitCode]] = {}

    def lines() -> list[Line]:
        return [shown[file][0] for file in sorted(shown, key=os.fsencode)]

    try:
        with open_journal(journal_path, marker.origin) as journal:
            for file in files:
                identity = marker.identity(file)
                if identity and (mark := journal.settled(file, identity)):
                    shown[file] = marker.shown(mark)
            waiting = [file for file in files if file not in shown]
            write_table(table, lines())
            with closing(_marks(waiting, marker, jobs)) as marks:
                for mark, line, code in marks:
                    journal.keep(mark)
                    shown[mark.file] = line, code
                    write_table(table, lines())
    except KeyboardInterrupt:
        what = f"run the same command again to continue {printable(str(table))}"
        print(_stopped(len(shown), files, what), file=sys.stderr)
        raise
    if marker.options.feedback:
        _write_class(marker, lines())
    new = [shown[file][0] for file in waiting]
    others = [line["verdict"] for line in new].count(NOT_A_PROGRAM)
    marked = len([line for line in new if line["sandbox"]])
    refused = len(new) - others - marked
    numbers = f"{counted(marked, 'program')} marked, {len(files) - len(new)} unchanged"
    if refused:
        numbers += f", {refused} cannot be checked"
    if others:
        no_programs = "file is not a program" if others == 1 else "files are not programs"
        numbers += f", {others} {no_programs}"
    print(f"{numbers}: {printable(str(table))}")
    return most_serious(code for _, code in shown.values())


def _marks(
    files: Sequence[Path], marker: Marker, jobs: int
) -> Generator[tuple[Mark, Line, ExitCode], None, None]:
    """Yield each mark with its line and exit code. Closing it early ends the running programs."""
    said: set[Language] = set()
    if files and marker.sandbox is Sandbox.BASIC:
        print(
            "sandbox: basic; programs can read your files (install bubblewrap for strong)",
            file=sys.stderr,
        )
    with _progress(len(files)) as advance, closing(_checks(files, marker, jobs)) as marks:
        for mark in marks:
            advance()
            line, code = marker.shown(mark)
            if code is ExitCode.UNAVAILABLE and mark.checked:
                language = mark.checked.submission.language
                if language not in said:
                    said.add(language)  # a table hides this among its lines
                    print(line["summary"], file=sys.stderr)
            yield mark, line, code


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, and the function that advances it by one."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415  # takes longer to load than all of ours
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("marking", total=total)
        yield lambda: bar.advance(task)


def _checks(files: Sequence[Path], marker: Marker, jobs: int) -> Generator[Mark]:
    """The marks of all files, also of those that no program can be read from."""
    wanted: list[Wanted] = []
    known: list[tuple[Path, Identity]] = []
    for file in files:
        try:
            how, identity = marker.wanted(file)
        except SubmissionError as error:
            is_other = not is_program(file) and os.path.isfile(file)  # noqa: PTH113  # or may not look
            verdict = NOT_A_PROGRAM if is_other else ProgramVerdict.NOT_JUDGED
            yield Mark(file, {}, None, str(error), verdict)
        except Exception as error:  # ours, and no reason to leave the others unmarked
            why = f"internal error ({type(error).__name__}: {error}); {REPORT_IT}"
            yield Mark(file, {}, None, why)
        else:
            wanted.append(how)
            known.append((file, identity))
    for number, checked in check_elsewhere(wanted, jobs):
        file, identity = known[number]
        if isinstance(checked, CheckResult):
            yield Mark(file, identity, checked)
        elif checked is None:
            yield Mark(file, identity, None, TOO_LONG)
        else:
            why = f"internal error ({ending_words(checked)}); {REPORT_IT}"
            yield Mark(file, identity, None, why)
