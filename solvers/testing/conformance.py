"""Conformance of engines: the sets of many boards, each compared with the referee's own search.

A difference is named by its kind, and shown on a board that closing squares has made as small as
possible. It blames nobody: the fault may be in the engine, in an interface to it, or in how it is
called.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import calls_elsewhere
from solvers.execution.result import Cause, Ending
from solvers.execution.solving import solutions
from solvers.interface import Backend
from solvers.puzzle.packing import Packer
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions

MOST_TRIALS = 150
"""The most boards that are tried to make a difference smaller."""

REPEATS = 3
"""The runs on one board, before it counts as one without a difference: some faults are rare."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of an engine's answers for a board from its ``known`` solutions.

    The engine has ``lost`` some, ``repeated`` some, or given ``others``, which are no solutions.
    """

    problem: Problem
    known: int
    lost: int
    repeated: int
    others: int

    @property
    def is_none(self) -> bool:
        """Whether the answers are exactly the solutions, each once."""
        return not (self.lost or self.repeated or self.others)

    @property
    def size(self) -> tuple[int, int]:
        """The size by which boards are compared: n, and the number of open squares."""
        return self.problem.n, sum(map(len, self.problem.domains))


@dataclass(frozen=True, slots=True)
class Conformance:
    """The result of an engine: the number of ``boards`` that it solved, of how many.

    ``difference`` is the smallest one found, or None. ``ending`` is that of the first board that
    the engine did not finish, and ``unfinished`` that board.
    """

    backend: Backend
    boards: int
    asked: int
    difference: Difference | None = None
    unfinished: Problem | None = None
    ending: Ending | None = None


def boards(largest: int, count: int) -> list[Problem]:
    """The empty boards from n = 0 to ``largest``, and random ones with a free square per column.

    They have blocked squares, given queens in any column, or both. They are always the same. With
    ``largest`` 0, there are none.
    """
    random = Random(67)  # noqa: S311  # the same boards every time
    found = [Problem(n) for n in range(largest + 1)]
    while largest and len(found) < largest + 1 + count:
        n = random.choice(
            [each for each in (1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8) if each <= largest]
        )
        size, share = range(n), random.choice((0.0, 0.05, 0.1, 0.2, 0.35))
        blocked = {(c, r) for c in size for r in size if random.random() < share}
        for column in random.sample(size, random.randint(0, max(1, n // 3))):
            queen = random.choice(size)
            blocked |= {(column, row) for row in size if row != queen}
            blocked -= {(column, queen)}
        board = Problem(n, blocked=frozenset(blocked))
        if all(board.domains) and (blocked or not share):
            found.append(board)
    return found


def conformance(backend: Backend, problems: Sequence[Problem], limits: Limits) -> Conformance:
    """Compare the engine's answers for each problem, within the limits, with the solutions."""
    done = 0
    difference: Difference | None = None
    unfinished: tuple[Problem, Ending] | None = None
    for problem, found in _answers(backend, problems, limits):
        if isinstance(found, Ending):
            unfinished = unfinished or (problem, found)
            if found.cause is Cause.CANNOT_RUN:
                break
            continue
        done += 1
        if not found.is_none and (difference is None or found.size < difference.size):
            difference = found
    if difference:
        difference = _smaller(backend, difference, limits)
    return Conformance(backend, done, len(problems), difference, *(unfinished or ()))


def _answers(
    backend: Backend, problems: Iterable[Problem], limits: Limits
) -> Iterator[tuple[Problem, Difference | Ending]]:
    """The difference for each problem, or the ending of the run that found none."""
    asked = list(problems)
    calls = [(backend, RemoteCall(_difference, (problem,))) for problem in asked]
    for number, value in calls_elsewhere(calls, limits, jobs=1):
        problem = asked[number]
        if isinstance(value, Ending):
            yield problem, value
        else:
            yield problem, Difference(problem, *json.loads(value))


def _difference(backend: Backend, problem: Problem) -> Iterator[bytes]:
    """The numbers of known, lost, repeated and other boards, as JSON, in the engine's process."""
    packer = Packer(problem.n)
    for answer in solutions(backend, problem, Counter()):
        packer.add(answer)
    found = Counter(map(tuple, packer.placements().tolist()))
    known = known_solutions(problem)
    others = sum(times for each, times in found.items() if each not in known)
    repeated = sum(times - 1 for each, times in found.items() if each in known)
    others += packer.rejected_counts.total()
    yield json.dumps([len(known), len(known - found.keys()), repeated, others]).encode()


def _smaller(backend: Backend, difference: Difference, limits: Limits) -> Difference:
    """The difference on the smallest board that closing one square after another leads to."""
    trials = 0
    while trials < MOST_TRIALS:
        board = difference.problem
        candidates = [
            Problem(board.n, blocked=board.blocked | {(column, row)})
            for column, rows in enumerate(board.domains)
            if len(rows) > 1
            for row in rows
        ]
        tried = [each for each in candidates for _ in range(REPEATS)][: MOST_TRIALS - trials]
        for _, found in _answers(backend, tried, limits):
            trials += 1
            if isinstance(found, Difference) and not found.is_none:
                difference = found
                break
        else:
            break
    return difference
