"""The events of the COMP 333 search, derived from its states, and the trace of the course text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from solvers.paradigms import backtracking_coloured
from solvers.paradigms.backtracking import State, nc, step
from solvers.puzzle.problem import Problem
from solvers.puzzle.scheme_lists import elements, from_iterable, push_all, write
from solvers.tracing.event import Event, Kind, TraceNotes
from solvers.tracing.position import Position
from solvers.tracing.recorder import Recorder


def events(problem: Problem) -> Iterator[Event]:
    """Step through the search; one event of each step has the new state."""
    n, prefix, domains = problem.n, problem.prefix, problem.domains
    rows_of = [*domains, range(n)]  # on a full board nr begins with row 0 of the next column
    first_column, recorder = len(prefix), Recorder(problem)
    test = partial(backtracking_coloured.nc, problem.colours) if problem.colours else nc
    tried = push_all((), (1 for _ in prefix))  # the only row of each prefix column has been tried
    state: State = n, first_column, push_all((), prefix), (0, tried), ()
    recorder.enter_column()
    while True:
        yield from recorder.drain()
        _, c, _, nr, _ = state
        following = step(state, domains, test) if first_column < n else state
        if following is state or following[1] < first_column:
            yield from recorder.end({})
            return
        own = _state(following, rows_of)
        if following[1] < c:
            recorder.go_back(own)
        else:
            row = domains[c][nr[0]]
            recorder.try_row(c, row)
            if following[1] > c:
                recorder.place(c, row, own)
                recorder.enter_column()
            else:
                recorder.conflict(c, row, recorder.attacker(c, row), own)
        state = following


def _state(state: State, rows_of: Sequence[Sequence[int]]) -> dict[str, Any]:
    """The state in the notation of the text: nr holds rows, and n for a column without a row."""
    n, c, qp, nr, _ = state
    rows = [
        rows_of[column][place] if place < len(rows_of[column]) else n
        for column, place in zip(range(c, -1, -1), elements(nr), strict=True)
    ]
    return {"n": n, "c": c, "qp": write(qp), "nr": write(from_iterable(rows))}


def lines(event: Event, *, explain: bool = False) -> Iterator[str]:
    """The trace as the text prints it: one line per step, per solution, and for the end."""
    if event.kind is Kind.SOLUTION:
        yield f"### solution {event.number} {write(push_all((), event.placement))}"
    elif event.kind is Kind.END:
        yield "### end of search, all solutions found"
    elif event.state:
        line = "trace: c: {c} qp: {qp} nr: {nr}".format_map(event.state)
        yield f"{line} ; {next_step(event)}" if explain else line


def next_step(event: Event) -> str:
    """The case (one of five) that applies next, with its reason."""
    n, c = event.state["n"], event.state["c"]
    row = int(event.state["nr"][1:].split(")")[0].split()[0])
    if c == n:
        return f"c is {n}: all queens are placed, a solution"
    if row == n:
        where = (
            f": back to column {c - 1}" if c else ", and no column is left to go back to: the end"
        )
        return f"every row of column {c} has been tried{where}"
    # The program looks at the newest column first.
    earlier = Position(Problem(n, event.placement)).attacker(c, row)
    if earlier is not None:
        other = event.placement[earlier]
        line = "row" if row == other else "diagonal"
        return f"row {row}: {line} conflict with column {earlier} (row {other})"
    return f"row {row}: no conflict, place a queen in column {c}"


NOTES = TraceNotes(
    line_of_event={
        "column": "next_row, rest = nr",
        "try": "row = domains[c][next_row]",
        "placed": "return n, c + 1, (row, qp)",
        "conflict": "return n, c, qp, (next_row + 1, rest), sv",
        "backtrack after solution": "return n, c - 1, qp[1], nr[1], (qp, sv)",
        "backtrack": "return n, c - 1, qp[1], rest, sv",
        "solution": "yield ",
        "end": "return state",
    },
    printed=lines,
    explained=partial(lines, explain=True),
)
