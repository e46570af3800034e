"""Finds the one feature that all missing solutions share, and no found solution has."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from solvers.lazy import numpy as np
from solvers.puzzle.placements import Packed, contained, distinct, keys
from solvers.puzzle.symmetry import closure, representatives, symmetries
from solvers.referee.verdict import Pattern, PatternKind


def pattern_of(
    found: Packed,
    missing: Packed,
    orders: Mapping[str, Packed],
    *,
    symmetries_kept: Collection[str],
) -> Pattern | None:
    """The pattern that describes the missing set exactly; None if no pattern does.

    ``found`` and ``missing`` are distinct and in canonical order. ``orders`` maps names to lists of
    all solutions, found and missing, each in another order. ``symmetries_kept`` names the
    symmetries under which the set of all solutions is closed.
    """
    if len(missing) < 2:
        return None
    if not len(found):
        return Pattern(PatternKind.ALL)
    return (
        _cut_off(found, orders)
        or _mirrored(found, missing, symmetries_kept)
        or _same_row(found, missing)
    )


def _cut_off(found: Packed, orders: Mapping[str, Packed]) -> Pattern | None:
    found_keys, k = keys(found), len(found)
    for name, listed in orders.items():
        if np.array_equal(np.sort(keys(listed[:k])), found_keys):
            return Pattern(PatternKind.CUT_OFF, number=k, order=name)
    return None


def _mirrored(found: Packed, missing: Packed, kept: Collection[str]) -> Pattern | None:
    """The pattern of a solver that found one half of each mirrored pair, or one of each class.

    None if neither holds.
    """
    found_keys, missing_keys = keys(found), keys(missing)
    for name, image in symmetries(found).items():
        if name not in kept:
            continue
        image_keys = keys(image)
        own_image = image_keys == found_keys
        # Nearly every missing solution is the image of a found one. It is a pattern only if no
        # solution was found together with its image (unless it is its own image).
        if contained(image_keys, found_keys).sum() == own_image.sum() and np.array_equal(
            np.sort(image_keys[~own_image]), missing_keys
        ):
            return Pattern(PatternKind.IMAGES, image=name)
    if len(kept) < len(symmetries(found)):
        return None
    classes = representatives(found)
    if len(distinct(classes)) == len(found) and len(closure(found)) == len(found) + len(missing):
        return Pattern(PatternKind.ONE_OF_EACH_CLASS)
    return None


def _same_row(found: Packed, missing: Packed) -> Pattern | None:
    for column in range(found.shape[1]):
        rows, lost = set(found[:, column].tolist()), set(missing[:, column].tolist())
        if len(lost) == 1 and not rows & lost:
            return Pattern(PatternKind.ROW, row=min(lost), column=column)
        if len(rows) == 1 and not rows & lost:
            return Pattern(PatternKind.OTHER_ROWS, row=min(rows), column=column)
    return None
