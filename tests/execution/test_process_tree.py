"""A process and all that it started are ended together."""

from __future__ import annotations

import subprocess
import sys

import psutil
import pytest
from processes import until

from solvers.execution.process_tree import RUN_ID, ProcessTree


def test_ctrl_c_while_a_tree_is_ended_leaves_no_stopped_process(
    monkeypatch: pytest.MonkeyPatch,
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
        raise KeyboardInterrupt

    monkeypatch.setattr(psutil.Process, "suspend", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tree.kill()
    assert process.returncode is not None
    if process.stdin:
        process.stdin.close()
