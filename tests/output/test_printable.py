"""Every text of a stranger is printable in every output, and is no formula in a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from checked_programs import judged
from rich.console import Console

from solvers.errors import SubmissionError
from solvers.execution.result import Cause, Ending, Run
from solvers.grading.points import EqualPoints
from solvers.grading.protocol import Definition
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind, SizeResult
from solvers.grading.returned import Format, Shape
from solvers.grading.subject import Origin, Subject
from solvers.output.check_documents import as_gradescope, as_json
from solvers.output.check_text import paragraphs, unjudged_words
from solvers.output.class_page import write_class
from solvers.output.feedback import write_feedback
from solvers.output.grade_table import grade_row, row_without_run, write_row
from solvers.output.printable import FORMULA, LONGEST_CELL
from solvers.output.text import print_comparison
from solvers.puzzle.placements import empty
from solvers.puzzle.problem import Problem
from solvers.referee.crosscheck import crosscheck

HOSTILE = '\x1b[2J\x1b]0;x\x07\r\n<script>alert(1)</script>;=1+1\t\u202e\u2028\x00\x9b"\udcff'
"""A text that a terminal, a page or a spreadsheet would obey."""

POINTS = EqualPoints({4: 1.0})


def hostile(kind: ReasonKind | None, verdict: ProgramVerdict, cause: Cause) -> CheckResult:
    """A result in which every text is hostile."""
    result = judged({4: ()})
    ending = Ending(cause, 1, 2, exit_code=3, detail=HOSTILE)
    run = Run(HOSTILE, HOSTILE, ending, empty(4), remarks=(HOSTILE,), version=HOSTILE)
    answer = replace(result.sizes[4].answer, run=run, printed=HOSTILE, failure=HOSTILE)
    return replace(
        result,
        submission=replace(result.submission, name=HOSTILE, path=Path(HOSTILE.replace("\0", "/"))),
        subject=Subject(Origin.CALL, f"{HOSTILE}({{n}})"),
        verdict=verdict,
        sizes={4: SizeResult(answer)},
        format=Format(Shape.BOARD, mark=HOSTILE),
        reason=Reason(kind, 4, HOSTILE) if kind else None,
        defines=(Definition(HOSTILE, 1, 2, (HOSTILE, HOSTILE)),),
        not_looked_at=(HOSTILE,),
        load_error=HOSTILE,
    )


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_in(each)


def assert_printable(text: str) -> None:
    shown = text.replace("\u00a0", " ").split("\n")  # an unbreakable space of ours
    assert all(line.isprintable() for line in shown), text


def row_of(row: Any) -> list[str]:
    written = io.StringIO(newline="")
    write_row(written, row)
    ((*cells,),) = csv.reader(io.StringIO(written.getvalue(), newline=""))
    return cells


CASES = [
    *(
        (kind, ProgramVerdict.NOT_JUDGED, Cause.FAILED)
        for kind in ReasonKind
        if kind is not ReasonKind.OTHER_TASK  # it has no text of the program's
    ),
    *((None, ProgramVerdict.NOT_FINISHED, cause) for cause in Cause),
    *((None, ProgramVerdict.WRONG, cause) for cause in Cause),
]


@pytest.mark.parametrize(("kind", "verdict", "cause"), CASES)
def test_a_strangers_text_is_printable_in_every_output(
    kind: ReasonKind | None, verdict: ProgramVerdict, cause: Cause, tmp_path: Path
) -> None:
    result = hostile(kind, verdict, cause)
    for paragraph in paragraphs(result, show_output=True):
        assert_printable(paragraph.text)
    for document in (as_json(result, POINTS), as_gradescope(result, POINTS)):
        assert_printable(json.dumps(document))
        for text in texts_in(document):
            assert_printable(text)
    page = tmp_path / write_feedback(tmp_path, result, "mine.py")
    row = {**grade_row(result, POINTS), "page": page.name}
    write_class(tmp_path, [row])
    for path in (page, tmp_path / "class.html"):
        told = path.read_text().partition("<body")[2]
        assert "<script>alert" not in told
        assert not {"\x1b", "\x07", "\x00", "\x9b", "\u202e", "\u2028"} & {*told}
    for text in row_of(row):
        assert_printable(text)
        assert ";=" not in text
        assert not text.startswith(FORMULA)


@pytest.mark.parametrize(
    "why",
    [SubmissionError(HOSTILE), RuntimeError(HOSTILE), *(Ending(c, detail=HOSTILE) for c in Cause)],
    ids=repr,
)
def test_the_reason_for_no_result_is_printable(why: Exception | Ending) -> None:
    for text in row_of(row_without_run(Path("a.py"), unjudged_words(why), POINTS)):
        assert_printable(text)


@pytest.mark.parametrize("cause", [*Cause], ids=str)
def test_a_program_in_a_comparison_is_shown_in_printable_lines(cause: Cause) -> None:
    ending = Ending(cause, 1, 2, exit_code=3, detail=HOSTILE)
    run = Run(HOSTILE, "submission", ending, empty(4), remarks=(HOSTILE,), version=HOSTILE)
    shown = io.StringIO()
    print_comparison(Console(file=shown, width=10_000), crosscheck(Problem(4), [run]))
    assert_printable(shown.getvalue())


def test_a_cell_is_never_longer_than_a_spreadsheet_takes() -> None:
    (cell, *_) = row_of(row_without_run(Path("a" * 900_000), "", POINTS))
    assert len(cell) <= LONGEST_CELL + 1
