"""The command ``queens work``: how much work the puzzle takes, on paper and measured."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rich.table import Table

from solvers import registry
from solvers.board.problem import Problem
from solvers.commands.arguments import add_limits, add_sizes
from solvers.commands.command import Command
from solvers.commands.completion import completed_by, several_backends
from solvers.commands.exit_codes import ExitCode
from solvers.course.work import SearchSpace, conflict_tests
from solvers.interface import Backend
from solvers.report.endings import note
from solvers.report.text import console_for_output, print_trimmed
from solvers.report.words import duration, work
from solvers.run.backend_run import run
from solvers.run.ending import Status
from solvers.run.limits import Limits

BACKENDS = ("backtracking", "permutation", "sicp", "prolog", "cp-sat", "python-constraint")
LARGEST_COUNTED = 10
"""Up to this n the separate search that counts conflict tests takes seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_sizes(parser)
    backends = parser.add_argument(
        "--backends",
        type=lambda text: text.split(","),
        default=list(BACKENDS),
        metavar="NAMES",
        help=f"whose work is measured, against the first (default: {','.join(BACKENDS)})",
    )
    completed_by(backends, several_backends)
    add_limits(parser)


def execute(options: argparse.Namespace) -> int:
    """Print the numbers for every size; raises UsageError."""
    backends = registry.choose(options.backends)
    for backend in backends:
        registry.check_possible(backend, Problem(max(options.n)))
    limits = Limits(seconds=options.time_limit, memory_mib=options.memory_limit)
    for number, n in enumerate(options.n):
        if number:
            print()
        print("\n".join(search_space(Problem(n).n)))
        if n <= LARGEST_COUNTED:
            print(
                f"the column approach makes {conflict_tests(n):,} conflict tests on its way "
                "(counted in a separate run)"
            )
        sys.stdout.flush()
        print()
        print_trimmed(console_for_output(), _table(n, backends, limits))
    return ExitCode.IDENTICAL


def search_space(n: int) -> list[str]:
    """The three numbers of the text, with what they count."""
    space = SearchSpace(n)
    numbers = {
        "queens on any squares": space.any_squares,
        "one queen a column": space.one_a_column,
        "one queen a column and a row": space.one_a_column_and_row,
    }
    width = max(len(f"{number:,}") for number in numbers.values())
    return [
        f"{n} queens: how many placements are there to consider?",
        *(f"{number:>{width},}  {meaning}" for meaning, number in numbers.items()),
    ]


def _table(n: int, backends: Sequence[Backend], limits: Limits) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("what they did", no_wrap=True)
    table.add_column("all", justify="right", no_wrap=True)
    table.add_column("times", justify="right", no_wrap=True)
    table.add_column("work")
    first: float | None = None
    for backend in backends:
        most = min(backend.practical_n, backend.largest_n)
        if n > most:
            reason = f"left out: its method is practical up to n = {most}"
            table.add_row(backend.name, "-", "-", reason)
            continue
        one = run(backend, Problem(n), limits)
        if one.status is Status.CANCELLED:
            raise KeyboardInterrupt
        seconds = one.seconds if one.status is Status.COMPLETE else None
        first = first or seconds
        times = f"{seconds / first:.2f}" if seconds and first else "-"
        did = ", ".join(work(one)) if seconds else f"{one.status}: {note(one)}"
        table.add_row(backend.name, duration(one.seconds), times, did)
    return table


COMMAND = Command(
    name="work",
    description="How much work does it take: the three search-space numbers of the course text, "
    "and what each backend really did, with its time as a multiple of the first one's. The numbers "
    "are those of the free board, so there is no --board here.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 8",
        "{} --n 4-6 --backends sicp,sicp-interchanged",
    ),
)
