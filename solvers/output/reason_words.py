"""The reason why a subject is not judged, as a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.errors import SubmissionError, printable
from solvers.execution.result import Cause, Ending
from solvers.grading.reading_limit import READING_SECONDS, ReadingError
from solvers.grading.result import CheckResult, Reason, ReasonKind
from solvers.grading.returned import SMALLEST_SURE
from solvers.grading.subject import Origin
from solvers.grading.submission import Task
from solvers.output.messages import (
    REPORT_IT,
    counted,
    ending_words,
    signs_words,
    sizes_in_words,
)

TASKS = {
    Task.ALL: "all solutions were asked for",
    Task.ONE: "one solution was asked for",
    Task.COUNT: "their number was asked for",
}
"""What was asked for, in words."""

GIVEN_INSTEAD = {
    Task.ONE: "one solution for each n, all of them right for {sizes}",
    Task.COUNT: "the number of solutions",
    Task.ALL: "all solutions, right for {sizes}",
}
"""What a program gives that does another task."""

SENTENCES = {
    ReasonKind.NO_LANGUAGE: "{shown}",
    ReasonKind.NOT_STARTED: "the suite could not run the program: {shown}",
    ReasonKind.FORGED: "the program wrote to the suite's private result channel: {shown}",
    ReasonKind.CANNOT_LOAD: "the {what} cannot be loaded: {shown}",
    ReasonKind.NO_BOARDS: "nothing to judge: {nothing_usual}, and no readable board was printed",
    ReasonKind.NOTHING: "{call} returns {nothing}{at}, and prints no readable board",
    ReasonKind.ONLY_FAILS: "{call} fails{at}{order}",
    ReasonKind.ERROR: "{failing} stops with an error{at_error}: {shown}",
    ReasonKind.UNREADABLE: "{returned} returns {shown}{signs}, {which} not a board{columns_of_n}",
    ReasonKind.OTHER_SIZE: "its boards for n = {n} have {columns} columns",
    ReasonKind.OTHER_TASK: "it gives {given_instead}, but {asked_for}",
    ReasonKind.NUMBER: "it returns the number {shown} for n = {n}, but boards were asked for",
    ReasonKind.NO_NUMBER: "it gives no number for n = {n}, but the number of solutions was asked "
    "for",
    ReasonKind.WRONG_NUMBER: "the only number alone on a line is {shown} for n = {n}; {there_are}",
    ReasonKind.EMPTY: "{call} returns an empty collection for n = {n}, but it prints boards",
    ReasonKind.ONLY_SMALL: "it is right for {large}, but not for n = {n}: {fault}",
    ReasonKind.PARTLY_RIGHT: "for n = {n}, it prints {given}, of which {right}; {there_are}",
    ReasonKind.PARAMETERS: "these parameters have no value: {shown}; give them one in a .dzn file "
    "beside it",
    ReasonKind.OPTIMISES: "it asks for the best solution, so MiniZinc gives only better and better "
    "ones; solve satisfy gives all",
    ReasonKind.SCRIPT: "it has a #script, which the suite does not run",
    ReasonKind.INCLUDE: "{shown}",
    ReasonKind.NO_OUTPUT: "the boards of a model are the values of a variable; leave --printed out",
    ReasonKind.SEVERAL_BOARDS: "each of these can be the board, and they differ: {shown}",
}
"""The sentence of each kind, as a format string for the facts of the reason."""

NO_SHAPE = (
    "it has no variable or shown predicate{named} with the shape of a board: n row numbers, n "
    "squares, or n lines with n numbers 0 and 1"
)


def reason_words(checked: CheckResult, fault: str) -> str:
    """The reason in one line; "" if the subject is judged. ``fault`` is that of a small size."""
    if (reason := checked.reason) is None:
        return ""
    template = SENTENCES[reason.kind]
    if reason.kind is ReasonKind.NO_BOARDS:
        template = _no_boards(checked, template)
    elif reason.kind is ReasonKind.ONLY_SMALL and max(checked.judged, default=0) < SMALLEST_SURE:
        template = f"it is wrong for n = {{n}} ({{fault}}), but no n from {SMALLEST_SURE} on was "
        template += "asked"
    return printable(template.format_map(_facts(checked, reason, fault)))


def _facts(checked: CheckResult, reason: Reason, fault: str) -> dict[str, object]:
    """The facts of a reason, each in words."""
    subject, language = checked.subject, checked.submission.language
    what = "model" if language.is_model else "program"
    call, at = printable(subject.shown), f" for n = {reason.n}" if subject.takes_n else ""
    large = [n for n in checked.judged if n >= SMALLEST_SURE]
    given_instead = GIVEN_INSTEAD[reason.task] if reason.task else ""
    shown = reason.shown
    if reason.kind is ReasonKind.FORGED:
        shown = ending_words(checked.sizes[reason.n].answer.run.ending)
    return {
        "call": call,
        "named": f" called {call}" if call else "",
        "what": what,
        "n": reason.n,
        "at": at,
        "at_error": f" for n = {reason.n}" if reason.n and (not call or subject.takes_n) else "",
        "failing": f"the {what}" if language.is_model or not call else call,
        "shown": shown,
        "signs": signs_words(reason.shown),
        "which": f"of which {reason.part} is" if reason.part else "which is",
        "nothing": {"None": "nothing", "False": "false"}.get(reason.shown, "an empty value"),
        "nothing_usual": "no predicate with a usual name has two arguments"
        if language.has_goals
        else "no function with a usual name takes n alone",
        # An explanation has tried the other order.
        "order": "; its arguments may be in another order" if at and not checked.why else "",
        "returned": f"for n = {reason.n}, it" if subject.takes_n else "it",
        "columns_of_n": f" with {reason.n} columns" if subject.takes_n else "",
        "columns": reason.columns,
        "given": counted(reason.given, "board"),
        "given_instead": given_instead.format(sizes=_sizes(checked.judged or checked.sizes)),
        "asked_for": TASKS[checked.task],
        "right": f"{reason.right:,} {is_or_are(reason.right)} right",
        "there_are": f"there {is_or_are(reason.known)} {counted(reason.known, 'solution')}",
        "large": _sizes(large),
        "fault": fault,
    }


def _sizes(sizes: Iterable[int]) -> str:
    return sizes_in_words([*sizes]) if sizes else ""


def _no_boards(checked: CheckResult, template: str) -> str:
    """The sentence about a subject without boards."""
    if checked.submission.language.is_model:
        return NO_SHAPE
    if checked.subject.origin is not Origin.PROGRAM:
        return "{call} prints no readable board"
    return "it prints no readable board" if checked.subject.is_named else template


def is_or_are(count: int) -> str:
    """The verb for this number of things."""
    return "is" if count == 1 else "are"


def words_without_result(why: Exception | Ending) -> str:
    """The reason why a program has no result: it was refused, or its check did not end."""
    if isinstance(why, ReadingError):
        return (
            f"reading the program and its output takes more than {READING_SECONDS:g} s; make it "
            "print less"
        )
    if isinstance(why, SubmissionError):
        return str(why)
    if isinstance(why, Ending):
        is_ours = why.cause is Cause.FAILED  # in our own process
        return (
            f"the suite failed: {why.detail}; {REPORT_IT}"
            if is_ours
            else f"the check did not finish: {ending_words(why)}"
        )
    return f"the suite failed: {type(why).__name__}: {why}; {REPORT_IT}"
