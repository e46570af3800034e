"""A board as a model in a file, in a format that engines read: MiniZinc, DIMACS, OPB or LP.

In the last three, the variables are the squares, column by column: 1 is row 0 of column 0, and 2 is
row 1 of column 0. One is true in each column and row, and at most one on each diagonal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, product

from solvers.puzzle.problem import Problem

MODEL = """\
include "alldifferent.mzn";

int: n;
array[0..n-1] of set of int: allowed;
array[0..n-1] of var 0..n-1: rows;

constraint alldifferent(rows);
constraint alldifferent([rows[column] + column | column in 0..n-1]);
constraint alldifferent([rows[column] - column | column in 0..n-1]);
constraint forall(column in 0..n-1)(rows[column] in allowed[column]);

solve satisfy;

output [join(" ", [show(rows[column]) | column in 0..n-1])];
"""
"""The model for every board; its data are n and the allowed rows."""


def minizinc_data(problem: Problem) -> str:
    """The data of a board for MODEL."""
    rows = [f"{{{', '.join(map(str, allowed))}}}" for allowed in problem.domains]
    return f"n = {problem.n};\nallowed = array1d(0..{problem.n - 1}, [{', '.join(rows)}]);\n"


def minizinc(problem: Problem) -> str:
    """The model and its data."""
    return MODEL + "\n" + minizinc_data(problem)


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


def linear(problem: Problem) -> str:
    """A program in whole numbers, in the LP format."""
    rows = [
        f" {' + '.join(f'x{square}' for square in squares)} {relation} {number}"
        for squares, relation, number in _sums(problem)
    ]
    names = " ".join(f"x{square}" for square in range(1, problem.n**2 + 1))
    constraints = "\n".join(rows)
    return f"minimize\n obj: 0 x1\nsubject to\n{constraints}\nbinary\n {names}\nend\n"


FORMATS: dict[str, Callable[[Problem], str]] = {
    "mzn": minizinc,
    "cnf": dimacs,
    "opb": opb,
    "lp": linear,
}
"""The formats, by the suffix of a file."""
