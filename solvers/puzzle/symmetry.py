"""The eight symmetries of the board, on whole sets of placements."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from solvers.lazy import numpy as np
from solvers.puzzle.placements import Keys, Packed, distinct, keys, unpack_keys
from solvers.puzzle.problem import Problem

Move = Callable[[Any, Any, Any], tuple[Any, Any]]
"""Maps the last row's number, a queen's column and row to its new column and row."""

MOVES: dict[str, Move] = {
    "left-right mirror images": lambda last, column, row: (last - column, row),
    "top-bottom mirror images": lambda last, column, row: (column, last - row),
    "half turns": lambda last, column, row: (last - column, last - row),
    "quarter turns clockwise": lambda last, column, row: (last - row, column),
    "quarter turns anticlockwise": lambda last, column, row: (row, last - column),
    "mirror images in the main diagonal": lambda _, column, row: (row, column),
    "mirror images in the other diagonal": lambda last, column, row: (last - row, last - column),
}
"""The seven symmetries of the board other than the identity."""


def symmetries(packed: Packed) -> dict[str, Packed]:
    """The images of a set of complete placements under the other seven symmetries of the board."""
    count, n = packed.shape
    boards, images = np.arange(count).reshape(-1, 1), {}
    for name, move in MOVES.items():
        column, row = move(max(n - 1, 0), np.arange(n), packed)
        images[name] = np.empty(packed.shape, packed.dtype)
        images[name][boards, column] = row
    return images


def symmetries_of(problem: Problem) -> frozenset[str]:
    """The symmetries, by their names in ``MOVES``, that leave a board as it is.

    None of a coloured board: nobody looks whether its colours keep their form.
    """
    if problem.prefix or problem.colours:
        return frozenset()
    blocked, last = problem.blocked, problem.n - 1
    return frozenset(
        name
        for name, move in MOVES.items()
        if all(move(last, *square) in blocked for square in blocked)
    )


def closure(packed: Packed, names: Collection[str] | None = None) -> Packed:
    """The placements with their images under these symmetries, each once, in canonical order.

    ``names`` are the names of symmetries, see ``symmetries_of``; None: all of them.
    """
    images = [packed]
    images += [
        image for name, image in symmetries(packed).items() if names is None or name in names
    ]
    return unpack_keys(distinct(keys(np.concatenate(images))), packed.shape[1])


def representatives(packed: Packed) -> Keys:
    """For each placement the least key among its eight images: the same for a whole class."""
    least: Keys = keys(packed)
    for image in map(keys, symmetries(packed).values()):
        least = np.where(image < least, image, least)
    return least
