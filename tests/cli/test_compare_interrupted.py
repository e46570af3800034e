"""A comparison that is interrupted, whose reader leaves, or whose output cannot be written."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import psutil
import pytest
from engines import needs_prolog
from places import ROOT
from processes import interrupted, left_by_its_reader, started
from queens_command import Queens
from shares import a_share, slower
from typed_commands import in_a_shell

from solvers.cli import compare_outputs
from solvers.execution.limits import Limits
from solvers.grading import compared
from solvers.grading.check import check_program
from solvers.grading.result import CheckResult
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import Submission


def has_worked(process: psutil.Process) -> bool:
    """Whether the process has searched for a while."""
    with suppress(psutil.Error):  # it has just ended
        return bool(process.cpu_times().user > 0.5)
    return False


def comparison_cut_off(output: str, number: signal.Signals) -> str:
    """The output of a comparison that gets the signal while it searches."""
    comparison = started(
        *("compare.py", "--n", "13", "--backends", "sicp,backtracking", "--output", output),
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # nohup ignores it
    )
    parent = psutil.Process(comparison.pid)
    said, complained = interrupted(
        comparison, number, lambda: any(map(has_worked, parent.children(recursive=True)))
    )
    assert (comparison.returncode, complained) == (130, "")
    return said


@pytest.mark.slow("interrupts another comparison")
def test_an_interrupted_comparison_reports_its_runs_so_far() -> None:
    said = comparison_cut_off("text", signal.SIGINT)
    assert "sicp did not finish (cancelled): interrupted" in said


@pytest.mark.parametrize("number", [signal.SIGINT, *map(slower, (signal.SIGTERM, signal.SIGHUP))])
def test_an_interrupted_comparison_prints_a_whole_document(number: signal.Signals) -> None:
    document = json.loads(comparison_cut_off("json", number))
    assert document["verdict"] == "incomplete"
    assert [run["status"] for run in document["runs"]] == ["cancelled", "cancelled"]
    assert document["runs"][0]["solutions"] > 0
    assert document["runs"][1]["note"] == "not started"


def test_an_interrupted_report_is_written_without_the_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solvers.cli.compare_outputs.record_films", interrupt)
    report = tmp_path / "report.html"
    told = queens("compare", "--n", 4, "--backends", "sicp", "--report", report, code=130).err
    assert told.startswith(f"The report is in {report}, without the searches\n")
    assert "interrupted before this search was recorded" in report.read_text()


def test_ctrl_c_keeps_the_checks_so_far_and_a_second_one_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    needs_prolog()
    asked: list[int] = []
    page = compare_outputs.page  # type: ignore[attr-defined]  # it is replaced there

    def interrupted_at_five(
        submission: Submission, sizes: set[int], limits: Limits, sandbox: Sandbox
    ) -> CheckResult:
        asked.append(max(sizes))
        if max(sizes) == 5:
            raise KeyboardInterrupt
        return check_program(submission, sizes, limits, sandbox)

    def interrupted_again(*arguments: Any) -> str:
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # others may take it as well
        return page(*arguments)

    monkeypatch.setattr(compared, "check_program", interrupted_at_five)
    monkeypatch.setattr(compare_outputs, "page", interrupted_again)
    (tmp_path / "mine.pl").write_text("queens(4, [2, 4, 1, 3]).\n")
    report = tmp_path / "report.html"
    options = "--n", "4-5", "--backends", "sicp", "--sandbox", "basic", "--report", report
    said = queens("compare", tmp_path / "mine.pl", *options, code=130).err
    assert asked == [4, 5]
    assert f"The report is in {report}, without the searches" in said
    told = report.read_text()
    assert "step through it" not in told
    assert "is wrong" in told


def test_a_reader_that_leaves_ends_the_comparison_and_keeps_the_report(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    comparison = started("compare.py", "--n", "4-9", "--backends", "sicp", "--report", page)
    # The exit code: nothing says that all are identical.
    assert left_by_its_reader(comparison) == f"The report is in {page}\n"
    assert "4 queens" in page.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@a_share("output", ["text", "csv"])
def test_an_output_that_cannot_be_written_is_reported_in_one_line(output: str) -> None:
    options = f"--n 4 --backends sicp --output {output}"
    done = in_a_shell(f"python compare.py {options} >/dev/full")
    assert done.returncode == 2
    assert done.stderr == "compare.py: error: cannot write the output: No space left on device\n"


# In a terminal


@cache
def in_a_terminal(*arguments: str, columns: int = 80, **environment: str) -> str:
    """The output of compare.py in a terminal of that width."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "compare.py", *arguments],
        cwd=ROOT,
        stdout=theirs,
        stderr=theirs,
        stdin=theirs,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": str(columns)} | environment,
    ) as process:
        os.close(theirs)
        said = b""
        while True:
            if not select.select([ours], [], [], 60)[0]:
                break
            try:
                received = os.read(ours, 1 << 16)
            except OSError:  # the last one at the other end has left
                break
            if not received:
                break
            said += received
    os.close(ours)
    assert process.returncode == 0
    return said.decode()


def test_a_terminal_shows_finished_runs_while_others_go_on() -> None:
    said = in_a_terminal("--n", "8", "--backends", "sicp,backtracking", columns=100)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said).replace("\r", "")
    assert re.search(r"\bsicp .* 92/92 solutions .* complete\n2 of 2  backtracking ", plain)


def test_a_terminal_shows_progress_and_colour() -> None:
    said = in_a_terminal("--n", "10", "--backends", "sicp")
    assert "/724" in said
    assert "\x1b[1;32m" in said


@pytest.mark.parametrize(
    ("columns", "words"),
    [(60, ["backtracking", "92"]), (100, ["backtracking", "92", "row tries", "correct"])],
    ids=["narrow", "wide"],
)
def test_no_line_is_longer_than_the_terminal(columns: int, words: list[str]) -> None:
    said = in_a_terminal("--n", "8", "--backends", "sicp,backtracking", columns=columns)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)
    drawn = [line.split("\r")[-1] for line in plain.replace("\r\n", "\n").split("\n")]
    assert max(map(len, drawn)) <= columns
    assert [word for word in words if word not in plain] == []
