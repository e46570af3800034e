"""Finished shards on disk, so that an interrupted run can continue.

A checkpoint is a directory with one SQLite file per backend and board size. The file holds the
facts that identify the run (``identity.py``), and a row per finished shard: its record and, unless
solutions are only counted, its placements. ``add`` writes a row completely or not at all, and
returns when it is on disk. A hash reveals a row that was edited.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path

from solvers.errors import StoreError, printable
from solvers.execution.result import Run
from solvers.interface import Backend
from solvers.lazy import hashlib, msgspec
from solvers.puzzle.problem import Problem
from solvers.splitting.identity import Identity, first_difference, identity_of
from solvers.splitting.shards import Shard, ShardRecord, Split

TABLES = {
    "CREATE TABLE run (fact TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE shards (prefix TEXT PRIMARY KEY, record TEXT NOT NULL, placements BLOB NOT NULL, "
    "hash TEXT NOT NULL)",
}


class Checkpoint:
    """The finished shards of one backend's run, in an open file that no other command can open.

    The tables of a new file are made. Raises StoreError for a file of another run or program.
    """

    def __init__(
        self, database: sqlite3.Connection, path: Path, backend: Backend, identity: Identity, n: int
    ) -> None:
        self._database, self._path = database, path
        self._backend, self._identity, self._n = backend, identity, n
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        with database:
            database.execute("BEGIN EXCLUSIVE")
            schema = database.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL").fetchall()
            if schema and {sql for (sql,) in schema} != TABLES:
                raise self._refusal("is not a checkpoint: it has other tables")
            for sql in () if schema else TABLES:
                database.execute(sql)
            facts = dict(database.execute("SELECT * FROM run"))
            has_shards = database.execute("SELECT EXISTS (SELECT * FROM shards)").fetchone()[0]
            if has_shards and (different := first_difference(facts, identity)):
                raise self._refusal(f"differs in {different}")
            database.execute("DELETE FROM run")
            database.executemany("INSERT INTO run VALUES (?, ?)", identity.items())

    def finished(self) -> Iterator[tuple[Shard, Run]]:
        """Every finished shard with its run; raises StoreError if one was edited."""
        with closing(self._database.execute("SELECT * FROM shards ORDER BY prefix")) as rows:
            for prefix, facts, placements, written in rows:
                try:
                    if written != self._hash(prefix, facts, placements):
                        raise ValueError("it was changed")
                    record = msgspec.json.decode(facts, type=ShardRecord)
                    paradigm = self._backend.paradigm
                    run = record.run(self._backend.name, paradigm, self._n, placements)
                except (ValueError, msgspec.MsgspecError) as error:
                    raise self._refusal(f"is damaged: shard {prefix}: {error}") from None
                yield record.shard, run

    def add(self, shard: Shard, run: Run) -> None:
        """Write the run of a shard to disk."""
        record = json.dumps(asdict(ShardRecord.of(shard, run)))
        row = json.dumps(shard), record, run.placements.tobytes()
        with self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO shards VALUES (?, ?, ?, ?)", (*row, self._hash(*row))
            )

    def _hash(self, *row: object) -> str:
        """The SHA-256 of the identity and the row."""
        return hashlib.sha256(repr((self._identity, row)).encode()).hexdigest()

    def _refusal(self, why: str) -> StoreError:
        return StoreError(printable(f"the checkpoint {self._path} {why}; give another directory"))


@contextmanager
def open_checkpoint(
    backend: Backend, problem: Problem, split: Split, engine_version: str, *, count: bool
) -> Iterator[Checkpoint | None]:
    """Open the checkpoint of a run, or make a new one; None if the split has no checkpoint.

    ``engine_version`` is the version that the backend reports. Raises StoreError if the file is
    damaged, in use, no checkpoint, or from another run, or cannot be read or written, also later.
    """
    if split.checkpoint is None:
        yield None
        return
    path = split.checkpoint / f"{backend.name}-n{problem.n}.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the checkpoint {path} cannot be opened: {error.strerror}") from None
    if path.exists() and not path.is_file():
        raise StoreError(f"the checkpoint {path} is not a file; give another directory")
    identity = identity_of(backend, problem, engine_version, count=count)
    try:
        with closing(sqlite3.connect(path, timeout=1)) as database:
            yield Checkpoint(database, path, backend, identity, problem.n)
    except sqlite3.Error as error:
        raise StoreError(
            f"the checkpoint {path} cannot be used ({error}); give another directory"
        ) from None
