"""The runs of a benchmark that are kept: damaged ones and those of another origin are refused."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path

import pytest
from benchmark_results import CLOSED, FREE, solved

from solvers import registry
from solvers.benchmark.instances import Instance
from solvers.benchmark.kept_runs import KeptRuns
from solvers.benchmark.kept_runs import open_kept_runs as opened_runs
from solvers.errors import StoreError
from solvers.execution.identity import Identity
from solvers.execution.result_store import open_store

ASKED = {"--time-limit": 10.0, "--memory-limit": 4096.0}
RESULT = solved(1, "sicp", 1.0)
SICP = registry.find("sicp")


@contextmanager
def sicp_runs(
    path: Path,
    instances: Sequence[Instance] = (FREE,),
    asked: Identity = ASKED,
    engine: str = "1",
) -> Iterator[KeptRuns]:
    """The runs that are kept there, with those of sicp."""
    with opened_runs(path, instances, asked) as runs:
        runs.load(SICP, engine)
        yield runs


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"placement": "1302"}, "Expected `array | null`"),
        ({"answer": "perhaps"}, "Invalid enum value 'perhaps'"),
        ({"seconds": True}, "Expected `float | null`"),
        ({"counters": {"row tries": 0.5}}, "Expected `int`"),
        ({"version": None}, "Expected `str`"),
    ],
)
def test_a_kept_run_without_its_fields_is_refused(
    changed: dict[str, object], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "runs.sqlite"
    with sicp_runs(path) as runs:
        runs.add(RESULT, {})
    with sicp_runs(path) as runs:
        assert runs.results == {(1, "sicp"): RESULT}
    with closing(sqlite3.connect(path)) as database:
        ((origin,),) = database.execute("SELECT origin FROM results")
    with open_store(path, "file", "") as store:
        store.keep(json.loads(origin), b"1", asdict(RESULT) | changed)
    with (
        pytest.raises(StoreError, match=r"is damaged .the run on board 1: ") as told,
        sicp_runs(path),
    ):
        pass
    assert says in str(told.value)


def test_runs_of_other_boards_limits_or_engines_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    with sicp_runs(path) as runs:
        runs.add(RESULT, {})
    others = ASKED | {"--memory-limit": 99.0}
    says = r"was made with another --memory-limit \(4096 MiB, now 99 MiB\)"
    with pytest.raises(StoreError, match=says), sicp_runs(path, asked=others):
        pass
    with pytest.raises(StoreError, match=r"other boards \(sha256"), sicp_runs(path, [CLOSED]):
        pass
    says = r"another engine of sicp \(1, now 2\); name another file with --runs"
    with pytest.raises(StoreError, match=says), sicp_runs(path, engine="2"):
        pass
