"""Options that several commands share: the board, limits, sandbox, backends."""

from __future__ import annotations

import argparse
import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.errors import UnavailableError, UsageError
from solvers.execution.limits import MOST_JOBS, Limits
from solvers.puzzle.placements import MAX_N, MAX_N_FIRST, Placement
from solvers.puzzle.problem import Colours, Goal, Problem, Square, with_given

if TYPE_CHECKING:
    from solvers.grading.sandbox import Sandbox

DEFAULT_N = 8
"""The size of the board unless an option sets it."""


def _matched(pattern: str, text: str, expected: str) -> re.Match[str]:
    """The match of the whole text, or an error that names what was ``expected``."""
    if match := re.fullmatch(pattern, text.strip(), re.ASCII):
        return match
    raise argparse.ArgumentTypeError(f"{text!r} is not {expected}")


def sizes(text: str, largest: int = MAX_N) -> list[int]:
    """Board sizes: ``8``, a list ``4,6,8``, a range ``4-10``, or a list of both."""
    found: dict[int, None] = {}
    expected = "a board size; give a number (8), a list (4,6,8) or a range (4-10)"
    for part in text.split(","):
        match = _matched(r"(-?\d{1,9})(?:-(\d{1,9}))?", part, expected)
        low = int(match[1])
        high = int(match[2] or low)
        if not 0 <= low <= high <= largest:
            raise argparse.ArgumentTypeError(
                f"n is from 0 to {largest}, and a range goes up, as in 4-10; not {part}"
            )
        found.update(dict.fromkeys(range(low, high + 1)))
    return list(found)


def prefix(text: str) -> Placement:
    """The rows of the first columns: ``0,4,7``; empty text means no prefix."""
    expected = "a row; give the rows of the first columns, e.g. 0,4,7"
    parts = text.split(",") if text.strip() else []
    return tuple(int(_matched(r"-?\d{1,9}", part, expected)[0]) for part in parts)


def size(text: str, largest: int = MAX_N) -> int:
    """One board size."""
    found = sizes(text, largest)
    if len(found) != 1:
        raise argparse.ArgumentTypeError(f"{text!r} is more than one board size; give one, e.g. 8")
    return found[0]


def squares(text: str) -> list[Square]:
    """Squares as column:row, ``3:5,7:2``; empty text means no squares."""
    expected = "a square; give column:row, both from 0, e.g. 3:5,7:2"
    parts = text.split(",") if text.strip() else []
    matches = [_matched(r"(\d{1,9}):(\d{1,9})", part, expected) for part in parts]
    return [(int(match[1]), int(match[2])) for match in matches]


def add_size(options: Options, *, several: bool = False) -> None:
    """The option ``--n`` for one size, or with ``several`` for one or more; another can set it."""
    also = ", or several, e.g. 4,6,8 or 4-10" if several else ""
    options.add_argument(
        "--n",
        type=partial(sizes if several else size, largest=MAX_N_FIRST),
        metavar="N",
        help=f"board size{also} (default: {DEFAULT_N})",
    )


def add_board(parser: argparse.ArgumentParser) -> None:
    """Add the options for a board, without its size, as a group of the help."""
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
        "row, with . for a free square, Q for a given queen and x for a blocked square; or one "
        "letter per square, its colour, for the puzzle with one queen per colour",
    )
    add(
        "--given",
        type=squares,
        action="extend",
        default=[],
        metavar="SQUARES",
        help="queens already placed, as column:row, e.g. 3:5,7:2",
    )
    add(
        "--blocked",
        type=squares,
        action="extend",
        default=[],
        metavar="SQUARES",
        help="squares on which no queen may stand, as column:row, e.g. 0:0,7:7",
    )


def add_goal(options: Options) -> None:
    """Add the option ``--first``: one solution is enough."""
    options.add_argument(
        "--first",
        dest="goal",
        action="store_const",
        const=Goal.FIRST,
        default=Goal.ALL,
        help="find one solution, or report that none exists",
    )


def chosen_boards(options: argparse.Namespace) -> list[Problem]:
    """The boards that the options describe; raises UsageError for contradicting options."""
    given, blocked, colours = list(options.given), list(options.blocked), Colours()
    wanted = options.n
    if options.board is not None:
        if wanted is not None:
            raise UsageError("--board sets the size; leave out --n")
        from solvers.puzzle.diagram import read_squares

        text = text_in(options.board)
        if not text.strip():
            raise UsageError(f"the board {options.board} is empty; for zero queens, use --n 0")
        wanted, drawn_given, drawn_blocked, colours = read_squares(text)
        given, blocked = [*drawn_given, *given], [*drawn_blocked, *blocked]
    wanted = DEFAULT_N if wanted is None else wanted
    all_wanted = wanted if isinstance(wanted, list) else [wanted]
    goal = getattr(options, "goal", Goal.ALL)
    if "goal" in options and goal is Goal.ALL and (n := max(all_wanted)) > MAX_N:
        raise UsageError(
            f"n = {n} is too large to find all solutions, which works up to n = {MAX_N}; "
            "add --first to find one"
        )
    return [
        with_given(n, given, blocked, options.prefix, goal, colours=colours) for n in all_wanted
    ]


def chosen_board(options: argparse.Namespace) -> Problem:
    """The one board that the options describe; raises UsageError."""
    (board,) = chosen_boards(options)
    return board


def text_in(path: str) -> str:
    """The text of a file, or of standard input; raises UsageError."""
    if path == "-" and sys.stdin is None:
        raise UsageError("standard input is closed; give a file, or a pipe to read from")
    try:
        content = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(
            f"the board {path} is not text in UTF-8; save it as UTF-8, with a line per row"
        ) from None


UNITS = {"": 1, "s": 1, "m": 60}
"""The seconds of each unit of time."""

LONGEST_SECONDS = 1e8
"""The longest time limit, about three years; a longer one is a typing error."""

FOR_A_BACKEND = Limits()
"""The default limits of a backend's run."""

Options = argparse._ActionsContainer
"""A parser, or a group of options in its help."""


def read_duration(text: str) -> float:
    """Seconds: ``30``, ``30s`` or ``5m``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)(s|m|)", text.strip(), re.ASCII)
    seconds = float(match[1]) * UNITS[match[2]] if match else 0.0
    if not 0 < seconds <= LONGEST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time limit; give e.g. 30, 30s or 5m (more than 0, at most "
            f"{LONGEST_SECONDS:,.0f} s)"
        )
    return seconds


def one_line(text: str) -> str:
    """A call: any text on one line."""
    if not text.strip() or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!r} is no call; give one on one line")
    return text.strip()


def count(text: str) -> int:
    """A whole number from 1."""
    return int(_matched(r"0*[1-9]\d{0,8}", text, "a positive whole number; give e.g. 5")[0])


def jobs(text: str) -> int:
    """A number of processes."""
    if (number := count(text)) > MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{number} processes are too many; at most {MOST_JOBS}")
    return number


def add_limits(
    options: Options,
    limits: Limits = FOR_A_BACKEND,
    *,
    whose: str = "each backend",
    first_seconds: float | None = None,
) -> None:
    """Add the options ``--time-limit`` and ``--memory-limit``, with these defaults.

    With ``first_seconds``, the time for one solution, the default time is None: the plan chooses it
    by the goal.
    """
    also = f", with --first {first_seconds:g}s" if first_seconds else ""
    options.add_argument(
        "--time-limit",
        type=read_duration,
        default=None if first_seconds else limits.seconds,
        metavar="TIME",
        help=f"time limit for {whose}, e.g. 30, 30s or 5m (default: {limits.seconds:g}s{also})",
    )
    options.add_argument(
        "--memory-limit",
        type=count,
        default=limits.memory_mib,
        metavar="MIB",
        help=f"memory limit for {whose}, in MiB (default: {limits.memory_mib:g})",
    )


def add_sandbox(options: Options) -> None:
    """The option ``--sandbox``."""
    options.add_argument(
        "--sandbox",
        choices=["auto", "strong", "basic"],
        default="auto",
        help="the sandbox for students' programs: strong (bubblewrap), basic, or auto, which uses "
        "the strongest that works, but never basic where a folder is marked (default: auto)",
    )


def choose_sandbox(wanted: str, *, of_a_class: bool = False) -> Sandbox:
    """The chosen sandbox; raises UnavailableError if it does not work here.

    A class gets the basic one only by name: a program in it can read the other hand-ins.
    """
    from solvers.grading.sandbox import Sandbox
    from solvers.grading.sandbox.commands import why_as_root, why_not_strong

    why_not = "" if wanted == str(Sandbox.BASIC) else why_not_strong()
    if not why_not and wanted != str(Sandbox.BASIC):
        return Sandbox.STRONG
    if wanted == str(Sandbox.STRONG):
        raise UnavailableError(f"the strong sandbox cannot run here: {why_not}")
    if why_not and of_a_class:
        raise UnavailableError(
            f"a folder is marked in the strong sandbox, which keeps hand-ins apart, but {why_not}; "
            "or add --sandbox basic, in which a program can read the others"
        )
    if why := why_as_root():
        why = "; ".join(filter(None, (why, why_not)))
        raise UnavailableError(f"refusing to run students' programs as root ({why})")
    return Sandbox.BASIC


def add_backend(options: Options, default: str) -> None:
    """The option ``--backend`` for one backend."""
    options.add_argument(
        "--backend", default=default, metavar="NAME", help=f"the backend (default: {default})"
    )


def add_backends(options: Options, about: str) -> None:
    """Add the option ``--backends`` for several backends; ``about`` is its help."""
    names = partial(str.split, sep=",")
    options.add_argument("--backends", type=names, action="extend", metavar="NAMES", help=about)
