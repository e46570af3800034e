"""Boards as the course texts draw them."""

from __future__ import annotations

from solvers.puzzle.placements import Placement


def prolog_board(placement: Placement) -> str:
    """The grid of COMP 333, as ``display_solution/1`` of queens.pl prints it.

    Columns along the top, rows down the side, both from 0; three characters a square.
    """
    n = len(placement)
    width = len(str(max(n - 1, 0)))
    separator = "-" * (width + 1 + 3 * n)
    lines = [" " * (width - 1) + "".join(f"{column:>3}" for column in range(n)), separator]
    for row in range(n):
        squares = "".join(" X|" if queen == row else "  |" for queen in placement)
        lines += [f"{row:>{width}}|{squares}", separator]
    return "\n".join(lines)


def sicp_board(placement: Placement) -> str:
    """The grid of the second SICP text."""
    separator = "|" + "---|" * len(placement)
    lines = [separator]
    for row in range(len(placement)):
        squares = "".join(" X |" if queen == row else "   |" for queen in placement)
        lines += [f"|{squares}", separator]
    return "\n".join(lines)
