"""Solutions in the notation and the order of the text that a backend follows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from solvers.errors import TraceError
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import Representation
from solvers.puzzle.placements import Placement
from solvers.puzzle.scheme_lists import lay_out, push_all, write

Notation = Callable[[Sequence[Placement]], str]


def representation(backend: Backend) -> Representation | None:
    """The board representation of an answer to exercise 2.42; None for any other backend."""
    found = getattr(sys.modules[backend.solve.__module__], "REPRESENTATION", None)
    return found if isinstance(found, Representation) else None


def native(backend: Backend, solutions: Sequence[Placement]) -> str:
    """The solutions, given in the order in which the backend found them, as its text shows them.

    Raises TraceError.
    """
    if board := representation(backend):
        return lay_out(write(_board(board, placement)) for placement in solutions)
    if backend.name not in NOTATIONS:
        raise TraceError(
            f"{backend.name} has no notation of its own; those of the course texts have: "
            f"{', '.join(NOTATIONS)} and the answers to SICP 2.42 (sicp, sicp-...)"
        )
    return NOTATIONS[backend.name](solutions)


def _board(board: Representation, placement: Placement) -> Any:
    """The placement in this representation."""
    positions = board.empty_board
    for column, row in enumerate(placement, 1):
        positions = board.adjoin_position(row + 1, column, positions)
    return positions


def solution_vector(solutions: Sequence[Placement]) -> str:
    """COMP 333 in Racket: last found first, each with its newest column first."""
    return lay_out(write(push_all((), placement)) for placement in reversed(solutions))


def prolog_lists(solutions: Sequence[Placement]) -> str:
    """COMP 333 in Prolog: a list a line, as writeln/1 shows it, newest column first."""
    return "\n".join(f"[{','.join(map(str, reversed(placement)))}]" for placement in solutions)


NOTATIONS: dict[str, Notation] = {"backtracking": solution_vector, "prolog": prolog_lists}
