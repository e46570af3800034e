"""The options of ``queens check``, and what they mean for the sizes, points and limits."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path

from solvers.cli.arguments import add_limits, add_sandbox, jobs, one_line, size, text_in
from solvers.errors import ProblemError, UsageError, printable
from solvers.execution.limits import Limits
from solvers.grading.given import GivenBoard, read_given
from solvers.grading.language import LANGUAGES, packages_named, supported_suffixes
from solvers.grading.returned import SMALLEST_SURE
from solvers.grading.subject import BOARD
from solvers.grading.submission import CheckOptions, Task, short_names
from solvers.spreadsheet import number_of

MOST_TOKENS = 50_000_000
"""The most squares to look at for a given board; ten rows of ten colours need 12 million."""

LARGEST_N = 12

LIMITS = Limits(seconds=20, memory_mib=1024, output_mib=64, processes=32, cpu_seconds=120)
"""The limits for each n, if the options give no others."""

OUTPUTS = ("text", "json", "gradescope")
"""The names of ``--output``: text, and the keys of DOCUMENTS in ``check_documents.py``."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add(
        "path",
        metavar="PATH",
        help=f"a program or model ({' '.join(supported_suffixes())}), FILE::NAME to call the "
        "function NAME with n, or a folder of programs",
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
        help="what the program has to give: all solutions (the default), one, or their number",
    )
    add(
        "--show-output",
        action="store_true",
        help="also show what it printed for the smallest n that fails, or else for the largest",
    )
    add("--output", choices=OUTPUTS, default="text", help="the output format (default: text)")
    add = parser.add_argument_group("the subject of the verdict").add_argument
    add(
        "--call",
        metavar="CALL",
        type=one_line,
        help="the call to judge, in the program's language, with {n} for n, as in '(q {n})'; "
        "a goal of Prolog has its answers in Solution: 'queens({n}, Solution)'; of a model, the "
        "variable or predicate that is the board. {board} is the list of the lines of --board "
        "(default: the function with a usual name, or else the boards that the program prints)",
    )
    add(
        "--board",
        action="append",
        default=[],
        metavar="FILE",
        help="judge against the solutions of the board in this file alone; can be repeated",
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
    add = parser.add_argument_group("for a class").add_argument
    add(
        "--points",
        metavar="LIST",
        help="points for each n that is tested, as 4:1,6:2,8:3 (default: 1 for each n from 4 on)",
    )
    add(
        "--out",
        "--csv",
        type=Path,
        metavar="FILE",
        help="for a folder: write the table of grades (CSV) to this file",
    )
    add(
        "--with",
        type=Path,
        metavar="FILE",
        help="for a folder: a table (CSV) of decisions: file, student, call, task, score, comment",
    )
    add(
        "--not-judged",
        type=a_score,
        metavar="SCORE",
        help="the score of a program that is not judged, or not handed in (default: none)",
    )
    add(
        "--feedback",
        type=Path,
        metavar="DIR",
        help="for a folder: write a page (HTML) for each program, and two for the class",
    )
    add(
        "--no-hints",
        action="store_true",
        help="leave out changes, lines that explain a fault, and comparisons with mistakes",
    )
    add(
        "--project",
        action="store_true",
        help="for a folder: the files that a main file loads are no programs of their own",
    )
    add(
        "--jobs",
        type=jobs,
        metavar="K",
        help="programs checked at once, for a folder (default: 1)",
    )
    limits = parser.add_argument_group("limits")
    add_limits(limits, LIMITS, whose="each n")
    add_sandbox(limits)


def a_score(text: str) -> float:
    """A score: a number from 0."""
    value = number_of(text)
    if value is None:
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
        hints=not options.no_hints,
    )


def limits_of(options: argparse.Namespace, sizes: int) -> Limits:
    """The limits that the options give to each n, and to this number of sizes together."""
    return replace(
        LIMITS,
        seconds=options.time_limit,
        memory_mib=options.memory_limit,
        # A program can have two functions asked to the end.
        total_seconds=2 * sizes * options.time_limit,
    )


def sizes_and_points(options: argparse.Namespace) -> tuple[list[int], dict[int, float]]:
    """The sizes to test, and the points of each n that has some; raises UsageError."""
    if options.board:
        boards = given_boards(options)
        return [*boards], dict.fromkeys(boards, 1.0)
    if BOARD in (options.call or ""):
        raise UsageError("{board} in --call stands for the board of --board FILE; give one")
    if not 1 <= options.n <= LARGEST_N:
        raise UsageError(f"--n must be between 1 and {LARGEST_N}, not {options.n}")
    if options.points is not None:
        points = _points(options.points, options.n)
        return sorted(points), points
    sizes = [*range(1, options.n + 1)]
    return sizes, dict.fromkeys(sizes[SMALLEST_SURE - 1 :] or sizes, 1.0)


def given_boards(options: argparse.Namespace) -> list[GivenBoard]:
    """The boards that the options name; raises UsageError."""
    if {"--n", "--points"} & {*given_options(options)}:
        raise UsageError("--board sets the size and is worth one point; leave out --n and --points")
    from solvers.referee.certificate import estimated_size

    paths, boards = [*dict.fromkeys(options.board)], []
    for path, name in zip(paths, short_names(paths), strict=True):
        try:
            boards.append(board := read_given(printable(name), text_in(path)))
        except ProblemError as error:
            raise UsageError(f"--board {path}: {error}") from None
        if not SMALLEST_SURE <= board <= LARGEST_N:
            sizes = f"{SMALLEST_SURE} to {LARGEST_N}"
            raise UsageError(f"--board {path}: it has {board} columns, but {sizes} are possible")
        if estimated_size(board.problem)[0] > MOST_TOKENS:
            raise UsageError(f"--board {path}: finding its solutions takes too long; use another")
    return boards


REPEATED = (
    *("n", "points", "call", "task", "printed", "language", "allow_packages"),
    *("sandbox", "time_limit", "memory_limit", "no_hints"),
)
"""The options that a proposed command repeats if the user gave them."""


def given_options(options: argparse.Namespace) -> dict[str, str]:
    """The options that the user gave and that a proposed command repeats, with their values."""
    add_arguments(parser := argparse.ArgumentParser())
    values = {name: getattr(options, name) for name in REPEATED}
    return {
        f"--{name.replace('_', '-')}": (
            "" if value is True else f"{value:g}" if isinstance(value, float) else str(value)
        )
        for name, value in values.items()
        if value != parser.get_default(name)
    } | {f"--board={path}": "" for path in options.board}


def _points(text: str, largest: int) -> dict[int, float]:
    """The points that ``--points`` gives to each n; raises UsageError."""
    parts = text.split(",")
    found = [re.fullmatch(r"\s*(\d{1,2}):([\d.]{1,20})\s*", part, re.ASCII) for part in parts]
    points = {int(match[1]): number_of(match[2]) for match in found if match}
    are_right = all(1 <= n <= largest and points[n] is not None for n in points)
    if not (are_right and len(points) == len(parts) and any(points.values())):
        raise UsageError(
            f"--points {text!r} is not a list of points; give each n once, e.g. 4:1,6:2,8:3: n is "
            f"from 1 to {largest} (raise --n for larger boards)"
        )
    return {n: value for n, value in points.items() if value}
