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
"""Literals, at least one of which must be true."""

Queens = tuple[int | None, ...]
"""The rows of the queens that stand, column 0 first; None for a column without a queen.

The last entry is never None. A search that places queens column by column has no None at all.
"""


BLOCKED = "blocked"
"""The ``conflict_line`` of a queen that stands on a blocked square."""


class Kind(StrEnum):
    """The kinds of events; each has a row in the event table."""

    COLUMN = "column"
    TRY = "try"
    CONFLICT = "conflict"
    PLACED = "placed"
    BACKTRACK = "backtrack"
    SOLUTION = "solution"
    END = "end"

    SQUARE = "square"
    DECIDE = "decide"
    REMOVE = "remove"
    RESTORE = "restore"
    IMPLY = "imply"
    WIPEOUT = "wipeout"
    BACKJUMP = "backjump"
    LEARN = "learn"

    PORT = "port"
    ENTER = "enter"
    LEAVE = "leave"


class Rule(StrEnum):
    """The reason why squares are removed, a queen must stand, or a clause is learned."""

    ATTACK = "attack"
    """The queen of ``conflict_column`` attacks the squares."""
    COLUMN = "column"
    """The square is the only one left in its column."""
    ROW = "row"
    """The square is the only one left in its row."""
    TRIED = "tried"
    """The queen was just taken away from the square, after all below it was searched."""
    LEARNED = "learned"
    """The engine derives it from its clauses, including the learned ones."""
    FOUND = "found"
    """The clause forbids the solution just found, so that it is not found again."""


class Event(NamedTuple):
    """One event. ``queens`` holds the rows of the queens that stand after it, column 0 first.

    ``conflict_column`` is the column of the queen that attacks the tried row or removed square;
    ``conflict_line`` is the rule of ``Attack``, or ``blocked``. ``number`` counts solutions from 1.
    ``squares`` are the removed or restored squares; ``rule`` is the reason. ``queen`` is True for a
    decision to place a queen, False for a decision against one, None if unknown. ``level`` is the
    number of decisions that stand after the event, ``levels`` the number that were taken back.
    ``clause`` is the learned clause. ``state`` is the state in the paradigm's own terms.
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
        """The rows of the queens, for a search that places them column by column."""
        return tuple([row for row in self.queens if row is not None])

    @property
    def square(self) -> Square:
        """The square that the event names; raises ValueError if it names none."""
        if self.column is None or self.row is None:
            raise ValueError(f"{self.kind} names no square")
        return self.column, self.row

    @property
    def removed(self) -> tuple[Square, ...]:
        """The squares on which no queen can stand after the event."""
        if self.kind is Kind.DECIDE and self.queen is False:
            return (self.square,)
        return (self.squares or ()) if self.kind is Kind.REMOVE else ()

    def document(self) -> dict[str, Any]:
        """The event as plain data, without fields that are None; ``own`` is its state."""
        fields = self._asdict()
        for name in ("queens", "squares", "clause"):  # as JSON has them
            if fields[name] is not None:
                fields[name] = [
                    list(part) if isinstance(part, tuple) else part for part in fields[name]
                ]
        fields["own"] = fields.pop("state") or None
        return {name: value for name, value in fields.items() if value is not None}


Tracer = Callable[[Problem], Iterator[Event]]
"""``tracer(problem)`` yields the events of one search while it runs."""

Printer = Callable[[Event], Iterable[str]]
"""Returns the lines of an event, as a course text prints them."""


@dataclass(frozen=True, slots=True)
class TraceNotes:
    """Facts about one of the suite's tracers; ``NOTES`` of its module holds them.

    ``line_of_event`` maps an event's name (see ``SourceLines``) to a part of the source line that
    the event executes. Only if ``takes_blocked``, it holds for blocked squares and colours, too.
    ``printed`` and ``explained`` print an event as the course text does; None if it does not.
    ``difference`` is a sentence about differences between the traced search and the backend's run.
    """

    line_of_event: Mapping[str, str] = field(default_factory=dict)
    takes_blocked: bool = True
    printed: Printer | None = None
    explained: Printer | None = None
    difference: str = ""
