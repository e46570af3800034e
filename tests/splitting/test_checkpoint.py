"""A checkpoint is used again only while all that made it is the same, and else says the reason."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

import pytest
from shares import a_share
from solutions import solutions_of
from split_runs import run_split

from solvers import registry
from solvers.adapters.program import Program
from solvers.comparison import compare
from solvers.errors import StoreError
from solvers.execution.limits import Limits
from solvers.execution.result import Run, Status
from solvers.interface import Backend
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.verdict import Verdict
from solvers.splitting.checkpoint import open_checkpoint
from solvers.splitting.identity import Identity, first_difference, identity_of
from solvers.splitting.shards import Split
from solvers.testing.boards import BOARDS

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
    backend = registry.load_backend(str(file))
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
    backend = replace(registry.load_backend(str(file)), solve=compiled)

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
    assert first_difference(NOW, now) == says


@pytest.mark.parametrize(
    "fact",
    [
        "Python",
        "the sources of solver-parity",
        "the package numpy",
        "the package that is gone",
        "the engine's version",
        "the backend's record",
    ],
)
def test_a_checkpoint_belongs_to_the_suite_the_interpreter_and_the_packages(
    fact: str, tmp_path: Path
) -> None:
    assert kept(SICP, tmp_path).status is Status.COMPLETE
    with closing(sqlite3.connect(tmp_path / "sicp-n5.sqlite")) as database, database:
        database.execute("INSERT OR REPLACE INTO run VALUES (?, 'before')", [fact])
    detail = kept(SICP, tmp_path).ending.detail
    assert f" differs in {fact} (before, now " in detail
    assert detail.endswith("; give another directory")


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


def test_a_checkpoint_belongs_to_its_board(tmp_path: Path) -> None:
    split = Split(checkpoint=tmp_path)
    for _ in range(2):
        (found,) = compare(SCATTERED, [SICP], Limits(), split=split).judgements
        assert found.run.solutions == len(solutions_of(SCATTERED))
    (other,) = compare(Problem(7), [SICP], Limits(), split=split).judgements
    assert other.verdict is Verdict.PARTIAL
    assert "differs in the blocked squares" in str(other.run.ending.detail)
