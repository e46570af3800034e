"""A board as text that people write: a line a row, and a character a square."""

from __future__ import annotations

from solvers.board.problem import Problem, ProblemError, Square, with_given

FREE, GIVEN, BLOCKED = ".", "Q", "x"


def read_diagram(text: str) -> Problem:
    """The board of the text; blank lines and the space around lines do not count.

    ``.`` is a free square, ``Q`` a given queen and ``x`` a blocked square. Raises ProblemError.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    n = len(lines)
    squares: dict[str, list[Square]] = {FREE: [], GIVEN: [], BLOCKED: []}
    for row, line in enumerate(lines):
        if len(line) != n:
            raise ProblemError(
                f"line {row + 1} of the board has {len(line)} squares, and there are {n} lines; "
                "a board has as many columns as rows"
            )
        for column, square in enumerate(line):
            if square not in squares:
                raise ProblemError(
                    f"{square!r} in line {row + 1} of the board is no square; "
                    f"give {FREE} for a free one, {GIVEN} for a queen, {BLOCKED} for a blocked one"
                )
            squares[square].append((column, row))
    return with_given(n, squares[GIVEN], squares[BLOCKED])


def draw_diagram(problem: Problem) -> str:
    """The text of a board. A column with one free square has a given queen there."""
    lines = []
    for row in range(problem.n):
        marks = [_mark(problem, column, row) for column in range(problem.n)]
        lines.append("".join(marks))
    return "\n".join(lines)


def _mark(problem: Problem, column: int, row: int) -> str:
    rows = problem.rows(column)
    if row not in rows:
        return FREE if len(rows) == 1 and problem.n > 1 else BLOCKED
    return GIVEN if len(rows) == 1 and problem.n > 1 else FREE
