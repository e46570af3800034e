"""One report on a check, and the seven media that lay it out: none tells another story."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from checked_programs import checked, judged, told
from places import ROOT
from shares import a_share

from solvers.errors import SubmissionError
from solvers.execution.result import Cause, CauseKind, Ending, Run
from solvers.grading.answer import Place
from solvers.grading.decisions import Override
from solvers.grading.mistakes import Diagnosis, Mistake
from solvers.grading.protocol import Definition
from solvers.grading.repair.catalogue import Change, ChangeKind
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind, SizeResult
from solvers.grading.returned import Format, Shape
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import Task
from solvers.output.check_documents import as_gradescope, as_json
from solvers.output.check_text import paragraphs
from solvers.output.class_page import write_class, write_feedback
from solvers.output.grade_table import COLUMNS, GradeRow, with_decision, write_row
from solvers.output.html.finding import finding_html
from solvers.output.report import CheckReport, SizeState, report_of, report_without_result
from solvers.output.text import print_comparison
from solvers.puzzle.placements import empty
from solvers.puzzle.problem import Problem
from solvers.referee.crosscheck import crosscheck
from solvers.spreadsheet import FORMULA, LONGEST_CELL

HOSTILE = '=1\x1b[2J\x1b]0;x\x07\r\n<script>alert(1)</script>;=1+1\t\u202e\u2028\x00\x9b"\udcff'
"""A text that a terminal, a page or a spreadsheet would obey."""

POINTS = {4: 1.0, 5: 2.0, 6: 4.0}


class Media:
    """The seven media of a report, as texts that a reader sees."""

    def __init__(self, report: CheckReport, folder: Path) -> None:
        self.report = report
        self.text = "\n".join(paragraphs(report, show_output=True))
        self.document = json.loads(json.dumps(as_json(report)))
        self.gradescope = json.loads(json.dumps(as_gradescope(report)))
        name = write_feedback(folder, report, "mine.py")
        row = GradeRow(report, page=name)
        written = io.StringIO(newline="")
        write_row(written, row)
        (cells,) = csv.reader(io.StringIO(written.getvalue(), newline=""))
        self.cells = dict(zip(COLUMNS, cells, strict=True))
        write_class(folder, [row])
        self.student_page = _visible((folder / name).read_text())
        self.class_page = _visible((folder / "class-names.html").read_text())
        self.web_page = _visible(finding_html(report, shows_output=True, for_student=True))

    def whole_texts(self) -> dict[str, str]:
        """The media that tell all sentences."""
        return {
            "text": self.text,
            "Gradescope": self.gradescope["output"],
            "student's page": self.student_page,
            "web page": self.web_page,
        }

    def tables(self) -> dict[str, str]:
        """The media with one line for each program."""
        return {"table": self.cells["summary"], "class page": self.class_page}


def _visible(page: str) -> str:
    """The text of a page as a reader sees it, on one line."""
    body = page.partition("<body")[2] or page
    text = unescape(re.sub(r"<[^>]*>", "", body)).replace("\xa0", " ")
    return " ".join(text.split())


def told_in(sentence: str, text: str) -> bool:
    """Whether the text has the sentence, which may begin with a capital letter there."""
    wanted = " ".join(sentence.split())[:300]
    shown = " ".join(text.split())
    return wanted in shown or wanted[:1].upper() + wanted[1:] in shown


WRONG = {4: (((0, 1, 2, 3), (2, 0, 3, 1)),), 5: ((),), 6: ((),)}
"""Answers with one board that is no solution, and none for larger boards."""

DRAWN = {4: ((("Q...", "Q...", "...Q", ".Q.."),),), 5: ((),)}


def answered(**changes: Any) -> CheckResult:
    """The result for wrong answers, with some changes."""
    return replace(judged(WRONG), **changes)


def every_kind(tmp_path: Path) -> Iterator[tuple[str, CheckResult | CheckReport]]:
    """A result or report of each kind: verdict, reason, cause, example, format, comment."""
    right = {4: (((1, 3, 0, 2), (2, 0, 3, 1)),)}
    yield "right", judged(right)
    yield "wrong", judged(WRONG)
    yield "a drawn board", judged(DRAWN)
    yield "one solution", judged({4: ((1, 3, 0, 2),)}, Task.ONE)
    yield "a number", judged({4: (2,), 5: (9,)}, Task.COUNT)
    yield "not looked at", answered(not_looked_at=("solve({n})",))
    for mistake in Mistake:
        yield f"{mistake}", answered(diagnosis=(Diagnosis(mistake, 4, 1, 2, 3),))
    told = [Change(line, ChangeKind.COMPARISON, "row != 7", "row == 7") for line in range(3, 7)]
    yield "a change", answered(changes=tuple(told[:1]), changed_sizes=(4, 5))
    yield "three changes", answered(changes=tuple(told[:3]), changed_sizes=(4, 5))
    yield "several changes", answered(changes=tuple(told), changed_sizes=(4, 5))
    for kind in ReasonKind:
        task = Task.ONE if kind is ReasonKind.OTHER_TASK else None
        reason = Reason(kind, 4, "shown", 5, task, 1, 1, 2, ("rows", "columns"))
        yield f"{kind}", answered(verdict=ProgramVerdict.NOT_JUDGED, reason=reason, diagnosis=())
    for cause in Cause:
        ending = Ending(cause, 1, 2, exit_code=3, detail="these words")
        yield f"{cause}", ended(ending)
        yield f"no result: {cause}", report_without_result("mine.py", ending, POINTS)
    yield "refused", report_without_result("mine.py", SubmissionError("it is a link"), POINTS)
    yield "the suite failed", report_without_result("mine.py", RuntimeError("oh"), POINTS)
    yield "absent", report_without_result("", "", POINTS, "not handed in")
    decision = Override(student="Ada", score=2.5, comment="a good idea")
    yield "decided", with_decision(report_of(judged(WRONG), POINTS), decision, "", None)
    if explained := _explained(tmp_path):
        yield "why", explained


def ended(ending: Ending) -> CheckResult:
    """A result with such an ending for n = 5, after right answers for n = 4."""
    result = judged({4: (((1, 3, 0, 2), (2, 0, 3, 1)),), 5: ()})
    run = replace(result.sizes[5].answer.run, ending=ending)
    size = SizeResult(replace(result.sizes[5].answer, run=run))
    is_limit = ending.cause.kind is CauseKind.LIMIT
    verdict = ProgramVerdict.NOT_FINISHED if is_limit else ProgramVerdict.NOT_JUDGED
    reason = None if is_limit else Reason(ReasonKind.ERROR, 5, "these words")
    return replace(result, verdict=verdict, reason=reason, sizes={**result.sizes, 5: size})


def _explained(tmp_path: Path) -> CheckResult | None:
    source = (ROOT / "docs/why/missing.pl").read_text()
    result = checked(tmp_path / "mine.pl", source, sizes=[4], hints=True)
    return replace(result, changes=()) if result.why else None


def sentences(report: CheckReport) -> Iterator[str]:
    """Every sentence that all media have to tell."""
    yield report.headline
    yield from filter(None, (report.reason, report.scoring))
    yield from report.remarks


def findings(report: CheckReport) -> Iterator[str]:
    """Every sentence about the fault, for which a table has no room."""
    yield from filter(None, (report.result, report.example and report.example.sentence))
    yield from (cause.replace("\n", " ") for cause in report.diagnosis)
    yield from (report.why.head, *report.why.tail) if report.why else ()
    yield from [f"omment: {report.comment}"] if report.comment else []


@pytest.fixture(scope="session")
def media_of_kinds(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, Media]]:
    """The media of a report of each kind."""
    folder = tmp_path_factory.mktemp("kinds")
    return [
        (name, Media(kind if isinstance(kind, CheckReport) else report_of(kind, POINTS), folder))
        for name, kind in every_kind(folder)
    ]


def test_every_medium_tells_the_same_of_every_kind_of_report(
    media_of_kinds: list[tuple[str, Media]],
) -> None:
    for name, media in media_of_kinds:
        assert_same_sentences(name, media)
        assert_same_numbers(name, media)
        for text in (media.gradescope["output"], media.student_page):
            assert "queens check" not in text, name  # a student has no command


def assert_same_sentences(name: str, media: Media) -> None:
    report = media.report
    for medium, text in media.whole_texts().items():
        for sentence in (*sentences(report), *findings(report)):
            assert told_in(sentence, text), (name, medium, sentence)
    for medium, text in media.tables().items():
        for sentence in sentences(report):
            assert told_in(sentence, text), (name, medium, sentence)
    for field in ("verdict", "headline", "reason", "result", "scoring", "comment", "student"):
        assert media.document[field] == getattr(report, field), (name, field)
    for field in ("remarks", "diagnosis", "not_accepted"):
        assert media.document[field] == [*getattr(report, field)], (name, field)
    told = [(each["line"], each["kind"], each["new"]) for each in media.document["changes"]]
    assert told == [(change.line, str(change.kind), change.new) for change in report.changes]
    for change in report.changes:  # for the instructor alone
        assert change.new in media.class_page, name
        texts = (media.text, media.gradescope["output"], media.student_page, media.web_page)
        assert not any(change.new in text for text in texts), name
    assert media.cells["diagnosis"] == "; ".join(report.diagnosis)
    assert (media.cells["verdict"], media.cells["comment"]) == (report.verdict, report.comment)


def assert_same_numbers(name: str, media: Media) -> None:
    report = media.report
    assert media.document["score"] == report.score
    assert media.document["max_score"] == report.max_score
    assert media.cells["score"] == ("" if report.score is None else str(report.score)), name
    assert float(media.cells["max_score"]) == report.max_score
    assert media.cells["smallest_failing_n"] == str(report.smallest_failing_n or "")
    points = "" if report.score is None else f"{report.score:g} of {report.max_score:g}"
    assert points in media.class_page
    assert media.gradescope["score"] == (report.score or 0.0)
    if report.measured is None:
        assert sum(size.points for size in report.sizes) == (report.score or 0.0)
    tests = {test["name"]: test for test in media.gradescope["tests"]}
    for size in report.sizes:
        told_size = next(each for each in media.document["sizes"] if each["n"] == size.n)
        assert told_size["state"] == size.state, name
        if size.worth:
            test = tests[f"n = {size.n}"]
            assert (test["score"], test["max_score"]) == (size.points, size.worth), name
            assert test["output"] == size.sentence
        for text in (media.student_page, media.web_page):
            assert f"n = {size.n}: {size.state}" in text, (name, size)
    if report.verdict == ProgramVerdict.NOT_JUDGED:
        assert {size.state for size in report.sizes} <= {SizeState.NOT_JUDGED, SizeState.NOT_TESTED}
        assert report.score is None
        assert report.smallest_failing_n is None
    failing = [each["n"] for each in media.document["runs"]]
    assert report.smallest_failing_n is None or report.smallest_failing_n in failing


def test_the_place_at_a_limit_is_that_of_the_size_that_is_named() -> None:
    result = ended(Ending(Cause.TIME, 1))
    stopped = result.sizes[5].answer
    sizes = {
        2: SizeResult(replace(stopped, n=2, place=Place("two", 2, 1.0))),
        5: SizeResult(replace(stopped, place=Place("five", 7, 1.0))),
    }
    report = report_of(replace(result, sizes=sizes), POINTS)
    assert "not finished at n = 2" in report.headline
    assert "in two, line 2" in report.reason
    assert report.stopped_in == Place("two", 2, 1.0)


def test_a_proposed_command_repeats_the_options_that_were_given() -> None:
    result = judged({4: (2,), 5: (10,)})
    given = {"--n": "5", "--sandbox": "basic", "--allow-packages": "numpy"}
    step = report_of(result, POINTS, given).next_step
    assert step
    assert step.arguments[3:] == (
        *("--n", "5", "--sandbox", "basic", "--allow-packages", "numpy", "--task", "count"),
    )


def hostile(kind: ReasonKind | None, verdict: ProgramVerdict, cause: Cause) -> CheckResult:
    """A result in which every text is hostile."""
    result = judged({4: ()})
    ending = Ending(cause, 1, 2, exit_code=3, detail=HOSTILE)
    run = Run(HOSTILE, HOSTILE, ending, empty(4), remarks=(HOSTILE,), version=HOSTILE)
    answer = replace(result.sizes[4].answer, run=run, printed=HOSTILE, failure=HOSTILE)
    reason = Reason(kind, 4, HOSTILE, task=Task.ONE, names=(HOSTILE,)) if kind else None
    return replace(
        result,
        submission=replace(result.submission, name=HOSTILE, path=Path(HOSTILE.replace("\0", "/"))),
        subject=Subject(Origin.CALL, f"{HOSTILE}({{n}})"),
        verdict=verdict,
        sizes={4: SizeResult(answer)},
        format=Format(Shape.BOARD, sign=HOSTILE),
        reason=reason,
        defines=(Definition(HOSTILE, 1, 2, (HOSTILE, HOSTILE)),),
        not_looked_at=(HOSTILE,),
        load_error=HOSTILE,
    )


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part)


def assert_printable(text: str) -> None:
    shown = text.replace("\u00a0", " ").split("\n")  # an unbreakable space of ours
    assert all(line.isprintable() for line in shown), text


@a_share(
    ("kind", "verdict", "cause"),
    [
        *((kind, ProgramVerdict.NOT_JUDGED, Cause.FAILED) for kind in ReasonKind),
        *((None, ProgramVerdict.NOT_FINISHED, cause) for cause in Cause),
        *((None, ProgramVerdict.WRONG, cause) for cause in Cause),
    ],
    every=2,
)
def test_a_strangers_text_is_printable_in_every_medium(
    kind: ReasonKind | None, verdict: ProgramVerdict, cause: Cause, tmp_path: Path
) -> None:
    media = Media(told(hostile(kind, verdict, cause)), tmp_path)
    assert_printable(media.text)
    for document in (media.document, media.gradescope):
        for text in texts_in(document):
            assert_printable(text)
    for page in tmp_path.glob("*.html"):
        shown = page.read_text().partition("<body")[2]
        assert "<script>alert" not in shown
        assert not {"\x1b", "\x07", "\x00", "\x9b", "\u202e", "\u2028"} & {*shown}
    for text in media.cells.values():
        assert_printable(text)
        assert ";=" not in text
        assert not text.startswith(FORMULA)
        assert len(text) <= LONGEST_CELL + 1


@pytest.mark.parametrize(
    "why",
    [SubmissionError(HOSTILE), RuntimeError(HOSTILE), *(Ending(c, detail=HOSTILE) for c in Cause)],
    ids=repr,
)
def test_the_reason_for_no_result_is_printable(why: Exception | Ending, tmp_path: Path) -> None:
    media = Media(report_without_result("a" * 9_000, why, POINTS), tmp_path)
    for text in (media.text, *media.cells.values(), *texts_in(media.document)):
        assert_printable(text)


@pytest.mark.parametrize("cause", [*Cause], ids=str)
def test_a_program_in_a_comparison_is_shown_in_printable_lines(cause: Cause) -> None:
    from rich.console import Console

    ending = Ending(cause, 1, 2, exit_code=3, detail=HOSTILE)
    run = Run(HOSTILE, "submission", ending, empty(4), remarks=(HOSTILE,), version=HOSTILE)
    shown = io.StringIO()
    print_comparison(Console(file=shown, width=10_000), crosscheck(Problem(4), [run]))
    assert_printable(shown.getvalue())
