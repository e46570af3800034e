"""Programs that are judged against given boards: blocked, with a given queen, or coloured."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from checked_programs import checked
from places import ROOT

from solvers.grading.given import GivenBoard, read_given
from solvers.grading.result import CheckResult, ProgramVerdict, ReasonKind
from solvers.grading.submission import Task
from solvers.output.report import report_of
from solvers.referee.certificate import known_solutions

COLOURED = ROOT / "examples/coloured"
SMALL, *PAIR = (
    read_given(f"{name}.txt", (COLOURED / f"{name}.txt").read_text())
    for name in ("5-2", "8-2", "8-8")
)
MIDDLE = read_given("middle.txt", "\n".join(["." * 8] * 2 + ["..xxxx.."] * 4 + ["." * 8] * 2))
CORNER = read_given("corner.txt", "\n".join(["Q.......", "." * 8, "...x....", *["." * 8] * 5]))

PLAIN = """
def queens(n):
    boards = [[]]
    for c in range(n):
        boards = [[*b, r] for b in boards for r in range(n) if free(r, c)
                  if all(r != x and abs(r - x) != c - k for k, x in enumerate(b))]
    return boards
def free(r, c):
    return True
"""
FREE = PLAIN.replace("return True", "return not (1 < r < 6 and 1 < c < 6)")
PUZZLE = (ROOT / "docs/calls/puzzle.py").read_text()
PROLOG = r"""
queens(Board, Qs) :- maplist(string_chars, Board, Rows), place(Rows, [], Qs).
place([], Placed, Qs) :- findall(C, member(C-_, Placed), Cs), reverse(Cs, Qs).
place([Row|Rows], Placed, Qs) :-
    nth1(C, Row, Colour),
    \+ member(C-_, Placed), \+ member(_-Colour, Placed),
    ( Placed = [Above-_|_] -> abs(C - Above) > 1 ; true ),
    place(Rows, [C-Colour|Placed], Qs).
"""
SCHEME = f"""
(define (queens board)
  (if (equal? board '({" ".join(f'"{line}"' for line in SMALL.lines)}))
      '(({" ".join(map(str, *known_solutions(SMALL.problem)))}))
      '()))
"""
"""A program that knows the solution of one board, and looks at all of its lines."""


def headline(result: CheckResult, *boards: GivenBoard) -> str:
    """The verdict in a sentence."""
    return report_of(result, dict.fromkeys(boards, 1.0)).headline


def test_boards_of_one_size_are_different_places_in_a_check() -> None:
    first, second = PAIR
    assert first == 8 == second
    assert first != second
    assert {first: 1, second: 2} == {copy.deepcopy(first): 1, second: 2}


def test_none_in_the_middle_sixteen_squares(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    right = checked(program, FREE, sizes=[MIDDLE])
    assert headline(right, MIDDLE) == "queens(n) is right for the board middle.txt"
    wrong = report_of(checked(program, PLAIN, sizes=[MIDDLE]), {MIDDLE: 1.0})
    assert wrong.headline.endswith("wrong on the board middle.txt (88 not allowed on this board)")
    assert wrong.result == "expected 4 solutions for the board middle.txt, got 92 answers"
    assert wrong.example
    assert wrong.example.sentence.endswith("the square in row 5 of column 3 is blocked")
    assert wrong.example.lines == MIDDLE.lines
    assert wrong.diagnosis == ()


@pytest.mark.parametrize(
    ("name", "source", "call", "boards"),
    [
        ("mine.py", PUZZLE, "queens({board})", (SMALL, *PAIR)),
        ("mine.pl", PROLOG, "queens({board}, Solution)", (SMALL, *PAIR)),
        ("mine.rkt", f"#lang racket\n{SCHEME}", "(queens {board})", (SMALL,)),
        ("mine.scm", SCHEME, "(queens {board})", (SMALL,)),
    ],
)
def test_a_coloured_board_is_handed_over_as_strings(
    name: str, source: str, call: str, boards: tuple[GivenBoard, ...], tmp_path: Path
) -> None:
    result = checked(tmp_path / name, source, call=call, sizes=boards)
    assert result.verdict is ProgramVerdict.RIGHT, result.reason
    assert result.format
    assert result.format.by_rows is (PAIR[0] in boards)  # they give the column of each row


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("and colour not in colours", "", "share a colour"),
        (" and not touches", "", "touch"),
        ("abs(column - columns[-1]) == 1", "False", "touch"),
    ],
)
def test_a_wrong_program_gets_an_example_on_the_board(
    old: str, new: str, why: str, tmp_path: Path
) -> None:
    source = PUZZLE.replace(old, new)
    result = checked(tmp_path / "mine.py", source, call="queens({board})", sizes=[SMALL])
    assert result.verdict is ProgramVerdict.WRONG
    example = report_of(result, {SMALL: 1.0}).example
    assert example
    assert example.sentence.endswith(why)


@pytest.mark.parametrize(
    ("shown", "ways"),
    [
        ("b", "row numbers"),
        ("[b.index(r) for r in range(n)]", "the column of each row"),
        ("[(r + 1, c + 1) for c, r in enumerate(b)]", "squares"),
        ("[''.join('.Q'[b[c] == r] for c in range(n)) for r in range(n)]", "drawn boards"),
        ("[''.join('.Q'[b[c] == r] for r in range(n)) for c in range(n)]", "drawn boards"),
    ],
)
def test_rows_and_columns_may_be_told_in_either_order(
    shown: str, ways: str, tmp_path: Path
) -> None:
    source = PLAIN.replace("return boards", f"return [{shown} for b in boards]")
    right = source.replace("return True", "return (c or not r) and (c, r) != (3, 2)")
    result = checked(tmp_path / "mine.py", right, sizes=[CORNER])
    assert result.verdict is ProgramVerdict.RIGHT
    assert report_of(result, {}).remarks[0].startswith(f"its answers were read as {ways}")


@pytest.mark.parametrize(
    ("task", "given", "verdict"),
    [
        (Task.ONE, "queens(n)[-1]", "right"),
        (Task.ONE, "queens(n)[0][::-1][1:] + [7]", "wrong"),
        (Task.ONE, "None", "wrong"),
        (Task.COUNT, "len(queens(n))", "right"),
        (Task.COUNT, "92", "wrong"),
    ],
)
def test_one_solution_or_their_number(task: Task, given: str, verdict: str, tmp_path: Path) -> None:
    source = f"{FREE}\ndef asked(n):\n    return {given}\n"
    result = checked(tmp_path / "mine.py", source, call="asked({n})", task=task, sizes=[MIDDLE])
    assert result.verdict == verdict


def test_a_program_for_one_board_needs_no_n(tmp_path: Path) -> None:
    program, fixed = tmp_path / "mine.py", f"{FREE}\nBOARDS = queens(8)\n"
    assert checked(program, fixed, call="BOARDS", sizes=[MIDDLE]).verdict is ProgramVerdict.RIGHT
    printing = f"{FREE.replace('queens', 'found')}\nfor board in found(8):\n    print(board)\n"
    result = checked(program, printing, sizes=[MIDDLE])
    assert headline(result) == "the boards that it prints are right for the board middle.txt"


def test_a_call_with_the_board_is_proposed(tmp_path: Path) -> None:
    result = checked(tmp_path / "mine.py", PUZZLE, sizes=PAIR)
    assert result.reason
    assert result.reason.kind is ReasonKind.ERROR
    step = report_of(result, {}, {"--board=8-2.txt": "", "--board=8-8.txt": ""}).next_step
    assert step
    assert step.fact == "queens(board) gives 1 board for the board 8-2.txt"
    assert step.arguments[3:] == (
        *("--board=8-2.txt", "--board=8-8.txt", "--call", "queens({board})"),
    )


MODEL = r"""
include "globals.mzn";
array[1..8] of var 1..8: q;
constraint alldifferent(q);
constraint alldifferent(i in 1..8)(q[i] + i) /\ alldifferent(i in 1..8)(q[i] - i);
constraint forall(i in 3..6)(q[i] < 3 \/ q[i] > 6);
solve satisfy;
"""


def test_a_model_is_judged_on_the_board(tmp_path: Path) -> None:
    assert checked(tmp_path / "a.mzn", MODEL, sizes=[MIDDLE]).verdict is ProgramVerdict.RIGHT
    wrong = checked(tmp_path / "a.mzn", MODEL.replace("q[i] > 6", "q[i] > 5"), sizes=[MIDDLE])
    assert headline(wrong).endswith("wrong on the board middle.txt (2 not allowed on this board)")


def test_a_change_is_found_and_a_part_is_shown(tmp_path: Path) -> None:
    source, call = PROLOG.replace("> 1 ;", "> 2 ;"), "queens({board}, Solution)"
    result = checked(tmp_path / "mine.pl", source, call=call, sizes=[SMALL], hints=True)
    assert [change.line for change in result.changes] == [7]
    assert result.changed_sizes == (SMALL,)
    assert result.why
    assert any("> 2" in source[clause.start : clause.end] for clause in result.why.clauses)
