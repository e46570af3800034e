"""A checkpoint is used again only while all that made it is the same, and else says the reason."""

from __future__ import annotations

import os
import re
import resource
import shutil
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from shares import a_share
from split_runs import run_split

from solvers import registry
from solvers.adapters.program import Program
from solvers.errors import StoreError
from solvers.execution.result import Run, Status
from solvers.interface import Backend
from solvers.output.messages import note
from solvers.puzzle.problem import Goal, Problem
from solvers.splitting.checkpoint import open_checkpoint
from solvers.splitting.identity import Identity, first_difference, identity_of
from solvers.splitting.shards import Split
from solvers.testing.boards import BOARDS

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")

MINE = """
from pathlib import Path
from solvers.interface import Backend
def solve(problem, work):
    from solvers.paradigms.backtracking import BACKEND
    left_out = int((Path(__file__).parent / "my table").read_text())
    found = list(BACKEND.solve(problem, work))
    yield from found[: len(found) - left_out]
BACKEND = Backend("mine", solve=solve)
"""
"""A backend that leaves out solutions, as many as the table beside it says."""

FIVE = Problem(5)
SCATTERED = BOARDS["seven, scattered"]
SICP = registry.find("sicp")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a backend, with its table beside it."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a folder" / "my table").write_text("0")
    file = tmp_path / "a folder" / f"mine_{token_hex(4)}.py"
    file.write_text(MINE)
    return file


def kept(backend: Backend, directory: Path) -> Run:
    """A run of the backend with a checkpoint."""
    return run_split(backend, FIVE, Split(checkpoint=directory))


CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "its own file": (lambda file: file.write_text(f"{MINE}# changed\n"), "the file mine_"),
    "a table": (lambda file: (file.parent / "my table").write_text("1"), "the file my table ("),
    "a new file": (
        lambda file: (file.parent / "größe\n.py").touch(),
        r"the file größe\n.py (none, now ",
    ),
    "a file that is gone": (
        lambda file: (file.parent / "my table").rename(file.parents[1] / "table"),
        "the file my table (",
    ),
    "the target of a link": (
        lambda file: (file.parents[1] / "elsewhere").write_text("1"),
        "the file link.py (",
    ),
}


@a_share(("change", "says"), CHANGES.values(), ids=CHANGES)
def test_a_checkpoint_belongs_to_the_backends_file_and_the_files_beside_it(
    change: Callable[[Path], object], says: str, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").touch()
    (file.parent / "link.py").symlink_to(tmp_path / "elsewhere")
    backend = registry.backend_in_file(str(file))
    first = kept(backend, tmp_path / "kept")
    assert (first.status, first.solutions) == (Status.COMPLETE, 10), first.ending
    assert "were already solved" in kept(backend, tmp_path / "kept").remarks[0]
    change(file)
    refused = kept(backend, tmp_path / "kept")
    assert refused.status is Status.CRASHED
    assert f" differs in {says}" in refused.ending.detail
    assert refused.ending.detail.endswith("; give another directory")
    assert refused.ending.detail.isprintable()


def test_what_a_run_writes_beside_its_backend_is_no_part_of_the_program(file: Path) -> None:
    compiled = Program(("./mine", "{n}"), folder=str(file.parent), compile=("cc", "mine.c"))
    text = "Program(('./mine', '{n}'), compile=('cc', 'mine.c'))"
    file.write_text(f"{MINE}# {text}")
    backend = replace(registry.backend_in_file(str(file)), solve=compiled)

    def identity() -> Identity:
        return identity_of(backend, FIVE, "1", count=False)

    (file.parent / "mine.c").write_text("main() { return 0; }")
    before = identity()
    (file.parent / "report.html").write_text("<p>")
    (file.parent / "run.log").write_text("began")
    (file.parent / "mine").write_bytes(b"\x7fELF\0\0")
    assert first_difference(before, identity()) == ""
    (file.parent / "mine.c").write_text("main() { return 1; }")
    assert "the file mine.c" in first_difference(before, identity())


NOW = identity_of(SICP, Problem(8), "CPython 3.11", count=False)


@pytest.mark.parametrize(
    ("problem", "count", "says"),
    [
        (Problem(9), False, "n (8, now 9)"),
        (Problem(8, (2, 4)), False, "the prefix ([], now [2, 4])"),
        (Problem(8, blocked=frozenset({(0, 1)})), False, "the blocked squares ([], now [[0, 1]])"),
        (Problem(8, colours=(tuple(range(8)),) * 8), False, "the colours"),
        (Problem(8, goal=Goal.FIRST), False, "the goal (all, now first)"),
        (Problem(8), True, "--count (off, now on)"),
    ],
)
def test_another_run_is_named_with_both_values(
    problem: Problem,
    count: bool,  # noqa: FBT001
    says: str,
) -> None:
    assert not first_difference(NOW, NOW)
    now = identity_of(SICP, problem, "CPython 3.11", count=count)
    assert first_difference(NOW, now).startswith(says)


def test_a_backend_that_cannot_be_sent_to_a_process_has_an_identity() -> None:
    lost = Backend("lost", solve=lambda *_: iter(()))
    assert identity_of(lost, FIVE, "", count=False)["the backend's record"] == ""


def test_a_checkpoint_that_is_in_use_or_no_directory_is_refused(tmp_path: Path) -> None:
    split = Split(checkpoint=tmp_path / "used")
    with (
        open_checkpoint(SICP, FIVE, split, SICP.version(), count=True),
        pytest.raises(StoreError, match="database is locked"),
        open_checkpoint(SICP, FIVE, split, SICP.version(), count=True),
    ):
        pass
    (tmp_path / "file").touch()
    assert "cannot be opened" in kept(SICP, tmp_path / "file").ending.detail


# On full disks, damaged, or of another origin


EIGHT = Problem(8)
KEEP = "give another directory"


def kept_run(folder: Path, **options: Any) -> Run:
    """A run with a checkpoint there."""
    return run_split(SICP, EIGHT, Split(checkpoint=folder), **options)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkpoint of a whole run."""
    folder = tmp_path_factory.mktemp("kept")
    assert kept_run(folder).status is Status.COMPLETE
    return folder / "sicp-n8.sqlite"


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    """The checkpoint of a whole run, which a test may change."""
    return Path(shutil.copy(whole, tmp_path))


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


@pytest.mark.parametrize(
    "fact",
    [
        *("Python", "the sources of solver-parity", "the package numpy"),
        *("the package that is gone", "the engine's version", "the backend's record"),
    ],
)
def test_a_checkpoint_belongs_to_the_suite_the_interpreter_and_the_packages(
    fact: str, path: Path
) -> None:
    execute(path, "INSERT OR REPLACE INTO run VALUES (?, 'before')", values=[fact])
    with pytest.raises(StoreError, match=re.escape(f" differs in {fact} (before, now ")):
        opened(path.parent)


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
