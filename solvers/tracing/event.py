"""An event of a search: its kind and its fields, the same for every paradigm that can be traced.

The page on formats has the meaning of each kind, and ``event_table.py`` its sentence and its marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, Square

Literal = tuple[int, int, bool]
"""A square (column, row), and whether a queen stands there or none."""

Clause = tuple[Literal, ...]
"""Literals, one of which has to hold."""

Queens = tuple[int | None, ...]
"""The rows of the queens that stand, column 0 first; None for a column without one.

There is no None at the end: where queens are placed column by column, there is none at all.
"""


class Kind(StrEnum):
    """The kinds of events; each has a row in the event table."""

    COLUMN = "column"
    TRY = "try"
    CONFLICT = "conflict"
    PLACED = "placed"
    BACKTRACK = "backtrack"
    SOLUTION = "solution"
    END = "end"
    STOP = "stop"

    ROW = "row"
    SQUARE = "square"
    DECIDE = "decide"
    REMOVE = "remove"
    RESTORE = "restore"
    IMPLY = "imply"
    WIPEOUT = "wipeout"
    BACKJUMP = "backjump"
    LEARN = "learn"
    BEGIN = "begin"
    MOVE = "move"

    PORT = "port"
    CALL = "call"
    ENTER = "enter"
    LEAVE = "leave"


class Rule(StrEnum):
    """The reason why squares are removed, a queen must stand, or a clause is learned."""

    ATTACK = "attack"
    """The queen of ``conflict_column`` attacks the squares."""
    COLUMN = "column"
    """It is the only square left in its column."""
    ROW = "row"
    """It is the only square left in its row."""
    FEWEST = "fewest"
    """The queen moves to a row of her column that fewest queens attack."""
    TRIED = "tried"
    """The queen stood there just before, and everything below has been searched."""
    LEARNED = "learned"
    """It follows from the clauses that the engine has, learned ones among them."""
    FOUND = "found"
    """The solution just found is forbidden, so that it is not found again."""


class Event(NamedTuple):
    """One event. ``queens`` holds the rows of the queens that stand after it, column 0 first.

    ``conflict_column`` is the column of the queen that a tried row or a removed square is in
    conflict with; ``conflict_line`` is ``row``, ``diagonal`` or ``blocked``. ``number`` counts
    solutions from 1. ``squares`` are those removed or restored, and ``rule`` says why. ``queen``
    tells a decision for a queen from a decision against her. ``level`` is how many decisions stand
    after the event, ``levels`` how many were taken back. ``clause`` is the clause that was learned.
    ``state`` is the state in the paradigm's own terms.
    """

    kind: Kind
    queens: Queens
    column: int | None = None
    row: int | None = None
    conflict_column: int | None = None
    conflict_line: str | None = None
    number: int | None = None
    squares: tuple[Square, ...] | None = None
    rule: Rule | None = None
    queen: bool | None = None
    level: int | None = None
    levels: int | None = None
    clause: Clause | None = None
    state: Mapping[str, Any] = MappingProxyType({})

    @property
    def placement(self) -> Placement:
        """The queens that stand, where no column between them is left out."""
        return tuple([row for row in self.queens if row is not None])

    def document(self) -> dict[str, Any]:
        """The event as plain data, without fields that it lacks; its state is called ``own``."""
        fields = self._asdict()
        for name in ("queens", "squares", "clause"):  # as JSON has them
            if fields[name] is not None:
                fields[name] = [
                    list(part) if isinstance(part, tuple) else part for part in fields[name]
                ]
        fields["own"] = fields.pop("state") or None
        return {name: value for name, value in fields.items() if value is not None}


BEGINS = ("call", "redo", "resume")
"""The steps of a program that begin a call or go on with it."""


def step_of(event: Event) -> tuple[str, str, int]:
    """The step of a program that an event tells, its call, and the depth of that from 0.

    The step is a port of Prolog or the kind of a call; "" where the event tells no step.
    """
    own = event.state
    if event.kind is Kind.PORT:
        return own["port"], own["goal"], own["depth"] - 1
    return (own["what"], own["call"], own["depth"]) if event.kind is Kind.CALL else ("", "", 0)


Tracer = Callable[[Problem], Iterator[Event]]
"""``tracer(problem)``: the events of one search, as it goes."""

Printer = Callable[[Event], Iterable[str]]
"""The lines of an event, as a course text prints them."""


@dataclass(frozen=True, slots=True)
class TraceNotes:
    """The facts of one of our tracers beside its events; its module calls them ``NOTES``.

    ``line_of_event`` has, for an event's name (``SourceLines``), a part of the program's line that
    it executes; on a board with blocked squares only if that program ``takes_blocked``.
    ``difference`` is the difference between the search that is traced and the backend's run.
    """

    line_of_event: Mapping[str, str] = field(default_factory=dict)
    takes_blocked: bool = True
    printed: Printer | None = None
    explained: Printer | None = None
    difference: str = ""
