"""Step through a Prolog program: the ports of its own predicates, by SWI-Prolog's own tracer.

The sandbox runs ``stepper.pl`` beside the harness. Nothing about the program's meaning is guessed:
the only board is the value of the variable ANSWER, where it is bound.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from solvers.errors import printable
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, ChannelError, Ending
from solvers.grading.language import PROLOG
from solvers.grading.protocol import has_form
from solvers.grading.sandbox.runner import Runner
from solvers.grading.session import Session
from solvers.grading.subject import ANSWER, Subject
from solvers.grading.submission import Submission

PORTS = ("call", "exit", "redo", "fail", "exception")
"""The ports of a predicate."""

ENDS = ("end", "error", "steps", "time")
"""The last step: all answers are found, an exception, or a limit of the steps or of the time."""

MOST_STEPS = 3000
"""The most steps unless somebody asks for another number; a page takes 100 kB for them."""

AFTER_THE_LIMIT = 5.0
"""The seconds after the time limit in which the tracer may stop the program itself."""

LOAD = (
    "source_file(harness:main, Harness), file_directory_name(Harness, Folder), "
    "atom_concat(Folder, '/stepper.pl', Stepper), load_files(Stepper, [silent(true)])"
)


@dataclass(frozen=True, slots=True)
class Step:
    """A port of one of the program's own predicates, an answer of the whole goal, or its end.

    ``port`` is one of PORTS or ENDS, or "answer". ``depth`` counts the open goals of the program,
    of which ``goals`` are the innermost, outermost first. ``line`` is the index of the source line
    of the call, from 0. ``bindings`` are the named variables of the clause that calls, as text.
    ``choices`` are the open choice points, newest first, with the line of the call that left them.
    ``answer`` holds the value of the subject's answer where it is bound.
    """

    port: str
    depth: int
    goal: str
    line: int | None
    goals: tuple[str, ...]
    bindings: tuple[str, ...]
    choices: tuple[tuple[str, int | None], ...]
    answer: tuple[Any, ...]


def can_be_stepped(submission: Submission, subject: Subject) -> bool:
    """Whether the subject is a goal of Prolog."""
    return submission.language is PROLOG and bool(subject.call)


def stepping_goal(call: str, most: int, seconds: float) -> str:
    """The goal that steps through ``call``, which has n in it already."""
    return f"{LOAD}, stepper:steps(({call}), {ANSWER}, {most}, {seconds:g})"


def stepped(  # noqa: PLR0913  # the program, the goal, and the limits
    submission: Submission,
    subject: Subject,
    n: int,
    limits: Limits,
    sandbox: Runner,
    *,
    most: int = MOST_STEPS,
) -> tuple[Step, ...] | Ending:
    """Run the goal for n in the sandbox, and keep each step up to the limits.

    If no step arrived, the ending says why.
    """
    whole = replace(limits, seconds=limits.seconds + AFTER_THE_LIMIT)
    with Session(submission, whole, sandbox) as program:
        goal = stepping_goal(subject.text(n), most, limits.seconds)
        answer = program.ask(goal, n, is_last=True)
    if not answer.is_complete:
        return answer.run.ending
    try:
        return read_steps(submission.text, answer.values)
    except ChannelError as error:
        return Ending(Cause.BAD_RECORD, detail=str(error))


STEP = (str, int, str, int, int, [str], [str], [(str, int)])
"""The form of a record, before the answer."""

MOST_RECORDS = 100_000
"""The most records that are read, whatever limit was asked for."""


def read_steps(source: str, values: tuple[Any, ...]) -> tuple[Step, ...]:
    """The steps in the records of ``stepper.pl``; raises ChannelError if they are not its own.

    A program can write such records, too, so each is checked, and its texts are made printable.
    """
    if len(values) > MOST_RECORDS or not all(map(_is_step, values)):
        raise ChannelError("the program sent a step that is none")
    begins = [0, *(found.end() for found in re.finditer("\n", source))]
    steps = tuple(_step(begins, value) for value in values)
    ports = {step.port for step in steps}
    if not steps or steps[-1].port not in ENDS or not ports <= {*PORTS, *ENDS, "answer"}:
        raise ChannelError("the program sent a step that is none")
    return steps


def _is_step(value: Any) -> bool:
    is_long = isinstance(value, tuple) and len(value) == len(STEP) + 1
    return is_long and has_form(value[:-1], STEP) and isinstance(value[-1], tuple)


def _step(begins: Sequence[int], value: Any) -> Step:
    port, depth, goal, place, clause, goals, bindings, choices, answer = value
    line = _line(begins, place)
    return Step(
        port,
        depth,
        printable(goal),
        clause - 1 if line is None and clause > 0 else line,
        tuple(map(printable, goals)),
        tuple(map(printable, bindings)),
        tuple((printable(text), _line(begins, at)) for text, at in choices),
        answer,
    )


def _line(begins: Sequence[int], place: int) -> int | None:
    """The index of the line with the character at ``place``; None for -1."""
    return bisect_right(begins, place) - 1 if place >= 0 else None
