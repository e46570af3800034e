"""Call a backend's ``solve`` (nothing else does) and pack its solutions as they come."""

from __future__ import annotations

import importlib
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import cache
from typing import Any

from solvers.errors import BackendError, UsageError, where_raised
from solvers.interface import Backend, Block, Counters, Placement
from solvers.puzzle.packing import Packer
from solvers.puzzle.problem import Goal, Problem

MOST = 1 << 63
"""Every count is smaller than this, so it fits into a signed 64-bit integer."""

REASON_CHARACTERS = 1000
"""The number of characters that are kept of an exception's text."""


class Work(Counter[str]):
    """The Counter in which a run counts its work."""

    # Because Counter defines __delitem__ in Python, every += takes twice as long.
    __setitem__ = dict.__setitem__
    __delitem__ = dict.__delitem__  # type: ignore[assignment]  # Counter's takes any object


@cache
def make_ready(backend: Backend) -> float:
    """Import the modules that the backend requires and let it prepare, once per process.

    Returns the seconds that it prepared. A missing engine raises its own error: ImportError, say.
    """
    for module in backend.requires:
        importlib.import_module(module)
    start = time.perf_counter()
    if program := getattr(backend.solve, "prepare", None):  # of an adapters.program.Program
        program()
    backend.prepare()
    return time.perf_counter() - start


def solutions(
    backend: Backend, problem: Problem, work: Counter[str]
) -> Generator[Placement | Block]:
    """Yield the solutions of the backend as it finds them, or the first one if that is the goal.

    Problems that need no search are answered here: a column without a free row leaves no solution,
    and a problem without a column to fill has one. Raises the backend's own errors, TypeError if
    ``solve`` is no generator, and UsageError if a method that cannot prove "none" found nothing.
    """
    if not all(problem.domains):
        return
    if len(problem.prefix) == problem.n:
        yield problem.prefix
        return
    answers: Any = backend.solve(problem, work)
    if not hasattr(answers, "__iter__"):
        raise TypeError(
            f"solve returned a value of type {type(answers).__name__}; yield each solution instead"
        )
    if problem.goal is Goal.ALL and backend.enumerates:
        yield from answers
        return
    try:
        for answer in answers:
            if getattr(answer, "ndim", 0) != 2:
                yield answer
                return
            if len(answer):  # a block of placements
                yield answer[:1]
                return
    finally:
        with suppress(AttributeError):  # a plain iterator has nothing to close
            answers.close()
    if not backend.enumerates:
        raise UsageError(
            "found no solution, and its method cannot prove that none exists; take a backend that "
            "can, such as cp-sat"
        )


def whole_counters(work: Any) -> Counters:
    """The run's work as a dict of text to int; raises BackendError if a count is not possible."""
    try:
        counters = {str(name): int(count) for name, count in dict(work).items()}
    except (TypeError, ValueError, OverflowError):
        counters = None
    if counters is None or not all(0 <= count < MOST for count in counters.values()):
        raise BackendError(
            "work must map names to whole numbers from 0; count with work['name'] += 1"
        )
    return counters


def failure_words(error: BaseException) -> tuple[str, str]:
    """The class name of an exception, and its text with the place that raised it.

    The text of a UsageError is complete without the place.
    """
    if isinstance(error, UsageError):
        return type(error).__name__, str(error)
    text = traceback.format_exception_only(error)[-1].strip()[:REASON_CHARACTERS]
    return type(error).__name__, f"{text} {where_raised(error)}".strip()


SEND_SECONDS = 0.1
"""The longest time that a solution waits for others before it is sent, in seconds."""

SEND_BYTES = 1 << 16
"""A batch with this number of bytes is sent at once."""


class Outbox:
    """Sends the first solution at once, and later ones in batches.

    A batch is sent when it is full or SEND_SECONDS old. ``first_solution_time`` is on the clock of
    ``perf_counter``; ``solutions`` is the number that was sent, right or wrong.
    """

    def __init__(self, n: int, send: Callable[[Packer], object]) -> None:
        self.n, self.send = n, send
        self.first_solution_time: float | None = None
        self.solutions = 0
        self._packer, self._sent = Packer(n), 0.0

    def add(self, solution: Placement | Block) -> None:
        """Take one placement or a block of them; the backend may change it afterwards."""
        self._packer.add(solution)
        if self.first_solution_time is None:
            if self._packer.count or self._packer.rejected:
                self.first_solution_time = time.perf_counter()
                self.flush()
        elif (
            time.perf_counter() - self._sent > SEND_SECONDS
            or len(self._packer.packed) >= SEND_BYTES
        ):
            self.flush()

    def flush(self) -> None:
        """Send the solutions that wait."""
        waiting, self._packer = self._packer, Packer(self.n)
        self._sent = time.perf_counter()
        self.solutions += waiting.total
        if waiting.total:
            self.send(waiting)
