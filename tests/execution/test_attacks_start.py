"""Programs that are started without their standard streams, or ended while they start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from engines import needs_sandbox
from places import ROOT
from processes import ran
from shares import a_share
from typed_commands import in_a_shell

from solvers.grading.sandbox import Sandbox

ADA = "docs/homework/ada.py"

INTERRUPTED_WHERE_RICH_IS_IMPORTED = """
import importlib.abc, os, runpy, signal, sys

class Interrupt(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "rich":
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupt())
program, *sys.argv[1:] = sys.argv[1:]
run = runpy.run_path if program.endswith(".py") else runpy.run_module
run(program, run_name="__main__")
"""


CHECK = f"queens check {ADA} --n 1 --sandbox"


@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-"])
def test_closed_descriptors_change_neither_sandbox_nor_verdict(closed: str) -> None:
    needs_sandbox(Sandbox.STRONG)
    done = in_a_shell(f"{CHECK} strong {closed}")
    assert done.returncode == 0
    assert done.stdout.startswith(f"{ADA}: n_queens(n) is right for n = 1\n")
    assert "sandbox: strong" in done.stdout


def test_a_closed_standard_output_is_reported_on_standard_error() -> None:
    done = in_a_shell(f"{CHECK} auto >&-")
    assert done.returncode == 2
    assert done.stderr == "queens check: error: there is no standard output to write to\n"


@pytest.mark.parametrize(
    ("line", "codes"),
    [("--help", {0, 130}), ("compare --n 4 --backends sicp", {130})],  # argparse hears of no pipe
)
@a_share("unbuffered", ["", "1"])
def test_a_reader_that_has_left_ends_a_command_quietly(
    line: str, codes: set[int], unbuffered: str
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "solvers", *line.split()],
        check=False, stdout=writer, stderr=subprocess.PIPE, cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
    )  # fmt: skip
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode in codes


@pytest.mark.parametrize("program", ["compare.py", "solvers"])
def test_ctrl_c_while_a_program_is_imported_prints_no_traceback(program: str) -> None:
    done = ran([sys.executable, "-c", INTERRUPTED_WHERE_RICH_IS_IMPORTED, program, "--help"])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


@a_share("line", ["compare --board -", "trace --board -", "solve --board -", "verify -"])
def test_a_closed_standard_input_is_reported_in_one_line(line: str) -> None:
    done = in_a_shell(f"queens {line} <&-")
    assert (done.returncode, done.stdout) == (2, "")
    (message,) = done.stderr.splitlines()
    assert "standard input is closed; give a file" in message


@a_share("where", ["2>&-", "2>/dev/full"], ids=["closed", "full"])
@pytest.mark.parametrize(
    ("line", "code"), [("compare --n 4 --backends sicp", 0), ("compare --n four", 2)]
)
def test_an_error_output_that_cannot_be_written_changes_no_exit_code(
    line: str, code: int, where: str
) -> None:
    done = in_a_shell(f"queens {line} {where}")
    assert done.returncode == code
    assert ("sicp found 2 solutions" in done.stdout) is (code == 0)


@a_share("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_waits_for_the_end_of_an_import(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "sends.py").write_text(f"import os; os.kill(os.getpid(), {number}); DONE = True")
    program = (
        "import signal, sys; from solvers.lazy import import_uninterrupted as load\n"
        f"signal.signal({number}, signal.default_int_handler)\n"
        "try: load('sends')\n"
        "except KeyboardInterrupt: print(sys.modules['sends'].DONE)"
    )
    done = ran([sys.executable, "-c", program], env=os.environ | {"PYTHONPATH": str(tmp_path)})
    assert done.stdout == "True\n", done.stderr
