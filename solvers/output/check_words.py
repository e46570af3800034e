"""The sentences about a check: the verdict, the answers for one n, the reason, the remarks."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from solvers.errors import SubmissionError, printable
from solvers.execution.result import Cause, Ending
from solvers.grading.given import name_of, problem_of, solutions_known
from solvers.grading.language import languages_of
from solvers.grading.reading_limit import READING_SECONDS, ReadingError
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind
from solvers.grading.returned import Format, Shape
from solvers.grading.shown import shown as shown_value
from solvers.grading.subject import BOARD, SIZE, Origin, is_a_solver
from solvers.grading.submission import Task
from solvers.output.messages import (
    REPORT_IT,
    counted,
    ending_words,
    fault_words,
    is_not_found,
    listed,
    witness_words,
)
from solvers.puzzle.packing import DRAWN, Fault
from solvers.referee.verdict import Witness

LONGEST_LINE = 500
"""The most characters of a line, which may contain the program's own output."""

WITHOUT_SUBJECT = {ReasonKind.NO_LANGUAGE, ReasonKind.NOT_STARTED, ReasonKind.CANNOT_LOAD}
"""The reasons for which nothing in the program was looked at."""

TASKS = {
    Task.ALL: "all solutions",
    Task.ONE: "one solution",
    Task.COUNT: "the number of solutions",
}
"""What a program is asked for, in words."""


def size_words(n: int) -> str:
    """A size in words: "n = 4", or "the board game.txt"."""
    return f"the board {name_of(n)}" if name_of(n) else f"n = {n}"


def at_words(n: int) -> str:
    """The size at which a program fails: "at n = 4", or "on the board game.txt"."""
    return f"{'on' if name_of(n) else 'at'} {size_words(n)}"


def sizes_in_words(given: Collection[int]) -> str:
    """The sizes in words: "n = 4", "n = 1 to 8", "n = 4, 6 and 8", "the boards a.txt and b.txt"."""
    first, *others = sorted(given)
    if name_of(first):
        return f"the board{'s' if others else ''} {listed([*map(name_of, given)])}"
    if len(others) > 1 and others == list(range(first + 1, first + 1 + len(others))):
        return f"n = {first} to {others[-1]}"
    return f"n = {listed([*map(str, (first, *others))])}"


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
        task = f" ({TASKS[checked.task]})" if checked.task is not Task.ALL else ""
        return cut(f"{subject} {verb} right for {sizes}{task}{_unscored(checked)}")
    n = checked.failing_n or 0
    at = at_words(n)
    if checked.verdict is ProgramVerdict.WRONG:
        return cut(f"{subject} {verb} wrong {at} ({fault_of(checked, n)}){_unscored(checked)}")
    passed = [size for size, result in checked.sizes.items() if result.passed]
    before = f"; right for {sizes_in_words(passed)}" if passed else ""
    n = limited_size(checked)
    at = f" {at_words(n)}" if n else ""  # a model can have a size of its own
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
    said = [ending_words(last.run.ending)]
    if place := last.place:
        where = f"in {printable(place.function)}," if place.function else "at"
        said.append(f"it was {where} line {place.line}")
    if last.run.startup_seconds is None and not checked.subject.printed:
        said.append("it was still being loaded")
    if last.given:
        said.append(f"{counted(last.given, 'answer')} had arrived")
    return "; ".join(said)


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
    size, known = checked.sizes[n], solutions_known(n)
    if size.count is not None:
        return f"it gives {size.count:,}, but there {is_or_are(known)} {known:,}"
    if size.judgement is None:
        ending = printable(size.answer.error) or ending_words(size.answer.run.ending)
        return ending or "none of its answers is a board with one queen per column"
    return fault_words(size.judgement, problem_of(n)) or "it answers a different task"


def cut(text: str) -> str:
    """The text, cut off behind LONGEST_LINE characters."""
    return text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE].rstrip(', ')}..."


def format_words(answer_format: Format | None) -> str:
    """The format in words; "" for None."""
    if answer_format is None:
        return ""
    base = f", counted from {answer_format.base}"
    if answer_format.shape is Shape.BOARD:
        is_marked = answer_format.sign is not None
        mark = printable(str(answer_format.sign))
        return f"drawn boards{f', queens are {mark}' if is_marked else ''}"
    return f"{'the column of each row' if answer_format.by_rows else answer_format.shape}{base}"


def example_words(checked: CheckResult, n: int) -> str:
    """A sentence about one wrong or missing board for n, counted as the program counts; or ""."""
    size = checked.sizes[n]
    witness = size.judgement.witness if size.judgement else None
    if witness is None or size.judgement is None or size.count is not None:
        return ""
    by_lines = checked.format is not None and checked.format.by_lines
    axes = checked.format.axes if checked.format else (0, 0)
    placement = witness.placement or ()
    if checked.format and checked.format.by_rows and len(placement) == n:  # as it was given
        placement = tuple(map(placement.index, range(n)))
    board = [row + axes[1] for row in placement]
    answer = "the board below" if by_lines or is_drawn(witness) else str(board)
    if is_not_found(witness, problem_of(n)):
        return f"{answer} is a solution that it did not give"
    if witness.rejected and is_drawn(witness):
        line = "row" if by_lines else "column"
        return f"{answer} does not have one queen per {line}"
    words = witness_words(witness, problem_of(n), by_lines=by_lines, axes=axes)
    if witness.rejected:
        return words
    if witness.fault is Fault.DUPLICATE:
        return f"{answer} was {words}"
    return f"{answer} is {witness.fault}: {words}"


def is_drawn(witness: Witness) -> bool:
    """Whether the example is a drawn board that is no placement."""
    return witness.rejected is not None and witness.rejected.got == DRAWN


def result_words(checked: CheckResult, n: int) -> str:
    """A sentence that compares the answers for n with the solutions; "" if there are none."""
    size = checked.sizes[n]
    if size.judgement is None or size.count is not None:
        return ""
    expected = {
        Task.ALL: counted(solutions_known(n), "solution"),
        Task.ONE: "one solution" if solutions_known(n) else "no solution",
        Task.COUNT: f"the number {solutions_known(n):,}",
    }[checked.task]
    got = counted(size.judgement.run.solutions, "answer")
    return f"expected {expected} for {size_words(n)}, got {got}"


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
            "marked without it, unless --project is given"
            for name, source in beside.items()
            if (languages := languages_of(Path(name).suffix.lower()))
            and is_a_solver(languages[0], source.decode(errors="replace"))
        ]
    has_answers = not any(found.format for found in checked.diagnosis)
    if has_answers and (words := format_words(checked.format)):
        said.append(f"its answers were read as {words}")
    is_told = checked.load_error in {
        checked.reason.shown if checked.reason else "",
        *(size.answer.error for size in checked.sizes.values()),
    }
    if checked.verdict is not ProgramVerdict.RIGHT and checked.load_error and not is_told:
        said.append(f"while loading: {printable(checked.load_error)}")
    if checked.verdict is not ProgramVerdict.RIGHT:
        for warning in checked.load_warnings:
            line = f"line {warning.line}" if warning.line else ""
            at = " of ".join(filter(None, ("warns", line, printable(warning.file))))
            said.append(f"SWI-Prolog {at}: {printable(warning.text)}")
    return said


SENTENCES = {
    ReasonKind.NO_LANGUAGE: "{shown}",
    ReasonKind.NOT_STARTED: "the suite could not run the program: {shown}",
    ReasonKind.FORGED: "the program wrote to the suite's private result channel: {shown}",
    ReasonKind.CANNOT_LOAD: "the {what} cannot be loaded: {shown}",
    ReasonKind.NO_BOARDS: "nothing to judge: {nothing_usual}, and it prints no readable board",
    ReasonKind.NOTHING: "{call} returns {nothing}{at}, and prints no readable board",
    ReasonKind.ONLY_FAILS: "{goal} has no answer{though}{order}",
    ReasonKind.ERROR: "{failing} stops with an error{at_error}: {shown}",
    ReasonKind.UNREADABLE: "{returned} returns {value}, {which} not a board{queens_of_n}",
    ReasonKind.OTHER_SIZE: "its boards for {size} have {columns} columns",
    ReasonKind.OTHER_TASK: "it was asked for {asked_for}, but gives {does}{right_for}",
    ReasonKind.NUMBER: "it returns the number {shown} for {size}, but boards were asked for",
    ReasonKind.NO_NUMBER: "it gives no number for {size}, but the number of solutions was asked "
    "for",
    ReasonKind.WRONG_NUMBER: "the only number alone on a line is {shown} for {size}; {there_are}",
    ReasonKind.EMPTY: "{call} returns an empty collection for {size}, but it prints boards",
    ReasonKind.ONLY_SMALL: "it is wrong only below n = 4, for n = {n}: {fault}",
    ReasonKind.PARTLY_RIGHT: "for {size}, it prints {given}, {number} of them right; {there_are}",
    ReasonKind.PARAMETERS: "these parameters have no value: {shown}; give them one in a .dzn file "
    "of the same name",
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


def reason_words(checked: CheckResult) -> str:
    """The reason in one line; "" if the subject is judged."""
    if (reason := checked.reason) is None:
        return ""
    template = SENTENCES[reason.kind]
    if reason.kind is ReasonKind.NO_BOARDS:
        template = _no_boards(checked, template)
    return cut(printable(template.format_map(_facts(checked, reason))))


def _facts(checked: CheckResult, reason: Reason) -> dict[str, object]:
    """The facts of a reason, each in words."""
    subject, language = checked.subject, checked.submission.language
    what = "model" if language.is_model else "program"
    size = size_words(reason.n)
    call, at = printable(subject.shown), f" for {size}" if subject.takes_n else ""
    tested = sizes_in_words(checked.judged or checked.sizes) if checked.sizes else ""
    there_are = f"there {is_or_are(reason.known)} {counted(reason.known, 'solution')}"
    shown, values = reason.shown, [shown_value(each, language) for each in reason.values]
    if reason.kind is ReasonKind.FORGED or (reason.kind is ReasonKind.ERROR and not shown):
        shown = ending_words(checked.sizes[reason.n].answer.run.ending)
    return {
        "call": call,
        "named": f" called {call}" if call else "",
        "what": what,
        "n": reason.n,
        "size": size,
        "at": at,
        "at_error": f" for {size}" if reason.n and (not call or subject.takes_n) else "",
        "failing": f"the {what}" if language.is_model or not call else call,
        "shown": shown,
        "value": "".join(values[:1]),
        "which": f"of which {values[1]} is" if values[1:] else "which is",
        "nothing": "nothing" if None in reason.values else f"{values[0] if values else ''}",
        "nothing_usual": "no predicate with a usual name, such as queens, has two arguments"
        if language.has_goals
        else "no function with a usual name, such as queens, takes n alone",
        # An explanation has tried the other order.
        "order": "; its arguments may be in another order" if at and not checked.why else "",
        "returned": f"for {size}, it" if subject.takes_n else "it",
        "queens_of_n": f" with {reason.n} queens on it" if subject.takes_n else "",
        "columns": reason.columns,
        "number": f"{reason.right:,}",
        "given": counted(reason.given, "board"),
        "does": TASKS.get(reason.task or checked.task),
        "right_for": f", right for {tested}" if tested else "",
        "asked_for": TASKS[checked.task],
        "goal": printable(subject.text(reason.n).replace(BOARD, "board")),
        "there_are": there_are,
        "though": f"; {there_are}" if at else "",
        "fault": fault_of(checked, reason.n) if reason.n in checked.sizes else "",
    }


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
