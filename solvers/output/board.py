"""A placement drawn as a chessboard in text."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text

from solvers.puzzle.problem import Square

QUEEN, EMPTY, BLOCKED, TRIED = "♛", "·", "■", "?"
ATTACKED = "×"  # noqa: RUF001  # a square's mark, no letter


def draw_board(  # noqa: PLR0913  # all that a board can show, each with a default
    placement: Sequence[int | None],
    attacking: Collection[int] = (),
    *,
    n: int | None = None,
    attacked: Collection[Square] = (),
    blocked: Collection[Square] = (),
    tried: Square | None = None,
    by_lines: bool = False,
) -> Text:
    """A drawing of n + 1 lines: columns along the top, rows down the side, both from 0.

    The queens of the ``attacking`` columns are red and, where there is no colour, in brackets.
    ``n`` is the size of the board where it has fewer queens, and a column without one has None;
    ``attacked`` squares get a cross, ``blocked`` ones are filled, and the square that is just
    ``tried`` gets a question mark.
    ``by_lines``: the placement has the column of each row's queen, and ``attacking`` are rows.
    """
    n = len(placement) if n is None else n
    width = len(str(max(n - 1, 0)))
    board = Text(" " * width)
    for column in range(n):
        board.append(f" {column:>{width}} ", style="dim")
    for row in range(n):
        board.append(f"\n{row:>{width}}", style="dim")
        for column in range(n):
            line, queen = (row, column) if by_lines else (column, row)
            if line < len(placement) and placement[line] == queen:
                if line in attacking:
                    board.append(f"{'[':>{width}}{QUEEN}]", style="bold red")
                else:
                    board.append(f" {QUEEN:>{width}} ")
            elif (column, row) == tried:
                board.append(f" {TRIED:>{width}} ", style="bold yellow")
            else:
                square = ATTACKED if (column, row) in attacked else EMPTY
                square = BLOCKED if (column, row) in blocked else square
                board.append(f" {square:>{width}} ", style="dim")
    return board
