"""One solution for each size that has any, made without a search."""

from __future__ import annotations

from solvers.lazy import numpy as np
from solvers.puzzle.placements import Packed


def known_solution(n: int) -> Packed:
    """A placement of n queens that do not attack each other, as an array of shape (1, n).

    Source: E. Pauls, *Das Maximalproblem der Damen auf dem Schachbrette* (1874), in the form of
    B. Bernhardsson, *Explicit Solutions to the N-Queens Problem for all N* (1991). Rows of even
    number come first, then those of odd number, with a few exchanged where n leaves a rest of 2 or
    3 modulo 6 (counted from 1). Raises ValueError for 2 and 3, which have no solution.
    """
    if n in (2, 3):
        raise ValueError(f"there is no way to place {n} queens")
    even, odd = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if n % 6 == 2:
        odd[0], odd[1] = odd[1], odd[0]  # 3, 1, 7, 9, ..., and 5 last
        odd.append(odd.pop(2))
    elif n % 6 == 3:
        even.append(even.pop(0))  # 4, 6, ..., and 2 last
        odd = [*odd[2:], 1, 3]
    return np.array([[row - 1 for row in even + odd]], np.uint8).reshape(1, n)
