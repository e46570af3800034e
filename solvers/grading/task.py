"""What a program is to do for each n: give all solutions, one, or their number."""

from __future__ import annotations

from enum import StrEnum

from solvers.execution.ending import Status
from solvers.grading.outcome import Outcome
from solvers.grading.reading import Wrapping
from solvers.puzzle.faults import Fault
from solvers.puzzle.problem import KNOWN_COUNTS
from solvers.referee.verdict import Judgement
from solvers.referee.verdict import Verdict as RunVerdict


class Task(StrEnum):
    """What is wanted of a program for each n."""

    ALL = "all"
    ONE = "one"
    """Any one solution; none where there is none."""
    COUNT = "count"


def does(task: Task, n: int, outcome: Outcome, judgement: Judgement) -> bool:
    """Whether the program, which was asked for n, has done this task."""
    if task is Task.ALL:
        return judgement.verdict is RunVerdict.CORRECT
    if outcome.run.status is not Status.COMPLETE:
        return False
    if task is Task.COUNT:
        lists_all = judgement.verdict is RunVerdict.CORRECT  # and so says how many there are
        return lists_all or outcome.answers.count == KNOWN_COUNTS[n]
    wrong = {fault for fault, times in judgement.faults.items() if times} - {Fault.MISSING}
    return not wrong and bool(len(outcome.run.placements)) == bool(KNOWN_COUNTS[n])


def holds_one(outcome: Outcome) -> bool:
    """Whether what the program gives could not hold more than one solution."""
    wrapping = outcome.reading.wrapping
    return wrapping is Wrapping.ONE or wrapping.is_printed
