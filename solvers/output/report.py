"""The report on a check: one record, built once, with all that any medium tells.

Text, JSON, Gradescope's document, the table of grades, and the pages of a class, of a student and
of the web lay it out: they choose, order and mark up, and compute nothing. A file that was refused,
a check that did not end and a student who handed nothing in have a report, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from solvers.errors import printable
from solvers.execution.result import Ending
from solvers.grading.answer import Place
from solvers.grading.given import GivenBoard, name_of, problem_of
from solvers.grading.mistakes import MISTAKES, Mistake
from solvers.grading.repair.catalogue import Change
from solvers.grading.result import CheckResult, ProgramVerdict, SizeResult
from solvers.grading.returned import SMALLEST_SURE
from solvers.grading.subject import Origin
from solvers.output.change_words import change_heading, changes_words
from solvers.output.check_words import (
    example_words,
    fault_of,
    format_words,
    is_drawn,
    limit_words,
    limited_size,
    reason_words,
    remarks,
    result_words,
    size_words,
    sizes_in_words,
    subject_words,
    verdict_words,
    words_without_result,
)
from solvers.output.diagnoses import diagnosis_words, heading
from solvers.output.json_document import run_document
from solvers.output.messages import ending_words
from solvers.output.next_step import NextStep, next_step
from solvers.output.why_text import WhyReport, why_report
from solvers.puzzle.diagram import read_diagram
from solvers.puzzle.packing import Fault
from solvers.referee.verdict import Judgement, Verdict


class SizeState(StrEnum):
    """What is said of the answers for one n."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_READ = "not read"
    NOT_ACCEPTED = "not accepted"
    """An error below n = 4."""
    NOT_JUDGED = "not judged"
    LIMIT = "limit"
    NOT_TESTED = "not tested"


@dataclass(frozen=True, slots=True)
class SizeReport:
    """One n: its state, the points that it got of those that it is worth, and a sentence."""

    n: int
    state: SizeState
    points: float
    worth: float
    sentence: str
    board: str = ""
    """The name of a given board."""

    @property
    def label(self) -> str:
        """The size, or the board, as a heading."""
        return f"board {self.board}" if self.board else f"n = {self.n}"


@dataclass(frozen=True, slots=True)
class Example:
    """One wrong or missing board for the smallest n that is wrong, counted as the program counts.

    ``board`` holds the row of each column's queen from 0, or with ``by_lines`` the column of each
    line's; () if the program's board is no placement: then ``drawing`` has its lines, or "" if it
    was not drawn. ``axes`` are the numbers of the first column and row, ``attack`` the columns of
    two queens that attack each other, or ().
    """

    sentence: str
    caption: str
    board: tuple[int, ...] = ()
    drawing: str = ""
    by_lines: bool = False
    axes: tuple[int, int] = (0, 0)
    attack: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()
    """The lines of a given board."""

    @property
    def drawn_with(self) -> dict[str, Any]:
        """What a drawing shows beside the queens, under the names of its parameters."""
        problem = read_diagram("\n".join(self.lines)) if self.lines else None
        return {"problem": problem, "by_lines": self.by_lines, "axes": self.axes}


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All that is told about one program. Its fields are those of the JSON document.

    ``file`` is the path as it was given, ``name`` its last part. ``headline`` is the verdict in a
    sentence without the file's name. ``scoring`` is a sentence about the points, or "".
    """

    file: str
    name: str
    verdict: str
    headline: str
    student: str = ""
    language: str = ""
    sandbox: str = ""
    subject: str = ""
    task: str = ""
    does: str | None = None
    """The task that the answers fulfil, even if another was asked for."""
    reason: str = ""
    next_step: NextStep | None = None
    sizes: tuple[SizeReport, ...] = ()
    example: Example | None = None
    result: str = ""
    """How many answers were expected for the smallest n that is wrong, and how many came."""
    diagnosis: tuple[str, ...] = ()
    """What is known of the cause, the changes that help first."""
    mistakes: tuple[str, ...] = ()
    """The kind of each diagnosis, then of each change: programs with the same first are grouped."""
    mistake: str = ""
    """The first diagnosis or change as a heading, without the facts of this program."""
    changes: tuple[Change, ...] = ()
    """The changes that make the program right, with the new text, which no student sees."""
    why: WhyReport | None = None
    remarks: tuple[str, ...] = ()
    made_for: int | None = None
    """The only n that its answers are for."""
    not_accepted: tuple[int, ...] = ()
    smallest_failing_n: int | None = None
    stopped_in: Place | None = None
    """Its place at the first limit that it reached, which ``headline`` and ``reason`` tell."""
    score: float | None = None
    max_score: float = 0.0
    scoring: str = ""
    measured: float | None = None
    """The suite's score, where the instructor has decided on another."""
    comment: str = ""
    runs: tuple[dict[str, Any], ...] = ()
    printed: str = ""
    """What the program printed for the smallest n that is wrong, or else for the largest."""
    source: str = ""


def report_of(
    checked: CheckResult,
    points: Mapping[int, float],
    given: Mapping[str, str] | None = None,
) -> CheckReport:
    """The report on a check, with these points for each n.

    ``given`` are the options of the command that the user gave, which a proposed command repeats.
    If ``--points`` is one, there is a sentence about the points even if all sizes were tested.
    """
    submission, n = checked.submission, checked.failing_n
    states = {n: _state(checked, n) for n in sorted({**points, **checked.sizes})}
    worth = {n: points.get(n, 0.0) for n in states}
    got = {n: worth[n] if states[n] is SizeState.RIGHT else 0.0 for n in states}
    sizes = tuple(
        SizeReport(n, state, got[n], worth[n], _size_words(checked, n, state), name_of(n))
        for n, state in states.items()
    )
    is_judged = checked.verdict is not ProgramVerdict.NOT_JUDGED
    score = sum(size.points for size in sizes) if is_judged else None
    shown = checked.sizes.get(n or max(checked.sizes, default=0))
    is_wrong = n is not None and checked.verdict is ProgramVerdict.WRONG
    place = checked.sizes[limited_size(checked)].answer.place if checked.sizes else None
    return CheckReport(
        file=printable(submission.name),
        name=printable(submission.path.name),
        language=submission.language.name,
        sandbox=str(checked.sandbox),
        subject=subject_words(checked),
        verdict=str(checked.verdict),
        headline=verdict_words(checked),
        task=str(checked.task),
        does=checked.does and str(checked.does),
        reason=reason_words(checked) or limit_words(checked),
        next_step=next_step(checked, given or {}),
        sizes=sizes,
        example=_example(checked, n) if is_wrong and n else None,
        result=result_words(checked, n) if is_wrong and n else "",
        diagnosis=(
            *changes_words(checked),
            *(
                diagnosis_words(found)
                for found in checked.diagnosis
                if found.mistake is not Mistake.SOME_MISSING  # ``result`` says it
                and not (checked.changes and found.mistake in MISTAKES)  # it is no cause then
            ),
        ),
        mistakes=(
            *(found.mistake.name for found in checked.diagnosis),
            *(change.kind.name for change in checked.changes),
        ),
        mistake=heading(checked.diagnosis[0]) if checked.diagnosis else change_heading(checked),
        changes=checked.changes,
        why=why_report(checked.why) if checked.why else None,
        remarks=tuple(remarks(checked)),
        made_for=checked.only_n,
        not_accepted=checked.not_accepted,
        smallest_failing_n=n,
        stopped_in=place and replace(place, function=printable(place.function)),
        score=score,
        max_score=sum(points.values(), 0.0),
        scoring=_scoring(sizes, score, checked.only_n, is_told="--points" in (given or {})),
        runs=tuple(_run(size, n, checked) for n, size in checked.sizes.items()),
        printed=shown.answer.printed if shown else "",
        source=submission.text,
    )


def unread_words(checked: CheckResult) -> str:
    """Why the answers of a program that is compared are not read, in one line."""
    report = report_of(checked, {})
    return "; ".join(filter(None, (report.headline, report.reason)))


def report_without_result(
    file: Path | str,
    why: Exception | Ending | str,
    points: Mapping[int, float],
    verdict: str = ProgramVerdict.NOT_JUDGED,
) -> CheckReport:
    """The report on a file that was refused or whose check did not end; "" for no file."""
    reason = why if isinstance(why, str) else words_without_result(why)
    is_judged = verdict != ProgramVerdict.NOT_JUDGED
    state = SizeState.NOT_TESTED if is_judged else SizeState.NOT_JUDGED
    sizes = [SizeReport(n, state, 0.0, points[n], str(state), name_of(n)) for n in sorted(points)]
    return CheckReport(
        file=printable(str(file)),
        name=printable(Path(file).name),
        verdict=str(verdict),
        headline=str(verdict),
        reason=printable(reason),
        sizes=tuple(sizes),
        max_score=sum(points.values(), 0.0),
    )


def with_score(report: CheckReport, not_judged: float | None) -> CheckReport:
    """The report with this score if it has none; unchanged for None."""
    return report if report.score is not None else replace(report, score=not_judged)


def report_without_words(
    file: Path | str, why: Exception, checked: CheckResult, points: Mapping[int, float]
) -> CheckReport:
    """The verdict and the points of a check for whose report the suite failed."""
    report = report_without_result(file, why, points, checked.verdict)
    got = sum(points.get(n, 0.0) for n, size in checked.sizes.items() if size.passed)
    is_judged = checked.verdict is not ProgramVerdict.NOT_JUDGED
    return replace(report, sandbox=str(checked.sandbox), sizes=(), score=got if is_judged else None)


def _state(checked: CheckResult, n: int) -> SizeState:
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return SizeState.NOT_JUDGED
    if (size := checked.sizes.get(n)) is None:
        return SizeState.NOT_TESTED
    if size.passed:
        return SizeState.RIGHT
    if size.answer.reached_limit:
        return SizeState.LIMIT
    is_named = checked.subject.origin is Origin.CALL and size.answer.raised
    if size.judgement or (is_named and n >= SMALLEST_SURE):
        return SizeState.WRONG
    return SizeState.NOT_ACCEPTED if size.answer.raised else SizeState.NOT_READ


def _size_words(checked: CheckResult, n: int, state: SizeState) -> str:
    """A sentence about the answers for n."""
    if state is SizeState.NOT_TESTED:
        only = checked.only_n
        only_for = only and f"its answers are for {size_words(only)} only"
        return only_for or f"{size_words(n)} was not tested"
    if state is SizeState.NOT_JUDGED:
        return str(state)
    if state is SizeState.RIGHT:
        return f"right for {size_words(n)}"
    if state is SizeState.LIMIT:
        return ending_words(checked.sizes[n].answer.run.ending)
    if state is SizeState.NOT_ACCEPTED:
        return f"it stops with an error for {size_words(n)}: {fault_of(checked, n)}"
    words = (result_words(checked, n), example_words(checked, n))
    return "; ".join(filter(None, words)) or fault_of(checked, n)


def _scoring(
    sizes: tuple[SizeReport, ...], score: float | None, only_n: int | None, *, is_told: bool
) -> str:
    """The points, and the sizes that were not tested; "" if there is nothing to say."""
    untested = [size.n for size in sizes if size.worth and size.state is SizeState.NOT_TESTED]
    if score is None or not (untested or is_told):
        return ""
    why = f": its answers are for {size_words(only_n)} only" if only_n and untested else ""
    if untested and not only_n:
        why = f": {sizes_in_words(untested)} {'was' if len(untested) == 1 else 'were'} not tested"
    return f"{score:g} of {sum(size.worth for size in sizes):g} points{why}"


def _example(checked: CheckResult, n: int) -> Example | None:
    """The example for n; None without one."""
    size, sentence = checked.sizes[n], example_words(checked, n)
    witness = size.judgement.witness if size.judgement else None
    if witness is None or not sentence:
        return None
    is_missing = witness.fault is Fault.MISSING
    shown = witness.rejected.shown if witness.rejected and is_drawn(witness) else ""
    return Example(
        sentence,
        "A solution that is missing" if is_missing else "A board of the program",
        tuple(witness.placement or ()),
        "\n".join(map(printable, shown.split("\n"))) if shown else "",
        checked.format is not None and checked.format.by_lines,
        checked.format.axes if checked.format else (0, 0),
        witness.attack or (),
        n.lines if isinstance(n, GivenBoard) else (),
    )


def _run(size: SizeResult, n: int, checked: CheckResult) -> dict[str, Any]:
    """The run for n in the words of a comparison; without a judgement, as far as it got."""
    judgement, shown = size.judgement, {}
    by_lines = checked.format is not None and checked.format.by_lines
    if judgement is None:
        verdict = Verdict.PARTIAL if size.answer.reached_limit else Verdict.NOT_JUDGED
        judgement = Judgement(size.answer.run, verdict, dict.fromkeys(Fault, 0))
        shown = {"solutions": size.answer.given}
    return {
        "n": n,
        "board": name_of(n),
        **run_document(judgement, problem_of(n), by_lines=by_lines),
        **shown,
        "count": size.count,
        "reading": format_words(checked.format),
        "memory_held_by": size.answer.memory_held_by,
    }
