"""The command ``queens check``: one program as a tutor would, or a folder of them."""

from __future__ import annotations

import argparse
import json
import os
import re
from pathlib import Path

from solvers.commands.arguments import (
    add_guard,
    add_limits,
    add_submission_limits,
    choose_guard,
    count,
    size,
)
from solvers.commands.command import Command
from solvers.commands.marking import exit_code, mark_folder
from solvers.errors import UsageError
from solvers.report.check_text import paragraphs
from solvers.report.grades import FORMATS
from solvers.report.text import console_for_output, print_trimmed
from solvers.run.limits import Limits
from solvers.submissions.check import check
from solvers.submissions.submission import find

LARGEST_N = 12

MOST_POINTS = 1_000_000
"""For one n."""


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
    add_limits(parser, Limits(seconds=20, memory_mib=1024), whose="each n")
    add_submission_limits(parser)
    add_guard(parser)
    add("--output", choices=["text", *FORMATS], default="text", help="default: text")
    add("--points", metavar="LIST", help="points for each n, e.g. 4:1,6:2,8:3 (default: 1 each)")
    add(
        "--hidden-from",
        type=count,
        metavar="N",
        help="show students nothing of what happens from this n on; the score includes it",
    )
    add("--show-output", action="store_true", help="show what the program printed")
    add(
        "--csv",
        metavar="FILE",
        help="for a folder: the table of grades, to be continued if it exists",
    )
    add(
        "--jobs",
        type=count,
        default=1,
        metavar="K",
        help="for a folder: K programs at once (default: 1)",
    )


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
    if os.path.isdir(folder):  # noqa: PTH112  # a path that is too long is none
        if options.output != "text" or options.show_output:
            raise UsageError("--output and --show-output go with a file; a folder gives a table")
        return mark_folder(folder, points, limits, options)
    if options.csv:
        raise UsageError("--csv goes with a folder")
    checked = check(
        find(options.path),
        options.n,
        limits,
        choose_guard(options.guard),
        hidden_from=options.hidden_from,
    )
    if options.output == "text":
        console = console_for_output()
        for part in paragraphs(checked, show_output=options.show_output):
            print_trimmed(console, part)
    else:
        print(json.dumps(FORMATS[options.output](checked, points), indent=2))
    return exit_code(checked)


def _points(text: str | None, largest: int) -> dict[int, float]:
    if text is None:
        return dict.fromkeys(range(1, largest + 1), 1.0)
    points: dict[int, float] = {}
    for part in text.split(","):
        if not (match := re.fullmatch(r"\s*(\d{1,9}):(\d+(?:\.\d+)?|\.\d+)\s*", part, re.ASCII)):
            raise UsageError(f"{text!r} is not a list of points; give e.g. 4:1,6:2,8:3")
        n, value = int(match[1]), float(match[2])
        if n in points:
            raise UsageError(f"there are points for n = {n} twice in {text!r}")
        points[n] = value
    if not all(1 <= n <= largest and value <= MOST_POINTS for n, value in points.items()):
        raise UsageError(f"points are for n from 1 to {largest}, from 0 to {MOST_POINTS:,}")
    return points


COMMAND = Command(
    name="check",
    description="Judge a student's program as a tutor would: the smallest board on which it "
    "fails, what was expected and what came, and what is probably wrong. A folder is marked.",
    epilog="exit codes: 0 right, 1 wrong, 2 usage, 3 it did not finish, 4 its language or the "
    "guard is not here, 130 interrupted; of a folder the gravest",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "echo 'def queens(n): return []' > mine.py; {} mine.py",
        "{} mine.py --n 6 --output json",
        "{} . --csv grades.csv",
    ),
)
