"""The checks of an outside author's backend say which fault they have found."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psutil
from shares import a_share
from wrong_backends import WRONG

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms.sicp.exercise import solve as right
from solvers.testing.checks import CheckOutcome, run_checks
from solvers.testing.faults import fault_in
from solvers.testing.recording import record

HEAD = """
import subprocess
from itertools import islice
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import solve as right
"""


def checked(folder: Path, name: str, program: str, *checks: str) -> list[CheckOutcome]:
    """The outcomes of these checks for a backend in a file of its own."""
    file = folder / f"{name}.py"
    file.write_text(f"{HEAD}\n{program}\n")
    return list(run_checks(str(file), checks))


LEAVES = """
def solve(problem, work):
    subprocess.run("{command}", shell=True)
    yield from right(problem, work)

BACKEND = Backend("leaves", solve=solve)
"""


@a_share("command", ["sleep 98 &", "setsid sleep 97 &"])
def test_a_process_left_behind_is_found_and_blamed_for_nothing_else(
    command: str, tmp_path: Path
) -> None:
    program = LEAVES.format(command=command)
    imports, leaves, shards = checked(
        tmp_path,
        "leaves",
        program,
        "test_imports_happen_before_the_clock_starts",
        "test_it_leaves_nothing_running",
        "test_shards_together_give_all_solutions",
    )
    assert (imports.outcome, shards.outcome) == ("passed", "passed")
    assert "it left a process running: " in leaves.message
    left = [one.info["cmdline"] for one in psutil.process_iter(["cmdline"])]
    assert command.removesuffix(" &").removeprefix("setsid ").split() not in left


def test_the_squares_beside_a_given_queen_are_not_called_blocked() -> None:
    from solvers.puzzle.problem import with_given

    problem = with_given(5, [(4, 1)], [(0, 0)])
    fault = fault_in(problem, record(Backend("none", solve=WRONG["none"].solve), problem))
    assert fault
    assert fault.board == "5 queens, 1 queen given; 1 square blocked (given 4:1; blocked 0:0)"


def test_a_variant_of_an_unknown_backend_fails(tmp_path: Path) -> None:
    program = 'BACKEND = Backend("variant", solve=right, variant_of="sicpp")'
    (result,) = checked(tmp_path, "variant", program, "test_the_record_is_valid")
    assert result.message == "variant_of names 'sicpp', and there is no such backend"


def test_a_process_of_an_older_process_was_not_left_by_the_backend() -> None:
    waits = "import subprocess, sys; sys.stdin.read(1); subprocess.run(['sleep', '60'])"
    command = [sys.executable, "-c", waits]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as older:

        def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
            assert older.stdin
            older.stdin.write(b"!")
            older.stdin.flush()
            while not (started := psutil.Process(older.pid).children()):
                pass
            late.extend(started)
            yield from right(problem, work)

        late: list[psutil.Process] = []
        assert record(Backend("innocent", solve=solve), Problem(4)).left_running == []
        for process in late:
            process.kill()
