"""Reads and writes a board as plain text: one line per row, one character per square.

``grading.printed`` reads the boards that students' programs print.
"""

from __future__ import annotations

from solvers.errors import ProblemError
from solvers.puzzle.placements import Placement, attacking_columns
from solvers.puzzle.problem import Problem, Square, given_queens, with_given

FREE, GIVEN, BLOCKED = ".", "Q", "x"


def read_diagram(text: str) -> Problem:
    """The board of the text; blank lines and spaces do not count.

    ``.`` is a free square, ``Q`` a given queen and ``x`` a blocked square. Raises ProblemError.
    """
    return with_given(*read_squares(text))


def read_squares(text: str) -> tuple[int, list[Square], list[Square]]:
    """The board's size, its given squares and its blocked squares."""
    lines = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    n = len(lines)
    squares: dict[str, list[Square]] = {FREE: [], GIVEN: [], BLOCKED: []}
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
                    f"free square, {GIVEN} for a queen and {BLOCKED} for a blocked square"
                )
            squares[square].append((column, row))
    return n, squares[GIVEN], squares[BLOCKED]


def draw_diagram(problem: Problem, solution: Placement | None = None) -> str:
    """The text of a board, with the queens of ``solution`` if there is one.

    Without a solution, ``read_diagram`` returns the same board: a column with one free square is
    drawn as a given queen. If two such queens attack each other, none is drawn.
    """
    if solution is None:
        queens = dict(enumerate(problem.prefix)) | given_queens(problem)
        queens = {} if attacking_columns(sorted(queens.items())) else queens
    else:
        queens = dict(enumerate(solution))
    allowed = [frozenset(problem.domains[column]) for column in range(problem.n)]

    def mark(column: int, row: int) -> str:
        if queens.get(column) == row:
            return GIVEN
        free = row in allowed[column] or (len(allowed[column]) == 1 and column in queens)
        return FREE if free else BLOCKED

    return "\n".join(
        "".join(mark(column, row) for column in range(problem.n)) for row in range(problem.n)
    )
