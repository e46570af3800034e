"""Boards for the contract: small ones with none, one and many solutions, and random ones."""

# ruff: noqa: E501  # a board stays on one line

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from solvers.puzzle.diagram import read_diagram
from solvers.puzzle.problem import Problem

DRAWN = {
    "no square": "",
    "one blocked square": "x",
    "two columns": ".. .x",
    "three columns": "... .x. ...",
    "four, one of two left": ".x.. .... .... ....",
    "four, both cut off": ".... x... x... ....",
    "four, a column closed": "..x. ..x. ..x. ..x.",
    "four, a queen given": ".... Q... .... ....",
    "five, one column": "..... .x... .x... .x... .x...",
    "five, the diagonal": "x.... .x... ..x.. ...x. ....x",
    "five, a queen and a hole": "..... ..Q.. ..... x.... .....",
    "six, the corner": "x..... ...... ...... ...... ...... ......",
    "six, not its own image": ".x.... ...... ..x... ...... ...... ....x.",
    "six, scattered": ".....x ..x... ...... ...... ...x.. .x....",
    "six, a queen in the last column": "...... ...... .....Q ...... ...... ......",
    "seven, scattered": "..x.... .x...x. ....... x.....x ...x... .....x. ..x....",
    "seven, two queens": "....... .Q..... ....... ....... ....... ....... ..Q....",
    "eight, one square": "........ ........ ........ ...x.... ........ ........ ........ ........",
    "eight, its own image in every mirror": "..xxxx.. ........ x......x ........ ........ x......x ........ ..xxxx..",
    "eight, the last columns": "......xx ......xx ......x. ........ ........ ......x. ......xx ......xx",
    "eight, dense": "x.x..x.x .x.x..x. ..x.xx.. x..x..x. .xx..x.x ..x.x... x....xx. .x.x...x",
}
"""The boards by name: the rows of each, with a space between them."""


BOARDS = {name: read_diagram(rows.replace(" ", "\n")) for name, rows in DRAWN.items()}


def random_boards(sizes: Sequence[int], count: int) -> list[Problem]:
    """Random boards of these sizes, with a free square per column: the same boards every time.

    They have blocked squares, up to 40 percent, given queens in any column, or both.
    """
    random = Random(67)  # noqa: S311  # the same boards every time
    boards: list[Problem] = []
    while len(boards) < count:
        n = random.choice(sizes)
        size, share = range(n), random.choice((0.0, 0.05, 0.1, 0.2, 0.4))
        blocked = {(c, r) for c in size for r in size if random.random() < share}
        for column in random.sample(size, random.randint(0, max(1, n // 3))):
            queen = random.choice(size)
            blocked |= {(column, row) for row in size if row != queen}
            blocked -= {(column, queen)}
        board = Problem(n, blocked=frozenset(blocked))
        if all(board.domains) and (blocked or not share):
            boards.append(board)
    return boards
