"""Runs a backend, and records what it yields, leaves running, imports and compiles."""

from __future__ import annotations

import json
import os
import pickle
import sys
import threading
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any

import psutil

from solvers.adapters.outside import Elsewhere
from solvers.execution.channel import COUNT_FORMAT, Rejected, RemoteCall, read_placements
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import calls_elsewhere
from solvers.execution.result import Cause, ChannelError, Ending
from solvers.execution.solving import Work, solutions, whole_counters
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.lazy import numpy as np
from solvers.output.messages import ending_words, title
from solvers.puzzle.packing import Packer
from solvers.puzzle.problem import Problem, closed_squares, given_queens

JOIN_SECONDS = 5.0
"""The time to wait for threads that a backend has left behind."""


_leaving: set[str] = set()
"""The names of the backends that have left a thread behind in this process."""


@dataclass
class Recording:
    """One call of ``solve``, with the answers in ``packer``, and their number, ``yielded``.

    ``wrong_types`` names the types of answers that are neither tuples nor arrays, ``changed`` the
    answers that changed after they were yielded. ``left_running`` has words for each thread and
    each process that the backend started and that still runs; the processes are killed.
    """

    problem: Problem
    packer: Packer
    work: Mapping[str, int] = field(default_factory=Work)
    yielded: int = 0
    wrong_types: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    left_running: list[str] = field(default_factory=list)

    @property
    def placements(self) -> list[tuple[Any, ...]]:
        """Each answer that is a placement, right or wrong, and one () for each other answer."""
        placements = [*map(tuple, self.packer.placements().tolist())]
        return [*placements, *[()] * (self.packer.total - len(placements))]


def record(backend: Backend, problem: Problem, most: int | None = None) -> Recording:
    """Let the backend solve the problem here, or stop it after ``most`` answers."""
    recording = Recording(problem, Packer(problem.n), work := Work())
    kept: list[tuple[Any, Any]] = []  # each answer with a copy
    before, children = set(threading.enumerate()), _children()
    copied = replace(problem)  # whatever the backend does to it
    try:
        with closing(solutions(backend, copied, work)) as answers:
            for answer in islice(answers, most):
                kept.append((answer, copy(answer)))
                recording.packer.add(answer)
        recording.yielded = len(kept)
        recording.wrong_types = [
            type(one).__name__
            for one, _ in kept
            if type(one) is not tuple and not isinstance(one, np.ndarray)
        ]
        recording.changed = [str([*was]) for one, was in kept if not np.array_equal(one, was)]
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
                if not children.isdisjoint(process.parents()):
                    continue  # a process that was here before has started it
                if process.status() != psutil.STATUS_ZOMBIE:
                    command = " ".join(process.cmdline()) or process.name()
                    recording.left_running.append(f"it left a process running: {command}")
                process.kill()
                process.wait(JOIN_SECONDS)  # else it is a zombie, and is looked for again
    return recording


def recorded_elsewhere(
    backend: Backend, problems: Sequence[Problem], limits: Limits, most: int | None = None
) -> Generator[tuple[Problem, Recording | Ending]]:
    """Record the backend in a process of its own; for a run that fails, yield its ending."""
    calls = [(backend, RemoteCall(_told, (problem, most))) for problem in problems]
    with closing(calls_elsewhere(calls, limits, jobs=1)) as answers:
        for number, told in answers:
            problem = problems[number]
            yield problem, told if isinstance(told, Ending) else _read(problem, told)


def _read(problem: Problem, told: bytes) -> Recording | Ending:
    """The recording that another process has told, or BAD_RECORD if it is malformed."""
    try:
        line, _, packed = told.partition(b"\n")
        facts, packer = json.loads(line), Packer(problem.n)
        packer.take(read_placements(packed, problem.n))
        rejected = msgspec.convert(facts.pop("rejected"), Rejected)
        packer.refuse(rejected.first, rejected.counts)
        return Recording(problem, packer, **facts)
    except (ValueError, TypeError, KeyError, AttributeError, ChannelError) as error:
        return Ending(Cause.BAD_RECORD, detail=f"no valid record: {error}")


FACTS = ("work", "yielded", "wrong_types", "changed", "left_running")
"""The fields of a recording that its process tells as they are."""


def _told(backend: Backend, problem: Problem, most: int | None) -> Iterator[bytes]:
    """The facts of a recording in a line of JSON, then the placements."""
    found = record(backend, problem, most)
    packer, found.work = found.packer, whole_counters(found.work)
    rejected = [asdict(answer) for answer in packer.rejected]
    facts = {name: getattr(found, name) for name in FACTS}
    facts["rejected"] = {"counts": packer.rejected_counts, "first": rejected}
    yield json.dumps(facts).encode() + b"\n"
    yield COUNT_FORMAT.pack(packer.count) + bytes(packer.packed)


def pickled_again(backend: Backend) -> str:
    """The reason why the record cannot be pickled and read back unchanged; "" if it can."""
    if isinstance(backend.solve, Elsewhere):
        call = RemoteCall(_pickled_again)
        ((_, told),) = calls_elsewhere([(backend, call)], Limits(), jobs=1)
        return ending_words(told) if isinstance(told, Ending) else told.decode(errors="replace")
    try:
        again = pickle.loads(pickle.dumps(backend))  # noqa: S301  # just written
    except Exception as error:  # pickle raises what a backend's parts raise
        return f"the record cannot be pickled: {error}"
    return "" if again == backend else "the record changed when it was pickled and read back"


def _pickled_again(backend: Backend) -> Iterator[bytes]:
    yield pickled_again(backend).encode(errors="replace")


def board_words(problem: Problem) -> str:
    """The board in words, with its squares: "8 queens, 1 square blocked (blocked 0:0)"."""
    kinds = {"given": given_queens(problem).items(), "blocked": closed_squares(problem)}
    listed = "; ".join(
        f"{kind} {', '.join(f'{column}:{row}' for column, row in sorted(squares))}"
        for kind, squares in kinds.items()
        if squares
    )
    return f"{title(problem)}{f' ({listed})' if listed else ''}"


def _children() -> set[psutil.Process]:
    """The processes that this process and its descendants have started."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except AttributeError:  # this system cannot tell that there is none
        pass
    except ChildProcessError:  # no children: saves a scan of all processes of the machine
        return set()
    return set(psutil.Process().children(recursive=True))


def imported_late(backend: Backend, problem: Problem, limits: Limits) -> list[str] | Ending:
    """The modules that a run imports after the backend has been made ready, in a new process.

    If the process fails, return its ending instead.
    """
    call = RemoteCall(_imported_late, (problem,))
    ((_, value),) = calls_elsewhere([(backend, call)], limits, jobs=1)
    return value if isinstance(value, Ending) else msgspec.json.decode(value, type=list[str])


def _imported_late(backend: Backend, problem: Problem) -> Iterator[bytes]:
    before = {*sys.modules}
    list(solutions(backend, problem, Counter()))
    yield json.dumps(sorted({*sys.modules} - before)).encode()
