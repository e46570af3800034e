"""The explanation of a fault: a part of a Prolog program that shows it, as facts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from solvers.puzzle.placements import Placement


class Symptom(StrEnum):
    """The kinds of faults that are explained."""

    MISSING = "missing"
    NO_END = "no end"
    TWICE = "twice"
    TESTS = "tests"


class ClausePart(NamedTuple):
    """A clause, the number of its goals in the part, and the texts that replace others there."""

    start: int
    end: int
    goals: int
    edits: tuple[tuple[int, int, str], ...] = ()

    def text(self, source: str) -> str:
        """The clause as it is in the part, with a full stop."""
        text, at = "", self.start
        for start, end, new in sorted(self.edits):
            text, at = text + source[at:start] + new, end
        return f"{text}{source[at : self.end]}.\n"


ObservedTest: TypeAlias = tuple[int, str, tuple[tuple[str, int], ...]]
"""A test in the run of an answer: its place, "true" or "false", the values of its variables."""


@dataclass(frozen=True, slots=True)
class Why:
    """An explanation of the fault of a ``goal``: the ``clauses`` to show, and facts that were seen.

    ``n`` is 0 if a call without n has shown no board.

    All places are characters of ``source``. Rows and columns count from 0, and the program counts
    them from ``base``. ``fragment`` is the part as a program ("" for TESTS), in which ``left_out``
    of all ``goals`` are not shown. ``board`` is missing, or wrong; None: the goal answers nothing.
    Without the ``cut`` (a cut, ``->`` or once) the program gives the board. At two places, the
    ``ways`` to one answer part, which may have its squares ``reordered``. The ``tests`` had the
    rows of the queens in one of the ``pairs`` of columns. ``failed`` is a goal that is false, with
    the only test that was false on the way, and that test with its values. The first ``calls`` are
    of the predicate that a goal without an end calls most. ``files`` are the places where each file
    begins; "" is the program.
    """

    symptom: Symptom
    n: int
    goal: str
    source: str
    clauses: tuple[ClausePart, ...]
    board: Placement | None = None
    base: int = 0
    fragment: str = ""
    goals: int | None = None
    left_out: int | None = None
    inferences: int | None = None
    cut: int | None = None
    ways: tuple[int, ...] = ()
    tests: tuple[ObservedTest, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()

    failed: tuple[str, ObservedTest, str] | None = None
    reordered: bool = False
    calls: tuple[str, ...] = ()
    files: tuple[tuple[int, str], ...] = ()

    def line(self, place: int) -> int:
        """The number of the line in which a character stands, in its file."""
        start = max((at for at, _ in self.files if at <= place), default=0)
        return self.source.count("\n", start, place) + 1

    def file(self, place: int) -> str:
        """The name of the file that the program loads and in which a character stands, or ""."""
        return max(((at, name) for at, name in self.files if at <= place), default=(0, ""))[1]
