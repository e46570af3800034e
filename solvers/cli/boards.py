"""The command ``queens boards``: generate random boards, the same ones for the same seed."""

from __future__ import annotations

import argparse
import re
from fractions import Fraction

from solvers.benchmark.generator import BoardKind, recipes
from solvers.benchmark.instances import Instance, line
from solvers.cli.arguments import count, size
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode

BoardSeries = tuple[BoardKind, Fraction]
"""A kind of boards, and its density."""


def shares(text: str) -> list[BoardSeries]:
    """Shares of blocked squares: ``0.3`` or a list ``0.1,0.2,0.3``."""
    found = []
    for part in text.split(","):
        number = part.strip()
        if not re.fullmatch(r"0?\.\d{1,6}|[01](\.0{0,6})?", number, re.ASCII):
            raise argparse.ArgumentTypeError(
                f"{part!r} is not a probability; give a number from 0 to 1, e.g. 0.3"
            )
        found.append((BoardKind.BLOCKED, Fraction(number)))
    return list(dict.fromkeys(found))


def given_counts(text: str) -> list[BoardSeries]:
    """Numbers of given queens: ``5`` or a list ``4,8,12``."""
    found = []
    for part in text.split(","):
        if not re.fullmatch(r"\d{1,3}", part.strip(), re.ASCII):
            raise argparse.ArgumentTypeError(
                f"{part!r} is not a number of queens; give a whole number, e.g. 5"
            )
        found.append((BoardKind.GIVEN, Fraction(part)))
    return list(dict.fromkeys(found))


def seed(text: str) -> int:
    """A whole number from 0."""
    if not re.fullmatch(r"\d{1,18}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a seed; give a whole number from 0")
    return int(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add("--n", type=size, default=8, metavar="N", help="board size (default: 8)")
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument(
        "--blocked",
        dest="families",
        type=shares,
        metavar="SHARE",
        help="probability (not squares) with which each square is blocked, e.g. 0.3; a list, e.g. "
        "0.5,0.6,0.7, generates boards for each probability",
    )
    kind.add_argument(
        "--given",
        dest="families",
        type=given_counts,
        metavar="K",
        help="number (not squares) of queens placed at random so that none attacks another, e.g. "
        "5; a list, e.g. 4,8,12, generates boards for each number",
    )
    add(
        "--count",
        type=count,
        default=10,
        metavar="K",
        help="the number of boards of each kind (default: 10)",
    )
    add(
        "--seed",
        type=seed,
        default=1,
        metavar="SEED",
        help="the same seed gives the same boards everywhere (default: 1)",
    )


def execute(options: argparse.Namespace) -> int:
    """Print the boards, one JSON document per line; raises UsageError."""
    families: list[BoardSeries] = options.families
    for kind, density in families:
        for recipe in recipes(kind, density, options.seed, options.count):
            print(line(Instance(recipe.board(options.n), recipe)))
    return ExitCode.SUCCESS


COMMAND = Command(
    name="boards",
    description="Generate random boards for 'queens bench': with blocked squares, or with queens "
    "already placed. Some boards have no solution.",
    epilog="Each line of the output is a JSON document with a board and the options that "
    "generated it.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 8 --blocked 0.3 --count 2",
        "{} --n 12 --given 3,6 --count 5 --seed 7 > boards.jsonl",
        "{} --blocked 0.4 --count 2 | queens bench - --backends sicp",
    ),
)
