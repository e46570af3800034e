"""Engines give the solutions of many boards, and known faults of engines are caught and named."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from engines import able_backend, skip_or_fail
from places import ROOT
from processes import PATIENCE
from queens_command import Queens
from shares import a_share, slower

from solvers import registry
from solvers.adapters.one_model import OneModel
from solvers.execution.availability import check_availability
from solvers.execution.limits import Limits
from solvers.interface import Backend
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions
from solvers.registry import backend_in_file
from solvers.testing.checks import run_checks
from solvers.testing.conformance import boards, conformance
from solvers.testing.faults import FaultyRun, faults, smallest
from solvers.testing.reproduction import placement_of, run_tool

LARGEST, RANDOM = 9, 100
LIMITS = Limits(seconds=4 * PATIENCE)


def quick_start(backend: Backend) -> tuple[bool, int]:
    """Puts first the engines that solve a board in this process and large boards quickly."""
    return not isinstance(backend.solve, OneModel), -backend.practical_n


ENGINES = sorted(registry.choose(["engines"]), key=quick_start)


@pytest.mark.parametrize(
    "name",
    [each.name if not rank else slower(each.name) for rank, each in enumerate(ENGINES)],
)
def test_an_engine_gives_the_solutions_of_each_board(name: str) -> None:
    backend = able_backend(name)
    problems = boards(min(LARGEST, backend.practical_n), RANDOM)
    result = conformance(backend, problems, LIMITS)
    assert str(result) == f"{len(problems)} boards identical"


HEAD = """
import ctypes, os, time
from solvers.interface import Backend
from solvers.paradigms.backtracking import solve as right
"""


def backend_file(folder: Path, name: str, program: str, record: str = "") -> str:
    file = folder / f"{name}.py"
    file.write_text(f"{HEAD}{program}\nBACKEND = Backend('{name}', solve=solve{record})\n")
    return str(file)


FAULTS = ROOT / "tests" / "known_faults"
KNOWN = {
    "sat_sequential_counter": (1, {"duplicate"}, 6, 0),
    "cp_sat_two_workers": (1, {"missing", "duplicate"}, 8, 0),
    "highs_presolve": (1, {"missing"}, 6, 0),
    "toulbar2_all_different": (1, {"missing", "invalid"}, 6, 12),
    "ace_three_queens": (3, {"java stopped before the end"}, 3, 12),
}
"""Of each known fault: the exit code, words for it, and the boards that show it: the largest empty
one, and the number of random ones."""


@pytest.mark.slow("shrinks boards")
@pytest.mark.parametrize("name", KNOWN)
def test_a_known_fault_is_caught_and_named(name: str, tmp_path: Path, queens: Queens) -> None:
    code, words, largest, random = KNOWN[name]
    found = check_availability(backend_in_file(str(FAULTS / f"{name}.py")))
    if not found.runs_here:
        skip_or_fail(f"{name} needs an engine: {found.ending.detail}")
    shown = queens(
        *("contract", "--backends", FAULTS / f"{name}.py"),
        *("--n", largest, "--random", random, "--out", tmp_path),
        code=code,
    ).out
    assert ("differs: " in shown) is (code == 1)
    assert any(f" {word}" in shown for word in words)
    assert "no reproduction outside this backend" in shown
    assert not [*tmp_path.iterdir()]


def test_an_engine_that_is_missing_is_a_row_with_a_hint(tmp_path: Path, queens: Queens) -> None:
    record = ", requires=('qnowhere',), install='pip install qnowhere'"
    file = backend_file(tmp_path, "elsewhere", "solve = right", record)
    shown = queens("contract", "--backends", file, "--n", 4, "--random", 0, code=4).out
    assert shown.startswith("elsewhere  cannot run here: ")
    assert "pip install qnowhere" in shown


FALLS = """
def solve(problem, work):
    if problem.n == 3:
        os._exit(7)
    yield from right(problem, work)
"""


@pytest.mark.slow("shrinks boards")
def test_a_board_that_an_engine_does_not_finish_is_named(tmp_path: Path, queens: Queens) -> None:
    file = backend_file(tmp_path, "falls", FALLS)
    shown = queens("contract", "--backends", file, "--n", 4, "--random", 0, code=3).out
    assert "4 of 5 boards identical; not finished: its process ended before " in shown
    assert "(exit code 7) on 3 queens (Python " in shown


REFUSES = """
def solve(problem, work):
    if problem.n > 5 or not problem.is_plain:
        raise ValueError("not for me")
    yield from right(problem, work)
"""


def test_what_a_record_excludes_is_not_asked(tmp_path: Path, queens: Queens) -> None:
    record = ", largest_n=5, empty_boards_only=True, enumerates=False"
    file = backend_file(tmp_path, "finds_one", REFUSES, record)
    assert (
        "4 boards identical; 7 left out"
        in queens("contract", "--backends", file, "--n", 6, "--random", 4).out
    )


def test_the_referees_own_time_does_not_count_against_an_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Problem] = []

    def watched(problem: Problem) -> frozenset[Placement]:
        asked.append(problem)
        return known_solutions(problem)

    for module in ("conformance", "faults"):
        monkeypatch.setattr(f"solvers.testing.{module}.known_solutions", watched)
    assert str(conformance(registry.find("sicp"), [Problem(5)], LIMITS)) == "1 board identical"
    assert Problem(5) in asked  # in this process, where no clock of the engine runs


@pytest.mark.parametrize(
    ("name", "record", "told"),
    [
        pytest.param("loses_all", "", "2 missing on 4 queens", marks=pytest.mark.slow("shrinks")),
        ("gives_up", ", enumerates=False", "0 of 1 board identical; not finished: "),
    ],
)
def test_an_engine_that_finds_nothing_has_not_passed(
    name: str, record: str, told: str, tmp_path: Path
) -> None:
    nothing = "def solve(problem, work): return iter(())"
    file = backend_file(tmp_path, name, nothing, record)
    assert told in str(conformance(backend_in_file(file), [Problem(4)], LIMITS))


def test_a_folder_that_cannot_be_written_to_is_noticed_first(queens: Queens) -> None:
    told = queens.refusal("contract", "--backends", "sicp", "--n", 4, "--out", "/none")
    assert "there is no folder /none" in told


# Faults, on small boards


BRIEF = Limits(seconds=8)


def fault_of(source: str, problem: Problem) -> FaultyRun:
    """The fault of the backend in this file on this board, on the smallest board found."""
    backend = backend_in_file(source)
    ((_, fault),) = faults(backend, [problem], BRIEF)
    assert fault
    return smallest(backend, fault, BRIEF, 60)


LOSES = """
def solve(problem, work):
    for rows in right(problem, work):
        is_lost = 0 not in problem.domains[0] and problem.n > 3 and rows[1] == 3
        if not (is_lost and len(problem.blocked) < 5):
            yield rows
"""
HOLES = frozenset({(0, 0), (0, 5), (3, 2), (4, 4)})


def test_a_lost_solution_is_told_without_what_does_not_matter(
    tmp_path: Path,
) -> None:
    fault = fault_of(backend_file(tmp_path, "loses", LOSES), Problem(6, (1,), HOLES))
    assert fault.judgement
    assert fault.problem == Problem(4, blocked=frozenset({(0, 0)}))
    assert str(fault).startswith("1 missing on 4 queens, 1 square blocked (blocked 0:0)")


@pytest.mark.slow("shrinks boards")
@pytest.mark.parametrize(
    ("name", "what", "told"),
    [
        ("crashes", "ctypes.string_at(0)", "killed by SIGSEGV"),
        ("hangs", "time.sleep(600)", "stopped after 8 s"),
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


def test_a_fault_that_several_checks_find_is_described_once(tmp_path: Path) -> None:
    file = backend_file(tmp_path, "nothing", "def solve(problem, work): return iter(())")
    checks = "test_all_solutions_of_empty_boards", "test_blocked_squares"
    first, second = [each.message for each in run_checks(file, checks)]
    assert "missing, for example the solution" in first
    assert second.startswith("the same kind of fault: ")
    assert len(second.splitlines()) == 1


ASP = """
from solvers.paradigms import asp
def solve(problem, work):
    yield from asp.solve(problem, work, described=program)
def program(problem):
    return asp.program(problem){wrong}
"""
LOST = LOSES.replace("0 not in", "0 in")
TOOL = (
    ", requires=('clingo',), reads='lp', model=program, "
    "tool=('python', '-m', 'clingo', '{file}', '0')"
)


@a_share(
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
    options = "--n", 4, "--random", 0, "--out", tmp_path
    shown = queens("contract", "--backends", file, *options, code=1).out
    assert "differs: 1 missing on 4 queens" in shown
    assert told in shown
    models = [*tmp_path.glob("*.lp")]
    assert len(models) == ("own tool" in shown)
    assert all(":- queen(1,3)." in model.read_text() for model in models)


@a_share("name", ["asp", "minizinc", "cosoco", "clingcon"])
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
