"""The sentences about a check: the verdict, the answers for one n, the next step, the remarks."""

from __future__ import annotations

from pathlib import Path

from solvers.errors import SubmissionError, printable
from solvers.execution.result import Cause, Ending
from solvers.grading.answer import Answer, LoadWarning
from solvers.grading.language import languages_of
from solvers.grading.reading_limit import READING_SECONDS, ReadingError
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind
from solvers.grading.returned import NO_SIGN, SMALLEST_SURE, Format, Shape
from solvers.grading.subject import SIZE, Origin, is_a_solver
from solvers.grading.submission import Task
from solvers.output.messages import (
    REPORT_IT,
    counted,
    ending_words,
    fault_words,
    is_not_found,
    sizes_in_words,
    witness_words,
)
from solvers.puzzle.packing import Fault
from solvers.puzzle.problem import KNOWN_COUNTS, Problem
from solvers.referee.verdict import Witness

LONGEST_LINE = 500
"""The most characters of a line, which may contain the program's own output."""

WITHOUT_SUBJECT = {ReasonKind.NO_LANGUAGE, ReasonKind.NOT_STARTED, ReasonKind.CANNOT_LOAD}
"""The reasons for which nothing in the program was looked at."""

OF_TASK = {
    Task.ALL: "",
    Task.ONE: " (one solution, or none where there is none)",
    Task.COUNT: " (the number of solutions)",
}
"""The task behind the sizes of a right subject, in words."""


def subject_words(checked: CheckResult) -> str:
    """The subject, such as "queens(n)" or "the boards that it prints"; "" if none was looked at."""
    subject = checked.subject
    if checked.reason and checked.reason.kind in WITHOUT_SUBJECT:
        return ""
    if subject.origin is Origin.PROGRAM:
        has_none = checked.reason and checked.reason.kind is ReasonKind.NO_BOARDS
        return "" if has_none and not subject.is_named else "the boards that it prints"
    if not subject.call:
        return "" if checked.verdict is ProgramVerdict.NOT_JUDGED else "the model"
    call = printable(subject.shown)
    return f"the boards that {call} prints" if subject.printed else call


def verdict_words(checked: CheckResult) -> str:
    """The sentence about the subject; "not judged" if the program has none."""
    subject = subject_words(checked)
    verb = "are" if checked.subject.printed else "is"
    if not subject:
        return str(checked.verdict)
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return f"{subject} {verb} not judged"
    if checked.verdict is ProgramVerdict.RIGHT:
        sizes = sizes_in_words(checked.scored)
        return cut(f"{subject} {verb} right for {sizes}{OF_TASK[checked.task]}{_unscored(checked)}")
    n = checked.failing_n or 0
    at = f"at n = {n}"
    if checked.verdict is ProgramVerdict.WRONG:
        return cut(f"{subject} {verb} wrong {at} ({fault_of(checked, n)}){_unscored(checked)}")
    passed = [size for size, result in checked.sizes.items() if result.passed]
    before = f"; right for {sizes_in_words(passed)}" if passed else ""
    n = limited_size(checked)
    at = f" at n = {n}" if n else ""  # a model can have a size of its own
    return cut(f"{subject} {verb} not finished{at}{before}")


def limited_size(checked: CheckResult) -> int:
    """The first n that reached a limit; the largest if none did, and 0 if none was asked."""
    limited = (n for n, size in sorted(checked.sizes.items()) if size.answer.reached_limit)
    return next(limited, max(checked.sizes, default=0))


def limit_words(checked: CheckResult) -> str:
    """The limit at which the subject was stopped, and what had arrived; "" without a limit."""
    last = checked.sizes[limited_size(checked)].answer if checked.sizes else None
    if last is None or checked.verdict is not ProgramVerdict.NOT_FINISHED:
        return ""
    arrived = f"; {counted(last.given, 'answer')} had arrived" if last.given else ""
    return f"{ending_words(last.run.ending)}{_place_words(last)}{arrived}"


def _place_words(answer: Answer) -> str:
    """The place in the program at its limit; "" if it is not known."""
    if (place := answer.place) is None:
        return ""
    line = f"line {place.line}"
    where = f"in {printable(place.function)}, {line}" if place.function else f"at {line}"
    ending, seconds = answer.run.ending, f"{place.seconds:.0f}"
    is_time = ending.cause in {Cause.TIME, Cause.PROCESSOR_TIME}
    is_told = ending.cause is Cause.RECURSION or (is_time and f"{ending.limit:.0f}" == seconds)
    return f";{'' if is_told else f' after {seconds} s'} it was {where}"


def _unscored(checked: CheckResult) -> str:
    """The end of the sentence if the subject does not accept small sizes."""
    refused = {n: checked.sizes[n].answer.raised for n in checked.not_accepted}
    raised, unread = ([n for n in refused if refused[n] is kind] for kind in (True, False))
    said = f"; it stops with an error for {sizes_in_words(raised)}, not counted" if raised else ""
    if unread:
        said += f"; its answers for {sizes_in_words(unread)} are no boards, not counted"
    return said


def fault_of(checked: CheckResult, n: int) -> str:
    """The faults of the answers for n, or the error."""
    size = checked.sizes[n]
    if size.count is not None:
        return (
            f"it gives {size.count:,}, but there {is_or_are(KNOWN_COUNTS[n])} {KNOWN_COUNTS[n]:,}"
        )
    if size.judgement is None:
        ending = printable(size.answer.error) or ending_words(size.answer.run.ending)
        return ending or "none of its answers is a board with one queen per column"
    return fault_words(size.judgement, Problem(n)) or "it answers a different task"


def cut(text: str) -> str:
    """The text, cut off behind LONGEST_LINE characters."""
    return text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]}..."


def format_words(answer_format: Format | None) -> str:
    """The format in words; "" for None."""
    if answer_format is None:
        return ""
    base = f", counted from {answer_format.base}"
    if answer_format.shape is Shape.BOARD:
        is_marked = answer_format.sign is not NO_SIGN
        mark = printable(str(answer_format.sign))
        return f"drawn boards{f', queens are {mark}' if is_marked else ''}"
    return str(answer_format.shape) + base


def _order_words(checked: CheckResult) -> str:
    """Which argument of a model's square was read as the column, if an example depends on it."""
    read, is_wrong = checked.format, checked.verdict is ProgramVerdict.WRONG
    is_model = checked.submission.language.is_model  # a program can name the two numbers
    if read is None or read.shape is not Shape.SQUARES or not (is_wrong and is_model):
        return ""
    return ", row first" if read.column else ", column first"


def example_words(checked: CheckResult, n: int) -> str:
    """A sentence about one wrong or missing board for n, counted as the program counts; or ""."""
    size = checked.sizes[n]
    witness = size.judgement.witness if size.judgement else None
    if witness is None or size.judgement is None or size.count is not None:
        return ""
    by_lines = checked.format is not None and checked.format.by_lines
    axes = checked.format.axes if checked.format else (0, 0)
    board = [row + axes[1] for row in witness.placement or ()]
    answer = "the board below" if by_lines or is_drawn(witness) else str(board)
    if is_not_found(witness, Problem(n)):
        return f"{answer} is a solution that it did not give"
    if witness.rejected and is_drawn(witness):
        line = "row" if by_lines else "column"
        return f"{answer} does not have one queen per {line}"
    words = witness_words(witness, Problem(n), by_lines=by_lines, axes=axes)
    if witness.rejected:
        return words
    if witness.fault is Fault.DUPLICATE:
        return f"{answer} was {words}"
    return f"{answer} is {witness.fault}: {words}"


def is_drawn(witness: Witness) -> bool:
    """Whether the example is a drawn board that is no placement."""
    return witness.rejected is not None and "\n" in witness.rejected.shown


def result_words(checked: CheckResult, n: int) -> str:
    """A sentence that compares the answers for n with the solutions; "" if there are none."""
    size = checked.sizes[n]
    if size.judgement is None or size.count is not None:
        return ""
    expected = {
        Task.ALL: counted(KNOWN_COUNTS[n], "solution"),
        Task.ONE: "one solution" if KNOWN_COUNTS[n] else "no solution",
        Task.COUNT: f"the number {KNOWN_COUNTS[n]:,}",
    }[checked.task]
    return f"expected {expected} for n = {n}, got {counted(size.judgement.run.solutions, 'answer')}"


def remarks(checked: CheckResult) -> list[str]:
    """The facts beside the verdict: other functions, the format, an error of loading."""
    said = []
    if checked.not_looked_at:
        others = ", ".join(printable(call.replace(SIZE, "n")) for call in checked.not_looked_at)
        said.append(f"not looked at: {others}")
    if beside := checked.submission.companions:
        said.append(f"it loads {', '.join(map(printable, beside))}")
        said += [
            f"{printable(name)} is a program of its own: in a folder of programs, this one is "
            "marked without it"
            for name, source in beside.items()
            if (languages := languages_of(Path(name).suffix.lower()))
            and is_a_solver(languages[0], source.decode(errors="replace"))
        ]
    if words := format_words(checked.format):
        said.append(f"its answers were read as {words}{_order_words(checked)}")
    is_told = checked.load_error in {
        checked.reason.shown if checked.reason else "",
        *(size.answer.error for size in checked.sizes.values()),
    }
    if checked.verdict is not ProgramVerdict.RIGHT and checked.load_error and not is_told:
        said.append(f"while loading: {printable(checked.load_error)}")
    if checked.verdict is not ProgramVerdict.RIGHT:
        said += map(_warning_words, checked.load_warnings)
    return said


def _warning_words(warning: LoadWarning) -> str:
    """A warning such as "SWI-Prolog warns of line 8: Singleton variables: [Qss]"."""
    line = f"line {warning.line}" if warning.line else ""
    at = " of ".join(filter(None, (line, printable(warning.file))))
    return f"SWI-Prolog warns{f' of {at}' if at else ''}: {printable(warning.text)}"


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
    ReasonKind.NO_BOARDS: "nothing to judge: {nothing_usual}, and it prints no readable board",
    ReasonKind.NOTHING: "{call} returns {nothing}{at}, and prints no readable board",
    ReasonKind.ONLY_FAILS: "{goal} has no answer{though}{order}",
    ReasonKind.ERROR: "{failing} stops with an error{at_error}: {shown}",
    ReasonKind.UNREADABLE: "{returned} returns {shown}, {which} not a board{columns_of_n}",
    ReasonKind.OTHER_SIZE: "its boards for n = {n} have {columns} columns",
    ReasonKind.OTHER_TASK: "it gives {given_instead}, but {asked_for}",
    ReasonKind.NUMBER: "it returns the number {shown} for n = {n}, but boards were asked for",
    ReasonKind.NO_NUMBER: "it gives no number for n = {n}, but the number of solutions was asked "
    "for",
    ReasonKind.WRONG_NUMBER: "the only number alone on a line is {shown} for n = {n}; {there_are}",
    ReasonKind.EMPTY: "{call} returns an empty collection for n = {n}, but it prints boards",
    ReasonKind.ONLY_SMALL: "it is right for {large}, but not for n = {n}: {fault}",
    ReasonKind.PARTLY_RIGHT: "for n = {n}, it prints {given}, {right}; {there_are}",
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
    tested = sizes_in_words(checked.judged or checked.sizes) if checked.sizes else ""
    there_are = f"there {is_or_are(reason.known)} {counted(reason.known, 'solution')}"
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
        "which": f"of which {reason.part} is" if reason.part else "which is",
        "nothing": {"None": "nothing", "False": "false"}.get(reason.shown, "an empty value"),
        "nothing_usual": "no predicate with a usual name, such as queens, has two arguments"
        if language.has_goals
        else "no function with a usual name, such as queens, takes n alone",
        # An explanation has tried the other order.
        "order": "; its arguments may be in another order" if at and not checked.why else "",
        "returned": f"for n = {reason.n}, it" if subject.takes_n else "it",
        "columns_of_n": f" with {reason.n} columns" if subject.takes_n else "",
        "columns": reason.columns,
        "number": f"{reason.right:,}",
        "given": counted(reason.given, "board"),
        "given_instead": given_instead.format(sizes=tested),
        "asked_for": TASKS[checked.task],
        "right": _right_words(reason),
        "goal": printable(subject.text(reason.n)),
        "there_are": there_are,
        "though": f"; {there_are}" if at else "",
        "large": sizes_in_words(large) if large else "",
        "fault": fault,
    }


def _right_words(reason: Reason) -> str:
    """How many of the printed boards are right, at the end of a sentence."""
    if reason.right:
        return f"of which {reason.right:,} {is_or_are(reason.right)} right"
    return "which is wrong" if reason.given == 1 else "all of them wrong"


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
