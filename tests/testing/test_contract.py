"""The contract: every backend keeps it, every check can fail, and a failure names the fault."""

from __future__ import annotations

import inspect
import os
import re
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from engines import why_not
from places import ROOT
from processes import ran
from queens_command import Queens
from shares import a_share, slower
from wrong_backends import WRONG

import solvers
from solvers import registry
from solvers.adapters.program import Program
from solvers.cli.queens import main
from solvers.interface import Backend
from solvers.puzzle.problem import Goal, Problem
from solvers.registry import load_backend
from solvers.testing import BackendContract, recording
from solvers.testing.checks import CHECKS, run_checks
from solvers.testing.recording import record

Capture = pytest.CaptureFixture[str]
THINNED = 12
"""One in this number of boards is enough to notice every fault, which is tested too."""


OF_THE_RECORD = CHECKS[:3]
"""These are checked for more backends, the others for a few of the kinds that start quickly.

The slow tests check everything for all the others; each backend runs in ``test_parity.py``.
"""


def is_started(backend: Backend) -> bool:
    """Whether the backend starts a program for each board."""
    return isinstance(backend.solve, Program) or "minizinc" in backend.requires


ALL = list(registry.choose(["all"], Goal.FIRST))


def kind(backend: Backend) -> tuple[object, ...]:
    """The source of its solutions (Python, an engine, a program), one by one or all at once."""
    module = sys.modules.get(getattr(backend.solve, "__module__", ""))
    adapters = re.findall(r"solvers\.adapters\S* import \w+", inspect.getsource(module or re))
    return (
        *adapters,
        is_started(backend),
        backend.at_once,
        backend.enumerates,
        bool(backend.requires),
    )


FIRST_OF_KIND = list({kind(one): one for one in ALL[::-1] if not is_started(one)}.values())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Check every backend; most checks of most backends are among the slow tests."""
    check = metafunc.function.__name__
    if metafunc.cls is not TestContract:
        return
    if check in OF_THE_RECORD:
        share = ALL[::5]
    elif check == "test_a_larger_board":  # a quarter of the time of all checks
        share = ALL[:1]
    else:
        share = FIRST_OF_KIND[::2]
    cases = [one if one in share else slower(one) for one in ALL]
    names = [one.name for one in ALL]
    metafunc.parametrize("of_one", cases, ids=names, indirect=True, scope="class")


@pytest.fixture(scope="class")
def of_one(request: pytest.FixtureRequest) -> None:
    """Check this backend now; where each run is slow, look at fewer boards."""
    contract = request.cls
    contract.backend, contract._seen = request.param, {}
    is_slow = is_started(request.param) or request.param.practical_n <= 10
    contract.every = THINNED if is_slow else 1


@pytest.mark.usefixtures("of_one")
class TestContract(BackendContract):
    """Every backend keeps the contract. With all engines required, nothing is skipped."""

    patience = (0.1, 0.8, 7.5)

    def setup_method(self) -> None:
        why_not(self.backend.name)  # first, since it lets one process compile an engine
        try:
            super().setup_method()
        except pytest.skip.Exception as reason:
            if os.environ.get("REQUIRE_ALL") == "1":
                raise AssertionError(f"REQUIRE_ALL=1, but {reason}") from None
            raise


def failure(backend: Backend, check: str) -> str:
    """The message with which a check fails for a backend; "" if it passes."""
    of_one = {"backend": backend, "patience": (0.1, 0.5), "memory_mib": 100.0, "every": THINNED}
    contract = type("Contract", (BackendContract,), of_one)()
    try:
        getattr(contract, check)()
    except Exception as error:  # an assertion, or what the backend raises
        return str(error) or "fails"
    return ""


@a_share("name", WRONG)
def test_a_check_notices_the_fault_and_describes_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.testing.recording.JOIN_SECONDS", 0.1)
    wrong = WRONG[name]
    said = failure(wrong.backend, wrong.check)
    assert said
    assert wrong.says in said


def test_every_check_can_fail() -> None:
    assert {wrong.check for wrong in WRONG.values()} == set(CHECKS)
    assert len(WRONG) >= 25


# On a file

MINE = """
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import solve as right

def solve(problem, work):
    for rows in right(problem, work):
        yield tuple(rows.index(row) for row in range(problem.n))

BACKEND = Backend("turned-{0}", solve=solve)
"""


TWO = (CHECKS[0], "test_all_solutions_with_a_prefix")


def test_queens_contract_reports_each_check(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.testing.checks.run_checks", partial(run_checks, checks=TWO))
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = tmp_path / f"turned_{os.getpid()}.py"
    file.write_text(MINE.format(os.getpid()))
    assert main(["contract", str(file)]) == 1
    shown = capsys.readouterr().out
    assert "✓ the record is valid\n✗ all solutions with a prefix\n" in shown
    assert "on 4 queens, prefix 1:" in shown
    assert "1 passed, 1 failed" in shown


LEAVES = """
import os, sys, time
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import solve as right

def solve(problem, work):
    print("{{")
    sys.stdin.read()
    if problem.prefix:
        os._exit(0)
    if problem.n == 7:
        time.sleep(600)
    yield from right(problem, work)

BACKEND = Backend("leaves-{0}", solve=solve)
"""


@pytest.mark.slow("waits for four seconds")
def test_a_backend_that_leaves_or_hangs_fails_and_the_next_check_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = tmp_path / f"leaves_{os.getpid()}.py"
    file.write_text(LEAVES.format(os.getpid()))
    checks = (
        "test_all_solutions_with_a_prefix",
        CHECKS[0],
        "test_all_solutions_of_empty_boards",
    )
    results = list(run_checks(str(file), checks, 4.0, 40.0))
    assert [one.name for one in results] == list(checks)
    assert "(exit code 0)" in results[0].message
    assert results[1].outcome == "passed"
    assert "on 7 queens: stopped after 4 s" in results[2].message
    assert capfd.readouterr().out == ""


def test_a_thread_that_stays_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stay = threading.Event()

    def leave(problem: Problem, _: object) -> Iterator[tuple[int, ...]]:
        threading.Thread(target=stay.wait).start()
        yield from ()

    waits: list[float | None] = []
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "join", lambda _, seconds=None: waits.append(seconds))
        left = [
            record(Backend("leaves one", solve=leave), Problem(4)).left_running for _ in range(3)
        ]
    stay.set()
    assert [len(threads) for threads in left] == [1, 1, 1]
    assert waits == [recording.JOIN_SECONDS, 0, 0]


def test_a_wrong_backend_fails_even_if_python_skips_assertions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    file = tmp_path / "finds_nothing.py"
    file.write_text(
        "from solvers.interface import Backend\n"
        "def solve(problem, work): return iter(())\n"
        "BACKEND = Backend('finds-nothing', solve=solve)\n"
    )
    (result,) = run_checks(str(file), ["test_all_solutions_of_empty_boards"])
    assert result.outcome == "failed"


def test_contract_refuses_an_argument_without_a_backend(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "no_backend_here.py").write_text("def queens(n): return []\n")
    (tmp_path / "random.py").write_text(MINE)
    for what, says in (
        (tmp_path / "no_backend_here.py", "give its file name"),
        (tmp_path / "random.py", "there is another module named random; rename the file"),
        (tmp_path / "nothing.py", "there is no such file"),
        ("sicpp", "did you mean sicp?"),
    ):
        assert says in queens.refusal("contract", str(what))


@pytest.mark.slow("makes all checks in a process")
def test_queens_contract_imports_no_module_from_the_folder_of_the_backend(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from solvers.paradigms.backtracking import solve\n"
        "from solvers.interface import Backend\n"
        "BACKEND = Backend('mine', solve=solve)\n"
    )
    for name in ("random", "copy", "types"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('not the one of Python')")
    path = os.pathsep.join(map(os.path.abspath, sys.path))
    done = ran(
        [sys.executable, "-P", "-m", "solvers", "contract", "./mine.py"],
        folder=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.slow("makes nearly all checks")
def test_the_page_on_backends_shows_one_that_keeps_the_contract(tmp_path: Path) -> None:
    """All that is checked, but for its trace and a larger board."""
    page = (ROOT / "docs" / "backend.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    file = tmp_path / f"shown_{os.getpid()}.py"
    file.write_text(programs[0])
    shown = load_backend(str(file))
    checks = {*CHECKS} - {"test_its_trace_is_true", "test_a_larger_board"}
    assert {check: said for check in checks if (said := failure(shown, check))} == {}
    assert shown.paradigm
    assert shown.idea


def test_no_solution_is_no_answer_of_a_method_that_cannot_prove_it() -> None:
    liar = Backend("liar", solve=WRONG["none"].solve, enumerates=False)
    found = solvers.compare(6, [liar], blocked=[(0, 0)], goal="first")
    assert found.agreement == "incomplete"
    assert "cannot prove that none exists" in found.judgements[0].run.ending.detail
