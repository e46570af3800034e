"""Random coloured boards, and their solutions, found without the suite."""

from __future__ import annotations

from functools import cache
from itertools import chain, pairwise, permutations
from random import Random

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Colours, Problem


def random_board(random: Random, n: int) -> Problem:
    """A board whose colours are regions, stripes with changes, or scattered over the squares."""
    while True:
        colours = random.choice([regions, stripes, scattered])(random, n)
        if len({*chain(*colours)}) == n:
            return Problem(n, colours=colours)


def regions(random: Random, n: int) -> Colours:
    """Each colour grows from one square; few boards of this kind have many solutions."""
    squares = [(column, row) for column in range(n) for row in range(n)]
    found = dict(zip(random.sample(squares, n), range(n), strict=True))
    while len(found) < n * n:
        column, row = random.choice([*found])
        right, down = random.choice([(0, 1), (0, -1), (1, 0), (-1, 0)])
        if (square := (column + right, row + down)) in squares:
            found.setdefault(square, found[column, row])
    return tuple(tuple(found[column, row] for row in range(n)) for column in range(n))


def stripes(random: Random, n: int) -> Colours:
    """A colour per row, or nearly: boards with many solutions."""
    most = random.choice([0, n, 2 * n])
    others = {(random.randrange(n), random.randrange(n)): random.randrange(n) for _ in range(most)}
    return tuple(tuple(others.get((column, row), row) for row in range(n)) for column in range(n))


def scattered(random: Random, n: int) -> Colours:
    """Any colour on any square."""
    return tuple(tuple(random.randrange(n) for _ in range(n)) for _ in range(n))


def random_boards(number: int, most: int = 8) -> list[Problem]:
    """This number of boards of 4 to ``most`` columns, the same ones every time."""
    random = Random(8)  # noqa: S311  # the same ones every time
    return [random_board(random, 4 + count % (most - 3)) for count in range(number)]


@cache
def coloured_solutions(problem: Problem) -> frozenset[Placement]:
    """All solutions of a coloured board, out of all permutations."""
    begins = len(problem.prefix)
    return frozenset(
        rows
        for rows in permutations(range(problem.n))
        if all(abs(one - other) > 1 for one, other in pairwise(rows))
        and len({problem.colours[column][row] for column, row in enumerate(rows)}) == problem.n
        and rows[:begins] == problem.prefix
        and problem.blocked.isdisjoint(enumerate(rows))
    )
