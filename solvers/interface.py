"""The vocabulary of the suite: placements, backends, statuses, runs."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Placement = tuple[int, ...]
"""``placement[column]`` is the row of that column's queen; both count from 0."""

Block = NDArray[np.integer]
"""Many placements at once: shape (count, n), one placement a row."""

Packed = NDArray[np.uint8]
"""A block in the suite's own form: one byte a queen, every row in 0..n-1."""

Counters = Mapping[str, int]
"""The work a backend did, under its engine's own names: ``{"row_tries": 60}``."""

Emit = Callable[[Placement | Block], None]
"""What a backend hands its solutions to: one placement, or a block of them."""

Solve = Callable[[int, Placement, Emit], Counters]
"""``solve(n, prefix, emit)``: emit every placement of n queens that begins with prefix."""


def python_version() -> str:
    """The version of a backend that has no engine but Python itself."""
    return f"Python {platform.python_version()}"


def at_once() -> None:
    """What an engine does to be ready that needs nothing but its modules."""


@dataclass(frozen=True, slots=True)
class Backend:
    """One paradigm's way to solve the puzzle: a record with a function.

    ``solve`` hands each solution once to ``emit``, as soon as it has it and in the order natural
    to it, and returns its counters when the space is exhausted; where its engine stops early it
    raises. Third-party imports stand inside ``solve``; ``requires`` names the modules to import
    before the clock starts, ``prepare`` does what else an engine needs to be ready (compile, look
    for its program), and ``cure`` is what to do where one of them fails.
    ``practical_n`` is the largest n that ends within minutes, where the method itself sets a bound.
    ``idea`` is the paradigm in two sentences, and ``essence`` names what of the backend's module a
    reader should see; a first name that ends in .pl is the Prolog program it stands in.
    All functions are module-level ones, since a run reaches its process by reference.
    """

    name: str
    paradigm: str
    solve: Solve
    requires: tuple[str, ...] = ()
    cure: str = ""
    version: Callable[[], str] = python_version
    practical_n: int = 255
    prepare: Callable[[], None] = at_once
    idea: str = ""
    essence: tuple[str, ...] = ()


class UsageError(ValueError):
    """Something was asked for that makes no sense; the message, one line, says what to do."""


class Status(StrEnum):
    """How a run ended. Whether what it found is right is another question: see ``Verdict``."""

    COMPLETE = "complete"
    TIME_LIMIT = "time-limit"
    MEMORY_LIMIT = "memory-limit"
    OUTPUT_LIMIT = "output-limit"
    CRASHED = "crashed"
    CANCELLED = "cancelled"
    UNAVAILABLE = "unavailable"
    INTERNAL_ERROR = "internal-error"


class Fault(StrEnum):
    """What can be wrong with a solution set; the fields of the JSON document."""

    MALFORMED = "malformed"
    INVALID = "invalid"
    EXTRA = "extra"
    DUPLICATE = "duplicate"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something emitted that cannot be packed: not plain ints, not n of them, or off the board."""

    fault: Fault
    shown: str
    reason: str


class Keep(StrEnum):
    """What is kept of the solutions that a run hands over."""

    SOLUTIONS = "solutions"
    DIGEST = "digest"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Tally:
    """What is known of solutions that are not kept.

    ``valid`` counts those that are right, ``invalid`` those with two queens that attack each other
    and ``extra`` right ones that do not begin with the prefix. ``total`` sums a hash of each right
    one, see ``solvers.referee.fingerprint``; 0 where only counts are kept. ``distinct`` says that
    no two of the right ones are the same; where it is False, that is not known. ``seen`` says that
    the referee made the tally from the solutions; else it is the word of whoever solved a shard.
    """

    valid: int = 0
    invalid: int = 0
    extra: int = 0
    total: int = 0
    distinct: bool = True
    seen: bool = True

    @property
    def solutions(self) -> int:
        """All of them, right or wrong."""
        return self.valid + self.invalid + self.extra


@dataclass(frozen=True, slots=True)
class ShardTally:
    """What a worker says of the solutions that begin with a prefix.

    ``mirrored``: the tally is of their reflections (row becomes n - 1 - row) as well.
    """

    prefix: Placement
    mirrored: bool
    tally: Tally


@dataclass(frozen=True, slots=True)
class Audit:
    """How many shards of a run the referee has counted again.

    ``contradicted`` is the first of them that its worker had counted otherwise, ``counted`` what it
    is in truth; None: there was none.
    """

    shards: int
    contradicted: ShardTally | None = None
    counted: Tally | None = None


Arrived = Packed | Tally
"""Solutions of a run that have arrived, or what is kept of them."""


def number_of(arrived: Arrived) -> int:
    """How many have arrived."""
    return arrived.solutions if isinstance(arrived, Tally) else len(arrived)


@dataclass(frozen=True, slots=True)
class Run:
    """What one backend did for one problem.

    ``placements`` has shape (count, n) and keeps the order of arrival; where they are not kept it
    is empty and ``tally`` says what is known of them. ``misfits`` holds the first few of what
    could not be packed, ``misfit_counts`` how many there were of each fault.
    ``shards`` are the tallies of which that of a split run is the sum.
    ``by_lines`` says that they were boards, line by line, so that the row of each line's queen is
    its column.
    Times are in seconds: ``seconds`` and ``first_solution_seconds`` from the call of ``solve``,
    ``startup_seconds`` from the start of the process to that call. None: not known.
    """

    backend: str
    paradigm: str
    status: Status
    placements: Packed
    misfits: tuple[Misfit, ...] = ()
    misfit_counts: Mapping[Fault, int] = field(default_factory=dict)
    seconds: float | None = None
    first_solution_seconds: float | None = None
    startup_seconds: float | None = None
    peak_memory_mib: float | None = None
    counters: Counters = field(default_factory=dict)
    version: str = ""
    note: str = ""
    tally: Tally | None = None
    shards: tuple[ShardTally, ...] = ()
    audit: Audit | None = None
    by_lines: bool = False

    @property
    def solutions(self) -> int:
        """How many solutions the backend handed over, right or wrong."""
        fitting = len(self.placements) if self.tally is None else self.tally.solutions
        return fitting + sum(self.misfit_counts.values())
