"""A program in ``prolog/`` that tells what it does, a JSON array a line."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Generator
from typing import Any

from solvers.errors import UnavailableError
from solvers.install_hint import SWI_PROLOG, with_install_hint
from solvers.paradigms.prolog import program
from solvers.puzzle.problem import Problem


def json_lines(name: str, problem: Problem) -> Generator[list[Any]]:
    """The arrays that this program prints, told the board; raises UnavailableError.

    SWI-Prolog ends with the iterator.
    """
    swipl = shutil.which("swipl")
    if not swipl:
        raise UnavailableError(with_install_hint("a Prolog trace needs SWI-Prolog", SWI_PROLOG))
    n, columns = problem.n, len(problem.prefix)
    arguments: list[object] = [n, list(reversed(problem.prefix))]
    if problem.blocked:
        arguments.append([list(problem.rows(column)) for column in range(columns, n)])
    command = [swipl, str(program(name)), "--", *map(json.dumps, arguments)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            for line in process.stdout or ():
                yield json.loads(line)
        finally:
            process.kill()
