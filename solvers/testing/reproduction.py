"""Repeats a fault outside of its backend: by the engine's own tool, on a model in a file."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory

from solvers.adapters.one_model import OneModel
from solvers.adapters.program import NUMBER
from solvers.atomic_file import FileKind, write_text
from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import NO_SEARCH, calls_elsewhere
from solvers.execution.result import Cause, Ending
from solvers.interface import Backend
from solvers.output.model_files import minizinc
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions
from solvers.testing.faults import REPEATS, FaultyRun, faults

SOLVED = Problem(4)
"""A board whose solutions the tool has to print before its silence on another one means anything"""

FILE = "{file}"

COMMENTS = ("c ", "%")
"""The beginnings of lines of comment: in the formats of competitions, and in MiniZinc's."""

LONGEST_NUMBER = 9
"""Fewer digits than this has every row."""

NOTHING = "no reproduction outside this backend"


def reproduction(backend: Backend, problem: Problem, folder: Path, limits: Limits) -> str:
    """A line on the fault of a backend on this board, outside of the backend.

    If the engine's own tool shows the same, the model is written as a new file, which is named.
    """
    again = [problem] * REPEATS if backend.tool and backend.reads.isalnum() else []
    with closing(faults(backend, again, limits)) as runs:
        if not any(fault and is_shown(backend, fault, limits) for _, fault in runs):
            return NOTHING
    names = (f"{backend.name}{number}.{backend.reads}" for number in chain([""], count(2)))
    file = next(folder / name for name in names if not (folder / name).exists())
    write_text(model_of(backend, problem), file, FileKind("model"))
    command = shlex.join(part.replace(FILE, str(file)) for part in backend.tool)
    return f"wrote {file}, on which the engine's own tool shows the same: {command}"


def is_shown(backend: Backend, fault: FaultyRun, limits: Limits) -> bool:
    """Whether the engine's own tool has the same fault on the model of the board."""
    told = run_tool(backend, fault.problem, limits)
    if isinstance(told, Ending):
        shows = told.cause is Cause.TIME and fault.kind is Cause.TIME
    else:
        code, answers = told
        crashed = code < 0
        same = not fault.ending and sorted(answers) == sorted(fault.answers)
        shows = crashed if fault.kind is Cause.NO_END_RECORD else same and not crashed
    if not shows or fault.answers:
        return shows
    control = run_tool(backend, replace(SOLVED, goal=fault.problem.goal), limits)
    return not isinstance(control, Ending) and {*control[1]} == known_solutions(SOLVED)


def run_tool(
    backend: Backend, problem: Problem, limits: Limits
) -> tuple[int, list[Placement]] | Ending:
    """The exit code of the engine's own tool on a board, and the placements that it prints."""
    with TemporaryDirectory() as folder:
        file = Path(folder, f"model.{backend.reads}")
        file.write_text(model_of(backend, problem))
        command = [part.replace(FILE, str(file)) for part in backend.tool]
        call = RemoteCall(_printed, (command,))
        ((_, told),) = calls_elsewhere([(NO_SEARCH, call)], limits, jobs=1)
    if isinstance(told, Ending):
        return told
    code, lines = json.loads(told)
    lines = [line for line in lines if not line.startswith(COMMENTS)]
    return code, [rows for line in lines if (rows := placement_of(line, problem.n))]


def placement_of(line: str, n: int) -> Placement | None:
    """The placement in a line of n rows, or of n pairs of a column and a row; else None."""
    found = NUMBER.findall(line)
    numbers = tuple(int(number) for number in found if len(number) < LONGEST_NUMBER)
    if len(numbers) == 2 * n:
        rows = dict(zip(numbers[::2], numbers[1::2], strict=True))
        return tuple(rows[column] for column in range(n)) if {*rows} == {*range(n)} else None
    return numbers if len(numbers) == n else None


def _printed(_: Backend, command: list[str]) -> Iterator[bytes]:
    """The exit code of a command, and the lines that it prints."""
    beside = shutil.which(command[0], path=Path(sys.executable).parent)  # of a Python package
    done = subprocess.run(
        [beside or command[0], *command[1:]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    yield json.dumps([done.returncode, done.stdout.splitlines()]).encode()


def model_of(backend: Backend, problem: Problem) -> str:
    """The board as a model in the language that the engine reads; "" if there is none."""
    call = RemoteCall(_model, (problem,))  # others' code runs in a process of its own
    ((_, told),) = calls_elsewhere([(backend, call)], Limits(), jobs=1)
    if isinstance(told, bytes) and told:
        return told.decode(errors="replace")
    return minizinc(problem) if backend.reads == "mzn" else ""


def _model(backend: Backend, problem: Problem) -> Iterator[bytes]:
    """The model in the engine's own text, or nothing."""
    write = backend.solve.text if isinstance(backend.solve, OneModel) else backend.model
    yield write(problem).encode(errors="replace")
