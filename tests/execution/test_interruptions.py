"""Finished shards and certificates survive every interruption: none is lost, or false.

Each kind of work is interrupted 3 times, or as often as INTERRUPTIONS in the environment says.
Certificates are among the slow tests.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from places import ROOT
from processes import ran

from solvers.puzzle.problem import Problem
from solvers.referee.certificate import proof_of
from solvers.referee.certificate_file import make_certificate

# A file that Python compiles on a full disk can be cut off, and fails every later command.
ENVIRONMENT = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
INTERRUPTIONS = int(os.environ.get("INTERRUPTIONS", "3"))
HOW = ("kill", "full disk", "two writers")


def rows_of(path: Path) -> set[tuple[bytes, bytes]]:
    """The prefixes and records of all kept shards; a checkpoint that was interrupted is whole."""
    if not path.exists():
        return set()
    with closing(sqlite3.connect(path)) as database:
        database.text_factory = bytes
        with suppress(sqlite3.OperationalError):  # interrupted before it had its table
            assert database.execute("PRAGMA quick_check").fetchall() == [(b"ok",)]
            return {*database.execute("SELECT prefix, record FROM shards")}
    return set()


class Shards:
    """A split run with a checkpoint."""

    def __init__(self, folder: Path) -> None:
        self.command = ["compare", "--n", "8", "--backends", "sicp"]
        self.command += ["--checkpoint", str(folder), "--output", "json"]
        self.kept = folder / "sicp-n8.sqlite"

    def look(self, *, done: bool) -> set[object]:
        """Read the kept shards, and check them."""
        names = [name for name, _ in rows_of(self.kept)]
        assert not done or len(names) == 42
        return {*names}


class Certificate:
    """A certificate that takes the place of another one."""

    def __init__(self, folder: Path) -> None:
        self.target = folder / "certificate"
        make_certificate(Problem(5), self.target)
        self.command = ["compare", "--n", "9", "--backends", "sicp-array"]
        self.command += ["--certify", str(self.target)]

    def look(self, *, done: bool) -> set[object]:
        """The file is the old one or the new one, and whole."""
        with self.target.open("rb") as file:
            n = proof_of(file).problem.n
        assert n == 9 if done else n in (5, 9)
        return set()


KINDS = [Shards, pytest.param(Certificate, marks=pytest.mark.slow("makes certificates"))]


@pytest.mark.timeout(100 + 30 * INTERRUPTIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_no_kept_result_is_lost_counted_twice_or_false(
    kind: Callable[[Path], Shards | Certificate], tmp_path: Path
) -> None:
    random = Random(INTERRUPTIONS)  # noqa: S311  # the same ones every time
    kept: set[object] = set()
    work = kind(tmp_path)
    for number in range(INTERRUPTIONS):
        how = HOW[number % len(HOW)]
        limit = f"ulimit -f {random.choice([0, 8, 24, 48])}; " if how == "full disk" else ""
        command = ["/bin/sh", "-c", f'{limit}exec "$@"', "sh", sys.executable, "-m", "solvers"]
        both = [
            subprocess.Popen(
                [*command, *work.command],
                cwd=ROOT,
                env=ENVIRONMENT,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            for _ in range(2 if how == "two writers" else 1)
        ]
        for process in both:
            if how == "kill":
                with suppress(subprocess.TimeoutExpired):
                    process.wait(random.uniform(0.2, 2))
                process.kill()
            _, said = process.communicate()
            assert b"Traceback" not in said, said.decode()
        now = work.look(done=False)
        assert kept <= now
        kept = now
        if now and random.random() < 0.2:  # begin again, so that there is something to interrupt
            folder = tmp_path / f"{number}"
            folder.mkdir()
            work, kept = kind(folder), set()
    last = ran([sys.executable, "-m", "solvers", *work.command])
    assert last.returncode == 0, last.stderr
    assert kept <= work.look(done=True)
    if isinstance(work, Shards):
        assert json.loads(last.stdout)["runs"][0]["solutions"] == 92
