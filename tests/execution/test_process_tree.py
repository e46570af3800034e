"""A process and all that it started are ended together."""

from __future__ import annotations

import signal
import subprocess
import sys

import psutil
import pytest
from processes import until

from solvers.execution.process_tree import RUN_ID, ProcessTree
from solvers.grading.reading_limit import ReadingError, limited_reading


@pytest.mark.parametrize(
    ("number", "error"),
    [(signal.SIGINT, KeyboardInterrupt), (signal.SIGPROF, ReadingError)],
    ids=["Ctrl-C", "reading limit"],
)
def test_a_signal_while_a_tree_is_ended_leaves_no_stopped_process(
    number: signal.Signals, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "import os; os.fork(); input()"],
        stdin=subprocess.PIPE,
        env={RUN_ID: "a mark"},
        start_new_session=True,
    )
    tree, suspend = ProcessTree(process, "a mark"), psutil.Process.suspend
    until(psutil.Process(process.pid).children)

    def interrupted(one: psutil.Process) -> None:
        suspend(one)
        signal.raise_signal(number)

    monkeypatch.setattr(psutil.Process, "suspend", interrupted)
    with limited_reading(), pytest.raises(error):
        tree.kill()
    assert process.returncode is not None
    if process.stdin:
        process.stdin.close()
