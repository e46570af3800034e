"""The variable of a model that is the board, found by its values in all solutions.

It is the one whose values are solutions of the puzzle most often. Variables that hold the same
board in two ways, as a model with channelled views has them, count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import Any

from solvers.grading.returned import (
    SMALLEST_SURE,
    BoardAnswer,
    Format,
    NoPlacement,
    Reading,
    Shape,
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

MOST_COMPARED = 300
"""The most solutions for each n by which the variables are compared."""

CLEARLY = 2
"""The board of a model is a solution more than this many times as often as any other variable."""


@dataclass(frozen=True)
class Candidate:
    """A variable, with its values for each n, read in one format."""

    name: str
    format: Format
    values: Mapping[int, Sequence[Any]]
    placements: Mapping[int, Sequence[Placement | None]] = field(init=False)
    """The values as placements; None where a value is not one."""

    def __post_init__(self) -> None:
        read = {n: [self._read(value, n) for value in given] for n, given in self.values.items()}
        object.__setattr__(self, "placements", read)

    def _read(self, value: Any, n: int) -> Placement | None:
        found = self.format.solutions((value,), n)
        return found[0] if found and not isinstance(found[0], NoPlacement) else None

    @cached_property
    def solutions(self) -> int:
        """The number of values that are solutions of the puzzle."""
        return sum(
            int(is_valid(pack(filter(None, found), n).placements()).sum())
            for n, found in self.placements.items()
        )

    @property
    def placed(self) -> int:
        """The number of values that are placements."""
        return sum(each is not None for found in self.placements.values() for each in found)

    @property
    def takes_n(self) -> bool:
        """Whether some value for each n has the shape of a board of n columns, if there is any."""
        fits = SHAPES[self.format.shape]
        return all(
            any(fits(value, n) for value in given) for n, given in self.values.items() if given
        )

    def of(self, n: int, solutions: Sequence[Solution]) -> Candidate:
        """The same variable in other solutions for n."""
        return Candidate(self.name, self.format, _values({n: solutions}, self.name))

    @property
    def parts(self) -> list[str]:
        """The variables that hold the board: two arrays, or one."""
        return parts_of(self.name)

    def reading(self) -> Reading:
        """The placements; a value that is not one becomes a NoPlacement.

        A size below SMALLEST_SURE is not accepted if none of its values is a placement: a model
        that asks for most queens has answers where the puzzle has no solution.
        """
        found: Any = {}
        for n, placements in self.placements.items():
            pairs = zip(self.values[n], placements, strict=True)
            kept = [self._rejected(value, n) if one is None else one for value, one in pairs]
            is_refused = (
                n < SMALLEST_SURE and kept and all(isinstance(e, NoPlacement) for e in kept)
            )
            found[n] = None if is_refused else kept
        return Reading(self.format, found)

    def _rejected(self, value: Any, n: int) -> BoardAnswer:
        if self.format.shape is Shape.ROWS and (rows := rows_of(value, n)):
            return tuple(row - self.format.base for row in rows)  # off the board
        if board := drawn_board(value, n):
            return NoPlacement(board, drawn=True)
        return NoPlacement(value if isinstance(value, tuple) else (value,))

    def is_same_board(self, other: Candidate) -> bool:
        """Whether a symmetry of the board makes all placements of one those of the other."""
        names: set[str] | None = None
        for n, placements in self.placements.items():
            mine, theirs = (pack(each, n) for each in (placements, other.placements[n]))
            if mine.rejected or theirs.rejected:
                return False
            packed, image = mine.placements(), theirs.placements()
            are_right = bool(is_valid(packed).all() and is_valid(image).all())
            images = {"": packed, **(symmetries(packed) if are_right and n > 1 else {})}
            if n >= SMALLEST_SURE and placements:
                same = {name for name, moved in images.items() if (moved == image).all()}
                names = same if names is None else names & same
        return bool(names)


def board_of(solutions: Solutions, name: str = "") -> Candidate | tuple[str, ...]:
    """The variable that is the board, or the names of several that may be; () if none is.

    With a ``name``, it is this one if it has the shape of a board at all.
    """
    sure = {n: found for n, found in solutions.items() if n >= SMALLEST_SURE} or solutions
    first = {n: found[:MOST_COMPARED] for n, found in sure.items()}
    named = name.replace(" ", "")
    possible = [*_candidates(first, named)] or [*_candidates(sure, named)]
    found = sorted(possible, key=_worth, reverse=True)
    if not found:
        return ()
    best, *others = found
    rivals = [
        each
        for each in others
        if each.solutions * CLEARLY >= best.solutions and not best.is_same_board(each)
    ]
    if rivals:
        return tuple(each.name for each in (best, *rivals))
    return Candidate(best.name, best.format, _values(solutions, best.name))


def _worth(candidate: Candidate) -> tuple[int, int, bool]:
    """The numbers by which candidates are compared; of two views, row numbers come first."""
    return candidate.solutions, candidate.placed, candidate.format.shape is Shape.ROWS


def _candidates(solutions: Solutions, name: str) -> Iterator[Candidate]:
    """The variables with the shape of a board, each in the format that fits best."""
    names = dict.fromkeys(each for found in solutions.values() for one in found for each in one)
    singles = [each for each in names if name in {"", each, each.partition("/")[0]}]
    found = [best for each in singles if (best := _best(solutions, each))]
    yield from found
    most = max((each.solutions for each in found), default=0)
    arrays = [each for each in names if _are_numbers(solutions, each)]
    for pair in combinations(arrays if len(arrays) <= MOST_PAIRED else (), 2):
        both = f"({', '.join(pair)})"
        best = _best(solutions, both) if name in {"", both.replace(" ", "")} else None
        if best and best.solutions > most:
            yield best


def _are_numbers(solutions: Solutions, name: str) -> bool:
    """Whether the variable is an array of n numbers."""
    return all(rows_of(one.get(name), n) for n, found in solutions.items() for one in found)


def _best(solutions: Solutions, name: str) -> Candidate | None:
    """The variable in the format by which most values are solutions; None if it fits none."""
    values = _values(solutions, name)
    found = [Candidate(name, each, values) for each in _formats(values)]
    fitting = [each for each in found if each.placed and each.takes_n]
    return max(fitting, key=_worth, default=None)


def parts_of(name: str) -> list[str]:
    """The names of the two arrays in ``(columns, rows)``, or the only name."""
    return name[1:-1].split(", ") if name.startswith("(") and ", " in name else [name]


def _values(solutions: Solutions, name: str) -> dict[int, list[Any]]:
    """The values of a variable, or the squares that two arrays together hold, for each n."""
    if len(parts := parts_of(name)) > 1:
        first, second = parts
        return {
            n: [tuple(zip(one[first], one[second], strict=True)) for one in found]
            for n, found in solutions.items()
        }
    return {n: [one.get(name, ()) for one in found] for n, found in solutions.items()}


def _formats(values: Mapping[int, Iterable[Any]]) -> Iterator[Format]:
    """The formats whose shape some value has."""
    shapes = {
        shape
        for n, given in values.items()
        for value in given
        for shape, fits in SHAPES.items()
        if fits(value, n)
    }
    if Shape.ROWS in shapes:
        yield from (Format(Shape.ROWS, base=base) for base in (0, 1))
    if Shape.SQUARES in shapes:
        bases = product((0, 1), repeat=2)
        yield from (Format(Shape.SQUARES, base=base, column=column) for base, column in bases)
    if Shape.BOARD in shapes:
        yield from (Format(Shape.BOARD, mark=1, column=column) for column in (0, 1))


def _is_square_of_bits(value: Any, n: int) -> bool:
    board = drawn_board(value, n) if isinstance(value, tuple) else None
    return board is not None and {cell for line in board for cell in line} <= {0, 1}


SHAPES = {Shape.ROWS: rows_of, Shape.SQUARES: squares_of, Shape.BOARD: _is_square_of_bits}
"""For each shape, whether a value has it for n."""
