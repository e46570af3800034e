"""The exit codes: those of results, which a command returns; ``command.py`` has those of errors."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every program imports this module before anything else
    from solvers.grading.result import CheckResult
    from solvers.referee.verdict import Comparison


class ExitCode(IntEnum):
    """The exit codes of all commands, the most serious first."""

    INTERRUPTED = 130
    USAGE = 2
    WRONG = 1
    UNAVAILABLE = 4
    INCOMPLETE = 3
    SUCCESS = 0


def most_serious(codes: Iterable[ExitCode]) -> ExitCode:
    """The most serious of these codes; SUCCESS if there is none."""
    return min(codes, key=[*ExitCode].index, default=ExitCode.SUCCESS)


def of_comparison(comparison: Comparison, needed: Collection[str]) -> ExitCode:
    """The exit code of one comparison; ``needed`` backends were asked for, by name or by group."""
    from solvers.execution.result import Status
    from solvers.referee.verdict import Agreement

    runs = [judgement.run for judgement in comparison.judgements]
    absent = {run.backend for run in runs if run.status is Status.UNAVAILABLE}
    return _most_serious_of(
        interrupted=comparison.interrupted,
        usage=bool(comparison.no_certificate),
        wrong=comparison.agreement is Agreement.DIFFERENT,
        unavailable=bool(absent & {*needed}),
        incomplete=comparison.agreement is Agreement.INCOMPLETE,
    )


def of_check(result: CheckResult) -> ExitCode:
    """The exit code of one student's program."""
    from solvers.grading.result import ProgramVerdict, ReasonKind  # as above

    unjudged = {ProgramVerdict.NOT_FINISHED, ProgramVerdict.NOT_JUDGED}
    return _most_serious_of(
        unavailable=result.reason is not None and result.reason.kind is ReasonKind.NO_LANGUAGE,
        wrong=result.verdict is ProgramVerdict.WRONG,
        incomplete=result.verdict in unjudged,
    )


def _most_serious_of(**facts: bool) -> ExitCode:
    """The most serious of the codes whose facts hold."""
    return most_serious(ExitCode[name.upper()] for name, holds in facts.items() if holds)
