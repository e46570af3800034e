"""The variable of a model that is the board, found by its values in all solutions.

It is the one whose values are solutions of the puzzle most often. Variables that hold the same
board in two ways, as a model with channelled views has them, count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from solvers.grading.given import are_given, solutions_among
from solvers.grading.returned import (
    LISTS,
    SMALLEST_SURE,
    BoardAnswer,
    Format,
    NoPlacement,
    Reading,
    Shape,
    both_ways,
    drawn_board,
    rows_of,
    squares_of,
)
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement, is_valid
from solvers.puzzle.symmetry import symmetries

Solution = Mapping[str, Any]
"""The values of a solution of a model, by the names of variables or predicates."""

Solutions = Mapping[int, Sequence[Solution]]
"""All solutions of a model for each n."""

MOST_PAIRED = 6
"""The most arrays of which each two are tried as the columns and the rows of one board."""

CLEARLY = 2
"""The board of a model is a solution more than this many times as often as any other variable."""


@dataclass(frozen=True)
class BoardVariable:
    """A variable that may be the board: its values for each n, read in the format that fits best.

    A value that is no placement is a ``NoPlacement``.
    """

    name: str
    boards: Reading
    views: tuple[str, ...] = ()
    """The other variables that hold the same board."""

    @cached_property
    def worth(self) -> tuple[int, int, bool]:
        """The numbers by which variables are compared: solutions, placements, row numbers first.

        A solution that comes several times counts each time: another variable may differ then.
        """
        packed = {n: pack(self.boards.placements(n), n).placements() for n in self.boards.found}
        solutions = sum(solutions_among(each, n) for n, each in packed.items())
        return solutions, sum(map(len, packed.values())), self.boards.format.shape is Shape.ROWS

    def placements(self, n: int, solutions: Sequence[Solution]) -> list[Placement | None]:
        """The placements that other solutions of the model for n hold; None for what is none."""
        values = _values({n: solutions}, self.name)[n]
        boards = [read_value(value, self.boards.format, n) for value in values]
        return [None if isinstance(board, NoPlacement) else board for board in boards]

    def is_same_board(self, other: BoardVariable) -> bool:
        """Whether a symmetry of the board makes all placements of one those of the other."""
        names: set[str] | None = None
        for n, found in self.boards.found.items():
            mine, theirs = self.boards.placements(n), other.boards.placements(n)
            if not len(mine) == len(theirs) == len(found or ()):
                return False
            packed, image = pack(mine, n).placements(), pack(theirs, n).placements()
            are_right = bool(is_valid(packed).all() and is_valid(image).all())
            images = {"": packed, **(symmetries(packed) if are_right and n > 1 else {})}
            if n >= SMALLEST_SURE and mine:
                same = {name for name, moved in images.items() if (moved == image).all()}
                names = same if names is None else names & same
        return bool(names)


def read_value(value: Any, answer_format: Format, n: int) -> BoardAnswer:
    """The board that a value of a variable is."""
    if boards := answer_format.solutions((value,), n):
        return boards[0]
    if answer_format.shape is Shape.ROWS and (rows := rows_of(value, n)):
        return tuple(row - answer_format.base for row in rows)  # off the board
    if board := drawn_board(value, n):
        return NoPlacement(board, drawn=True)
    return NoPlacement(value if isinstance(value, tuple) else (value,))


def board_of(solutions: Solutions, name: str = "") -> BoardVariable | tuple[str, ...]:
    """The variable that is the board, or the names of several that may be; () if none is.

    With a ``name``, it is this one if it has the shape of a board at all.
    """
    possible = [*_possible(solutions, name.replace(" ", ""))]
    if not possible:
        return ()
    best, *others = sorted(possible, key=lambda variable: variable.worth, reverse=True)
    near = [variable for variable in others if variable.worth[0] * CLEARLY >= best.worth[0]]
    rivals = [variable.name for variable in near if not best.is_same_board(variable)]
    if rivals:
        return best.name, *rivals
    boards = _read(_values(solutions, best.name), best.boards.format)
    return BoardVariable(best.name, boards, tuple(variable.name for variable in near))


def read_like(board: BoardVariable, solutions: Solutions) -> BoardVariable:
    """The same variable, in the same format, with its values in these solutions."""
    return BoardVariable(board.name, _read(_values(solutions, board.name), board.boards.format))


def _possible(solutions: Solutions, name: str) -> Iterator[BoardVariable]:
    """The variables with the shape of a board; two arrays only if they hold more solutions."""
    names = dict.fromkeys(
        each for found in solutions.values() for solution in found for each in solution
    )
    singles = [each for each in names if name in {"", each, each.partition("/")[0]}]
    variables = [best for each in singles if (best := _best(solutions, each))]
    yield from variables
    most = max((variable.worth[0] for variable in variables), default=0)
    sure = [(n, each) for n, found in _from_sure(solutions).items() for each in found]
    arrays = [name for name in names if all(rows_of(each.get(name), n) for n, each in sure)]
    for pair in combinations(arrays if len(arrays) <= MOST_PAIRED else (), 2):
        both = f"({', '.join(pair)})"
        best = _best(solutions, both) if name in {"", both.replace(" ", "")} else None
        if best and best.worth[0] > most:
            yield best


def _best(solutions: Solutions, name: str) -> BoardVariable | None:
    """The variable in the format by which most values are solutions; None without a placement.

    Sizes below SMALLEST_SURE count only between formats that read the others equally well.
    """
    values = _values(_from_sure(solutions), name)
    small = _values({n: solutions[n] for n in solutions if n not in values}, name)
    formats = both_ways(_formats(values)) if are_given(values) else _formats(values)
    read = [BoardVariable(name, _read(values, each)) for each in formats]
    fitting = [variable for variable in read if variable.worth[1]]

    def rank(variable: BoardVariable) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return variable.worth, BoardVariable(name, _read(small, variable.boards.format)).worth

    return max(fitting, key=rank, default=None)


def _from_sure(solutions: Solutions) -> Solutions:
    """The solutions for the sizes from SMALLEST_SURE on; all if there are no others."""
    return {n: found for n, found in solutions.items() if n >= SMALLEST_SURE} or solutions


def _read(values: Mapping[int, Sequence[Any]], answer_format: Format) -> Reading:
    """The values as boards.

    A size below SMALLEST_SURE is not accepted if none of its values is a placement, and all values
    of the other sizes are: a model that asks for most queens has answers where the puzzle has no
    solution.
    """
    read = {n: [read_value(value, answer_format, n) for value in values[n]] for n in values}
    odd = {n: [isinstance(each, NoPlacement) for each in boards] for n, boards in read.items()}
    has_odd = any(any(each) for n, each in odd.items() if n >= SMALLEST_SURE)
    refused = {
        n for n, each in odd.items() if n < SMALLEST_SURE and each and all(each) and not has_odd
    }
    return Reading(answer_format, {n: None if n in refused else read[n] for n in read})


def parts_of(name: str) -> list[str]:
    """The names of the two arrays in ``(columns, rows)``, or the only name."""
    return name[1:-1].split(", ") if name.startswith("(") and ", " in name else [name]


def _values(solutions: Solutions, name: str) -> dict[int, list[Any]]:
    """The values of a variable, or the squares that two arrays together hold, for each n."""
    if len(parts := parts_of(name)) > 1:
        first, second = parts
        return {
            n: [tuple(zip(each[first], each[second], strict=True)) for each in found]
            for n, found in solutions.items()
        }
    return {n: [each.get(name, ()) for each in found] for n, found in solutions.items()}


def _formats(values: Mapping[int, Iterable[Any]]) -> Iterator[Format]:
    """The formats whose shape some value has for each n."""
    shapes = {
        shape
        for shape, fits in SHAPES.items()
        if all(any(fits(value, n) for value in given) for n, given in values.items() if given)
    }
    yield from (each for each in LISTS if each.shape in shapes)
    if Shape.BOARD in shapes:
        empty = frozenset({0})
        yield from (Format(Shape.BOARD, column=each, sign=1, empty=empty) for each in (0, 1))


def _is_square_of_bits(value: Any, n: int) -> bool:
    board = drawn_board(value, n) if isinstance(value, tuple) else None
    return board is not None and {cell for line in board for cell in line} <= {0, 1}


SHAPES = {Shape.ROWS: rows_of, Shape.SQUARES: squares_of, Shape.BOARD: _is_square_of_bits}
"""For each shape, whether a value has it for n."""
