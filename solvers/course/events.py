"""The events of a search, the same for every paradigm that can be traced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from solvers.board.placements import Placement
from solvers.board.problem import Problem


class Kind(StrEnum):
    """What happened. The last three belong to one paradigm each."""

    COLUMN = "column"
    """A column is entered: its rows will be tried."""
    TRY = "try"
    """A row of the column is tried."""
    CONFLICT = "conflict"
    """The row is in conflict with the queen of an earlier column."""
    PLACED = "placed"
    """The row has no conflict, and its queen stands."""
    BACKTRACK = "backtrack"
    """The search has come back to this column; its queen is taken away again."""
    SOLUTION = "solution"
    """All queens stand."""
    END = "end"
    """The space is exhausted."""
    PORT = "port"
    """Prolog: a goal is called, exits, is redone or fails."""
    ENTER = "enter"
    """SICP: queen_cols is entered."""
    LEAVE = "leave"
    """SICP: queen_cols is left with its boards."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event. ``queens`` holds the rows of the queens that stand after it, column 0 first.

    ``conflict_column`` is the column of the queen that a tried row is in conflict with,
    ``conflict_line`` ``row`` or ``diagonal``. ``number`` counts solutions from 1. ``state`` is
    the state in the paradigm's own words: c, qp and nr; k and boards; port, depth and goal.
    """

    kind: Kind
    queens: Placement
    column: int | None = None
    row: int | None = None
    conflict_column: int | None = None
    conflict_line: str | None = None
    number: int | None = None
    state: Mapping[str, Any] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """The event as plain data, without what it does not have; its state is called ``own``."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        fields |= {"queens": list(self.queens), "own": fields.pop("state") or None}
        return {name: value for name, value in fields.items() if value is not None}


Tracer = Callable[[Problem], Iterator[Event]]
"""``tracer(problem)``: the events of one search, as it goes."""


def conflict(queens: Placement, row: int) -> tuple[int, str] | None:
    """The nearest queen that a queen in this row of the next column is in conflict with.

    Its column, and ``row`` or ``diagonal``; None where there is no such queen. The nearest comes
    first because every course program looks at the newest column first.
    """
    column = len(queens)
    for earlier in range(column - 1, -1, -1):
        if queens[earlier] == row:
            return earlier, "row"
        if abs(queens[earlier] - row) == column - earlier:
            return earlier, "diagonal"
    return None
