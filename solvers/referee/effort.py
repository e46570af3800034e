"""How long a certificate will be, told before it is made.

Source: D. E. Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of Computation
29 (1975). Paths are followed at random; a node on one stands for as many as the ways to it.
"""

from __future__ import annotations

from solvers.lazy import numpy as np
from solvers.puzzle.problem import Problem
from solvers.referee.certificate_check import PLACED
from solvers.referee.certificate_maker import start

PATHS = 4000
"""So many paths come within a few per cent of the truth up to n = 16."""


def estimated_tokens(problem: Problem) -> int:
    """About how many tokens a board's certificate has: the same number every time."""
    random = np.random.default_rng(8)
    level = start(problem).select(np.zeros(PATHS, np.intp))
    weights, nodes = np.ones(PATHS), 0.0
    for _ in range(len(problem.prefix), problem.n):
        nodes += weights.sum() / PATHS
        free = level.tokens(problem) == PLACED
        alive = np.flatnonzero(free.any(axis=1))
        level, free = level.select(alive), free[alive]
        weights = weights[alive] * free.sum(axis=1)
        chosen = np.argmax(random.random(free.shape) * free, axis=1)
        level = level.with_queens(np.where(np.arange(problem.n) == chosen[:, None], PLACED, 0))
    return round(nodes * problem.n)
