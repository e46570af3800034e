"""Exact cover with dancing cells: a queen is an option that covers its column, row and diagonals.

Source: Knuth, *Dancing Links* (2000), section "Applications to the N queens problem", and
*The Art of Computer Programming*, 7.2.2.1 and 7.2.2.3: every column and every row has to be
covered, each diagonal may be. xcover is the dancing-cells algorithm of the latter, compiled; it
counts nothing of its work, so there are no counters.
"""

from __future__ import annotations

from importlib import metadata

from solvers.interface import Backend, Counters, Emit, Problem


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the covers as they are found."""
    from xcover import covers

    n = problem.n
    squares = [(column, row) for column in range(n) for row in problem.rows(column)]
    if not squares:  # the library takes no problem without options
        if n == 0:
            emit(())
        return {}
    options = [
        [f"column {column}", f"row {row}", f"sum {column + row}", f"difference {column - row}"]
        for column, row in squares
    ]
    must_be_covered = [f"{line} {number}" for line in ("column", "row") for number in range(n)]
    for cover in covers(options, primary=must_be_covered):
        if emit(tuple([row for _, row in sorted(squares[option] for option in cover)])):
            break
    return {}


def version() -> str:
    """The version of xcover."""
    return f"xcover {metadata.version('xcover')}"


BACKEND = Backend(
    name="exact-cover",
    paradigm="exact cover",
    solve=solve,
    requires=("xcover",),
    cure="pip install xcover",
    version=version,
    practical_n=15,
    idea="Each square covers its column, its row and its two diagonals; columns and rows must "
    "be covered exactly once, diagonals at most once. Dancing cells choose the line with "
    "the fewest squares left.",
    listing=("solve",),
)
