"""Counted sets stand for sets that are not kept."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solutions import all_solutions

from solvers.puzzle.counted_set import SetCounter, counted_set_of, merged, sum_of_hashes
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem

some_solutions = st.lists(st.sampled_from(sorted(all_solutions(7))), max_size=60)


@given(some_solutions, st.randoms())
def test_a_digest_depends_on_the_solutions_and_not_on_their_order(
    solutions: list[Placement], random: object
) -> None:
    packed = pack(solutions, 7).placements()
    total = sum_of_hashes(packed)
    assert total == sum_of_hashes(packed[::-1])
    assert total < 1 << 128
    for number in range(len(solutions)):
        assert sum_of_hashes(np.delete(packed, number, axis=0)) != total


@given(some_solutions, st.integers(0, 60))
def test_parts_count_as_the_whole(solutions: list[Placement], cut: int) -> None:
    packed = pack(solutions, 7).placements()
    running = SetCounter(Problem(7))
    running.add(packed[:cut])
    running.add(packed[cut:])
    assert running.counted.valid == len(solutions)
    whole = counted_set_of(packed, Problem(7))
    for counted in (running.counted, whole):
        assert counted.repeated == len(solutions) - len(set(solutions))
        assert counted.distinct == (not counted.repeated)
    assert (whole.total, whole.valid) == (running.counted.total, running.counted.valid)
    parts = merged(*(counted_set_of(one, Problem(7)) for one in (packed[:cut], packed[cut:])))
    assert (parts.total, parts.valid) == (whole.total, whole.valid)


def test_a_counted_set_counts_invalid_and_extra_placements() -> None:
    packed = pack([(1, 3, 0, 2), (2, 0, 3, 1), (0, 1, 2, 3), (1, 3, 2, 0)], 4).placements()
    counted = counted_set_of(packed, Problem(4, (1,)))
    assert (counted.valid, counted.extra, counted.invalid, counted.solutions) == (1, 1, 2, 4)
    assert counted.total == sum_of_hashes(packed[:1])


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 16, 17, 33, 64, 65])
def test_boards_of_every_size_have_a_hash(n: int) -> None:
    one = np.arange(n, dtype=np.uint8).reshape(1, n)
    assert 0 < sum_of_hashes(one) < 1 << 128
    if n > 1:
        assert sum_of_hashes(one) != sum_of_hashes(one[:, ::-1])
