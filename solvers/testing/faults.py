"""Faults of a backend, and the smallest board on which a fault is found.

A board gets smaller without one of its columns and rows, with one blocked square or given queen
less, or with one more square closed. It is kept if the backend fails on it in the same way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import product

from solvers.adapters.outside import Elsewhere
from solvers.errors import ProblemError
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.interface import Backend
from solvers.output.boards import draw_board
from solvers.output.messages import ending_words, explanation, fault_words
from solvers.puzzle.diagram import draw_diagram
from solvers.puzzle.packing import Packer, pack
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import known_solutions
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict
from solvers.testing.recording import Recording, board_words, record, recorded_elsewhere

SECONDS = 30.0
"""The time in which smaller boards are looked for."""

QUICKER = 4
"""A smaller board is first tried with this part of the time limit, if a run did not end."""

REPEATS = 3
"""The runs on one board, before it counts as one without a fault: some faults are rare."""

Step = Callable[[Problem], Iterator[Problem]]


@dataclass(frozen=True, slots=True)
class FaultyRun:
    """A board for which the answers are wrong (``judgement``), or a run that failed (``ending``).

    ``answers`` are the wrong answers that are placements.
    """

    problem: Problem
    judgement: Judgement | None = None
    ending: Ending | None = None
    answers: tuple[Placement, ...] = ()

    @property
    def kind(self) -> Cause:
        """Two faults are alike if their kinds are equal; DONE means wrong answers."""
        return self.ending.cause if self.ending else Cause.DONE

    @property
    def reason(self) -> str:
        """What is wrong, whatever the board: two faults with one reason need not be told twice."""
        if self.judgement:
            return ", ".join(sorted(kind for kind, times in self.judgement.faults.items() if times))
        return ending_words(self.ending or Ending(Cause.DONE))

    @property
    def size(self) -> tuple[int, int]:
        """The n, and the number of squares that tell the board: the blocked or the open ones."""
        problem = self.problem
        open_squares = sum(map(len, problem.domains))
        return problem.n, len(problem.prefix) + min(len(problem.blocked), open_squares)

    def __str__(self) -> str:
        """What is wrong on which board, in one line."""
        words = fault_words(self.judgement, self.problem) if self.judgement else ""
        return f"{words or ending_words(self.ending or Ending(Cause.DONE))} on {self.board}"

    @property
    def board(self) -> str:
        """The board in words."""
        return board_words(self.problem)

    def lines(self) -> list[str]:
        """The board, what is wrong there, and a drawing of the wrong answer or of the board."""
        if not self.judgement:
            words = ending_words(self.ending or Ending(Cause.DONE))
            return [f"on {self.board}: {words}", *draw_diagram(self.problem).splitlines()]
        lines = [f"on {self.board}:"]
        lines += explanation(self.judgement, self.problem)
        witness = self.judgement.witness
        if witness and (placement := witness.placement) is not None:
            attack = self.problem.attacking(enumerate(placement))
            lines += draw_board(placement, attack or (), problem=self.problem).splitlines()
        return lines


def judged(problem: Problem, answers: Packer) -> Judgement:
    """The referee's judgement of the answers to a problem, against its own search."""
    known = sorted(known_solutions(problem))[: 1 if problem.goal is Goal.FIRST else None]
    mine, theirs = (
        Run(
            name,
            "",
            Ending(Cause.DONE),
            packer.placements(),
            tuple(packer.rejected),
            packer.rejected_counts,
        )
        for name, packer in (("it", answers), ("the referee", pack(known, problem.n)))
    )
    return crosscheck(problem, [mine, theirs]).judgements[0]


def fault_in(problem: Problem, found: Recording | Ending) -> FaultyRun | None:
    """The fault of one run; None if its answers are right."""
    if isinstance(found, Ending):
        return FaultyRun(problem, ending=found)
    judgement = judged(problem, found.packer)
    if judgement.verdict is Verdict.CORRECT:
        return None
    return FaultyRun(problem, judgement, answers=tuple(filter(None, found.placements)))


class FaultError(AssertionError):
    """A check has found this fault; ``when`` are words before it."""

    def __init__(self, fault: FaultyRun, *when: str) -> None:
        super().__init__("\n".join([*when, *fault.lines()]))
        self.fault = fault


def records(
    backend: Backend, problems: Iterable[Problem], limits: Limits, most: int | None = None
) -> Iterator[Recording]:
    """Record the backend on each problem, in this process or, if it is not loaded here, in its own.

    There each run is within the limits. Raises FaultError for one that fails.
    """
    if not isinstance(backend.solve, Elsewhere):
        yield from (record(backend, problem, most) for problem in problems)
        return
    for problem, found in recorded_elsewhere(backend, [*problems], limits, most):
        if isinstance(found, Ending):
            raise FaultError(FaultyRun(problem, ending=found))
        yield found


def faults(
    backend: Backend, problems: Sequence[Problem], limits: Limits
) -> Generator[tuple[Problem, FaultyRun | None]]:
    """Run the backend on each problem in a process of its own; yield the fault, or None."""
    with closing(recorded_elsewhere(backend, problems, limits)) as runs:
        for problem, found in runs:
            yield problem, fault_in(problem, found)


def smallest(
    backend: Backend, fault: FaultyRun, limits: Limits, seconds: float = SECONDS
) -> FaultyRun:
    """The same fault on the smallest board that is found in this time."""
    deadline = time.monotonic() + seconds
    quick = limits
    if fault.kind is Cause.TIME:
        quick = replace(limits, seconds=limits.seconds / QUICKER)
    opened = _descended(backend, fault, smaller, quick, deadline)
    closed = _descended(backend, opened, with_a_closed_square, quick, deadline)
    found = min(opened, closed, key=lambda each: each.size)
    if fault.kind is not Cause.TIME or found is fault:
        return found
    # Perhaps it only needs more than the shorter time.
    ((_, confirmed),) = faults(backend, [found.problem], limits)
    return confirmed if confirmed and confirmed.kind is fault.kind else fault


def _descended(
    backend: Backend, fault: FaultyRun, step: Step, limits: Limits, deadline: float
) -> FaultyRun:
    """The fault after as many steps as possible."""
    while time.monotonic() < deadline:
        boards = [board for board in step(fault.problem) for _ in range(REPEATS)]
        with closing(faults(backend, boards, limits)) as runs:
            for _, found in runs:
                if found and found.kind is fault.kind:
                    fault = found
                    break
                if time.monotonic() > deadline:
                    return fault
            else:
                return fault
    return fault


def smaller(problem: Problem) -> Iterator[Problem]:
    """The boards with one column and one row less, one queen of the prefix less, or one hole."""
    prefix, blocked = problem.prefix, problem.blocked
    last = problem.n - 1
    for column, row in product(range(len(prefix), problem.n), range(problem.n)):
        if row in prefix:
            continue
        with suppress(ProblemError):  # two queens of the prefix can attack each other now
            yield Problem(
                last,
                tuple(one - (one > row) for one in prefix),
                frozenset(
                    (c - (c > column), r - (r > row))
                    for c, r in blocked
                    if c != column and r != row
                ),
                problem.goal,
            )
    if prefix:
        yield replace(problem, prefix=prefix[:-1])
    for column in sorted({column for column, _ in blocked}):
        yield replace(problem, blocked=frozenset(s for s in blocked if s[0] != column))
    for square in sorted(blocked):
        yield replace(problem, blocked=blocked - {square})


def with_a_closed_square(problem: Problem) -> Iterator[Problem]:
    """The boards with one more blocked square, while each column has an open one."""
    for column, rows in enumerate(problem.domains):
        for row in rows if len(rows) > 1 else ():
            yield replace(problem, blocked=problem.blocked | {(column, row)})
