"""Finished shards on disk, so that an interrupted run can continue.

A checkpoint is a directory with one SQLite file per backend and board size. The file holds the
identity of the run (``identity.py``), and a row per finished shard: its facts and, unless solutions
are only counted, its placements. ``add`` writes a row completely or not at all, and returns when it
is on disk. A hash reveals a row that was edited.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path

from solvers.errors import StoreError
from solvers.execution.result import Run
from solvers.interface import Backend
from solvers.lazy import hashlib, msgspec
from solvers.puzzle.problem import Problem
from solvers.splitting.identity import differences, identity_of
from solvers.splitting.shards import Shard, ShardRecord, Split

TABLES = {
    "CREATE TABLE run (identity TEXT NOT NULL)",
    "CREATE TABLE shards (prefix TEXT PRIMARY KEY, facts TEXT NOT NULL, placements BLOB NOT NULL, "
    "hash TEXT NOT NULL)",
}

IN_USE = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})

WAY_OUT = "give another directory"


class Checkpoint:
    """The finished shards of one backend's run, in an open file that no other command can open."""

    def __init__(
        self, database: sqlite3.Connection, path: Path, backend: Backend, identity: str, n: int
    ) -> None:
        self._database, self._path = database, path
        self._backend, self._identity, self._n = backend, identity, n

    def finished(self) -> Iterator[tuple[Shard, Run]]:
        """Every finished shard with its run; raises StoreError if one was edited."""
        with (
            self._translated_errors(),
            closing(self._database.execute("SELECT * FROM shards ORDER BY prefix")) as rows,
        ):
            for prefix, facts, placements, written in rows:
                if written != self._hash(prefix, facts, placements).encode():
                    raise self._damaged(f"the shard {_shown(prefix)} was changed")
                try:
                    record = msgspec.convert(json.loads(facts), ShardRecord)
                    paradigm = self._backend.paradigm
                    run = record.run(self._backend.name, paradigm, self._n, placements)
                    if prefix != _key(record.shard).encode():
                        raise ValueError("it has the prefix of another shard")
                except (ValueError, msgspec.MsgspecError) as error:
                    raise self._damaged(
                        f"the shard {_shown(prefix)} is not valid: {error}"
                    ) from None
                yield record.shard, run

    def add(self, shard: Shard, run: Run) -> None:
        """Write the run of a shard to disk. Raises StoreError."""
        facts, placements = json.dumps(asdict(ShardRecord.of(shard, run))), run.placements.tobytes()
        prefix = _key(shard)
        row = prefix, facts, placements, self._hash(prefix.encode(), facts.encode(), placements)
        with self._translated_errors(), self._database:
            self._database.execute("INSERT OR REPLACE INTO shards VALUES (?, ?, ?, ?)", row)

    def prepare(self) -> None:
        """Lock the file, and make its tables if it has none; raises StoreError for other files."""
        execute = self._database.execute
        with self._translated_errors():
            execute("PRAGMA locking_mode = EXCLUSIVE")
            schema = {sql for (sql,) in execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")}
            if schema and schema != {sql.encode() for sql in TABLES}:
                raise self._not_a_checkpoint("it has other tables")
            execute("PRAGMA journal_mode = WAL")
            execute("PRAGMA synchronous = FULL")
            with self._database:
                execute("BEGIN EXCLUSIVE")
                for sql in () if schema else TABLES:
                    execute(sql)
            ((problems,),) = execute("PRAGMA quick_check(1)")
        if problems != b"ok":
            raise self._damaged(_shown(problems))

    def refuse_others(self) -> None:
        """Raise StoreError if the file has shards of another run; else it is a file of this run."""
        execute = self._database.execute
        with self._translated_errors(), self._database:
            identities = execute("SELECT identity FROM run").fetchall()
            if not execute("SELECT EXISTS (SELECT * FROM shards)").fetchone()[0]:
                execute("DELETE FROM run")
                execute("INSERT INTO run VALUES (?)", (self._identity,))
                return
        try:
            ((text,),) = identities
            different = differences(dict(json.loads(text)), json.loads(self._identity))
        except (ValueError, TypeError):
            raise self._damaged("it does not name all that its shards depend on") from None
        if different:
            raise StoreError(f"the checkpoint {self._path} was made with {different}; {WAY_OUT}")

    def _hash(self, *parts: object) -> str:
        """The SHA-256 of the identity and the parts of a row, with their types and lengths."""
        hashed = hashlib.sha256()
        for part in (self._identity.encode(), *parts):
            content = part if isinstance(part, bytes) else repr(part).encode()
            head = type(part).__name__.encode() + len(content).to_bytes(8, "little")
            hashed.update(head + content)
        return hashed.hexdigest()

    def _damaged(self, how: str) -> StoreError:
        """The error for a file whose content is not as it was written; ``how`` names the fault."""
        return StoreError(
            f"the checkpoint {self._path} is damaged ({how}); delete it, or {WAY_OUT}"
        )

    def _not_a_checkpoint(self, why: str) -> StoreError:
        return StoreError(f"{self._path} is not a checkpoint ({why}); {WAY_OUT}")

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Turn an error of SQLite into a StoreError that names the fault of the file."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # higher bits have the details
            if code == sqlite3.SQLITE_NOTADB:
                raise self._not_a_checkpoint("it is not a database") from None
            if code == sqlite3.SQLITE_CORRUPT:
                raise self._damaged(str(error)) from None
            if code in IN_USE:
                raise StoreError(
                    f"the checkpoint {self._path} is in use by another command"
                ) from None
            raise StoreError(
                f"the checkpoint {self._path} cannot be read or written ({error}); "
                "its contents are kept"
            ) from None


@contextmanager
def open_checkpoint(
    backend: Backend, problem: Problem, split: Split, engine_version: str, *, count: bool
) -> Iterator[Checkpoint | None]:
    """Open the checkpoint of a run, or make a new one; None if the split has no checkpoint.

    ``engine_version`` is the version that the backend reports. Raises StoreError if the file is
    damaged, in use, no checkpoint, or from another run, or cannot be read or written.
    """
    if split.checkpoint is None:
        yield None
        return
    path = split.checkpoint / f"{backend.name}-n{problem.n}.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise StoreError(f"the checkpoint {path} is not a file; {WAY_OUT}")
        database = sqlite3.connect(path, timeout=1, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise StoreError(f"the checkpoint {path} cannot be opened: {why}") from None
    database.text_factory = bytes  # a file can hold bytes that are no text
    identity = json.dumps(identity_of(backend, problem, split, engine_version, count=count))
    with closing(database):
        checkpoint = Checkpoint(database, path, backend, identity, problem.n)
        checkpoint.prepare()
        checkpoint.refuse_others()
        yield checkpoint


def _key(shard: Shard) -> str:
    return json.dumps(shard.prefix)


def _shown(value: object) -> str:
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)
