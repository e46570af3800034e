"""Mark the programs of a folder, each in a process of its own, several at a time.

The programs themselves run in the sandbox, with limits of their own.
"""

from __future__ import annotations

import math
import pickle
import sys
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import NO_SEARCH, calls_elsewhere
from solvers.execution.result import Cause, Ending
from solvers.grading.check import check_program
from solvers.grading.decisions import Override
from solvers.grading.reading_limit import ReadingError, limited_reading
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import CheckOptions, Submission, is_program, read_submission
from solvers.grading.submission_files import HandIn, PartError
from solvers.interface import Backend

UNLIMITED = Limits(math.inf, math.inf, math.inf, processes=sys.maxsize)
"""No limits for a check's process after its start, because the check limits the program."""


Checked = CheckResult | Ending | ReadingError
"""The result of a check in another process, or the end that prevented it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The result of a file: a check, or the ending or error that prevented it.

    A mark that ``is_provisional`` is followed by another one of the same file.
    """

    file: Path
    result: CheckResult | Ending | Exception
    is_provisional: bool = False


@dataclass(frozen=True, slots=True)
class Marking:
    """The options with which all programs of a folder are marked.

    ``decisions`` are the instructor's, by file.
    """

    folder: Path
    sizes: Sequence[int]
    limits: Limits
    sandbox: Sandbox
    check_options: CheckOptions
    language: str = ""
    decisions: Mapping[Path, Override] = field(default_factory=dict)

    def marks(self, hand_ins: Sequence[HandIn], jobs: int) -> Generator[Mark]:
        """Check the hand-ins, ``jobs`` at a time; yield each mark as it is made.

        A check that its neighbours may have disturbed is made again at the end, alone. Closing the
        generator early ends the running programs.
        """
        wanted: list[Submission] = []
        for each in hand_ins:
            try:
                wanted.append(self._submission(each))
            except Exception as error:  # even a fault of the suite leaves no other file unmarked
                yield Mark(each.file, error)
        again: list[Submission] = []
        for submission, checked in self._checks(wanted, jobs):
            disturbed = jobs > 1 and may_be_disturbed(checked)
            again += [submission] if disturbed else []
            yield Mark(submission.path, checked, disturbed)
        for submission, checked in self._checks(again, 1) if again else ():
            yield Mark(submission.path, checked)

    def _checks(
        self, wanted: Sequence[Submission], jobs: int
    ) -> Iterator[tuple[Submission, Checked]]:
        """Each submission with its result, or the ending of its check, as soon as it has ended."""
        calls = []
        for each in wanted:
            options = self.decisions.get(each.path, Override()).applied(self.check_options)
            asked = each, list(self.sizes), self.limits, self.sandbox, options
            calls.append((NO_SEARCH, RemoteCall(checked_elsewhere, asked)))
        for number, value in calls_elsewhere(calls, UNLIMITED, jobs):
            if isinstance(value, Ending):
                yield wanted[number], value
            else:
                # Our own process has written the bytes, not the program.
                result = pickle.loads(value) if value else ReadingError()  # noqa: S301
                yield wanted[number], result

    def _submission(self, hand_in: HandIn) -> Submission:
        if hand_in.main:
            raise PartError(f"{hand_in.main.name} loads it; with --project it has no row")
        return read_submission(
            hand_in.file,
            name=str(hand_in.file),
            language=self.language if is_program(hand_in.file) else "",
            alone=not hand_in.is_main,
        )


UNDISTURBED = {Cause.DONE, Cause.PROCESSOR_TIME, Cause.OUTPUT, Cause.ANSWERS, Cause.FILES}
"""The causes to which other programs that run at the same time can have added nothing."""


def may_be_disturbed(checked: Checked) -> bool:
    """Whether programs that ran at the same time may have cost this one marks.

    They can take its time, and memory and processes that it could not get.
    """
    if not isinstance(checked, CheckResult):
        return isinstance(checked, Ending)
    causes = {size.answer.run.ending.cause for size in checked.sizes.values()}
    return checked.verdict is ProgramVerdict.NOT_JUDGED or not causes <= UNDISTURBED


def checked_elsewhere(  # a call in another process
    _: Backend,
    submission: Submission,
    sizes: Sequence[int],
    limits: Limits,
    sandbox: Sandbox,
    options: CheckOptions,
) -> Iterator[bytes]:
    """The result of a check as bytes; nothing if reading the output took too long."""
    # The sandbox may run a program as another user, who has to reach the program's folder.
    Path(tempfile.gettempdir()).chmod(0o711)
    try:
        with limited_reading():
            checked = check_program(submission, sizes, limits, sandbox, options)
    except ReadingError:
        return
    yield pickle.dumps(checked)
