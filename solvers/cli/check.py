"""The command ``queens check``: test one program, or mark a folder of programs."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from solvers.atomic_file import check_targets
from solvers.cli.arguments import (
    Options,
    add_limits,
    add_sandbox,
    choose_sandbox,
    file_name,
    jobs,
    size,
)
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode, of_check
from solvers.errors import UnavailableError, UsageError, printable
from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.language import LANGUAGES, packages_named
from solvers.grading.points import EqualPoints
from solvers.grading.reading_limit import limited_reading
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.grading.sandbox.commands import allowed_cpu_seconds
from solvers.grading.submission import CheckOptions, Task, find_submission
from solvers.output.check_text import Paragraph, paragraphs, points_words, unjudged_words
from solvers.output.page_names import feedback_kind, page_name

LARGEST_N = 12

STARTUP_SECONDS = 20
"""The least start-up limit, for slow interpreters; the program's own time limit begins later."""

OUTPUTS = ("text", "json", "gradescope")

FOR_FOLDERS = ("out", "with", "jobs", "project")
"""The options that work only with a folder."""

MOST_POINTS = 1_000_000
"""The most points for one n."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add(
        "path",
        metavar="PATH",
        help="a program (.py, .ipynb, .pl, .rkt or .scm), a model (.mzn or .lp), FILE::NAME to "
        "call the function NAME with n, or a folder of programs",
    )
    add(
        "--n",
        type=size,
        default=8,
        metavar="N",
        help=f"largest board size: test n = 1 to N (default: 8, at most {LARGEST_N})",
    )
    add(
        "--task",
        choices=[str(task) for task in Task],
        help="the task of the program: all solutions (the default), one solution, or their number "
        "(count). Without it, a right answer to another task is not judged instead of wrong",
    )
    add("--show-output", action="store_true", help="also show the program's output")
    add("--output", choices=OUTPUTS, default="text", help="the output format (default: text)")
    _add_subject(parser.add_argument_group("the subject of the verdict"))
    _add_marks(parser.add_argument_group("for a class"))
    limits = parser.add_argument_group("limits")
    add_limits(limits, Limits(seconds=20, memory_mib=1024), whose="each n")
    add_sandbox(limits)


def _add_subject(options: Options) -> None:
    """Add the options that name the subject, and those without which it may not run."""
    add = options.add_argument
    add(
        "--call",
        metavar="CALL",
        type=one_line,
        help="the call to judge, in the program's language, with {n} for n: 'NQueens({n}).solve()' "
        "or '(q {n})'; a goal of Prolog has its answers in Solution: 'queens({n}, Solution)'; of a "
        "model, the variable or predicate that is the board. "
        "Without {n}, the call is for one size. Default: the function with a usual name, or else "
        "the boards that the program prints",
    )
    add(
        "--printed",
        action="store_true",
        help="judge the boards that the program or the call prints; wrong if any of them is wrong",
    )
    add(
        "--language",
        choices=sorted(LANGUAGES),
        default="",
        help="the program's language, where the file name does not show it (x.txt) or misleads",
    )
    add(
        "--allow-packages",
        metavar="LIST",
        default="",
        help="installed Python packages that a program may import, e.g. numpy,pandas",
    )


def _add_marks(options: Options) -> None:
    """Add the options for a class."""
    add = options.add_argument
    add(
        "--points",
        metavar="LIST",
        help="points for each n, for example 4:1,6:2,8:3; no other n is tested "
        "(default: 1 for each n that the program accepts)",
    )
    add(
        "--out",
        "--csv",
        type=file_name,
        metavar="FILE",
        help="for a folder: write the table of grades (CSV) to this file",
    )
    add(
        "--with",
        type=Path,
        metavar="FILE",
        help="for a folder: a table (CSV) of your decisions, with the columns file, student, call, "
        "task, score and comment; the table of grades keeps them",
    )
    add(
        "--not-judged",
        type=a_score,
        metavar="SCORE",
        help="the score of a program that is not judged, and of a student without one (default: "
        "none)",
    )
    add(
        "--feedback",
        type=file_name,
        metavar="DIR",
        help="write a page (HTML) for each program, and one for the class",
    )
    add(
        "--project",
        action="store_true",
        help="for a folder: treat each subfolder as one program, even if its files could also be "
        "separate programs",
    )
    add(
        "--jobs",
        type=jobs,
        metavar="K",
        help="programs checked at once, for a folder (default: 1)",
    )


def one_line(text: str) -> str:
    """A call: any text on one line."""
    if not text.strip() or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!r} is no call; give one on one line")
    return text.strip()


def a_score(text: str) -> float:
    """A score: a number from 0."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= MOST_POINTS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a score; give a number from 0")
    return value


def check_options_of(options: argparse.Namespace) -> CheckOptions:
    """The settings that the options give; raises UsageError."""
    names = [name for name in options.allow_packages.split(",") if name]
    return CheckOptions(
        Task(options.task or Task.ALL),
        options.call or "",
        options.printed,
        packages_named(names),
        is_task_named=options.task is not None,
    )


MOST_PROCESSES = 32
"""The most processes that one program may have at the same time."""

CPU_SECONDS = 120.0
"""The most processor time for one n."""

MOST_MIB = 64.0
"""The most printed text and answers for one n, and the most written files, in MiB each."""


SUBJECTS = 2
"""The functions that a program can have asked to the end; a budget bounds all of them."""


def limits_of(options: argparse.Namespace, sizes: int) -> Limits:
    """The limits that the options give to each n, and to this number of sizes together."""
    return Limits(
        seconds=options.time_limit,
        memory_mib=options.memory_limit,
        output_mib=MOST_MIB,
        processes=MOST_PROCESSES,
        cpu_seconds=allowed_cpu_seconds(CPU_SECONDS),
        written_mib=MOST_MIB,
        startup_seconds=max(options.time_limit, STARTUP_SECONDS),
        total_seconds=SUBJECTS * sizes * options.time_limit,
    )


def points_of(options: argparse.Namespace) -> dict[int, float]:
    """The points of each n; raises UsageError."""
    if not 1 <= options.n <= LARGEST_N:
        raise UsageError(f"--n must be between 1 and {LARGEST_N}, not {options.n}")
    return _points(options.points, options.n)


def check_result_of(options: argparse.Namespace) -> CheckResult:
    """Check the program that the options name; raises UsageError and UnavailableError."""
    submission = find_submission(options.path, language=options.language)
    if submission.function and options.call:
        raise UsageError(f"{options.path} and --call both name the call; give one of them")
    if options.feedback:
        page = options.feedback / f"{page_name(submission.path.name)}.html"
        check_targets([(page, feedback_kind("feedback page"))], [submission.path])
    sandbox = choose_sandbox(options.sandbox)
    sizes = points_of(options)
    return check_program(
        submission, sizes, limits_of(options, len(sizes)), sandbox, check_options_of(options)
    )


def checked_for_steps(options: argparse.Namespace, n: int) -> tuple[CheckResult, Limits]:
    """The result for n alone of a program to be stepped through, and the limits of its steps.

    Raises UsageError and UnavailableError.
    """
    submission = find_submission(options.file)
    if submission.function and options.call:
        raise UsageError(f"{options.file} and --call both name the call; give one of them")
    if not 1 <= n <= LARGEST_N:
        raise UsageError(f"a program is stepped through for n from 1 to {LARGEST_N}, not {n}")
    sandbox, limits = choose_sandbox(options.sandbox), limits_of(options, 1)
    if options.call and not options.call.isprintable():
        raise UsageError("--call takes a goal on one line")
    call = CheckOptions(call=options.call or "")
    return check_program(submission, [n], limits, sandbox, call), limits


def _judged(options: argparse.Namespace) -> CheckResult | Exception:
    """The result, or an unexpected error; raises UsageError and UnavailableError."""
    try:
        with limited_reading():
            return check_result_of(options)
    except (UsageError, UnavailableError):
        raise
    except Exception as error:  # a bug of this suite: the program is not judged
        return error


def execute(options: argparse.Namespace) -> int:
    """Check the file or the folder; raises UsageError and UnavailableError."""
    points = points_of(options)
    folder = Path(options.path)
    if os.path.isdir(folder):  # noqa: PTH112  # Path.is_dir raises if the path is too long
        if options.output != "text" or options.show_output:
            raise UsageError("--output and --show-output work only with a file, not with a folder")
        from solvers.cli.marking import mark_folder

        limits = limits_of(options, len(points))
        return mark_folder(folder, points, limits, check_options_of(options), options)
    if name := next((name for name in FOR_FOLDERS if getattr(options, name)), ""):
        raise UsageError(f"--{name} works only with a folder")
    try:
        judged = _judged(options)
    except (UsageError, UnavailableError, KeyboardInterrupt) as error:
        if options.output != "text":  # a refused hand-in has results, too
            _print_unjudged(options, str(error) or "the check was interrupted", points)
        raise
    if isinstance(judged, Exception):
        why = unjudged_words(judged)
        _write_page(options, why, Path(options.path).name)
        _print_unjudged(options, why, points)
        return ExitCode.INCOMPLETE
    _write_page(options, judged, judged.submission.path.name)
    if options.output == "text":
        _print(paragraphs(judged, show_output=options.show_output))
        if words := points_words(judged, points):
            print(f"  {words}")
    else:
        from solvers.output.check_documents import DOCUMENTS

        document = DOCUMENTS[options.output](judged, points)
        if judged.verdict is ProgramVerdict.NOT_JUDGED and options.not_judged is not None:
            document["score"] = options.not_judged
        print(json.dumps(document, indent=2))
    return of_check(judged)


def _write_page(options: argparse.Namespace, judged: CheckResult | str, name: str) -> None:
    """Write the program's page if it is asked for, and name it on stderr."""
    if options.feedback:
        from solvers.output.feedback import write_feedback

        page = options.feedback / write_feedback(options.feedback, judged, name)
        print(printable(f"The page of the program is {page}"), file=sys.stderr)


def _print_unjudged(options: argparse.Namespace, why: str, points: Mapping[int, float]) -> None:
    """Print why the program has no result, in the form that was asked for."""
    if options.output == "text":
        print(printable(f"{options.path}: {ProgramVerdict.NOT_JUDGED}: {why}"))
        return
    from solvers.output.check_documents import unjudged

    print(json.dumps(unjudged(options.output, options.path, why, points), indent=2))


def _print(parts: Iterable[Paragraph]) -> None:
    """Print the paragraphs, on a terminal in colours; without one, Rich is not imported."""
    if not (sys.stdout.isatty() or "FORCE_COLOR" in os.environ):
        for part in parts:
            print(part.text)
        return
    from solvers.output.text import console_for_output, print_trimmed

    console = console_for_output()
    for part in parts:
        print_trimmed(console, part)


def _points(text: str | None, largest: int) -> dict[int, float]:
    if text is None:
        return EqualPoints.fromkeys(range(1, largest + 1), 1.0)
    points: dict[int, float] = {}
    for part in text.split(","):
        if not (match := re.fullmatch(r"\s*(\d{1,9}):(\d+(?:\.\d+)?|\.\d+)\s*", part, re.ASCII)):
            raise UsageError(f"--points {text!r} is not a list of points; give e.g. 4:1,6:2,8:3")
        n, value = int(match[1]), float(match[2])
        if n in points:
            raise UsageError(f"--points {text} gives points for n = {n} twice; give them once")
        points[n] = value
    if not all(1 <= n <= largest and value <= MOST_POINTS for n, value in points.items()):
        raise UsageError(
            f"--points takes n from 1 to {largest} (raise --n for larger boards) and points from "
            f"0 to {MOST_POINTS:,}"
        )
    if not any(points.values()):
        raise UsageError(f"--points {text} gives no points; give some for at least one n")
    return {n: value for n, value in points.items() if value}


COMMAND = Command(
    name="check",
    description="Test a student's program: judge one function or call of it, or the boards that it "
    "prints, and name it. If it is wrong, show the smallest board on which it fails and the "
    "probable mistake. For a folder, test every program and print a table (CSV).",
    epilog="exit codes: 0 right, 1 wrong, 2 usage error or a refused file, 3 not finished or not "
    "judged, 4 a language or the sandbox is missing, 130 interrupted; for a folder, 1 takes "
    "precedence over 4, and 4 over 3",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "echo 'def queens(n): return []' > example.py; {} example.py",
        "{} example.py --call 'queens({{n}})' --n 6 --output json",
        "{} . --out grades.csv",
    ),
)
