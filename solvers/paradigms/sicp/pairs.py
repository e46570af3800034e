"""SICP exercise 2.42 with (row . column) pairs, safe if no coordinate occurs twice.

Source: exercise 2.42 in
https://github.com/cionx/solutions-structure-and-interpretation-of-computer-programs. A square has a
row and two diagonals, which row - column and row + column identify. The newest queen is safe if no
other has one of these three.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms.sicp import exercise
from solvers.paradigms.sicp.exercise import Representation
from solvers.puzzle.scheme_lists import Pair, elements

Queen = tuple[int, int]
Coordinate = Callable[[Queen], int]


def make_queen(row: int, column: int) -> Queen:
    """A queen on that square; the pair is Scheme's ``(row . column)``."""
    return row, column


def queen_row(queen: Queen) -> int:
    """The queen's row, counted from 1."""
    return queen[0]


def queen_column(queen: Queen) -> int:
    """The queen's column, counted from 1."""
    return queen[1]


def adjoin_position(new_row: int, k: int, rest_of_queens: Pair) -> Pair:
    """The board with one more queen at its head."""
    return make_queen(new_row, k), rest_of_queens


def is_first_multiple_times(items: list[int]) -> bool:
    """Whether the first item is also among the others."""
    return items[0] in items[1:]


def is_safe(_k: int, queens: Pair) -> bool:
    """Whether the newest queen has a row and two diagonals of its own."""

    def is_free_coord(coord_function: Coordinate) -> bool:
        return not is_first_multiple_times([coord_function(queen) for queen in elements(queens)])

    return (
        is_free_coord(queen_row)
        and is_free_coord(lambda queen: queen_row(queen) - queen_column(queen))
        and is_free_coord(lambda queen: queen_row(queen) + queen_column(queen))
    )


def placement(queens: Pair) -> Placement:
    """Column 0 first, rows from 0."""
    return tuple([queen_row(queen) - 1 for queen in elements(queens)][::-1])


REPRESENTATION = Representation((), adjoin_position, is_safe, placement)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions in lexicographic order."""
    return map(placement, exercise.queens(problem.domains, REPRESENTATION, work))


BACKEND = Backend(
    name="sicp-pairs",
    paradigm="functional recursion",
    solve=solve,
    practical_n_first=25,
    variant_of="sicp",
    difference="Each queen is a pair of row and column, safe if no other has its row, its "
    "row + column, or its row - column.",
)
