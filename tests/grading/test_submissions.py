"""Submissions that break a limit or a rule: each gets its status, and leaves nothing behind."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from checked_programs import asked_for_queens, checked, submission_in, told
from engines import needs_sandbox
from places import ROOT
from processes import interrupted, named, until
from processes import started as start
from shares import a_share, slower, thinned
from solutions import all_solutions

from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.grading.answer import Answer
from solvers.grading.result import ProgramVerdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission_files import hand_ins
from solvers.output.messages import note

pytestmark = pytest.mark.usefixtures("compiled_harness")

HOME = ROOT / "tests" / "attacks" / "faults"
LIMITS = Limits(memory_mib=400, output_mib=8, processes=20)
BRIEF = replace(LIMITS, seconds=0.5)
"""For endless programs that start at once; a program in Racket takes as long to load."""

PY_HALF = "def solutions(n):\n    yield from ([1, 3, 0, 2], [2, 0, 3, 1])\n\n\n"

TIME, MEMORY, OUTPUT = Status.TIME_LIMIT, Status.MEMORY_LIMIT, Status.OUTPUT_LIMIT

FAULTS: dict[str, tuple[Status, ...]] = {
    **dict.fromkeys(
        [
            *("sleeps.py", "sleeps.pl", "sleeps.rkt", "sleeps.scm", "double_fork.py"),
            *(f"loops_whatever_is_raised.{suffix}" for suffix in ("py", "pl", "rkt", "scm")),
        ],
        (TIME,),
    ),
    **dict.fromkeys(
        [
            *("leaves.py", "leaves.pl", "leaves.rkt", "leaves.scm"),
            *("leaves_at_once.py", "segfault.py", "kills_itself.py", "child_holds_the_channel.py"),
            *("sixty_forks.py", "forged_end.py"),
            *("truncated_record.py", "load_error.py", "missing.rkt"),
        ],
        (Status.CRASHED,),
    ),
    **dict.fromkeys(["recursion.py", "recursion.pl"], (MEMORY,)),
    **dict.fromkeys(["memory.py", "memory.rkt", "memory.scm"], (MEMORY,)),
    **dict.fromkeys(["recursion.rkt", "recursion.scm", "memory.pl"], (MEMORY, TIME)),
    "signals_its_parent.py": (Status.COMPLETE, Status.CRASHED),
    **dict.fromkeys(
        ["flood_on_stdout.py", "flood_on_stderr.py", "endless_line.py", "endless_line.scm"],
        (OUTPUT,),
    ),
    **dict.fromkeys(
        ["flood_on_stdout.pl", "flood_of_answers.py", "flood_of_answers.pl"], (OUTPUT, TIME)
    ),
}
"""The programs that break a limit or a rule, each with the statuses that it may end with."""

RIGHT_ALL_THE_SAME: dict[str, str] = {
    "invalid_utf8.py": PY_HALF
    + "import sys\nsys.stdout.buffer.write(b'\\xff\\xfe')\nqueens = solutions\n",
    "reads_stdin.py": PY_HALF + "import sys\nassert sys.stdin.read() == ''\nqueens = solutions\n",
    "failing_directive.pl": ":- foo(bar).\n:- fail.\nqueens(_, [1,3,0,2]).\nqueens(_, [2,0,3,1]).\n",
    "halts_while_loading.pl": "queens(_, [1,3,0,2]).\nqueens(_, [2,0,3,1]).\n:- writeln(hi), halt.\n",
    "exits_while_loading.rkt": "#lang racket/base\n(define (queens n) '((1 3 0 2) (2 0 3 1)))\n(exit 0)\n",
    "exits_while_loading.scm": "(define (queens n) '((1 3 0 2) (2 0 3 1)))\n(exit 0)\n",
}

ODD_VALUES: dict[str, str] = {
    "huge.py": "def queens(n):\n    return [[10**5000, 3, 0, 2]]\n",
    "deep.py": "def queens(n):\n    a = []\n    for _ in range(500):\n        a = [a]\n    return [a]\n",
    "huge.pl": "queens(_, [X,3,0,2]) :- X is 10**5000.\n",
    "floats.pl": "queens(_, [1.5,3.0,0.0,2.0]).\n",
    "atoms.pl": "queens(_, [a,b,c,d]).\n",
    "unbound.pl": "queens(_, [1,_,0,2]).\n",
    "partial.pl": "queens(_, [1,3|_]).\n",
    "improper.rkt": "#lang racket/base\n(define (queens n) '((1 3 0 . 2)))\n",
    "symbols.rkt": "#lang racket/base\n(define (queens n) '((a b c d)))\n",
    "floats.scm": "(define (queens n) '((1.5 3.0 0.0 2.0)))\n",
    "improper.scm": "(define (queens n) '((1 3 . 0)))\n",
    "of_another_n.py": "def queens(n):\n    return [[1, 3, 5, 0, 2, 4]]\n",
}


@pytest.fixture(autouse=True)
def temporary(
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Path]:
    """A folder for temporary files; no process, open file or folder is left behind."""
    private = Path(tempfile.mkdtemp())  # not below pytest's folder, which only we can reach
    private.chmod(0o711)
    monkeypatch.setenv("TMPDIR", str(private))
    monkeypatch.setattr(tempfile, "tempdir", None)  # it is looked up again
    me = psutil.Process()
    files = me.num_fds()
    yield private
    until(lambda: not named(str(private.resolve())))
    until(lambda: not list(private.iterdir()))
    private.rmdir()
    assert me.num_fds() <= files


@pytest.fixture(params=[Sandbox.STRONG, Sandbox.BASIC])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Both sandboxes."""
    chosen: Sandbox = request.param
    needs_sandbox(chosen)
    return chosen


def outcome(
    folder: Path, name: str, source: str, sandbox: Sandbox, limits: Limits = LIMITS
) -> Answer:
    """The result of this program for n = 4."""
    return asked_for_queens(submission_in(folder / name, source), limits, sandbox)


def rows_of(answer: Answer) -> set[tuple[int, ...]]:
    """The row numbers in an answer: a collection, or one value for each solution."""
    values = answer.values[0] if len(answer.values) == 1 else answer.values
    return {*values}


ENDLESS = {"sleeps", "loops_whatever_is_raised"}
"""A program that does not end is ended alike in every language."""

IN_PYTHON, ELSEWHERE = (
    [name for name in FAULTS if (".py" in name) is is_python] for is_python in (True, False)
)
TRIED = [
    *((name, one) for name in IN_PYTHON for one in (Sandbox.STRONG, Sandbox.BASIC)),
    *((name, Sandbox.BASIC) for name in ELSEWHERE if name.partition(".")[0] not in ENDLESS),
]
TRIED_LATER = [
    slower((name, Sandbox.BASIC), single=False)
    for name in ELSEWHERE
    if name.partition(".")[0] in ENDLESS
]


def test_every_fault_is_tried() -> None:
    assert {path.name for path in HOME.iterdir()} == {*FAULTS}


@pytest.mark.parametrize(
    ("name", "sandbox"), thinned(TRIED, single=False) + TRIED_LATER, indirect=["sandbox"]
)
def test_each_fault_has_its_status(name: str, sandbox: Sandbox, tmp_path: Path) -> None:
    source, statuses = (HOME / name).read_text(), FAULTS[name]
    if name.startswith("signals_its_parent") and sandbox is Sandbox.BASIC:
        pytest.skip("under the basic sandbox a program can reach its parent: the tests themselves")
    limits = BRIEF if Status.TIME_LIMIT in statuses else LIMITS
    if limits is BRIEF and name.endswith(".rkt"):
        limits = replace(limits, seconds=1.5)
    if Status.OUTPUT_LIMIT in statuses:  # which is held by reading up to it
        limits = replace(limits, output_mib=1)
    result = outcome(tmp_path, name, source, sandbox, limits)
    assert result.run.status in statuses, note(result.run)


@a_share("name", RIGHT_ALL_THE_SAME)
def test_a_harmless_action_changes_no_answer(name: str, sandbox: Sandbox, tmp_path: Path) -> None:
    result = outcome(tmp_path, name, RIGHT_ALL_THE_SAME[name], sandbox)
    assert result.run.status is Status.COMPLETE, note(result.run)
    assert rows_of(result) == all_solutions(4)


@a_share("name", ODD_VALUES)
def test_odd_values_are_no_boards_and_do_no_harm(name: str, tmp_path: Path) -> None:
    result = checked(tmp_path / name, ODD_VALUES[name], sizes=[4], runner=Sandbox.BASIC)
    assert result.verdict is ProgramVerdict.NOT_JUDGED
    assert told(result).reason.isprintable()


@pytest.mark.parametrize("name", ["harness.scm", "prelude.scm"])
def test_a_program_may_have_the_file_name_of_a_harness(name: str, tmp_path: Path) -> None:
    source = "(define (queens n) (map (lambda (r) r) '((1 3 0 2) (2 0 3 1))))\n"
    result = outcome(tmp_path, name, source, Sandbox.BASIC)
    assert result.run.status is Status.COMPLETE, note(result.run)
    assert rows_of(result) == all_solutions(4)


def started(folder: Path, harness: str) -> bool:
    """Whether a program that runs below the folder has come to its harness."""
    return any(harness in " ".join(one.cmdline()) for one in named(str(folder.resolve())))


@a_share("number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_survives_the_command_itself(
    tmp_path: Path, temporary: Path, number: signal.Signals, sandbox: Sandbox
) -> None:
    path = tmp_path / "endless.py"
    path.write_text("def queens(n):\n    while True:\n        pass\n")
    check = start("-m", "solvers", "check", path, "--sandbox", sandbox)
    interrupted(check, number, lambda: started(temporary, "harness.py"))


def test_the_data_of_a_project_is_no_hand_in(tmp_path: Path) -> None:
    """With ``project``, a loaded file that is a solver belongs to the program that loads it."""
    (folder := tmp_path / "eve").mkdir()
    (folder / "main.py").write_text("from search import queens\n")
    (folder / "search.py").write_text("def queens(n): return []\n")
    (folder / "board.txt").write_text("....")
    names = [["main.py", "search.py", "board.txt"], ["main.py"]]
    for project, expected in zip((False, True), names, strict=True):
        found = hand_ins(tmp_path, project=project)
        assert [each.file.name for each in found] == expected
