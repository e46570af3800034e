"""Relational database: a recursive common table expression, run by SQLite.

Source: I. Ben-Gan's n-queens puzzle for T-SQL (SQL Server Magazine, 2008), and the manual of
SQLite, "Recursive Common Table Expressions". The squares on which a queen may stand are a table; a
board of k + 1 queens is a board of k queens joined with a square of the next column. SQLite has no
arrays, so a board is a list in JSON, which ``json_each`` turns into a table with a row per queen.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

from solvers.interface import Backend, Placement, Problem

QUERY = """
WITH RECURSIVE board(queens, placement) AS (
    SELECT 0, '[]'
  UNION ALL
    SELECT queens + 1, json_insert(placement, '$[#]', square.row)
    FROM board JOIN square ON square.col = board.queens
    WHERE NOT EXISTS (
        SELECT * FROM json_each(placement) AS queen  -- its key is a column, its value a row
        WHERE abs(queen.value - square.row) IN (0, square.col - queen.key)
    )
    ORDER BY 1 DESC  -- the board with most queens first: depth first
)
SELECT placement FROM board WHERE queens = :n
"""


def database(problem: Problem) -> sqlite3.Connection:
    """A database whose only table has the squares that the problem allows."""
    squares = [(column, row) for column, rows in enumerate(problem.domains) for row in rows]
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE square(col, row, PRIMARY KEY (col, row)) WITHOUT ROWID")
    connection.executemany("INSERT INTO square VALUES (?, ?)", squares)
    return connection


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Yield the rows of the answer as SQLite finds them."""
    with closing(database(problem)) as connection:
        for (text,) in connection.execute(QUERY, {"n": problem.n}):
            yield tuple(json.loads(text))


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
    idea="A table of squares, and a recursive table of boards: a board with one more queen is a "
    "board joined with a square of the next column that no queen attacks.",
)
