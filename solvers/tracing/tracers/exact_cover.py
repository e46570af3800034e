"""The events of exact cover: Algorithm X as a recursive generator.

Source: Knuth, *The Art of Computer Programming*, 7.2.2.1, Algorithm X, choosing an item with the
fewest options left. The backend's library is compiled and reports no search steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from solvers.puzzle.problem import Problem, Square
from solvers.tracing.event import Event, Kind, TraceNotes
from solvers.tracing.recorder import Recorder

NOTES = TraceNotes(
    difference="these are the steps of the same algorithm in Python, which may choose among "
    "columns and rows with equally few squares in another order than the compiled library"
)

PrimaryItem = tuple[Kind, int]
"""A primary item: a column or a row. The diagonals need not be covered."""


def events(problem: Problem) -> Iterator[Event]:
    """Yield the events of the search, which begins with the prefix's queens on the board."""
    algorithm = _AlgorithmX(problem)
    for square in enumerate(problem.prefix):
        algorithm.remove_attacked(square)
    yield from algorithm.search()
    yield from algorithm.end({})


class _AlgorithmX(Recorder):
    """Algorithm X on the recorder's free squares, which are the options."""

    def search(self) -> Iterator[Event]:
        """Search from this position: place forced queens, then try the options of one item."""
        while (chosen := self._smallest_item()) and len(chosen[1]) == 1:
            (square,) = chosen[1]
            self.imply(square, covers=_items(square))
            self.remove_attacked(square)
        if chosen is None:
            self.solution()
        else:
            (line, number), options = chosen
            name = {"column" if line is Kind.COLUMN else "row": number}
            if not options:
                self.emit(Kind.WIPEOUT, **name)
            else:
                self.enter_node(line, **name, state={"options": len(options)})
            for square in options:
                self.decide(square, covers=_items(square))
                self.remove_attacked(square)
                yield from self.search()
                self.backtrack(square[0])
        yield from self.drain()

    def remove_attacked(self, queen: Square) -> None:
        """Remove the squares in other columns that the queen attacks."""
        for square in sorted(self.free):
            if self.attacks(queen, square):
                self.remove(square, by=queen[0])

    def _smallest_item(self) -> tuple[PrimaryItem, list[Square]] | None:
        """The item with the fewest options, and these options; None if all items are covered."""
        items = [
            ((kind, number), self.open_squares(line, number))
            for line, kind, covered in (
                (0, Kind.COLUMN, {*self.queens}),
                (1, Kind.ROW, {*self.queens.values()}),
            )
            for number in range(self.n)
            if number not in covered
        ]
        item, options = min(items, key=lambda option: len(option[1]), default=(None, []))
        return (item, sorted(options)) if item else None


def _items(square: Square) -> list[str]:
    """The four items that a queen on this square covers, under the backend's names."""
    column, row = square
    return [f"column {column}", f"row {row}", f"sum {column + row}", f"difference {column - row}"]
