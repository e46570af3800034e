"""The command ``queens trace``: a search step by step."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator

from solvers import registry
from solvers.commands.arguments import count
from solvers.commands.board_options import add_board, chosen_board
from solvers.commands.command import Command, UnavailableError
from solvers.commands.completion import completed_by, one_backend
from solvers.commands.exit_codes import ExitCode
from solvers.course import backtracking_trace, nc_trace, traces
from solvers.course.events import Event
from solvers.course.notations import representation
from solvers.course.prolog_process import NoPrologError
from solvers.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_board(parser)
    add = parser.add_argument
    backend = add("--backend", default="backtracking", metavar="NAME", help="default: backtracking")
    completed_by(backend, one_backend)
    add("--explain", action="store_true", help="say on each line why (backtracking)")
    add("--limit", type=count, metavar="K", help="print at most K lines")
    add("--from-solution", type=count, metavar="K", help="begin at the K-th solution")
    add("--steps", type=_steps, metavar="A-B", help="print only the lines A to B, from 1")
    add("--output", choices=["text", "jsonl"], default="text", help="text (default) or jsonl")
    add("--step", action="store_true", help="walk through it on the terminal, forward and backward")
    add(
        "--nc",
        type=_nc,
        metavar='"V (P ...)"',
        help='only show how nc tests row V against the queens P, e.g. "5 (1 3 4)"',
    )


def execute(options: argparse.Namespace) -> int:
    """Print the trace, or walk through it; raises UsageError and UnavailableError."""
    if options.nc:
        for line in nc_trace.lines(*options.nc):
            print(line)
        return ExitCode.IDENTICAL
    backend = registry.find(options.backend)
    problem = chosen_board(options)
    events = traces.tracer(backend)(problem)
    if options.explain and backend.name != backtracking_trace.BACKEND.name:
        raise UsageError(f"--explain goes with --backend {backtracking_trace.BACKEND.name}")
    if options.from_solution and representation(backend) and options.output == "text":
        raise UsageError("the call trace of queen-cols has all solutions at its end; use --steps")
    try:
        if options.step:
            return _walk(events, problem.n, backend.name)
        told: Iterator[tuple[Event, str]]
        if options.output == "jsonl":
            told = ((event, json.dumps(event.document())) for event in events)
        elif options.explain:
            told = backtracking_trace.lines(events, explain=True)
        else:
            told = traces.lines(backend, problem.n, events)
        for line in traces.excerpt(
            told,
            steps=options.steps,
            from_solution=options.from_solution,
            limit=options.limit,
        ):
            print(line)
    except NoPrologError as error:
        raise UnavailableError(str(error)) from None
    return ExitCode.IDENTICAL


def _walk(events: Iterator[Event], n: int, name: str) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("--step needs a terminal; leave it out to print the trace")
    from solvers.report.stepper import Stepper  # noqa: PLC0415  # Textual takes a while to import

    Stepper(events, n, name).run()
    return ExitCode.IDENTICAL


def _steps(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,9})-(\d{1,9})", text, re.ASCII)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a range of lines; give e.g. 10-20, from 1"
        )
    return int(match[1]), int(match[2])


def _nc(text: str) -> tuple[int, list[int]]:
    match = re.fullmatch(
        r"\s*\(?\s*(?:nc\s+)?(\d{1,3})\s+'?\(((?:\s*\d{1,3}\b)*)\s*\)\s*\)?\s*", text
    )
    if not match:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a row and a list of rows; give e.g. '5 (1 3 4)'"
        )
    return int(match[1]), [int(row) for row in match[2].split()]


COMMAND = Command(
    name="trace",
    description="Show a search step by step: as the course text of the backend prints it, as "
    "events for other programs, or on the terminal, forward and backward.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 8 --limit 12 --explain",
        "{} --n 4 --backend sicp",
        "{} --nc '5 (1 3 4)'",
    ),
)
