"""Decision diagrams of sets: one diagram holds all boards of k queens, and each board gains one.

Source: S. Minato, *Zero-Suppressed BDDs for Set Manipulation in Combinatorial Problems* (1993),
section 5, the 8-queens problem; Knuth, *The Art of Computer Programming*, 7.1.4. A board is the set
of its queens' squares. A zero-suppressed diagram has a node only where some board has a queen.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import decision_diagrams as bdd
from solvers.puzzle.problem import Square, share_a_line


def with_queen(diagram: Any, variable: dict[Square, int], square: Square) -> Any:
    """The diagram's boards in which no queen attacks the square, each with a queen added there."""
    for other, number in variable.items():
        if other[0] < square[0] and share_a_line(other, square):  # some board may have a queen here
            diagram = diagram.subset0(number)  # the boards without a queen there
    return diagram.change(variable[square])  # no board has a queen there yet: each gains one


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Build the diagram of the boards of the first k columns, for each k, then yield its sets."""
    from oxidd.zbdd import ZBDDManager

    manager = ZBDDManager(bdd.NODES, bdd.CACHE, bdd.THREADS)
    variable = bdd.variables(problem)
    manager.add_vars(len(variable))
    diagram = manager.base()  # one board, without queens
    for column, rows in enumerate(problem.domains):
        extended = manager.empty()  # no board yet
        for row in rows:
            extended |= with_queen(diagram, variable, (column, row))
        diagram = extended
        work["diagram_nodes"] += diagram.node_count()
    yield from bdd.boards(diagram, list(variable))


BACKEND = Backend(
    name="decision-diagrams-zdd",
    paradigm="decision diagrams",
    solve=solve,
    requires=("oxidd.zbdd",),
    install=bdd.BACKEND.install,
    version=bdd.BACKEND.version,
    variant_of="decision-diagrams",
    difference="Its diagrams have nodes only where some board has a queen, and gain one queen at a "
    "time; its parent combines formulas over all squares.",
    at_once=True,
    practical_n=11,
    practical_n_first=10,
)
