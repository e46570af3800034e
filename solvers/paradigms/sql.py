"""Relational database: a recursive common table expression, run by SQLite.

Source: I. Ben-Gan, *Use T-SQL to Solve the Classic Eight Queens Puzzle* (SQL Server Magazine,
2008), and the manual of SQLite, "Recursive Common Table Expressions". A board of k + 1 queens is a
board of k queens joined with a square of the next column. SQLite has no arrays, so the queens of a
board are a list in JSON:

    square(col, row)         the squares on which a queen may stand
    board(size, rows)        the number of queens, and their rows, such as '[1,3]'
    json_each(board.rows)    these rows as a table: queen.key is a column, queen.value its row
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

from solvers.interface import Backend, Placement, Problem

QUERY = """
WITH RECURSIVE board(size, rows) AS (
    SELECT 0, '[]'
  UNION ALL
    SELECT board.size + 1, json_insert(board.rows, '$[#]', square.row)  -- appended
    FROM board JOIN square ON square.col = board.size
    WHERE NOT EXISTS (
        SELECT * FROM json_each(board.rows) AS queen
        WHERE abs(queen.value - square.row) IN (0, square.col - queen.key)
    )
    ORDER BY 1 DESC  -- the board with most queens first: depth first
)
SELECT rows FROM board WHERE size = :n
"""


def database(problem: Problem) -> sqlite3.Connection:
    """A database whose only table has the squares that the problem allows."""
    squares = [(column, row) for column, rows in enumerate(problem.domains) for row in rows]
    connection = sqlite3.connect(":memory:")
    # Without row numbers, the table is its own index: the squares of a column stand together.
    connection.execute("CREATE TABLE square(col, row, PRIMARY KEY (col, row)) WITHOUT ROWID")
    connection.executemany("INSERT INTO square VALUES (?, ?)", squares)
    return connection


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Yield the boards of the answer as SQLite finds them."""
    with closing(database(problem)) as connection:
        for (rows,) in connection.execute(QUERY, {"n": problem.n}):
            yield tuple(json.loads(rows))


def version() -> str:
    """The version of SQLite that Python comes with."""
    return f"SQLite {sqlite3.sqlite_version}"


BACKEND = Backend(
    name="sql",
    paradigm="relational queries",
    group="data",
    solve=solve,
    version=version,
    practical_n=11,
    practical_n_first=20,
    idea="A table of squares, and a recursive table of boards: each is joined with the squares of "
    "the next column that no queen attacks.",
    searches="the database, by joins",
    undoes="nobody: rows are only added to the table",
    knows="the safe boards of the columns before",
)
