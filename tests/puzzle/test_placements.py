"""Packing, keys, digests, symmetries."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solutions import all_solutions, naive_attack

from solvers.grading.fundamental import KNOWN_CLASSES
from solvers.output.messages import rejected_words
from solvers.puzzle.packing import REJECTED_KEPT, Fault, RejectedOutput, pack, pack_block, pack_one
from solvers.puzzle.placements import Packed, attacking_pair, digest, is_valid, keys, unpack_keys
from solvers.puzzle.symmetry import closure, representatives, symmetries

boards = st.integers(0, 20).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(st.lists(st.integers(0, max(n - 1, 0)), min_size=n, max_size=n), max_size=12),
    )
)


def packed_set(n: int) -> Packed:
    return pack(sorted(all_solutions(n)), n).placements()


@given(boards)
def test_keys_sort_as_placements_do_and_give_them_back(case: tuple[int, list[list[int]]]) -> None:
    n, placements = case
    packer = pack(map(tuple, placements), n)
    packed = packer.placements()
    assert not packer.rejected
    assert packed.tolist() == placements
    ordered = np.sort(keys(packed))
    assert unpack_keys(ordered, n).tolist() == sorted(placements)


@given(boards)
def test_validity_agrees_with_walking_every_line_of_the_board(
    case: tuple[int, list[list[int]]],
) -> None:
    n, placements = case
    packed = pack(map(tuple, placements), n).placements()
    assert is_valid(packed).tolist() == [not naive_attack(tuple(one)) for one in placements]
    for one in placements:
        pair = attacking_pair(one)
        assert (pair is None) == (not naive_attack(tuple(one)))
        if pair:
            left, right = pair
            assert one[left] == one[right] or abs(one[left] - one[right]) == right - left


@pytest.mark.parametrize("n", range(9))
def test_solution_sets_are_closed_under_the_symmetries(n: int) -> None:
    solutions = packed_set(n)
    images = symmetries(solutions)
    assert len(images) == 7
    for image in images.values():
        assert set(map(tuple, image.tolist())) == all_solutions(n)
    assert closure(solutions).tolist() == solutions.tolist()


@given(st.permutations(range(6)))
def test_the_seven_images_are_those_of_a_real_board(rows: list[int]) -> None:
    n = len(rows)
    squares = {(column, row) for column, row in enumerate(rows)}

    def placement(moved: set[tuple[int, int]]) -> list[int]:
        return [dict(moved)[column] for column in range(n)]

    expected = {
        "left-right mirror images": {(n - 1 - c, r) for c, r in squares},
        "top-bottom mirror images": {(c, n - 1 - r) for c, r in squares},
        "half turns": {(n - 1 - c, n - 1 - r) for c, r in squares},
        "quarter turns clockwise": {(n - 1 - r, c) for c, r in squares},
        "quarter turns anticlockwise": {(r, n - 1 - c) for c, r in squares},
        "mirror images in the main diagonal": {(r, c) for c, r in squares},
        "mirror images in the other diagonal": {(n - 1 - r, n - 1 - c) for c, r in squares},
    }
    images = symmetries(pack([tuple(rows)], n).placements())
    assert {name: image[0].tolist() for name, image in images.items()} == {
        name: placement(moved) for name, moved in expected.items()
    }


@pytest.mark.parametrize("n", range(1, 9))
def test_classes_of_symmetric_solutions_are_as_many_as_known(n: int) -> None:
    assert len(np.unique(representatives(packed_set(n)))) == KNOWN_CLASSES[n]


def test_symmetries_work_with_keys_of_several_words() -> None:
    placement = (1, 2, 0, *range(3, 20))
    packed = pack([placement], 20).placements()
    assert len(closure(packed)) == 8
    assert len(np.unique(representatives(closure(packed)))) == 1


def test_the_digest_is_as_documented() -> None:
    assert digest(packed_set(4)) == (
        "sha256:" + hashlib.sha256(b"4 2\n" + bytes([1, 3, 0, 2, 2, 0, 3, 1])).hexdigest()
    )


def test_digests_of_different_sets_differ() -> None:
    assert len({digest(packed_set(n)) for n in range(9)}) == 9


@pytest.mark.parametrize(
    ("yielded", "fault", "reason"),
    [
        (
            (0.0, 1, 2, 3),
            Fault.MALFORMED,
            "column 0 holds a number with a point, not a whole number",
        ),
        ((0, True, 2, 3), Fault.MALFORMED, "column 1 holds true or false, not a whole number"),
        ((0, 1, None, 3), Fault.MALFORMED, "column 2 holds no value, not a whole number"),
        ((0, 1, 2, "3"), Fault.MALFORMED, "column 3 holds a text, not a whole number"),
        (
            (np.int64(0), 1, 2, 3),
            Fault.MALFORMED,
            "column 0 holds a value of type int64, not an int",
        ),
        ((0, 1, 2), Fault.MALFORMED, "3 rows instead of 4"),
        ((0, 1, 2, 3, 4), Fault.MALFORMED, "5 rows instead of 4"),
        (None, Fault.MALFORMED, "nothing: no value instead of a list of rows"),
        ("1302", Fault.MALFORMED, "'1302': a text instead of a list of rows"),
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
