"""SICP exercise 2.42: all ways to place k queens, from all ways to place k - 1.

Source: Abelson and Sussman, *Structure and Interpretation of Computer Programs*, section 2.2.3,
exercise 2.42. ``queens`` is the book's procedure. It leaves the boards to ``empty_board``,
``adjoin_position`` and ``is_safe``, which are the exercise. Here a board is the list of its rows,
newest first: (6 4 2) has queens in three columns. Scheme's list is a chain of pairs: (6, (4, (2,
()))). The other files of this folder change the board, its test or the order. The book's sequences
are iterators here, so the first solution comes early. Rows and columns count from 1, as in the
book, until ``placement`` counts them from 0.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from solvers.interface import Backend, Placement, Problem
from solvers.puzzle.scheme_lists import Pair, elements


def adjoin_position(new_row: int, _k: int, rest_of_queens: Pair) -> Pair:
    """The board with one more queen at its head; its column is its place in the list."""
    return new_row, rest_of_queens


def is_safe(_k: int, positions: Pair) -> bool:
    """Whether the newest queen is safe: no older queen is in its row or on its diagonals."""
    new_row, rest = positions
    diagonal = anti_diagonal = new_row
    while rest:
        row, rest = rest
        diagonal -= 1
        anti_diagonal += 1
        if row == new_row or row == diagonal or row == anti_diagonal:
            return False
    return True


def placement(positions: Pair) -> Placement:
    """Column 0 first, rows from 0."""
    return tuple([row - 1 for row in elements(positions)][::-1])


Board = Any
"""One board (the book's set of positions); only its representation knows its shape."""


@dataclass(frozen=True, slots=True)
class Representation:
    """The parts that exercise 2.42 asks for; ``placement`` reads the rows of a board."""

    empty_board: Board
    adjoin_position: Callable[[int, int, Board], Board]
    is_safe: Callable[[int, Board], bool]
    placement: Callable[[Board], Placement]


REPRESENTATION = Representation((), adjoin_position, is_safe, placement)


def flatmap(proc: Callable[[Any], Iterable[Board]], seq: Iterable[Any]) -> Iterator[Board]:
    """Map proc over the sequence and join the sequences that it gives."""
    return chain.from_iterable(map(proc, seq))


def queens(
    domains: Sequence[Sequence[int]], representation: Representation, work: Counter[str]
) -> Iterable[Board]:
    """The sequence of all boards; ``domains[k - 1]`` stands for the book's rows 1 to board-size.

    ``adjoin_position`` and ``is_safe`` are those of the representation.
    """
    adjoin_position, is_safe = representation.adjoin_position, representation.is_safe

    def in_each_row(k: int, rest_of_queens: Board) -> Iterable[Board]:
        for row in domains[k - 1]:
            work["row_tries"] += 1
            yield adjoin_position(row + 1, k, rest_of_queens)

    def queen_cols(k: int) -> Iterable[Board]:
        if k == 0:
            return [representation.empty_board]
        return filter(
            partial(is_safe, k),
            flatmap(partial(in_each_row, k), queen_cols(k - 1)),
        )

    return queen_cols(len(domains))


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions in lexicographic order, as the book's procedure does."""
    return map(placement, queens(problem.domains, REPRESENTATION, work))


BACKEND = Backend(
    name="sicp",
    paradigm="functional recursion",
    group="scheme",
    solve=solve,
    practical_n_first=25,
    idea="Take all ways to place k - 1 queens, add a queen in each row of column k, and keep the "
    "safe boards. Nothing is undone, because nothing is changed.",
    searches="the program: it extends every safe board",
    undoes="nobody: no board is ever changed",
    knows="the safe boards of the columns before",
    coloured="solvers.paradigms.sicp.coloured",
)
