"""Keys, validity and digests of packed placements."""

from __future__ import annotations

import hashlib
import pickle

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from solutions import naive_attack, packed_solutions

from solvers.interface import Problem
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import attacking_pair, digest, is_valid, keys, unpack_keys
from solvers.puzzle.problem import with_given

boards = st.integers(0, 20).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(st.lists(st.integers(0, max(n - 1, 0)), min_size=n, max_size=n), max_size=12),
    )
)


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


def test_the_digest_is_as_documented() -> None:
    assert digest(packed_solutions(4)) == (
        "sha256:" + hashlib.sha256(b"4 2\n" + bytes([1, 3, 0, 2, 2, 0, 3, 1])).hexdigest()
    )


# Problems


def test_a_given_queen_is_a_column_with_the_other_squares_blocked() -> None:
    problem = with_given(5, [(3, 4)], [(0, 0)])
    assert problem.blocked == {(0, 0), (3, 0), (3, 1), (3, 2), (3, 3)}
    assert with_given(5, [(3, 4), (3, 4)], [[0, 0]]) == problem  # type: ignore[list-item]
    assert with_given(4, [(0, 1)], prefix=(1,)).prefix == (1,)


def test_domains_are_made_once() -> None:
    problem = Problem(6, (1,), frozenset({(3, 3)}))
    hashed, pickled = hash(problem), pickle.dumps(problem)
    assert problem.domains is problem.domains
    again = pickle.loads(pickle.dumps(problem))  # noqa: S301  # just written
    assert (again, hash(again), pickle.dumps(problem)) == (problem, hashed, pickled)
    assert again.domains == problem.domains
