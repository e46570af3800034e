"""SICP exercise 2.42 with (row column) lists; the newest queen is compared with each in turn.

Source: Quan Tong, *SICP Exercise 2.42: Eight queens puzzle* (on the web, 29 October 2021).
``is_safe`` compares the newest queen with the nearest one. If they do not attack each other, it
calls itself without the nearest. A list is a pair (first, rest): (5 2) is ``(5, (2, ()))``.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms.sicp.exercise import Representation, queens
from solvers.puzzle.scheme_lists import Pair, elements, from_iterable


def row(position: Pair) -> int:
    """The row of a position, from 1: its first element."""
    return position[0]


def col(position: Pair) -> int:
    """The column of a position, from 1: its second element."""
    return position[1][0]


def is_attack(queen: Pair, other: Pair) -> bool:
    """Whether two queens in different columns share a row or a diagonal."""
    return row(queen) == row(other) or abs(row(queen) - row(other)) == abs(col(queen) - col(other))


def adjoin_position(new_row: int, column: int, rest_of_queens: Pair) -> Pair:
    """The board with one more position at its head."""
    return from_iterable((new_row, column)), rest_of_queens


def is_safe(k: int, positions: Pair) -> bool:
    """Whether the newest queen attacks none of the others."""
    newest, others = positions
    if not others:
        return True
    nearest, rest = others
    return not is_attack(newest, nearest) and is_safe(k, (newest, rest))


def placement(positions: Pair) -> Placement:
    """Column 0 first, rows from 0."""
    return tuple([row(position) - 1 for position in elements(positions)][::-1])


REPRESENTATION = Representation((), adjoin_position, is_safe, placement)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions in lexicographic order."""
    return map(placement, queens(problem.domains, REPRESENTATION, work))


BACKEND = Backend(
    name="sicp-attack",
    paradigm="functional recursion",
    solve=solve,
    practical_n_first=25,
    variant_of="sicp",
    difference="Each queen is a list (row column), and the newest one is compared with each other.",
)
