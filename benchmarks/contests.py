"""The pairs that are measured side by side, their sizes, and the ratios that are promised."""

from __future__ import annotations

import importlib
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from benchmarks.candidate import RIVALS, Candidate, MissingError, OfBackend, OfProgram
from solvers import registry
from solvers.adapters.prolog import program_file
from solvers.puzzle.problem import Goal
from solvers.splitting.shards import Split


@dataclass(frozen=True)
class Contest:
    """``at_least`` is the rival's median time divided by ours; None: only for information."""

    ours: Candidate
    rival: Candidate
    n: int
    quick_n: int
    at_least: float | None = None


def backend(name: str, jobs: int = 0, goal: Goal = Goal.ALL) -> OfBackend:
    """One of ours, in one process or split over several."""
    label = f"{name}, {jobs} job{'s' if jobs > 1 else ''}" if jobs else name
    return OfBackend(registry.find(name), Split(jobs=jobs) if jobs else None, label, goal)


def rival(module: str) -> OfBackend:
    """One in Python from the folder of rivals."""
    try:
        return OfBackend(importlib.import_module(f"benchmarks.rivals.{module}").BACKEND)
    except ImportError as error:
        raise MissingError(str(error)) from error


def racket() -> OfProgram:
    """Exercise 2.42 in its own language."""
    return OfProgram(
        "2.42 in Racket",
        "racket",
        lambda n: [str(RIVALS / "sicp.rkt"), str(n)],
        ("racket", "--version"),
    )


def swipl() -> OfProgram:
    """The same Prolog program without Python around it."""
    program = program_file(registry.find("prolog").program)
    return OfProgram(
        "swipl and findall/3",
        "swipl",
        lambda n: [str(RIVALS / "findall.pl"), "--", str(program), str(n)],
        ("swipl", "--version"),
    )


def compiled(folder: Path, source: str, goal: Goal = Goal.ALL) -> OfProgram:
    """The same method in C, compiled into the folder."""
    compiler = which("cc")
    if compiler is None:
        raise MissingError("the loop in C: no C compiler is installed on this machine")
    program, options = folder / Path(source).stem, ["-O3", "-march=native"]
    command = [compiler, *options, "-o", str(program), str(RIVALS / source)]
    try:
        subprocess.run(command, check=True, timeout=60)
    except subprocess.CalledProcessError as error:
        raise MissingError(f"the loop in C: {error}") from error
    name = f"the same loop in C, {' '.join(options)}"
    return OfProgram(name, str(program), lambda n: [str(n)], ("cc", "--version"), goal)


def contests(folder: Path) -> Sequence[Callable[[], Contest]]:
    """All contests; a call of one raises MissingError if it cannot be held here."""
    lambdas = "python_constraint_lambdas"
    return (
        # Textbook programs beside what others would write in the same way: as fast, or nearly.
        lambda: Contest(backend("sicp"), rival("sicp_lists"), 11, 10, 1 / 1.1),
        lambda: Contest(backend("backtracking"), rival("recursive_pairs"), 11, 10, 1 / 1.1),
        lambda: Contest(backend("python-constraint"), rival(lambdas), 11, 9, 1 / 1.1),
        lambda: Contest(backend("prolog"), rival("prolog_query_loop"), 12, 10, 1 / 1.1),
        lambda: Contest(backend("prolog"), swipl(), 12, 10, 1 / 1.1),
        lambda: Contest(backend("cp-sat"), rival("cp_sat_textbook"), 12, 10, 2.3),
        # Variants, which are there to be fast.
        lambda: Contest(backend("sicp-array"), rival("sicp_lists"), 11, 10, 4.0),
        lambda: Contest(backend("prolog-optimised"), rival("prolog_query_loop"), 12, 10, 2.0),
        lambda: Contest(backend("sicp-array"), racket(), 13, 11, 20.0),
        lambda: Contest(backend("sicp-array"), backend("bitset"), 14, 13, 1 / 9),
        lambda: Contest(backend("bitset"), compiled(folder, "bitset.c"), 14, 13, 1 / 1.3),
        lambda: Contest(
            backend("local-search-diagonals", goal=Goal.FIRST),
            compiled(folder, "exchanges.c", Goal.FIRST),
            *(1_000_000, 100_000, 1 / 5),
        ),
        lambda: Contest(backend("cp-sat", jobs=1), rival("cp_sat_textbook"), 13, 10, 3.5),
        lambda: Contest(backend("cp-sat", jobs=2), backend("cp-sat", jobs=1), 13, 10, 1.7),
        lambda: Contest(backend("bitset", jobs=2), backend("bitset", jobs=1), 15, 14, 1.7),
    )
