"""How the boards of a family are made: squares blocked at random, or queens given at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from solvers.benchmark.randomness import Stream
from solvers.errors import UsageError
from solvers.puzzle.problem import Problem, Square, with_given

ATTEMPTS = 200
"""How often the queens of one board are begun again before that is given up."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """Blocked n-queens: every square is blocked with this probability, each for itself."""

    share: Fraction

    @property
    def density(self) -> float:
        """The share of the squares that is blocked, on average."""
        return float(self.share)

    def board(self, n: int, stream: Stream) -> Problem:
        """A board of this kind."""
        squares = [(column, row) for column in range(n) for row in range(n)]
        above, below = self.share.as_integer_ratio()
        return Problem(n, blocked=frozenset(one for one in squares if stream.below(below) < above))


@dataclass(frozen=True, slots=True)
class Completion:
    """n-queens completion: so many queens stand already, and none attacks another.

    Each is put on one of the squares that those before leave free. Whether the board has a solution
    is not looked at (Gent, Jefferson and Nightingale, 2017).
    """

    queens: int

    @property
    def density(self) -> float:
        """How many queens are given."""
        return float(self.queens)

    def board(self, n: int, stream: Stream) -> Problem:
        """A board of this kind; raises UsageError where so many queens cannot be placed."""
        for _ in range(ATTEMPTS if self.queens <= n else 0):
            if (given := _peaceful(n, self.queens, stream)) is not None:
                return with_given(n, given)
        raise UsageError(
            f"{self.queens} queens that do not attack each other were not placed at random on a "
            f"board of {n} columns; give fewer"
        )


Kind = Blocked | Completion


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one board was made: the ``number``-th of its kind and size from this seed."""

    kind: Kind
    seed: int
    number: int

    def board(self, n: int) -> Problem:
        """The board, the same for the same recipe everywhere and for ever; raises UsageError."""
        what = (
            f"blocked {self.kind.share}"
            if isinstance(self.kind, Blocked)
            else f"given {self.kind.queens}"
        )
        return self.kind.board(n, Stream(f"board {n} {what} {self.seed} {self.number}"))


def recipes(kind: Kind, seed: int, count: int) -> Iterator[Recipe]:
    """So many boards of a kind; a larger count begins with the same ones."""
    return (Recipe(kind, seed, number) for number in range(1, count + 1))


def _peaceful(n: int, queens: int, stream: Stream) -> list[Square] | None:
    """So many queens that do not attack each other, or None where no square is left for one."""
    free = [(column, row) for column in range(n) for row in range(n)]
    placed: list[Square] = []
    while len(placed) < queens:
        if not free:
            return None
        column, row = stream.choice(free)
        placed.append((column, row))
        free = [
            (other, line)
            for other, line in free
            if other != column and abs(line - row) not in (0, abs(other - column))
        ]
    return placed
