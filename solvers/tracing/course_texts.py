"""The notations of the course texts: lists of solutions, and the unfolding of nc."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from solvers import registry
from solvers.errors import TraceError
from solvers.interface import Backend
from solvers.paradigms import sicp
from solvers.paradigms.backtracking import nc_1
from solvers.paradigms.sicp.exercise import Representation
from solvers.puzzle.placements import Placement
from solvers.puzzle.scheme_lists import push_all, write

Notation = Callable[[Sequence[Placement]], str]
"""Writes solutions, in the order in which they were found, as a course text does."""

WIDTH = 79
"""The width at which Racket breaks the lines of a list."""


def lay_out(elements: Iterable[str], indent: int = 0) -> str:
    """A list of texts, as Racket prints it: on one line if it fits, else one element per line.

    The list begins in the column ``indent``.
    """
    parts = list(elements)
    line = f"({' '.join(parts)})"
    if indent + len(line) <= WIDTH:
        return line
    line_break = "\n" + " " * (indent + 1)
    return f"({line_break.join(parts)})"


def representation(backend: Backend) -> Representation | None:
    """The board representation of an answer to exercise 2.42; None for any other backend."""
    module = getattr(backend.solve, "__module__", "")
    if not module.startswith(f"{sicp.__name__}."):  # others may import one
        return None
    board = getattr(sys.modules[module], "REPRESENTATION", None)
    return board if isinstance(board, Representation) else None


def in_notation(backend: Backend, solutions: Sequence[Placement]) -> str:
    """The solutions in the notation of the backend's course text; raises TraceError without one.

    Give the solutions in the order in which the backend found them.
    """
    if board := representation(backend):
        return lay_out(write(positions_of(board, placement)) for placement in solutions)
    if not backend.notation or backend.origin:
        able = [known.name for known in registry.backends().values() if known.notation]
        raise TraceError(
            f"--course-notation does not work with {backend.name}; it works with "
            f"{', '.join(able)} and the answers to SICP 2.42 (sicp, sicp-...)"
        )
    module, _, name = backend.notation.partition(":")
    notation: Notation = getattr(import_module(module), name)
    return notation(solutions)


def positions_of(board: Representation, placement: Placement) -> Any:
    """The placement in this representation."""
    positions = board.empty_board
    for column, row in enumerate(placement, 1):
        positions = board.adjoin_position(row + 1, column, positions)
    return positions


def solution_vector(solutions: Sequence[Placement]) -> str:
    """The solutions as COMP 333 shows them in Racket: last found first, last column first."""
    return lay_out(write(push_all((), placement)) for placement in reversed(solutions))


def prolog_lists(solutions: Sequence[Placement]) -> str:
    """The solutions as COMP 333 shows them in Prolog: one list per line, last column first."""
    return "\n".join(f"[{','.join(map(str, reversed(placement)))}]" for placement in solutions)


def nc_unfolded(v: int, p: Sequence[int]) -> Iterator[str]:
    """Unfold (nc v p) in the layout of COMP 333; then show the result of each test."""
    listed = f"'({' '.join(map(str, p))})"
    yield f"(nc {v} {listed})"
    yield f"=> (nc-h {v} {listed} 1)"
    tests = [
        f"(nc-1 {v} {row} {distance}) ; distance between {v} and {row} is {distance}"
        for distance, row in enumerate(p, 1)
    ]
    yield "    => (AND " + "\n            ".join(tests)
    yield "          )"
    results = [nc_1(v, row, distance) for distance, row in enumerate(p, 1)]
    yield f"    => (AND{''.join(' ' + _scheme(result) for result in results)})"
    yield f"=> {_scheme(all(results))}"
    for (distance, row), free in zip(enumerate(p, 1), results, strict=True):
        if not free:
            why = "one row" if row == v else f"{abs(row - v)} rows and {distance} columns apart"
            yield f"; {v} and {row} are in conflict: {why}"


def _scheme(value: bool) -> str:  # noqa: FBT001  # the value itself
    return "#t" if value else "#f"
