"""A program in another language as a backend."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path
from threading import Event

import pytest
from processes import ran
from shares import a_share

import solvers
from solvers.adapters.callbacks import CAPACITY, iterate
from solvers.adapters.program import Program
from solvers.execution.solving import make_ready
from solvers.interface import Backend
from solvers.output.listing import listing
from solvers.puzzle.placements import Placement
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
    assert ran(["./queens", "x"], folder=tmp_path).stdout.startswith("x\n")


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


def test_a_line_that_is_not_read_is_told() -> None:
    def found(script: str, n: int) -> list[Placement]:
        return [*Program(("sh", "-c", script, "{n}"))(Problem(n), Counter())]

    with pytest.raises(RuntimeError, match="4 numbers is not read: solution 1 : 1 3 0 2"):
        found("echo solution 1 : 1 3 0 2", 4)
    assert found("echo 1 3 0 2; echo solution 2 : 2 0 3 1", 4) == [(1, 3, 0, 2)]
    assert found("echo 0 solutions, 0 1 2 ms", 3) == []


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
    assert says in ran(command).stdout


# Engines that call back once per solution


def test_the_caller_gets_every_item_in_order_and_then_the_error_of_the_engine() -> None:
    def search(found: Callable[[int], None]) -> None:
        for number in range(3 * CAPACITY):
            found(number)
        raise RuntimeError("the engine stopped before the end")

    items = iterate(search, stop=bool)
    assert list(islice(items, 3 * CAPACITY)) == list(range(3 * CAPACITY))
    with pytest.raises(RuntimeError, match="before the end"):
        next(items)


def test_closing_the_generator_stops_an_endless_engine_that_is_not_far_ahead() -> None:
    stopped, reached = Event(), []

    def search(found: Callable[[int], None]) -> None:
        for number in count():
            if stopped.is_set():
                return
            reached.append(number)
            found(number)

    items = iterate(search, stop=stopped.set)
    assert next(items) == 0
    assert len(reached) <= CAPACITY + 2  # one is yielded, and one waits to be put
    items.close()
    assert stopped.is_set()
