"""SICP exercise 2.42 with (row column) positions; one accumulation tests the newest queen.

Source: an answer from the web, which the course text quotes without author or address. One
accumulation combines the tests against all other queens, even after one has failed. A list is a
pair (first, rest): the position (5 2) is ``(5, (2, ()))``.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms.sicp.exercise import Representation, queens
from solvers.puzzle.scheme_lists import Pair, accumulate, elements, from_iterable


def pos(row: int, column: int) -> Pair:
    """A position: the list of its row and its column, from 1."""
    return from_iterable((row, column))


def pos_row(position: Pair) -> int:
    """The row of a position."""
    return position[0]


def pos_col(position: Pair) -> int:
    """The column of a position."""
    return position[1][0]


def is_pos_diagonal(queen: Pair, other: Pair) -> bool:
    """Whether two positions are as many rows apart as they are columns apart."""
    return abs(pos_row(queen) - pos_row(other)) == abs(pos_col(queen) - pos_col(other))


def adjoin_position(row: int, column: int, positions: Pair) -> Pair:
    """The board with one more position at its head."""
    return pos(row, column), positions


def is_safe(_k: int, positions: Pair) -> bool:
    """Whether the newest queen attacks none of the others."""
    new_queen, others = positions

    def is_attack(other: Pair) -> bool:
        return pos_row(new_queen) == pos_row(other) or is_pos_diagonal(new_queen, other)

    def and_is_safe_from(other: Pair, is_safe_so_far: bool) -> bool:
        return not is_attack(other) and is_safe_so_far

    return accumulate(and_is_safe_from, others, initial=True)  # a queen alone is safe


def placement(positions: Pair) -> Placement:
    """Column 0 first, rows from 0."""
    return tuple([pos_row(position) - 1 for position in elements(positions)][::-1])


REPRESENTATION = Representation((), adjoin_position, is_safe, placement)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions in lexicographic order."""
    return map(placement, queens(problem.domains, REPRESENTATION, work))


BACKEND = Backend(
    name="sicp-positions",
    paradigm="functional recursion",
    solve=solve,
    practical_n_first=25,
    variant_of="sicp",
    difference="Each queen is a list (row column), and one accumulation tests the newest queen.",
)
