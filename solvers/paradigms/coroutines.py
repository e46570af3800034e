"""Coroutines: each column's generator waits while those of the later columns run.

Source: the queens of CPython's own tests, ``Lib/test/test_generators.py`` (T. Peters), and their
``simple_conjoin``, the depth-first conjunction of Icon's generators. Each generator places its
queen, pauses, and removes it when it is resumed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from solvers.interface import Backend, Placement, Problem

Generators = Sequence[Callable[[], Iterator[int]]]


def conjoin(generators: Generators) -> Iterator[list[int]]:
    """Start each generator anew for every result of those before it; yield all their results."""
    values = [0] * len(generators)

    def conjoin_from(i: int) -> Iterator[list[int]]:
        if i == len(generators):
            yield values  # always the same list; the caller copies it
        else:
            for values[i] in generators[i]():  # noqa: B020  # as in the source
                yield from conjoin_from(i + 1)

    return conjoin_from(0)


class Queens:
    """The board that all generators share: the lines that are used."""

    def __init__(self, domains: Sequence[Sequence[int]], work: Counter[str]) -> None:
        self.domains, self.work = domains, work
        self.used: set[tuple[str, int]] = set()

    def row_generator(self, column: int) -> Iterator[int]:
        """Place this column's queen in each free row, and wait there while others go on."""
        for row in self.domains[column]:
            self.work["row_tries"] += 1
            uses = {("row", row), ("sum", row + column), ("difference", row - column)}
            if self.used.isdisjoint(uses):
                self.used |= uses
                yield row
                self.used -= uses


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Conjoin the generators of all columns."""
    board = Queens(problem.domains, work)
    yield from map(tuple, conjoin([partial(board.row_generator, c) for c in range(problem.n)]))


BACKEND = Backend(
    name="coroutines",
    paradigm="coroutines",
    group="imperative",
    solve=solve,
    practical_n_first=25,
    idea="Each column has its own loop, which pauses while its queen stands. Resumed, it removes "
    "it and tries the next row.",
    searches="a loop in each column",
    undoes="the loop that is resumed takes its queen away",
    knows="the rows and diagonals in use",
)
