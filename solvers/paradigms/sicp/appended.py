"""SICP exercise 2.42 with a list of rows, the new one appended at the end.

Source: an answer from the web, which the course text quotes without author or address. The list is
in reading order, column 1 first: (3 7 2 8 5 1 4 6). The price is in ``adjoin_position``, which
copies the whole board, and in ``is_safe``, which walks to the end of the list to find the new
queen.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms.sicp.exercise import Representation, queens
from solvers.puzzle.scheme_lists import Pair, elements


def adjoin_position(row: int, column: int, positions_so_far: Pair) -> Pair:
    """A copy of the board with one more row at its end."""
    if not positions_so_far:
        return row, ()
    first, rest = positions_so_far
    return first, adjoin_position(row, column, rest)


def last(items: Pair) -> int:
    """The last element of a list that has one."""
    first, rest = items
    return last(rest) if rest else first


def is_safe(column: int, positions: Pair) -> bool:
    """Whether the last queen stands on no row and no diagonal of the queens before it."""
    new_row = last(positions)
    distances = range(column - 1, 0, -1)  # of the older queens, so zip stops before the new one
    for distance, row in zip(distances, elements(positions), strict=False):
        if row == new_row or abs(row - new_row) == distance:
            return False
    return True


def placement(positions: Pair) -> Placement:
    """Column 0 first, rows from 0."""
    return tuple([row - 1 for row in elements(positions)])


REPRESENTATION = Representation((), adjoin_position, is_safe, placement)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions in lexicographic order."""
    return map(placement, queens(problem.domains, REPRESENTATION, work))


BACKEND = Backend(
    name="sicp-appended",
    paradigm="functional recursion",
    solve=solve,
    practical_n_first=25,
    variant_of="sicp",
    difference="The new row goes to the end of the list, so each try copies the board.",
)
