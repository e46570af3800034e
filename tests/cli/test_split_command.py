"""The options of compare.py that split a run, and those that do not keep its solutions."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from places import ROOT
from processes import PATIENCE, until
from queens_command import Queens
from solutions import all_solutions

from solvers.cli.compare import main
from solvers.puzzle.counted_set import sum_of_hashes
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import digest

PURE = ("--backends", "sicp,backtracking")


@pytest.mark.parametrize(
    "options",
    [
        ("--jobs", "2"),
        pytest.param(
            ("--cluster", "local", "--jobs", "1"), marks=pytest.mark.slow("starts a cluster")
        ),
    ],
    ids=" ".join,
)
def test_a_split_comparison_has_the_same_digest(queens: Queens, options: tuple[str, ...]) -> None:
    found = queens("compare", "--n", "7", *PURE, *options, "--output", "json").document
    assert found["verdict"] == "identical"
    assert found["kept"] == "solutions"
    assert found["digest"] == digest(pack(sorted(all_solutions(7)), 7).placements())
    assert [run["solutions"] for run in found["runs"]] == [40, 40]


@pytest.mark.parametrize("split", [(), ("--jobs", "2")], ids=" ".join)
def test_count_gives_a_digest_and_keeps_no_solutions(
    queens: Queens, split: tuple[str, ...]
) -> None:
    found = queens("compare", "--n", "7", *PURE, "--count", *split, "--output", "json").document
    assert (found["kept"], found["digest"], found["evidence"]) == ("count", None, "certificate")
    total = sum_of_hashes(pack(sorted(all_solutions(7)), 7).placements())
    assert found["sum_digest"] == f"sum128:{total:032x}"


def test_a_checkpoint_is_used_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = ("--n", "6,7", *PURE, "--checkpoint", str(tmp_path / "a" / "b"))
    for again in (False, True):
        assert main([*options, "--output", "json"]) == 0
        for line in capsys.readouterr().out.splitlines():
            for run in json.loads(line)["runs"]:
                assert ("were already solved" in run["note"]) is again
                assert (run["seconds"] is None) is again  # it was read, and not measured
                assert (run["first_solution_seconds"] is None) is again


BYTES_OF_SOME_SHARDS = 1 << 16


@pytest.mark.slow("searches for seconds")
def test_a_killed_run_is_resumed(tmp_path: Path) -> None:
    command = [
        *(sys.executable, "compare.py", "--n", "11", "--backends", "sicp"),
        *("--output", "json", "--checkpoint", str(tmp_path)),
    ]
    first = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    kept = tmp_path / "sicp-n11.sqlite"
    until(lambda: kept.exists() and kept.stat().st_size > BYTES_OF_SOME_SHARDS)
    started = psutil.Process(first.pid).children(recursive=True)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    _, alive = psutil.wait_procs(started, timeout=PATIENCE)
    assert not alive
    second = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=PATIENCE)
    (run,) = json.loads(second.stdout)["runs"]
    assert "were already solved" in run["note"]
    assert run["solutions"] == 2680
    assert run["duplicates"] == run["missing"] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--jobs", "0"), "is not a positive whole number; give e.g. 5"),
        (("--jobs", "two"), "is not a positive whole number; give e.g. 5"),
        (("--checkpoint", "/dev/null"), "cannot be opened"),
        (("--checkpoint", "ck", "--repeat", "3"), "leave out one of them"),
    ],
)
def test_a_split_run_refuses_bad_input_in_one_line(
    queens: Queens, arguments: tuple[str, ...], message: str
) -> None:
    assert message in queens.refusal("compare", "--n", "6", *PURE, *arguments)


def test_a_file_in_the_place_of_a_checkpoint_is_refused_before_anything_runs(
    queens: Queens, tmp_path: Path
) -> None:
    (tmp_path / "backtracking-n6.sqlite").write_text("no database\n" * 100)
    assert "backtracking-n6.sqlite cannot be used (file is not a database)" in queens.refusal(
        "compare", "--n", "6", *PURE, "--checkpoint", str(tmp_path)
    )
