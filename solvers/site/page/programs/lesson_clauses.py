# One variable for each square: true if a queen stands there. A clause is a list of
# statements, at least one of which must hold; a minus says that there is no queen.

from itertools import combinations, product


def clauses(n):
    def square(column, row):
        return column * n + row + 1

    for column in range(n):
        yield [square(column, row) for row in range(n)]    # a queen in each column
    for (c, r), (d, s) in combinations(product(range(n), repeat=2), 2):
        if c == d or r == s or abs(c - d) == abs(r - s):
            yield [-square(c, r), -square(d, s)]           # never two that attack


def suppose(statement, clauses):
    return [[other for other in clause if other != -statement]
            for clause in clauses if statement not in clause]


def models(clauses, known):
    if [] in clauses:                                      # nothing of it can hold
        return
    if not clauses:
        yield known
        return
    sure = next((clause for clause in clauses if len(clause) == 1), None)
    choices = sure or [clauses[0][0], -clauses[0][0]]
    for statement in choices:
        yield from models(suppose(statement, clauses), [*known, statement])


def queens(n):
    return [[(square - 1) % n for square in sorted(model) if square > 0]
            for model in models(list(clauses(n)), [])]
