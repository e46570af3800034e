"""What came of asking a program for one n."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solvers.execution.ending import Cause, Ending
from solvers.execution.limits import Limits
from solvers.execution.result import Run
from solvers.grading.asked import AskedRecord
from solvers.grading.guard import Guard
from solvers.grading.reading import Answers, Reading, Reads, choose
from solvers.grading.session import Session
from solvers.grading.shapes import upright
from solvers.grading.submission import Submission
from solvers.grading.way import Way
from solvers.puzzle.faults import RejectedOutput
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import empty, is_valid
from solvers.puzzle.problem import Problem


@dataclass(slots=True)
class Outcome:
    """A run of a submission, and what the referee does not need of it."""

    run: Run
    """With its answers read as placements."""
    unread: Run
    answers: Answers
    reading: Reading
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
    way: Way = Way(entry="?", arguments=("n",))  # noqa: RUF009  # it is frozen
    remarks: tuple[str, ...] = ()
    """What was done for the program that it had not done itself."""

    @property
    def ended_by_us(self) -> bool:
        """Whether its end says nothing of the program: we failed, or had not begun with it."""
        return not self.begun or self.run.ending.cause is Cause.NOT_STARTED

    def read_as(self, reading: Reading, problem: Problem | None = None) -> Outcome:
        """The outcome with its answers read in that way; of a board, those that it allows."""
        emitted = self.answers.read(reading)
        packer = pack(map(upright, emitted) if reading.by_lines else emitted, self.answers.n)
        packed = packer.placements()
        if problem and not problem.is_plain:  # what is no solution at all is wrong wherever it is
            packed = packed[problem.allows(packed) | ~is_valid(packed)]
        how = (f"read as {reading.words}",) if emitted else ()
        run = replace(
            self.unread,
            placements=packed,
            remarks=(*how, *self.unread.remarks),
            rejected=tuple(map(_plainly, packer.rejected)),
            rejected_counts=packer.rejected_counts,
            by_lines=reading.by_lines,
        )
        return replace(self, run=run, reading=reading, emitted=emitted)


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


def for_board(outcome: Outcome, n: int) -> Outcome:
    """The outcome as that of a board of another size, for a program that is not told any."""
    answers = replace(outcome.answers, n=n, _items={}, _scores={})
    unread = replace(outcome.unread, placements=outcome.unread.placements.reshape(0, n))
    return replace(outcome, unread=unread, answers=answers).read_as(choose({n: answers}))


def outcome_of(
    record: AskedRecord, session: Session, way: Way, n: int, reads: Reads = Reads.ANYWHERE
) -> Outcome:
    """What came of it, with its answers read in the way that fits them best."""
    loaded = session.loaded
    text = record.printed.decode(errors="replace")
    before = loaded.printed if loaded else ""
    if way.needs_a_start or not way.entry:
        text, before = before + text, ""
    answers = Answers(tuple(record.answers), n, single=record.single, printed=text, reads=reads)
    record.check_count(len(record.answers))
    if record.failure == "left" and not record.answers and text.strip():
        record.failure, record.ending = "", Ending(Cause.DONE)  # it had printed what it had to
    if loaded and loaded.error and way.started and record.ending == Ending(Cause.DONE):
        record.ending = Ending(Cause.FAILED, detail=loaded.error)
        record.failure = loaded.kind
    record.remarks.append(f"sandbox: {session.guard}")
    remarks = []
    if record.kept:
        remarks.append(f"its answers are what it has kept in {record.kept}")
    if record.labelled:
        remarks.append("its constraints were not labelled; they were labelled for it")
    unread = record.finish(empty(n))
    reading = choose({n: answers})
    outcome = Outcome(
        run=unread,
        unread=unread,
        answers=answers,
        reading=reading,
        failure=record.failure,
        load_error=loaded.error if loaded else "",
        begun=record.begun is not None,
        printed=before + text,
        aliased=record.aliased,
        memory_held_by=session.memory_held_by,
        way=way,
        remarks=tuple(remarks),
    )
    return outcome.read_as(reading)


def without_run(
    submission: Submission, n: int, guard: Guard, ending: Ending, failure: str = ""
) -> Outcome:
    """The outcome of a program that was not asked, which ended so."""
    record = AskedRecord(submission, Limits(), is_last=True)
    record.ending, record.failure = ending, failure
    session = Session(submission, Limits(), guard)
    return outcome_of(record, session, Way("", ("n",)), n)
