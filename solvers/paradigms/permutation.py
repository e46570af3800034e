"""COMP 333's second approach: every permutation of the rows, kept if its diagonals are free.

Source: the course project "N Queens Problem in Racket and Prolog", section "How Much Work Does It
Take?". A permutation has one queen a row and a column by construction, so only the diagonals are
left to check: n! placements instead of n to the n, at the price of making them all.
"""

from __future__ import annotations

from itertools import permutations

from solvers.interface import Backend, Counters, Emit, Placement, Problem


def has_free_diagonals(placement: Placement) -> bool:
    """Whether all sums row + column differ, and all differences row - column."""
    n = len(placement)
    return (
        len({row + column for column, row in enumerate(placement)}) == n
        and len({row - column for column, row in enumerate(placement)}) == n
    )


def solve(problem: Problem, emit: Emit) -> Counters:
    """Filter the permutations that begin with the prefix, in lexicographic order.

    The text knows no blocked squares; here they are looked for behind its own test.
    """
    n, prefix, blocked = problem.n, problem.prefix, problem.blocked
    free_rows = [row for row in range(n) if row not in prefix]
    generated = 0
    for rest in permutations(free_rows):
        generated += 1  # enumerate would leave it undefined for an empty board
        placement = prefix + rest
        if (
            has_free_diagonals(placement)
            and blocked.isdisjoint(enumerate(placement))
            and emit(placement)
        ):
            break
    return {"permutations": generated}


BACKEND = Backend(
    name="permutation",
    paradigm="generate and test",
    solve=solve,
    practical_n=11,
    idea="Every permutation of the rows, tested for its diagonals. One queen a row and a "
    "column holds by construction, and nothing is cut off early.",
    listing=("has_free_diagonals", "solve"),
)
