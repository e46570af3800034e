"""The problem: a board, the queens that are given, the squares that are blocked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING

from solvers.errors import ProblemError
from solvers.lazy import numpy as np
from solvers.puzzle.placements import (
    MAX_N,
    MAX_N_FIRST,
    Packed,
    Placement,
    as_bytes,
    attacking_columns,
    from_bytes,
    is_on_board,
    is_valid,
    plain_rows,
    whole,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

# OEIS A000170, n = 0..27: the number of ways to place n queens.
KNOWN_COUNTS = (
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
    95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644, 24233937684440,
    227514171973736, 2207893435808352, 22317699616364044, 234907967154122528,
)  # fmt: skip


class Goal(StrEnum):
    """The goal of a run."""

    ALL = "all"
    """All solutions."""
    FIRST = "first"
    """One solution, or a report that none exists."""


Square = tuple[int, int]
"""A column and a row, both from 0."""

Colours = tuple[tuple[int, ...], ...]
"""``colours[column][row]`` is the colour of a square, 0 to n - 1; () without colours."""


class Attack(StrEnum):
    """The rule by which two queens attack each other."""

    COLUMN = "column"
    ROW = "row"
    DIAGONAL = "diagonal"
    TOUCH = "touch"
    """On a coloured board: they are neighbours, perhaps at a corner."""
    COLOUR = "colour"
    """On a coloured board: their squares have one colour."""


def share_a_line(square: Square, other: Square) -> bool:
    """Whether two squares are in one column, in one row or on one diagonal."""
    columns, rows = abs(square[0] - other[0]), abs(square[1] - other[1])
    return columns == 0 or rows in (0, columns)


@dataclass(frozen=True)
class Problem:
    """Place n queens; some squares may be blocked, and a prefix may place the first queens.

    ``prefix`` holds the rows of the first queens, and ``blocked`` holds squares (column, row). To
    fix a queen in a column after the prefix, block all other squares of that column. With the goal
    ``first``, one solution is enough.

    A board with ``colours`` is another puzzle: one queen in each column, row and colour, and no two
    queens touch, not even at a corner. Diagonals do not matter otherwise.

    Raises ProblemError if n is outside 0..255, or 0..1,000,000 for one solution, if a square is off
    the board, if the queens of the prefix attack each other or are on blocked squares, or if there
    are not n colours. A column without a free square is allowed: the problem then has no solutions.
    """

    n: int
    prefix: Placement = ()
    blocked: frozenset[Square] = frozenset()
    goal: Goal = Goal.ALL
    colours: Colours = ()

    def __post_init__(self) -> None:
        n = whole(self.n)
        if n is None or not 0 <= n <= MAX_N_FIRST:
            largest = MAX_N if self.goal is Goal.ALL else MAX_N_FIRST
            raise ProblemError(f"n must be a whole number from 0 to {largest}, not {self.n!r}")
        if n > MAX_N and self.goal is Goal.ALL:
            raise ProblemError(
                f"n = {n} is too large for all solutions, which are found up to n = {MAX_N}; "
                f"one solution is found up to n = {MAX_N_FIRST:,}"
            )
        _examine_colours(self.colours, n)
        prefix = plain_rows(self.prefix)
        object.__setattr__(self, "n", n)
        object.__setattr__(self, "prefix", prefix)
        if len(prefix) > n:
            raise ProblemError(
                f"the prefix places {len(prefix)} queens on a board of {n} columns; "
                f"give at most {n} rows"
            )
        for column, row in enumerate(prefix):
            if type(row) is not int or not 0 <= row < n:
                raise ProblemError(
                    f"row {row!r} in column {column} of the prefix is off the board; "
                    f"rows are 0 to {n - 1}"
                )
        if pair := self.attacking(enumerate(prefix)):
            left, right = pair
            raise ProblemError(
                f"the prefix has two queens that attack each other: column {left} (row "
                f"{prefix[left]}) and column {right} (row {prefix[right]}); move one of them"
            )
        for square in self.blocked:
            _examine(square, n, "blocked")
        for column, row in enumerate(prefix):
            if (column, row) in self.blocked:
                raise ProblemError(f"the queen in column {column} stands on a blocked square")

    @property
    def is_plain(self) -> bool:
        """Whether the board is empty, with no prefix, no blocked squares and no colours."""
        return not self.prefix and not self.blocked and not self.colours

    @property
    def known_count(self) -> int | None:
        """The number of solutions to find, if it is known; else None.

        For all solutions: OEIS A000170, for n <= 27 and an empty board. For one solution: an empty
        board has a solution for every n except 2 and 3 (E. Pauls, 1874).
        """
        if not self.is_plain:
            return None
        if self.goal is Goal.FIRST:
            return int(self.n not in (2, 3))
        return KNOWN_COUNTS[self.n] if self.n < len(KNOWN_COUNTS) else None

    @cached_property
    def blocked_rows(self) -> dict[int, set[int]]:
        """The blocked rows of each column that has some."""
        blocked: dict[int, set[int]] = {}
        for column, row in self.blocked:
            blocked.setdefault(column, set()).add(row)
        return blocked

    @cached_property
    def domains(self) -> tuple[Sequence[int], ...]:
        """The rows on which the queen of each column may stand, in order."""
        domains: list[Sequence[int]] = [range(self.n)] * self.n  # those of free columns are one
        for column, closed in self.blocked_rows.items():
            domains[column] = tuple(row for row in range(self.n) if row not in closed)
        return (*((row,) for row in self.prefix), *domains[len(self.prefix) :])

    def __reduce__(self) -> tuple[type[Problem], tuple[object, ...]]:
        """The fields alone: the domains follow from them."""
        return Problem, (self.n, self.prefix, self.blocked, self.goal, self.colours)

    def attack(self, square: Square, other: Square) -> Attack | None:
        """The rule by which queens on these two squares attack each other; None if they do not.

        This is the rule of the puzzle, for boards with and without colours. For boards without,
        ``is_valid`` and ``attacking_columns`` apply it to many queens at once.
        """
        columns, rows = abs(square[0] - other[0]), abs(square[1] - other[1])
        if columns == 0 or rows == 0:
            return Attack.ROW if columns else Attack.COLUMN
        if not self.colours:
            return Attack.DIAGONAL if columns == rows else None
        if columns == rows == 1:
            return Attack.TOUCH
        one, another = (self.colours[column][row] for column, row in (square, other))
        return Attack.COLOUR if one == another else None

    def attacking(self, queens: Iterable[Square]) -> tuple[int, int] | None:
        """The first two columns whose queens attack each other, the left one first, or None.

        ``queens`` has at most one queen per column, in order.
        """
        if not self.colours:
            return attacking_columns(list(queens))
        pairs = combinations(queens, 2)
        return next(((one[0], other[0]) for one, other in pairs if self.attack(one, other)), None)

    def peaceful(self, packed: Packed) -> NDArray[np.bool_]:
        """For each placement, whether it is on the board and no two queens attack each other."""
        if not self.colours:
            return is_valid(packed)
        are_right, rows = is_on_board(packed), np.minimum(packed, self.n - 1)
        for left, right in combinations(range(self.n), 2):
            are_right &= ~attacked(self.colours, left, right)[rows[:, left], rows[:, right]]
        return are_right

    def allows(self, packed: Packed) -> NDArray[np.bool_]:
        """For each placement, whether it begins with the prefix and avoids the blocked squares.

        It does not check whether queens attack each other.
        """
        allowed: NDArray[np.bool_] = (packed[:, : len(self.prefix)] == self.prefix).all(axis=1)
        for column, closed in self.blocked_rows.items():
            free = np.ones(self.n, np.bool_)
            free[list(closed)] = False
            allowed &= free[np.minimum(packed[:, column], self.n - 1)]  # no row is beyond the board
        return allowed

    def with_prefix(self, prefix: Placement) -> Problem:
        """The same board with these queens in its first columns.

        Raises ProblemError if the queens do not fit the board.
        """
        return replace(self, prefix=prefix)


@lru_cache(maxsize=1 << 12)
def attacked(colours: Colours, left: int, right: int) -> NDArray[np.bool_]:
    """For each row of two columns of a coloured board, whether queens there attack each other.

    The shape is (n, n); the row in the left column comes first.
    """
    problem, rows = Problem(len(colours), colours=colours), range(len(colours))
    table = [[bool(problem.attack((left, row), (right, other))) for other in rows] for row in rows]
    return np.array(table, np.bool_)


def with_given(  # noqa: PLR0913  # the parts of a board
    n: int,
    given: Iterable[Square],
    blocked: Iterable[Square] = (),
    prefix: Placement = (),
    goal: Goal = Goal.ALL,
    *,
    colours: Iterable[Iterable[int]] = (),
) -> Problem:
    """A board with queens on the ``given`` squares and those of the prefix; raises ProblemError."""
    board = Problem(n, prefix, goal=goal, colours=tuple(map(plain_rows, colours)))
    rows = dict(enumerate(board.prefix))
    given, blocked = _squares(given), _squares(blocked)
    for column, row in sorted(given):
        _examine((column, row), n, "given")
        if rows.setdefault(column, row) != row:
            raise ProblemError(f"two queens are given in column {column}; leave one out")
        if (column, row) in blocked:
            raise ProblemError(f"the queen given at {column}:{row} stands on a blocked square")
    if pair := board.attacking(sorted(rows.items())):
        left, right = pair
        raise ProblemError(
            f"the queens given at {left}:{rows[left]} and {right}:{rows[right]} attack each other; "
            "move one of them"
        )
    others = {(column, row) for column, _ in given for row in range(n)} - given
    return replace(board, blocked=blocked | others)


def _squares(squares: Iterable[Iterable[int]]) -> frozenset[Square]:
    """The squares, from any sequences of two; raises ProblemError."""
    try:
        pairs = {tuple(square) for square in squares}
    except TypeError:
        raise ProblemError("squares are pairs of a column and a row, such as [(0, 3)]") from None
    numbers = set()
    for square in pairs:
        column, row = map(whole, square) if len(square) == 2 else (None, None)
        if column is None or row is None:
            raise ProblemError(f"{square} is not a square; give a column and a row, both from 0")
        numbers.add((column, row))
    return frozenset(numbers)


def _examine(square: Square, n: int, what: str) -> None:
    column, row = square
    if not (0 <= column < n and 0 <= row < n):
        raise ProblemError(
            f"the {what} square {column}:{row} is off the board of {n} columns and rows"
        )


def _examine_colours(colours: Colours, n: int) -> None:
    if not colours:
        return
    if len(colours) != n or {len(column) for column in colours} != {n}:
        raise ProblemError(f"a board of {n} columns needs the colours of {n} squares per column")
    if (number := len({*chain(*colours)})) != n:
        raise ProblemError(
            f"the board has {number} colours, but {n} rows; each queen needs a colour of its own, "
            "so a board has as many colours as rows"
        )
    if {*chain(*colours)} != {*range(n)}:
        raise ProblemError(f"the {n} colours of a board are the numbers 0 to {n - 1}")


def known_solution(n: int) -> Packed:
    """A placement of n queens that do not attack each other, as an array of shape (1, n).

    Source: the rule in Wikipedia's article *Eight queens puzzle*; E. Pauls (1874) proved that there
    is a placement. Counted from 1, rows of even number come first, then those of odd number, with a
    few exchanged where n leaves a rest of 2 or 3 modulo 6. Raises ValueError for 2 and 3, which
    have no solution.
    """
    if n in (2, 3):
        raise ValueError(f"there is no way to place {n} queens")
    even, odd = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if n % 6 == 2:
        odd[0], odd[1] = odd[1], odd[0]  # 3, 1, 7, 9, ..., and 5 last
        odd.append(odd.pop(2))
    elif n % 6 == 3:
        even.append(even.pop(0))  # 4, 6, ..., and 2 last
        odd = [*odd[2:], 1, 3]
    return from_bytes(as_bytes([row - 1 for row in even + odd]), n, 1)


def given_queens(problem: Problem) -> dict[int, int]:
    """The rows of the queens that are given after the prefix, by their columns.

    A queen is given where its column has no other free square; on a board of one square, none is.
    Two of them may attack each other.
    """
    columns = range(len(problem.prefix), problem.n if problem.n > 1 else 0)
    return {column: rows[0] for column in columns if len(rows := problem.domains[column]) == 1}


def closed_squares(problem: Problem) -> set[Square]:
    """The blocked squares of the columns without a given queen."""
    return {square for square in problem.blocked if len(problem.domains[square[0]]) != 1}
