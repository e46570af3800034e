"""Solutions grouped by symmetry: turns and mirror images of one another form a class.

How many classes there are is OEIS A002562.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solvers.lazy import numpy as np
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement, unpack_keys
from solvers.puzzle.symmetry import representatives


@dataclass(frozen=True, slots=True)
class Class:
    """A class of symmetric solutions: the lexicographically first of them, and how many."""

    representative: Placement
    size: int


def classes(solutions: Iterable[Placement], n: int) -> list[Class]:
    """The classes of all solutions for n queens, by their first solution."""
    packed = pack(solutions, n).placements()
    first, sizes = np.unique(representatives(packed), return_counts=True)
    return [
        Class(tuple(placement), size)
        for placement, size in zip(unpack_keys(first, n).tolist(), sizes.tolist(), strict=True)
    ]
