"""Decision diagrams: one diagram of all solutions, built column by column, then read.

Source: H. R. Andersen, *An Introduction to Binary Decision Diagrams* (1997), section 6.1, the
n-queens problem; Knuth, *The Art of Computer Programming*, 7.1.4. A variable says whether a queen
stands on a square. Each column is a formula: a queen on one of its squares, and none on her lines.
The conjunction of all columns is the set of all solutions, and its diagram gives their number.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solvers.interface import Backend, Placement, Problem, VersionOf

NODES, CACHE, THREADS = 1 << 22, 1 << 20, 1
"""The size of the engine's tables; more nodes raise an error."""

Square = tuple[int, int]


def squares(problem: Problem) -> list[Square]:
    """The squares that the problem allows, in the order of their variables."""
    return [(column, row) for column, rows in enumerate(problem.domains) for row in rows]


def share_a_line(square: Square, other: Square) -> bool:
    """Whether two squares are in one column, in one row or on one diagonal."""
    columns, rows = abs(square[0] - other[0]), abs(square[1] - other[1])
    return columns == 0 or rows in (0, columns)


def queen_alone(manager: Any, square: list[Square], variable: int) -> Any:
    """The formula that a queen stands on this square, and none on its lines.

    It begins with the last square, because variables are ordered from the top of a diagram: each
    further one then adds a single node above the others.
    """
    formula = manager.true()
    for other in reversed(range(len(square))):
        if other == variable:
            formula &= manager.var(other)
        elif share_a_line(square[other], square[variable]):
            formula &= manager.not_var(other)
    return formula


def boards(diagram: Any, square: list[Square], rows: Placement = ()) -> Iterator[Placement]:
    """The paths of a diagram in lexicographic order: the row of each square with a queen."""
    while (branches := diagram.cofactors()) is not None:
        with_queen, without = branches
        if with_queen.satisfiable():
            yield from boards(with_queen, square, (*rows, square[diagram.node_var()][1]))
        diagram = without
    if diagram.satisfiable():
        yield rows


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Build the diagram, column after column, then yield its paths."""
    from oxidd.bdd import BDDManager

    manager, square = BDDManager(NODES, CACHE, THREADS), squares(problem)
    manager.add_vars(len(square))
    solutions = manager.true()
    for column in range(problem.n):
        has_a_queen = manager.false()
        for variable in [v for v, (other, _) in enumerate(square) if other == column]:
            has_a_queen |= queen_alone(manager, square, variable)
        solutions &= has_a_queen
        work["nodes"] += solutions.node_count()
    yield from boards(solutions, square)


BACKEND = Backend(
    name="decision-diagrams",
    paradigm="decision diagrams",
    group="encoding",
    solve=solve,
    requires=("oxidd.bdd",),
    install="pip install oxidd",
    version=VersionOf("OxiDD", "oxidd"),
    at_once=True,
    practical_n=9,
    practical_n_first=10,
    idea="One diagram holds all solutions, and stores common parts once. No solution is known "
    "until the last column has been added; then all are known at once.",
)
