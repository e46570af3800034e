"""What a backend's author imports, and nothing else: a placement, what to emit, the record."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from solvers.puzzle.placements import MAX_N, Block, Placement
from solvers.puzzle.problem import Goal, Problem

__all__ = [
    "Backend",
    "Block",
    "Counters",
    "Emit",
    "Goal",
    "Placement",
    "Problem",
    "Solve",
    "at_once",
    "python_version",
]

Counters = Mapping[str, int]
"""The work a backend did, under its engine's own names: ``{"row_tries": 60}``."""

Emit: TypeAlias = "Callable[[Placement | Block], bool | None]"
"""What a backend hands its solutions to: one placement, or a block of them.

It says True when that was enough, since the problem's goal is one solution: ``solve`` then returns
its counters.
"""

Solve: TypeAlias = "Callable[[Problem, Emit], Counters]"
"""``solve(problem, emit)``: emit every placement of its n queens that the board allows, or one.

    >>> from solvers import backends
    >>> from solvers.interface import Problem
    >>> found = []
    >>> counters = backends()["sicp"].solve(Problem(4), found.append)
    >>> sorted(found)
    [(1, 3, 0, 2), (2, 0, 3, 1)]
"""


def python_version() -> str:
    """The version of a backend that has no engine but Python itself."""
    return f"Python {platform.python_version()}"


def at_once() -> None:
    """Nothing: an engine that needs only its modules is ready at once."""


@dataclass(frozen=True, slots=True)
class Backend:
    """One paradigm's way to solve the puzzle: a record with a function.

    ``solve`` hands each solution once to ``emit``, as soon as it has it and in the order natural
    to it, and returns its counters when the space is exhausted or ``emit`` has enough; where its
    engine stops early it raises. Where it searches in another way when one solution is enough,
    ``for_one`` says so in one sentence; where ``enumerates`` is False the method never lists them
    all, and cannot say that there is none. Third-party imports stand inside ``solve``; ``requires``
    names the modules to import before the clock starts, ``prepare`` does what else an engine needs
    to be ready (compile, look for its program), and ``cure`` is what to do where one of them fails.
    ``practical_n`` is the largest n that ends within minutes, where the method itself sets a bound,
    and ``largest_n`` the largest one it can do at all.
    ``idea`` is the paradigm in two sentences, and ``listing`` names what of the backend's module a
    reader should see; a first name that ends in .pl is the Prolog program it stands in.
    A paradigm's own name is its textbook program. What does the same in another way is a variant:
    ``variant_of`` is the name of that backend, and ``difference`` says in one sentence what is
    different.
    ``origin`` is filled in by the registry: the package or file that a backend comes from, where it
    is none of ours.
    All functions are module-level ones, since a run reaches its process by reference.
    """

    name: str
    paradigm: str
    solve: Solve
    requires: tuple[str, ...] = ()
    cure: str = ""
    version: Callable[[], str] = python_version
    practical_n: int = MAX_N
    largest_n: int = MAX_N
    enumerates: bool = True
    for_one: str = ""
    prepare: Callable[[], object] = at_once
    idea: str = ""
    listing: tuple[str, ...] = ()
    variant_of: str = ""
    difference: str = ""
    origin: str = ""
