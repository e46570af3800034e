"""Prolog's open goals, and beside them the choice points to which a failure goes back.

The program solve/3 leaves a choice point in each column whose queen has rows left to try. This
module derives them from the events of the search, so it does not need the events of Prolog's ports
(call, exit, redo, fail), which a long film may leave out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind
from solvers.tracing.replay import Scene
from solvers.tracing.tracers.prolog import written

HEADINGS = "open goals", "choice points: rows left"
"""The headings of the two columns."""

RESUMES = "◀ resumes here"
"""Marks the newest choice point, to which the next failure goes back."""

REDO_OF_NC = (
    "First Prolog asks each true goal nc for another answer. The innermost has its "
    "second clause left, which does not fit the empty list: all of them fail."
)
"""The sentence at the redo of a goal nc; an engine without a choice point there has no redo."""

BACKTRACK_MARKS = "┌▶ ", "│  ", "└─ "
"""The marks after a failure: at the goal that resumes, at those that are left, at the last."""


class ChoicePoints:
    """Adds the open goals and choice points of solve/3 to scenes.

    ``rows`` has the row that each column has reached.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem, self.first_column = problem, len(problem.prefix)
        self.rows: list[int] = []
        # The width of the widest goal, so that a line does not move when the lines below change.
        self._width = len(f"solve({problem.n},{written([*range(problem.n - 1)])},_)")

    def with_goals(self, scenes: Iterable[Scene]) -> Iterator[Scene]:
        """Each scene with the open goals and the choice points as its state."""
        before: tuple[object, ...] = ()
        lines: tuple[str, ...] = ()
        undone = ""
        for scene in scenes:
            event = scene.event
            if event.kind in (Kind.TRY, Kind.BACKTRACK):
                index = (event.column or 0) - self.first_column
                # A queen that is taken away was in the row that its column has reached.
                self.rows[index:] = [self.rows[index] if event.row is None else event.row]
            elif event.kind is Kind.COLUMN:
                del self.rows[(event.column or 0) - self.first_column :]
            elif event.kind is Kind.END:
                self.rows.clear()
            fails = event.kind in (Kind.CONFLICT, Kind.BACKTRACK)
            if fails:
                undone = self._undone(event)
            elif event.state.get("port") == "redo" and event.state["goal"].startswith("nc("):
                undone = REDO_OF_NC
            elif event.state.get("port") != "fail":  # the goals around it fail with it
                undone = ""
            goals = scene.state
            if not goals and event.kind is not Kind.END:  # no port reports the goals
                goals = self._goals(event.placement)
            failed = event.column if fails else None
            if (goals, failed, *self.rows) != before:
                before, lines = (goals, failed, *self.rows), tuple(self._lines(goals, failed))
            yield replace(scene, state=lines, more=undone)

    def _rows_left(self, column: int) -> list[int]:
        """The rows that the column has not tried yet."""
        reached = self.rows[column - self.first_column]
        return [row for row in self.problem.domains[column] if row > reached]

    def _newest_column(self) -> int | None:
        """The column of the newest choice point; None without one."""
        columns = range(self.first_column + len(self.rows) - 1, self.first_column - 1, -1)
        return next((column for column in columns if self._rows_left(column)), None)

    @cache  # noqa: B019  # it lives as long as one film is packed
    def _goals(self, queens: Placement) -> tuple[str, ...]:
        """The open goals of solve/3 for a board, outermost first."""
        n = self.problem.n
        depth = min(len(queens), n) - self.first_column
        lists = [list(reversed(queens[: self.first_column + k])) for k in range(depth + 1)]
        return tuple([f"solve({n},{written(rows)},_)" for rows in lists])

    def _lines(self, goals: tuple[str, ...], failed: int | None) -> Iterator[str]:
        """A heading, then a line per goal with its choice point; column ``failed`` has failed."""
        if not goals:
            return
        width = max(self._width, *map(len, goals)) + 2
        yield f"   {HEADINGS[0]:{width}}{HEADINGS[1]}"
        newest, leaves = self._newest_column(), False
        searches = [at for at, goal in enumerate(goals) if goal.lstrip().startswith("solve(")]
        for at, goal in enumerate(goals):
            choice, margin = "", BACKTRACK_MARKS[1] if leaves else "   "
            if at in searches:
                column = self.first_column + searches.index(at)
                if column - self.first_column < len(self.rows) and (
                    left := self._rows_left(column)
                ):
                    choice = f"{len(left)} of {self.problem.n}"
                    if column == newest:
                        choice += f" {RESUMES}"
                if column == newest and failed is not None and failed > newest:
                    margin, leaves = BACKTRACK_MARKS[0], True
                elif leaves and column == min(failed or 0, self.first_column + len(searches) - 1):
                    margin, leaves = BACKTRACK_MARKS[2], False
            yield f"{margin}{goal:{width}}{choice}".rstrip()

    def _undone(self, event: Event) -> str:
        """The choice that Prolog resumes after a failure, and the bindings that it undoes."""
        column, newest = event.column or 0, self._newest_column()
        if newest is None:
            return "No choice point is left, so the goal fails."
        row, (following, *rest) = self.rows[newest - self.first_column], self._rows_left(newest)
        begin, undone = "", f"V = {row}"
        if newest < column:
            begin = "No row is left. "
            later = (
                f"column {column}" if newest + 1 == column else f"columns {newest + 1} to {column}"
            )
            is_placed = event.kind is Kind.BACKTRACK or newest + 1 < column
            variables = "NM1, V and QPT1" if is_placed else "NM1 and V"
            undone += f", QPT1 and, in {later}, {variables},"
        elif event.kind is Kind.BACKTRACK:
            undone += ", QPT1 and QP" if column == self.problem.n - 1 else " and QPT1"
        else:
            undone += ", H and T" if event.conflict_column == column - 1 else ", H, T and D1"
        return (
            f"{begin}Prolog resumes at the newest choice of a row, in column {newest}. "
            f"It undoes {undone} and next tries V = {following}, which leaves {len(rest)} of "
            f"{self.problem.n} rows."
        )
