"""Generate and test: every permutation of the rows, kept if its diagonals are free.

Source: the course project "N Queens Problem in Racket and Prolog", section "How Much Work Does It
Take?", its second approach. A permutation has one queen per row and column by construction, so only
the diagonals are left to check: n! placements instead of n to the power n. Each is tested only when
it is complete.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from solvers.interface import Backend, Placement, Problem


def has_free_diagonals(placement: Placement) -> bool:
    """Whether all sums row + column differ, and all differences row - column."""
    n = len(placement)
    return (
        len({row + column for column, row in enumerate(placement)}) == n
        and len({row - column for column, row in enumerate(placement)}) == n
    )


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Filter the permutations that begin with the prefix, in lexicographic order."""
    prefix, generated = problem.prefix, 0
    rows = [row for row in range(problem.n) if row not in prefix]
    try:
        for rest in permutations(rows):
            generated += 1
            placement = prefix + rest
            if has_free_diagonals(placement) and problem.blocked.isdisjoint(enumerate(placement)):
                yield placement
    finally:
        work["permutations"] += generated


BACKEND = Backend(
    name="permutation",
    paradigm="generate and test",
    group="imperative",
    solve=solve,
    practical_n=11,
    practical_n_first=10,
    idea="Generate every permutation of the rows, and test its diagonals. Nothing is pruned early.",
    searches="the program, over all permutations",
    undoes="nobody: the next permutation takes its place",
    knows="that no two queens share a row",
    trace="solvers.tracing.tracers.permutation:events",
)
