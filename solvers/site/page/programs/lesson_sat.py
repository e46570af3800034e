# One variable for each square: true if a queen stands there. A clause is a list of
# statements, at least one of which must hold; a minus says that there is no queen.

from itertools import combinations, product

from pysat.solvers import Cadical195


def clauses(n):
    def square(column, row):
        return column * n + row + 1

    for column in range(n):
        yield [square(column, row) for row in range(n)]    # a queen in each column
    for (c, r), (d, s) in combinations(product(range(n), repeat=2), 2):
        if c == d or r == s or abs(c - d) == abs(r - s):
            yield [-square(c, r), -square(d, s)]           # never two that attack


def queens(n):
    solutions = []
    with Cadical195(bootstrap_with=clauses(n)) as solver:
        while solver.solve():
            found = [variable for variable in solver.get_model() if variable > 0]
            solutions.append([(variable - 1) % n for variable in found])
            solver.add_clause([-variable for variable in found])   # not this one again
    return solutions
