"""Exact cover with dancing cells: a queen is an option that covers its column, row and diagonals.

Source: Knuth, *Dancing Links* (2000), section "Applications to the N queens problem", and *The Art
of Computer Programming*, 7.2.2.1 and 7.2.2.3: every column and row must be covered exactly once, a
diagonal at most once. xcover is a compiled implementation of dancing cells (7.2.2.3) and reports no
counters.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem, VersionOf


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Yield the covers as they are found."""
    from xcover import covers

    squares = [(column, row) for column, rows in enumerate(problem.domains) for row in rows]
    options = [
        [f"column {column}", f"row {row}", f"sum {column + row}", f"difference {column - row}"]
        for column, row in squares
    ]
    primary = [f"{line} {number}" for line in ("column", "row") for number in range(problem.n)]
    for cover in covers(options, primary=primary):
        yield tuple([row for _, row in sorted(squares[option] for option in cover)])


BACKEND = Backend(
    name="exact-cover",
    paradigm="exact cover",
    group="encoding",
    solve=solve,
    requires=("xcover", "numpy.ma"),  # the engine loads the latter when it compiles
    install="pip install xcover",
    version=VersionOf("xcover"),
    practical_n=15,
    practical_n_first=1000,
    idea="Each square covers its lines; every column and row must be covered once. The engine "
    "always takes the one with the fewest squares left.",
    searches="the library",
    undoes="the library: it puts removed squares back",
    knows="the squares left in each column and row",
)
