"""The events of SICP exercise 2.42: queen_cols entered and left, with the boards of every level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from solvers.paradigms.sicp import exercise
from solvers.paradigms.sicp.exercise import Board, Representation, queens
from solvers.puzzle.problem import Problem
from solvers.puzzle.scheme_lists import lay_out, write
from solvers.tracing.event import Event, Kind

PROGRAM = Path(exercise.__file__)
EXECUTED = {
    "enter": "queen_cols(k - 1)",
    "enter 0": "return [representation.empty_board]",
    "leave": "partial(is_safe, k)",
    "leave 0": "return [representation.empty_board]",
    "solution": "return map(placement, queens(",
}


def events(board: Representation, problem: Problem) -> Iterator[Event]:
    """Run ``queens`` with an is_safe that remembers the boards of each level.

    The recursion goes down first and comes back up level by level, so all is known at the end.
    """
    n = problem.n
    levels: list[list[Board]] = [[board.empty_board], *([] for _ in range(n))]

    def is_safe(k: int, positions: Board) -> bool:
        safe = board.is_safe(k, positions)
        if safe:
            levels[k].append(positions)
        return safe

    found = list(queens(problem.domains, replace(board, is_safe=is_safe), Counter()))
    columns = range(len(problem.prefix), n + 1)  # before, there is one board, and no row to choose
    for k in reversed(columns):
        yield Event(Kind.ENTER, (), state={"k": k, "depth": n - k})
    for k in columns:
        own = {"k": k, "depth": n - k, **written(board, levels[k])}
        yield Event(Kind.LEAVE, (), state=own)
    for number, positions in enumerate(found, 1):
        yield Event(Kind.SOLUTION, board.placement(positions), number=number)
    yield Event(Kind.END, ())


def written(board: Representation, boards: list[Board]) -> dict[str, Any]:
    """The boards as the text writes them, and as placements."""
    return {
        "boards": [write(positions) for positions in boards],
        "placements": [list(board.placement(positions)) for positions in boards],
    }


def lines(trace: Iterable[Event]) -> Iterator[tuple[Event, str]]:
    """The calls and returns as Racket's ``trace`` prints them, a mark for each depth."""
    for event in trace:
        if event.kind is Kind.ENTER:
            if not event.state["depth"]:
                yield event, f">(queen {event.state['k']})"
            yield event, f"{_marks('>', event.state['depth'])}(queen-cols {event.state['k']})"
        elif event.kind is Kind.LEAVE:
            marks = f"{_marks('<', event.state['depth'])}'"
            yield event, marks + lay_out(event.state["boards"], len(marks))
            if not event.state["depth"]:
                yield event, "'" + lay_out(event.state["boards"], 1)


def _marks(mark: str, depth: int) -> str:
    return "".join(" " if level % 2 else mark for level in range(depth + 1))
