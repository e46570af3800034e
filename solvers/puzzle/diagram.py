"""Reads and writes a board as plain text: one line per row, one character per square.

``grading.printed`` reads the boards that students' programs print.
"""

from __future__ import annotations

import re
from string import ascii_letters, ascii_lowercase

from solvers.errors import ProblemError
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Colours, Problem, Square, given_queens, with_given

FREE, GIVEN, BLOCKED = ".", "Q", "x"


def read_diagram(text: str) -> Problem:
    """The board of the text; blank lines, spaces and commas do not count.

    ``.`` is a free square, ``Q`` a given queen and ``x`` a blocked square. A board of letters alone
    is coloured: each letter is the colour of its square, unless all of them are ``Q`` or ``x``. Of
    up to 26 colours, each may be written in both cases. Raises ProblemError.
    """
    n, given, blocked, colours = read_squares(text)
    return with_given(n, given, blocked, colours=colours)


def lines_of(text: str) -> list[str]:
    """The lines of a board without what does not count."""
    return [*filter(None, (re.sub(r"[\s,]", "", line) for line in text.splitlines()))]


def read_squares(text: str) -> tuple[int, list[Square], list[Square], Colours]:
    """The board's size, its given squares, its blocked squares, and its colours."""
    lines = lines_of(text)
    n, marks = len(lines), {*"".join(lines)}
    is_coloured = FREE not in marks and any(map(str.isalpha, marks - {GIVEN, BLOCKED}))
    valid = {*filter(str.isalpha, marks)} if is_coloured else {FREE, GIVEN, BLOCKED}
    for row, line in enumerate(lines):
        if strange := [mark for mark in line if mark not in valid]:
            raise ProblemError(
                f"{strange[0]!r} in line {row + 1} of the board is not valid; use {FREE} for a "
                f"free square, {GIVEN} for a queen and {BLOCKED} for a blocked square, or letters "
                "alone for colours"
            )
        if len(line) != n:
            raise ProblemError(
                f"line {row + 1} of the board has length {len(line)}, but the number of lines is "
                f"{n}; a board has as many columns as rows"
            )
    if is_coloured:
        same = str.lower if n <= len(ascii_lowercase) else str
        letters = sorted({*map(same, marks)})
        columns = zip(*lines, strict=True)
        return n, [], [], tuple(tuple(letters.index(same(mark)) for mark in c) for c in columns)
    squares = {(c, r): mark for r, line in enumerate(lines) for c, mark in enumerate(line)}
    given, blocked = ([at for at in squares if squares[at] == mark] for mark in (GIVEN, BLOCKED))
    return n, given, blocked, ()


def letter_of(problem: Problem, column: int, row: int) -> str:
    """The letter of a square's colour, ``A`` for colour 0; "" for a board without colours."""
    return ascii_letters.swapcase()[problem.colours[column][row] % 52] if problem.colours else ""


def draw_diagram(problem: Problem, solution: Placement | None = None) -> str:
    """The text of a board, with the queens of ``solution`` if there is one.

    Without a solution, ``read_diagram`` returns the same board: a column with one free square is
    drawn as a given queen. If two such queens attack each other, none is drawn. A coloured board
    has its letters without a solution, and nothing else.
    """
    if solution is None:
        queens = dict(enumerate(problem.prefix)) | given_queens(problem)
        queens = {} if problem.attacking(sorted(queens.items())) else queens
    else:
        queens = dict(enumerate(solution))
    allowed = [frozenset(problem.domains[column]) for column in range(problem.n)]

    def mark(column: int, row: int) -> str:
        if problem.colours and solution is None:
            return letter_of(problem, column, row)
        if queens.get(column) == row:
            return GIVEN
        free = row in allowed[column] or (len(allowed[column]) == 1 and column in queens)
        return FREE if free else BLOCKED

    return "\n".join(
        "".join(mark(column, row) for column in range(problem.n)) for row in range(problem.n)
    )
