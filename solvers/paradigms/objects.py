"""Objects: each queen finds its own place, and asks its neighbour whether it can keep it.

Source: T. Budd, *An Introduction to Object-Oriented Programming* (1991), chapter "A Case Study:
Eight Queens", with the names of its methods (``move`` is ours); the sentinel left of the first
queen is that of his later editions. Where his methods make tail calls, Python needs a loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from solvers.interface import Backend, Placement, Problem


class Sentinel:
    """The neighbour of the first queen: attacks nobody, and has no other place to go to."""

    def can_attack(self, _row: int, _column: int) -> bool:
        """Whether a queen on that square is attacked."""
        return False

    def advance(self) -> bool:
        """Whether there is another solution up to here."""
        return False

    def result(self) -> Placement:
        """The rows of all queens up to here."""
        return ()


class Queen:
    """The queen of one column. It knows its row and its neighbour, and no other queen."""

    def __init__(
        self, column: int, rows: Sequence[int], neighbour: Queen | Sentinel, work: Counter[str]
    ) -> None:
        self.column, self.rows, self.neighbour, self.work = column, rows, neighbour, work
        self.place = 0

    @property
    def row(self) -> int:
        """Its row."""
        return self.rows[self.place]

    def find_solution(self) -> bool:
        """Move on until no queen to the left attacks; return whether it found such a place."""
        while self.neighbour.can_attack(self.row, self.column):
            if not self.move():
                return False
        return True

    def advance(self) -> bool:
        """Find the next solution up to this column; return whether there is one."""
        return self.move() and self.find_solution()

    def move(self) -> bool:
        """Go to the next row; after the last one, begin again and let the neighbour advance.

        Return False if no queen to the left can advance either.
        """
        self.work["moves"] += 1
        if self.place + 1 < len(self.rows):
            self.place += 1
            return True
        self.place = 0
        return self.neighbour.advance()

    def can_attack(self, row: int, column: int) -> bool:
        """Whether this queen or one to its left attacks that square."""
        distance = column - self.column
        attacks = self.row in (row, row - distance, row + distance)
        return attacks or self.neighbour.can_attack(row, column)

    def result(self) -> Placement:
        """The rows of all queens up to this column."""
        return (*self.neighbour.result(), self.row)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Line up the queens, each beside its neighbour, and let the last one advance."""
    last: Queen | Sentinel = Sentinel()
    for column, rows in enumerate(problem.domains):
        last = Queen(column, rows, last, work)
        if not last.find_solution():
            return
    yield last.result()
    while last.advance():
        yield last.result()


BACKEND = Backend(
    name="objects",
    paradigm="object-oriented programming",
    group="imperative",
    solve=solve,
    practical_n_first=25,
    idea="Each queen asks its neighbour whether a row is attacked, and tells it to advance when "
    "no row is left. The queens search together.",
    searches="the queens: each asks its neighbour",
    undoes="the neighbour: it is told to move on",
    knows="the queens to the left",
)
