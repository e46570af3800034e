"""compare.py as people use it: its output, its exit codes, and its refusals."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import misbehaving_backends as faults
import pytest
from places import ROOT
from processes import ran
from queens_command import Queens
from shares import a_share
from solutions import all_solutions

from solvers import registry
from solvers.cli.compare import main
from solvers.puzzle.counted_set import sum_of_hashes
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import digest

Capture = pytest.CaptureFixture[str]
PURE = "sicp,backtracking"
RUN_FIELDS = {
    "backend", "paradigm", "status", "verdict", "solutions", "invalid", "duplicates", "missing",
    "extra", "malformed", "witness", "seconds", "first_solution_seconds", "startup_seconds",
    "peak_memory_mib", "counters", "version", "note",
}  # fmt: skip


@pytest.fixture
def with_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry also lists some backends that misbehave."""
    known = registry.backends() | {
        backend.name: backend
        for backend in (
            faults.ABSENT,
            faults.halfway(faults.sleep_for_ever),
            faults.halfway(faults.kill_itself),
            faults.misbehaving(faults.lose_one),
            faults.misbehaving(faults.yield_floats),
        )
    }
    monkeypatch.setattr(registry, "backends", lambda: known)


def test_json_has_the_fields_of_the_contract(queens: Queens) -> None:
    printed = queens("compare", "--n", 8, "--backends", PURE, "--output", "json")
    assert printed.err == ""
    document = printed.document
    assert document["schema"] == 1
    assert document["n"] == 8
    assert document["prefix"] == []
    assert document["expected_solutions"] == 92
    assert document["verdict"] == "identical"
    assert re.fullmatch("sha256:[0-9a-f]{64}", document["digest"])
    assert len(document["runs"]) == 2
    for run in document["runs"]:
        assert run.keys() >= RUN_FIELDS
        assert (run["status"], run["verdict"]) == ("complete", "correct")
        assert run["solutions"] == 92
        assert run["witness"] is None
        assert run["seconds"] >= run["first_solution_seconds"] > 0


@a_share(("prefix", "solutions"), [(" 2, 4 ", 4), ("4,6,0", 2), ("0,2", 0)])
def test_a_prefix_limits_the_solutions_of_every_backend(
    prefix: str, solutions: int, queens: Queens
) -> None:
    asked = "--n", 8, "--prefix", prefix, "--backends", PURE, "--output", "json"
    document = queens("compare", *asked).document
    assert document["prefix"] == [int(row) for row in prefix.split(",")]
    assert document["expected_solutions"] is None
    assert document["verdict"] == "identical"
    assert [run["status"] for run in document["runs"]] == ["complete", "complete"]
    assert {run["solutions"] for run in document["runs"]} == {solutions}


def test_several_sizes_give_one_json_document_per_line(queens: Queens) -> None:
    sizes = "--n", "0-3,6,5-6"
    lines = queens("compare", *sizes, "--backends", "sicp", "--output", "json").lines
    documents = [json.loads(line) for line in lines]
    assert [document["n"] for document in documents] == [0, 1, 2, 3, 6, 5]
    assert [document["runs"][0]["solutions"] for document in documents] == [1, 1, 0, 0, 4, 10]
    assert {document["verdict"] for document in documents} == {"identical"}


def test_csv_has_a_row_per_run_with_the_fields_of_the_json(queens: Queens) -> None:
    rows = queens("compare", "--n", "4,6", "--backends", PURE, "--output", "csv").rows
    assert [(row["n"], row["backend"], row["solutions"]) for row in rows] == [
        ("4", "sicp", "2"),
        ("4", "backtracking", "2"),
        ("6", "sicp", "4"),
        ("6", "backtracking", "4"),
    ]
    assert rows[0].keys() >= RUN_FIELDS
    assert {row["agreement"] for row in rows} == {"identical"}
    assert json.loads(rows[1]["counters"])["row_tries"] == 60


@pytest.mark.usefixtures("with_faults")
@a_share(
    ("backends", "code", "verdict"),
    [
        ("sicp,lose_one", 1, "different"),
        ("sicp,sleep_for_ever", 3, "incomplete"),
        ("sicp,kill_itself", 3, "incomplete"),
        ("sicp,absent", 4, "incomplete"),
        ("absent", 4, "incomplete"),
        ("sleep_for_ever,absent", 4, "incomplete"),
        ("sicp,absentees", 4, "incomplete"),  # a group
        ("lose_one,sleep_for_ever,absent", 1, "different"),
    ],
)
def test_the_exit_code_follows_the_verdict(
    backends: str, code: int, verdict: str, queens: Queens
) -> None:
    asked = "--n", 8, "--backends", backends, "--time-limit", 1, "--output", "json"
    assert queens("compare", *asked, code=code).document["verdict"] == verdict


@pytest.mark.usefixtures("with_faults")
def test_the_most_serious_exit_code_of_all_sizes_wins(queens: Queens) -> None:
    shown = queens("compare", "--n", "6,3", "--backends", "sicp,lose_one", code=1).out
    assert shown.count("identical: ") == 1


@pytest.mark.usefixtures("with_faults")
def test_a_disagreement_is_explained(queens: Queens) -> None:
    said = queens.run("compare", "--n", 6, "--backends", "sicp,lose_one,yield_floats").out
    assert "different: lose_one is wrong (1 missing); yield_floats is wrong (4 malformed" in said
    assert "missing, for example the solution [1, 3, 5, 0, 2, 4]" in said
    assert "0 ·  ·  ·  ♛  ·  ·" in said
    assert "column 0 holds a value of type float, not an integer" in said


def test_without_its_packages_compare_names_the_command_to_run(tmp_path: Path) -> None:
    (tmp_path / "compare.py").write_bytes((ROOT / "compare.py").read_bytes())
    done = ran([sys.executable, "-I", "-S", "compare.py"], folder=tmp_path)
    assert done.returncode == 2
    assert "run `make compare`" in done.stderr
    assert done.stderr.count("\n") == 1


def test_compare_first_finds_one_solution_with_each_backend(queens: Queens) -> None:
    both = "--backends", "construction,local-search"
    document = queens("compare", "--n", 30, "--first", *both, "--output", "json").document
    told = document["goal"], document["evidence"], document["digest"]
    assert told == ("first", "solution", None)
    assert [run["solutions"] for run in document["runs"]] == [1, 1]


# In parts, and without keeping the solutions


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
    found = queens("compare", "--n", "7", "--backends", PURE, *options, "--output", "json").document
    assert found["verdict"] == "identical"
    assert found["kept"] == "solutions"
    assert found["digest"] == digest(pack(sorted(all_solutions(7)), 7).placements())
    assert [run["solutions"] for run in found["runs"]] == [40, 40]


@pytest.mark.parametrize("split", [(), ("--jobs", "2")], ids=" ".join)
def test_count_gives_a_digest_and_keeps_no_solutions(
    queens: Queens, split: tuple[str, ...]
) -> None:
    found = queens(
        "compare", "--n", "7", "--backends", PURE, "--count", *split, "--output", "json"
    ).document
    assert (found["kept"], found["digest"], found["evidence"]) == ("count", None, "certificate")
    total = sum_of_hashes(pack(sorted(all_solutions(7)), 7).placements())
    assert found["sum_digest"] == f"sum128:{total:032x}"


def test_a_checkpoint_is_used_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = ("--n", "6,7", "--backends", "sicp", "--checkpoint", str(tmp_path / "a" / "b"))
    for again in (False, True):
        assert main([*options, "--output", "json"]) == 0
        for line in capsys.readouterr().out.splitlines():
            for run in json.loads(line)["runs"]:
                assert ("were already solved" in run["note"]) is again
                assert (run["seconds"] is None) is again  # it was read, and not measured
                assert (run["first_solution_seconds"] is None) is again


def test_a_file_in_the_place_of_a_checkpoint_is_refused_before_anything_runs(
    queens: Queens, tmp_path: Path
) -> None:
    (tmp_path / "backtracking-n6.sqlite").write_text("no database\n" * 100)
    assert "backtracking-n6.sqlite cannot be used (file is not a database)" in queens.refusal(
        "compare", "--n", "6", "--backends", PURE, "--checkpoint", str(tmp_path)
    )
