"""The stand-in for NumPy has the results of NumPy, function by function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.site.inside import plain_arrays


def with_part(array: Any, part: Any, value: Any) -> Any:
    """A copy of the array in which a part has this value."""
    changed = array.copy()
    changed[part] = value
    return changed


CASES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "add": lambda _, a, b: a + b,
    "add a column and a row": lambda _, a, b: a + b[:, 0].reshape(-1, 1) + b[0],
    "subtract": lambda np, a, b: a.astype(np.int16) - b.astype(np.int16) - 1,
    "subtract from a number": lambda np, a, _: 9 - a.astype(np.uint8),
    "and, or": lambda np, a, b: (a.astype(np.uint8) & b.astype(np.uint64)) | 4,
    "shift": lambda np, a, b: (a.astype(np.uint32) << 30) | (b.astype(np.uint32) >> 1),
    "shift a number": lambda np, a, _: 1 << a.astype(np.uint64),
    "equal": lambda _, a, b: (a == b) | ~(a != 3),
    "equal to a row": lambda _, a, b: a == tuple(b[0].tolist()),
    "order": lambda _, a, b: (a < b) | (a >= 5) | ((a > 2) & (a <= b)),
    "minimum": lambda np, a, b: np.minimum(np.minimum(a, b), 5),
    "where": lambda np, a, b: np.where(a < b, a, b),
    "concatenate": lambda np, a, b: np.concatenate([a, b, np.empty((0, a.shape[1]), np.int64)]),
    "hstack": lambda np, a, b: np.hstack([a, b, np.empty((len(a), 0), np.int64)]),
    "sort": lambda np, a, b: np.sort(np.concatenate([a.ravel(), b.ravel()])),
    "searchsorted": lambda np, a, b: np.searchsorted(np.sort(a.ravel()), b[0]),
    "array_equal": lambda np, a, b: np.array([np.array_equal(a, b), np.array_equal(a, a.copy())]),
    "nonzero": lambda np, a, b: np.concatenate([*np.nonzero(a > 2), *np.nonzero(b[0] > 2)]),
    "cumsum": lambda np, a, _: np.cumsum(a[0]),
    "insert": lambda np, a, b: np.insert(a[0], np.sort(np.minimum(b[0], len(a[0]))), b[0]),
    "all, any": lambda np, a, b: np.array([(a > b).all(), (a > b).any()]),
    "all of each row": lambda _, a, b: (a > b).all(axis=1),
    "any of each row": lambda _, a, b: (a > b).any(axis=1),
    "sum": lambda np, a, _: np.array([int(a.sum()), a.size, len(a), a.ndim]),
    "sum of each row": lambda _, a, __: a.sum(axis=1),
    "least and greatest": lambda np, a, _: np.array([int(a.min()), int(a.max())]),
    "another type": lambda np, a, _: a.astype(np.uint8, copy=False),
    "keys of bytes": lambda np, a, _: a.astype(np.uint8).view(f"S{a.shape[1]}").reshape(len(a)),
    "rows of keys": lambda np, a, _: (
        a.astype(np.uint8).view(f"S{a.shape[1]}").reshape(-1).view(np.uint8).reshape(*a.shape)
    ),
    "bytes": lambda np, a, _: np.frombuffer(a.tobytes(), np.uint8, offset=8),
    "full": lambda np, a, _: np.full((len(a), 2), 5, np.uint8),
    "zeros": lambda np, a, _: np.zeros(len(a), np.bool_),
    "all of no column": lambda np, a, _: np.empty((len(a), 0), np.uint8).all(axis=1),
    "row": lambda np, a, _: np.ascontiguousarray(a[-1]),
    "rows": lambda _, a, __: a[1:],
    "rows by number": lambda np, a, _: a[np.array([0, -1, 0])],
    "rows by what is in them": lambda _, a, __: a[a[:, 0] > 2],
    "squares by what is in them": lambda _, a, __: a[a > 2],
    "columns backwards": lambda _, a, __: a[:, ::-1],
    "part of a row": lambda _, a, __: a[0, 1:],
    "squares": lambda np, a, b: a[np.arange(len(a)), np.minimum(b[:, 0], a.shape[1] - 1)],
    "squares of each row": lambda np, a, b: a[np.arange(len(a)).reshape(-1, 1), np.minimum(b, 0)],
    "put a column": lambda _, a, b: with_part(a, (slice(None), 0), b[:, 0] + 300),
    "put a byte": lambda np, a, b: with_part(a.astype(np.uint8), slice(1), b[:1]),
    "put a number": lambda _, a, __: with_part(a, (slice(None), [0]), 9),
    "put squares": lambda np, a, _: with_part(
        a, (np.arange(len(a)).reshape(-1, 1), np.zeros(a.shape, np.int64)), 7
    ),
}


def tables() -> st.SearchStrategy[tuple[list[list[int]], list[list[int]]]]:
    """Two tables of the same shape, of small numbers."""

    def of(shape: tuple[int, int]) -> st.SearchStrategy[list[list[int]]]:
        row = st.lists(st.integers(0, 9), min_size=shape[1], max_size=shape[1])
        return st.lists(row, min_size=shape[0], max_size=shape[0])

    shapes = st.tuples(st.integers(1, 4), st.integers(1, 4))
    return shapes.flatmap(lambda shape: st.tuples(of(shape), of(shape)))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@settings(max_examples=30)
@given(pair=tables())
def test_each_function_has_the_result_of_numpy(
    case: Callable[[Any, Any, Any], Any], pair: tuple[list[list[int]], list[list[int]]]
) -> None:
    expected, found = (
        case(np, *(np.array(table) for table in pair)) for np in (numpy, plain_arrays)
    )
    assert found.tolist() == expected.tolist()
    assert found.shape == expected.shape
    assert str(found.dtype) == str(expected.dtype)
    assert found.tobytes() == expected.tobytes()


@pytest.mark.parametrize("np", [numpy, plain_arrays], ids=["numpy", "stand-in"])
def test_the_stand_in_refuses_the_same_mistakes_as_numpy(np: Any) -> None:
    table = np.array([[0, 1], [2, 3]])
    with pytest.raises(ValueError, match="reshape"):
        table.reshape(3)
    with pytest.raises(ValueError, match="broadcast"):
        table + np.arange(3)
    with pytest.raises(ValueError, match="inhomogeneous"):
        np.array([[0], [1, 2]])
    with pytest.raises(IndexError, match="out of bounds"):
        table[2]
