"""The command ``queens check``: test one program, or mark a folder of programs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from solvers.cli.arguments import choose_sandbox
from solvers.cli.check_options import (
    add_arguments,
    check_options_of,
    given_options,
    limits_of,
    sizes_and_points,
)
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode, of_check
from solvers.errors import UnavailableError, UsageError
from solvers.grading.check import check_program
from solvers.grading.reading_limit import limited_reading
from solvers.grading.submission import find_submission
from solvers.output.check_text import paragraphs
from solvers.output.report import CheckReport, report_of, report_without_result, with_score


def execute(options: argparse.Namespace) -> int:
    """Check the file or the folder; raises UsageError and UnavailableError."""
    sizes, points = sizes_and_points(options)
    folder = Path(options.path)
    if os.path.isdir(folder):  # noqa: PTH112  # Path.is_dir raises if the path is too long
        if options.output != "text" or options.show_output:
            raise UsageError("--output and --show-output work only with a file")
        from solvers.cli.marking import mark_folder

        return mark_folder(folder, sizes, points, options)
    for_folders = ("out", "with", "jobs", "project", "feedback")
    if name := next((name for name in for_folders if getattr(options, name)), ""):
        raise UsageError(f"--{name} works only with a folder")
    try:
        report, code = _report(options, sizes, points)
    except (UsageError, UnavailableError, KeyboardInterrupt) as error:
        if options.output != "text":  # a refused hand-in has a report, too
            why = str(error) or "the check was interrupted"
            refused = report_without_result(options.path, why, points)
            _print_document(options, with_score(refused, options.not_judged))
        raise
    report = with_score(report, options.not_judged)
    if options.output == "text":
        print("\n".join(paragraphs(report, show_output=options.show_output)))
    else:
        _print_document(options, report)
    return code


def _report(
    options: argparse.Namespace, sizes: Sequence[int], points: Mapping[int, float]
) -> tuple[CheckReport, ExitCode]:
    """Check the program that the options name; raises UsageError and UnavailableError."""
    submission = find_submission(options.path, language=options.language)
    if submission.function and options.call:
        raise UsageError(f"{options.path} and --call both name the call; give one of them")
    sandbox, limits = choose_sandbox(options.sandbox), limits_of(options, len(sizes))
    check_options = check_options_of(options)
    try:
        with limited_reading():
            checked = check_program(submission, sizes, limits, sandbox, check_options)
            report = report_of(checked, points, given_options(options))
    except (UsageError, UnavailableError):
        raise
    except Exception as error:  # a bug of this suite: the program is not judged
        return report_without_result(options.path, error, points), ExitCode.INCOMPLETE
    return report, of_check(checked)


def _print_document(options: argparse.Namespace, report: CheckReport) -> None:
    """Print the document that was asked for."""
    from solvers.output.check_documents import DOCUMENTS

    print(DOCUMENTS[options.output](report))


COMMAND = Command(
    name="check",
    description="Test a student's program: judge one function or call of it, or the boards that it "
    "prints, and say which. If it is wrong, show the smallest board on which it fails, and the "
    "line of a change that makes it right, if one is found. For a folder, print a table (CSV).",
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
