"""A verdict is about one named subject: a call, a function with a usual name, or printed boards."""

from __future__ import annotations

import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from checked_programs import FOUND, checked, next_step
from hypothesis import given
from hypothesis import strategies as st

from solvers.grading.language import GUILE, PROLOG, PYTHON, RACKET, Language
from solvers.grading.protocol import Definition
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.subject import (
    USUAL_NAMES,
    Origin,
    Subject,
    plain_name,
    usual_calls,
)
from solvers.grading.submission import Task
from solvers.output.report import report_of


def function(name: str, arguments: int = 1) -> Definition:
    return Definition(name, arguments, arguments)


def named(value: object) -> str:
    return str(getattr(value, "name", value))


def method(home: str, name: str, arguments: int, made: int) -> Definition:
    return Definition(f"{home}.{name}", arguments, arguments, (), made, made)


def test_no_usual_name_stands_in_the_table_twice() -> None:
    assert len({*map(plain_name, USUAL_NAMES)}) == len(USUAL_NAMES)


@given(st.lists(st.sampled_from(USUAL_NAMES), unique=True))
def test_the_first_name_in_the_table_comes_first_wherever_it_stands(names: list[str]) -> None:
    calls = usual_calls(PYTHON, map(function, names))
    assert calls == [f"{name}({{n}})" for name in sorted(names, key=USUAL_NAMES.index)]


@pytest.mark.parametrize(
    "name",
    ["queens", "NQueens", "n_queens", "solve-n-queens", "SOLVE_QUEENS", "Queens2", "nQueens8"],
)
def test_names_are_compared_without_case_strokes_and_a_number_behind(name: str) -> None:
    assert usual_calls(RACKET, [function(name)]) == [f"({name} {{n}})"]


@pytest.mark.parametrize(
    ("language", "entry", "call"),
    [
        (PYTHON, function("queens"), "queens({n})"),
        (PYTHON, Definition("queens", 1, 3), "queens({n})"),
        (PYTHON, Definition("queens", 0, 1), "queens({n})"),
        (PYTHON, function("queens", 2), ""),
        (PYTHON, function("queens", 0), ""),
        (PYTHON, function("queens_are_safe"), ""),
        (PYTHON, method("Solution", "solveNQueens", 1, 0), "Solution().solveNQueens({n})"),
        (PYTHON, method("Solution", "totalNQueens", 1, 0), "Solution().totalNQueens({n})"),
        (PYTHON, method("Solution", "solveNQueens", 1, 1), ""),
        (PYTHON, method("Board", "solveNQueens", 1, 0), ""),
        (PYTHON, method("NQueens", "solve", 0, 1), "NQueens({n}).solve()"),
        (
            PYTHON,
            method("QueensSolver", "all_solutions", 0, 1),
            "QueensSolver({n}).all_solutions()",
        ),
        (PYTHON, method("NQueens", "solve", 1, 1), ""),
        (PYTHON, method("NQueens", "search", 0, 1), ""),
        (PYTHON, method("Board", "solve", 0, 1), ""),
        (PYTHON, Definition("NQueens", 1, 1, (), 0, -1), ""),
        (PROLOG, function("queens", 2), "queens({n}, Solution)"),
        (PROLOG, function("queens", 1), ""),
        (PROLOG, function("queens", 3), ""),
        (RACKET, function("n-queens"), "(n-queens {n})"),
        (GUILE, function("queens"), "(queens {n})"),
    ],
    ids=named,
)
def test_a_function_that_n_alone_can_call_is_called(
    language: Language, entry: Definition, call: str
) -> None:
    assert usual_calls(language, [entry]) == ([call] if call else [])


def test_a_call_has_n_in_its_place_and_is_shown_with_the_letter() -> None:
    subject = Subject(Origin.CALL, "place({n}, [], {n})")
    assert (subject.text(5), subject.shown) == ("place(5, [], 5)", "place(n, [], n)")
    assert subject.takes_n
    assert not Subject(Origin.CALL, "eight()").takes_n


@pytest.mark.parametrize(
    ("body", "subject", "verdict"),
    [
        ("def queens(n): raise OSError\ndef solve(n): return found(n)", "solve(n)", Verdict.RIGHT),
        ("def queens(n): return n.rows\ndef solve(n): return []", "solve(n)", Verdict.WRONG),
        ("def queens(n): return found(n)[n - 5]\n", "queens(n)", Verdict.NOT_JUDGED),
        ("def queens(n): return [(0,) * n][: 1 // (n > 4)]\n", "queens(n)", Verdict.WRONG),
        ("def queens(n): raise OSError\nfor b in found(6): print(b)", "", Verdict.RIGHT),
        ("def queens(b): raise OSError\nprint('welcome')", "queens(n)", Verdict.NOT_JUDGED),
    ],
    ids=[
        *("the next name", "the next is wrong", "raises for some n", "once no error"),
        *("the printed boards", "nothing else"),
    ],
)
def test_a_function_that_raises_for_every_n_cannot_be_called_with_n_alone(
    body: str, subject: str, verdict: Verdict, tmp_path: Path
) -> None:
    result = checked(tmp_path / "mine.py", f"{FOUND}\n{body}\n")
    assert (result.subject.shown, result.verdict) == (subject, verdict), result.reason


TWO = f"""{FOUND}
def queens(n): return []
def mine(n): return found(n)
for board in found(6): print(board)
"""


def test_a_named_call_comes_before_a_usual_name_and_that_before_printed_boards(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mine.py"
    for named, subject, verdict in [
        ({}, "queens(n)", Verdict.WRONG),
        ({"call": "mine({n})"}, "mine(n)", Verdict.RIGHT),
        ({"function": "mine"}, "mine(n)", Verdict.RIGHT),
        ({"printed": True}, "", Verdict.RIGHT),
    ]:
        result = checked(path, TWO, **named)  # type: ignore[arg-type]  # options of several types
        assert (result.subject.shown, result.verdict) == (subject, verdict), named


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("mine.pl", "mine(4, [2, 4, 1, 3]).\nmine(4, [3, 1, 4, 2]).\nqueens(_, []).\n"),
        (
            "mine.rkt",
            "#lang racket\n(define (mine n) '((1 3 0 2) (2 0 3 1)))\n(define (queens n) '())",
        ),
        ("mine.scm", "(define (mine n) '((1 3 0 2) (2 0 3 1)))\n(define (queens n) '())"),
    ],
)
def test_a_name_behind_the_file_names_the_subject_in_every_language(
    name: str, source: str, tmp_path: Path
) -> None:
    result = checked(tmp_path / name, source, sizes=[4], function="mine")
    assert (result.verdict, result.subject.origin) == (Verdict.RIGHT, Origin.CALL), result.reason


# The next step


PROPOSED = {
    "mine.py": [
        ("def my_search(n): return found(n)\ndef safe(n): return True", "--call 'my_search({n})'"),
        ("def permuted(n): return [*found(n), (0,) * n]", ""),
        ("def my_queens(n): return found(n)[:-1]", "--call 'my_queens({n})'"),
        ("class Board:\n    def __init__(self, n): self.n = n\n"
         "    def place(self): return found(self.n)", "--call 'Board({n}).place()'"),
        ("def queens(n):\n    for b in found(n): print(b)\n    return n",
         "--call 'queens({n})' --printed"),
        ("def queens(n):\n    for b in found(n): print(b)\n    return []",
         "--call 'queens({n})' --printed"),
        ("def queens(n): return 'none'\ndef go(n, rows): return found(n)", ""),
        ("def queens(n): return len(found(n))", "--task count"),
        ("def queens(n): return (found(n) + [None])[0]", "--task one"),
        ("n = int(input())\nfor board in found(n) + [(0,) * n]: print(board)", "--printed"),
        ("def every_one(n): yield from found(n)\nprint(found(6)[0])", "--call 'every_one({n})'"),
    ],
    "mine.pl": [
        ("queens(Qs, N) :- integer(N), four(N, Qs).\nfour(4, [2,4,1,3]).\nfour(4, [3,1,4,2]).", ""),
        ("q(Qs, N) :- integer(N), s(Qs, N).\ns([2,4,1,3], 4).\ns([3,1,4,2], 4).\n"
         "solved([2,4,1,3]).\nsolved([3,1,4,2]).", "--call 'solved(Solution)'"),
    ],
}  # fmt: skip
"""Programs, each with the options that its report proposes; "" for none."""


@pytest.mark.parametrize(
    ("name", "source", "options"), [(name, *case) for name in PROPOSED for case in PROPOSED[name]]
)
def test_options_are_proposed_only_if_the_program_is_judged_with_them(
    name: str, source: str, options: str, tmp_path: Path
) -> None:
    text = (FOUND + source).replace("found", "_found") if name == "mine.py" else source
    result = checked(tmp_path / name, text)
    assert result.verdict is Verdict.NOT_JUDGED
    step = next_step(result)
    assert ("run: queens check " in step) is bool(options)
    assert step.endswith(options)
    words = shlex.split(options)
    named = dict(pairwise(words))
    again = checked(
        tmp_path / name,
        text,
        call=named.get("--call", ""),
        task=Task(named.get("--task", "all")),
        printed="--printed" in words,
    )
    assert (again.verdict in {Verdict.RIGHT, Verdict.WRONG}) is bool(options)


def test_a_call_whose_value_was_read_is_proposed_without_printed(tmp_path: Path) -> None:
    source = f"{FOUND}def my_queens(n): return found(n)"
    result = checked(tmp_path / "mine.py", source, printed=True)
    step = report_of(result, {4: 1.0}, {"--printed": ""}).next_step
    assert step is not None
    assert step.arguments[3:] == ("--call", "my_queens({n})")
