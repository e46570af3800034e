"""Boards of a benchmark, and results on them."""

from __future__ import annotations

from fractions import Fraction

from boards import BOARDS

from solvers.benchmark.generator import BoardKind, recipes
from solvers.benchmark.instances import Instance
from solvers.benchmark.result import BoardOutcome, BoardResult
from solvers.benchmark.summary import Summary, summarise
from solvers.execution.result import Status
from solvers.puzzle.problem import Problem

FREE, CLOSED = Instance(Problem(4)), Instance(BOARDS["four, a row closed"])
SOLUTION = (1, 3, 0, 2)
BLOCKED = [
    Instance(one.board(4), one)
    for share in ("0.1", "0.5")
    for one in recipes(BoardKind.BLOCKED, Fraction(share), 1, 2)
]


def solved(board: int, backend: str, seconds: float) -> BoardResult:
    """A run that has a solution of the free board."""
    return BoardResult(board, backend, Status.COMPLETE, BoardOutcome.SOLUTION, seconds, SOLUTION)


def denied(board: int, backend: str, seconds: float) -> BoardResult:
    """A run that reports that no solution exists."""
    return BoardResult(board, backend, Status.COMPLETE, BoardOutcome.NONE, seconds)


def stopped(board: int, backend: str) -> BoardResult:
    """A run that was stopped at its limit."""
    return BoardResult(board, backend, Status.TIME_LIMIT, BoardOutcome.NOTHING, None)


def some_summary() -> Summary:
    """Four boards of two densities, two backends, one of them with an odd name."""
    name = "<b> & $a$"
    results = [
        *(solved(1, name, 0.5), stopped(2, name), denied(3, name, 0.1), stopped(4, name)),
        *(solved(1, "sicp", 0.2), stopped(2, "sicp"), denied(3, "sicp", 4.0)),
        denied(4, "sicp", 1.0),
    ]
    return summarise(BLOCKED, results, [name, "sicp"], [], 10.0)
