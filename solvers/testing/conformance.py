"""Conformance of engines: the sets of many boards, each compared with the referee's own search.

A fault blames nobody: it may be in the engine, in an interface to it, or in how it is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from solvers.execution.limits import Limits
from solvers.execution.result import Cause
from solvers.interface import Backend
from solvers.output.messages import counted
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import known_solutions
from solvers.registry import obstacle
from solvers.testing.boards import random_boards
from solvers.testing.faults import FaultyRun, faults, smallest

MOST_WAITS = 3
"""After so many runs that reached their time limit, no other board is tried."""


@dataclass(frozen=True, slots=True)
class Conformance:
    """The result of an engine: the number of ``boards`` that it solved, of those ``asked``.

    The boards ``left_out`` are those that its record excludes. ``fault`` is one in its answers, or
    else one in its runs, on the smallest board found; None without one.
    """

    boards: int
    asked: int
    left_out: int
    fault: FaultyRun | None

    def __str__(self) -> str:
        if self.fault and self.fault.judgement:
            return f"differs: {self.fault}"
        if self.fault:
            done = f"{self.boards} of {counted(self.asked, 'board')}"
            return f"{done} identical; not finished: {self.fault}"
        not_asked = f"; {self.left_out} left out, which its method does not solve"
        return f"{counted(self.asked, 'board')} identical{not_asked if self.left_out else ''}"


def boards(largest: int, count: int) -> list[Problem]:
    """The empty boards from n = 0 to ``largest``, and random ones up to n = 8.

    They are always the same. With ``largest`` 0, there are no random ones.
    """
    sizes = [n for n in (1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8) if n <= largest]
    return [*map(Problem, range(largest + 1)), *random_boards(sizes, count if sizes else 0)]


def conformance(backend: Backend, problems: Sequence[Problem], limits: Limits) -> Conformance:
    """Compare the engine's answers for each problem, within the limits, with the solutions."""
    done, found = 0, list[FaultyRun]()
    goal = Goal.ALL if backend.enumerates else Goal.FIRST
    wanted = [replace(problem, goal=goal) for problem in problems]
    possible = [
        problem
        for problem in wanted
        # A method that finds one solution cannot prove that there is none.
        if not obstacle(backend, problem) and (backend.enumerates or known_solutions(problem))
    ]
    with closing(faults(backend, possible, limits)) as runs:
        for _, fault in runs:
            done += not (fault and fault.ending)
            found += [fault] if fault else []
            kinds = [fault.kind for fault in found]
            if Cause.CANNOT_RUN in kinds or kinds.count(Cause.TIME) == MOST_WAITS:
                break
    differences = [fault for fault in found if fault.judgement]
    told = min(differences or found, key=lambda fault: fault.size, default=None)
    if told and told.kind is not Cause.CANNOT_RUN:
        told = smallest(backend, told, limits)
    return Conformance(done, len(possible), len(problems) - len(possible), told)
