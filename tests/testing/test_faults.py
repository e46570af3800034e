"""A fault is told on a small board, and repeated by the engine's own tool where there is one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from engines import able_backend
from queens_command import Queens
from shares import slower

from solvers.execution.limits import Limits
from solvers.puzzle.problem import Problem
from solvers.registry import load_backend
from solvers.testing.checks import run_checks
from solvers.testing.faults import FaultyRun, faults, smallest
from solvers.testing.reproduction import placement_of, run_tool

LIMITS = Limits(seconds=8)

HEAD = """
import ctypes, time
from solvers.interface import Backend
from solvers.paradigms.backtracking import solve as right
"""


def backend_file(folder: Path, name: str, program: str, record: str = "") -> str:
    file = folder / f"{name}.py"
    file.write_text(f"{HEAD}{program}\nBACKEND = Backend('{name}', solve=solve{record})\n")
    return str(file)


def fault_of(source: str, problem: Problem) -> FaultyRun:
    """The fault of the backend in this file on this board, on the smallest board found."""
    backend = load_backend(source)
    ((_, fault),) = faults(backend, [problem], LIMITS)
    assert fault
    return smallest(backend, fault, LIMITS, 60)


LOSES = """
def solve(problem, work):
    for rows in right(problem, work):
        if not (0 not in problem.domains[0] and problem.n > 3 and rows[1] == 3):
            yield rows
"""
HOLES = frozenset({(0, 0), (0, 5), (3, 2), (4, 4), (5, 1)})


def test_a_lost_solution_is_told_without_what_does_not_matter(tmp_path: Path) -> None:
    fault = fault_of(backend_file(tmp_path, "loses", LOSES), Problem(7, (1,), HOLES))
    assert fault.judgement
    assert fault.problem == Problem(4, blocked=frozenset({(0, 0)}))
    assert str(fault).startswith("1 missing on 4 queens, 1 square blocked (blocked 0:0)")


@pytest.mark.parametrize(
    ("name", "what", "told"),
    [
        slower(("crashes", "ctypes.string_at(0)", "killed by SIGSEGV"), single=False),
        slower(("hangs", "time.sleep(600)", "stopped after 8 s"), single=False),
        ("fails", "1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_run_that_does_not_end_well_is_told_with_a_smaller_board(
    name: str, what: str, told: str, tmp_path: Path
) -> None:
    program = f"""
def solve(problem, work):
    yield from right(problem, work)
    if problem.n >= 3 and len(problem.domains[2]) < problem.n:
        {what}
"""
    fault = fault_of(
        backend_file(tmp_path, name, program),
        Problem(5, blocked=frozenset({(0, 0), (2, 1), (4, 4)})),
    )
    assert fault.problem.n == 3
    assert [column for column, _ in fault.problem.blocked] == [2]
    assert told in "\n".join(fault.lines())
    assert "".join(fault.lines()[-3:]).count("x") == 1


def test_a_backend_that_always_hangs_is_not_waited_for_in_each_check(tmp_path: Path) -> None:
    program = "def solve(problem, work):\n    time.sleep(600)\n    yield ()"
    began = time.monotonic()
    results = list(run_checks(backend_file(tmp_path, "sleeps", program), seconds=0.5))
    assert [one.message for one in results].count("too many runs have reached the time limit") > 5
    assert "stopped after 0.5 s" in "".join(one.message for one in results)
    assert time.monotonic() > began + 2.0  # several were waited for


ASP = """
from solvers.paradigms import asp
def solve(problem, work):
    yield from asp.solve(problem, work, described=program)
def program(problem):
    return asp.program(problem){wrong}
"""
LOST = LOSES.replace("(0 not in", "(0 in")
TOOL = (
    ", requires=('clingo',), reads='lp', model=program, "
    "tool=('python', '-m', 'clingo', '{file}', '0')"
)


@pytest.mark.parametrize(
    ("name", "program", "told"),
    [
        ("wrong_rule", ASP.format(wrong=' + ":- queen(1,3)."'), "shows the same: python -m clingo"),
        ("right_rule", ASP.format(wrong="") + LOST, "no reproduction outside this backend"),
    ],
)
def test_the_engines_own_tool_repeats_a_fault_or_not(
    name: str, program: str, told: str, tmp_path: Path, queens: Queens
) -> None:
    able_backend("asp")
    file = backend_file(tmp_path, name, program, TOOL)
    options = "--n", 6, "--random", 0, "--out", tmp_path
    shown = queens("contract", "--backends", file, *options, code=1).out
    assert "differs: 1 missing on 4 queens" in shown
    assert told in shown
    models = [*tmp_path.glob("*.lp")]
    assert len(models) == ("own tool" in shown)
    assert all(":- queen(1,3)." in model.read_text() for model in models)


@pytest.mark.parametrize("name", ["asp", "minizinc", "cosoco", "clingcon"])
def test_the_tool_of_an_engine_prints_all_solutions_of_its_model(name: str) -> None:
    backend = able_backend(name)
    told = run_tool(backend, Problem(4, blocked=frozenset({(0, 2)})), Limits(seconds=60))
    assert isinstance(told, tuple)
    assert told[1] == [(1, 3, 0, 2)]


def test_a_line_of_a_tool_is_read_as_rows_or_as_squares() -> None:
    assert placement_of("v 1 3 0 2 0".removesuffix(" 0"), 4) == (1, 3, 0, 2)
    assert placement_of("queen(1,3) queen(0,1) queen(3,2) queen(2,0)", 4) == (1, 3, 0, 2)
    assert placement_of("queen(1,3) queen(1,1) queen(3,2) queen(2,0)", 4) is None
    assert placement_of(f"1 2 3 {'9' * 5000}", 4) is None
