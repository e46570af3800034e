"""The contract: every backend keeps it, every check can fail, and a failure names the fault."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest
from engines import why_not
from places import ROOT
from processes import ran
from queens_command import Queens
from shares import a_share, slower
from solutions import solutions_of
from wrong_backends import WRONG

import solvers
from solvers import registry
from solvers.adapters.program import Program
from solvers.cli.queens import main
from solvers.interface import Backend, Placement
from solvers.paradigms.sicp.exercise import solve as right
from solvers.puzzle.problem import Goal, Problem
from solvers.puzzle.symmetry import symmetries_of
from solvers.referee.verdict import Verdict
from solvers.registry import backend_in_file
from solvers.testing import BackendContract, recording
from solvers.testing.boards import BOARDS, random_boards
from solvers.testing.checks import CHECKS, CheckOutcome, run_checks
from solvers.testing.faults import fault_in, judged
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


@pytest.mark.slow("makes two checks, and shrinks a board")
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
    nothing = "def solve(*_): return iter(())\nBACKEND = Backend('finds-nothing', solve=solve)"
    (result,) = checked(tmp_path, "finds_nothing", nothing, "test_all_solutions_of_empty_boards")
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
    shown = backend_in_file(str(file))
    checks = {*CHECKS} - {"test_its_trace_is_true", "test_a_larger_board"}
    assert {check: said for check in checks if (said := failure(shown, check))} == {}
    assert shown.paradigm
    assert shown.idea


def test_no_solution_is_no_answer_of_a_method_that_cannot_prove_it() -> None:
    liar = Backend("liar", solve=WRONG["none"].solve, enumerates=False)
    found = solvers.compare(6, [liar], blocked=[(0, 0)], goal="first")
    assert found.agreement == "incomplete"
    assert "cannot prove that none exists" in found.judgements[0].run.ending.detail


# On a backend of somebody else


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


# The boards

MAIN_DIAGONAL = "mirror images in the main diagonal"


@pytest.mark.parametrize("name", BOARDS)
def test_a_transposed_backend_is_caught_by_any_asymmetric_board(name: str) -> None:
    problem = BOARDS[name]
    mirrored = {tuple(one.index(row) for row in range(problem.n)) for one in solutions_of(problem)}
    found = judged(problem, record(WRONG["transposed"].backend, problem).packer)
    seen = mirrored != solutions_of(problem)
    assert found.verdict is (Verdict.WRONG if seen else Verdict.CORRECT)
    assert not (seen and MAIN_DIAGONAL in symmetries_of(problem))


def test_the_boards_are_of_all_kinds() -> None:
    numbers = [len(solutions_of(problem)) for problem in BOARDS.values()]
    assert {problem.n for problem in BOARDS.values()} == set(range(9))
    assert 0 in numbers
    assert 1 in numbers
    assert {bool(solutions_of(one)) for one in random_boards([8], 200)} == {True, False}
