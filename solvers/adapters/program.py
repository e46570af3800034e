"""Makes a backend of a command that prints solutions."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import contains
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from typing import IO

from solvers.errors import UsageError, exit_words
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem

NUMBER = re.compile(r"(?<!\d)-?\d+")
"""Matches a whole number. A ``-`` is its sign, unless a digit stands before it."""
PLACEHOLDER = re.compile(r"\{n\}|\{rows\}")

LONGEST_ROWS = 100_000
"""The longest text of rows in an argument; Linux allows an argument of 128 KiB."""

JOIN_SECONDS = 1.0
"""The time to wait for the end of the standard error: a child may hold the pipe open."""


@dataclass(frozen=True, slots=True)
class Program:
    """A ``solve`` that starts a program and reads one solution per line.

    ``{n}`` in ``command`` is replaced by the board size, and ``{rows}`` by the rows that each
    column allows, as JSON: ``[[0, 1], [2], [0, 3]]``. A line of output with n whole numbers is a
    solution; its rows count from ``rows_from``, as those in ``{rows}`` do. A text of rows that is
    too long for an argument comes on standard input, and ``-`` stands in its place. The program
    runs in ``folder``, and ``compile`` is a command that runs there once before the clock starts.
    """

    command: tuple[str, ...]
    rows_from: int = 0
    folder: str = ""
    compile: tuple[str, ...] = ()

    @property
    def knows_only_n(self) -> bool:
        """Whether the program gets only n, so that it always solves the empty board."""
        return not any("{rows}" in part for part in self.command)

    def prepare(self) -> None:
        """Compile the program if it has a compiler, then look for it.

        Raises OSError, and RuntimeError if compiling fails.
        """
        if self.compile:
            self.look_for_programs()
            done = subprocess.run(
                self.compile,
                check=False,
                cwd=self.folder or None,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            os.write(2, done.stdout)
            if done.returncode:
                lines = done.stdout.decode(errors="replace").strip().splitlines()
                faults = [line for line in lines if "error" in line.lower()]
                raise _failure(self.compile, done.returncode, "".join([*faults, *lines[-1:]][:1]))
        self._look_for(self.command[0])

    def look_for_programs(self) -> None:
        """Look for the compiler, or else for the program; raises FileNotFoundError."""
        self._look_for((self.compile or self.command)[0])

    def _look_for(self, name: str) -> None:
        if not shutil.which(str(Path(self.folder, name)) if "/" in name else name):
            raise FileNotFoundError(f"there is no program {name}")

    def __post_init__(self) -> None:
        if type(self.command) is not tuple:
            raise UsageError("a command is a tuple of its parts, such as ('./queens', '{n}')")
        if not any(PLACEHOLDER.search(part) for part in self.command):
            raise UsageError(f"the command {self.command} has no part with {{n}} or {{rows}}")

    def __call__(self, problem: Problem, work: Counter[str]) -> Iterator[Placement]:
        """Yield the printed placements that the board allows; raise RuntimeError if it fails."""
        rows = ""
        if not self.knows_only_n:
            rows = json.dumps([[row + self.rows_from for row in rows] for rows in problem.domains])
        is_long = len(rows) > LONGEST_ROWS
        fields = {"{n}": str(problem.n), "{rows}": "-" if is_long else rows}
        command = [PLACEHOLDER.sub(lambda name: fields[name[0]], part) for part in self.command]
        with TemporaryFile("w+") as given:
            given.write(rows if is_long else "")
            given.seek(0)
            process = subprocess.Popen(
                command,
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                cwd=self.folder or None,
            )
        assert process.stdout  # noqa: S101  # it is a pipe
        last, unread = deque([""], maxlen=1), list[str]()
        listener = Thread(target=_pass_on, args=(process.stderr, last), daemon=True)
        listener.start()
        try:
            with process.stdout as lines:
                noted = self._noting(lines, problem, unread, work)
                for placement in self.placements(noted, problem.n):
                    work["placements_printed"] += 1
                    is_placement = all(row in range(problem.n) for row in placement)
                    if not is_placement or all(map(contains, problem.domains, placement)):
                        yield placement  # the referee rejects what is no placement
            process.wait()
        finally:  # also if the caller stops
            process.kill()
            process.wait()
        listener.join(JOIN_SECONDS)
        if process.returncode:
            told = last[0]
            if is_long:
                told += " (it got - as its argument, and the rows on standard input)"
            raise _failure(command, process.returncode, told)
        if unread and not work["placements_printed"]:
            raise RuntimeError(
                f"a line with more than {problem.n} numbers is not read: {unread[0]}"
            )

    def _noting(
        self, lines: Iterable[str], problem: Problem, unread: list[str], work: Counter[str]
    ) -> Iterator[str]:
        """Pass the lines on; ``unread`` gets a solution behind other numbers if none was read."""
        for line in lines:
            numbers = [] if work["placements_printed"] else NUMBER.findall(line)
            if len(numbers) > problem.n:
                rows = [int(number) - self.rows_from for number in numbers[-problem.n :]]
                is_allowed = all(map(contains, problem.domains, rows))
                if is_allowed and not problem.attacking(enumerate(rows)):
                    unread.append(line.strip())
            yield line

    def placements(self, lines: Iterable[str], n: int) -> Iterator[Placement]:
        """The placements of these lines, column 0 first and rows from 0."""
        for line in lines:
            rows = tuple([int(number) - self.rows_from for number in NUMBER.findall(line)])
            if len(rows) == n:
                yield rows


def _pass_on(errors: IO[str], last: deque[str]) -> None:
    """Pass the standard error of a program on, and keep its last line that has text."""
    with errors:
        for line in errors:
            os.write(2, line.encode())
            if line.strip():
                last.append(line.strip())


def _failure(command: Sequence[str], code: int, line: str) -> RuntimeError:
    """The error of a command that has failed, with this line of its output."""
    said = f": {line.strip()}" if line else ""
    return RuntimeError(f"{command[0]} ended ({exit_words(code)}){said}")
