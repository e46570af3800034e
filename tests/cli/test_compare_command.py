"""compare.py as people use it: its output, its exit codes, and its refusals."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import sys
from pathlib import Path

import misbehaving_backends as faults
import pytest
from engines import needs_prolog
from places import ROOT
from processes import ran
from queens_command import Queens
from shares import a_share
from typed_commands import Done, typed

from solvers import registry
from solvers.cli.compare import main

Capture = pytest.CaptureFixture[str]
PURE = "sicp,backtracking"
RUN_FIELDS = {
    "backend", "paradigm", "status", "verdict", "solutions", "invalid", "duplicates", "missing",
    "extra", "malformed", "witness", "seconds", "first_solution_seconds", "startup_seconds",
    "peak_memory_mib", "counters", "version", "note",
}  # fmt: skip


def compare(*arguments: str) -> Done:
    """Run compare.py with these arguments."""
    return typed(shlex.join(["compare.py", *arguments]))


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


@pytest.mark.parametrize(
    "names", ["default", pytest.param("all", marks=pytest.mark.slow("runs every backend"))]
)
def test_the_text_shows_every_backend_and_the_proof(names: str) -> None:
    needs_prolog()
    done = compare("--n", "6", "--backends", names)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "6 queens"
    for title in ("backend", "paradigm", "status", "solutions", "first", "all", "memory", "work"):
        assert title in lines[1]
    known = [one.name for one in registry.choose([names])]
    assert [line.split()[0] for line in lines[2 : 2 + len(known)]] == known
    verdict = lines[3 + len(known)]  # remarks about a busy machine's clock may follow it
    assert "found" in verdict
    assert "4 solutions, and there are no others (proof checked: 742 steps" in verdict
    assert "\x1b" not in done.stdout


def test_json_has_the_fields_of_the_contract() -> None:
    done = compare("--n", "8", "--backends", PURE, "--output", "json")
    assert done.returncode == 0
    assert done.stderr == ""
    document = json.loads(done.stdout)
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


@a_share(("prefix", "solutions"), [("2,4", 4), ("4,6,0", 2), ("0,2", 0), (" 2, 4 ", 4)])
def test_a_prefix_limits_the_solutions_of_every_backend(
    prefix: str, solutions: int, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--n", "8", "--prefix", prefix, "--backends", PURE, "--output", "json"]
    assert main(arguments) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["prefix"] == [int(row) for row in prefix.split(",")]
    assert document["expected_solutions"] is None
    assert document["verdict"] == "identical"
    assert [run["status"] for run in document["runs"]] == ["complete", "complete"]
    assert {run["solutions"] for run in document["runs"]} == {solutions}


def test_several_sizes_give_one_json_document_per_line() -> None:
    done = compare("--n", "0-3,6,5-6", "--backends", "sicp", "--output", "json")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert [document["n"] for document in documents] == [0, 1, 2, 3, 6, 5]
    assert [document["runs"][0]["solutions"] for document in documents] == [1, 1, 0, 0, 4, 10]
    assert {document["verdict"] for document in documents} == {"identical"}
    assert done.returncode == 0


def test_csv_has_a_row_per_run_with_the_fields_of_the_json() -> None:
    done = compare("--n", "4,6", "--backends", PURE, "--output", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["n"], row["backend"], row["solutions"]) for row in rows] == [
        ("4", "sicp", "2"),
        ("4", "backtracking", "2"),
        ("6", "sicp", "4"),
        ("6", "backtracking", "4"),
    ]
    assert rows[0].keys() >= RUN_FIELDS
    assert {row["agreement"] for row in rows} == {"identical"}
    assert json.loads(rows[1]["counters"])["row_tries"] == 60


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--n", "-1"], "n is from 0 to 1000000,"),
        (["--n", "x"], "'x' is not a board size"),
        (["--n", "300"], "add --first to find one"),
        (["--n", "10-4"], "goes up, as in 4-10; not 10-4"),
        (["--n", "4,,6"], "'' is not a board size"),
        (["--n", "99999999999999999999"], "is not a board size"),
        (["--backends", "prolg"], "did you mean prolog?"),
        (["--backends", "zzzzzz"], "shows all names"),
        (["--backends", ""], "there is no backend ''"),
        (["--n", "63", "--backends", "bitset"], "bitset supports n up to 62"),
        (["--n", "256"], "too large to find all solutions"),
        (["--n", "1000001", "--first"], "from 0 to 1000000"),
        (["--n", "4", "--prefix", "0,2,1,3,0"], "at most 4 rows"),
        (["--n", "4", "--prefix", "4"], "rows are 0 to 3"),
        (["--n", "4", "--prefix", "0,-1"], "row -1 in column 1"),
        (["--n", "8", "--prefix", "0,1"], "attack each other"),
        (["--n", "8", "--prefix", "0,a"], "'a' is not a row"),
        (["--n", "3-8", "--prefix", "1,3,5,0"], "board of 3 columns"),
        (["--time-limit", "0"], "is not a time"),
        (["--memory-limit", "0"], "is not a positive whole number"),
        (["--output", "xml"], "invalid choice: 'xml'"),
        (["--nonsense"], "unrecognized arguments: --nonsense (see --help)"),
        (["-n", "8"], "unrecognized arguments: -n"),
        (["nosuch"], "there is no file nosuch"),
        (["."], ". cannot be checked: it cannot be read: Is a directory"),
    ],
    ids=" ".join,
)
def test_compare_refuses_bad_input_in_one_line(
    arguments: list[str], says: str, queens: Queens
) -> None:
    assert says in queens.refusal("compare", *arguments)


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
    backends: str, code: int, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--n", "8", "--backends", backends, "--time-limit", "1", "--output", "json"]
    assert main(arguments) == code
    assert json.loads(capsys.readouterr().out)["verdict"] == verdict


@pytest.mark.usefixtures("with_faults")
def test_the_most_serious_exit_code_of_all_sizes_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--n", "6,3", "--backends", "sicp,lose_one"]) == 1
    assert capsys.readouterr().out.count("identical: ") == 1


@pytest.mark.usefixtures("with_faults")
def test_a_disagreement_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--n", "6", "--backends", "sicp,lose_one,yield_floats"])
    said = capsys.readouterr().out
    assert "different: lose_one is wrong (1 missing); yield_floats is wrong (4 malformed" in said
    assert "missing, for example the solution [1, 3, 5, 0, 2, 4]" in said
    assert "0 ·  ·  ·  ♛  ·  ·" in said
    assert "column 0 holds a number with a point, not a whole number" in said


def test_without_its_packages_compare_names_the_command_to_run(tmp_path: Path) -> None:
    (tmp_path / "compare.py").write_bytes((ROOT / "compare.py").read_bytes())
    done = ran([sys.executable, "-I", "-S", "compare.py"], folder=tmp_path)
    assert done.returncode == 2
    assert "run `make compare`" in done.stderr
    assert done.stderr.count("\n") == 1


def test_compare_first_finds_one_solution_with_each_backend(capsys: Capture) -> None:
    arguments = ["--n", "30", "--first", "--backends", "construction,local-search"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "30 queens, until the first solution\n" in shown
    assert "correct: both backends found a valid solution." in shown
    assert main([*arguments, "--output", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["goal"], document["evidence"], document["digest"]) == (
        "first",
        "solution",
        None,
    )
    assert [run["solutions"] for run in document["runs"]] == [1, 1]
