"""The process in which a certificate is made by several others, as a split run has one of its own.

A pool's processes import the main module again, and this one's is ours: it reads what is to be made
from standard input, and prints how many tokens each part has that is done, or what is wrong.
"""

from __future__ import annotations

import os
import pickle
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from solvers.errors import ClusterError, UsageError
from solvers.execution.process_tree import MARK, ProcessTree
from solvers.puzzle.problem import Problem
from solvers.splitting.certify import write_certificate
from solvers.splitting.split import Split

ROOT = Path(__file__).resolve().parents[2]


def made_elsewhere(problem: Problem, target: Path, split: Split) -> Iterator[int]:
    """Have a certificate written in such a process; gives the tokens of each part that is done.

    Raises ClusterError. However it is left, all that was started is ended.
    """
    mark = secrets.token_hex(8)
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), MARK: mark},
        start_new_session=True,  # Ctrl-C reaches the parent alone, which ends it
    )
    tree = ProcessTree(process, mark)
    try:
        assert process.stdin  # noqa: S101  # it is a pipe
        assert process.stdout  # noqa: S101
        with process.stdin:
            process.stdin.write(pickle.dumps((problem, target.absolute(), split)))
        for line in process.stdout:
            if not line.strip().isdigit():
                raise ClusterError(line.decode(errors="replace").strip())
            yield int(line)
        if process.wait():
            raise ClusterError("the process that makes the certificate has ended; try it again")
    finally:
        tree.kill()  # before there is nobody to whom it can print
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()


def main() -> None:
    """Make the certificate that is asked for."""
    problem, target, split = pickle.load(sys.stdin.buffer)  # noqa: S301  # from our own parent
    try:
        write_certificate(problem, target, split, lambda tokens: print(tokens, flush=True))
    except (UsageError, OSError) as error:
        print(error, flush=True)


if __name__ == "__main__":
    main()
