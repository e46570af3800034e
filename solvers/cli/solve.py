"""The command ``queens solve``: print or draw the solutions of one backend."""

from __future__ import annotations

import argparse
import json
import sys
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
from solvers.errors import UnavailableError, UsageError
from solvers.execution.result import Status
from solvers.output.boards import draw_board, svg_board
from solvers.output.messages import LARGEST_DRAWN, title
from solvers.puzzle.diagram import draw_diagram
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Goal, Problem
from solvers.tracing.course_texts import in_notation

STYLES = ("json", "unicode", "svg", "text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_size(parser)
    add_backend(parser, "sicp")
    add_goal(parser)
    parser.add_argument("--limit", type=count, metavar="K", help="stop after K solutions")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--style",
        choices=STYLES,
        help="print a JSON array per solution (default), or draw a board in this style",
    )
    how.add_argument(
        "--course-notation",
        action="store_true",
        help="print the solutions in the notation of the backend's course text",
    )
    add_board(parser)
    add_limits(parser.add_argument_group("limits"), whose="the run")


def execute(options: argparse.Namespace) -> int:
    """Print each solution as soon as it is found, or all in the course's notation at the end.

    Raises UsageError.
    """
    board = chosen_board(options)
    if options.style == "svg" and board.goal is not Goal.FIRST:
        raise UsageError("--style svg draws one board; add --first")
    if options.style not in {None, "json"} and board.n > LARGEST_DRAWN:
        raise UsageError(
            f"a board of {board.n} columns is too wide to draw (up to {LARGEST_DRAWN}); "
            "--style json prints its rows"
        )
    backend = registry.find(options.backend)
    code, found = ExitCode.SUCCESS, list[Placement]()
    if options.course_notation:
        in_notation(backend, found)  # raises an error before the search, if there is no notation
    solutions = solvers.solve(
        board.n,
        backend,
        board.prefix,
        blocked=board.blocked,
        colours=board.colours,
        goal=board.goal,
        time_limit=options.time_limit,
        memory_limit=options.memory_limit,
    )
    number = 0
    try:
        for number, placement in enumerate(islice(solutions, options.limit), 1):
            if options.course_notation:
                found.append(placement)
            else:
                _show(placement, options.style or "json", board, is_next=number > 1)
        if not number:
            print(f"queens solve: the board ({title(board)}) has no solution", file=sys.stderr)
    except solvers.IncompleteError as error:
        if error.status is Status.UNAVAILABLE:
            raise UnavailableError(str(error)) from None
        print(f"queens solve: {error}", file=sys.stderr)
        code = ExitCode.INCOMPLETE
    if options.course_notation:
        print(in_notation(backend, found))
    return code


def _show(placement: Placement, style: str, board: Problem, *, is_next: bool) -> None:
    """Print a placement in this style; ``is_next``: below another one."""
    if style == "json":
        print(json.dumps(placement))
        return
    if is_next:
        print()
    if style == "text":
        print(draw_diagram(board, placement))
    elif style == "svg":
        print(svg_board(placement, board, standalone=True))
    else:
        print(draw_board(placement, problem=board))


COMMAND = Command(
    name="solve",
    description="Print the solutions of one backend: as JSON arrays (rows from 0, column 0 first), "
    "as boards (--style), or, with --course-notation, in the notation and order of the backend's "
    "course text.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 8 --limit 3",
        "{} --n 4 --backend sicp-attack --course-notation",
        "{} --n 6 --first --style svg > board.svg",
    ),
)
