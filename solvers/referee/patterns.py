"""Finds the one feature that all missing solutions share, and no found solution has.

A feature is told only if nothing simpler explains the same facts: not if the run found one solution
or none, and not if chance explains it. On a small board, for example, almost any two solutions are
the only ones with a queen on some square.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from math import comb, prod

from solvers.lazy import numpy as np
from solvers.puzzle.placements import Packed, contained, distinct, keys
from solvers.puzzle.symmetry import closure, representatives, symmetries
from solvers.referee.verdict import Pattern, PatternKind

CHANCE = 1 / 20
"""A pattern is reported only if at most this share of all sets of that size shows one like it."""


def pattern_of(
    found: Packed,
    missing: Packed,
    *,
    symmetries_kept: Collection[str],
) -> Pattern | None:
    """The pattern that describes the missing set exactly; None if no pattern does.

    ``found`` and ``missing`` are distinct and in canonical order. ``symmetries_kept`` names the
    symmetries under which the set of all solutions is closed.
    """
    if len(missing) < 2:
        return None
    if len(found) < 2:
        return Pattern(PatternKind.ONE if len(found) else PatternKind.ALL)
    pattern = _same_row(found, missing) or symmetric(found, missing, symmetries_kept)
    if keys(found)[-1] < keys(missing)[0]:
        pattern = Pattern(PatternKind.CUT_OFF, number=len(found))
    if pattern is None:
        return None
    alike = {
        PatternKind.CUT_OFF: 1,
        PatternKind.ROW: 2 * found.shape[1] ** 2,
        PatternKind.OTHER_ROWS: 2 * found.shape[1] ** 2,
        PatternKind.IMAGES: len(symmetries_kept) << len(missing),
        PatternKind.ONE_OF_EACH_CLASS: prod(
            Counter(representatives(np.concatenate([found, missing])).tolist()).values()
        ),
    }[pattern.common]
    return pattern if alike <= CHANCE * comb(len(found) + len(missing), len(missing)) else None


def symmetric(found: Packed, missing: Packed, kept: Collection[str]) -> Pattern | None:
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
