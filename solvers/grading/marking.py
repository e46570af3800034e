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
from solvers.grading.submission_files import (
    PartError,
    is_main_file,
    main_of,
    other_files,
    program_files,
)
from solvers.interface import Backend

UNLIMITED = Limits(
    seconds=math.inf,
    memory_mib=math.inf,
    output_mib=math.inf,
    processes=sys.maxsize,
    written_mib=math.inf,
)
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

    @property
    def checked(self) -> CheckResult | None:
        """The result of the check; None if there was no check."""
        return self.result if isinstance(self.result, CheckResult) else None


@dataclass(frozen=True, slots=True)
class Marking:
    """A folder of programs, and the options with which all of them are marked.

    With ``project``, each folder below is one program. ``decisions`` are the instructor's, by file.
    """

    folder: Path
    sizes: Sequence[int]
    limits: Limits
    sandbox: Sandbox
    check_options: CheckOptions
    language: str = ""
    project: bool = False
    decisions: Mapping[Path, Override] = field(default_factory=dict)

    def files(self) -> list[Path]:
        """The programs, then the other files; empty if there is no program."""
        found = sorted(program_files(self.folder, project=self.project))
        return found + sorted(other_files(self.folder, project=self.project)) if found else []

    def is_one_program(self, file: Path) -> bool:
        """Whether the file is the main file of its whole folder; never in the marked folder."""
        is_below = file.parent != self.folder and is_program(file)
        return is_below and is_main_file(file, project=self.project)

    def main_of(self, file: Path) -> Path | None:
        """The program that loads the file, if this is a part that does nothing by itself."""
        is_below = file.parent != self.folder and is_program(file)
        return main_of(file) if is_below and not self.project else None

    def marks(self, files: Sequence[Path], jobs: int) -> Generator[Mark]:
        """Check the files, ``jobs`` at a time; yield each mark as it is made.

        A check that its neighbours may have disturbed is made again at the end, alone. Closing the
        generator early ends the running programs.
        """
        wanted: list[Submission] = []
        readable: list[Path] = []
        for file in files:
            try:
                wanted.append(self._submission(file))
            except Exception as error:  # even a fault of the suite leaves no other file unmarked
                yield Mark(file, error)
            else:
                readable.append(file)
        again: list[int] = []
        for number, checked in self._checks(wanted, jobs):
            disturbed = jobs > 1 and may_be_disturbed(checked)
            again += [number] if disturbed else []
            yield Mark(readable[number], checked, disturbed)
        if again:
            for position, checked in self._checks([wanted[number] for number in again], 1):
                yield Mark(readable[again[position]], checked)

    def _checks(self, wanted: Sequence[Submission], jobs: int) -> Iterator[tuple[int, Checked]]:
        """The number and the result of each check, or its ending, as soon as it has ended."""
        asked = list(self.sizes), self.limits, self.sandbox
        decisions = [self.decisions.get(each.path, Override()) for each in wanted]
        options = [decision.applied(self.check_options) for decision in decisions]
        calls = [
            (NO_SEARCH, RemoteCall(checked_elsewhere, (each, *asked, its_options)))
            for each, its_options in zip(wanted, options, strict=True)
        ]
        for number, value in calls_elsewhere(calls, UNLIMITED, jobs):
            if isinstance(value, Ending):
                yield number, value
            else:
                # Our own process has written the bytes, not the program.
                yield number, pickle.loads(value) if value else ReadingError()  # noqa: S301

    def _submission(self, file: Path) -> Submission:
        if main := self.main_of(file):
            raise PartError(f"{main.name} loads it; with --project it has no row")
        return read_submission(
            file,
            name=str(file),
            language=self.language if is_program(file) else "",
            alone=not self.is_one_program(file),
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
