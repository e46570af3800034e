"""Mark the programs of a folder, several at a time."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from solvers.execution.limits import Limits
from solvers.execution.result import Ending
from solvers.grading.check_processes import CheckRequest, check_elsewhere
from solvers.grading.result import CheckResult
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import CheckOptions, Submission, is_program, read_submission
from solvers.grading.submission_files import is_main_file, other_files, program_files


@dataclass(frozen=True, slots=True)
class Mark:
    """The result of a file: a check, or the ending or error that prevented it."""

    file: Path
    result: CheckResult | Ending | Exception

    @property
    def checked(self) -> CheckResult | None:
        """The result of the check; None if there was no check."""
        return self.result if isinstance(self.result, CheckResult) else None


@dataclass(frozen=True, slots=True)
class Marking:
    """A folder of programs, and the options with which all of them are marked.

    ``sizes`` are the sizes to test; None: 1 to ``largest``. With ``project``, each folder below is
    one program.
    """

    folder: Path
    largest: int
    sizes: Sequence[int] | None
    limits: Limits
    sandbox: Sandbox
    check_options: CheckOptions
    entry: str = ""
    language: str = ""
    project: bool = False

    def files(self) -> list[Path]:
        """The programs, then the other files; empty if there is no program."""
        found = sorted(program_files(self.folder, project=self.project))
        return found + sorted(other_files(self.folder, project=self.project)) if found else []

    def is_one_program(self, file: Path) -> bool:
        """Whether the file is the main file of its whole folder; never in the marked folder."""
        is_below = file.parent != self.folder
        return is_below and is_main_file(file, project=self.project)

    def marks(self, files: Sequence[Path], jobs: int) -> Generator[Mark]:
        """Check the files, ``jobs`` at a time; yield each mark as it is made.

        Closing the generator early ends the running programs.
        """
        wanted: list[CheckRequest] = []
        readable: list[Path] = []
        for file in files:
            try:
                submission = self._submission(file)
            except Exception as error:  # even a fault of the suite leaves no other file unmarked
                yield Mark(file, error)
            else:
                wanted.append(self._wanted(submission))
                readable.append(file)
        for number, checked in check_elsewhere(wanted, jobs):
            yield Mark(readable[number], checked)

    def _wanted(self, submission: Submission) -> CheckRequest:
        asked = self.largest, None if self.sizes is None else list(self.sizes)
        return submission, asked, self.limits, self.sandbox, self.check_options

    def _submission(self, file: Path) -> Submission:
        return read_submission(
            file,
            name=str(file),
            entry=self.entry or None,
            language=self.language if is_program(file) else "",
            alone=not self.is_one_program(file),
        )
