"""The events of the COMP 333 search, read off its states, and the text's trace of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from solvers.paradigms.backtracking import BACKEND, State, initial, next_rows, placement, step
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.scheme_lists import write
from solvers.tracing.events import Event, Kind

__all__ = ["BACKEND", "events", "lines"]


def events(problem: Problem) -> Iterator[Event]:
    """Step through the search; each step is told by one event that carries the new state."""
    n, prefix, next_row = problem.n, problem.prefix, next_rows(problem)
    first_column, solutions = len(prefix), 0
    state = initial(problem, next_row)
    if first_column < n:
        yield Event(Kind.COLUMN, prefix, column=first_column)
    while True:
        _, c, qp, nr, _ = state
        queens = placement(qp)
        if c == n:
            solutions += 1
            yield Event(Kind.SOLUTION, queens, number=solutions)
        if first_column == n or (following := step(state, next_row, first_column)) is state:
            yield Event(Kind.END, queens)
            return
        if c == n or nr[0] == n:
            yield Event(
                Kind.BACKTRACK, placement(following[2]), column=c - 1, state=_state(following)
            )
        else:
            row = nr[0]
            yield Event(Kind.TRY, queens, column=c, row=row)
            if following[1] > c:
                yield Event(Kind.PLACED, (*queens, row), column=c, row=row, state=_state(following))
                if c + 1 < n:
                    yield Event(Kind.COLUMN, (*queens, row), column=c + 1)
            else:
                earlier, line = conflict(queens, row) or (None, None)
                yield Event(
                    Kind.CONFLICT,
                    queens,
                    column=c,
                    row=row,
                    conflict_column=earlier,
                    conflict_line=line,
                    state=_state(following),
                )
        state = following


def _state(state: State) -> dict[str, Any]:
    n, c, qp, nr, _ = state
    return {"n": n, "c": c, "qp": write(qp), "nr": write(nr)}


def lines(trace: Iterable[Event], *, explain: bool = False) -> Iterator[tuple[Event, str]]:
    """The trace as the text prints it: a line a step, and one for each solution and for the end."""
    for event in trace:
        if event.kind is Kind.SOLUTION:
            yield event, f"### solution {event.number} {write_queens(event.placement)}"
        elif event.kind is Kind.END:
            yield event, "### end of search, all solutions found"
        elif event.state:
            line = "trace: c: {c} qp: {qp} nr: {nr}".format_map(event.state)
            yield event, f"{line} ; {next_step(event)}" if explain else line


def write_queens(queens: Placement) -> str:
    """The queens as the list qp, newest column first."""
    return f"({' '.join(map(str, reversed(queens)))})"


def next_step(event: Event) -> str:
    """Which of the five cases applies to the state that the event has led to, and why."""
    n, c = event.state["n"], event.state["c"]
    row = int(event.state["nr"][1:].split(")")[0].split()[0])
    if c == n:
        return f"c is {n}: all queens stand, a solution"
    if row == n:
        where = f"back to column {c - 1}" if c else "no column to go back to: the end"
        return f"every row of column {c} has been tried: {where}"
    if clash := conflict(event.placement, row):
        earlier, line = clash
        return f"row {row}: {line} conflict with column {earlier} (row {event.queens[earlier]})"
    return f"row {row}: no conflict, place a queen in column {c}"


def conflict(queens: Placement, row: int) -> tuple[int, str] | None:
    """The nearest queen that a queen in this row of the next column is in conflict with.

    Its column, and ``row`` or ``diagonal``; None where there is no such queen. The nearest comes
    first because the program looks at the newest column first.
    """
    column = len(queens)
    for earlier in range(column - 1, -1, -1):
        if queens[earlier] == row:
            return earlier, "row"
        if abs(queens[earlier] - row) == column - earlier:
            return earlier, "diagonal"
    return None
