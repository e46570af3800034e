"""The events of local search: boards full of queens, and each move of an attacked queen.

Local search looks for one solution and cannot prove that none exists, so its trace stops after
MOST_BOARDS boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from solvers.paradigms.local_search import MOVES_PER_QUEEN, Board, min_conflicts
from solvers.puzzle.placements import attacking_pairs
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind, Rule
from solvers.tracing.recorder import Recorder

MOST_BOARDS = 50
"""The trace stops after this number of boards without a solution; the backend would go on."""


def events(problem: Problem) -> Iterator[Event]:
    """Begin and move as the backend does, with the same random numbers."""
    n = problem.n
    allowed = [list(problem.domains[column]) for column in range(n)]
    choose, moves, boards = Random(n), 0, 0  # noqa: S311  # the same choices in every run
    recorder = Recorder(problem)
    while all(allowed) and boards < MOST_BOARDS:
        board = _Watched([choose.choice(rows) for rows in allowed], recorder)
        moves += min_conflicts(board, allowed, MOVES_PER_QUEEN * n, choose)
        boards += 1
        yield from recorder.drain()
        if not board.attacked():
            recorder.solution()
            yield from recorder.end({"moves": moves, "boards": boards}, Kind.STOP)
            return
    yield from recorder.end({}, Kind.STOP)


class _Watched(Board):
    """The backend's board, which reports its start and its moves to the recorder."""

    def __init__(self, rows: list[int], recorder: Recorder) -> None:
        super().__init__(rows)
        self.recorder = recorder
        recorder.emit(Kind.BEGIN, queens=tuple(rows), state=self._conflicts())

    def move(self, column: int, row: int) -> None:
        """Move the queen of this column to that row."""
        super().move(column, row)
        own = self._conflicts()
        self.recorder.emit(Kind.MOVE, column=column, row=row, rule=Rule.FEWEST, state=own)

    def _conflicts(self) -> dict[str, int]:
        return {"conflicts": len(attacking_pairs(self.rows))}
