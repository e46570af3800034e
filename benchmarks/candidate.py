"""The candidates for measuring, backends and programs that time themselves, and their samples."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeAlias

from solvers.execution.availability import check_availability
from solvers.execution.backend_run import run as run_backend
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.interface import Backend
from solvers.output.messages import note
from solvers.puzzle.problem import Goal, Problem
from solvers.splitting.shards import Split
from solvers.splitting.split_run import SplitRun
from solvers.splitting.workers import solve_in_shards

TIME_LIMIT = 300.0
REPEATS = 5
ENOUGH_SECONDS = {3: 20.0, 2: 60.0}
"""A contest that has taken so long is content with so many repeats."""

HERE = Path(__file__).resolve().parent
RIVALS = HERE / "rivals"


class MissingError(RuntimeError):
    """Something that a candidate needs is not on this machine."""


@dataclass(frozen=True)
class OfBackend:
    """A backend, ours or a rival, run as ``compare.py`` runs it; the clock covers ``solve``."""

    backend: Backend
    split: Split | None = None
    label: str = ""
    goal: Goal = Goal.ALL

    @property
    def name(self) -> str:
        """The backend's name, or the label."""
        return self.label or self.backend.name

    def seconds(self, n: int) -> float:
        """The time of ``solve``, with every solution kept."""
        limits, problem = Limits(seconds=TIME_LIMIT), Problem(n, goal=self.goal)
        if self.split:
            run = solve_in_shards(SplitRun(self.backend, problem, self.split, limits))
        else:
            run = run_backend(self.backend, problem, limits)
        if run.status is Status.UNAVAILABLE:
            raise MissingError(f"{self.name}: {note(run)}")
        if run.status is not Status.COMPLETE or run.seconds is None:
            raise RuntimeError(f"{self.name} did not finish n = {n} ({run.status}): {note(run)}")
        _check(self.name, problem, run.solutions)
        return run.seconds

    def version(self) -> str:
        """The engine's version."""
        return check_availability(self.backend).version


@dataclass(frozen=True)
class OfProgram:
    """A program in another language that prints how many solutions it found, and its seconds."""

    name: str
    program: str
    arguments: Callable[[int], Sequence[str]]
    ask_version: tuple[str, ...]
    goal: Goal = Goal.ALL

    def seconds(self, n: int) -> float:
        """The program's own time."""
        count, seconds = self._run(self.program, *self.arguments(n)).split()
        _check(self.name, Problem(n, goal=self.goal), int(count))
        return float(seconds)

    def version(self) -> str:
        """The first line of the program's own version."""
        return self._run(*self.ask_version).splitlines()[0].strip()

    def _run(self, program: str, *arguments: str) -> str:
        found = shutil.which(program)
        if found is None:
            raise MissingError(f"{self.name}: {program} is not installed on this machine")
        done = subprocess.run(
            [found, *arguments], check=True, capture_output=True, text=True, timeout=TIME_LIMIT
        )
        return done.stdout


Candidate: TypeAlias = "OfBackend | OfProgram"
"""Something that solves n queens, checks the number of solutions, and says how long it took."""


def _check(name: str, problem: Problem, solutions: int) -> None:
    if solutions != problem.known_count:
        expected = f"for n = {problem.n}; expected {problem.known_count}"
        raise RuntimeError(f"{name} found {solutions} solutions {expected}")


@dataclass(frozen=True)
class Samples:
    """The seconds that a candidate took for n queens, one for each repeat."""

    name: str
    n: int
    seconds: list[float]

    @property
    def median(self) -> float:
        """The middle one."""
        return median(self.seconds)


def interleaved(candidates: Sequence[Candidate], n: int, repeats: int) -> list[Samples]:
    """One sample of each in turn, so that other work of the machine meets all alike."""
    samples = [Samples(candidate.name, n, []) for candidate in candidates]
    start = time.perf_counter()
    for repeat in range(repeats):
        elapsed = time.perf_counter() - start
        if any(repeat >= least and elapsed > seconds for least, seconds in ENOUGH_SECONDS.items()):
            break
        for candidate, kept in zip(candidates, samples, strict=True):
            kept.seconds.append(candidate.seconds(n))
    return samples
