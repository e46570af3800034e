"""Reads and writes a board as plain text: one line per row, one character per square.

``grading.printed`` reads the boards that students' programs print.
"""

from __future__ import annotations

from string import ascii_letters

from solvers.errors import ProblemError
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Colours, Problem, Square, given_queens, with_given

FREE, GIVEN, BLOCKED = ".", "Q", "x"


def read_diagram(text: str) -> Problem:
    """The board of the text; blank lines and spaces do not count.

    ``.`` is a free square, ``Q`` a given queen and ``x`` a blocked square. A board of letters alone
    is coloured: each letter is the colour of its square, unless all of them are ``Q`` or ``x``.
    Raises ProblemError.
    """
    n, given, blocked, colours = read_squares(text)
    return with_given(n, given, blocked, colours=colours)


def read_squares(text: str) -> tuple[int, list[Square], list[Square], Colours]:
    """The board's size, its given squares, its blocked squares, and its colours."""
    lines = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    n, letters = len(lines), sorted({*"".join(lines)})
    is_coloured = "".join(letters).isalpha() and not {*letters} <= {GIVEN, BLOCKED}
    marks = [FREE, GIVEN, BLOCKED, *(letters if is_coloured else ())]
    squares: dict[str, list[Square]] = {mark: [] for mark in marks}
    for row, line in enumerate(lines):
        if len(line) != n:
            raise ProblemError(
                f"line {row + 1} of the board has length {len(line)}, but the number of lines is "
                f"{n}; a board has as many columns as rows"
            )
        for column, square in enumerate(line):
            if square not in squares:
                raise ProblemError(
                    f"{square!r} in line {row + 1} of the board is not valid; use {FREE} for a "
                    f"free square, {GIVEN} for a queen and {BLOCKED} for a blocked square, or "
                    "letters alone for colours"
                )
            squares[square].append((column, row))
    if is_coloured:
        columns = zip(*lines, strict=True)
        return n, [], [], tuple(tuple(map(letters.index, column)) for column in columns)
    return n, squares[GIVEN], squares[BLOCKED], ()


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
