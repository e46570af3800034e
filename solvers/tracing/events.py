"""The events of a search, the same for every paradigm that can be traced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, Square

Literal = tuple[int, int, bool]
"""A square (column, row), and whether a queen stands there or none."""

Queens = tuple[int | None, ...]
"""The rows of the queens that stand, column 0 first; None for a column without one.

There is no None at the end: where queens are placed column by column, there is none at all.
"""


class Kind(StrEnum):
    """What happened: first what every paradigm may tell, then what belongs to one alone."""

    COLUMN = "column"
    """A column is entered: its rows will be tried."""
    TRY = "try"
    """A row of the column is tried."""
    CONFLICT = "conflict"
    """The row is in conflict with the queen of another column."""
    PLACED = "placed"
    """The row has no conflict, and its queen stands."""
    BACKTRACK = "backtrack"
    """The search has come back to this column; its queen is taken away again."""
    SOLUTION = "solution"
    """All queens stand."""
    END = "end"
    """The space is exhausted."""

    ROW = "row"
    """A row is entered: its columns will be tried."""
    SQUARE = "square"
    """The engine is about to decide about one square of its choice."""
    DECIDE = "decide"
    """A queen is put on a square without a reason, or none is."""
    REMOVE = "remove"
    """No queen can stand on these squares any more."""
    RESTORE = "restore"
    """These squares are free again."""
    IMPLY = "imply"
    """A queen must stand on this square, and stands."""
    WIPEOUT = "wipeout"
    """There is no square left for the queen of this column, or of this row."""
    BACKJUMP = "backjump"
    """The last decisions are taken back at once, with all that followed from them."""
    LEARN = "learn"
    """From now on one of these literals has to hold."""
    BEGIN = "begin"
    """Local search: queens stand in all columns, wherever that is."""
    MOVE = "move"
    """Local search: the queen of this column, which was attacked, now stands in this row."""
    STOP = "stop"
    """Nothing more is told, though not everything has been tried: one solution was enough, it has
    been looked for long enough, or nobody knows what a program of one's own has tried."""

    PORT = "port"
    """Prolog: a goal is called, exits, is redone or fails."""
    CALL = "call"
    """A program of one's own: a function is called or resumed, yields or returns."""
    ENTER = "enter"
    """SICP: queen_cols is entered."""
    LEAVE = "leave"
    """SICP: queen_cols is left with its boards."""


NODES = frozenset({Kind.COLUMN, Kind.ROW, Kind.SQUARE, Kind.MOVE})
"""Events that open a node, a state of the search in which a decision is made."""

LAST = frozenset({Kind.END, Kind.STOP})
"""What a film ends with."""


class Rule(StrEnum):
    """Why squares are removed, or a queen must stand."""

    ATTACK = "attack"
    """The queen of ``conflict_column`` attacks the squares."""
    COLUMN = "column"
    """It is the only square left in its column."""
    ROW = "row"
    """It is the only square left in its row."""
    TRIED = "tried"
    """The queen stood there just before, and all that followed has been seen."""
    LEARNED = "learned"
    """It follows from the clauses that the engine has, learned ones among them."""
    FOUND = "found"
    """The solution just found is forbidden, so that it is not found again."""


class Event(NamedTuple):
    """One event. ``queens`` holds the rows of the queens that stand after it, column 0 first.

    ``conflict_column`` is the column of the queen that a tried row or a removed square is in
    conflict with, ``conflict_line`` ``row`` or ``diagonal``. ``number`` counts solutions from 1.
    ``squares`` are those removed or restored, and ``rule`` says why. ``queen`` tells a decision for
    a queen from one against it. ``level`` is how many decisions stand after the event, ``levels``
    how many were taken back. ``clause`` is what was learned. ``state`` is the state in the
    paradigm's own words: c, qp and nr; k and boards; port, depth and goal; domains.
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
    clause: tuple[Literal, ...] | None = None
    state: Mapping[str, Any] = MappingProxyType({})

    @property
    def placement(self) -> Placement:
        """The queens that stand, where no column between them is left out."""
        return tuple([row for row in self.queens if row is not None])

    def document(self) -> dict[str, Any]:
        """The event as plain data, without what it does not have; its state is called ``own``."""
        fields = self._asdict()
        for name in ("queens", "squares", "clause"):  # as JSON has them
            if fields[name] is not None:
                fields[name] = [
                    list(one) if isinstance(one, tuple) else one for one in fields[name]
                ]
        fields["own"] = fields.pop("state") or None
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
