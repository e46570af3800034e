"""The result of a check in a tutor's words: verdict, expected and actual answers, diagnosis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.errors import SubmissionError, printable
from solvers.execution.result import Ending, Status
from solvers.grading.check import READING_SECONDS, ReadingError
from solvers.grading.finding import Fact, Finding
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.grading.submission import Task
from solvers.output.messages import (
    REPORT_IT,
    counted,
    ending_words,
    example,
    fault_words,
    sizes_in_words,
)
from solvers.puzzle.problem import KNOWN_COUNTS, Problem

if TYPE_CHECKING:
    from rich.console import RenderableType

LONGEST_DIAGNOSIS = 500
"""The most characters of a line, which may contain the program's own output."""


def headline(checked: CheckResult) -> str:
    """The verdict in one line."""
    return f"{printable(checked.submission.name)}: {verdict_words(checked)}"


def verdict_words(seen: CheckResult) -> str:
    """The verdict without the file's name."""
    n = seen.failing_n
    if seen.reason:
        return f"{ProgramVerdict.NOT_JUDGED}: {_shortened(reason_words(seen))}"
    if n is None:
        return _right(seen)
    if seen.does_another_task:
        return f"{ProgramVerdict.NOT_JUDGED}: {_instead(seen)}"
    judgement = seen.judgements[n]
    status = judgement.run.status
    why = [] if status is Status.COMPLETE else [str(status)]
    if seen.verdict is ProgramVerdict.WRONG:
        why.insert(0, fault_words(judgement, Problem(n)))
    at = f"{seen.verdict} at n = {n}{_only_size(seen) if seen.only_n == n else ''}"
    return at + (f" ({', '.join(why)})" if any(why) else "")


def unjudged_words(why: Exception | Ending) -> str:
    """The reason why a program has no result."""
    if isinstance(why, ReadingError):
        return (
            f"reading the program and its output takes more than {READING_SECONDS:g} s; make it "
            "print less"
        )
    if isinstance(why, SubmissionError):
        return str(why)
    what = ending_words(why) if isinstance(why, Ending) else f"{type(why).__name__}: {why}"
    return f"internal error ({what}); {REPORT_IT}"


def reason_words(seen: CheckResult) -> str:
    """The reason why the program is not judged; "" if it is judged."""
    return printable(_words(seen.reason, seen)) if seen.reason else ""


def _words(each: Finding, seen: CheckResult) -> str:
    from solvers.output.findings import words

    return words(each, seen.submission)


def _shortened(text: str) -> str:
    is_short = len(text) <= LONGEST_DIAGNOSIS
    return text if is_short else f"{text[: LONGEST_DIAGNOSIS - 3]}..."


def _only_size(seen: CheckResult) -> str:
    """The part of the program that sets its only board size, in words."""
    return f", the board size of {(seen.plan and seen.plan.entry) or 'its own run'}"


TASKS = {
    Task.ALL: "",
    Task.ONE: " (one solution each)",
    Task.COUNT: " (counts)",
}


def _right(seen: CheckResult) -> str:
    """The sizes for which the program is right, and its task."""
    if not seen.judgements:
        return ""
    does = TASKS[seen.task or Task.ALL]
    if seen.only_n:
        return f"right for n = {seen.only_n}{_only_size(seen)}{does}"
    if seen.own_run_sizes and seen.plan and seen.plan.entry:
        what = f"{seen.plan.entry}(n) is right for {sizes_in_words(seen.judgements)}{does}"
        return f"{what}; so is its own output for {sizes_in_words(seen.own_run_sizes)}"
    return f"right for {sizes_in_words(seen.judgements)}{does}"


def _instead(seen: CheckResult) -> str:
    """A sentence about another task that the program does correctly."""
    judged = seen.judgements.items()
    boards = sizes_in_words([n for n, each in judged if each.run.status is Status.COMPLETE])
    if seen.other_task is Task.COUNT:
        return f"it gives counts, which are right for {boards} (to grade them, use --task count)"
    outcomes = seen.outcomes.values()
    most = max((len(outcome.run.placements) for outcome in outcomes), default=0)
    # A program that prints may find more solutions than it shows.
    verb = "shows" if any(each.answer_format.is_printed for each in outcomes) else "finds"
    found = f"{verb} only one solution" if most < 2 else "shows only some solutions"
    return (
        f"it {found} per board; its answers are right for {boards} (to grade them, use --task one)"
    )


def diagnosis(checked: CheckResult) -> list[str]:
    """The probable mistakes, one line each; the first one adds the ending of an unfinished run."""
    lines = [_words(each, checked) for each in checked.mistakes]
    if lines and checked.failing_n:
        outcome = checked.outcomes[checked.failing_n]
        ended = [ending_words(checked.judgements[checked.failing_n].run.ending), outcome.place]
        lines[0] += ": " + " at ".join(filter(None, ended)) if any(ended) else ""
    return [_shortened(printable(line)) for line in lines]


def remarks(seen: CheckResult) -> list[str]:
    """The assumptions and actions of the check, without those that the first line names."""
    return [
        printable(_words(each, seen)) for each in seen.remarks if not each.is_said_by(seen.reason)
    ]


def expected_words(task: Task | None, n: int) -> str:
    """The expected answer for n in words, such as "92 solutions"."""
    if task is Task.COUNT:
        return f"the count {KNOWN_COUNTS[n]}"
    return counted(_expected_solutions(task, n), "solution")


def _expected_solutions(task: Task | None, n: int) -> int:
    return min(KNOWN_COUNTS[n], 1) if task is Task.ONE else KNOWN_COUNTS[n]


def answer_words(checked: CheckResult, n: int) -> str:
    """The expected and the actual answers for n."""
    outcome = checked.outcomes[n]
    if checked.task is Task.COUNT and outcome.count is not None:
        answers = str(outcome.count)
    elif outcome.count is not None and _gives_counts(checked):
        answers = f"the count {outcome.count}"
    elif not outcome.run.solutions and outcome.answers.holds_nothing:
        answers = counted(len(outcome.answers.values), "empty answer")
    else:
        answers = counted(outcome.run.solutions, "answer")
    return f"expected {expected_words(checked.task, n)} for n = {n}, got {answers}"


def _gives_counts(checked: CheckResult) -> bool:
    return any(each.fact in {Fact.COUNTS, Fact.WRONG_COUNTS} for each in checked.diagnosis)


def mismatch_words(checked: CheckResult, n: int) -> str:
    """The expected and actual answers for n; "" if their number does not explain the verdict."""
    outcome = checked.outcomes[n]
    number = outcome.run.solutions
    task = checked.task
    if task is Task.COUNT and outcome.count is not None:
        number = outcome.count
    is_expected = number == _expected_solutions(task, n)
    return "" if is_expected or (outcome.failure and not number) else answer_words(checked, n)


def earlier_words(seen: CheckResult) -> str:
    """The right answers of an unfinished program for smaller n, in words; "" without any."""
    if seen.verdict is not ProgramVerdict.NOT_FINISHED or not seen.failing_n:
        return ""
    runs = {n: outcome for n, outcome in seen.outcomes.items() if n < seen.failing_n}
    if not runs:
        return ""
    counts = [
        outcome.run.solutions if outcome.count is None else outcome.count
        for outcome in runs.values()
    ]
    found = [f"{count:,}" for count in counts]
    noun = "solution" if found == ["1"] else "solutions"
    return f"it was right for {sizes_in_words(runs)}, with {', '.join(found)} {noun}"


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
        from rich.padding import Padding
        from rich.text import Text

        text = Text.assemble(*self.parts)
        return Padding(text, (0, 0, 0, self.indent), expand=False) if self.indent else text


def paragraphs(checked: CheckResult, *, show_output: bool = False) -> Iterator[Paragraph]:
    """The whole report on a checked program, paragraph by paragraph."""
    right = checked.failing_n is None
    yield _line(headline(checked), "bold green" if right else "bold red", indent=0)
    n = checked.failing_n or max(checked.outcomes, default=0)
    if n:
        yield from _about(checked, n)
    yield _line(f"sandbox: {checked.sandbox}", "dim")
    if n and show_output and (printed := checked.outcomes[n].printed.strip()):
        yield _line("it printed:")
        for line in printed.replace("\r\n", "\n").split("\n"):
            yield _line(printable(line.expandtabs()), indent=4)


def _about(seen: CheckResult, n: int) -> Iterator[Paragraph]:
    """The paragraphs about one n."""
    outcome, witness = seen.outcomes[n], seen.judgements[n].witness
    if seen.failing_n is not None and seen.verdict is not ProgramVerdict.NOT_JUDGED:
        yield from map(_line, filter(None, [mismatch_words(seen, n)]))
        if witness:
            placement, by_lines = witness.placement, seen.judgements[n].show_by_lines
            yield _line(example(witness, Problem(n), by_lines=by_lines))
            if placement is not None:
                from solvers.output.boards import draw_board

                board = draw_board(placement, witness.attack or (), by_lines=by_lines)
                yield Paragraph(tuple(board), indent=4)
        for line in diagnosis(seen) or ["no common mistake explains its answers"]:
            yield _line(f"diagnosis: {line}", "bold")
        if earlier := earlier_words(seen):
            yield _line(f"before that, {earlier}")
    if outcome.load_error and not _is_told(outcome.load_error, seen):
        yield _line(f"while loading: {printable(outcome.load_error)}")
    yield from map(_line, remarks(seen))
    if words := interpretation(seen):
        shown = ""
        if outcome.answer_format.is_printed and len(outcome.run.placements):
            shown = f"; the first answer is {outcome.run.placements[0].tolist()}"
        if outcome.answer_format.row_base:
            shown = f" (this report shows rows starting at 0){shown}"
        yield _line(f"interpreted as {words}{shown}")


def interpretation(seen: CheckResult) -> str:
    """The format in which the answers for the first failing n, or for the last n, were read.

    "" if there are no answers, if all are empty, or if the program is not judged.
    """
    outcome = seen.outcomes.get(seen.failing_n or max(seen.outcomes, default=0))
    is_read = seen.reason is None or seen.reason.fact is Fact.RIGHT_BUT
    if not is_read or outcome is None or not outcome.emitted or not outcome.answer_format.shape:
        return ""
    return outcome.answer_format.words


def _is_told(load_error: str, seen: CheckResult) -> bool:
    """Whether another line names this error already, or the missing files that caused it."""
    ending = seen.judgements[seen.failing_n].run.ending.detail if seen.failing_n else ""
    told = seen.reason.details.get("error") if seen.reason else ending
    return told == load_error or any(each.fact is Fact.FILES_MISSING for each in seen.remarks)


def _line(text: str, style: str = "", indent: int = 2) -> Paragraph:
    return Paragraph(((text, style),), indent)
