"""What is to be solved: a board size and the queens that already stand."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.board.placements import MAX_N, Placement, attacking_pair
from solvers.errors import UsageError

# OEIS A000170, n = 0..27: the number of ways to place n queens.
KNOWN_COUNTS = (
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
    95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644, 24233937684440,
    227514171973736, 2207893435808352, 22317699616364044, 234907967154122528,
)  # fmt: skip


class ProblemError(UsageError):
    """A board size or prefix that makes no sense; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Place n queens, given the rows of the first columns.

    Raises ProblemError where n is outside 0..255 or the prefix is too long, off the board, or
    attacks itself.
    """

    n: int
    prefix: Placement = ()

    def __post_init__(self) -> None:
        n, prefix = self.n, self.prefix
        if type(n) is not int or not 0 <= n <= MAX_N:
            raise ProblemError(f"n must be a whole number from 0 to {MAX_N}, not {n}")
        if len(prefix) > n:
            raise ProblemError(
                f"the prefix places {len(prefix)} queens on a board of {n} columns; "
                f"give at most {n} rows"
            )
        for column, row in enumerate(prefix):
            if type(row) is not int or not 0 <= row < n:
                raise ProblemError(
                    f"row {row} in column {column} of the prefix is off the board; "
                    f"rows count from 0 to {n - 1}"
                )
        if pair := attacking_pair(prefix):
            left, right = pair
            raise ProblemError(
                f"the prefix attacks itself: the queens in column {left} (row {prefix[left]}) and "
                f"column {right} (row {prefix[right]}); move one of them"
            )

    @property
    def known_count(self) -> int | None:
        """How many solutions there are (OEIS A000170), where that is known: n <= 27, no prefix."""
        return KNOWN_COUNTS[self.n] if not self.prefix and self.n < len(KNOWN_COUNTS) else None
