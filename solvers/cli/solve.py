"""The command ``queens solve``: print or draw the solutions of one backend, or a placement."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

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
    prefix,
    refuse,
)
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode, of_comparison
from solvers.errors import UnavailableError
from solvers.execution.result import Status
from solvers.interface import Backend
from solvers.output.boards import course_grid, draw_board, svg_board
from solvers.output.messages import LARGEST_DRAWN, explanation, title
from solvers.puzzle.diagram import draw_diagram
from solvers.puzzle.placements import Placement, attacking_pairs, shared_line
from solvers.puzzle.problem import Goal, Problem
from solvers.puzzle.symmetry import symmetry_classes
from solvers.tracing.course_texts import in_notation

DEFAULT_BACKEND = "sicp"
"""The backend that solves the board unless ``--backend`` names another."""

WITHOUT_A_SEARCH = "construction"
"""Finds one solution of any empty board, without a search."""

STYLES = ("json", "unicode", "prolog", "sicp", "svg", "text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_size(parser)
    add_backend(parser, DEFAULT_BACKEND)
    parser.set_defaults(backend=None)
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
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--fundamental",
        action="store_true",
        help="draw one solution of each symmetry class, so that none is a rotation or reflection "
        "of another",
    )
    which.add_argument(
        "--placement",
        type=prefix,
        metavar="ROWS",
        help="draw this placement, column 0 first, e.g. 3,1,6,2,5,7,4,0, and mark its attacks",
    )
    add_board(parser)
    add_limits(parser.add_argument_group("limits"), whose="the run")


def execute(options: argparse.Namespace) -> int:
    """Print each solution as soon as it is found, or all in the course's notation at the end.

    With ``--placement``, return 1 if queens attack each other, and with ``--fundamental``, if the
    solutions are wrong. Raises UsageError.
    """
    board = chosen_board(options)
    if options.placement is not None:
        return _show_placement(options, board)
    if options.limit == 1:
        board = replace(board, goal=Goal.FIRST)
    _check_options(options, board)
    backend = registry.find(options.backend or _default_backend(board, options))
    if options.fundamental:
        return _show_classes(options, backend, board)
    code, found = ExitCode.SUCCESS, list[Placement]()
    if options.course_notation:
        in_notation(backend, found)  # raises an error before the search, if there is no notation
    try:
        for number, placement in enumerate(_solutions(options, backend, board)):
            if options.course_notation:
                found.append(placement)
            else:
                _show(placement, options.style or "json", board, is_next=number > 0)
    except solvers.IncompleteError as error:
        if error.status is Status.UNAVAILABLE:
            raise UnavailableError(str(error)) from None
        print(f"queens solve: {error}", file=sys.stderr)
        code = ExitCode.INCOMPLETE
    if options.course_notation:
        print(in_notation(backend, found))
    return code


def _solutions(
    options: argparse.Namespace, backend: Backend, board: Problem
) -> Iterator[Placement]:
    """The backend's solutions, at most ``--limit``; says on stderr if there is none."""
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
    for placement in islice(solutions, options.limit):
        number += 1
        yield placement
    if not number:
        print(f"queens solve: the board ({title(board)}) has no solution", file=sys.stderr)


def _check_options(options: argparse.Namespace, board: Problem) -> None:
    """Raise UsageError for options that do not work together, or a board too wide to draw."""
    by_class, is_first = options.fundamental, board.goal is Goal.FIRST
    is_drawn = by_class or options.style not in {None, "json"}
    refuse(
        {
            "--fundamental works only with the empty board; leave out --board, --prefix, --given "
            "and --blocked": by_class and not board.is_plain,
            "--fundamental needs all solutions; leave out --first and --limit": by_class
            and (is_first or options.limit),
            "--style svg draws one board; add --first": options.style == "svg"
            and (by_class or not is_first),
            f"a board of {board.n} columns is too wide to draw (up to {LARGEST_DRAWN}); "
            "--style json prints its rows": is_drawn and board.n > LARGEST_DRAWN,
        }
    )


def _default_backend(board: Problem, options: argparse.Namespace) -> str:
    """The default backend, or a quick one for one solution of a large board."""
    largest = registry.find(DEFAULT_BACKEND).practical_n_first
    is_one = board.goal is Goal.FIRST and not options.course_notation
    if not is_one or not board.is_plain or board.n <= largest:
        return DEFAULT_BACKEND
    print(
        f"queens solve: {DEFAULT_BACKEND} needs too long for one solution above n = {largest}, so "
        f"{WITHOUT_A_SEARCH} solves this board; --backend chooses another",
        file=sys.stderr,
    )
    return WITHOUT_A_SEARCH


def _show_placement(options: argparse.Namespace, board: Problem) -> ExitCode:
    """Draw the user's own placement and name its attacks; raises UsageError."""
    placement: Placement = options.placement
    refuse(
        {
            "--placement is a whole board; leave out --board, --prefix, --given and --blocked": (
                not board.is_plain
            ),
            "--placement sets the size; leave out --n": options.n not in {None, len(placement)},
        }
    )
    solvers.board(placement)  # raises an error for a row that is not on it
    style, pairs = options.style or "unicode", attacking_pairs(placement)
    _show(placement, style, Problem(len(placement)))
    for left, right in pairs if style not in {"json", "svg"} else ():
        line = shared_line(placement[left], placement[right])
        print(f"the queens in columns {left} and {right} share a {line}")
    return ExitCode.WRONG if pairs else ExitCode.SUCCESS


def _show_classes(options: argparse.Namespace, backend: Backend, board: Problem) -> ExitCode:
    """Draw one board of each symmetry class, then a table with the classes up to this n.

    If the referee does not find the solutions right, say so instead.
    """
    result = solvers.compare(
        board.n, backend, time_limit=options.time_limit, memory_limit=options.memory_limit
    )
    (judgement,), style = result.judgements, options.style or "unicode"
    if code := of_comparison(result, [backend.name]):
        for line in explanation(judgement, board):
            print(f"queens solve: {line.strip()}", file=sys.stderr)
        return code
    classes = symmetry_classes(judgement.run.placements.tolist(), board.n)
    for number, (placement, size) in enumerate(classes, 1):
        group = f"one of {size} rotations and reflections" if size > 1 else "symmetric in every way"
        print(f"{number}: {list(placement)} ({group})")
        if style != "json":
            _show(placement, style, board)
            print()
    print(" n   all  fundamental")
    smaller = [symmetry_classes(solvers.solve(n), n) for n in range(1, board.n)]
    for n, each_size in enumerate([*smaller, classes], 1):
        print(f"{n:>2}{sum(size for _, size in each_size):>6}{len(each_size):>13}")
    return ExitCode.SUCCESS


def _show(placement: Placement, style: str, board: Problem, *, is_next: bool = False) -> None:
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
    elif style in {"prolog", "sicp"}:
        print(course_grid(placement, numbered=style == "prolog"))
    else:
        pairs = () if board.colours else attacking_pairs(placement)
        print(draw_board(placement, {*chain(*pairs)}, problem=board))


COMMAND = Command(
    name="solve",
    description="Print the solutions of one backend: as JSON arrays (rows from 0, column 0 first), "
    "as boards (--style), or, with --course-notation, in the notation and order of the backend's "
    "course text. For one solution (--first) of a large empty board, construction solves it unless "
    "you name a backend.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 8 --limit 3",
        "{} --n 4 --backend sicp-attack --course-notation",
        "{} --n 6 --first --style svg > board.svg",
    ),
)
