"""Placements and blocks are packed, or rejected with a reason."""

from __future__ import annotations

import numpy as np
import pytest

from solvers.output.messages import rejected_words
from solvers.puzzle.packing import REJECTED_KEPT, Fault, RejectedOutput, pack_block, pack_one
from solvers.puzzle.placements import Packed


@pytest.mark.parametrize(
    ("yielded", "fault", "reason"),
    [
        (
            (0.0, 1, 2, 3),
            Fault.MALFORMED,
            "column 0 holds a value of type float, not an integer",
        ),
        ((0, True, 2, 3), Fault.MALFORMED, "column 1 holds a value of type bool, not an integer"),
        (
            (0, 1, None, 3),
            Fault.MALFORMED,
            "column 2 holds a value of type NoneType, not an integer",
        ),
        ((0, 1, 2, "3"), Fault.MALFORMED, "column 3 holds a value of type str, not an integer"),
        (
            (np.array(["0"]), 1, 2, 3),
            Fault.MALFORMED,
            "column 0 holds a value of type ndarray, not an integer",
        ),
        (
            (np.True_, 1, 2, 3),
            Fault.MALFORMED,
            "column 0 holds a value of type bool, not an integer",
        ),
        ((0, 1, 2), Fault.MALFORMED, "3 rows instead of 4"),
        ((0, 1, 2, 3, 4), Fault.MALFORMED, "5 rows instead of 4"),
        (None, Fault.MALFORMED, "None: a value of type NoneType instead of a list"),
        ("1302", Fault.MALFORMED, "'1302': a value of type str instead of a list"),
        ((0, 1, 2, 4), Fault.INVALID, "row 4 in column 3 is not on the board (rows are 0 to 3)"),
        ((0, -1, 2, 3), Fault.INVALID, "row -1 in column 1 is not on the board (rows are 0 to 3)"),
        (
            (0, 10**9, 2, 3),
            Fault.INVALID,
            "row 1000000000 in column 1 is not on the board (rows are 0 to 3)",
        ),
        ((0, 10**5000, 2, 3), Fault.INVALID, "cannot be shown"),
    ],
)
def test_a_rejected_placement_has_its_fault_and_its_reason(
    yielded: object, fault: Fault, reason: str
) -> None:
    one = pack_one(yielded, 4)
    assert isinstance(one, RejectedOutput)
    assert one.fault is fault
    assert reason in rejected_words(one)
    assert len(one.shown) <= 120


class Row:
    """An integer that is no int, as symbolic engines have."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize(
    "yielded",
    [tuple(np.array([1, 3, 0, 2])), [np.uint8(1), 3, np.int16(0), 2], (1, Row(3), 0, Row(2))],
    ids=["NumPy's", "mixed", "an engine's own"],
)
def test_a_row_is_any_integer(yielded: object) -> None:
    assert pack_one(yielded, 4) == bytes([1, 3, 0, 2])


def test_a_block_keeps_its_good_rows() -> None:
    block, rejected, counts = pack_block(
        np.array([[1, 3, 0, 2], [1, 3, 0, 4], [2, 0, 3, 1], [-1, 0, 0, 0]]), 4
    )
    assert block.tolist() == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert [one.fault for one in rejected] == [Fault.INVALID, Fault.INVALID]
    assert counts == {Fault.INVALID: 2}


@pytest.mark.parametrize(
    "block",
    [
        np.zeros((3, 4)),
        np.zeros((3, 4), np.bool_),
        np.zeros((3, 5), np.int64),
        np.zeros(3, np.int64),
        np.zeros((1 << 40, 0), np.uint8),
    ],
    ids=["floats", "booleans", "too wide", "flat", "long and empty"],
)
def test_a_block_of_the_wrong_kind_is_malformed_row_by_row(block: Packed) -> None:
    packed, rejected, counts = pack_block(block, 4)
    assert len(packed) == 0
    assert counts == {Fault.MALFORMED: len(block)}
    assert {one.fault for one in rejected} == {Fault.MALFORMED}
    assert len(rejected) == min(len(block), REJECTED_KEPT)
