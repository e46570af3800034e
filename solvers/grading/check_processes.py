"""Check many submissions, each in a process of its own, with a time limit for reading its output.

The programs themselves run in the sandbox, with limits of their own.
"""

from __future__ import annotations

import math
import pickle
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import NO_SEARCH, calls_elsewhere
from solvers.execution.result import Ending
from solvers.grading.check import ReadingError, check_program, limited_reading
from solvers.grading.result import CheckResult
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import CheckOptions, Submission
from solvers.interface import Backend

UNLIMITED = Limits(
    seconds=math.inf,
    memory_mib=math.inf,
    output_mib=math.inf,
    processes=sys.maxsize,
    written_mib=math.inf,
)
"""No limits for a check's process after its start, because the check limits the program."""


SizesAsked = tuple[int, list[int] | None]
"""The largest n, and the sizes to test; None if the user chose no sizes."""

CheckRequest = tuple[Submission, SizesAsked, Limits, Sandbox, CheckOptions]
"""A submission, its sizes, its limits, its sandbox, and the options of the check."""


def check_elsewhere(
    wanted: Sequence[CheckRequest], jobs: int
) -> Iterator[tuple[int, CheckResult | Ending | ReadingError]]:
    """Check submissions in ``jobs`` other processes at a time.

    Yields the index and the outcome of each check that has ended: its result, the ending of a
    process that failed, or a ReadingError if the output took too long to read.
    """
    calls = [(NO_SEARCH, RemoteCall(_checked, arguments)) for arguments in wanted]
    for number, value in calls_elsewhere(calls, UNLIMITED, jobs):
        if isinstance(value, Ending):
            yield number, value
        else:
            # Our own process has written the bytes, not the program.
            yield number, pickle.loads(value) if value else ReadingError()  # noqa: S301


def _checked(
    _: Backend,
    submission: Submission,
    asked: SizesAsked,
    limits: Limits,
    sandbox: Sandbox,
    options: CheckOptions,
) -> Iterator[bytes]:
    """The result of a check as bytes; nothing if reading the output took too long."""
    # The sandbox may run a program as another user, who has to reach the program's folder.
    Path(tempfile.gettempdir()).chmod(0o711)
    largest, sizes = asked
    try:
        with limited_reading():
            checked = check_program(
                submission, largest, limits, sandbox, options=options, sizes=sizes
            )
    except ReadingError:
        return
    yield pickle.dumps(checked)
