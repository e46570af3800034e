"""Propositional satisfiability on a coloured board: a colour is a line like a row or a column."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from solvers.interface import Colours, Placement, Problem
from solvers.paradigms import sat
from solvers.paradigms.sat import at_most_one, variable


def lines(n: int, colours: Colours) -> dict[tuple[str, int], list[int]]:
    """The variables of each column, row and colour."""
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for column, row in product(range(n), repeat=2):
        queen = variable(n, column, row)
        found["column", column].append(queen)
        found["row", row].append(queen)
        found["colour", colours[column][row]].append(queen)
    return found


def clauses(problem: Problem) -> Iterator[list[int]]:
    """The puzzle: one queen in each column, row and colour, and no two that touch at a corner."""
    from pysat.formula import IDPool

    n = problem.n
    auxiliary = IDPool(start_from=n * n + 1)
    for line in lines(n, problem.colours).values():
        yield line  # at least one queen
        yield from at_most_one(line, auxiliary)
    for column, row in product(range(n - 1), range(n)):
        for corner in {row - 1, row + 1}.intersection(range(n)):
            yield [-variable(n, column, row), -variable(n, column + 1, corner)]
    for column, rows in enumerate(problem.domains):
        for row in set(range(n)).difference(rows):  # no queen where the board allows none
            yield [-variable(n, column, row)]


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the models until there is none left."""
    return sat.solve(problem, work, clauses)


BACKEND = replace(
    sat.BACKEND,
    solve=solve,
    idea="One variable per square: one is true in each column, row and colour, and no two that "
    "touch. A further clause excludes each solution found.",
    trace="",
    untraced="on a coloured board, its steps are not told",
)
