"""A program in another language as a backend."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from shares import a_share

import solvers
from solvers.adapters.program import Program
from solvers.execution.result import Status
from solvers.execution.solving import make_ready
from solvers.interface import Backend
from solvers.output.listing import listing
from solvers.puzzle.problem import Goal, Problem
from solvers.testing.boards import BOARDS
from solvers.testing.faults import fault_in
from solvers.testing.recording import record

HEAD = """
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import solve as right
"""


PRINTS = """
n=$1
[ "$n" = 4 ] && printf 'solutions of size 4\\n[2, 4, 1, 3]\\n[3, 1, 4, 2]\\n'
[ "$n" = 1 ] && printf '1\\n'
[ "$n" = 0 ] && printf '[]\\n'
[ "$n" != 9 ]
"""


def test_a_program_in_another_language_is_a_backend(tmp_path: Path) -> None:
    (tmp_path / "queens.sh").write_text(PRINTS)
    solve = Program(("sh", str(tmp_path / "queens.sh"), "{n}"), rows_from=1)
    for problem in (
        *map(Problem, range(5)),
        Problem(4, (1,)),
        BOARDS["four, one of two left"],
        Problem(4, goal=Goal.FIRST),
    ):
        assert not fault_in(problem, record(Backend("printed", solve=solve), problem))
    with pytest.raises(RuntimeError, match=r"sh ended \(exit code 1\)"):
        list(solve(Problem(9), Counter()))


def test_a_program_is_told_the_rows_and_compiled_before_the_clock_starts(tmp_path: Path) -> None:
    lines = "#!/bin/sh\necho $1\necho '3 1 4 2'\necho '2 4 1 3'\n"
    (tmp_path / "source.sh").write_text(lines)
    solve = Program(
        ("./queens", "{rows}"),
        rows_from=1,
        folder=str(tmp_path),
        compile=("cp", "source.sh", "queens"),
    )
    (tmp_path / "source.sh").chmod(0o755)
    made = Backend("made", solve=solve, program="source.sh")
    make_ready(made)
    board = Problem(4, blocked=frozenset({(0, 1), (3, 0)}))
    assert list(solve(board, Counter())) == [(2, 0, 3, 1)]
    assert "echo $1" in listing(made).text
    printed = subprocess.run(["./queens", "x"], cwd=tmp_path, capture_output=True, check=True)
    assert printed.stdout.startswith(b"x\n")


def test_rows_that_are_too_long_for_an_argument_come_on_standard_input(tmp_path: Path) -> None:
    script = tmp_path / "first.py"
    script.write_text(
        "import json, sys\n"
        "given = sys.argv[1]\n"
        "rows = json.loads(sys.stdin.read() if given == '-' else given)\n"
        "print(*[one[-1] for one in rows])\n"
    )
    solve = Program((sys.executable, str(script), "{rows}"))
    for n in (4, 400):
        board = Problem(n, goal=Goal.FIRST)
        assert list(solve(board, Counter())) == [(n - 1,) * n]


def test_a_program_that_knows_only_n_is_not_run_for_every_shard() -> None:
    script = "echo run >> starts; printf '2 0 3 1\\n1 3 0 2\\n'"
    with tempfile.TemporaryDirectory() as folder:
        solve = Program(("sh", "-c", script, "{n}"), folder=folder)
        found = solvers.compare(4, [Backend("whole", solve=solve)], jobs=2)
        assert found.agreement == "identical"
        assert Path(folder, "starts").read_text() == "run\n"


def test_a_program_that_is_missing_is_unavailable() -> None:
    missing = Backend("missing", solve=Program(("no-such-program", "{n}")), install="build it")
    (found,) = solvers.compare(4, [missing]).judgements
    assert found.run.status is Status.UNAVAILABLE
    assert "there is no program no-such-program; to install: build it" in found.run.ending.detail


def test_dashes_between_numbers_are_no_signs() -> None:
    lines = ["1-3-0-2\n", "\n"]
    assert [*Program(("{n}",)).placements(lines, 4)] == [(1, 3, 0, 2)]
    with pytest.raises(ValueError, match="a tuple of its parts"):
        Program("python3 x {n}")  # type: ignore[arg-type]


SAYS = """
def fails(problem, work):
    yield {{}}["the key"]

def not_ready():
    return {{}}["the key"]

def says(text, code="exit 3"):
    return ("sh", "-c", f"echo '{{text}}' >&2; {{code}}", "{{n}}")

BACKEND = Backend("fails", solve={solve}, prepare={prepare})
"""


@a_share(
    ("solve", "prepare", "says"),
    [
        ("fails", "int", "KeyError: 'the key' (fails.py, line 7)"),
        ("right", "not_ready", "KeyError: 'the key' (fails.py, line 10)"),
        ("Program(says('no memory'))", "int", "sh ended (exit code 3): no memory"),
        ("Program(says('', 'kill -9 $$'))", "int", "sh ended (killed by SIGKILL)"),
        (
            "Program(says('', ''), compile=says('mine.c:3: error: no such type'))",
            "int",
            "sh ended (exit code 3): mine.c:3: error: no such type",
        ),
    ],
)
def test_an_error_keeps_its_cause(solve: str, prepare: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "fails.py"
    file.write_text(
        f"{HEAD}from solvers.adapters.program import Program\n"
        + SAYS.format(solve=solve, prepare=prepare)
    )
    command = [sys.executable, "-m", "solvers", "compare", "--n", "4", "--backends", str(file)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert says in done.stdout
