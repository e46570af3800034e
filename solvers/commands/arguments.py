"""The values that options take, and errors of one line."""

from __future__ import annotations

import argparse
import math
import re
import sys
from typing import NoReturn

from solvers.commands.exit_codes import ExitCode
from solvers.interface import Placement
from solvers.problem import Problem, ProblemError

UNITS = {"": 1, "s": 1, "m": 60}


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose errors are one line: what is wrong and what to do."""

    def error(self, message: str) -> NoReturn:
        """Say it on stderr and leave with exit code 2."""
        print(f"{self.prog}: error: {message} (see --help)", file=sys.stderr)
        sys.exit(ExitCode.USAGE)


def sizes(text: str) -> list[int]:
    """Board sizes: ``8``, a list ``4,6,8``, a range ``4-10``, or a list of both."""
    found: list[int] = []
    for part in text.split(","):
        if not (match := re.fullmatch(r"(-?\d{1,9})(?:-(\d{1,9}))?", part.strip(), re.ASCII)):
            raise argparse.ArgumentTypeError(
                f"{part!r} is no board size; give a number (8), a list (4,6,8) or a range (4-10)"
            )
        low = int(match[1])
        high = int(match[2] or low)
        if low > high:
            raise argparse.ArgumentTypeError(f"the range {part} runs backwards; write {high}-{low}")
        for n in (low, high):
            _possible(n)
        found += [n for n in range(low, high + 1) if n not in found]
    return found


def prefix(text: str) -> Placement:
    """The rows of the first columns: ``0,4,7``; the empty text is no prefix."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    for part in parts:
        if not re.fullmatch(r"-?\d{1,9}", part, re.ASCII):
            raise argparse.ArgumentTypeError(
                f"{part!r} is no row; give the rows of the first columns, e.g. 0,4,7"
            )
    return tuple(int(part) for part in parts)


def duration(text: str) -> float:
    """Seconds: ``30``, ``30s`` or ``5m``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)(s|m|)", text.strip(), re.ASCII)
    seconds = float(match[1]) * UNITS[match[2]] if match else 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time; give more than 0, e.g. 30, 30s or 5m"
        )
    return seconds


def memory(text: str) -> float:
    """Mebibytes, more than 0."""
    try:
        mib = float(text)
    except ValueError:
        mib = 0.0
    if not 0 < mib < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no memory size; give mebibytes, e.g. 2048")
    return mib


def _possible(n: int) -> None:
    try:
        Problem(n)
    except ProblemError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
