"""A program in ``prolog/`` that tells what it does, a JSON array a line."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Generator
from typing import Any

from solvers.adapters.prolog import INSTALL, program_file
from solvers.errors import UnavailableError


def json_lines(name: str, *arguments: object) -> Generator[list[Any]]:
    """The arrays that this program prints, given these arguments; raises UnavailableError.

    SWI-Prolog ends with the iterator.
    """
    swipl = shutil.which("swipl")
    if not swipl:
        raise UnavailableError(f"a Prolog trace needs SWI-Prolog: {INSTALL}")
    command = [swipl, str(program_file(f"{name}.pl")), "--", *map(json.dumps, arguments)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            for line in process.stdout or ():
                yield json.loads(line)
        finally:
            process.kill()
