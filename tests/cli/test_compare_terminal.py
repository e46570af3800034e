"""A comparison in a terminal: progress, colours, and lines that fit."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from functools import cache

import pytest
from places import ROOT


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
