"""The sentences about a check: the verdict, the answers for one n, the next step, the remarks."""

from __future__ import annotations

from pathlib import Path

from solvers.errors import printable
from solvers.execution.result import Cause
from solvers.grading.answer import Answer
from solvers.grading.language import languages_of
from solvers.grading.proposal import NAMEABLE, by_name
from solvers.grading.result import CheckResult, ProgramVerdict, ReasonKind
from solvers.grading.returned import NO_MARK, SMALLEST_SURE, Format, Shape
from solvers.grading.subject import SIZE, Origin, is_a_solver
from solvers.grading.submission import Task
from solvers.output.messages import (
    counted,
    ending_words,
    fault_words,
    is_not_found,
    sizes_in_words,
    witness_words,
)
from solvers.output.reason_words import is_or_are
from solvers.puzzle.packing import Fault
from solvers.puzzle.problem import KNOWN_COUNTS, Problem
from solvers.referee.verdict import Witness

LONGEST_LINE = 500
"""The most characters of a line, which may contain the program's own output."""

MOST_NAMED = 4
"""The most definitions that a line names."""

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
        return "the boards that it prints"
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
    n = _limited(checked)
    at = f" at n = {n}" if n else ""  # a model can have a size of its own
    return cut(f"{subject} {verb} not finished{at}{before}")


def _limited(checked: CheckResult) -> int:
    """The first n that reached a limit; the largest if none did, and 0 if none was asked."""
    limited = (n for n, size in sorted(checked.sizes.items()) if size.answer.reached_limit)
    return next(limited, max(checked.sizes, default=0))


def limit_words(checked: CheckResult) -> str:
    """The limit at which the subject was stopped, and what had arrived; "" without a limit."""
    last = checked.sizes[_limited(checked)].answer if checked.sizes else None
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
    sizes = checked.not_accepted
    return f"; it does not accept {sizes_in_words(sizes)}, not scored" if sizes else ""


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


def next_step(checked: CheckResult) -> tuple[str, str, dict[str, str]] | None:
    """What would make the subject judgeable; None without such a thing.

    A fact, what to do about it, and the options with which the command would judge it, if any. A
    call is proposed only if it was made and gave boards; else the program's definitions are named.
    """
    if (reason := checked.reason) is None:
        return None
    large = [n for n in checked.sizes if n >= SMALLEST_SURE]
    options = {
        ReasonKind.OTHER_TASK: {"--task": str(reason.task)},
        ReasonKind.ONLY_SMALL: {"--points": ",".join(f"{n}:1" for n in large)},
        ReasonKind.SEVERAL_BOARDS: {"--call": next(iter(reason.names), "")},
        ReasonKind.PARTLY_RIGHT: {"--printed": ""},
        ReasonKind.WRONG_NUMBER: {"--printed": ""},
    }
    if reason.kind in options:
        is_possible = reason.kind is not ReasonKind.ONLY_SMALL or large
        return ("", INVITATIONS[reason.kind], options[reason.kind]) if is_possible else None
    return _call_to_name(checked) if reason.kind in NAMEABLE else None


INVITATIONS = {
    ReasonKind.OTHER_TASK: "if that was the task, run",
    ReasonKind.ONLY_SMALL: "to leave the small sizes out, run",
    ReasonKind.SEVERAL_BOARDS: "name the board",
    ReasonKind.PARTLY_RIGHT: "if these are its final answers, run",
    ReasonKind.WRONG_NUMBER: "if these are its final answers, run",
}
"""The words before a command."""


def _call_to_name(checked: CheckResult) -> tuple[str, str, dict[str, str]] | None:
    """The command with a call that gave boards; without one, the definitions of the program."""
    if found := checked.proposal:
        call = printable(found.call.replace(SIZE, "n"))
        verb = "prints" if found.printed else "gives"
        fact = f"{call} {verb} {counted(found.boards, 'board')} for n = {found.n}"
        printed = {"--printed": ""} if found.printed else {}
        return fact, "to judge it, run", {"--call": found.call, **printed}
    another = "another" if checked.subject.origin is Origin.CALL else "the"
    named = _definitions_words(checked)
    return (named, f"name {another} call with --call", {}) if named else None


def _definitions_words(checked: CheckResult) -> str:
    """The definitions of the program, in words; "" without one."""
    public = by_name(checked.defines)
    shown = [
        checked.submission.language.definition(
            printable(each.name),
            [printable(name) for name in each.parameters] or ["..."] * each.least,
        )
        for each in public[:MOST_NAMED]
    ]
    more = len(public) - len(shown)
    rest = f" and {more} more" if more > 0 else ""
    return f"it defines {', '.join(shown)}{rest}" if shown else ""


def format_words(answer_format: Format | None) -> str:
    """The format in words; "" for None."""
    if answer_format is None:
        return ""
    base = f", counted from {answer_format.base}"
    if answer_format.shape is Shape.BOARD:
        is_marked = answer_format.mark is not NO_MARK
        mark = printable(str(answer_format.mark))
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
    by_lines = size.judgement.run.by_lines
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
    if checked.remembers:
        said.append("a second call in the same program gives other answers")
    if words := format_words(checked.format):
        said.append(f"its answers were read as {words}{_order_words(checked)}")
    is_told = checked.load_error in {
        checked.reason.shown if checked.reason else "",
        *(size.answer.error for size in checked.sizes.values()),
    }
    if checked.verdict is not ProgramVerdict.RIGHT and checked.load_error and not is_told:
        said.append(f"while loading: {printable(checked.load_error)}")
    return said
