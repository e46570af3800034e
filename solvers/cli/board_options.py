"""The options that describe a board: its size, prefix, given queens and blocked squares."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

from solvers.cli.arguments import Options
from solvers.errors import UsageError
from solvers.puzzle.placements import MAX_N, MAX_N_FIRST, Placement
from solvers.puzzle.problem import Goal, Problem, Square, with_given

DEFAULT_N = 8

LONGEST_FILE = 1 << 20
"""The most bytes of a file: more than the largest board has."""


def sizes(text: str, largest: int = MAX_N) -> list[int]:
    """Board sizes: ``8``, a list ``4,6,8``, a range ``4-10``, or a list of both."""
    found: dict[int, None] = {}
    for part in text.split(","):
        if not (match := re.fullmatch(r"(-?\d{1,9})(?:-(\d{1,9}))?", part.strip(), re.ASCII)):
            raise argparse.ArgumentTypeError(
                f"{part!r} is not a board size; give a number (8), a list (4,6,8) or a range (4-10)"
            )
        low = int(match[1])
        high = int(match[2] or low)
        if low > high:
            raise argparse.ArgumentTypeError(f"the range {part} runs backwards; write {high}-{low}")
        for n in (low, high):
            if not 0 <= n <= largest:
                raise argparse.ArgumentTypeError(
                    f"n must be a whole number from 0 to {largest}, not {n}"
                )
        found.update(dict.fromkeys(range(low, high + 1)))
    return list(found)


def prefix(text: str) -> Placement:
    """The rows of the first columns: ``0,4,7``; the empty text is no prefix."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    for part in parts:
        if not re.fullmatch(r"-?\d{1,9}", part, re.ASCII):
            raise argparse.ArgumentTypeError(
                f"{part!r} is not a row; give the rows of the first columns, e.g. 0,4,7"
            )
    return tuple(int(part) for part in parts)


def size(text: str, largest: int = MAX_N) -> int:
    """One board size."""
    found = sizes(text, largest)
    if len(found) != 1:
        raise argparse.ArgumentTypeError(f"{text!r} is more than one board size; give one, e.g. 8")
    return found[0]


def squares(text: str) -> list[Square]:
    """Squares as column:row, ``3:5,7:2``; the empty text is none."""
    found = []
    for part in text.split(",") if text.strip() else []:
        if not (match := re.fullmatch(r"(\d{1,9}):(\d{1,9})", part.strip(), re.ASCII)):
            raise argparse.ArgumentTypeError(
                f"{part!r} is not a square; give column:row, both from 0, e.g. 3:5,7:2"
            )
        found.append((int(match[1]), int(match[2])))
    return found


def add_size(
    options: Options,
    *,
    several: bool = False,
    default: Sequence[int] | None = None,
    largest: int = MAX_N_FIRST,
) -> None:
    """The option ``--n`` for one size, or with ``several`` for one or more.

    ``default`` is None where another option can set the size; else the size is DEFAULT_N.
    """
    also = ", or several, e.g. 4,6,8 or 4-10" if several else ""
    options.add_argument(
        "--n",
        type=partial(sizes if several else size, largest=largest),
        default=default,
        metavar="N",
        help=f"board size{also} (default: {DEFAULT_N})",
    )


def add_board(parser: argparse.ArgumentParser) -> None:
    """The options for a board beside its size, as a group of the help."""
    add = parser.add_argument_group("board").add_argument
    add(
        "--prefix",
        type=prefix,
        default=(),
        metavar="ROWS",
        help="find only solutions whose queens in the first columns are in these rows, e.g. 0,4,7 "
        "(numbered from 0)",
    )
    add(
        "--board",
        metavar="FILE",
        help="read the board from this file (- is standard input), instead of --n: one line per "
        "row, with . for a free square, Q for a given queen and x for a blocked square",
    )
    add(
        "--given",
        type=squares,
        default=[],
        metavar="SQUARES",
        help="queens already placed, as column:row, e.g. 3:5,7:2",
    )
    add(
        "--blocked",
        type=squares,
        default=[],
        metavar="SQUARES",
        help="squares on which no queen may stand, as column:row, e.g. 0:0,7:7",
    )


def add_goal(options: Options) -> None:
    """The option that one solution is enough."""
    options.add_argument(
        "--first",
        dest="goal",
        action="store_const",
        const=Goal.FIRST,
        default=Goal.ALL,
        help="find one solution, or report that none exists",
    )


def chosen_boards(options: argparse.Namespace) -> list[Problem]:
    """The boards that the options describe; raises UsageError for options that make no sense."""
    given, blocked = list(options.given), list(options.blocked)
    wanted = options.n
    if options.board is not None:
        if wanted is not None:
            raise UsageError("--board sets the size; leave out --n")
        from solvers.puzzle.diagram import read_squares  # noqa: PLC0415  # few boards are drawn

        text = text_of(options.board)
        if not text.strip():
            raise UsageError(f"the board {options.board} is empty; for zero queens, use --n 0")
        wanted, drawn_given, drawn_blocked = read_squares(text)
        given, blocked = [*drawn_given, *given], [*drawn_blocked, *blocked]
    wanted = DEFAULT_N if wanted is None else wanted
    all_wanted = wanted if isinstance(wanted, list) else [wanted]
    goal = getattr(options, "goal", Goal.ALL)
    if "goal" in options and goal is Goal.ALL and (n := max(all_wanted)) > MAX_N:
        raise UsageError(
            f"n = {n} is too large to find all solutions, which works up to n = {MAX_N}; "
            "add --first to find one"
        )
    return [with_given(n, given, blocked, options.prefix, goal) for n in all_wanted]


def chosen_board(options: argparse.Namespace) -> Problem:
    """The one board that the options describe; raises UsageError."""
    (board,) = chosen_boards(options)
    return board


def standard_input() -> TextIO:
    """Standard input; raises UsageError where it is closed."""
    if sys.stdin is None:
        raise UsageError("cannot read from standard input, because it is closed")
    return sys.stdin


def text_of(path: str, longest: int = LONGEST_FILE) -> str:
    """The file of at most so many bytes, or standard input; raises UsageError."""
    try:
        if path == "-":
            content = standard_input().buffer.read(longest + 1)
        else:
            with Path(path).open("rb") as file:
                content = file.read(longest + 1)
        if len(content) > longest:
            raise UsageError(f"{path} is too large: it has more than {longest:,} bytes")
        return content.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read the file {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file") from None
