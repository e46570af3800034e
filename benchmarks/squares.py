"""A board in the formats DIMACS and OPB, in which the variables are the squares.

They are numbered column by column: 1 is row 0 of column 0, and 2 is row 1 of column 0. One is true
in each column and row, and at most one on each diagonal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, product

from solvers.puzzle.problem import Problem


def _lines(n: int) -> tuple[list[list[int]], list[list[int]]]:
    """The squares of each column and row, and of each diagonal of several squares, by number."""
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for column, row in product(range(n), repeat=2):
        for kind, line in enumerate((column, row, column + row, column - row)):
            found["full" if kind < 2 else "", (kind * 4 * n) + line].append(column * n + row + 1)
    full = [squares for (kind, _), squares in found.items() if kind]
    return full, [squares for (kind, _), squares in found.items() if not kind and len(squares) > 1]


def _closed(problem: Problem) -> list[int]:
    """The squares that the board does not allow, by number."""
    n = problem.n
    return [
        column * n + row + 1
        for column, allowed in enumerate(problem.domains)
        for row in range(n)
        if row not in allowed
    ]


def dimacs(problem: Problem) -> str:
    """Clauses: a queen in each column and row, no two in a line, none on a closed square."""
    full, diagonals = _lines(problem.n)
    clauses: list[tuple[int, ...]] = [tuple(line) for line in full]
    for line in (*full, *diagonals):
        clauses += ((-one, -other) for one, other in combinations(line, 2))
    clauses += ((-square,) for square in _closed(problem))
    rows = [f"p cnf {problem.n**2} {len(clauses)}"]
    rows += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join(rows) + "\n"


def _sums(problem: Problem) -> Iterator[tuple[list[int], str, int]]:
    """Each line as a sum of squares, its relation, and a number."""
    full, diagonals = _lines(problem.n)
    yield from ((line, "=", 1) for line in full)
    yield from ((line, "<=", 1) for line in diagonals)
    yield from (([square], "=", 0) for square in _closed(problem))


def opb(problem: Problem) -> str:
    """Pseudo-Boolean constraints, which have >= and = only."""
    rows = []
    for squares, relation, number in _sums(problem):
        sign, value = ("+1", number) if relation == "=" else ("-1", -number)
        terms = " ".join(f"{sign} x{square}" for square in squares)
        rows.append(f"{terms} {'=' if relation == '=' else '>='} {value} ;")
    return f"* #variable= {problem.n**2} #constraint= {len(rows)}\n" + "\n".join(rows) + "\n"
