"""The marks of a folder in a file, so that a marking that was ended goes on where it was.

The journal is an SQLite database beside the table of grades, and the table is written from it:
whatever a program says or is called, it cannot add a line to it or end one early.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solvers.errors import UsageError
from solvers.grading.result import Verdict

FORMAT = 0x51754A31
"""By this number in its head a database is known to be a journal of ours, in this form."""

TABLES = """
CREATE TABLE IF NOT EXISTS marking (identity TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS marks (
    file BLOB PRIMARY KEY, verdict TEXT NOT NULL, limits TEXT NOT NULL, line TEXT NOT NULL);
"""


class Journal:
    """The marks so far. While it is open nobody else may open it."""

    def __init__(self, database: sqlite3.Connection, limits: str) -> None:
        self._database, self._limits = database, limits

    def settled(self) -> set[Path]:
        """The files that need not be looked at again.

        A verdict stays. What did not finish stays under the limits that ended it, and may finish
        under others; of what was not judged there is nothing to keep.
        """
        rows = self._database.execute(
            "SELECT file FROM marks WHERE verdict IN (?, ?) OR (verdict = ? AND limits = ?)",
            (Verdict.RIGHT, Verdict.WRONG, Verdict.NOT_FINISHED, self._limits),
        )
        return {Path(os.fsdecode(file)) for (file,) in rows}

    def keep(self, file: Path, verdict: Verdict, line: Mapping[str, object]) -> None:
        """Keep a file's line of the table; it is on disk when this returns."""
        with self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO marks VALUES (?, ?, ?, ?)",
                (os.fsencode(file), verdict, self._limits, json.dumps(line)),
            )

    def lines(self) -> list[dict[str, Any]]:
        """All lines of the table, by the names of the files."""
        rows = self._database.execute("SELECT line FROM marks ORDER BY file")
        return [json.loads(line) for (line,) in rows]


@contextmanager
def opened(path: Path, identity: str, limits: str) -> Iterator[Journal]:
    """The journal at ``path``, made where there is none yet.

    ``identity`` says what is marked for what, in words: one journal has one. Raises UsageError
    where it is of another marking, in use, none of ours, or cannot be read or written.
    """
    try:
        database = sqlite3.connect(path, timeout=1)
    except sqlite3.Error as error:
        raise UsageError(f"the journal {path} cannot be opened: {error}") from None
    try:
        _prepare(database, path, identity)
        yield Journal(database, limits)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise UsageError(f"the journal {path} is in use by another marking") from None
        raise UsageError(f"the journal {path} cannot be written: {error}") from None
    except sqlite3.DatabaseError as error:
        raise UsageError(f"the journal {path} cannot be read: {error}") from None
    finally:
        database.close()


def _prepare(database: sqlite3.Connection, path: Path, identity: str) -> None:
    database.execute("PRAGMA locking_mode = EXCLUSIVE")
    with database:
        database.execute("BEGIN EXCLUSIVE")
        (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (found,) = database.execute("PRAGMA application_id").fetchone()
        if tables and found != FORMAT:
            raise UsageError(f"{path} is no journal of ours; name another table")
        if not tables:
            database.execute(f"PRAGMA application_id = {FORMAT}")
            for statement in filter(str.strip, TABLES.split(";")):
                database.execute(statement)
            database.execute("INSERT INTO marking VALUES (?)", (identity,))
    ((before,),) = database.execute("SELECT identity FROM marking")
    if before != identity:
        raise UsageError(
            f"the journal {path} is of another marking ({before}; here {identity}); "
            "name another table"
        )
