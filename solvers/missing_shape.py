"""What all missing solutions have in common, where that is one plain thing."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from solvers.interface import Packed
from solvers.placements import closure, keys, representatives, symmetries


def describe_missing(
    found: Packed, missing: Packed, orders: Mapping[str, Packed], *, symmetric: bool
) -> str:
    """One clause on the shape of what is missing, or "" where there is no common one.

    ``found`` and ``missing`` are distinct and in canonical order; ``orders`` are ways to list both
    together, by name; ``symmetric`` says that the whole set is closed under the board's symmetries.
    Only what describes the missing set exactly is said: such a clause holds for every missing
    solution and for none that was found.
    """
    if len(missing) < 2:
        return ""
    if not len(found):
        return "all of them are missing"
    for shape in (
        _cut_off(found, orders),
        _mirrored(found, missing) if symmetric else "",
        _same_row(found, missing),
    ):
        if shape:
            return shape
    return ""


def _cut_off(found: Packed, orders: Mapping[str, Packed]) -> str:
    found_keys, k = keys(found), len(found)
    for name, listed in orders.items():
        if np.array_equal(np.sort(keys(listed[:k])), found_keys):
            return f"everything after number {k} in {name} is missing"
    return ""


def _mirrored(found: Packed, missing: Packed) -> str:
    """Whether half of each mirrored pair is missing, or all but one of each symmetry class."""
    found_keys, missing_keys = keys(found), keys(missing)
    for name, image in symmetries(found).items():
        image_keys = keys(image)
        own_image = image_keys == found_keys
        # Nearly every missing solution is the image of some found one; it is the shape only
        # where no solution was found together with its image.
        if np.isin(image_keys, found_keys).sum() == own_image.sum() and np.array_equal(
            np.sort(image_keys[~own_image]), missing_keys
        ):
            return f"they are exactly the {name} of the solutions found"
    classes = representatives(found)
    if len(np.unique(classes)) == len(found) and len(closure(found)) == len(found) + len(missing):
        return "one of each class of symmetric solutions was found, its turns and mirrors not"
    return ""


def _same_row(found: Packed, missing: Packed) -> str:
    for column in range(found.shape[1]):
        rows, lost = set(found[:, column].tolist()), set(missing[:, column].tolist())
        if len(lost) == 1 and not rows & lost:
            return f"they are exactly those with row {min(lost)} in column {column}"
        if len(rows) == 1 and not rows & lost:
            return f"they are exactly those without row {min(rows)} in column {column}"
    return ""
