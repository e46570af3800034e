"""Returned values become placements in five shapes, all n in one format: that with most right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from checked_programs import checked, judged, text_of, told
from hypothesis import given, settings
from hypothesis import strategies as st
from solutions import all_solutions, naive_attack

from solvers.grading.protocol import Pair, decode
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.returned import SMALLEST_SURE, Format, Shape, read_values
from solvers.grading.submission import Task
from solvers.output.check_text import paragraphs
from solvers.puzzle.placements import Placement

SIZES = range(1, 7)
FOUR = [(1, 3, 0, 2), (2, 0, 3, 1)]

Boards = Mapping[int, Sequence[Placement]]


def drawn(rows: Placement, queen: Any, free: Any) -> tuple[tuple[Any, ...], ...]:
    """The board line by line; a line is a column."""
    return tuple(tuple(queen if row == at else free for row in range(len(rows))) for at in rows)


Write = Callable[[Placement], Any]
MARKS = st.sampled_from(
    [("Q", "."), ("#", "-"), (1, 0), (0, 1), ("♛", " "), ("o", "x"), (True, False), ("QQ", "__")]
)
AS_TEXT: list[Callable[[Sequence[Sequence[Any]]], Any]] = [
    tuple,
    lambda board: tuple(" ".join(map(str, line)) for line in board),
    lambda board: tuple("|" + "|".join(map(str, line)) + "|" for line in board),
    lambda board: "\n".join(str(list(line)) for line in board),
    lambda board: "\n".join(" ".join(map(str, line)) for line in board) + "\n",
]


@st.composite
def writings(draw: st.DrawFn) -> Write:
    """A format in which one solution is written."""
    base, shape = draw(st.integers(0, 1)), draw(st.sampled_from(["rows", "text", *Shape]))
    if shape == "text":
        separator = draw(st.sampled_from(["", " ", ", "]))
        return lambda rows: separator.join(str(row + base) for row in rows)
    if shape is Shape.SQUARES:
        exchanged, order = draw(st.booleans()), draw(st.sampled_from([1, -1]))
        pair = draw(st.sampled_from([lambda *both: Pair(both), lambda *both: both]))

        def squares(rows: Placement) -> Any:
            both = [(c + base, row + base) for c, row in enumerate(rows)]
            return tuple(pair(*(each[::-1] if exchanged else each)) for each in both[::order])

        return squares
    if shape is Shape.BOARD:
        (queen, free), is_turned, lines = draw(
            st.tuples(MARKS, st.booleans(), st.sampled_from(AS_TEXT))
        )
        if free == " ":  # spaces between spaces are no cells
            lines = tuple

        def board(rows: Placement) -> Any:
            cells = drawn(rows, queen, free)
            return lines(tuple(zip(*cells, strict=True)) if is_turned else cells)

        return board
    return lambda rows: tuple(row + base for row in rows)


def answered(boards: Boards, write: Write, *, one_by_one: bool) -> dict[int, tuple[Any, ...]]:
    """The values of a program that gives these boards: a collection, or one after the other."""
    written = {n: tuple(map(write, found)) for n, found in boards.items()}
    return written if one_by_one else {n: (values,) for n, values in written.items()}


ONE_BY_ONE = st.sampled_from([{"one_by_one": True}, {"one_by_one": False}])


@settings(max_examples=150)
@given(writings(), ONE_BY_ONE, st.randoms(use_true_random=False))
def test_right_answers_are_right_in_every_format(
    write: Write, by: dict[str, bool], order: Any
) -> None:
    boards = {n: order.sample(sorted(all_solutions(n)), len(all_solutions(n))) for n in SIZES}
    result = judged(answered(boards, write, **by))
    assert result.verdict is Verdict.RIGHT, (result.reason, result.format)
    assert not result.not_accepted


@dataclass(frozen=True, slots=True)
class Fault:
    """The same answers with one fault at one size."""

    boards: Boards
    at: int


@st.composite
def faults(draw: st.DrawFn) -> Fault:
    """One solution is missing, comes twice, or there is a placement that is none."""
    n = draw(st.sampled_from([n for n in SIZES if all_solutions(n)]))
    right = sorted(all_solutions(n))
    kind, chosen = draw(st.sampled_from(["missing", "twice", "more"])), draw(st.sampled_from(right))
    if kind == "missing":
        found = [each for each in right if each != chosen]
    elif kind == "twice" or n == 1:
        found = [*right, chosen]
    else:
        attacked = st.permutations(range(n)).map(tuple).filter(naive_attack)
        found = [*right, draw(attacked)]
    return Fault({each: sorted(all_solutions(each)) for each in SIZES} | {n: found}, n)


@settings(max_examples=150)
@given(writings(), ONE_BY_ONE, faults())
def test_with_one_fault_no_answers_are_right_in_any_format(
    write: Write, by: dict[str, bool], fault: Fault
) -> None:
    result = judged(answered(fault.boards, write, **by))
    assert result.verdict is (Verdict.WRONG if fault.at >= SMALLEST_SURE else Verdict.NOT_JUDGED)
    assert fault.at in {result.failing_n, result.reason and result.reason.n}


@settings(max_examples=40)
@given(writings())
def test_one_solution_for_each_n_is_right_if_one_is_asked_for(write: Write) -> None:
    ones = {n: sorted(all_solutions(n))[:1] for n in SIZES}
    values = {n: tuple(map(write, found)) or (None,) for n, found in ones.items()}
    assert judged(values, Task.ONE).verdict is Verdict.RIGHT
    told = judged(values)
    assert told.reason is not None
    assert told.reason.task is Task.ONE


def rows_from(first: int, n: int) -> tuple[Any, ...]:
    return tuple(tuple(row + first for row in each) for each in sorted(all_solutions(n)))


def test_the_value_that_is_told_is_one_that_does_not_fit() -> None:
    off = (1, 3, 5, 2, 0)
    result = judged({4: (((2, 4, 1, 2), (3, 1, 4, 1)),), 5: (((1, 4, 2, 5, 2), off),)})
    assert result.reason
    assert (result.reason.n, result.reason.values[1:]) == (5, (off,))


def test_one_format_holds_for_all_n() -> None:
    mixed = {4: (rows_from(0, 4),), 5: (rows_from(0, 5),), 6: (rows_from(1, 6),)}
    result = judged(mixed)
    assert result.verdict is Verdict.NOT_JUDGED
    assert result.reason is not None
    assert (result.reason.n, result.reason.values[1]) == (6, (2, 4, 6, 1, 3, 5))


@pytest.mark.parametrize(
    ("given", "failing"),
    [
        ({1: ((("Q",),),), 4: ((("....",) * 4,) * 2,), 5: ((),)}, 4),
        ({1: ((("QQQQ"[:1],),),), 4: ((("QQQQ",) * 4,),)}, 4),
        ({1: (((),),), 4: (((), ()),)}, 1),
        ({4: (((1, 3, 0, 2), (2, 0, 3, 4)),)}, 4),
        ({4: (tuple(tuple(enumerate(rows)) for rows in ((1, 3, 0, 2), (2, 0, 3, 4))),)}, 4),
        ({1: (((1,),),), 4: (((1, 1, 1, 1),),)}, 4),
    ],
    ids=[
        *("one row that all share", "and full of queens", "emptied lists", "a row off the board"),
        *("and a square", "the first row for all, counted from 1"),
    ],
)
def test_a_board_with_a_wrong_queen_is_an_answer(
    given: dict[int, tuple[Any, ...]], failing: int
) -> None:
    """The only square for n = 1 is a queen unless larger boards show that its sign is empty."""
    result = judged(given)
    assert (result.verdict, result.failing_n) == (Verdict.WRONG, failing)


def test_the_format_by_which_most_answers_are_solutions_is_taken() -> None:
    """Squares of two queens are also a collection of two rows; n = 4 decides."""
    right = read_values({n: (rows_from(1, n),) for n in (1, 2, 3, 4)})
    assert right is not None
    assert right.format == Format(Shape.ROWS, in_collections=True, base=1)
    assert right.found == {1: [(0,)], 2: [], 3: [], 4: FOUR}


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (((1, 3, 0, 2), (2, 0, 3)), "of which [2, 0, 3] is"),
        (((1, 3, 0, 2), "none"), "of which 'none' is"),
        (((1, 3, 0, 2), (2.5, 0, 3, 1)), "of which [2.5, 0, 3, 1] is"),
        (((1, 3, 0, 2), (True, 3, 0, 2)), "of which [True, 3, 0, 2] is"),
        (((1, 2, 4, 8), (2, 8, 1, 4)), "[1, 2, 4, 8]"),
        (("a", "b", "c"), "'a'"),
        ((2, (*FOUR,)), "it returns [2, [[1, 3, 0, 2], [2, 0, 3, 1]]], of which 2 is"),
    ],
    ids=[
        *("too short", "a word", "half a row", "a truth value"),
        *("bit masks", "no boards", "a number and boards"),
    ],
)
def test_the_first_value_that_is_no_board_is_shown(values: tuple[Any, ...], shown: str) -> None:
    text = [*paragraphs(told(judged({4: (values,)})))]
    assert text[0].endswith("queens(n) is not judged")
    assert text[1].startswith("  for n = 4, it returns ")
    assert text[1].endswith(" is not a board with 4 queens on it")
    assert shown in text[1]


def test_an_answer_of_any_length_is_told_in_a_line() -> None:
    reason = told(judged({4: (((999,) * 10_000,) * 3,)})).reason
    assert reason.startswith("for n = 4, it returns [[999, 999")
    assert len(reason) <= 500


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ((((0, 1), (1, 3), (2, 0), (3, 2)), ((0, 0), (0, 3), (2, 0), (3, 2))), "[[0, 0], [0, 3]"),
        (((".Q..", "...Q", "Q...", "..Q."), (".Q..", "..QQ", "QQ..", "....")), ". . Q Q"),
    ],
    ids=["two in a column", "two in a line"],
)
def test_a_whole_board_that_is_no_placement_is_wrong(values: tuple[Any, ...], shown: str) -> None:
    text = text_of(judged({4: (values,)}))
    assert "queens(n) is wrong at n = 4 (" in text
    assert shown in text


@pytest.mark.parametrize("value", [None, False, (), ""])
def test_a_sign_of_nothing_holds_no_placement(value: Any) -> None:
    assert judged({2: (value,), 3: (value,), 4: (rows_from(0, 4),)}).verdict is Verdict.RIGHT


def test_empty_boards_stand_for_no_solution() -> None:
    blank = {n: (tuple("." * n for _ in range(n)),) for n in (2, 3)}
    right = {4: (("..Q.", "Q...", "...Q", ".Q.."),)}
    assert judged({1: (("Q",),), **blank, **right}, Task.ONE).verdict is Verdict.RIGHT


def test_the_solutions_of_a_dictionary_may_be_numbered() -> None:
    numbered = tuple(Pair((number, rows)) for number, rows in enumerate(FOUR, 1))
    assert judged({4: (numbered,)}).verdict is Verdict.RIGHT


PLAIN = st.sampled_from([0, 1, 2, 3, -1, 10**30, None, True, "Q", ".Q..", "1302", "e4", ""])
ODD = st.sampled_from([{"float": "nan"}, {"symbol": "q"}, {"other": "x"}, {"unbound": True}])
VALUES = st.recursive(
    PLAIN | ODD,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.fixed_dictionaries({"pair": st.lists(inner, min_size=2, max_size=2)})
        | st.fixed_dictionaries({"dict": st.lists(st.lists(inner, min_size=2, max_size=2))})
    ),
    max_leaves=12,
)


@settings(max_examples=100)
@given(st.lists(st.lists(VALUES, max_size=4), min_size=1, max_size=5), st.sampled_from(Task))
def test_no_value_raises_an_error(given_for: list[list[Any]], task: Task) -> None:
    values = {n: tuple(map(decode, sent)) for n, sent in enumerate(given_for, 1)}
    assert text_of(judged(values, task))


@pytest.mark.parametrize(
    "made",
    [
        "tuple(rows)", "array('i', rows)", "bytes(rows)", "(row for row in rows)",
        "dict(enumerate(rows))", "[Square(c, row) for c, row in enumerate(rows)]",
        "[complex(c, row) for c, row in enumerate(rows)]", "''.join(map(str, rows))",
        "[float(row) for row in rows]", "{(c, row) for c, row in enumerate(rows)}", "Board(rows)",
    ],
)  # fmt: skip
def test_the_values_of_python_are_read(made: str, tmp_path: Path) -> None:
    source = (
        "from array import array\nfrom collections import namedtuple\n"
        "Square = namedtuple('Square', 'col row')\n"
        "class Board:\n    def __init__(self, rows): self.rows = rows\n"
        "    def __str__(self): return str(self.rows)\n"
        "def queens(n):\n"
        f"    return [{made} for rows in {{4: [(1, 3, 0, 2), (2, 0, 3, 1)]}}[n]]\n"
    )
    result = checked(tmp_path / "mine.py", source, sizes=[4])
    assert result.verdict is Verdict.RIGHT, result.reason


def test_row_numbers_in_a_set_have_no_columns(tmp_path: Path) -> None:
    result = checked(tmp_path / "mine.py", "def queens(n): return [{1, 3, 0, 2}]", sizes=[4])
    assert result.verdict is Verdict.NOT_JUDGED
