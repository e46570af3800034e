"""What a wrong set looks like: the right one transposed, mirrored, with rows from 1, ..."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.search import solutions

Turn = Callable[[Placement], Placement]

TURNS: dict[str, Turn] = {
    "transposed: it gives for each row the column of its queen": lambda one: tuple(
        one.index(row) for row in range(len(one))
    ),
    "newest column first: its columns come from the last to the first (mirrored left to right)": (
        lambda one: one[::-1]
    ),
    "mirrored top to bottom: its rows count from the other end": lambda one: tuple(
        len(one) - 1 - row for row in one
    ),
    "rows from 1: its rows count from 1, and here they count from 0": lambda one: tuple(
        row + 1 for row in one
    ),
    "rows from 1, and newest column first": lambda one: tuple(row + 1 for row in one[::-1]),
    "turned by half: both rows and columns count from the other end": lambda one: tuple(
        len(one) - 1 - row for row in one[::-1]
    ),
}
"""By what it looks like: how each right placement would then come out."""

Lines = Callable[[int, int], int]

LINES: dict[str, Lines] = {
    "diagonals that fall are not compared": lambda column, row: row + column,
    "diagonals that rise are not compared": lambda column, row: row - column,
}
"""By what it looks like: the one kind of diagonal that is still compared."""


@cache
def right(problem: Problem) -> frozenset[Placement]:
    """All solutions of the board, by the referee's own search."""
    return frozenset(tuple(one) for block in solutions(problem) for one in block.tolist())


def likenesses(found: Sequence[tuple[Problem, Sequence[tuple[int, ...]]]]) -> list[str]:
    """What would give exactly what was found, on every one of these problems."""
    seen = [(problem, sorted(placements)) for problem, placements in found]
    return [
        name
        for name, wrong in _hypotheses().items()
        if any(placements != sorted(right(problem)) for problem, placements in seen)
        and all(sorted(wrong(problem)) == placements for problem, placements in seen)
    ]


def _hypotheses() -> dict[str, Callable[[Problem], list[Placement]]]:
    turned = {
        name: lambda problem, turn=turn: [turn(one) for one in right(problem)]
        for name, turn in TURNS.items()
    }
    uncompared = {
        name: lambda problem, line=line: [
            one
            for one in permutations(range(problem.n))
            if len({line(column, row) for column, row in enumerate(one)}) == problem.n
            and one[: len(problem.prefix)] == problem.prefix
            and problem.blocked.isdisjoint(enumerate(one))
        ]
        for name, line in LINES.items()
    }
    return (
        {
            "nothing at all: it finds no solution": lambda _: [],
            "the prefix is not looked at": lambda problem: list(
                right(Problem(problem.n, blocked=problem.blocked))
            ),
            "the blocked squares are not looked at": lambda problem: list(
                right(Problem(problem.n, problem.prefix))
            ),
            "neither the prefix nor the blocked squares are looked at": lambda problem: list(
                right(Problem(problem.n))
            ),
            "each solution comes twice": lambda problem: [*right(problem)] * 2,
            "the last one is missing, in lexicographic order": lambda problem: sorted(
                right(problem)
            )[:-1],
            "the first one is missing, in lexicographic order": lambda problem: sorted(
                right(problem)
            )[1:],
            "only the first one is found": lambda problem: sorted(right(problem))[:1],
        }
        | turned
        | uncompared
    )
