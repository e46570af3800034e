"""Makes a coloured board with one solution: ``python -m solvers.puzzle.coloured N SEED``.

Each colour grows from a queen of a random placement in which no two touch. While another solution
exists, one of its squares goes over to the colour of a neighbour, so that this solution is none.
Before the board is printed, two backends and a certificate have to confirm that there is no other.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise, product
from random import Random

from solvers.puzzle.diagram import draw_diagram
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, Square

Colouring = dict[Square, int]

REPAIRS = 300
"""The most repairs before another placement is tried."""

TRIED = 12
"""The most solutions that are looked at for one that can be repaired away."""

PROVING = "-m solvers compare --board - --backends sicp,backtracking --certify --output json"
"""What finds the solutions of a board twice, and proves that there are no others."""


def neighbours(square: Square) -> list[Square]:
    """The squares beside, above and below."""
    column, row = square
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]


def random_placement(n: int, random: Random) -> Placement:
    """A row for each column, all different, with no two queens that touch."""
    while True:
        rows = random.sample(range(n), n)
        if all(abs(one - other) > 1 for one, other in pairwise(rows)):
            return tuple(rows)


def grown(queens: Placement, random: Random) -> Colouring:
    """A colour for each square: that of a neighbour, beginning with a colour for each queen."""
    found = {square: colour for colour, square in enumerate(enumerate(queens))}
    free = {*product(range(len(queens)), repeat=2)} - {*found}
    while free:
        square = random.choice([*found])
        beside = random.choice(neighbours(square))
        if beside in free:
            free.remove(beside)
            found[beside] = found[square]
    return found


def is_connected(squares: Iterable[Square]) -> bool:
    """Whether a way leads from each of these squares to each other one."""
    left = {*squares}
    waiting = [left.pop()] if left else []
    while waiting:
        reached = left.intersection(neighbours(waiting.pop()))
        left -= reached
        waiting += reached
    return not left


def ways_to_solve(
    problem: Problem, free: Iterable[Square], queens: tuple[Square, ...] = ()
) -> Iterator[Placement]:
    """All solutions with these queens, whose others stand on ``free`` squares.

    The next queen stands in the column, the row or the colour with the fewest squares left.
    """
    missing = problem.n - len(queens)
    if not missing:
        yield tuple(row for _, row in sorted(queens))
        return
    lines: dict[tuple[str, int], list[Square]] = defaultdict(list)
    for column, row in free:
        colour = problem.colours[column][row]
        for line in (("column", column), ("row", row), ("colour", colour)):
            lines[line].append((column, row))
    if len(lines) < 3 * missing:
        return
    for square in min(lines.values(), key=len):
        left = [other for other in free if not problem.attack(square, other)]
        yield from ways_to_solve(problem, left, (*queens, square))


def repaired(
    colouring: Colouring, queens: Placement, other: Placement, random: Random
) -> Colouring | None:
    """The colours after a square of the other solution has gone over to a neighbour's colour.

    All colours stay connected. None if there is no such square.
    """
    ways = [
        (square, colouring[beside])
        for square in enumerate(other)
        if queens[square[0]] != square[1]
        for beside in neighbours(square)
        if colouring.get(beside, colouring[square]) != colouring[square]
    ]
    random.shuffle(ways)
    for square, colour in ways:
        left = [one for one, own in colouring.items() if own == colouring[square] and one != square]
        if is_connected(left):
            return colouring | {square: colour}
    return None


def made(n: int, random: Random) -> Problem:
    """A board with one solution, by this module's own search."""
    while True:
        queens = random_placement(n, random)
        colouring: Colouring | None = grown(queens, random)
        for _ in range(REPAIRS):
            if colouring is None:
                break
            colours = tuple(
                tuple(colouring[column, row] for row in range(n)) for column in range(n)
            )
            board = Problem(n, colours=colours)
            others = [
                each for each in islice(ways_to_solve(board, colouring), TRIED) if each != queens
            ]
            if not others:
                return board
            ways = (repaired(colouring, queens, other, random) for other in others)
            colouring = next(filter(None, ways), None)


def main(n: int, seed: int) -> None:
    """Print the board of this seed, or exit with the reason why there is none."""
    if n != 1 and n < 4:
        sys.exit(f"no board of {n} columns has a solution; give 1, or 4 or more")
    drawn = draw_diagram(made(n, Random(seed)))  # noqa: S311  # the same board every time
    command = [sys.executable, *PROVING.split()]
    done = subprocess.run(command, input=drawn, capture_output=True, text=True, check=False)
    if done.returncode or json.loads(done.stdout)["certificate"]["solutions"] != 1:
        sys.exit("two backends and a certificate did not confirm that there is one solution")
    print(drawn)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
