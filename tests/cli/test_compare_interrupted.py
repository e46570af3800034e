"""A comparison that is interrupted, whose reader leaves, or whose output cannot be written."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from engines import needs_prolog
from places import ROOT
from processes import interrupted, left_by_its_reader, started
from shares import a_share, slower

from solvers.cli import compare_outputs
from solvers.cli.compare import main
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


def test_an_interrupted_comparison_reports_its_runs_so_far() -> None:
    said = comparison_cut_off("text", signal.SIGINT)
    assert "sicp did not finish (cancelled): interrupted" in said


@pytest.mark.parametrize("number", [slower(signal.SIGTERM), signal.SIGHUP])
def test_an_interrupted_comparison_prints_a_whole_document(number: signal.Signals) -> None:
    document = json.loads(comparison_cut_off("json", number))
    assert document["verdict"] == "incomplete"
    assert [run["status"] for run in document["runs"]] == ["cancelled", "cancelled"]
    assert document["runs"][0]["solutions"] > 0
    assert document["runs"][1]["note"] == "not started"


def test_an_interrupted_report_is_written_without_the_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solvers.cli.compare_outputs.record_films", interrupt)
    report = tmp_path / "report.html"
    assert main(["--n", "4", "--backends", "sicp", "--report", str(report)]) == 130
    told = capsys.readouterr().err
    assert told.startswith(f"The report is in {report}, without the searches\n")
    assert "interrupted before this search was recorded" in report.read_text()


def test_ctrl_c_keeps_the_checks_so_far_and_a_second_one_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
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
    files = [str(tmp_path / "mine.pl")]
    options = ["--n", "4-5", "--backends", "sicp", "--sandbox", "basic", "--report", str(report)]
    assert main([*files, *options]) == 130
    assert asked == [4, 5]
    assert f"The report is in {report}, without the searches" in capsys.readouterr().err
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
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "compare.py", "--n", "4", "--backends", "sicp", "--output", output],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            timeout=100,
        )
    assert done.returncode == 2
    assert done.stderr == "compare.py: error: cannot write the output: No space left on device\n"
