"""Splitting, counting, continuing and certifying a comparison change no verdict and no number."""

from __future__ import annotations

import json
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typed_commands import typed

from solvers.puzzle.placements import Packed
from solvers.splitting.split_run import SplitRun

pytestmark = pytest.mark.slow("tries hundreds of examples")

EXAMPLES = 200
SAME = ("backend", "status", "verdict", "solutions", "invalid", "duplicates", "missing", "extra")
ATTACKING = (
    "from solvers.paradigms.sicp.exercise import solve as right\n"
    "from solvers.interface import Backend\n"
    "def solve(problem, work):\n"
    "    for rows in right(problem, work):\n"
    "        yield rows if sum(rows[:3]) % 3 else tuple(sorted(rows))\n"
    "BACKEND = Backend('sorts_some', solve=solve)\n"
)


@dataclass(frozen=True)
class Case:
    """A board, backends, and one way to run the comparison."""

    board: tuple[str, ...]
    backends: str
    split: tuple[str, ...]
    result: tuple[str, ...]
    stops_after: int | None


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Combinations of a board, backends and ways to run."""
    n = draw(st.integers(0, 7))
    kind = draw(st.sampled_from(["free", "free", "prefix", "blocked"]))
    board: tuple[str, ...] = ("--n", str(n))
    if kind == "prefix" and n > 3:
        board += ("--prefix", str(draw(st.integers(0, n - 1))))
    elif kind == "blocked" and n:
        squares = draw(st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=5))
        if squares:
            board += ("--blocked", ",".join(f"{column}:{row}" for column, row in sorted(squares)))
    split: tuple[str, ...] = ()
    if draw(st.booleans()):
        split += ("--jobs", draw(st.sampled_from(["1", "2"])))
    elif draw(st.integers(0, 19)) == 0:  # a cluster takes seconds to start
        split += ("--cluster", "local", "--jobs", "1")
    stops_after = None
    if draw(st.booleans()):
        split += ("--checkpoint", "CHECKPOINT")
        stops_after = draw(st.none() | st.integers(0, 5))
    result: tuple[str, ...] = ("--certify",) if draw(st.booleans()) else ()
    if draw(st.booleans()):
        result += ("--count",)
    backends = draw(st.sampled_from(["sicp,backtracking", "permutation", "sicp,sorts_some.py"]))
    return Case(board, backends, split, result, stops_after)


def outcome(*arguments: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the document of compare.py."""
    done = typed(shlex.join(["compare.py", *arguments, "--output", "json"]), Path())
    return done.returncode, json.loads(done.stdout)


@contextmanager
def interrupted(after: int | None) -> Iterator[None]:
    """Press Ctrl-C after this number of blocks of a split run."""
    with pytest.MonkeyPatch.context() as patch:
        if after is not None:
            left, arrived = [after], SplitRun.arrived

            def stop(run: SplitRun, block: Packed) -> None:
                if left[0] == 0:
                    raise KeyboardInterrupt
                left[0] -= 1
                arrived(run, block)

            patch.setattr(SplitRun, "arrived", stop)
        yield


@pytest.mark.timeout(3000)
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(case=cases())
def test_the_verdict_does_not_depend_on_the_way_of_running(
    case: Case, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sorts_some.py").write_text(ATTACKING)
    common = (*case.board, "--backends", case.backends)
    code, plain = outcome(*common, *case.result)
    with tempfile.TemporaryDirectory(dir=tmp_path) as checkpoint:
        split = [checkpoint if word == "CHECKPOINT" else word for word in case.split]
        if case.stops_after is not None:
            with interrupted(case.stops_after):
                outcome(*common, *split, *case.result)
        again, found = outcome(*common, *split, *case.result)
    assert again == code
    for name in ("verdict", "expected_solutions", "digest", "sum_digest", "evidence"):
        assert found[name] == plain[name], name
    for one, other in zip(found["runs"], plain["runs"], strict=True):
        assert {name: one[name] for name in SAME} == {name: other[name] for name in SAME}
