"""The command ``queens show``: boards."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import islice

from rich.text import Text

import solvers
from solvers import registry
from solvers.cli.arguments import add_board, add_size, chosen_board, count, prefix
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode, of_claim
from solvers.errors import IncompleteError, UsageError
from solvers.output.boards import course_grid, draw_board, svg_board
from solvers.output.messages import LARGEST_DRAWN, counted, title
from solvers.output.text import console_for_output, print_trimmed
from solvers.puzzle.diagram import draw_diagram
from solvers.puzzle.placements import Placement, attacking_pairs, shared_line
from solvers.puzzle.problem import Problem, closed_squares
from solvers.puzzle.symmetry import symmetry_classes

STYLES = ("unicode", "prolog", "sicp", "svg", "text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add_size(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--solution",
        type=count,
        metavar="K",
        help="draw the K-th solution in lexicographic order (default: 1)",
    )
    which.add_argument(
        "--placement",
        type=prefix,
        metavar="ROWS",
        help="draw this placement, column 0 first, e.g. 3,1,6,2,5,7,4,0, and mark its attacks",
    )
    which.add_argument(
        "--fundamental",
        action="store_true",
        help="draw one solution of each symmetry class, so that none is a rotation or reflection "
        "of another",
    )
    add(
        "--style",
        choices=STYLES,
        default="unicode",
        help="the style of the drawing (default: unicode)",
    )
    add_board(parser)


def execute(options: argparse.Namespace) -> int:
    """Draw the chosen boards; return 1 if queens attack each other. Raises UsageError."""
    if options.fundamental and options.style == "svg":
        raise UsageError("--fundamental draws several boards, so it does not work with --style svg")
    if options.fundamental:
        _write(_fundamental(options))
        return ExitCode.SUCCESS
    board = chosen_board(options)
    placement = _placement(options, board)
    pairs = attacking_pairs(placement)
    drawing = [_drawing(placement, options, board)]
    if options.style != "svg":
        drawing += [_attack_line(placement, left, right) for left, right in pairs]
    _write(drawing)
    return of_claim(holds=not pairs)


def _placement(options: argparse.Namespace, board: Problem) -> Placement:
    if options.placement is not None:
        if not board.is_plain:
            raise UsageError("--placement does not work with other board options")
        placement: Placement = options.placement
        if options.n not in {None, len(placement)}:
            raise UsageError("--placement sets the size; leave out --n")
        for column, row in enumerate(placement):
            if not 0 <= row < len(placement):
                raise UsageError(
                    f"row {row} in column {column} is not on the board: you gave {len(placement)} "
                    f"rows, so rows are 0 to {len(placement) - 1}"
                )
        return placement
    if board.n > LARGEST_DRAWN:
        raise UsageError(
            f"a board of {board.n} columns is not drawn; boards of up to {LARGEST_DRAWN} are"
        )
    number = options.solution or 1
    too_slow = board.n > registry.find("sicp").practical_n_first  # solve() would use sicp
    if options.solution is None and board.is_plain and too_slow:
        return next(solvers.solve(board.n, "construction", goal="first"))
    solutions = solvers.solve(board.n, prefix=board.prefix, blocked=board.blocked)
    try:
        found = list(islice(solutions, number))
    except IncompleteError as error:
        raise UsageError(f"no solution to draw: {error}") from None
    if len(found) < number:
        raise UsageError(
            f"the board ({title(board)}) has only {counted(len(found), 'solution')}; choose "
            f"another --solution"
            if found
            else f"the board ({title(board)}) has no solution"
        )
    return found[-1]


def _drawing(placement: Placement, options: argparse.Namespace, board: Problem) -> str | Text:
    if options.style == "text":
        return draw_diagram(board, placement)
    if options.style == "svg":
        return svg_board(placement, blocked=closed_squares(board), standalone=True)
    if options.style == "prolog":
        return course_grid(placement, numbered=True)
    if options.style == "sicp":
        return course_grid(placement, numbered=False)
    attacking = {column for pair in attacking_pairs(placement) for column in pair}
    closed = closed_squares(board)
    return Text.assemble(*draw_board(placement, attacking, blocked=closed))


def _attack_line(placement: Placement, left: int, right: int) -> str:
    line = shared_line(placement[left], placement[right])
    return f"the queens in columns {left} and {right} share a {line}"


def _fundamental(options: argparse.Namespace) -> Iterator[str | Text]:
    """One board of each symmetry class, then a table with the numbers of classes up to this n."""
    board = chosen_board(options)
    if not board.is_plain:
        raise UsageError("--fundamental works only with the empty board")
    found = symmetry_classes(solvers.solve(board.n), board.n)
    for number, (placement, size) in enumerate(found, 1):
        group = f"one of {size} rotations and reflections" if size > 1 else "symmetric in every way"
        yield f"{number}: {list(placement)} ({group})"
        yield _drawing(placement, options, board)
        yield ""
    yield " n   all  fundamental"
    for n in range(1, board.n + 1):
        orbits = found if n == board.n else symmetry_classes(solvers.solve(n), n)
        yield f"{n:>2}{sum(size for _, size in orbits):>6}{len(orbits):>13}"


def _write(parts: Iterable[str | Text]) -> None:
    console = console_for_output()
    for part in parts:
        if isinstance(part, Text):
            print_trimmed(console, part)
        else:
            print(part)


COMMAND = Command(
    name="show",
    description="Draw boards: a solution, your own placement with its attacks marked, or the "
    "fundamental solutions. The styles include those of the course texts, and SVG.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 8 --solution 5",
        "{} --placement 3,1,6,2,5,7,4,1",
        "{} --n 6 --style svg > board.svg",
    ),
)
