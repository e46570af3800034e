"""Finished shards in a file, so that an interrupted run can go on where it was.

A checkpoint is a directory with an SQLite database for each backend and board size, in which a
finished shard is a row: its prefix, its facts as JSON, its placements (one byte a queen) where
they are kept, and a hash over all of it.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from solvers.errors import StoreError
from solvers.execution.counters import whole_counters
from solvers.execution.shard import Shard, ShardResult
from solvers.lazy import numpy as np
from solvers.puzzle.faults import Fault, RejectedOutput
from solvers.puzzle.tally import Tally

TABLES = """
CREATE TABLE IF NOT EXISTS run (identity TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS shards (
    prefix TEXT PRIMARY KEY, facts TEXT NOT NULL, placements BLOB, hash TEXT NOT NULL);
"""

COLUMNS = {
    ("run", "identity"),
    *(("shards", column) for column in ("prefix", "facts", "placements", "hash")),
}
"""The columns of these tables."""

FIND_COLUMNS = """
SELECT CAST(tables.name AS BLOB), CAST(columns.name AS BLOB)
FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
"""

DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
IN_USE = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
"""What SQLite says of a file; all else it says of the disk, or of what we may do there."""


class Checkpoint:
    """The finished shards of one backend's run. While it is open nobody else may open it."""

    def __init__(self, database: sqlite3.Connection, path: Path, n: int) -> None:
        self._database, self._path, self._n = database, path, n

    def finished(self) -> Iterator[ShardResult]:
        """Every shard that is done; raises StoreError where a row was changed."""
        query = "SELECT prefix, facts, placements, hash FROM shards"
        with _told(self._path), closing(self._database.execute(query)) as rows:
            for prefix, facts, placements, written in rows:
                shown = _shown(prefix)
                if not all(isinstance(part, bytes) for part in (prefix, facts, placements or b"")):
                    raise _damaged(self._path, f"the shard {shown} was changed")
                if written != _hash(prefix, facts, placements).encode():
                    raise _damaged(self._path, f"the shard {shown} was changed")
                try:
                    result = self._result(json.loads(facts), placements)
                except (ValueError, TypeError, KeyError, AttributeError) as error:
                    raise _damaged(self._path, f"the shard {shown} is none: {error}") from None
                if prefix != json.dumps(result.shard.prefix).encode():
                    raise _damaged(self._path, f"the shard {shown} is that of another prefix")
                yield result

    def add(self, result: ShardResult) -> None:
        """Keep a shard that is done; it is on disk when this returns. Raises StoreError."""
        prefix = json.dumps(result.shard.prefix)
        facts = json.dumps(
            {
                "shard": asdict(result.shard),
                "tally": result.tally and asdict(result.tally),
                "counters": dict(result.counters),
                "rejected": [asdict(one) for one in result.rejected],
                "rejected_counts": result.rejected_counts,
            }
        )
        placements = None if result.placements is None else result.placements.tobytes()
        written = _hash(prefix.encode(), facts.encode(), placements)
        with _told(self._path), self._database:
            self._database.execute(
                "INSERT INTO shards VALUES (?, ?, ?, ?)", (prefix, facts, placements, written)
            )

    def _result(self, facts: Mapping[str, Any], placements: bytes | None) -> ShardResult:
        shard, tally = facts["shard"], facts["tally"]
        packed = np.frombuffer(placements or b"", np.uint8)
        if tally is None:
            count = len(packed) // self._n if self._n else int(placements is not None)
            packed = packed.reshape(count, self._n)
        return ShardResult(
            shard=Shard(tuple(shard["prefix"]), mirrored=shard["mirrored"]),
            placements=packed if tally is None else None,
            tally=tally and Tally(**tally),
            counters=whole_counters(facts["counters"]),
            rejected=tuple(
                RejectedOutput(Fault(one["fault"]), one["shown"], one["reason"])
                for one in facts["rejected"]
            ),
            rejected_counts={
                Fault(name): count for name, count in facts["rejected_counts"].items()
            },
        )


@contextmanager
def opened(
    directory: Path, backend: str, n: int, identity: Mapping[str, Any]
) -> Iterator[Checkpoint]:
    """The checkpoint of a run, made where there is none yet.

    Raises StoreError where it is damaged, in use, no checkpoint, or that of a run with another
    identity, and where it cannot be read or written.
    """
    path = directory / f"{backend}-n{n}.sqlite"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise StoreError(f"the checkpoint {path} is no file; give another directory")
        database = sqlite3.connect(path, timeout=1, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the checkpoint {path} cannot be opened: {error}") from None
    database.text_factory = bytes  # what is in a file need not be text
    try:
        _prepare(database, path, json.dumps(identity))
        yield Checkpoint(database, path, n)
    finally:
        database.close()


def _prepare(database: sqlite3.Connection, path: Path, identity: str) -> None:
    with _told(path):
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        _refuse_others(database, path)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        with database:
            database.executescript(TABLES)
            (problems,) = database.execute("PRAGMA quick_check").fetchone()
            found = database.execute("SELECT identity FROM run").fetchall()
            if not found:
                database.execute("INSERT INTO run VALUES (?)", (identity,))
    if problems != b"ok":
        raise _damaged(path, _shown(problems))
    if found and found != [(identity.encode(),)]:
        raise StoreError(
            f"the checkpoint {path} is of another run ({_shown(found[0][0])}, here {identity}); "
            "give another directory"
        )


def _refuse_others(database: sqlite3.Connection, path: Path) -> None:
    """Raise StoreError where the file is a database of something else."""
    found = {(_shown(table), _shown(name)) for table, name in database.execute(FIND_COLUMNS)}
    if found and found != COLUMNS:
        odd = ", ".join(sorted({table for table, _ in found ^ COLUMNS}))
        raise StoreError(
            f"{path} is no checkpoint (the tables {odd} differ from those of one); "
            "give another directory"
        )


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What SQLite raises, as a StoreError that says what is wrong with the checkpoint."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # above it stands where it happened
        if code in DAMAGE:
            raise _damaged(path, str(error)) from None
        if code in IN_USE:
            raise StoreError(f"the checkpoint {path} is in use by another run") from None
        raise StoreError(
            f"the checkpoint {path} cannot be read or written ({error}); what is in it is kept"
        ) from None


def _shown(value: object) -> str:
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)


def _damaged(path: Path, how: str) -> StoreError:
    return StoreError(
        f"the checkpoint {path} is damaged ({how}); delete it, or give another directory"
    )


def _hash(prefix: bytes, facts: bytes, placements: bytes | None) -> str:
    hashed = hashlib.sha256()
    for part in (prefix, facts, placements or b""):
        hashed.update(len(part).to_bytes(8, "little") + part)
    return hashed.hexdigest()
