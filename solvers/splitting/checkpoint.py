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
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from solvers.interface import Fault, Misfit, Tally, UsageError
from solvers.splitting.shard_result import ShardResult
from solvers.splitting.shards import Shard

TABLES = """
CREATE TABLE IF NOT EXISTS run (identity TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS shards (
    prefix TEXT PRIMARY KEY, facts TEXT NOT NULL, placements BLOB, hash TEXT NOT NULL);
"""


class CheckpointError(UsageError):
    """A checkpoint that cannot be used; the message says which and what to do."""


class Checkpoint:
    """The finished shards of one backend's run. While it is open nobody else may open it."""

    def __init__(self, database: sqlite3.Connection, path: Path, n: int) -> None:
        self._database, self._path, self._n = database, path, n

    def finished(self) -> Iterator[ShardResult]:
        """Every shard that is done; raises CheckpointError where a row was changed."""
        rows = self._database.execute("SELECT prefix, facts, placements, hash FROM shards")
        for prefix, facts, placements, written in rows:
            if written != _hash(prefix, facts, placements):
                raise _damaged(self._path, f"the shard {prefix} was changed")
            yield self._result(json.loads(facts), placements)

    def add(self, result: ShardResult) -> None:
        """Keep a shard that is done; it is on disk when this returns."""
        prefix = json.dumps(result.shard.prefix)
        facts = json.dumps(
            {
                "shard": asdict(result.shard),
                "tally": result.tally and asdict(result.tally),
                "counters": dict(result.counters),
                "misfits": [asdict(misfit) for misfit in result.misfits],
                "misfit_counts": result.misfit_counts,
            }
        )
        placements = None if result.placements is None else result.placements.tobytes()
        with self._database:
            self._database.execute(
                "INSERT INTO shards VALUES (?, ?, ?, ?)",
                (prefix, facts, placements, _hash(prefix, facts, placements)),
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
            counters=facts["counters"],
            misfits=tuple(
                Misfit(Fault(one["fault"]), one["shown"], one["reason"]) for one in facts["misfits"]
            ),
            misfit_counts={Fault(name): count for name, count in facts["misfit_counts"].items()},
        )


@contextmanager
def opened(
    directory: Path, backend: str, n: int, identity: Mapping[str, Any]
) -> Iterator[Checkpoint]:
    """The checkpoint of a run, made where there is none yet.

    Raises CheckpointError where it is damaged, in use, or that of a run with another identity.
    """
    path = directory / f"{backend}-n{n}.sqlite"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(path, timeout=1, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise CheckpointError(f"the checkpoint {path} cannot be opened: {error}") from None
    try:
        _prepare(database, path, json.dumps(identity))
        yield Checkpoint(database, path, n)
    finally:
        database.close()


def _prepare(database: sqlite3.Connection, path: Path, identity: str) -> None:
    try:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        with database:
            database.executescript(TABLES)
            (problems,) = database.execute("PRAGMA quick_check").fetchone()
            found = database.execute("SELECT identity FROM run").fetchall()
            if not found:
                database.execute("INSERT INTO run VALUES (?)", (identity,))
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise _damaged(path, str(error)) from None
        raise CheckpointError(f"the checkpoint {path} is in use by another run") from None
    except sqlite3.DatabaseError as error:
        raise _damaged(path, str(error)) from None
    if problems != "ok":
        raise _damaged(path, problems)
    if found and found != [(identity,)]:
        raise CheckpointError(
            f"the checkpoint {path} is of another run ({found[0][0]}, here {identity}); "
            "give another directory"
        )


def _damaged(path: Path, how: str) -> CheckpointError:
    return CheckpointError(
        f"the checkpoint {path} is damaged ({how}); delete it, or give another directory"
    )


def _hash(prefix: str, facts: str, placements: bytes | None) -> str:
    hashed = hashlib.sha256()
    for part in (prefix.encode(), facts.encode(), placements or b""):
        hashed.update(len(part).to_bytes(8, "little") + part)
    return hashed.hexdigest()
