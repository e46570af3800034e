"""A placement drawn as a chessboard."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from solvers.interface import Placement

QUEEN, EMPTY = "♛", "·"


def draw_board(placement: Placement, attacking: Collection[int] = ()) -> Text:
    """A drawing of n + 1 lines: columns along the top, rows down the side, both from 0.

    The queens of the ``attacking`` columns are red and, where there is no colour, in brackets.
    """
    n = len(placement)
    width = len(str(max(n - 1, 0)))
    board = Text(" " * width)
    for column in range(n):
        board.append(f" {column:>{width}} ", style="dim")
    for row in range(n):
        board.append(f"\n{row:>{width}}", style="dim")
        for column in range(n):
            square = QUEEN if placement[column] == row else EMPTY
            if square == QUEEN and column in attacking:
                board.append(f"{'[':>{width}}{square}]", style="bold red")
            else:
                board.append(f" {square:>{width}} ", style="" if square == QUEEN else "dim")
    return board
