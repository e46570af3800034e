"""Parity: every backend finds the same solutions. Alone: ``pytest tests/test_parity.py``."""

from __future__ import annotations

from itertools import permutations

import pytest
from conftest import able_backend

import solvers
from solvers import registry

ALL = registry.backends()


def safe(rows: tuple[int, ...]) -> bool:
    """Whether no two of these queens share a diagonal."""
    columns = range(len(rows))
    return all(abs(rows[a] - rows[b]) != b - a for b in columns for a in range(b))


@pytest.mark.parametrize("name", [name for name, one in ALL.items() if one.enumerates])
def test_every_backend_finds_the_same_solutions(name: str) -> None:
    found = list(solvers.solve(6, able_backend(name).name))
    assert len(found) == len(set(found))
    assert set(found) == {rows for rows in permutations(range(6)) if safe(rows)}


@pytest.mark.parametrize("name", [name for name, one in ALL.items() if not one.enumerates])
def test_a_backend_for_one_solution_finds_a_right_one(name: str) -> None:
    (found,) = solvers.solve(6, able_backend(name).name, goal="first")
    assert sorted(found) == list(range(6))
    assert safe(found)
