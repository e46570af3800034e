"""What came of asking a program for one n."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solvers.execution.ending import Cause
from solvers.execution.result import Run
from solvers.grading.answers.answer_format import AnswerFormat, Answers, choose
from solvers.grading.answers.value_parser import upright
from solvers.grading.calls import CallPlan
from solvers.puzzle.packing import RejectedOutput, pack
from solvers.puzzle.placements import is_valid
from solvers.puzzle.problem import Problem


@dataclass(slots=True)
class CallResult:
    """A run of a submission, and what the referee does not need of it."""

    run: Run
    """With its answers read as placements."""
    unread: Run
    answers: Answers
    answer_format: AnswerFormat
    emitted: tuple[Any, ...] = ()
    failure: str = ""
    """What the harness calls the failure that ended it."""
    load_error: str = ""
    """What went wrong while the program was loaded."""
    begun: bool = True
    """Whether anything of the program had run when it ended."""
    printed: str = ""
    aliased: bool = False
    memory_held_by: str = ""
    """What held its memory to the limit: "cgroup" or "polling"; nothing where it did not run."""
    plan: CallPlan = CallPlan(entry="?", arguments=("n",))  # noqa: RUF009  # it is frozen
    remarks: tuple[str, ...] = ()
    """What was done for the program that it had not done itself."""

    @property
    def ended_by_us(self) -> bool:
        """Whether its end says nothing of the program: we failed, or had not begun with it."""
        return not self.begun or self.run.ending.cause is Cause.NOT_STARTED

    def read_as(self, answer_format: AnswerFormat, problem: Problem | None = None) -> CallResult:
        """The outcome with its answers read in that way; of a board, those that it allows."""
        emitted = self.answers.read(answer_format)
        packer = pack(map(upright, emitted) if answer_format.by_lines else emitted, self.answers.n)
        packed = packer.placements()
        if answer_format.is_printed and self.unread.ending.cause is not Cause.DONE:
            packed, packer = packed[is_valid(packed)], pack((), self.answers.n)  # it was cut off
        if problem and not problem.is_plain:  # what is no solution at all is wrong wherever it is
            packed = packed[problem.allows(packed) | ~is_valid(packed)]
        how = (f"read as {answer_format.words}",) if emitted else ()
        run = replace(
            self.unread,
            placements=packed,
            remarks=(*how, *self.unread.remarks),
            rejected=tuple(map(_plainly, packer.rejected)),
            rejected_counts=packer.rejected_counts,
            by_lines=answer_format.by_lines,
        )
        return replace(self, run=run, answer_format=answer_format, emitted=emitted)


KINDS = {
    "NoneType instead": "no value instead",
    "a Unrecognised": "another value",
    "Unrecognised": "another value",
    "Pair": "pair",
    "tuple instead of a tuple": "list instead of a list",
    "a tuple of rows": "a list of rows",
    "a tuple": "a list",
    "a str": "a text",
    "str instead": "a text instead",
    "int instead": "a number instead",
    "bool instead": "true or false instead",
    "float instead": "a number with a point instead",
    "not an int": "not a whole number",
}
"""What Python calls the kinds of values, and what people do."""


def _plainly(rejected: RejectedOutput) -> RejectedOutput:
    """What is wrong with it, in no language's own words."""
    reason = rejected.reason
    for kind, word in KINDS.items():
        reason = reason.replace(kind, word)
    shown = "nothing" if rejected.shown == "None" else rejected.shown
    return replace(rejected, shown=shown, reason=reason)


def for_board(outcome: CallResult, n: int) -> CallResult:
    """The outcome as that of a board of another size, for a program that is not told any."""
    answers = replace(outcome.answers, n=n, _parsed=None, _scores={}, _none=None)
    unread = replace(outcome.unread, placements=outcome.unread.placements.reshape(0, n))
    return replace(outcome, unread=unread, answers=answers).read_as(choose({n: answers}))
