"""Runs a backend, and records what it yields, leaves running, imports and compiles."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import psutil

from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import calls_elsewhere
from solvers.execution.result import Ending
from solvers.execution.solving import Work, solutions
from solvers.interface import Backend
from solvers.lazy import numpy as np
from solvers.puzzle.packing import Packer
from solvers.puzzle.placements import plain_rows
from solvers.puzzle.problem import Problem

JOIN_SECONDS = 5.0
"""The time to wait for threads that a backend has left behind."""


_leaving: set[str] = set()
"""The names of the backends that have left a thread behind in this process."""


@dataclass
class Recording:
    """One call of ``solve``: ``yielded`` are the objects, ``copies`` their values at that moment.

    ``left_running`` has words for each thread and each process that the backend started and that
    still runs; the processes are killed.
    """

    problem: Problem
    packer: Packer
    work: Counter[str] = field(default_factory=Work)
    yielded: list[Any] = field(default_factory=list)
    copies: list[Any] = field(default_factory=list)
    left_running: list[str] = field(default_factory=list)

    @property
    def placements(self) -> list[tuple[Any, ...]]:
        """Each answer as a tuple of its rows, right or wrong, also from blocks.

        Other objects are left out.
        """
        found: list[tuple[Any, ...]] = []
        for answer in self.copies:
            if isinstance(answer, np.ndarray) and answer.ndim == 2:
                found.extend(map(tuple, answer.tolist()))
            elif isinstance(answer, (tuple, list)):
                found.append(plain_rows(answer))
        return found


def record(backend: Backend, problem: Problem, most: int | None = None) -> Recording:
    """Let the backend solve the problem here, or stop it after ``most`` answers."""
    recording = Recording(problem, Packer(problem.n))
    before, children = set(threading.enumerate()), _children()
    copied = replace(problem)  # whatever the backend does to it
    try:
        with closing(solutions(backend, copied, recording.work)) as answers:
            for answer in islice(answers, most):
                recording.yielded.append(answer)
                recording.copies.append(copy(answer))
                recording.packer.add(answer)
        for thread in set(threading.enumerate()) - before:
            # A backend that leaves one may do so for every board: one wait is enough.
            thread.join(0 if backend.name in _leaving else JOIN_SECONDS)
            if thread.is_alive():
                recording.left_running.append(f"it left a thread running: {thread.name}")
                _leaving.add(backend.name)
    finally:
        # In a worker this finds daemons, too, because a worker adopts orphaned descendants.
        for process in _children() - children:
            with suppress(psutil.Error):  # it has ended meanwhile
                if process.status() != psutil.STATUS_ZOMBIE:
                    command = " ".join(process.cmdline()) or process.name()
                    recording.left_running.append(f"it left a process running: {command}")
                process.kill()
                process.wait(JOIN_SECONDS)  # else it is a zombie, and is looked for again
    return recording


def _children() -> set[psutil.Process]:
    """The processes that this process and its descendants have started."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except AttributeError:  # this system cannot tell that there is none
        pass
    except ChildProcessError:  # no children: saves a scan of all processes of the machine
        return set()
    return set(psutil.Process().children(recursive=True))


def run_twice(backend: Backend, problem: Problem) -> tuple[list[str], float, float] | Ending:
    """Solve ``problem`` twice in one process, after the backend has been made ready.

    Return the modules that the two runs imported, and the processor seconds of the first and of the
    second run. If the process fails, return its ending instead.
    """
    call = RemoteCall(_run_twice, (problem,))
    ((_, value),) = calls_elsewhere([(backend, call)], Limits(), jobs=1)
    if isinstance(value, Ending):
        return value
    imported, first, second = json.loads(value)
    return imported, first, second


def _run_twice(backend: Backend, problem: Problem) -> Iterator[bytes]:
    before, times = {*sys.modules}, [_cpu_seconds()]
    for _ in range(2):
        list(solutions(backend, problem, Counter()))
        times.append(_cpu_seconds())
    imported = sorted({*sys.modules} - before)
    yield json.dumps([imported, times[1] - times[0], times[2] - times[1]]).encode()


def _cpu_seconds() -> float:
    """The processor time of this process and its finished children, in seconds."""
    return sum(os.times()[:4])
