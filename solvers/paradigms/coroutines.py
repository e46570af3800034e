"""Coroutines: a conjunction starts the next column's generator while this one waits.

Source: the queens of CPython's own tests, ``Lib/test/test_generators.py`` (T. Peters), and their
``simple_conjoin``, the depth-first conjunction of Icon's generators. Each generator places its
queen, pauses, and removes her when it is resumed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from solvers.interface import Backend, Placement, Problem

Generators = Sequence[Callable[[], Iterator[None]]]


def conjoin(generators: Generators, i: int = 0) -> Iterator[None]:
    """Resume the generators from the i-th on, each for every result of those before it."""
    if i == len(generators):
        yield
    else:
        for _ in generators[i]():
            yield from conjoin(generators, i + 1)


class Queens:
    """The board that all generators share: the rows so far, and the lines that are used."""

    def __init__(self, domains: Sequence[Sequence[int]], work: Counter[str]) -> None:
        self.domains, self.work = domains, work
        self.values = [0] * len(domains)
        self.used: set[tuple[str, int]] = set()

    def row_generator(self, column: int) -> Iterator[None]:
        """Place this column's queen in each free row, and wait there while others go on."""
        for row in self.domains[column]:
            self.work["row_tries"] += 1
            uses = {("row", row), ("sum", row + column), ("difference", row - column)}
            if self.used.isdisjoint(uses):
                self.used |= uses
                self.values[column] = row
                yield
                self.used -= uses


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Conjoin the generators of all columns."""
    board = Queens(problem.domains, work)
    for _ in conjoin([partial(board.row_generator, column) for column in range(problem.n)]):
        yield tuple(board.values)


BACKEND = Backend(
    name="coroutines",
    paradigm="coroutines",
    group="imperative",
    solve=solve,
    practical_n_first=25,
    idea="Each column has its own loop, which pauses while its queen stands. Resumed, it removes "
    "her and tries the next row.",
)
