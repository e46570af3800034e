"""The command ``queens check``: one program as a tutor would, or a folder of them."""

from __future__ import annotations

import argparse
import csv
import json
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rich.console import Console
from rich.progress import Progress

from solvers.commands.arguments import (
    add_guard,
    add_limits,
    add_submission_limits,
    choose_guard,
    count,
    size,
)
from solvers.commands.command import Command
from solvers.commands.exit_codes import ExitCode, gravest
from solvers.interface import Status, UsageError
from solvers.report.check_text import paragraphs
from solvers.report.grades import FORMATS, table_line
from solvers.report.text import console_for_output, print_trimmed
from solvers.run.limits import Limits
from solvers.run.tree import ProcessTree
from solvers.submissions.check import Checked, check
from solvers.submissions.guard import Guard
from solvers.submissions.submission import SUFFIXES, Submission, find

LARGEST_N = 12

AddLine = Callable[[dict[str, object]], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add("path", metavar="PATH", help="a .py, .pl, .rkt or .scm file, file::entry, or a folder")
    add(
        "--n",
        type=size,
        default=8,
        metavar="N",
        help=f"up to this n (default: 8, at most {LARGEST_N})",
    )
    add_limits(parser)
    parser.set_defaults(time_limit=20.0, memory_limit=1024.0)
    add_submission_limits(parser)
    add_guard(parser)
    add("--output", choices=["text", *FORMATS], default="text", help="default: text")
    add("--points", metavar="LIST", help="points for each n, e.g. 4:1,6:2,8:3 (default: 1 each)")
    add("--hidden-from", type=count, default=999, metavar="N", help="students do not see these n")
    add("--show-output", action="store_true", help="show what the program printed")
    add("--csv", metavar="FILE", help="for a folder: the table of grades, continued if it exists")
    add("--jobs", type=count, default=1, metavar="K", help="for a folder: so many at once")


def execute(options: argparse.Namespace) -> int:
    """Check the file or the folder; raises UsageError and UnavailableError."""
    if not 1 <= options.n <= LARGEST_N:
        raise UsageError(f"--n goes from 1 to {LARGEST_N} here, not {options.n}")
    points = _points(options.points, options.n)
    limits = Limits(
        seconds=options.time_limit,
        memory_mib=options.memory_limit,
        output_mib=options.output_limit,
        processes=options.process_limit,
        cpu_seconds=options.cpu_limit,
        answer_mib=options.answer_limit,
        written_mib=options.written_limit,
    )
    folder = Path(options.path)
    if folder.is_dir():
        return _check_folder(folder, points, limits, options)
    if options.csv:
        raise UsageError("--csv goes with a folder")
    submission = find(options.path)
    checked = check(submission, options.n, limits, choose_guard(options.guard))
    if options.output == "text":
        console = console_for_output()
        for part in paragraphs(checked, show_output=options.show_output):
            print_trimmed(console, part)
    else:
        facts = FORMATS[options.output](checked, points, options.hidden_from)
        print(json.dumps(facts, indent=2))
    return exit_code(checked)


def exit_code(checked: Checked) -> ExitCode:
    """The exit code for one program."""
    if checked.failing is None:
        return ExitCode.IDENTICAL
    status = checked.judgements[checked.failing].run.status
    codes = {
        Status.COMPLETE: ExitCode.WRONG,
        Status.UNAVAILABLE: ExitCode.UNAVAILABLE,
        Status.CANCELLED: ExitCode.INTERRUPTED,
    }
    wrong = any(checked.judgements[checked.failing].faults.values())
    return ExitCode.WRONG if wrong else codes.get(status, ExitCode.INCOMPLETE)


def _check_folder(
    folder: Path, points: dict[int, float], limits: Limits, options: argparse.Namespace
) -> int:
    """Mark every program of a folder, those that the table has not yet."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    if not files:
        raise UsageError(f"there is no program in {folder}; {' '.join(SUFFIXES)} are looked for")
    guard = choose_guard(options.guard)
    if guard is Guard.BASIC:
        print("guard: basic; programs can read your files: docs/security.md", file=sys.stderr)
    codes = [ExitCode.IDENTICAL]
    with _table(options.csv) as (done, write):
        waiting = [find(str(path)) for path in files if str(path) not in done]
        for checked in _all_checked(waiting, limits, guard, options):
            codes.append(exit_code(checked))
            write(table_line(checked, points))
    if options.csv:
        print(f"{len(waiting)} programs marked, {len(done)} were marked before: {options.csv}")
    return gravest(codes)


def _all_checked(
    waiting: list[Submission], limits: Limits, guard: Guard, options: argparse.Namespace
) -> Iterator[Checked]:
    stopped = threading.Event()

    def one(submission: Submission) -> Checked | None:
        if stopped.is_set():
            return None
        return check(submission, options.n, limits, guard, stopped.is_set)

    with (
        ThreadPoolExecutor(options.jobs) as pool,
        Progress(
            console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
        ) as bar,
    ):
        task = bar.add_task("marking", total=len(waiting))
        running = [pool.submit(one, submission) for submission in waiting]
        try:
            for future in as_completed(running):
                bar.advance(task)
                if checked := future.result():
                    yield checked
        except KeyboardInterrupt:
            stopped.set()
            ProcessTree.kill_all()  # the threads that listen to them end with them
            raise


@contextmanager
def _table(path: str | None) -> Iterator[tuple[set[str], AddLine]]:
    """The files that the table has already, and what adds a line to it."""
    columns = [
        *("file", "score", "max_score", "verdict", "smallest_failing_n"),
        *("summary", "diagnosis", "guard"),
    ]
    if path is None:
        writer = csv.DictWriter(sys.stdout, columns, lineterminator="\n")
        writer.writeheader()
        yield set(), _adder(writer, sys.stdout)
        return
    try:
        done = _marked(Path(path), columns)
        file = Path(path).open("a", encoding="utf-8", newline="")  # noqa: SIM115  # closed below
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    with file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        if file.tell() == 0:
            writer.writeheader()
        yield done, _adder(writer, file)


def _adder(writer: csv.DictWriter[str], file: IO[str]) -> AddLine:
    def add(line: dict[str, object]) -> None:
        writer.writerow(line)
        file.flush()  # an interruption loses nothing that was marked

    return add


def _marked(path: Path, columns: list[str]) -> set[str]:
    if not path.exists() or path.stat().st_size == 0:
        return set()
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != columns:
            raise UsageError(f"{path} is no table of grades of ours; name another file")
        return {line["file"] for line in reader}


def _points(text: str | None, largest: int) -> dict[int, float]:
    if text is None:
        return dict.fromkeys(range(1, largest + 1), 1.0)
    try:
        pairs = [part.split(":") for part in text.split(",")]
        points = {int(n): float(value) for n, value in pairs}
    except ValueError:
        raise UsageError(f"{text!r} are no points; give e.g. 4:1,6:2,8:3") from None
    if not all(1 <= n <= largest and value >= 0 for n, value in points.items()):
        raise UsageError(f"points are for n from 1 to {largest}, and not below 0")
    return points


COMMAND = Command(
    name="check",
    description="Judge a student's program as a tutor would: the smallest board on which it "
    "fails, what was expected and what came, and what is probably wrong. A folder is marked.",
    epilog="exit codes: 0 right, 1 wrong, 2 usage, 3 it did not finish, 4 its language or the "
    "guard is not here, 130 interrupted",
    add_arguments=add_arguments,
    execute=execute,
)
