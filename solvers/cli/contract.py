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

SECONDS = 10
"""The default time for each run of a backend."""

LARGEST, RANDOM = 9, 100
"""The defaults of ``--backends``: the largest board, and the number of random boards."""


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
        "search, on empty and random boards",
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
        default=SECONDS,
        help=f"the time for each run of a backend, in seconds (default: {SECONDS})",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        default=Path(),
        help="the folder for the files with which a fault can be repeated (default: this one)",
    )


def execute(options: argparse.Namespace) -> int:
    """Run all checks; raises UsageError and UnavailableError."""
    return _compare(options) if options.backends else _check(options)


def _check(options: argparse.Namespace) -> ExitCode:
    """Run all checks on this backend; raises UsageError and UnavailableError."""
    from solvers.output.messages import ending_words
    from solvers.puzzle.diagram import read_diagram
    from solvers.testing.checks import Outcome, run_checks
    from solvers.testing.contract import VERSION
    from solvers.testing.reproduction import reproduction

    source, limits = options.backend, Limits(seconds=options.time_limit)
    backend = registry.find(source)
    check_target(options.out / "model.txt", FileKind("model"))
    found = check_availability(backend)
    if not found.runs_here:
        raise UnavailableError(f"{backend.name} cannot run here: {ending_words(found.ending)}")
    outcomes: Counter[Outcome] = Counter()
    boards = []
    for result in run_checks(source, seconds=limits.seconds):
        boards += [result.board] if result.board else []
        outcomes[result.outcome] += 1
        print(f"{result.outcome.sign} {result.name.removeprefix('test_').replace('_', ' ')}")
        for line in result.message.splitlines():
            print(f"    {printable(line)}")
        sys.stdout.flush()
    if boards:
        smallest = min(map(read_diagram, boards), key=lambda board: (board.n, len(board.blocked)))
        print(printable(reproduction(backend, smallest, options.out, limits)))
    counts = [f"{outcomes[outcome]} {outcome}" for outcome in Outcome if outcomes[outcome]]
    print(f"{backend.name}, contract version {VERSION}: {', '.join(counts)}")
    return ExitCode.WRONG if outcomes[Outcome.FAILED] else ExitCode.SUCCESS


def _compare(options: argparse.Namespace) -> ExitCode:
    """Compare the solutions of engines on many boards; raises UsageError and BackendError."""
    from solvers.output.messages import ending_words
    from solvers.testing.conformance import boards, conformance
    from solvers.testing.reproduction import reproduction

    check_target(options.out / "model.txt", FileKind("model"))
    chosen, codes = registry.choose(options.backends), [ExitCode.SUCCESS]
    problems, limits = boards(options.n, options.random), Limits(seconds=options.time_limit)
    width = max(len(backend.name) for backend in chosen)
    for backend in chosen:
        found = check_availability(backend)
        if not found.runs_here:
            codes.append(ExitCode.UNAVAILABLE)
            why = f"cannot run here: {ending_words(found.ending)}"
            print(printable(f"{backend.name:{width}}  {why}"), flush=True)
            continue
        result = conformance(backend, problems, limits)
        print(printable(f"{backend.name:{width}}  {result} ({found.version})"), flush=True)
        if fault := result.fault:
            codes.append(ExitCode.WRONG if fault.judgement else ExitCode.INCOMPLETE)
            line = reproduction(backend, fault.problem, options.out, limits)
            print(printable(f"{'':{width}}  {line}"), flush=True)
    return most_serious(codes)


COMMAND = Command(
    name="contract",
    description="Test a backend against the contract that all backends keep. Each kind of fault is "
    "shown once, with a small board that has it, and with the difference from the expected "
    "result. With --backends, compare the solutions of engines on many boards.",
    epilog="exit codes: 0 no check failed and nothing differs, 1 a check failed or something "
    "differs, 2 usage error, 3 an engine did not finish, 4 a backend cannot run here",
    add_arguments=add_arguments,
    execute=execute,
    examples=("{} sicp", "{} --backends cp-sat,sicp --n 5 --random 10"),
)
