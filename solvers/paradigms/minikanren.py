"""Relational programming with miniKanren: a relation of squares, and disequalities for attacks.

Source: D. Friedman, W. Byrd, O. Kiselyov and J. Hemann, *The Reasoned Schemer*, second edition
(2018); disequalities are those of core.logic (``!=``). miniKanren has no arithmetic here, so facts
give each square its row and its diagonals. The goal is that every queen stands on a square and
shares no line with another. A goal is a function from a state to a stream of states.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solvers.interface import Backend, Placement, Problem, VersionOf

Lines = tuple[Any, Any, Any]
"""Three logic variables: the row of a queen and its two diagonals."""


def queens_o(square: Any, queens: list[Lines], placed: tuple[Lines, ...] = ()) -> Any:
    """The goal that these queens stand on squares, and share no line with one another.

    As in the book, the name of a goal ends in o.
    """
    from kanren import lall
    from kanren.constraints import neq
    from kanren.core import succeed

    if not queens:
        return succeed
    queen, *others = queens
    apart = [neq(line, other) for lines in placed for line, other in zip(queen, lines, strict=True)]
    on_square = square(len(placed), *queen)
    return lall(on_square, *apart, queens_o(square, others, (*placed, queen)))  # all hold


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Yield all answers of the goal. The library reports no counters."""
    from kanren import Relation, fact, run, var

    square = Relation("square")
    for column, rows in enumerate(problem.domains):
        for row in rows:
            fact(square, column, row, column + row, column - row)
    queens = [(var(), var(), var()) for _ in range(problem.n)]
    placement = tuple([row for row, _, _ in queens])
    yield from run(None, placement, queens_o(square, queens))  # None: no limit


BACKEND = Backend(
    name="minikanren",
    paradigm="relational programming",
    group="logic",
    solve=solve,
    requires=("kanren", "kanren.constraints"),
    install="pip install miniKanren",
    version=VersionOf("miniKanren"),
    practical_n=8,
    practical_n_first=100,
    idea="A relation has the lines of each square; the goal is that no two queens share one. A "
    "goal turns a state into a stream of states.",
    searches="the library, by interleaving streams",
    undoes="nobody: a state is never changed",
    knows="the queens on the board",
)
