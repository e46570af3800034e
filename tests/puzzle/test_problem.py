"""The board of a problem: its given queens, blocked squares and domains."""

from __future__ import annotations

import pickle

from solvers.interface import Problem
from solvers.puzzle.problem import with_given


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
