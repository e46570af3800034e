"""The command ``queens bench``: it refuses, continues, and prints."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from benchmark_results import BLOCKED, CLOSED, FREE
from processes import until
from queens_command import Queens

from solvers.benchmark.instances import Instance, line
from solvers.cli.queens import main

Capture = pytest.CaptureFixture[str]


def written(family: Iterable[Instance], folder: Path) -> Path:
    """The file of a family."""
    path = folder / "boards.jsonl"
    path.write_text("".join(f"{line(one)}\n" for one in family))
    return path


def rows_in(path: Path) -> dict[tuple[int, str], str]:
    """The rows of the runs that are kept there, as they are written."""
    with closing(sqlite3.connect(path)) as database:
        texts = [text for (text,) in database.execute("SELECT value FROM results")]
    found = [(json.loads(text), text) for text in texts]
    return {(value["board"], value["backend"]): text for value, text in found}


def test_an_interrupted_batch_continues(tmp_path: Path) -> None:
    boards = written([FREE, FREE, CLOSED], tmp_path)  # of the last, local search never knows
    kept = tmp_path / "boards.runs.sqlite"
    command = [sys.executable, "-m", "solvers", "bench", str(boards)]
    command += ["--time-limit", "5m"]
    expected = [f'"board": {board}, "backend": "local-search"' for board in (1, 2)]
    expected.append('"board": 3, "backend": "sicp"')
    log = kept.with_name(f"{kept.name}-wal")
    with subprocess.Popen(
        [*command, "--backends", "sicp,local-search"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        until(lambda: log.exists() and all(one.encode() in log.read_bytes() for one in expected))
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=100)
    assert process.returncode == 130
    assert "The table covers 2 of 3 boards" in printed
    first = rows_in(kept)
    assert len(first) == 5
    done = subprocess.run(
        [*command, "--backends", "sicp,backtracking", "--output", "json"],
        check=False,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert (done.returncode, done.stderr) == (0, f"The runs are in {kept}\n")
    second = rows_in(kept)
    assert len(second) == 8  # two of local search, three of each other
    assert first.items() <= second.items()
    rows = [
        (row["board"], row["backend"], row["answer"]) for row in json.loads(done.stdout)["runs"]
    ]
    assert rows == [
        *((1, "sicp", "solution"), (1, "backtracking", "solution"), (2, "sicp", "solution")),
        *((2, "backtracking", "solution"), (3, "sicp", "none"), (3, "backtracking", "none")),
    ]


def test_one_json_document_holds_the_runs_and_scores_of_a_batch(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = written(BLOCKED[1:3], tmp_path)
    arguments = f"bench {boards} --backends sicp --output json"
    assert main(arguments.split()) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["boards"], document["boards_run"]) == (1, 2, 2)
    assert [one["blocked_share"] for one in document["runs"]] == [0.1, 0.5]
    assert document["scores"][0]["solved"] == 2
    monkeypatch.setattr("solvers.benchmark.summary.WorkerProcess", None)  # nothing is run again
    assert main([*arguments.split()[:-1], "text", "--plots", str(tmp_path / "p")]) == 0
    assert capsys.readouterr().out.splitlines()[2].split()[:4] == ["sicp", "2", "1", "1"]
    assert {one.name for one in (tmp_path / "p").iterdir()} == {
        *("cactus.svg", "transition-blocked-4.svg")
    }


def test_a_backend_file_that_cannot_run_is_reported(tmp_path: Path) -> None:
    boards = written([FREE], tmp_path)
    (tmp_path / "absent.py").write_text(
        "from solvers.interface import Backend\ndef solve(problem, work):\n    yield ()\n"
        'BACKEND = Backend("absent", solve=solve, requires=("no_such_module",))'
    )
    command = [sys.executable, "-m", "solvers", "bench", str(boards), "--backends"]
    done = subprocess.run(
        [*command, f"sicp,{tmp_path}/absent.py"], check=False, capture_output=True, text=True
    )
    assert done.returncode == 4
    assert "left out: absent cannot run here" in done.stderr


MINE = """
from solvers.interface import Backend
from {helper} import PLACEMENT
def solve(problem, work):
    yield PLACEMENT
BACKEND = Backend("mine", solve=solve)
"""


def test_runs_of_another_program_with_that_name_are_refused_in_one_line(tmp_path: Path) -> None:
    boards = written([FREE], tmp_path)
    for folder, placement in (("a", (1, 3, 0, 2)), ("b", (0, 1, 2, 3))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(MINE.format(helper="helper"))
        (tmp_path / folder / "helper.py").write_text(f"PLACEMENT = {placement}")
    command = [sys.executable, "-m", "solvers", "bench", str(boards), "--backends"]
    done = [
        subprocess.run(
            [*command, str(tmp_path / folder / "mine.py")],
            check=False,
            capture_output=True,
            text=True,
        )
        for folder in "aba"
    ]
    assert [one.returncode for one in done] == [0, 2, 0]
    (line,) = done[1].stderr.splitlines()
    assert "was made with another module helper (" in line
    assert "name another file with --runs" in line


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("bench", "required: FILE"),
        ("bench {} --backends cp-sta", "did you mean cp-sat?"),
        ("bench /dev/null", "the file has no boards"),
    ],
)
def test_bench_refuses_bad_arguments_in_one_line(
    arguments: str, says: str, tmp_path: Path, queens: Queens
) -> None:
    assert says in queens.refusal(*arguments.format(written([FREE], tmp_path)).split())
    assert [one.name for one in tmp_path.iterdir()] == ["boards.jsonl"]
