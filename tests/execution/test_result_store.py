"""Kept results: looked up by all that they depend on, or refused with both values."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from solvers.errors import StoreError
from solvers.execution.result_store import KeptResult, ResultStore, open_store

MINE = {"name": "mine", "record": "1234", "engine": "Python 3.11"}
ORIGIN: dict[str, Any] = {
    "n": 8,
    "goal": "all",
    "prefix": [],
    "--time-limit": 10.0,
    "--input": None,
    "solver-parity": "1.0",
    "sources": "a",
    "packages": {"numpy": "1"},
    "backend": MINE,
}


@contextmanager
def store(path: Path) -> Iterator[ResultStore]:
    with open_store(path, "checkpoint", "name another") as opened:
        yield opened


def test_a_result_is_found_again_by_its_origin_and_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.sqlite"
    with store(path) as kept:
        kept.keep(ORIGIN, b"2", {"seconds": 0.5}, b"data")
        kept.keep(ORIGIN, b"1\xff", [1])
        kept.keep(ORIGIN, b"2", {"seconds": 0.25}, b"other")
    with store(path) as kept:
        found = list(kept.results(dict(reversed(ORIGIN.items()))))
        assert found == [
            KeptResult(b"1\xff", [1], None),
            KeptResult(b"2", {"seconds": 0.25}, b"other"),
        ]
        assert not list(kept.results(ORIGIN | {"n": 9}))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"n": 9}, r"another board size \(8, now 9\)"),
        ({"goal": "first"}, r"another goal \(all, now first\)"),
        ({"--time-limit": 5}, r"another --time-limit \(10 s, now 5 s\)"),
        ({"prefix": [2, 4]}, r"another prefix \(none, now 2, 4\)"),
        ({"packages": {"numpy": "2"}}, r"another version of numpy \(1, now 2\)"),
        ({"packages": {}}, r"another version of numpy \(1, now none\)"),
        ({"sources": "b"}, r"other sources of solver-parity \(a, now b\)"),
        ({"--input": ""}, r"another --input \(none, now ''\)"),
        ({"solver-parity": "2"}, r"another version of solver-parity \(1.0, now 2\)"),
        (
            {"backend": ORIGIN["backend"] | {"record": "5"}},
            r"another record of mine \(1234, now 5\)",
        ),
        (
            {"backend": ORIGIN["backend"] | {"engine": "6"}},
            r"another engine of mine \(Python 3.11, now 6\)",
        ),
    ],
)
def test_a_result_of_another_origin_is_refused_with_both_values_and_the_remedy(
    change: dict[str, Any], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "kept.sqlite"
    with store(path) as kept:
        kept.keep(ORIGIN, b"1", {})
    with store(path) as kept:
        kept.refuse_others(ORIGIN)
        with pytest.raises(StoreError, match=rf"was made with {says}; name another") as told:
            kept.refuse_others(ORIGIN | change)
    assert "\n" not in str(told.value)


def test_results_of_two_backends_can_stand_in_one_file(tmp_path: Path) -> None:
    other = ORIGIN | {"backend": {"name": "other", "record": "5", "engine": "6"}}
    with store(tmp_path / "kept.sqlite") as kept:
        kept.keep(ORIGIN, b"1", {})
        kept.refuse_others(other)
        kept.keep(other, b"1", {"other": True})
        assert [one.value for one in kept.results(ORIGIN)] == [{}]


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    with (
        store(path),
        pytest.raises(StoreError, match="in use by another command"),
        store(path),
    ):
        pass


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE results (a)")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (foreign, "is not a checkpoint .it has other tables.; name another"),
        (
            lambda path: path.write_text("mine" * 100),
            "is not a checkpoint .it is not a database.; name",
        ),
        (os.mkfifo, "is not a file; name another"),
        (os.mkdir, "is not a file; name another"),
    ],
    ids=["another database", "no database", "FIFO", "folder"],
)
def test_a_file_that_is_not_ours_is_refused_and_not_changed(
    make: Callable[[Path], object], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "kept.sqlite"
    make(path)
    before = path.is_file() and path.read_bytes()
    with pytest.raises(StoreError, match=says), store(path):
        pass
    assert (path.is_file() and path.read_bytes()) == before


@pytest.mark.parametrize(
    "change",
    ["value = '{\"seconds\": 1}'", "data = X'00'", "data = NULL", "name = X'31'", "hash = 'a'"],
)
def test_a_result_that_was_changed_is_damage(change: str, tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    with store(path) as kept:
        kept.keep(ORIGIN, b"2", {"seconds": 0.5}, b"data")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"UPDATE results SET {change}")  # noqa: S608  # a constant above
    with (
        store(path) as kept,
        pytest.raises(StoreError, match=r"is damaged .*was changed.*; delete it, or name another"),
    ):
        list(kept.results(ORIGIN))


def test_a_file_that_was_cut_off_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    with store(path) as kept:
        for number in range(99):
            kept.keep(ORIGIN, b"%d" % number, {}, bytes(999))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(StoreError, match=r"is damaged .*; delete it, or name"), store(path) as kept:
        list(kept.results(ORIGIN))
