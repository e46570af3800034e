"""Use a command that prints solutions as a backend."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from solvers.errors import UsageError
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem

NUMBER = re.compile(r"(?<!\d)-?\d+")
"""A ``-`` is a sign unless it follows a digit."""
NAMES = re.compile(r"\{n\}|\{rows\}")
NO_QUEEN = re.compile(r"\s*(\[\s*\]|\(\s*\))?\s*")
"""A line that is the empty placement."""


@dataclass(frozen=True, slots=True)
class Program:
    """A ``solve`` that starts a program and reads one solution per line.

    ``{n}`` in ``command`` is replaced by the board size, and ``{rows}`` by the rows that each
    column allows, as JSON: ``[[0, 1], [2], [0, 3]]``. A line of output with n whole numbers is a
    solution; its rows count from ``rows_from``, and it begins with the last column if
    ``newest_first``; so do those of ``{rows}``. The program runs in ``folder``, and ``compile`` is
    a command that runs there once before the clock starts.
    """

    command: tuple[str, ...]
    rows_from: int = 0
    newest_first: bool = False
    folder: str = ""
    compile: tuple[str, ...] = ()

    @property
    def knows_only_n(self) -> bool:
        """Whether the program solves the whole board, whatever the problem allows."""
        return not any("{rows}" in part for part in self.command)

    def prepare(self) -> None:
        """Compile the program, and look for it; raises OSError and CalledProcessError."""
        for command in filter(None, (self.compile, self.command)):
            name = command[0]
            if not shutil.which(str(Path(self.folder, name)) if "/" in name else name):
                raise FileNotFoundError(f"there is no program {name}")
            if command is self.compile:
                subprocess.run(command, check=True, cwd=self.folder or None, stdout=2)

    def __post_init__(self) -> None:
        if type(self.command) is not tuple:
            raise UsageError("a command is a tuple of its parts, such as ('./queens', '{n}')")

    def __call__(self, problem: Problem, work: Counter[str]) -> Iterator[Placement]:
        """Yield the printed placements that the board allows; raise RuntimeError if it fails."""
        order = -1 if self.newest_first else 1
        rows = [[row + self.rows_from for row in rows] for rows in problem.domains[::order]]
        fields = {"{n}": str(problem.n), "{rows}": json.dumps(rows)}
        command = [NAMES.sub(lambda name: fields[name[0]], part) for part in self.command]
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            errors="replace",
            cwd=self.folder or None,
        ) as process:
            try:
                for placement in self.placements(process.stdout or (), problem.n):
                    work["placements_printed"] += 1
                    if not _is_elsewhere(placement, problem):
                        yield placement
            except BaseException:  # including GeneratorExit, when the caller stops
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
            rows = tuple([int(number) - self.rows_from for number in NUMBER.findall(line)])
            if len(rows) == n and (n or NO_QUEEN.fullmatch(line)):
                yield rows[::-1] if self.newest_first else rows


def _is_elsewhere(placement: Placement, problem: Problem) -> bool:
    """Whether the board forbids this well-formed placement; the referee rejects malformed ones."""
    return set(placement) <= set(range(problem.n)) and any(
        row not in problem.rows(column) for column, row in enumerate(placement)
    )


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A ``version`` for a backend: the first line that a command prints."""

    command: tuple[str, ...]

    def __call__(self) -> str:
        """The line; raises OSError and CalledProcessError."""
        done = subprocess.run(self.command, check=True, capture_output=True, text=True)
        return (
            (done.stdout or done.stderr).partition("\n")[0].removeprefix("Welcome to ").strip(" .")
        )
