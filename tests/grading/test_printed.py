"""Printed boards, row numbers and pairs become placements; nothing else on the output is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solutions import all_solutions, naive_attack

from solvers.grading.printed import number_alone, read_one_text, read_texts
from solvers.grading.returned import NoPlacement
from solvers.puzzle.placements import Placement

FOUR = [(1, 3, 0, 2), (2, 0, 3, 1)]

Write = Callable[[Placement], str]


def drawn(rows: Placement, queen: str = "Q", free: str = ".", between: str = " ") -> list[str]:
    """The lines of a board, each with the queen of a column."""
    size = range(len(rows))
    return [between.join(queen if row == at else free for row in size) for at in rows]


def read(text: str, n: int = 4) -> list[Any]:
    """The answers that are read in a text for n: placements, and None for each other board."""
    reading = read_texts({n: text})
    found = (reading.found[n] or []) if reading else []
    return [None if isinstance(each, NoPlacement) else each for each in found]


@pytest.mark.parametrize(
    "write",
    [
        lambda rows: "\n".join(f"|{line}|" for line in drawn(rows, " Q ", "   ", "|")),
        lambda rows: "\n+--+--+\n".join(
            f"| {line} |" for line in drawn(rows, free=" ", between="|")
        ),
        lambda rows: "\n".join(str(line.split()) for line in drawn(rows)),
        lambda rows: "\n".join(drawn(rows, "True", "False", ", ")),
        str,
        lambda rows: f"#({' '.join(map(str, rows))})",
        lambda rows: f"found {list(rows)} after 12 steps",
        lambda rows: f"[{','.join(f'q({c},{row})' for c, row in enumerate(rows))}]",
        lambda rows: "; ".join(f"({row}, {c})" for c, row in enumerate(rows)),
    ],
    ids=[
        *("bars", "boxes", "brackets", "truth values"),
        *("a tuple", "a vector", "between words", "terms", "row first"),
    ],
)
def test_boards_rows_and_pairs_are_read(write: Write) -> None:
    text = "\n\n".join(map(write, FOUR))
    assert sorted(read(text)) == FOUR


@pytest.mark.parametrize(
    "beside",
    [
        "Solution 1:",
        "There are 92 solutions for 8 queens.",
        "4",
        "----",
        "=" * 30,
        "[5]",
        "place a queen in column 2, row 3",
        "#" * 7,
        "Q marks a queen and . a free square",
        "\x1b[2J",
    ],
)
def test_everything_else_is_not_looked_at(beside: str) -> None:
    boards, rows = ["\n".join(drawn(rows)) for rows in FOUR], [str(list(rows)) for rows in FOUR]
    for written in (boards, rows):
        text = "\n".join([beside, *(f"{each}\n{beside}" for each in written)])
        assert sorted(read(text)) == FOUR


def test_a_list_beside_drawn_boards_counts_if_it_is_none_of_them() -> None:
    text = "\n".join(f"{list(rows)}\n" + "\n".join(drawn(rows)) for rows in FOUR)
    assert sorted(read(f"{text}\n[1, 1, 4, 0]\n[1, 2, 3, 4]")) == FOUR
    assert sorted(read(text + "\n[0, 3, 2, 1]")) == [(0, 3, 2, 1), *FOUR]


def test_all_numbers_beside_the_words_of_a_board_are_answers() -> None:
    text = "Solution: 1 3 0 2\nSolution: 1 1 1 1\nTotal: 1 3 3 2"
    assert sorted(read(text)) == [(1, 1, 1, 1), (1, 3, 0, 2)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Q . . .\n. . Q .\n. Q . .",
        ". Q . .\n. . . Q\nwait\nQ . . .\n. . Q .",
        "1 3 0",
        "[1, 3, 0, 2, 4]",
        "(0, 1) (1, 3) (2, 0)",
        "a b c d\nb a d c\nc d a b\nd c b a",
        "S1: (0, 1) (1, 3) (2, 0) (3, 2)\nS2: (0, 0) (1, 0) (2, 0) (3, 0)",  # labels, no prompt
    ],
)
def test_half_a_board_is_none(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "Q . . .\n. . Q .\n. . . .\n. Q . .",
        "Q . . Q\n. . Q .\n. . . Q\n. Q . .",
        ". . . .\n. . . .\n. . . .\n. . . .",
        "W . . .\n. . W .\n. W . .\n. . . W",
    ],
    ids=["a line without a queen", "two in a line", "no queen", "another sign"],
)
def test_a_board_that_is_no_placement_is_an_answer(wrong: str) -> None:
    boards = ["\n".join(drawn(rows)) for rows in FOUR]
    assert sorted(read("\n\n".join([*boards, wrong])), key=str) == [*FOUR, None]


@pytest.mark.parametrize("wrong", ["1 3 0 7", "[0, 0, 0, 4]"])
def test_rows_off_the_board_are_an_answer(wrong: str) -> None:
    assert sorted(read("\n".join([*map(str, FOUR), wrong])), key=str) == [*FOUR, None]


def test_two_squares_in_a_column_are_an_answer() -> None:
    written = [str([*enumerate(rows)]) for rows in FOUR]
    assert sorted(read("\n".join([*written, "(0, 1) (0, 3) (2, 0) (2, 1)"])), key=str) == [
        *(*FOUR, None),
    ]


@pytest.mark.parametrize("ruler", ["0 1 2 3", "1 2 3 4", "  1  2  3  4", "column: 1 2 3 4"])
def test_the_numbers_in_order_are_a_ruler(ruler: str) -> None:
    boards = "\n".join("\n".join(drawn(rows)) for rows in FOUR)
    rows = "\n".join(f"column: {' '.join(str(row + 1) for row in each)}" for each in FOUR)
    assert sorted(read(f"{ruler}\n{boards}\n{ruler}")) == FOUR
    assert sorted(read(f"{ruler}\n{rows}")) == FOUR


@pytest.mark.parametrize("bar", list("|│┃║"))
def test_a_frame_of_any_bars_is_a_frame(bar: str) -> None:
    lines = [f"{bar}{line}{bar}" for rows in FOUR for line in drawn(rows, between=bar)]
    assert sorted(read("\n".join(lines))) == FOUR
    assert sorted(read("* * * *\n" + "\n* * * *\n".join("\n".join(drawn(r)) for r in FOUR))) == FOUR


@pytest.mark.parametrize(
    ("text", "number"), [("2\n", 2), ("2 4 1 3\n 2 \n", 2), ("2 solutions", None), ("1\n2", None)]
)
def test_a_number_alone_on_a_line(text: str, number: int | None) -> None:
    assert number_alone(text) == number


def test_one_number_is_no_board() -> None:
    assert read_texts({1: "0"}) is None
    assert read_texts({1: "Q"}) is None


def test_one_format_holds_for_all_texts() -> None:
    reading = read_texts({4: "2 4 1 3\n3 1 4 2", 5: "0 2 4 1 3", 3: "0 1 1"})
    assert reading is not None
    assert (reading.format.base, reading.found[4]) == (1, FOUR)
    assert [len(reading.found[n] or []) for n in (3, 5)] == [1, 1]
    assert not reading.placements(3) + reading.placements(5)


MARKS = st.sampled_from([("Q", "."), ("#", "-"), ("1", "0"), ("♛", "▢"), ("X", "o"), ("qq", "__")])
BETWEEN = st.sampled_from(
    [("", " ", ""), ("", "", ""), ("|", "|", "|"), ("[", ", ", "]"), ("  ", "  ", "")]
)
WORDS = st.lists(
    st.sampled_from(["", "Solution", "No more.", "== done ==", "n queens", "->", "* * *"]),
    max_size=2,
)


@st.composite
def writings(draw: st.DrawFn) -> Write:
    """A format in which a program prints a board, with words before it."""
    base, words = draw(st.integers(0, 1)), "\n".join(["", *draw(WORDS), ""])
    kind = draw(st.sampled_from(["board", "rows", "pairs"]))
    (queen, free), (left, between, right) = draw(MARKS), draw(BETWEEN)
    if kind == "board":
        rule = draw(st.sampled_from(["", "\n-+-+-+-"]))

        def board(rows: Placement) -> str:
            if len(queen) > 1 and not between:
                return words + "\n".join(drawn(rows))
            lines = drawn(rows, queen, free, between)
            return words + "".join(f"{left}{line}{right}{rule}\n" for line in lines)

        return board
    if kind == "rows":
        return lambda rows: f"{words}{left}{between.join(str(row + base) for row in rows)}{right}"
    pair = draw(st.sampled_from(["({}, {})", "[{},{}]", "{}/{}", "q({},{})"]))
    separator = draw(st.sampled_from([" ", ", ", "; "]))

    def pairs(rows: Placement) -> str:
        return words + separator.join(pair.format(c + base, r + base) for c, r in enumerate(rows))

    return pairs


def printed(write: Write, boards: Sequence[Placement]) -> str:
    return "\n".join([*map(write, boards), "", "that is all"])


@settings(max_examples=150)
@given(writings(), st.randoms(use_true_random=False))
def test_right_boards_are_read_rightly_in_every_format(write: Write, order: Any) -> None:
    boards = {n: order.sample(sorted(all_solutions(n)), len(all_solutions(n))) for n in range(2, 7)}
    reading = read_texts({n: printed(write, found) for n, found in boards.items()})
    assert reading is not None
    for n, written in boards.items():
        assert len(reading.found[n] or []) == len(written)
        assert sorted(reading.placements(n)) == sorted(all_solutions(n)), n


@settings(max_examples=100)
@given(writings(), st.sampled_from([4, 5, 6]), st.data())
def test_no_fault_of_the_printed_boards_is_overlooked(
    write: Write, n: int, data: st.DataObject
) -> None:
    right = sorted(all_solutions(n))
    chosen = data.draw(st.sampled_from(right))
    rows = st.permutations(range(n)).map(tuple)
    attacked = data.draw(rows.filter(lambda each: naive_attack(each) and each != (*range(n),)))
    for found in ([each for each in right if each != chosen], [*right, chosen], [*right, attacked]):
        boards = {4: sorted(all_solutions(4)), 6: sorted(all_solutions(6)), n: found}
        reading = read_texts({n: printed(write, boards[n]) for n in boards})
        assert reading is not None
        assert sorted(reading.found[n] or [], key=str) != right


def test_the_size_of_a_text_is_that_of_its_boards() -> None:
    for n in (4, 5, 6, 8):
        text = "\n\n".join("\n".join(drawn(rows)) for rows in sorted(all_solutions(n)))
        found = read_one_text(f"{n} queens\n{text}\n")
        assert found is not None
        assert (found[0], len(found[1].placements(n))) == (n, len(all_solutions(n)))
    assert read_one_text("nothing to see") is None


LINES = st.sampled_from(
    ["[1, 3, 0, 2]", "( 2 4", "Q . . .", "0 1 0 0", "[[0,1],[1,3]", "] ) 5", "|Q| | |", "+---+",
     "(1 . 2)", "1.", "#(1 2)", "8 . Q . .", "a b c d", "1-2-3-4", "\x1b[3m", "\ud800", "0/1",
     "1" * 5000, f"0:{'1' * 5000}"]
)  # fmt: skip


@settings(max_examples=100)
@given(st.lists(st.lists(LINES, max_size=8), min_size=1, max_size=5))
def test_no_text_raises_an_error(lines: list[list[str]]) -> None:
    read_texts({n: "\n".join(each) for n, each in enumerate(lines, 1)})
    read_one_text("\n".join(lines[0]))
