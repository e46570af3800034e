"""Run a MiniZinc model with an installed solver and yield its results."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from solvers.interface import VersionLine

INSTALL = "sudo apt-get install minizinc (macOS: brew install minizinc), then pip install minizinc"

SOLVERS = ("gecode", "chuffed", "cp-sat")
"""Solvers that can list all solutions, in order of preference."""

NO_MINIZINC = "the Python package minizinc is installed, but MiniZinc itself is not"
NO_SOLVER = f"MiniZinc needs one of the solvers {', '.join(SOLVERS)}, but has none of them"


@cache
def find_solver() -> Any:
    """The first of SOLVERS that MiniZinc has; raises LookupError without one."""
    from minizinc import Solver, default_driver  # importing it searches for MiniZinc

    if default_driver is None:
        raise LookupError(NO_MINIZINC)
    for name in SOLVERS:
        try:
            return Solver.lookup(name)
        except LookupError:
            continue
    raise LookupError(NO_SOLVER)


def version() -> str:
    """The versions of MiniZinc and of its solver; raises LookupError if one of them is missing.

    This calls the program itself, because the Python package takes ten times as long.
    """
    program = shutil.which("minizinc")
    if program is None:
        raise LookupError(NO_MINIZINC)
    said = VersionLine((program, "--version"))()
    listed = subprocess.run([program, "--solvers-json"], check=True, capture_output=True).stdout
    known = {str(solver["id"]).rpartition(".")[2]: solver for solver in json.loads(listed)}
    for name in SOLVERS:
        if solver := known.get(name):
            number = re.sub(r".*version |,.*", "", said)
            return f"MiniZinc {number}, {solver['name']} {solver['version']}"
    raise LookupError(NO_SOLVER)


def results(model: str, parameters: Mapping[str, object], *, all_solutions: bool) -> Iterator[Any]:
    """Yield the results of the model as the solver prints them; raise if it stopped too early.

    A result has ``solution`` (the last one may have None), ``statistics`` and ``status``.
    """
    from asyncio import CancelledError, Runner  # takes long, and only this needs it

    from minizinc import Instance, Model, Status  # importing it searches for MiniZinc

    enough = {Status.ALL_SOLUTIONS, Status.UNSATISFIABLE}
    if not all_solutions:
        enough.add(Status.SATISFIED)
    stated = Model()
    stated.add_string(model)
    instance = Instance(find_solver(), stated)
    for name, value in parameters.items():
        instance[name] = value
    status = None
    stream = instance.solutions(all_solutions=all_solutions)
    with Runner() as runner, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # MiniZinc's own library triggers warnings
        wait_for = runner.get_loop().run_until_complete
        try:
            while True:
                try:
                    result = wait_for(anext(stream))
                except StopAsyncIteration:
                    break
                status = result.status
                yield result
        finally:
            with suppress(CancelledError, StopAsyncIteration, ProcessLookupError):
                wait_for(stream.athrow(CancelledError()))  # ends the solver, if it still runs
    if status not in enough:
        raise RuntimeError(f"MiniZinc stopped before the end: {status}")
