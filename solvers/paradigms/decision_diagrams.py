"""Decision diagrams: one diagram of all solutions, built column by column, then read.

Source: H. R. Andersen, *An Introduction to Binary Decision Diagrams* (1997), section 6.1, the
n-queens problem; Knuth, *The Art of Computer Programming*, 7.1.4. A variable says whether a queen
stands on a square. Each column is a formula: a queen on one of its squares, and none on its lines.
The conjunction of all columns is the set of all solutions: each path of its diagram to true is one.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solvers.interface import Backend, Placement, Problem, VersionOf
from solvers.puzzle.problem import Square, share_a_line

NODES, CACHE, THREADS = 1 << 22, 1 << 20, 1
"""The sizes of the engine's two tables, and one thread; more nodes raise an error."""


def variables(problem: Problem) -> dict[Square, int]:
    """A number for each square that the problem allows, in order from the top of the diagram."""
    squares = [(column, row) for column, rows in enumerate(problem.domains) for row in rows]
    return {square: variable for variable, square in enumerate(squares)}


def queen_alone(manager: Any, variable: dict[Square, int], square: Square) -> Any:
    """The formula that a queen stands on this square, and none on its lines.

    It grows from the last square up, so that each variable puts one node on top of the diagram.
    """
    formula = manager.true()
    for other in reversed(variable):
        if other == square:
            formula &= manager.var(variable[other])
        elif share_a_line(other, square):
            formula &= manager.not_var(variable[other])
    return formula


def boards(diagram: Any, squares: list[Square], rows: Placement = ()) -> Iterator[Placement]:
    """The solutions in a diagram, in lexicographic order; ``rows`` are those of the queens above.

    ``cofactors`` gives the two diagrams below a node: those with and without a queen on its square.
    The recursive call reads the first, so calls nest once per queen; the loop goes on with the
    second.
    """
    while (branches := diagram.cofactors()) is not None:
        with_queen, without = branches
        if with_queen.satisfiable():
            _, row = squares[diagram.node_var()]
            yield from boards(with_queen, squares, (*rows, row))
        diagram = without
    if diagram.satisfiable():
        yield rows


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Build the diagram, column after column, then yield its paths."""
    from oxidd.bdd import BDDManager

    manager, variable = BDDManager(NODES, CACHE, THREADS), variables(problem)
    manager.add_vars(len(variable))
    solutions = manager.true()
    for column, rows in enumerate(problem.domains):
        column_formula = manager.false()
        for row in rows:
            column_formula |= queen_alone(manager, variable, (column, row))
        solutions &= column_formula
        work["diagram_nodes"] += solutions.node_count()
    yield from boards(solutions, list(variable))


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
    idea="One diagram holds all solutions, and stores common parts once. All are known at once, "
    "after the last column.",
    searches="nobody: one diagram is the whole set",
    undoes="nobody: there is no choice",
    knows="the safe boards of the columns before",
)
