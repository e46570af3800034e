"""Engines give the solutions of many boards, and known faults of engines are caught and named."""

from __future__ import annotations

from pathlib import Path

import pytest
from engines import able_backend, skip_or_fail
from places import ROOT
from processes import PATIENCE
from queens_command import Queens
from shares import a_share, slower

from solvers import registry
from solvers.adapters.one_model import OneModel
from solvers.execution.limits import Limits
from solvers.execution.solving import make_ready
from solvers.interface import Backend
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions
from solvers.registry import load_backend
from solvers.testing import conformance as conformance_module
from solvers.testing import faults
from solvers.testing.conformance import boards, conformance
from solvers.testing.reproduction import model_of

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


FAULTS = ROOT / "tests" / "known_faults"
NAMES = {
    "sat_sequential_counter": {"duplicate"},
    "cp_sat_two_workers": {"missing", "duplicate"},
    "highs_presolve": {"missing"},
    "toulbar2_all_different": {"missing", "invalid"},
}
BLOCKED = {"toulbar2_all_different": 12}
"""The faults that empty boards do not show, and the number of random boards that do."""


@pytest.mark.slow("shrinks boards")
@pytest.mark.parametrize("name", NAMES)
def test_a_known_fault_is_caught_and_named(name: str, tmp_path: Path, queens: Queens) -> None:
    backend = load_backend(str(FAULTS / f"{name}.py"))
    try:
        make_ready(backend)
    except ImportError as error:
        skip_or_fail(f"{name} needs an engine: {error}")
    shown = queens(
        *("contract", "--backends", FAULTS / f"{name}.py"),
        *("--n", 6, "--random", BLOCKED.get(name, 0)),
        *("--out", tmp_path),
        code=1,
    ).out
    assert "differs: " in shown
    assert any(f" {word}" in shown for word in NAMES[name])
    assert "no reproduction outside this backend" in shown
    assert not [*tmp_path.iterdir()]


def test_an_engine_that_is_missing_is_a_row_with_a_hint(tmp_path: Path, queens: Queens) -> None:
    file = tmp_path / "elsewhere.py"
    file.write_text(
        "from solvers.interface import Backend\n"
        "BACKEND = Backend('elsewhere', solve=print, requires=('qnowhere',), "
        "install='pip install qnowhere')\n"
    )
    shown = queens("contract", "--backends", file, "--n", 4, "--random", 0, code=4).out
    assert shown.startswith("elsewhere  cannot run here: ")
    assert "pip install qnowhere" in shown


def test_a_board_that_an_engine_does_not_finish_is_named(tmp_path: Path, queens: Queens) -> None:
    file = tmp_path / "falls.py"
    file.write_text(
        "import os\n"
        "from solvers.interface import Backend\n"
        "def solve(problem, work):\n"
        "    if problem.n == 3:\n"
        "        os._exit(7)\n"
        "    yield from {1: [(0,)], 4: [(1, 3, 0, 2), (2, 0, 3, 1)]}.get(problem.n, [])\n"
        "BACKEND = Backend('falls', solve=solve)\n"
    )
    shown = queens("contract", "--backends", file, "--n", 4, "--random", 0, code=3).out
    assert "4 of 5 boards identical; not finished: its process ended before " in shown
    assert "(exit code 7) on 3 queens\n" in shown


RIGHT = """
import time
from itertools import combinations, permutations
from solvers.interface import Backend
def solve(problem, work):
    if problem.n > 5 or not problem.is_plain:
        raise ValueError("not for me")
    for rows in permutations(range(problem.n)):
        if all(abs(rows[a] - rows[b]) != b - a for a, b in combinations(range(problem.n), 2)):
            yield rows
"""


@a_share(
    ("name", "record", "told"),
    [
        ("small", "largest_n=5, empty_boards_only=True", "6 boards identical; 5 left out"),
        (
            "finds_one",
            "largest_n=5, empty_boards_only=True, enumerates=False",
            "4 boards identical; 7 left out",
        ),
    ],
)
def test_what_a_record_excludes_is_not_asked(
    name: str, record: str, told: str, tmp_path: Path, queens: Queens
) -> None:
    file = tmp_path / f"{name}.py"
    file.write_text(
        f"{RIGHT}BACKEND = Backend('{name.replace('_', '-')}', solve=solve, {record})\n"
    )
    assert told in queens("contract", "--backends", file, "--n", 6, "--random", 4).out


def test_the_referees_own_time_does_not_count_against_an_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Problem] = []

    def watched(problem: Problem) -> frozenset[Placement]:
        asked.append(problem)
        return known_solutions(problem)

    for module in (conformance_module, faults):
        monkeypatch.setattr(module, "known_solutions", watched)
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
    file = tmp_path / f"{name}.py"
    file.write_text(
        "from solvers.interface import Backend\n"
        "def solve(problem, work):\n"
        "    return iter(())\n"
        f"BACKEND = Backend('nothing', solve=solve{record})\n"
    )
    assert told in str(conformance(load_backend(str(file)), [Problem(4)], LIMITS))


def test_a_folder_that_cannot_be_written_to_is_noticed_first(queens: Queens) -> None:
    told = queens.refusal("contract", "--backends", "sicp", "--n", 4, "--out", "/none")
    assert "there is no folder /none" in told


def test_the_model_files_say_the_same() -> None:
    problem = Problem(4, blocked=frozenset({(0, 1)}))
    cnf = model_of(able_backend("sat"), problem)
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver(name="cadical195", bootstrap_with=CNF(from_string=cnf)) as solver:
        (model,) = solver.enum_models()
    assert [square for square in model if square > 0] == [3, 5, 12, 14]
