"""The images of a board, and classes of solutions that are images of each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solutions import all_solutions, packed_solutions

from solvers.puzzle.packing import pack
from solvers.puzzle.symmetry import closure, representatives, symmetries

KNOWN_CLASSES = (1, 1, 0, 0, 1, 2, 1, 6, 12)
"""The number of classes for n = 0 to 8: OEIS A002562."""


@pytest.mark.parametrize("n", range(9))
def test_solution_sets_are_closed_under_the_symmetries(n: int) -> None:
    solutions = packed_solutions(n)
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
    assert len(np.unique(representatives(packed_solutions(n)))) == KNOWN_CLASSES[n]


def test_symmetries_work_with_keys_of_several_words() -> None:
    placement = (1, 2, 0, *range(3, 20))
    packed = pack([placement], 20).placements()
    assert len(closure(packed)) == 8
    assert len(np.unique(representatives(closure(packed)))) == 1
