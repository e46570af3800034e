"""Each cause of an end has words, and means the same verdict in every check."""

from __future__ import annotations

from dataclasses import replace

import pytest
from checked_programs import judged, told

from solvers.cli.exit_codes import ExitCode, of_check
from solvers.execution.result import Cause, CauseKind, Ending
from solvers.grading.check import with_answers
from solvers.grading.result import ProgramVerdict
from solvers.grading.submission import CheckOptions
from solvers.output.messages import ending_words

VERDICTS = {
    CauseKind.LIMIT: ProgramVerdict.NOT_FINISHED,
    CauseKind.ERROR: ProgramVerdict.NOT_JUDGED,
    CauseKind.FORGED: ProgramVerdict.NOT_JUDGED,
    CauseKind.NOT_RUN: ProgramVerdict.NOT_JUDGED,
}
"""The verdict on a function with a usual name that is right for n = 1 and then ends so."""

ENDED = [each for each in Cause if each.kind in VERDICTS]


def ending_of(cause: Cause) -> Ending:
    return Ending(cause, limit=7, measured=9, exit_code=3, detail="these words")


@pytest.mark.parametrize("cause", ENDED, ids=str)
def test_every_cause_means_one_verdict(cause: Cause) -> None:
    right = judged({1: (((0,),),)})
    first = right.sizes[1].answer
    run = replace(first.run, ending=ending_of(cause))
    begun = cause.kind is not CauseKind.NOT_RUN
    answers = {1: first, 4: replace(first, n=4, values=(), run=run, begun=begun)}
    result = with_answers(right, answers, CheckOptions())
    assert result.verdict is VERDICTS[cause.kind]
    assert of_check(result) is ExitCode.INCOMPLETE
    is_detail = cause.kind in {CauseKind.ERROR, CauseKind.NOT_RUN}
    words = "these words" if is_detail else ending_words(ending_of(cause))
    assert words
    assert words in told(result).reason
