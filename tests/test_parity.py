"""Parity: every backend finds the same solutions. Alone: ``pytest tests/test_parity.py``.

A mirrored backend passes here, since an empty board looks the same in a mirror. The contract, in
``tests/testing/test_contract.py``, exposes it by boards with a prefix.
"""

from __future__ import annotations

from itertools import permutations

import pytest
from engines import able_backend

import solvers
from solvers import registry

ALL = registry.backends()


def diagonals_differ(rows: tuple[int, ...]) -> bool:
    """Whether no two of these queens share a diagonal."""
    columns = range(len(rows))
    return all(abs(rows[a] - rows[b]) != b - a for b in columns for a in range(b))


@pytest.mark.parametrize("name", [name for name, one in ALL.items() if one.enumerates])
def test_every_backend_finds_the_same_solutions(name: str) -> None:
    able_backend(name)
    found = list(solvers.solve(6, name))
    assert {type(row) for rows in found for row in rows} == {int}
    assert len(found) == len(set(found))
    assert set(found) == {rows for rows in permutations(range(6)) if diagonals_differ(rows)}


@pytest.mark.parametrize("name", [name for name, one in ALL.items() if not one.enumerates])
def test_a_backend_for_one_solution_finds_a_right_one(name: str) -> None:
    able_backend(name)
    (found,) = solvers.solve(6, name, goal="first")
    assert sorted(found) == list(range(6))
    assert diagonals_differ(found)
