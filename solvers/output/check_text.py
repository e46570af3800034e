"""The result of a check in words: the verdict on the subject, an example, the mistake, the points.

Terminal, table, JSON and pages use the same sentences.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from solvers.errors import SubmissionError, printable, printable_lines
from solvers.execution.result import Cause, Ending
from solvers.grading.answer import Answer
from solvers.grading.points import EqualPoints, score_or_none, worth
from solvers.grading.proposal import NAMEABLE, by_name
from solvers.grading.protocol import Definition
from solvers.grading.reading_limit import READING_SECONDS, ReadingError
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind
from solvers.grading.returned import NO_MARK, SMALLEST_SURE, Format, Shape
from solvers.grading.subject import SIZE, Origin
from solvers.grading.submission import Task
from solvers.output.diagnoses import diagnosis_words, hints
from solvers.output.messages import (
    REPORT_IT,
    counted,
    ending_words,
    fault_words,
    is_not_found,
    signs_words,
    sizes_in_words,
    witness_words,
)
from solvers.puzzle.packing import Fault
from solvers.puzzle.problem import KNOWN_COUNTS, Problem
from solvers.referee.verdict import Witness

if TYPE_CHECKING:
    from rich.console import RenderableType

LONGEST_LINE = 500
"""The most characters of a line, which may contain the program's own output."""

MOST_NAMED = 4
"""The most definitions that a line names."""


class Topic(StrEnum):
    """The headings of the facts about a wrong subject."""

    RESULT = "Result"
    EXAMPLE = "Example"
    CAUSE = "Probable cause"
    STEP = "Next step"


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


def headline(checked: CheckResult, name: str = "") -> str:
    """The verdict in one line, after the name of the program."""
    return f"{printable(name or checked.submission.name)}: {verdict_words(checked)}"


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
        return _cut(f"{subject} {verb} right for {sizes}{_of_task(checked)}{_unscored(checked)}")
    n = checked.failing_n or 0
    at = f"at n = {n}"
    if checked.verdict is ProgramVerdict.WRONG:
        return _cut(f"{subject} {verb} wrong {at} ({_fault(checked, n)}){_unscored(checked)}")
    passed = [size for size, result in checked.sizes.items() if result.passed]
    before = f"; right for {sizes_in_words(passed)}" if passed else ""
    n = _limited(checked)
    words = limit_words(checked)
    at = f" at n = {n}" if n else ""  # a model can have a size of its own
    return _cut(f"{subject} {verb} not finished{at} ({words}){before}")


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


WITHOUT_SUBJECT = {ReasonKind.NO_LANGUAGE, ReasonKind.NOT_STARTED, ReasonKind.CANNOT_LOAD}
"""The reasons for which nothing in the program was looked at."""


def _of_task(checked: CheckResult) -> str:
    return {
        Task.ALL: "",
        Task.ONE: " (one solution, or none where there is none)",
        Task.COUNT: " (the number of solutions)",
    }[checked.task]


def _unscored(checked: CheckResult) -> str:
    """The end of the sentence if the subject does not accept small sizes."""
    sizes = checked.not_accepted
    return f"; it does not accept {sizes_in_words(sizes)}, not scored" if sizes else ""


def _fault(checked: CheckResult, n: int) -> str:
    """The faults of the answers for n, or the error."""
    size = checked.sizes[n]
    if size.count is not None:
        return f"it gives {size.count:,}, but there {_are(KNOWN_COUNTS[n])} {KNOWN_COUNTS[n]:,}"
    if size.judgement is None:
        ending = printable(size.answer.error) or ending_words(size.answer.run.ending)
        return ending or "none of its answers is a board with one queen per column"
    return fault_words(size.judgement, Problem(n)) or "it answers a different task"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]}..."


def unjudged_words(why: Exception | Ending) -> str:
    """The reason why a program has no result."""
    if isinstance(why, ReadingError):
        return (
            f"reading the program and its output takes more than {READING_SECONDS:g} s; make it "
            "print less"
        )
    if isinstance(why, SubmissionError):
        return str(why)
    if isinstance(why, Ending) and why.cause is Cause.FAILED:  # in our own process
        return f"the suite failed: {why.detail}; {REPORT_IT}"
    if isinstance(why, Ending):
        return f"the check did not finish: {ending_words(why)}"
    return f"the suite failed: {type(why).__name__}: {why}; {REPORT_IT}"


def reason_words(checked: CheckResult) -> str:
    """The reason why the subject is not judged, in one line; "" if it is judged."""
    return _cut(printable(_reason(checked, checked.reason))) if checked.reason else ""


def _reason(checked: CheckResult, reason: Reason) -> str:  # noqa: C901, PLR0911, PLR0912  # one per kind
    call, n, shown = printable(checked.subject.shown), f"n = {reason.n}", reason.shown
    is_model = checked.submission.language.is_model
    match reason.kind:
        case ReasonKind.NO_LANGUAGE:
            return shown
        case ReasonKind.NOT_STARTED:
            return f"the suite could not run the program: {shown}"
        case ReasonKind.FORGED:
            ended = ending_words(checked.sizes[reason.n].answer.run.ending)
            return f"the program wrote to the suite's private result channel: {ended}"
        case ReasonKind.CANNOT_LOAD:
            return f"the {_what(checked)} cannot be loaded: {shown}"
        case ReasonKind.NO_BOARDS:
            return _no_boards(checked)
        case ReasonKind.NOTHING:
            at = f" for {n}" if checked.subject.takes_n else ""
            return f"{call} returns {_nothing(shown)}{at}, and prints no readable board"
        case ReasonKind.ONLY_FAILS:
            at = f" for {n}" if checked.subject.takes_n else ""
            order = "; its arguments may be in another order"  # an explanation has tried that
            return f"{call} fails{at}{order if at and not checked.why else ''}"
        case ReasonKind.ERROR:
            subject = f"the {_what(checked)}" if is_model or not call else call
            at = f" for {n}" if reason.n and (not call or checked.subject.takes_n) else ""
            return f"{subject} stops with an error{at}: {shown}"
        case ReasonKind.UNREADABLE:
            signs = signs_words(shown)
            at = f"for {n}, it" if checked.subject.takes_n else "it"
            size = f" with {reason.n} columns" if checked.subject.takes_n else ""
            return f"{at} returns {shown}{signs}, which is not a board{size}"
        case ReasonKind.OTHER_SIZE:
            return f"its boards for {n} have {reason.columns} columns"
        case ReasonKind.OTHER_TASK:
            return _other_task(checked, reason.task)
        case ReasonKind.NUMBER:
            return f"it returns the number {shown} for {n}, but boards were asked for"
        case ReasonKind.NO_NUMBER:
            return f"it gives no number for {n}, but the number of solutions was asked for"
        case ReasonKind.WRONG_NUMBER:
            known = f"there {_are(reason.known)} {counted(reason.known, 'solution')}"
            return f"the only number alone on a line is {shown} for {n}; {known}"
        case ReasonKind.EMPTY:
            return f"{call} returns an empty collection for {n}, but it prints boards"
        case ReasonKind.ONLY_SMALL:
            return _only_small(checked, n, _fault(checked, reason.n))
        case ReasonKind.PARTLY_RIGHT:
            given, known = counted(reason.given, "board"), counted(reason.known, "solution")
            right = f"{reason.right:,} {_are(reason.right)} right"
            return (
                f"for {n}, it prints {given}, of which {right}; there {_are(reason.known)} {known}"
            )
        case ReasonKind.PARAMETERS:
            return (
                f"these parameters have no value: {shown}; give them one in a .dzn file beside it"
            )
        case ReasonKind.OPTIMISES:
            return (
                "it asks for the best solution, so MiniZinc gives only better and better ones; "
                "solve satisfy gives all"
            )
        case ReasonKind.SCRIPT:
            return "it has a #script, which the suite does not run"
        case ReasonKind.INCLUDE:
            return shown
        case ReasonKind.NO_OUTPUT:
            return "the boards of a model are the values of a variable; leave --printed out"
        case ReasonKind.SEVERAL_BOARDS:
            return f"each of these can be the board, and they differ: {shown}"


def _what(checked: CheckResult) -> str:
    return "model" if checked.submission.language.is_model else "program"


def _only_small(checked: CheckResult, n: str, fault: str) -> str:
    if _largest_judged(checked) < SMALLEST_SURE:
        return f"it is wrong for {n} ({fault}), but no n from {SMALLEST_SURE} on was asked"
    sizes = sizes_in_words([n for n, size in checked.judged.items() if n >= SMALLEST_SURE])
    return f"it is right for {sizes}, but not for {n}: {fault}"


def _largest_judged(checked: CheckResult) -> int:
    return max(checked.judged, default=0)


def _nothing(shown: str) -> str:
    return {"None": "nothing", "False": "false"}.get(shown, "an empty value")


def _no_boards(checked: CheckResult) -> str:
    if checked.submission.language.is_model:
        named = f" called {printable(checked.subject.call)}" if checked.subject.call else ""
        return (
            f"it has no variable or shown predicate{named} with the shape of a board: n row "
            "numbers, n squares, or n lines with n numbers 0 and 1"
        )
    if checked.subject.origin is not Origin.PROGRAM:
        return f"{printable(checked.subject.shown)} prints no readable board"
    if checked.subject.is_named:
        return "it prints no readable board"
    if checked.submission.language.has_goals:
        what = "no predicate with a usual name has two arguments"
    else:
        what = "no function with a usual name takes n alone"
    return f"nothing to judge: {what}, and no readable board was printed"


def _other_task(checked: CheckResult, task: Task | None) -> str:
    sizes = sizes_in_words(checked.judged or checked.sizes)
    return {
        Task.ONE: f"it gives one solution for each n, all of them right for {sizes}, but "
        f"{TASKS[checked.task]}",
        Task.COUNT: f"it gives the number of solutions, but {TASKS[checked.task]}",
        Task.ALL: f"it gives all solutions, right for {sizes}, but {TASKS[checked.task]}",
        None: "",
    }[task]


TASKS = {
    Task.ALL: "all solutions were asked for",
    Task.ONE: "one solution was asked for",
    Task.COUNT: "their number was asked for",
}
"""What was asked for, in words."""


def next_step(checked: CheckResult) -> str:
    """A line that can be typed, and makes the subject judgeable; "" if there is none.

    Without such a call, the definitions of the program.
    """
    reason = checked.reason
    if reason is None:
        return ""
    if reason.kind is ReasonKind.OTHER_TASK:
        return f"if that was the task, run: {_command(checked, '--task', str(reason.task))}"
    if reason.kind is ReasonKind.ONLY_SMALL and _largest_judged(checked) >= SMALLEST_SURE:
        points = ",".join(f"{n}:1" for n in checked.sizes if n >= SMALLEST_SURE)
        return f"to leave the small sizes out, run: {_command(checked, '--points', points)}"
    if reason.kind is ReasonKind.SEVERAL_BOARDS:
        first = re.split(r", (?![^(]*\))", reason.shown)[0]
        return f"name the board: {_command(checked, '--call', first)}"
    if reason.kind in {ReasonKind.PARTLY_RIGHT, ReasonKind.WRONG_NUMBER}:
        return f"if these are its final answers, run: {_command(checked, '--printed')}"
    return _call_to_name(checked) if reason.kind in NAMEABLE else ""


def _call_to_name(checked: CheckResult) -> str:
    """The command with a call that gave boards; without one, the definitions of the program."""
    if found := checked.proposal:
        options = ["--call", found.call, *["--printed"] * found.printed]
        return f"{proposal_words(checked)}; to judge it, run: {_command(checked, *options)}"
    another = "another" if checked.subject.origin is Origin.CALL else "the"
    named = definitions_words(checked)
    return f"name {another} call with --call; {named}" if named else ""


def proposal_words(checked: CheckResult) -> str:
    """What the proposed call gives; "" without such a call."""
    if (found := checked.proposal) is None:
        return ""
    verb = "prints" if found.printed else "gives"
    call = printable(found.call.replace(SIZE, "n"))
    return f"{call} {verb} {counted(found.boards, 'board')} for n = {found.n}"


def _command(checked: CheckResult, *options: str) -> str:
    submission, subject = checked.submission, checked.subject
    file, given = submission.name, list[str]()
    if "--call" in options and submission.function:
        file = file.rpartition("::")[0]
    if subject.call and not submission.function and "--call" not in options:
        given += ["--call", subject.call]
    if checked.task is not Task.ALL and "--task" not in options:
        given += ["--task", checked.task]
    if submission.path.suffix.lower() not in submission.language.suffixes:
        given += ["--language", submission.language.name.lower()]
    return printable(shlex.join(["queens", "check", file, *given, *options]))


def definitions_words(checked: CheckResult) -> str:
    """The definitions of the program, in words; "" without one."""
    public = by_name(checked.defines)
    shown = [definition(each, checked) for each in public[:MOST_NAMED]]
    more = len(public) - len(shown)
    rest = f" and {more} more" if more > 0 else ""
    return f"it defines {', '.join(shown)}{rest}" if shown else ""


def definition(entry: Definition, checked: CheckResult) -> str:
    """A definition as its language writes it: ``place(row, board)``, ``queens/2``."""
    parameters = [printable(each) for each in entry.parameters] or ["..."] * entry.least
    return checked.submission.language.definition(printable(entry.name), parameters)


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


def diagnosis(checked: CheckResult) -> list[str]:
    """The sentences about the probable mistake."""
    return [diagnosis_words(each) for each in checked.diagnosis]


def example_words(checked: CheckResult, n: int) -> str:
    """A sentence about one wrong or missing board for n, counted as the program counts; or ""."""
    size = checked.sizes[n]
    witness = size.judgement.witness if size.judgement else None
    if witness is None or size.judgement is None or size.count is not None:
        return ""
    by_lines = size.judgement.run.by_lines
    axes = checked.format.axes if checked.format else (0, 0)
    board = [row + axes[1] for row in witness.placement or ()]
    answer = "the board below" if by_lines or _is_drawn(witness) else str(board)
    if is_not_found(witness, Problem(n)):
        return f"{answer} is a solution that it did not give"
    if witness.rejected and _is_drawn(witness):
        line = "row" if by_lines else "column"
        return f"{answer} does not have one queen per {line}"
    words = witness_words(witness, Problem(n), by_lines=by_lines, axes=axes)
    if witness.rejected:
        return words
    if witness.fault is Fault.DUPLICATE:
        return f"{answer} was {words}"
    return f"{answer} is {witness.fault}: {words}"


def _is_drawn(witness: Witness) -> bool:
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


def size_words(checked: CheckResult, n: int) -> str:
    """A sentence about the answers for n."""
    size = checked.sizes[n]
    if size.passed:
        return f"right for n = {n}"
    if n in checked.not_accepted:
        return f"it does not accept n = {n}: {_fault(checked, n)}"
    return "; ".join(filter(None, [result_words(checked, n), example_words(checked, n)])) or _fault(
        checked, n
    )


def facts(checked: CheckResult) -> Iterator[tuple[Topic, str]]:
    """The facts about the smallest n at which the subject is wrong, each with its topic."""
    n = checked.failing_n
    if n is None or checked.verdict is not ProgramVerdict.WRONG:
        if step := next_step(checked):
            yield Topic.STEP, step
        return
    if words := result_words(checked, n):
        yield Topic.RESULT, words
    if words := example_words(checked, n):
        yield Topic.EXAMPLE, words
    for line in diagnosis(checked):
        yield Topic.CAUSE, line
    for hint in hints(checked.diagnosis):
        yield Topic.STEP, hint


def remarks(checked: CheckResult) -> list[str]:
    """The facts beside the verdict: other functions, the format, an error of loading."""
    said = []
    if checked.not_looked_at:
        others = ", ".join(printable(call.replace(SIZE, "n")) for call in checked.not_looked_at)
        said.append(f"not looked at: {others}")
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


def board_of_example(checked: CheckResult) -> tuple[int, ...]:
    """The board of the example; () without one."""
    size = checked.sizes.get(checked.failing_n or 0)
    witness = size.judgement.witness if size and size.judgement else None
    return tuple(witness.placement) if witness and witness.placement is not None else ()


def rejected_board(checked: CheckResult) -> str:
    """The lines of the example if it is a drawn board that is no placement; "" for others."""
    size = checked.sizes.get(checked.failing_n or 0)
    witness = size.judgement.witness if size and size.judgement else None
    if witness is None or witness.rejected is None or not _is_drawn(witness):
        return ""
    return "\n".join(map(printable, witness.rejected.shown.split("\n")))


def caption_of(checked: CheckResult) -> str:
    """The caption of the board if it is a missing solution; "" for the program's own board."""
    size = checked.sizes.get(checked.failing_n or 0)
    witness = size.judgement.witness if size and size.judgement else None
    is_missing = witness is not None and witness.fault is Fault.MISSING
    return "A solution that is missing" if is_missing else ""


def shows_by_lines(checked: CheckResult) -> bool:
    """Whether the example must be read line by line, because two queens share a column."""
    size = checked.sizes.get(checked.failing_n or 0)
    return size is not None and size.judgement is not None and size.judgement.run.by_lines


def drawn(board: Sequence[int], *, by_lines: bool) -> str:
    """The board as text, a line per row; ``by_lines``: it holds the column of each row's queen."""
    size = range(len(board))
    queens = {(row, queen) if by_lines else (queen, row) for row, queen in enumerate(board)}
    lines = (["Q" if (row, column) in queens else "." for column in size] for row in size)
    return "\n".join(map(" ".join, lines))


def capital(text: str) -> str:
    """The text with a capital letter, unless it begins with a call, such as queens(n)."""
    return text if re.match(r"[\w.-]+\(|\(", text) else text[:1].upper() + text[1:]


def points_words(checked: CheckResult, points: Mapping[int, float]) -> str:
    """The points, and the sizes that were not tested; "" if there is nothing to say.

    Without points of the user, only a program that was tested in part has a line.
    """
    got = score_or_none(checked, points)
    valued = worth(checked, points)
    untested = valued.keys() - checked.sizes.keys()
    if got is None or (isinstance(points, EqualPoints) and not untested):
        return ""
    why = f": {untested_words(checked, untested)}" if untested else ""
    return f"{got:g} of {sum(valued.values()):g} points{why}"


def untested_words(checked: CheckResult, untested: Collection[int]) -> str:
    """The sentence about sizes that were not tested."""
    if checked.only_n:
        return f"its answers are for n = {checked.only_n} only"
    return f"{sizes_in_words(untested)} {'was' if len(untested) == 1 else 'were'} not tested"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together: parts of text, each with its style, and their indentation."""

    parts: tuple[tuple[str, str], ...]
    indent: int = 2

    def __post_init__(self) -> None:
        """Make the text printable, since parts of it are a stranger's."""
        shown = tuple((printable_lines(text), style) for text, style in self.parts)
        object.__setattr__(self, "parts", shown)

    @property
    def text(self) -> str:
        """The lines without their styles."""
        lines = "".join(part for part, _ in self.parts).split("\n")
        return "\n".join(f"{'':{self.indent}}{line}".rstrip() for line in lines)

    def __rich__(self) -> RenderableType:
        """The paragraph for a Rich console, which indents wrapped lines, too."""
        from rich.padding import Padding  # only a terminal needs it
        from rich.text import Text  # only a terminal needs it

        text = Text.assemble(*self.parts)
        return Padding(text, (0, 0, 0, self.indent), expand=False) if self.indent else text


STYLES = {ProgramVerdict.RIGHT: "bold green", ProgramVerdict.WRONG: "bold red"}
"""The style of the first line; bold yellow for the others."""


def paragraphs(checked: CheckResult, *, show_output: bool = False) -> Iterator[Paragraph]:
    """The whole report on a checked program, paragraph by paragraph."""
    yield _line(headline(checked), STYLES.get(checked.verdict, "bold yellow"), indent=0)
    if reason := reason_words(checked):
        yield _line(reason)
    for topic, words in facts(checked):
        if topic is Topic.CAUSE:
            yield _line(f"diagnosis: {words}", "bold")
        elif checked.verdict is not ProgramVerdict.WRONG or topic is not Topic.STEP:
            yield _line(words)
        if topic is Topic.EXAMPLE:
            yield from _drawn_example(checked)
    if checked.why:
        from solvers.output.why_text import why_parts  # few have one

        yield Paragraph(tuple(why_parts(checked.why)))
    yield from map(_line, remarks(checked))
    yield _line(f"sandbox: {checked.sandbox}", "dim")
    if show_output:
        n = checked.failing_n or max(checked.sizes, default=0)
        if n in checked.sizes and (printed := checked.sizes[n].answer.printed.strip()):
            yield _line("it printed:")
            for line in printed.replace("\r\n", "\n").split("\n"):
                yield _line(printable(line.expandtabs()), indent=4)


def _drawn_example(checked: CheckResult) -> Iterator[Paragraph]:
    """The board of the example, as the program draws it."""
    if board := board_of_example(checked):
        from solvers.output.boards import draw_board  # few have a board

        size = checked.sizes[checked.failing_n or 0]
        witness = size.judgement.witness if size.judgement else None
        attack = (witness.attack if witness else None) or ()
        axes = checked.format.axes if checked.format else (0, 0)
        drawing = draw_board(board, attack, by_lines=shows_by_lines(checked), axes=axes)
        yield Paragraph(tuple(drawing), indent=4)
    elif lines := rejected_board(checked):
        yield _line(lines, indent=4)


def _line(text: str, style: str = "", indent: int = 2) -> Paragraph:
    return Paragraph(((text, style),), indent)
