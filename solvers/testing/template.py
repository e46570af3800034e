"""Backtracking, as a backend to start from: replace the search with your own.

Source: name the book, paper or exercise that your program follows.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield every solution of the problem, each once, as soon as it is found."""
    # domains[column] lists the rows that the column allows; both are numbered from 0.
    domains = problem.domains

    def place(placement: Placement) -> Iterator[Placement]:
        column = len(placement)
        if column == problem.n:
            yield placement  # a tuple of rows, column 0 first
            return
        for row in domains[column]:
            work["row_tries"] += 1  # optional: any name, counted while the work is done
            if all(
                row != other and abs(row - other) != column - earlier
                for earlier, other in enumerate(placement)
            ):
                yield from place((*placement, row))

    return place(())


BACKEND = Backend(
    name="template",
    paradigm="backtracking",
    solve=solve,
    # requires=("some_module",),  # modules to import before the clock starts
    # install="pip install some-package",  # how to install them
    # practical_n=12,  # the largest n that ends within minutes
)
