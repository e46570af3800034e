"""Boards for the contract: small ones with none, one and many solutions, and random ones."""

# ruff: noqa: E501  # a board stays on one line

from __future__ import annotations

from random import Random

from solvers.puzzle.diagram import read_diagram
from solvers.puzzle.problem import Problem

DRAWN = {
    "no square": "",
    "one square": ".",
    "one blocked square": "x",
    "one queen": "Q",
    "two columns": ".. .x",
    "three columns": "... .x. ...",
    "four, free": ".... .... .... ....",
    "four, one of two left": ".x.. .... .... ....",
    "four, both cut off": ".... x... x... ....",
    "four, a column closed": "..x. ..x. ..x. ..x.",
    "four, a row closed": ".... xxxx .... ....",
    "four, all closed": "xxxx xxxx xxxx xxxx",
    "four, a queen given": ".... Q... .... ....",
    "four, a queen in the middle": ".... .... .... .Q..",
    "four, all given": "..Q. Q... ...Q .Q..",
    "five, the corner": "x.... ..... ..... ..... .....",
    "five, one column": "..... .x... .x... .x... .x...",
    "five, the diagonal": "x.... .x... ..x.. ...x. ....x",
    "five, the last column": "....x ....x ..... ....x ....x",
    "five, a queen and a hole": "..... ..Q.. ..... x.... .....",
    "six, the corner": "x..... ...... ...... ...... ...... ......",
    "six, not its own image": ".x.... ...... ..x... ...... ...... ....x.",
    "six, scattered": ".....x ..x... ...... ...... ...x.. .x....",
    "six, a queen in the last column": "...... ...... .....Q ...... ...... ......",
    "seven, scattered": "..x.... .x...x. ....... x.....x ...x... .....x. ..x....",
    "seven, a queen in the middle": "....... ....... ....... ...Q... ....... ....... .......",
    "seven, two queens": "....... .Q..... ....... ....... ....... ....... ..Q....",
    "seven, the upper half of two columns": "xx..... xx..... xx..... ....... ....... ....... .......",
    "seven, the last column nearly closed": "......x ......x ......x ......x ......x ......x .......",
    "eight, one square": "........ ........ ........ ...x.... ........ ........ ........ ........",
    "eight, its own image in every mirror": "..xxxx.. ........ x......x ........ ........ x......x ........ ..xxxx..",
    "eight, the last columns": "......xx ......xx ......x. ........ ........ ......x. ......xx ......xx",
    "eight, three queens": "Q....... ........ ........ ........ ......Q. ........ ........ .......x",
    "eight, dense": "x.x..x.x .x.x..x. ..x.xx.. x..x..x. .xx..x.x ..x.x... x....xx. .x.x...x",
    "eight, a queen and a row nearly closed": "....Q... ........ xxx.xxx. ........ ........ ........ ........ ........",
}
"""The boards by name: the rows of each, with a space between them."""


def board(rows: str) -> Problem:
    """The board with these rows."""
    return read_diagram(rows.replace(" ", "\n"))


BOARDS = {name: board(rows) for name, rows in DRAWN.items()}


def random_boards(n: int, count: int, most_blocked: float) -> list[Problem]:
    """Random boards with blocked squares; ``most_blocked`` is their largest share, 0 to 1."""
    random = Random(8)  # noqa: S311  # the same boards every time
    boards = []
    for _ in range(count):
        squares = [(column, row) for column in range(n) for row in range(n)]
        blocked = random.sample(squares, random.randint(0, int(most_blocked * n * n)))
        boards.append(Problem(n, blocked=frozenset(blocked)))
    return boards
