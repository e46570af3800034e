"""The film of a user's own program: its calls and executed lines, and its first wrong call."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from solvers.errors import TraceError
from solvers.execution.limits import Limits
from solvers.grading.language import PROLOG
from solvers.grading.sandbox import Runner
from solvers.grading.submission import Submission
from solvers.puzzle.problem import Problem
from solvers.tracing.event_table import sentence
from solvers.tracing.films import OwnFilm, PackedFilm, film
from solvers.tracing.own_calls import OwnCalls
from solvers.tracing.source_lines import SourceLines
from solvers.tracing.tracers import program

LARGEST_TRIED = 5
"""The largest n to which the search for a wrong call goes on."""

MIRRORED = "Its answers begin with the newest queen, so she stands in column 0 here"
"""The sentence for a program whose boards are the mirror image of the textbook's."""


def textbook_beside(submission: Submission) -> str:
    """The name of the textbook program to compare with: ``prolog`` or ``backtracking``."""
    return "prolog" if submission.language is PROLOG else "backtracking"


def own_film(
    submission: Submission, problem: Problem, limits: Limits, sandbox: Runner
) -> PackedFilm:
    """Watch the program and pack its film; raises TraceError."""
    limits = replace(limits, seconds=min(limits.seconds, program.LONGEST_WATCH))
    events = program.events(submission, problem, limits, sandbox, with_lines=True)
    source = SourceLines(submission.source.decode(errors="replace"), {})
    calls = OwnCalls(problem, events)
    wrong = calls.first_wrong()
    said, stopped = [], program.stopped(events)
    if wrong:
        said = [f"The first call that answers wrongly, at step {wrong.number:,}: {wrong.sentence}"]
    if calls.is_mirrored:
        said.append(MIRRORED)
    own = OwnFilm(
        said=(*said, *([sentence(stopped).capitalize()] if stopped else [])),
        totals=tuple(program.summary(events)),
        wrong=wrong.number if wrong else 0,
        beside=textbook_beside(submission),
        is_whole=not stopped,
        is_mirrored=calls.is_mirrored,
        first_row=calls.first_row,
    )
    return replace(film(problem, calls.with_boards(), source), own=own)


def film_of_a_wrong_call(
    submission: Submission, n: int, limits: Limits, sandbox: Runner
) -> tuple[Problem, PackedFilm]:
    """The film of the smallest board, from n to LARGEST_TRIED, in which a call answers wrongly.

    The film of n if there is none. Raises TraceError.
    """
    first = Problem(n), own_film(submission, Problem(n), limits, sandbox)
    found = first
    with suppress(TraceError):
        while not (found[1].own and found[1].own.wrong) and found[0].n < LARGEST_TRIED:
            problem = Problem(found[0].n + 1)
            found = problem, own_film(submission, problem, limits, sandbox)
    return found if found[1].own and found[1].own.wrong else first
