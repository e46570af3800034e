"""The events of SICP 2.42: each call of queen_cols, and the boards that it returns."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import partial

from solvers.paradigms.sicp import coloured
from solvers.paradigms.sicp.exercise import REPRESENTATION, Board, Representation
from solvers.puzzle.problem import Problem
from solvers.puzzle.scheme_lists import write
from solvers.tracing.course_texts import lay_out, positions_of
from solvers.tracing.event import Event, Kind, TraceNotes


def events(board: Representation, problem: Problem) -> Iterator[Event]:
    """Yield each call of queen_cols, and the boards that it returns.

    The suite's programs compute boards lazily; here each call computes its boards at once, as in
    the book.
    """
    n, first = problem.n, len(problem.prefix)

    def queen_cols(k: int) -> Generator[Event, None, list[Board]]:
        yield Event(Kind.ENTER, (), state={"k": k, "depth": n - k})
        boards = [positions_of(board, problem.prefix)] if k == first else []
        if k > first:
            rest, rows = (yield from queen_cols(k - 1)), problem.domains[k - 1]
            longer = (board.adjoin_position(row + 1, k, queens) for queens in rest for row in rows)
            boards += [positions for positions in longer if board.is_safe(k, positions)]
        state = {
            "k": k,
            "depth": n - k,
            "boards": [write(positions) for positions in boards],
            "placements": [list(board.placement(positions)) for positions in boards],
        }
        yield Event(Kind.LEAVE, (), state=state)
        return boards

    solutions = yield from queen_cols(n)
    for number, positions in enumerate(solutions, 1):
        yield Event(Kind.SOLUTION, board.placement(positions), number=number)
    yield Event(Kind.END, ())


def coloured_events(problem: Problem) -> Iterator[Event]:
    """Yield the events on a coloured board, with its own ``is_safe``."""
    safe = partial(coloured.is_safe, problem.colours)
    return events(replace(REPRESENTATION, is_safe=safe), problem)


def lines(event: Event) -> Iterator[str]:
    """The calls and returns as Racket's ``trace`` prints them, with the depth as marks."""
    if event.kind is Kind.ENTER:
        if not event.state["depth"]:
            yield f">(queen {event.state['k']})"
        yield f"{_marks('>', event.state['depth'])}(queen-cols {event.state['k']})"
    elif event.kind is Kind.LEAVE:
        marks = f"{_marks('<', event.state['depth'])}'"
        yield marks + lay_out(event.state["boards"], len(marks))
        if not event.state["depth"]:
            yield "'" + lay_out(event.state["boards"], 1)


def _marks(mark: str, depth: int) -> str:
    return "".join(" " if level % 2 else mark for level in range(depth + 1))


NOTES = TraceNotes(
    line_of_event={
        "enter": " queen_cols(k - 1)",
        "enter 0": "return [",
        "leave": "partial(is_safe, k)",
        "leave 0": "return [",
        "solution": "return map(placement, queens(",
    },
    printed=lines,
)
