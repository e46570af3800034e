"""Finished shards survive every interruption: none is lost, or false.

The work is interrupted 3 times, or as often as INTERRUPTIONS in the environment says.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from places import ROOT
from processes import ran

# A file that Python compiles on a full disk can be cut off, and fails every later command.
ENVIRONMENT = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
INTERRUPTIONS = int(os.environ.get("INTERRUPTIONS", "3"))
HOW = ("kill", "full disk", "two writers")


COMPARISON = ("-m", "solvers", "compare", "--n", "8", "--backends", "sicp", "--output", "json")


def kept_in(folder: Path) -> set[bytes]:
    """The prefixes of all kept shards; a checkpoint that was interrupted is whole."""
    path = folder / "sicp-n8.sqlite"
    if not path.exists():
        return set()
    with closing(sqlite3.connect(path)) as database:
        database.text_factory = bytes
        with suppress(sqlite3.OperationalError):  # interrupted before it had its table
            assert database.execute("PRAGMA quick_check").fetchall() == [(b"ok",)]
            return {prefix for (prefix,) in database.execute("SELECT prefix FROM shards")}
    return set()


@pytest.mark.timeout(100 + 30 * INTERRUPTIONS)
def test_no_kept_result_is_lost_counted_twice_or_false(tmp_path: Path) -> None:
    random = Random(INTERRUPTIONS)  # noqa: S311  # the same ones every time
    folder, kept = tmp_path, set[bytes]()
    for number in range(INTERRUPTIONS):
        how = HOW[number % len(HOW)]
        limit = f"ulimit -f {random.choice([0, 8, 24, 48])}; " if how == "full disk" else ""
        shell = ["/bin/sh", "-c", f'{limit}exec "$@"', "sh"]
        both = [
            subprocess.Popen(
                [*shell, sys.executable, *COMPARISON, "--checkpoint", str(folder)],
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
        now = kept_in(folder)
        assert kept <= now
        kept = now
        if now and random.random() < 0.2:  # begin again, so that there is something to interrupt
            folder, kept = tmp_path / f"{number}", set()
            folder.mkdir()
    last = ran([sys.executable, *COMPARISON, "--checkpoint", folder])
    assert last.returncode == 0, last.stderr
    assert json.loads(last.stdout)["runs"][0]["solutions"] == 92
    now = kept_in(folder)
    assert kept <= now
    assert len(now) == 42
