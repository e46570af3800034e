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

from solvers.errors import SubmissionError, printable
from solvers.execution.result import Cause, Ending
from solvers.grading.answer import Answer
from solvers.grading.language import PROLOG, PYTHON, Language
from solvers.grading.points import EqualPoints, score_or_none, worth
from solvers.grading.protocol import Entry
from solvers.grading.reading_limit import READING_SECONDS, ReadingError
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind
from solvers.grading.returned import SMALLEST_SURE, Format, Shape
from solvers.grading.subject import ANSWER, SIZE, Origin
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
    n = max(checked.sizes, default=0)
    answer = checked.sizes[n].answer
    ended = ending_words(answer.run.ending) + _place_words(answer)
    return f"{subject} {verb} not finished at n = {n} ({ended}){before}"


def _place_words(answer: Answer) -> str:
    """The place in the program at its limit; "" if it is not known."""
    if (place := answer.place) is None:
        return ""
    line = f"line {place.line}"
    where = f"in {printable(place.function)}, {line}" if place.function else f"at {line}"
    after = "" if answer.run.ending.cause is Cause.RECURSION else f" after {place.seconds:.0f} s"
    return f";{after} it was {where}"


WITHOUT_SUBJECT = {ReasonKind.NO_LANGUAGE, ReasonKind.NOT_STARTED, ReasonKind.CANNOT_LOAD}
"""The reasons for which nothing in the program was looked at."""


def _of_task(checked: CheckResult) -> str:
    return {
        Task.ALL: "",
        Task.ONE: " (one solution each)",
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
        return f"it gives {size.count:,}, and there {_are(KNOWN_COUNTS[n])} {KNOWN_COUNTS[n]:,}"
    if size.judgement is None:
        return printable(size.answer.error) or ending_words(size.answer.run.ending)
    return fault_words(size.judgement, Problem(n)) or "another task"


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
    match reason.kind:
        case ReasonKind.NO_LANGUAGE:
            return shown
        case ReasonKind.NOT_STARTED:
            return f"the suite could not run the program: {shown}"
        case ReasonKind.FORGED:
            return f"the program wrote to the channel of the results: {shown}"
        case ReasonKind.CANNOT_LOAD:
            return f"the program cannot be loaded: {shown}"
        case ReasonKind.NO_BOARDS:
            return _no_boards(checked)
        case ReasonKind.NOTHING:
            return f"{call} returns {_nothing(shown)} for {n}, and prints no readable board"
        case ReasonKind.ONLY_FAILS:
            return f"{call} fails for {n}; perhaps its arguments stand the other way round"
        case ReasonKind.ERROR:
            subject = call or "the program"
            return f"{subject} stops with an error for {n}: {shown}"
        case ReasonKind.UNREADABLE:
            signs = signs_words(shown)
            return f"a value for {n} is no board of {reason.n} columns: {shown}{signs}"
        case ReasonKind.OTHER_SIZE:
            return f"its boards for {n} have {reason.columns} columns"
        case ReasonKind.OTHER_TASK:
            return _other_task(checked, reason.task)
        case ReasonKind.ONLY_SMALL:
            fault = _fault(checked, reason.n)
            return f"it is right from n = {SMALLEST_SURE} on, but not for {n}: {fault}"
        case ReasonKind.PARTLY_RIGHT:
            given, right = counted(reason.given, "board"), counted(reason.right, "solution")
            known = f"there {_are(reason.known)} {counted(reason.known, 'solution')}"
            return f"for {n}, it prints {given}, {right} among them; {known}"


def _nothing(shown: str) -> str:
    return {"None": "nothing", "False": "false"}.get(shown, "an empty value")


def _no_boards(checked: CheckResult) -> str:
    if checked.subject.origin is not Origin.PROGRAM:
        return f"{printable(checked.subject.shown)} returns nothing, and prints no readable board"
    if checked.submission.language is PROLOG:
        return "no predicate with a usual name has two arguments, and it prints no readable board"
    return (
        "no function with a usual name can be called with n alone, and it prints no readable board"
    )


def _other_task(checked: CheckResult, task: Task | None) -> str:
    sizes = sizes_in_words(checked.judged)
    return {
        Task.ONE: f"it gives one solution for each n, rightly for {sizes}",
        Task.COUNT: f"it gives the number of solutions, rightly for {sizes}",
        Task.ALL: f"it gives all solutions, rightly for {sizes}",
        None: "",
    }[task]


def next_step(checked: CheckResult) -> str:
    """A line that can be typed, and would make the subject judgeable; "" if there is none."""
    reason, subject = checked.reason, checked.subject
    if reason is None or reason.kind in {*WITHOUT_SUBJECT, ReasonKind.FORGED}:
        return ""
    if reason.kind is ReasonKind.OTHER_TASK:
        return f"to judge that: {_command(checked, '--task', str(reason.task))}"
    if reason.kind is ReasonKind.ONLY_SMALL:
        points = ",".join(f"{n}:1" for n in checked.sizes if n >= SMALLEST_SURE)
        return f"to leave the small sizes out: {_command(checked, '--points', points)}"
    if reason.kind is ReasonKind.PARTLY_RIGHT:
        return f"if these are its answers: {_command(checked, '--printed')}"
    if reason.kind is ReasonKind.ONLY_FAILS and subject.origin is Origin.USUAL_NAME:
        name = subject.call.partition("(")[0]
        return f"name the call: {_command(checked, '--call', f'{name}({ANSWER}, {SIZE})')}"
    another = "another" if subject.origin is Origin.CALL else "the"
    call, named = example_call(checked), _definitions(checked)
    return f"name {another} call: {_command(checked, '--call', call)}\n{named}" if call else ""


def _command(checked: CheckResult, *options: str) -> str:
    submission, subject = checked.submission, checked.subject
    given = ["--call", subject.call] if subject.call and not submission.function else []
    given = [] if "--call" in options else given
    file = submission.name
    if "--call" in options and submission.function:
        file = file.rpartition("::")[0]
    return printable(shlex.join(["queens", "check", file, *given, *options]))


def example_call(checked: CheckResult) -> str:
    """A call of another definition than the subject, with n in the first place; "" for none.

    The names of further parameters stand for values that only the user knows. Such a definition is
    likelier to be the search than one with n alone, which often is a test or prints.
    """
    homes = {each.name.rpartition(".")[0] for each in checked.defines if each.is_method}
    calls = [
        (entry.most, _call_of(checked.submission.language, entry))
        for entry in checked.defines
        if max(entry.most, entry.made_most) > 0
        and entry.name not in homes
        and not _last_name(entry).startswith("_")
    ]
    others = [(most, call) for most, call in calls if call != checked.subject.call]
    several = [call for most, call in others if most > 1]
    return (several or [call for _, call in others] or [""])[0]


def _last_name(entry: Entry) -> str:
    return entry.name.rpartition(".")[2]


def _call_of(language: Language, entry: Entry) -> str:
    """A call of the definition with n in the first place, and the names of its other parameters."""
    if language is PROLOG:
        arguments = [SIZE, *["_"] * (entry.most - 2), ANSWER][-entry.most :]
        return f"{entry.name}({', '.join(arguments)})"
    names = [*entry.parameters, *["..."] * entry.least][: max(entry.least, 1)]
    arguments = [SIZE, *names[1:]]
    if language is not PYTHON:
        return f"({' '.join([entry.name, *arguments])})"
    if not entry.is_method:
        return f"{entry.name}({', '.join(arguments)})"
    home, _, method = entry.name.rpartition(".")
    if entry.made_most > 0:
        return f"{home}({SIZE}).{method}({', '.join(names[: entry.least])})"
    return f"{home}().{method}({', '.join(arguments)})"


def _definitions(checked: CheckResult) -> str:
    """The definitions of the program, in words; "" without one."""
    public = [each for each in checked.defines if not _last_name(each).startswith("_")]
    shown = [definition(each, checked) for each in public[:MOST_NAMED]]
    more = len(public) - len(shown)
    rest = f" and {more} more" if more > 0 else ""
    is_query = checked.submission.language is PROLOG
    order = f"; {SIZE} and {ANSWER} may stand the other way round" if is_query else ""
    return f"it defines {', '.join(shown)}{rest}{order}" if shown else ""


def definition(entry: Entry, checked: CheckResult) -> str:
    """A definition as its language writes it: ``place(row, board)``, ``queens/2``."""
    name, language = printable(entry.name), checked.submission.language
    if language is PROLOG:
        return f"{name}/{entry.most}"
    parameters = [printable(each) for each in entry.parameters] or ["..."] * entry.least
    if language is PYTHON:
        return f"{name}({', '.join(parameters)})"
    return f"({' '.join([name, *parameters])})"


def format_words(answer_format: Format | None) -> str:
    """The format in words; "" for None."""
    if answer_format is None:
        return ""
    base = f", counted from {answer_format.base}"
    if answer_format.shape is Shape.BOARD:
        mark = printable(str(answer_format.mark))
        return f"drawn boards, queens are {mark}"
    return str(answer_format.shape) + base


def diagnosis(checked: CheckResult) -> list[str]:
    """The sentences about the probable mistake."""
    return [diagnosis_words(each) for each in checked.diagnosis]


def example_words(checked: CheckResult, n: int) -> str:
    """A sentence about one wrong or missing board for n, counted as the program counts; or ""."""
    size = checked.sizes[n]
    witness = size.judgement.witness if size.judgement else None
    if witness is None or size.judgement is None or size.count is not None:
        return ""
    by_lines = size.judgement.show_by_lines
    axes = checked.format.axes if checked.format else (0, 0)
    board = [row + axes[1] for row in witness.placement or ()]
    answer = "the board below" if by_lines else str(board)
    if is_not_found(witness, Problem(n)):
        return f"{answer} is a solution that it did not give"
    words = witness_words(witness, Problem(n), by_lines=by_lines, axes=axes)
    if witness.fault is Fault.DUPLICATE:
        return f"{answer} was {words}"
    return f"{answer} is {witness.fault}: {words}"


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
    if words := format_words(checked.format):
        said.append(f"its answers were read as {words}")
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


def caption_of(checked: CheckResult) -> str:
    """The caption of the board if it is a missing solution; "" for the program's own board."""
    size = checked.sizes.get(checked.failing_n or 0)
    witness = size.judgement.witness if size and size.judgement else None
    is_missing = witness is not None and witness.fault is Fault.MISSING
    return "A solution that is missing" if is_missing else ""


def shows_by_lines(checked: CheckResult) -> bool:
    """Whether the example must be read line by line, because two queens share a column."""
    size = checked.sizes.get(checked.failing_n or 0)
    return size is not None and size.judgement is not None and size.judgement.show_by_lines


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
        if topic is Topic.EXAMPLE and (board := board_of_example(checked)):
            from solvers.output.boards import draw_board  # few have a board

            size = checked.sizes[checked.failing_n or 0]
            witness = size.judgement.witness if size.judgement else None
            attack = (witness.attack if witness else None) or ()
            axes = checked.format.axes if checked.format else (0, 0)
            drawing = draw_board(board, attack, by_lines=shows_by_lines(checked), axes=axes)
            yield Paragraph(tuple(drawing), indent=4)
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


def _line(text: str, style: str = "", indent: int = 2) -> Paragraph:
    return Paragraph(((text, style),), indent)
