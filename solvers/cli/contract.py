"""The command ``queens contract``: check that a backend keeps the contract of all backends.

With ``--backends``, check that engines give the solutions of many boards.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from solvers import registry
from solvers.atomic_file import FileKind, check_target
from solvers.cli.arguments import add_backends, read_duration, size
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode, most_serious
from solvers.errors import UnavailableError, printable
from solvers.execution.availability import check_availability
from solvers.execution.limits import Limits

BOARD_SECONDS = 10
"""The default time for each board in the checks of one backend."""

LARGEST, RANDOM, SECONDS = 9, 100, 60
"""The defaults of ``--backends``: the largest board, the random boards, the time for each board."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "backend",
        metavar="BACKEND",
        nargs="?",
        help="the name of an installed backend, or a file that defines the variable BACKEND "
        "(my_queens.py)",
    )
    add_backends(
        what,
        "compare the solutions of these backends, e.g. engines, with those of the referee's own "
        "search, on empty and random boards; for a difference, write the board and the model",
    )
    parser.add_argument(
        "--n",
        metavar="N",
        type=size,
        default=LARGEST,
        help=f"with --backends: the largest board (default: {LARGEST})",
    )
    parser.add_argument(
        "--random",
        metavar="K",
        type=size,
        default=RANDOM,
        help=f"with --backends: the number of random boards (default: {RANDOM})",
    )
    parser.add_argument(
        "--time-limit",
        metavar="S",
        type=read_duration,
        help=f"the time for each board, in seconds (default: {BOARD_SECONDS}; with --backends: "
        f"{SECONDS})",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        default=Path(),
        help="with --backends: the folder for the files of a difference (default: this one)",
    )


def execute(options: argparse.Namespace) -> int:
    """Run all checks; raises UsageError and UnavailableError."""
    return _compare(options) if options.backends else _check(options)


def _check(options: argparse.Namespace) -> ExitCode:
    """Run all checks on this backend; raises UsageError and UnavailableError."""
    from solvers.output.messages import ending_words
    from solvers.testing.checks import Outcome, run_checks
    from solvers.testing.contract import VERSION

    source, seconds = options.backend, options.time_limit or BOARD_SECONDS
    backend = registry.find(source)
    found = check_availability(backend)
    if not found.runs_here:
        raise UnavailableError(f"{backend.name} cannot run here: {ending_words(found.ending)}")
    outcomes: Counter[Outcome] = Counter()
    for result in run_checks(source, board_seconds=seconds):
        outcomes[result.outcome] += 1
        print(f"{result.outcome.sign} {result.name.removeprefix('test_').replace('_', ' ')}")
        for line in result.message.splitlines():
            print(f"    {printable(line)}")
        sys.stdout.flush()
    counts = [f"{outcomes[outcome]} {outcome}" for outcome in Outcome if outcomes[outcome]]
    print(f"{backend.name}, contract version {VERSION}: {', '.join(counts)}")
    return ExitCode.WRONG if outcomes[Outcome.FAILED] else ExitCode.SUCCESS


def _compare(options: argparse.Namespace) -> ExitCode:
    """Compare the solutions of engines on many boards; raises UsageError and BackendError."""
    from solvers.output.messages import ending_words
    from solvers.testing.conformance import boards, conformance, write_difference

    check_target(options.out / "difference.py", FileKind("file of a difference"))
    chosen, codes = registry.choose(options.backends), [ExitCode.SUCCESS]
    problems = boards(options.n, options.random)
    width = max(len(backend.name) for backend in chosen)
    for backend in chosen:
        found = check_availability(backend)
        if not found.runs_here:
            codes.append(ExitCode.UNAVAILABLE)
            why = f"cannot run here: {ending_words(found.ending)}"
            print(printable(f"{backend.name:{width}}  {why}"), flush=True)
            continue
        result = conformance(backend, problems, Limits(seconds=options.time_limit or SECONDS))
        print(printable(f"{backend.name:{width}}  {found.version:26}  {result}"), flush=True)
        if result.difference:
            codes.append(ExitCode.WRONG)
            for file in write_difference(backend, result.difference[0], options.out):
                print(printable(f"{'':{width}}  wrote {file}"), flush=True)
        elif result.unfinished:
            codes.append(ExitCode.INCOMPLETE)
    return most_serious(codes)


COMMAND = Command(
    name="contract",
    description="Test a backend against the contract that all backends keep. Each failed check is "
    "shown with the smallest board on which it fails, and with the difference from the expected "
    "result. With --backends, compare the solutions of engines on many boards.",
    epilog="exit codes: 0 no check failed and nothing differs, 1 a check failed or something "
    "differs, 2 usage error, 3 an engine did not finish, 4 a backend cannot run here",
    add_arguments=add_arguments,
    execute=execute,
    examples=("{} sicp", "{} --backends cp-sat,sicp --n 5 --random 10"),
)
