"""Finds the symmetry that explains all missing solutions, as if only a part of the board was tried.

It is told only if nothing simpler explains the same facts: not if the run found one solution or
none, and not if chance explains it. On a small board, for example, nearly any two solutions are
images of each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from math import comb, prod

from solvers.lazy import numpy as np
from solvers.puzzle.placements import Packed, contained, distinct, keys
from solvers.puzzle.symmetry import closure, representatives, symmetries
from solvers.referee.verdict import ONE_OF_EACH_CLASS

CHANCE = 1 / 20
"""A symmetry is told only if at most this share of all sets of that size shows one like it."""


def symmetry_of_missing(found: Packed, missing: Packed, kept: Collection[str]) -> str:
    """The symmetry that describes the missing set exactly, if chance does not; else "".

    ``found`` and ``missing`` are distinct and in canonical order. ``kept`` names the symmetries
    under which the set of all solutions is closed.
    """
    if len(missing) < 2 or len(found) < 2:
        return ""
    symmetry = symmetric(found, missing, kept)
    alike = len(kept) << len(missing)
    if symmetry == ONE_OF_EACH_CLASS:
        classes = representatives(np.concatenate([found, missing]))
        alike = prod(Counter(classes.tolist()).values())
    by_chance = alike > CHANCE * comb(len(found) + len(missing), len(missing))
    return "" if by_chance else symmetry


def symmetric(found: Packed, missing: Packed, kept: Collection[str]) -> str:
    """The symmetry of a solver that found one half of each pair of images, or one of each class.

    "" if neither holds.
    """
    found_keys, missing_keys = keys(found), keys(missing)
    for name, image in symmetries(found).items():
        if name not in kept:
            continue
        image_keys = keys(image)
        own_image = image_keys == found_keys
        # Nearly every missing solution is the image of a found one. It is told only if no solution
        # was found together with its image (unless it is its own image).
        if contained(image_keys, found_keys).sum() == own_image.sum() and np.array_equal(
            np.sort(image_keys[~own_image]), missing_keys
        ):
            return name
    if len(kept) < len(symmetries(found)):
        return ""
    classes = representatives(found)
    if len(distinct(classes)) == len(found) and len(closure(found)) == len(found) + len(missing):
        return ONE_OF_EACH_CLASS
    return ""
