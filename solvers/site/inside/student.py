"""A student's program in this interpreter: the suite's own harness loads it and asks it.

A program's changes of the interpreter are undone before the next one; it is not isolated.
"""

from __future__ import annotations

import builtins
import io
import os
import random
import runpy
import shutil
import sys
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

IN_FRONT = "page"
"""The beginning of every record: nobody gains anything by forging records in their own page."""

FOLDER = Path("/tmp/student")  # noqa: S108  # the file system of this worker alone

PACKAGES = ("constraint",)
"""The modules in this interpreter beside Python, which a program may not import."""

MOST_PRINTED = 1 << 20
"""The most characters of its output that are kept."""

HARNESS = files("solvers.grading.protocol") / "harness" / "harness.py"


class Student:
    """A program that was loaded, with all that is needed to put things back."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        self.before = (
            dict(vars(builtins)), dict(sys.modules), sys.path[:], sys.argv[:], Path.cwd(),
        )  # fmt: skip
        self.streams = sys.stdin, sys.stdout, sys.stderr
        self.depth = sys.getrecursionlimit()
        self.records, self.printed = io.StringIO(), io.StringIO()
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        for name, text in request["files"].items():
            (FOLDER / name).write_text(text)
        for package in PACKAGES:
            for name in [name for name in sys.modules if name.partition(".")[0] == package]:
                del sys.modules[name]
            sys.modules[package] = None  # type: ignore[assignment]  # which nobody can import
        sys.stdin = io.StringIO(request["input"])
        sys.stdout = sys.stderr = self.printed
        random.seed()
        os.chdir(FOLDER)
        load: Callable[..., Any] = runpy.run_path(str(HARNESS), run_name="harness")["load"]
        path = str(FOLDER / request["file"])
        self.answer = load(path, request["start"], IN_FRONT, self.records)

    def said(self) -> dict[str, str]:
        """All that it has sent and printed since the last time."""
        told = {"records": self.records.getvalue(), "printed": self.printed.getvalue()}
        for stream in (self.records, self.printed):
            stream.seek(0)
            stream.truncate()
        return told | {"printed": told["printed"][-MOST_PRINTED:]}

    def put_back(self) -> None:
        """Let the interpreter be as it was before."""
        names, modules, path, arguments, folder = self.before
        for space, old in ((vars(builtins), names), (sys.modules, modules)):
            for name in space.keys() - old.keys():
                del space[name]
            space.update(old)
        sys.path[:], sys.argv[:] = path, arguments
        sys.stdin, sys.stdout, sys.stderr = self.streams
        sys.setrecursionlimit(self.depth)
        os.chdir(folder)


_now: list[Student] = []
"""The program that is loaded, if there is one."""


def prepare() -> None:
    """Nothing: its call loads this module, which must not count as the program's time."""


def begin(request: Mapping[str, Any]) -> dict[str, str]:
    """Load a program; gives its records and its output."""
    while _now:
        _now.pop().put_back()
    _now.append(Student(request))
    return _now[0].said()


def reply(request: Mapping[str, Any]) -> dict[str, str]:
    """Ask the program that is loaded; gives its records and its output."""
    _now[0].answer(request["line"])
    return _now[0].said()
