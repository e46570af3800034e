"""Step through a Prolog program: the ports of its own predicates, by SWI-Prolog's own tracer.

The sandbox runs ``stepper.pl`` beside the harness. The ``answer`` of a step is the value of the
variable ANSWER, where it is bound.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from solvers.errors import printable
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, ChannelError, Ending
from solvers.grading.answer import LoadingState
from solvers.grading.language import PROLOG
from solvers.grading.protocol import has_form
from solvers.grading.sandbox import Runner
from solvers.grading.session import Session
from solvers.grading.subject import Origin, Subject, usual_calls
from solvers.grading.submission import Submission

PORTS = ("call", "exit", "redo", "fail", "exception")
"""The ports of a predicate."""

ENDS = ("end", "error", "steps", "time", "limit", "stop")
"""The last step: all answers are found, an exception, a limit of the steps or of the time, another
limit, or the end of the program's process.
"""

MOST_STEPS = 3000
"""The most steps unless somebody asks for another number; a page takes 100 kB for them."""

AFTER_THE_LIMIT = 5.0
"""The seconds after the time limit in which the tracer may stop the program itself."""

LOAD = (
    "source_file(harness:main, Harness), file_directory_name(Harness, Folder), "
    "atom_concat(Folder, '/stepper.pl', Stepper), load_files(Stepper, [silent(true)])"
)


class CallPlace(NamedTuple):
    """A place in the program: a file, "" for the program's own, and a line from 1, 0 for none."""

    file: str
    line: int


NOWHERE = CallPlace("", 0)


@dataclass(frozen=True, slots=True)
class Step:
    """A port of one of the program's own predicates, an answer of the whole goal, or its end.

    ``port`` is one of PORTS or ENDS, or "answer". ``depth`` counts the open goals of the program,
    of which ``goals`` are the innermost, outermost first. ``place`` is that of the call.
    ``bindings`` are the named variables of the clause that calls, as text. ``choices`` are the open
    choice points, newest first, with the place of the call that left them. ``answer`` holds the
    value of the subject's answer where it is bound.
    """

    port: str
    depth: int
    goal: str
    place: CallPlace = NOWHERE
    goals: tuple[str, ...] = ()
    bindings: tuple[str, ...] = ()
    choices: tuple[tuple[str, CallPlace], ...] = ()
    answer: tuple[Any, ...] = ()


def can_be_stepped(submission: Submission, subject: Subject) -> bool:
    """Whether the subject is a goal of Prolog."""
    return submission.language is PROLOG and bool(subject.call)


def stepped_subject(
    submission: Submission, call: str, limits: Limits, sandbox: Runner
) -> Subject | LoadingState:
    """The goal to step through, found without running one; else the state after loading.

    It is ``call``, or that of FILE::NAME, or the first one with a usual name.
    """
    function = submission.function
    if named := PROLOG.call_of(function) if function else call.rstrip(" ."):
        return Subject(Origin.CALL, named)
    with Session(submission, limits, sandbox) as program:
        loaded = program.load()
    calls = usual_calls(PROLOG, loaded.definitions)
    return Subject(Origin.USUAL_NAME, calls[0]) if calls else loaded


def stepping_goal(call: str, most: int, seconds: float) -> str:
    """The goal that steps through ``call``, which has n in it already."""
    text = call.replace("\\", "\\\\").replace("'", "\\'")
    return f"{LOAD}, context_module(Module), stepper:steps(Module, '{text}', {most}, {seconds:g})"


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
    last, values = "", answer.arrived or answer.values
    if not answer.is_complete:
        if not values:
            return answer.run.ending
        is_time = answer.run.ending.cause is Cause.TIME
        last = "time" if is_time else "limit" if answer.reached_limit else "stop"
    try:
        return read_steps(values, last)
    except ChannelError as error:
        return Ending(Cause.BAD_RECORD, detail=str(error))


STEP = (str, int, str, str, int, [str], [str], [(str, str, int)], [object])
"""The form of a record."""


def read_steps(values: tuple[Any, ...], last: str = "") -> tuple[Step, ...]:
    """The steps in the records of ``stepper.pl``; raises ChannelError if they are not its own.

    A program can write such records, too, so each is checked, and its texts are made printable.
    ``last`` is the port of a last step that did not come; "" if it did.
    """
    steps = tuple(map(_step, values)) if has_form(values, [STEP]) else ()
    if last and steps and steps[-1].port not in ENDS:
        steps = (*steps, Step(last, 0, ""))
    ports = {step.port for step in steps}
    if not steps or steps[-1].port not in ENDS or not ports <= {*PORTS, *ENDS, "answer"}:
        raise ChannelError("the program sent a step that is none")
    return steps


def _step(value: Any) -> Step:
    port, depth, goal, file, line, goals, bindings, choices, answer = value
    return Step(
        port,
        depth,
        printable(goal),
        CallPlace(printable(file), line),
        tuple(map(printable, goals)),
        tuple(map(printable, bindings)),
        tuple((printable(text), CallPlace(printable(file), line)) for text, file, line in choices),
        answer,
    )
