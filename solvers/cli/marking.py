"""A folder of programs marked: each for itself, several at once, and what is settled only once."""

from __future__ import annotations

import argparse
import hashlib
import shlex
import sys
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from solvers.atomic_file import check_target
from solvers.cli.arguments import choose_sandbox
from solvers.cli.exit_codes import ExitCode, most_serious, of_check, of_verdict
from solvers.errors import SubmissionError, UsageError
from solvers.execution.limits import Limits
from solvers.execution.process_tree import ProcessTree
from solvers.grading.autograder.journal import opened
from solvers.grading.check import check
from solvers.grading.result import Verdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import (
    SUFFIXES,
    CheckOptions,
    Reads,
    Submission,
    is_whole_folder,
    other_files,
    programs,
    read_submission,
)
from solvers.output.feedback import write_class, write_feedback
from solvers.output.grades import (
    Line,
    line_of,
    line_without_verdict,
    write_head,
    write_line,
    write_table,
)
from solvers.output.messages import REPORT_IT, counted
from solvers.output.printable import printable

ENDING_SECONDS = 0.05
"""How often what still runs is ended, after the marking was: one may just have been started."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is said of a file, and its line of the table; ``program`` is a digest of it."""

    file: Path
    program: str
    verdict: Verdict
    code: ExitCode
    line: Line


@dataclass(frozen=True, slots=True)
class Marker:
    """Marks one file after another, all in the same way."""

    points: Mapping[int, float]
    largest: int
    limits: Limits
    sandbox: Sandbox
    hidden_from: int | None
    check_options: CheckOptions = field(default_factory=CheckOptions)
    entry: str = ""
    language: str = ""
    feedback: Path | None = None
    folder: Path = Path()
    project: bool = False

    def mark(self, file: Path, is_stopped: Callable[[], bool]) -> Mark:
        """The file's mark, whatever is in it and whatever it does."""
        program = ""
        try:
            submission = self._submission(file)
            program = _digest(submission)
            checked = check(
                submission,
                self.largest,
                self.limits,
                self.sandbox,
                options=self.check_options,
                hidden_from=self.hidden_from,
                is_stopped=is_stopped,
            )
            line = line_of(checked, self.points)
            if self.feedback:
                name = str(file.relative_to(self.folder))
                line = {**line, "page": write_feedback(self.feedback, checked, name)}
            return Mark(file, program, checked.verdict, of_check(checked.visible), line)
        except SubmissionError as error:
            why = str(error)
        except Exception as error:  # ours, and no reason to leave the others unmarked
            why = f"internal error ({type(error).__name__}: {error}); {REPORT_IT}"
        line = line_without_verdict(file, why, self.points)
        return Mark(file, program, Verdict.NOT_JUDGED, ExitCode.INCOMPLETE, line)

    def program(self, file: Path) -> str:
        """A digest of the file with the files that its program gets; "" where it cannot be read."""
        try:
            return _digest(self._submission(file))
        except (SubmissionError, OSError):
            return ""

    def _submission(self, file: Path) -> Submission:
        return read_submission(
            file,
            name=str(file),
            entry=self.entry or None,
            language=self.language,
            alone=not self.is_one_program(file),
        )

    def is_one_program(self, file: Path) -> bool:
        """Whether its folder is a hand-in of several files; the marked folder itself is none."""
        return file.parent != self.folder and is_whole_folder(file, project=self.project)

    @property
    def identity(self) -> str:
        """What the marks of one table have in common, as options."""
        reads = self.check_options.reads
        options = {
            "--n": self.largest,
            "--points": ",".join(f"{n}:{value:g}" for n, value in self.points.items()),
            "--hidden-from": self.hidden_from,
            "--task": self.check_options.task,
            "--entry": self.entry,
            "--input": (self.check_options.text or "").replace("\n", "\\n"),
            "--reads": "" if reads is Reads.ANYWHERE else reads,
            "--language": self.language,
            "--allow-packages": ",".join(self.check_options.packages),
            "--process-per-n": self.check_options.fresh,
        }
        return shlex.join(
            word
            for name, value in options.items()
            if value not in (None, "", False)
            for word in ((name,) if value is True else (name, str(value)))
        )


def _digest(submission: Submission) -> str:
    hashed = hashlib.sha256()
    files = {"": submission.source, **submission.companions}
    for part in (part for name in sorted(files) for part in (name.encode(), files[name])):
        hashed.update(len(part).to_bytes(8, "little") + part)
    return hashed.hexdigest()


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
    marker = Marker(
        points,
        options.n,
        limits,
        sandbox,
        options.hidden_from,
        check_options,
        options.entry,
        options.language,
        options.feedback,
        folder,
        options.project,
    )
    own = {Path(f"{options.csv}{ending}") for ending in ("", ".journal", ".journal-wal")}
    files += [
        file
        for file in sorted(other_files(folder))
        if file not in own and options.feedback not in file.parents
    ]
    for file in filter(marker.is_one_program, files):
        what = f"one program: {file.name} and the files that it loads"
        print(printable(f"{file.parent}: {what}"), file=sys.stderr)
    jobs = options.jobs or 1
    if options.csv is None:
        return _print_table(files, marker, jobs)
    return _continue_table(Path(options.csv), files, marker, jobs)


def _print_table(files: Sequence[Path], marker: Marker, jobs: int) -> ExitCode:
    """The table on stdout, its lines in the order in which they are done."""
    codes, lines = [], []
    write_head(sys.stdout)
    with closing(_marks(files, marker, jobs)) as marks:
        for mark in marks:
            write_line(sys.stdout, mark.line)
            sys.stdout.flush()
            codes.append(mark.code)
            lines.append(mark.line)
    if marker.feedback:
        write_class(marker.feedback, lines)
    return most_serious(codes)


def _continue_table(table: Path, files: Sequence[Path], marker: Marker, jobs: int) -> ExitCode:
    """The table in a file, written anew with each mark from the journal beside it."""
    journal_path = table.with_name(f"{table.name}.journal")
    check_target(table, "table")
    if table.exists() and table.stat().st_size and not journal_path.exists():
        raise UsageError(
            f"{table} was not written by this command ({journal_path} is missing); give another "
            "file to --csv"
        )
    codes = [ExitCode.SUCCESS]
    with opened(journal_path, marker.identity, repr(marker.limits)) as journal:
        settled = journal.settled()
        unchanged = {
            file: settled[file]
            for file in files
            if file in settled and settled[file]["program"] == marker.program(file)
        }
        waiting = [file for file in files if file not in unchanged]
        write_table(table, journal.lines())
        with closing(_marks(waiting, marker, jobs)) as marks:
            for mark in marks:
                journal.keep(mark.file, mark.program, mark.verdict, mark.line)
                write_table(table, journal.lines())
                codes.append(mark.code)
        if marker.feedback:
            write_class(marker.feedback, journal.lines())
    codes += [of_verdict(mark["line"]["verdict"]) for mark in unchanged.values()]
    numbers = f"{counted(len(waiting), 'program')} marked, {len(unchanged)} unchanged"
    print(f"{numbers}: {printable(str(table))}")
    return most_serious(codes)


def _marks(files: Sequence[Path], marker: Marker, jobs: int) -> Generator[Mark, None, None]:
    """The marks as they come. Closing it early ends the running programs."""
    stopped = threading.Event()
    said: set[str] = set()
    if files and marker.sandbox is Sandbox.BASIC:
        print("sandbox: basic; programs can read your files: docs/security.md", file=sys.stderr)

    def mark_of(file: Path) -> Mark | None:
        return None if stopped.is_set() else marker.mark(file, stopped.is_set)

    with (
        ThreadPoolExecutor(jobs) as pool,
        Progress(
            console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
        ) as bar,
    ):
        task = bar.add_task("marking", total=len(files))
        running = [pool.submit(mark_of, file) for file in files]
        try:
            for future in as_completed(running):
                bar.advance(task)
                if mark := future.result():
                    missing = str(mark.line["summary"])
                    if mark.code is ExitCode.UNAVAILABLE and missing not in said:
                        said.add(missing)  # which a table hides among its lines
                        print(missing, file=sys.stderr)
                    yield mark
        finally:
            stopped.set()
            while wait(running, ENDING_SECONDS).not_done:
                ProcessTree.kill_all()  # the threads that listen to them end with them
