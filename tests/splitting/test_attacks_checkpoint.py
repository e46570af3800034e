"""Checkpoints on full disks, damaged, or of another origin."""

from __future__ import annotations

import os
import re
import resource
import shutil
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from processes import full_disk, ran
from split_runs import run_split

from solvers import registry
from solvers.errors import StoreError
from solvers.execution.result import Run, Status
from solvers.output.messages import note
from solvers.puzzle.problem import Problem
from solvers.splitting.checkpoint import open_checkpoint
from solvers.splitting.shards import Split

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")
EIGHT = Problem(8)
SICP = registry.find("sicp")
KEEP = "give another directory"


def kept_run(folder: Path, **options: Any) -> Run:
    """A run with a checkpoint there."""
    return run_split(SICP, EIGHT, Split(checkpoint=folder), **options)


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkpoint of a whole run."""
    folder = tmp_path_factory.mktemp("kept")
    assert kept_run(folder).status is Status.COMPLETE
    return folder / "sicp-n8.sqlite"


@pytest.fixture
def path(kept: Path, tmp_path: Path) -> Path:
    """The checkpoint of a whole run, which a test may change."""
    return Path(shutil.copy(kept, tmp_path))


def opened(folder: Path) -> None:
    """Read the checkpoint of that run."""
    split = Split(checkpoint=folder)
    with open_checkpoint(SICP, EIGHT, split, SICP.version(), count=False) as checkpoint:
        assert checkpoint
        list(checkpoint.finished())


def execute(path: Path, *statements: str, values: Sequence[object] = ()) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement, values)


def test_a_full_disk_is_no_damage_and_solved_shards_are_kept(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    arrived = 0

    def fill_the_disk(_: object) -> None:
        nonlocal arrived
        arrived += 1
        if arrived == 60:
            largest = max(file.stat().st_size for file in tmp_path.iterdir())
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest // 2, before[1]))

    try:  # Python ignores SIGXFSZ
        first = kept_run(tmp_path, on_block=fill_the_disk)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert first.status is Status.CRASHED
    assert note(first).startswith("the checkpoint ")
    assert "sicp-n8.sqlite cannot be used (" in note(first)
    second = kept_run(tmp_path)
    assert second.status is Status.COMPLETE
    assert second.solutions == 92
    assert re.search("[1-9][0-9]? of 42 shards were already solved", note(second))


def test_a_disk_that_is_full_from_the_start_is_reported_in_one_line(tmp_path: Path) -> None:
    command = full_disk(0)
    arguments = ["compare.py", "--n", "6", "--backends", "sicp", "--checkpoint", str(tmp_path)]
    done = ran(["/bin/sh", "-c", command, "sh", sys.executable, *arguments])
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "sicp-n6.sqlite cannot be used (" in line


def test_a_disk_that_cannot_be_written_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept_run(tmp_path).status is Status.COMPLETE
    connect = sqlite3.connect

    def read_only(path: Path, **options: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = connect(f"file:{path}?mode=ro", uri=True, **options)
        return database

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", read_only)
        with pytest.raises(StoreError, match=r"cannot be used \(attempt to write"):
            opened(tmp_path)
    opened(tmp_path)


@pytest.mark.parametrize(
    ("statements", "why"),
    [
        (["UPDATE shards SET record = CAST(X'FF' AS TEXT)"], "cannot be used (Could not decode"),
        (["UPDATE shards SET prefix = X'FF' WHERE rowid = 1"], r"shard b'\xff': it was changed"),
        (["UPDATE shards SET placements = X'00'"], "is damaged: shard [0, 2]: it was changed"),
        (["UPDATE shards SET placements = ''"], "]: it was changed"),
        (["UPDATE shards SET hash = 5"], "is damaged: shard [0, 2]: it was changed"),
        (["UPDATE run SET value = CAST(X'FF' AS TEXT)"], "cannot be used (Could not decode"),
        (["UPDATE run SET value = 5 WHERE fact = 'n'"], "differs in n (5, now 8)"),
        (["INSERT INTO run VALUES (X'FF', X'0A')"], r"differs in b'\xff' (b'\n', now none)"),
        (["DELETE FROM run"], "differs in n (none, now 8)"),
        (["CREATE TABLE notes (text)"], "is not a checkpoint: it has other tables"),
        (["ALTER TABLE shards DROP COLUMN placements"], "is not a checkpoint: it has"),
        (["DROP TABLE shards", "CREATE TABLE mine (a)"], "is not a checkpoint: it has"),
    ],
)
def test_damage_and_another_origin_of_a_checkpoint_are_told_apart(
    statements: list[str], why: str, path: Path
) -> None:
    execute(path, *statements)
    with pytest.raises(StoreError, match=re.escape(why)) as told:
        opened(path.parent)
    assert str(told.value).endswith(f"; {KEEP}")


@pytest.mark.parametrize("record", ["5", "{}", "no JSON"])
def test_a_shard_of_another_form_with_its_right_hash_is_damage(record: str, path: Path) -> None:
    split = Split(checkpoint=path.parent)
    with open_checkpoint(SICP, EIGHT, split, SICP.version(), count=False) as checkpoint:
        assert checkpoint
        row = "[0, 2]", record, b""
        row_with_hash = *row, checkpoint._hash(*row)
    execute(path, "REPLACE INTO shards VALUES (?, ?, ?, ?)", values=row_with_hash)
    with pytest.raises(StoreError, match=r"is damaged: shard \[0, 2\]: "):
        opened(path.parent)


def foreign(path: Path) -> None:
    execute(path, "CREATE TABLE results (a)")


def cut_off(path: Path) -> None:
    assert kept_run(path.parent).status is Status.COMPLETE
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (foreign, "is not a checkpoint: it has other tables"),
        (lambda path: path.write_text("mine" * 100), "cannot be used (file is not a database)"),
        (cut_off, "cannot be used (database disk image is malformed)"),
        (os.mkfifo, "is not a file"),
        (os.mkdir, "is not a file"),
    ],
    ids=["another database", "no database", "cut off", "FIFO", "folder"],
)
def test_a_file_that_is_no_checkpoint_is_refused_and_not_changed(
    make: Callable[[Path], object], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "sicp-n8.sqlite"
    make(path)
    before = path.is_file() and path.read_bytes()
    with pytest.raises(StoreError, match=re.escape(f"{says}; {KEEP}")):
        opened(tmp_path)
    assert (path.is_file() and path.read_bytes()) == before
