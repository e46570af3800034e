"""The events of local search: boards full of queens, and each move of one that is attacked.

It looks for one solution and never knows that there is none, so its film stops after some boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from solvers.paradigms.local_search import MOVES_PER_QUEEN, Board, min_conflicts
from solvers.puzzle.placements import attacking_pairs
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind, Rule

MOST_BOARDS = 50
"""After so many boards without a solution the film stops, though the search would not."""


def events(problem: Problem) -> Iterator[Event]:
    """Begin and move as the backend does, with the same choices."""
    n = problem.n
    allowed = [list(problem.rows(column)) for column in range(n)]
    choose, moves, boards = Random(n), 0, 0  # noqa: S311  # the same choices in every run
    standing = problem.prefix
    while all(allowed) and boards < MOST_BOARDS:
        board = _Watched([choose.choice(rows) for rows in allowed])
        moves += min_conflicts(board, allowed, MOVES_PER_QUEEN * n, choose)
        boards += 1
        yield from board.told
        standing = tuple(board.rows)
        if not board.attacked():
            yield Event(Kind.SOLUTION, standing, number=1)
            yield Event(Kind.STOP, standing, state={"moves": moves, "boards": boards})
            return
    yield Event(Kind.STOP, standing)


class _Watched(Board):
    """The backend's board, which tells how it begins and what is moved."""

    def __init__(self, rows: list[int]) -> None:
        super().__init__(rows)
        self.told = [self._event(Kind.BEGIN)]

    def move(self, column: int, row: int) -> None:
        """Move the queen of this column to that row."""
        super().move(column, row)
        self.told.append(self._event(Kind.MOVE, column, row))

    def _event(self, kind: Kind, column: int | None = None, row: int | None = None) -> Event:
        conflicts = {"conflicts": len(attacking_pairs(self.rows))}
        rule = Rule.FEWEST if kind is Kind.MOVE else None
        return Event(kind, tuple(self.rows), column=column, row=row, rule=rule, state=conflicts)
