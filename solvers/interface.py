"""Everything that the author of a backend imports: the problem, a placement, the record."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TypeAlias

from solvers.lazy import metadata
from solvers.puzzle.placements import MAX_N_FIRST, Block, Placement
from solvers.puzzle.problem import Goal, Problem

__all__ = [
    "Backend",
    "Block",
    "Counters",
    "Goal",
    "Placement",
    "Problem",
    "Solve",
    "VersionLine",
    "VersionOf",
    "python_version",
]

Counters = Mapping[str, int]
"""The work of a finished run, under the engine's own names: ``{"row_tries": 60}``."""

Solve: TypeAlias = "Callable[[Problem, Counter[str]], Iterator[Placement | Block]]"
"""``solve(problem, work)`` yields every solution of the problem.

It counts its work in ``work``, a ``collections.Counter``: ``work["row_tries"] += 1``.

    >>> from collections import Counter
    >>> from solvers import backends
    >>> from solvers.interface import Problem
    >>> work = Counter()
    >>> list(backends()["sicp"].solve(Problem(4), work))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    >>> work
    Counter({'row_tries': 60})
"""


def python_version() -> str:
    """Return the version of a backend that needs only Python."""
    return f"Python {platform.python_version()}"


@dataclass(frozen=True, slots=True)
class VersionOf:
    """A ``version`` for a backend: the engine's name and the version of its installed package.

    ``distribution`` names the package if its name differs from ``engine``. A call raises
    ``importlib.metadata.PackageNotFoundError`` if the package is not installed.
    """

    engine: str
    distribution: str = ""

    def __call__(self) -> str:
        """For example, ``z3 4.15.3``."""
        return f"{self.engine} {metadata.version(self.distribution or self.engine)}"


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A ``version`` for a backend: the first line that a command prints."""

    command: tuple[str, ...]

    def __call__(self) -> str:
        """The line; raises OSError and CalledProcessError."""
        import subprocess

        done = subprocess.run(self.command, check=True, capture_output=True, text=True)
        return (
            (done.stdout or done.stderr).partition("\n")[0].removeprefix("Welcome to ").strip(" .")
        )


def ready_at_once() -> None:
    """Do nothing: this engine is ready when its modules are imported."""


@dataclass(frozen=True, slots=True)
class Backend:
    """A solver in one paradigm: a record with a generator function.

    ``solve(problem, work)`` yields each solution once, as soon as it is found, in the order
    of the search. It yields a tuple of rows, or a two-dimensional array with one placement per
    row. It may finish only when the search space is exhausted; if its engine stopped early, it
    raises an exception.
    The caller stops it by not asking for more. ``problem.domains`` lists the rows that each column
    allows. ``solve`` is called only for a problem with at least one column to fill and at least one
    row per column. Counting in ``work`` is optional; name each counter as the engine does.

    Only ``name`` and ``solve`` are required. Import third-party packages inside ``solve``.
    ``requires`` names the modules to import before the clock starts, ``install`` is the command
    that installs them, and ``prepare`` does any other preparation before the clock starts.
    ``version`` returns the engine's version. ``practical_n`` is the largest n that finishes within
    minutes, if the method has such a limit, ``practical_n_first`` the same for one solution, and
    ``largest_n`` the largest n that the backend accepts. If ``empty_boards_only`` is True, it
    accepts neither a prefix nor blocked squares. If ``enumerates`` is False, the method finds one
    solution only and cannot prove that none exists. If ``at_once`` is True, it finds all solutions
    together, at the end. ``for_one`` is one sentence: the difference of a search for one solution.

    ``group`` is the backend's group of paradigms: ``scheme``, ``imperative``, ``data``, ``logic``,
    ``constraint``, ``encoding``, ``heuristic`` or ``engines``, or a name of your own. A variant
    belongs to the group of its parent.
    ``idea`` explains the paradigm in two sentences; a variant needs only its ``difference``.
    ``program`` names the file that readers should see, if it is not the module itself: a file in
    the folder of the module, or in ``prolog/``.
    A variant is a changed version of a textbook program: ``variant_of`` names this program, its
    parent, and ``difference`` names their difference in one sentence.
    ``trace`` names a function that yields the events of the search. Write
    ``module:function``, or ``:function`` if it is in the backend's own module. In the same way,
    ``notation`` names a function that writes a list of placements in the notation of the backend's
    course text.
    ``reads`` is the format of a file with a model that the engine reads, so that others can repeat
    its run: ``mzn``, ``cnf``, ``opb``, ``lp``, or the format of its ``OneModel``.
    The registry fills in ``origin``, the package or file of a backend from outside the suite.

    A record is pickled and sent to another process, so define its functions at the top level of a
    module.
    """

    name: str
    paradigm: str = ""
    _: KW_ONLY
    group: str = ""
    solve: Solve
    requires: tuple[str, ...] = ()
    install: str = ""
    version: Callable[[], str] = python_version
    practical_n: int = MAX_N_FIRST
    practical_n_first: int = MAX_N_FIRST
    largest_n: int = MAX_N_FIRST
    empty_boards_only: bool = False
    enumerates: bool = True
    at_once: bool = False
    for_one: str = ""
    prepare: Callable[[], object] = ready_at_once
    idea: str = ""
    program: str = ""
    variant_of: str = ""
    difference: str = ""
    trace: str = ""
    notation: str = ""
    reads: str = "mzn"
    origin: str = ""
