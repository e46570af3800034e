"""The results of a benchmark, and the boards on which two results contradict each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from solvers.execution.result import Run, Status
from solvers.interface import Counters
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import small_proof
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Verdict


class BoardOutcome(StrEnum):
    """The answer of a run."""

    SOLUTION = "solution"
    """The backend found a solution, and the referee accepts it."""
    NONE = "none"
    """The backend reports that no solution exists, after a complete search."""
    WRONG = "wrong"
    """The backend reported an invalid placement, or denies a solution that exists."""
    NOTHING = "nothing"
    """The run ended without an answer."""


DENIED = "found no solution, but there is one"
"""The note of a wrong run that reports no solution."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One run. ``board`` is the number of the board in its file, from 1.

    ``seconds`` is the time from the call of ``solve`` to the answer; None without a right answer.
    ``placement`` is the solution, if one was found.
    """

    board: int
    backend: str
    status: Status
    answer: BoardOutcome
    seconds: float | None
    placement: Placement | None = None
    startup_seconds: float | None = None
    peak_memory_mib: float | None = None
    counters: Counters = field(default_factory=dict)
    version: str = ""
    note: str = ""

    @property
    def solved(self) -> bool:
        """Whether the run gave an answer that the referee did not refute."""
        return self.answer in {BoardOutcome.SOLUTION, BoardOutcome.NONE}


def result_of(board: int, run: Run, problem: Problem, note: str = "") -> BoardResult:
    """The result of a run on board number ``board``; ``note`` has its ending in words."""
    answer = _answer(run, problem)
    if answer is BoardOutcome.WRONG and not run.solutions:
        note = DENIED
    return BoardResult(
        board=board,
        backend=run.backend,
        status=run.status,
        answer=answer,
        seconds={
            BoardOutcome.SOLUTION: run.first_solution_seconds,
            BoardOutcome.NONE: run.seconds,
        }.get(answer),
        placement=tuple(run.placements[0].tolist()) if answer is BoardOutcome.SOLUTION else None,
        startup_seconds=run.startup_seconds,
        peak_memory_mib=run.peak_memory_mib,
        counters=dict(run.counters),
        version=run.version,
        note=note,
    )


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A board with a solution, for which the ``wrong`` backends report that none exists."""

    board: int
    wrong: tuple[str, ...]
    by: str
    placement: Placement


def contradictions(results: Iterable[BoardResult]) -> list[Contradiction]:
    """All contradictions, in the order of the boards. The checked solution is the proof."""
    none: dict[int, list[str]] = {}
    solutions: dict[int, BoardResult] = {}
    for result in results:
        if result.answer is BoardOutcome.NONE:
            none.setdefault(result.board, []).append(result.backend)
        elif result.answer is BoardOutcome.SOLUTION:
            solutions.setdefault(result.board, result)
    return [
        Contradiction(board, tuple(none[board]), found.backend, found.placement)
        for board, found in sorted(solutions.items())
        if board in none and found.placement is not None
    ]


def corrected(results: Iterable[BoardResult]) -> list[BoardResult]:
    """The results; one that reports no solution becomes wrong if another result has a solution."""
    results = list(results)
    solved = {result.board for result in results if result.answer is BoardOutcome.SOLUTION}
    return [
        replace(result, answer=BoardOutcome.WRONG, seconds=None)
        if result.answer is BoardOutcome.NONE and result.board in solved
        else result
        for result in results
    ]


def _answer(run: Run, problem: Problem) -> BoardOutcome:
    """The answer of a run, judged as in a comparison of one board.

    A report that no solution exists is compared with the known facts about the board and, if the
    board is small, with a certificate.
    """
    claims_none = not run.solutions and run.status is Status.COMPLETE
    proof = small_proof(problem) if claims_none else None
    (judgement,) = crosscheck(problem, [run], proof=proof).judgements
    if judgement.verdict is Verdict.WRONG:
        return BoardOutcome.WRONG
    if run.solutions:
        return BoardOutcome.SOLUTION
    return BoardOutcome.NONE if claims_none else BoardOutcome.NOTHING
