"""The command ``queens solve``: print the solutions of one backend as it finds them."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from itertools import islice

import solvers
from solvers import registry
from solvers.cli.arguments import (
    add_backend,
    add_board,
    add_goal,
    add_limits,
    add_size,
    chosen_board,
    count,
)
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode
from solvers.errors import UnavailableError
from solvers.execution.result import Status
from solvers.interface import Backend
from solvers.output.messages import title
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Goal, Problem
from solvers.tracing.course_texts import in_notation

DEFAULT_BACKEND = "sicp"

WITHOUT_A_SEARCH = "construction"
"""Finds one solution of any empty board, without a search."""

LARGEST_LISTED = 14
"""The largest n whose solutions are printed without a hint; a larger n has millions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_size(parser)
    add_backend(parser, DEFAULT_BACKEND)
    parser.set_defaults(backend=None)
    add_goal(parser)
    parser.add_argument("--limit", type=count, metavar="K", help="stop after K solutions")
    parser.add_argument(
        "--course-notation",
        action="store_true",
        help="print the solutions in the notation of the backend's course text",
    )
    add_board(parser)
    add_limits(parser.add_argument_group("limits"), whose="the run")


def execute(options: argparse.Namespace) -> int:
    """Print each solution as a line of JSON, or all in the course's notation at the end."""
    board = chosen_board(options)
    if options.limit == 1:
        board = replace(board, goal=Goal.FIRST)
    backend = registry.find(options.backend or _usual(board, options))
    code, found = ExitCode.SUCCESS, list[Placement]()
    if options.course_notation:
        in_notation(backend, found)  # raises an error before the search, if there is no notation
    solutions = solvers.solve(
        board.n,
        backend,
        board.prefix,
        blocked=board.blocked,
        goal=board.goal,
        time_limit=options.time_limit,
        memory_limit=options.memory_limit,
    )
    if advice := _advice(backend, board, options.limit):
        print(f"queens solve: {advice}", file=sys.stderr)
    number = 0
    try:
        for placement in islice(solutions, options.limit):
            number += 1
            if options.course_notation:
                found.append(placement)
            else:
                print(json.dumps(placement))
    except solvers.IncompleteError as error:
        if error.status is Status.UNAVAILABLE:
            raise UnavailableError(str(error)) from None
        print(f"queens solve: {error}", file=sys.stderr)
        code = ExitCode.INCOMPLETE
    if not number and code is ExitCode.SUCCESS:
        print(f"queens solve: the board ({title(board)}) has no solution", file=sys.stderr)
    if options.course_notation:
        print(in_notation(backend, found))
    return code


def _usual(board: Problem, options: argparse.Namespace) -> str:
    """The default backend, or a quick one for one solution of a large board."""
    largest = registry.find(DEFAULT_BACKEND).practical_n_first
    is_one = board.goal is Goal.FIRST and not options.course_notation
    if not is_one or not board.is_plain or board.n <= largest:
        return DEFAULT_BACKEND
    why = f"{DEFAULT_BACKEND} finds one solution within minutes up to n = {largest}"
    print(f"queens solve: {why}; {WITHOUT_A_SEARCH} solves it", file=sys.stderr)
    return WITHOUT_A_SEARCH


def _advice(backend: Backend, board: Problem, limit: int | None) -> str:
    """A hint to a quicker way, for a search that may take hours; "" for a shorter one."""
    goal = board.goal if limit is None else Goal.FIRST
    most = registry.practical_n(backend, goal)
    if goal is Goal.ALL:
        most = min(most, LARGEST_LISTED)
    if board.n <= most:
        return ""
    instead = (
        f"--first --backend {WITHOUT_A_SEARCH} gives one solution at once"
        if board.is_plain
        else "choose a smaller n or another backend"
    )
    solutions = "all solutions" if goal is Goal.ALL else "one solution"
    return f"{backend.name} finds {solutions} within minutes up to n = {most}; {instead}"


COMMAND = Command(
    name="solve",
    description="Print the solutions of one backend: as JSON arrays (rows from 0, column 0 first), "
    "or, with --course-notation, in the notation and order of the backend's course text. For one "
    "solution (--first) of a large empty board, construction solves it unless you name a backend.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 8 --limit 3",
        "{} --n 4 --backend sicp-attack --course-notation",
        "{} --n 8 --prefix 4,6,0 --blocked 4:7 --backend prolog",
    ),
)
