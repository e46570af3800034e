"""A program in any language, with a command line and solutions on its standard output."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solvers.errors import UsageError
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem

NUMBER = re.compile(r"(?<!\d)-?\d+")
"""A sign stands in front of a number, and a dash between two."""
NO_QUEEN = re.compile(r"\s*(\[\s*\]|\(\s*\))?\s*")
"""A line that is the empty placement."""


@dataclass(frozen=True, slots=True)
class Program:
    """A ``solve`` that starts a program and reads one solution per line.

    ``command`` holds ``{n}`` where the size belongs. A line with n whole numbers is a solution;
    its rows count from ``rows_from``, and it begins with the last column if ``newest_first``.
    """

    command: tuple[str, ...]
    rows_from: int = 0
    newest_first: bool = False

    def __post_init__(self) -> None:
        if type(self.command) is not tuple:
            raise UsageError("a command is a tuple of its parts, such as ('./queens', '{n}')")

    def __call__(self, problem: Problem, work: Counter[str]) -> Iterator[Placement]:
        """Yield the placements that it prints and the board allows; raises RuntimeError."""
        command = [part.replace("{n}", str(problem.n)) for part in self.command]
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace"
        ) as process:
            try:
                for placement in self.placements(process.stdout or (), problem.n):
                    work["placements_printed"] += 1
                    if not _is_elsewhere(placement, problem):
                        yield placement
            except BaseException:  # also where the caller asks for no more
                process.kill()
                raise
        if process.returncode:
            raise RuntimeError(f"{command[0]} ended with exit code {process.returncode}")

    def placements(self, lines: Iterable[str], n: int) -> Iterator[Placement]:
        """The placements of these lines, column 0 first and rows from 0."""
        seen_blank = False
        for line in lines:
            if not line.strip():  # is the empty placement once; the others end the output
                if n or seen_blank:
                    continue
                seen_blank = True
            rows = tuple([int(one) - self.rows_from for one in NUMBER.findall(line)])
            if len(rows) == n and (n or NO_QUEEN.fullmatch(line)):
                yield rows[::-1] if self.newest_first else rows


def _is_elsewhere(placement: Placement, problem: Problem) -> bool:
    """Whether it is a placement, but not of this board; the referee rejects anything malformed."""
    return set(placement) <= set(range(problem.n)) and any(
        row not in problem.rows(column) for column, row in enumerate(placement)
    )
