"""Array programming: all boards of k queens are one array, and the next column is added to it.

Source: the style of K. Iverson, *A Programming Language* (1962), and of later APL idioms: outer
operations, compression by a mask, and only one loop, which goes over the columns. The search is
breadth first, so every board of a level is in memory, and all solutions come at the end.

    boards[b, c]         the row of the queen in column c of board b
    rows_apart[b, r, c]  the distance in rows from that queen to the r-th row of the next column
    columns_apart[c]     the distance in columns from column c to the next column
    attacked[b, r, c]    whether it attacks the square there
    board, choice        per new board: the board that it extends, and the place r of its new row
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Block, Problem, VersionOf
from solvers.lazy import numpy as np


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Add column after column to all boards at once; yield them in lexicographic order."""
    boards = np.zeros((1, 0), np.int16)
    for column, rows in enumerate(problem.domains):
        work["row_tries"] += len(boards) * len(rows)
        rows_apart = abs(boards[:, np.newaxis, :] - np.array(rows)[:, np.newaxis])
        columns_apart = np.arange(column, 0, -1)
        attacked = (rows_apart == 0) | (rows_apart == columns_apart)
        board, choice = np.nonzero(~attacked.any(axis=2))
        boards = np.column_stack([boards[board], np.array(rows, np.int16)[choice]])
    yield boards


BACKEND = Backend(
    name="arrays",
    paradigm="array programming",
    group="data",
    solve=solve,
    requires=("numpy",),
    install="pip install numpy",
    version=VersionOf("NumPy", "numpy"),
    at_once=True,
    practical_n=11,
    practical_n_first=10,
    idea="One array holds all boards of k queens. One comparison with every row of the next column "
    "gives those of k + 1 queens.",
    searches="the program, all boards of a column at a time",
    undoes="nobody: no board is ever changed",
    knows="the safe boards of the columns before",
)
