"""Each cause of an end has words, and means the same verdict in every check."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from checked_programs import checked, told
from without_processes import InThisInterpreter, Loading

from solvers.cli.exit_codes import ExitCode, of_check
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, CauseKind, Ending
from solvers.execution.run_state import RunState
from solvers.grading.answer import AskedState
from solvers.grading.protocol import RecordDecoder
from solvers.grading.result import ProgramVerdict
from solvers.grading.sandbox.runner import LaunchSpec
from solvers.grading.submission import Submission
from solvers.output.messages import ending_words

VERDICTS = {
    CauseKind.LIMIT: ProgramVerdict.NOT_FINISHED,
    CauseKind.ERROR: ProgramVerdict.NOT_JUDGED,
    CauseKind.FORGED: ProgramVerdict.NOT_JUDGED,
    CauseKind.NOT_RUN: ProgramVerdict.NOT_JUDGED,
}
"""The verdict on a function with a usual name that is right for n = 1 and then ends so."""

ENDED = [cause for cause in Cause if cause is not Cause.DONE]


def ending_of(cause: Cause) -> Ending:
    return Ending(cause, limit=7, measured=9, exit_code=3, detail="these words")


class Ended(Loading):
    """A program whose answer for n = 4 has an ending of its own."""

    ending: Ending
    line = ""

    def ask(self, line: str) -> None:
        """Let the program answer."""
        self.line = line
        super().ask(line)

    def follow(self, record: RunState, lines: RecordDecoder, limits: Limits) -> None:
        """Hand over the records, and for n = 4 nothing but the ending."""
        super().follow(record, lines, limits)
        if isinstance(record, AskedState) and "queens(4)" in self.line:
            record.sent, record.ending = [], self.ending


class EndsAtFour(InThisInterpreter):
    """Runs programs in this interpreter; the answer for n = 4 has an ending of its own."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending

    def program(
        self, submission: Submission, token: str, spec: LaunchSpec, changes: ExitStack
    ) -> Loading:
        """The program, with an ending for n = 4."""
        program = Ended(submission, token, spec, changes)
        program.ending = self.ending
        return program


@pytest.mark.parametrize("cause", ENDED, ids=str)
def test_every_cause_means_one_verdict(cause: Cause, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    source = "def queens(n):\n    return [[0]] if n == 1 else []\n"
    runner = EndsAtFour(ending_of(cause))
    if cause.kind is CauseKind.STOPPED:
        with pytest.raises(KeyboardInterrupt):
            checked(file, source, sizes=[1, 4], runner=runner)
        return
    limits = Limits(cpu_seconds=ending_of(cause).limit)
    result = checked(file, source, sizes=[1, 4], runner=runner, limits=limits)
    assert result.verdict is VERDICTS[cause.kind]
    assert of_check(result) is ExitCode.INCOMPLETE
    is_detail = cause.kind in {CauseKind.ERROR, CauseKind.NOT_RUN}
    words = "these words" if is_detail else ending_words(ending_of(cause))
    assert words
    assert words in told(result).reason
