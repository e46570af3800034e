"""Changes that make a wrong program right: each was tried, and confirmed before it is told."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from checked_programs import checked, told
from places import ROOT, ZOO
from shares import a_share

from solvers.execution.limits import Limits
from solvers.grading import language
from solvers.grading.reading_limit import ReadingError
from solvers.grading.repair import trials
from solvers.grading.repair.catalogue import Change, ChangeKind, Edit
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.grading.sandbox import Sandbox
from solvers.output.change_words import changes_words

PYTHON = """\
def safe(rows, row):
    column = len(rows)
    for other in range(column):
        if rows[other] == row or abs(rows[other] - row) == column - other:
            return False
    return True


def place(n, rows, found):
    if len(rows) == n:
        found.append(list(rows))
        return
    for row in range(n):
        if safe(rows, row):
            rows.append(row)
            place(n, rows, found)
            rows.pop()


def queens(n):
    found = []
    place(n, [], found)
    return found
"""
PROLOG = (ROOT / "solvers/site/page/programs/right.pl").read_text()
SCHEME = (ZOO / "lists.scm").read_text()
SETS = """\
class Board:
    def __init__(self):
        self.rows, self.ups, self.downs, self.placed = set(), set(), set(), []
    def put(self, row, column):
        self.rows.add(row)
        self.ups.add(row - column)
        self.downs.add(row + column)
    def take(self, row, column):
        self.rows.remove(row)
        self.ups.remove(row - column)
        self.downs.remove(row + column)
    def boards(self, n, column=0):
        if column == n:
            yield self.placed[:]
        for row in range(n):
            taken = row in self.rows or row - column in self.ups or row + column in self.downs
            if not taken:
                self.put(row, column)
                self.placed.append(row)
                yield from self.boards(n, column + 1)
                self.placed.pop()
                self.take(row, column)
def queens(n): return list(Board().boards(n))
"""
RIGHT = {
    "mine.py": PYTHON,
    "mine.pl": PROLOG,
    "mine.scm": SCHEME,
    "mine.rkt": "#lang racket\n" + SCHEME,
}
"""A right program in each language."""

LIMITS = Limits(seconds=10, memory_mib=1024, output_mib=64, total_seconds=100)

pytestmark = pytest.mark.usefixtures("compiled_harness", "enough_time")


@pytest.fixture
def enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """All changes are tried, however busy the machine is."""
    monkeypatch.setattr(trials, "SECONDS", 200)
    monkeypatch.setattr(trials, "TRYING", 100)


def changed(folder: Path, name: str, source: str, **options: str) -> CheckResult:
    """The result of checking this program in a process of its own, with the changes that help."""
    return checked(
        folder / name,
        source,
        sizes=range(1, 7),
        hints=True,
        limits=LIMITS,
        runner=Sandbox.BASIC,
        **options,  # type: ignore[arg-type]  # the call
    )


def once(source: str, old: str, new: str) -> tuple[str, int]:
    """The source with the first of these texts replaced, and the line of it."""
    assert old in source
    return source.replace(old, new, 1), source[: source.index(old)].count("\n") + 1


FAULTS = {
    "comparison": ("mine.py", "== column - other", "< column - other", ChangeKind.COMPARISON),
    "copy": ("mine.py", "list(rows)", "rows", ChangeKind.COPY),
    "too early": ("mine.py", "    return True", "        return True", ChangeKind.INDENTATION),
    "undo": ("mine.py", "rows.pop()", "pass", ChangeKind.STATEMENT_MISSING),
    "one of three": (
        "sets.py",
        "self.downs.remove(row + column)",
        "pass",
        ChangeKind.STATEMENT_MISSING,
    ),
    "error": ("mine.py", "rows[other] == row", "rows[column] == row", ChangeKind.VARIABLE),
    "order": (
        "mine.pl",
        "    Last is N - 1,\n    between(0, Last, Row),",
        "    between(0, Last, Row),\n    Last is N - 1,",
        ChangeKind.ORDER,
    ),
    "sign": ("mine.pl", "Row - Other", "Row + Other", ChangeKind.SIGN),
    "endless": ("mine.pl", "place(N, Next,", "place(N, Left,", ChangeKind.VARIABLE),
    "cut": ("mine.pl", "Placed, 1),", "Placed, 1), !,", ChangeKind.CUT),
    "clause": (
        "mine.pl",
        "no_attack(_, [], _).",
        "no_attack(_, [_], _).\nno_attack(_, [], _).",
        ChangeKind.STATEMENT_EXTRA,
    ),
    "distance": ("mine.scm", "(+ distance 1)", "distance", ChangeKind.OFF_BY_ONE),
    "first": ("mine.rkt", "rest 1)", "rest 2)", ChangeKind.OFF_BY_ONE),
}
"""Natural mistakes: the program, its text, the mistake, and the kind of a change that helps."""


@a_share("fault", FAULTS, every=4)
def test_a_change_is_told_by_its_line_and_kind(fault: str, tmp_path: Path) -> None:
    name, old, new, kind = FAULTS[fault]
    source, line = once({**RIGHT, "sets.py": SETS}[name], old, new)
    result = changed(tmp_path, name, source)
    assert result.verdict is not ProgramVerdict.RIGHT
    lines = {change.line for change in result.changes}
    assert {line, line + new.count("\n")} & lines, (result.changes, line)
    assert kind in {change.kind for change in result.changes}
    report = told(result)
    sentence = report.diagnosis[0]
    assert "right for n = 1 to 6" in sentence
    assert str(line) in sentence or len(result.changes) > 3
    texts = [change.new for change in result.changes if not change.new.isidentifier()]
    assert not any(text in sentence for text in texts if len(text) > 1)


SAID = {
    "one variable in line 3 replaced": (ChangeKind.VARIABLE, "row", "absent"),
    "one variable in line 3 replaced by a list": (ChangeKind.VARIABLE, "Q", "[Q|Qs]"),
    "the head and tail of a list in line 3 in another order": (ChangeKind.ARGUMENTS, "A|B", "B|A"),
}


def test_the_words_of_a_change_fit_its_text() -> None:
    told = SimpleNamespace(submission=SimpleNamespace(language=language.PROLOG), changed_sizes=[4])
    for words, change in SAID.items():
        told.changes = [Change(3, *change)]
        (said,) = changes_words(told)  # type: ignore[arg-type]  # all of a result that it reads
        assert said == f"with {words}, the program is right for n = 4"


TOKENS = {
    "==": "!=",
    "<": "<=",
    "=\\=": "=:=",
    "+": "-",
    "-": "+",
    " 1": " 2",
    "or": "and",
    "and": "or",
}


def one_token_changed(source: str) -> Iterator[str]:
    """The program with one token replaced by another one, at each place."""
    for old, new in TOKENS.items():
        for found in re.finditer(rf"(?<![\w=\\<>:?-]){re.escape(old)}(?![\w=\\<>:?-])", source):
            yield source[: found.start()] + new + source[found.end() :]


TOKENS_CHANGED = [
    (name, source)
    for name in RIGHT
    for programs in [[*one_token_changed(RIGHT[name])]]
    for source in programs[len(programs) // 2 :: 2]
]


@a_share(
    ("name", "source"),
    TOKENS_CHANGED,
    every=2,  # one in each language
    ids=map(str, range(len(TOKENS_CHANGED))),
)
def test_a_changed_token_is_found_and_made_right(name: str, source: str, tmp_path: Path) -> None:
    result = changed(tmp_path, name, source)
    if trials.is_changeable(result):  # it may be right as it is
        assert result.changes, source


def test_a_change_that_was_found_is_told_though_no_time_is_left_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, right = list[str](), trials._Trials._right
    late = SimpleNamespace(monotonic=lambda: time.monotonic() + trials.TRYING * (len(asked) > 1))

    def counted(*arguments: Any) -> list[Edit]:
        found = right(*arguments)
        asked.append("for one n, or for the others")
        return found

    monkeypatch.setattr(trials, "FEW", 100)
    monkeypatch.setattr(trials, "time", late)
    monkeypatch.setattr(trials._Trials, "_right", counted)
    result = changed(tmp_path, "mine.py", once(PYTHON, "== column", "< column")[0])
    assert [change.kind for change in result.changes] == [ChangeKind.COMPARISON]


LIAR = """\
import os
BESIDE = os.listdir(os.path.dirname(__file__))
BOARDS = {4: [[1, 3, 0, 2], [2, 0, 3, 1]]}
def queens(n):
    return BOARDS.get(n, []) if len(BESIDE) > 1 else []
"""


def test_what_is_right_only_while_changes_are_tried_is_not_told(tmp_path: Path) -> None:
    result = changed(tmp_path, "mine.py", LIAR)
    assert result.verdict is ProgramVerdict.WRONG
    assert result.changes == ()


def test_no_cause_is_looked_for_without_a_fault_or_without_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[CheckResult] = []

    def noted(result: CheckResult, *_: object) -> tuple[Change, ...]:
        asked.append(result)
        return ()

    monkeypatch.setattr(trials, "changes_that_help", noted)
    assert changed(tmp_path, "mine.py", PYTHON).verdict is ProgramVerdict.RIGHT
    wrong, _ = once(PYTHON, "== column", "< column - column")
    unhelped = checked(tmp_path / "mine.py", wrong, runner=Sandbox.BASIC)
    assert not asked
    assert not unhelped.diagnosis
    assert changed(tmp_path, "mine.py", wrong).diagnosis
    assert len(asked) == 1


@pytest.mark.parametrize("helper", ["repair.trials.changes_that_help", "why.explained"])
def test_an_error_in_an_explanation_costs_the_explanation_alone(
    helper: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise ReadingError

    monkeypatch.setattr(f"solvers.grading.{helper}", failing)
    result = changed(tmp_path, "mine.pl", once(PROLOG, "Row -", "Row +")[0])
    is_why = helper == "why.explained"
    assert result.verdict is ProgramVerdict.WRONG
    assert (bool(result.changes), bool(result.why)) == (is_why, not is_why)
