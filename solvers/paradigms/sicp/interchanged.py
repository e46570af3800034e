"""SICP exercise 2.43: exercise 2.42 with the nested mappings interchanged, which makes it slow.

Source: Abelson and Sussman, *Structure and Interpretation of Computer Programs*, exercise 2.43.
With the rows on the outside, each call for column k calls ``queen_cols(k - 1)`` once per row. So
``queen_cols(0)`` runs 46,656 times for six queens (6 to the power 6), and once in exercise 2.42.
The boards are those of ``sicp``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms.sicp.exercise import Board, adjoin_position, flatmap, is_safe, placement


def queens(domains: Sequence[Sequence[int]], work: Counter[str]) -> Iterable[Board]:
    """The sequence of all boards; the book tries the rows 1 to board-size in each column."""

    def with_row(new_row: int, k: int) -> Iterable[Board]:
        for rest_of_queens in queen_cols(k - 1):
            work["row_tries"] += 1
            yield adjoin_position(new_row + 1, k, rest_of_queens)

    def queen_cols(k: int) -> Iterable[Board]:
        if k == 0:
            return [()]
        return filter(
            partial(is_safe, k),
            flatmap(lambda new_row: with_row(new_row, k), domains[k - 1]),
        )

    return queen_cols(len(domains))


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions, ordered by the row of the last column first."""
    return map(placement, queens(problem.domains, work))


BACKEND = Backend(
    name="sicp-interchanged",
    paradigm="functional recursion",
    solve=solve,
    variant_of="sicp",
    difference="The two mappings are interchanged, so the recursive call runs once for every row.",
    practical_n=7,
    practical_n_first=7,
)
