"""Run a line as typed in the checkout, without a new Python where none is needed."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from places import ROOT

from solvers.cli import compare, queens

MAINS: dict[str, Callable[[], int]] = {"queens": queens.main, "compare.py": compare.main}
"""Our programs, by the names that they are typed with."""

FOR_A_SHELL = re.compile(r"[|;&<>$`*?~#\n]")
"""Characters that only a shell understands."""

Done = subprocess.CompletedProcess[str]


def typed(line: str, folder: Path = ROOT) -> Done:
    """Run the line: call it here if it is a single command of ours, else give it to a shell.

    Of a command of ours and filters, such as ``| head -n 1``, the shell gets the filters.
    """
    command, _, filters = line.partition(" | ")
    program, *arguments = shlex.split(command.removeprefix("python "))
    if program not in MAINS or FOR_A_SHELL.search(command):
        return in_a_shell(line, folder)
    done = _called(program, arguments, folder)
    if not filters:
        return done
    filtered = in_a_shell(filters, folder, done.stdout)
    return Done(line, filtered.returncode, filtered.stdout, done.stderr + filtered.stderr)


def in_a_shell(line: str, folder: Path = ROOT, given: str | None = None, **variables: str) -> Done:
    """Run the line in a shell that finds the programs of this environment first."""
    here = str(Path(sys.executable).parent)
    return subprocess.run(  # noqa: S602  # a line is meant for a shell
        line.replace("python compare.py", f"python {shlex.quote(str(ROOT / 'compare.py'))}"),
        check=False,
        shell=True,
        capture_output=True,
        text=True,
        input=given,
        cwd=folder,
        timeout=100,
        env=os.environ | {"PATH": os.pathsep.join((here, os.environ["PATH"]))} | variables,
    )


def _called(program: str, arguments: list[str], folder: Path) -> Done:
    """Call the ``main`` of a program of ours with standard streams of its own."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    given = [program, *arguments]
    try:
        with (
            chdir(folder),
            redirect_stdout(out),
            redirect_stderr(err),
            mock.patch.object(sys, "argv", given),
        ):
            code: object = MAINS[program]()
    except SystemExit as leaving:
        code = leaving.code
    assert isinstance(code, int | None)
    return Done(given, int(code or 0), *map(_written, (out, err)))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode()
