"""Three formulations of the puzzle, each posted by the same few calls to every engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, Protocol, TypeAlias

from solvers.adapters.one_model import Engine
from solvers.interface import Goal, Placement, Problem

Solutions: TypeAlias = Iterator[Sequence[int]]
"""The values of the variables, in one solution after another."""


class FullEngine(Engine, Protocol):
    """An engine that can be measured in every formulation; some have only a part of this."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        """Post ``one + distance != other``."""

    def square(self, *, free: bool) -> Any:
        """Declare a Boolean variable, which is false unless the square is ``free``."""

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        """Post that one of these squares is true, or at most one."""


class AskedAgain:
    """An engine that finds one solution at a time: a clause excludes it, and the engine goes on."""

    some: Any = True
    none: Any = False
    """The answers of ``check``."""

    def boolean(self) -> Any:
        """Declare a Boolean variable."""

    def check(self) -> Any:
        """Look for a solution."""

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        """The values of the variables in the solution that was found, bool for a Boolean."""
        raise NotImplementedError

    def unlike(self, variable: Any, value: int) -> Any:
        """The literal that the variable has another value."""

    def clause(self, literals: Sequence[Any]) -> None:
        """Post that one of these literals holds."""

    def square(self, *, free: bool) -> Any:
        """See FullEngine."""
        variable = self.boolean()
        if not free:
            self.clause([self.unlike(variable, value=True)])
        return variable

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        """See FullEngine: a clause for the line, and one for each two squares of it."""
        if exactly:
            self.clause(line)
        for pair in combinations(line, 2):
            self.clause([self.unlike(each, value=True) for each in pair])

    def exclude(self, variables: Sequence[Any], values: Sequence[int]) -> None:
        """Exclude a solution; its true squares, one per column, are enough."""
        pairs = zip(variables, values, strict=True)
        self.clause([self.unlike(*pair) for pair in pairs if pair[1] is not False])

    def solutions(self, variables: Sequence[Any], _goal: Goal, work: Counter[str]) -> Solutions:
        """Ask for one solution after another."""
        while (answer := self.check()) == self.some:
            work["solve_calls"] += 1
            values = self.values(variables)
            yield values
            self.exclude(variables, values)
        if answer != self.none:
            raise RuntimeError(f"{type(self).__name__} stopped before the end: {answer}")


class NumberedSquares:
    """An engine without Booleans: a square is 0 or 1."""

    integer: Callable[[Sequence[int]], Any]

    def square(self, *, free: bool) -> Any:
        """See FullEngine."""
        return self.integer((0, 1) if free else (0,))


def all_different(engine: FullEngine, problem: Problem) -> list[Any]:
    """Post three all-different constraints; return a variable per column."""
    rows = [engine.integer(allowed) for allowed in problem.domains]
    for step in (0, 1, -1):
        engine.all_different([(row, step * column) for column, row in enumerate(rows)])
    return rows


def pairwise(engine: FullEngine, problem: Problem) -> list[Any]:
    """Post three inequalities for each two columns; return a variable per column."""
    rows = [engine.integer(allowed) for allowed in problem.domains]
    for (left, one), (right, other) in combinations(enumerate(rows), 2):
        for distance in (0, right - left, left - right):
            engine.differ(one, other, distance)
    return rows


def squares(engine: FullEngine, problem: Problem) -> list[Any]:
    """Post a constraint per line of squares; return a variable per square, column by column."""
    size = range(problem.n)
    board = [
        [engine.square(free=row in allowed) for row in size]
        for allowed in map(set, problem.domains)
    ]
    for line in chain(board, zip(*board, strict=True)):
        engine.one_of(line, exactly=True)
    for edge in range(1, 2 * problem.n - 2):
        for turned in (board, board[::-1]):
            line = [turned[c][edge - c] for c in size if 0 <= edge - c < problem.n]
            engine.one_of(line, exactly=False)
    return [*chain(*board)]


@dataclass(frozen=True, slots=True)
class Formulation:
    """A way to post the puzzle, in words and as the function that posts it."""

    words: str
    post: Callable[[FullEngine, Problem], list[Any]]


FORMULATIONS = {
    "all-different": Formulation(
        "n integer variables, one per column, whose value is the row of its queen; three "
        "all-different constraints of n terms each, for the rows, for the sums of row and column, "
        "and for their differences",
        all_different,
    ),
    "pairwise": Formulation(
        "the same n variables; three inequalities of two terms for each two columns, because the "
        "two queens share no row and neither diagonal",
        pairwise,
    ),
    "squares": Formulation(
        "n² Boolean variables, one per square; exactly one is true in each column and row, and at "
        "most one on each diagonal of two squares or more",
        squares,
    ),
}

EXCLUSION = (
    "An engine is *asked again* (see Engines) if its interface here gives one solution at a time: "
    "a clause of n literals excludes each, which says that a column has another row, or that one "
    "of the n true squares is false. Where all-different takes no sums, each sum has a variable."
)


@dataclass(frozen=True, slots=True)
class Posted:
    """The ``solve`` of an engine in one formulation."""

    engine: Callable[[], FullEngine]
    formulation: str

    def __call__(self, problem: Problem, work: Counter[str]) -> Iterator[Placement]:
        """Yield every solution as the engine finds it."""
        engine, n = self.engine(), problem.n
        variables = FORMULATIONS[self.formulation].post(engine, problem)
        for values in engine.solutions(variables, problem.goal, work):
            if self.formulation == "squares":
                yield tuple([[*values[c * n : c * n + n]].index(True) for c in range(n)])
            else:
                yield tuple(values)
