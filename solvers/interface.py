"""Everything that the author of a backend imports: the problem, a placement, the record."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TypeAlias

from solvers.lazy import metadata
from solvers.puzzle.placements import MAX_N_FIRST, Block, Placement
from solvers.puzzle.problem import Colours, Goal, Problem

__all__ = [
    "Backend",
    "Block",
    "Colours",
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
        line = (done.stdout or done.stderr).partition("\n")[0]
        return line.removeprefix("Welcome to ").strip(" .")


def ready_at_once() -> None:
    """Do nothing: this engine is ready when its modules are imported."""


def no_model(_: Problem) -> str:
    """Return "": the suite writes the model, if the engine reads MiniZinc."""
    return ""


@dataclass(frozen=True, slots=True)
class Backend:
    """A solver in one paradigm: a record with a generator function.

    Only ``name`` and ``solve`` are required. A record is pickled and sent to another process, so
    define its functions at the top level of a module. A variant is a changed version of a textbook
    program, its parent, whose group and answers about the search it shares.

    ``name``
        The name by which users choose the backend: no space, comma, colon or slash.
    ``paradigm``
        The paradigm, in a few words.
    ``group``
        The group of paradigms: ``scheme``, ``imperative``, ``data``, ``logic``, ``constraint``,
        ``encoding``, ``heuristic``, ``engines``, or a name of your own.
    ``solve``
        ``solve(problem, work)`` yields each solution once, as soon as it is found.

        A solution is a tuple of rows; a two-dimensional array has one placement per row. Returning
        means that the search is complete: if the engine gave up, it raises an exception. The caller
        stops the search by not asking for more. ``problem.domains`` lists the rows that each column
        allows; there is at least one column to fill, and one row per column. Counting in ``work``
        is optional; name each counter as the engine does. Import third-party packages inside
        ``solve``.
    ``requires``
        The modules to import before the clock starts.
    ``install``
        The command that installs them.
    ``version``
        Returns the version of the engine.
    ``practical_n``
        The largest n for which all solutions are found within minutes.
    ``practical_n_first``
        The largest n for which one solution is found within minutes.
    ``largest_n``
        The largest n that the backend accepts.
    ``empty_boards_only``
        Whether the backend accepts neither a prefix nor blocked squares.
    ``enumerates``
        Whether it finds all solutions; if not, it finds one and cannot prove that none exists.
    ``at_once``
        Whether it finds all solutions together, at the end.
    ``prepare``
        Does any other preparation before the clock starts.
    ``idea``
        The paradigm explained in two sentences; a variant needs only its ``difference``.
    ``coloured``
        ``__name__`` if ``solve`` can solve coloured boards, too; in the suite, the module whose
        BACKEND does so under this name. On such a board, ``problem.attack`` is the rule.
    ``program``
        The file that readers should see, if it is not the module itself: a file in the folder of
        the module, or in ``prolog/``.
    ``variant_of``
        The name of a variant's parent.
    ``difference``
        How a variant differs from its parent, in one sentence.
    ``searches``
        Who searches, in a few words.
    ``undoes``
        Who undoes a wrong choice, in a few words.
    ``knows``
        What is known before the next choice, in a few words.
    ``trace``
        The function that yields the events of the search: ``module:function``, or ``:function`` in
        the backend's own module.
    ``untraced``
        Why the search cannot be traced, if it cannot.
    ``notation``
        The function that writes placements in the notation of the course text, as
        ``MODULE:FUNCTION``; only programs of the suite have one.
    ``reads``
        The suffix of a file with a model that the engine reads, such as ``mzn`` or ``cnf``; "" if
        it reads none.
    ``model``
        The function that writes a board in that format, if it is not ``mzn``.
    ``tool``
        The engine's own command that prints all solutions of such a file, ``{file}``: a line for
        each, with the n rows, or with n pairs of a column and a row.
    ``origin``
        The package or file of a backend from outside; the registry fills it in.
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
    prepare: Callable[[], object] = ready_at_once
    idea: str = ""
    coloured: str = ""
    program: str = ""
    variant_of: str = ""
    difference: str = ""
    searches: str = ""
    undoes: str = ""
    knows: str = ""
    trace: str = ""
    untraced: str = ""
    notation: str = ""
    reads: str = ""
    model: Callable[[Problem], str] = no_model
    tool: tuple[str, ...] = ()
    origin: str = ""
