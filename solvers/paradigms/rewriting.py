"""Rewriting: one rule adds a queen to a board, and a strategy applies it depth first, in Maude.

Source: S. Eker, N. Martí-Oliet, J. Meseguer and A. Verdejo, *Deduction, Strategies, and Rewriting*
(2007), section 4.3, backtracking, with its names. A term is a board and the columns that are left,
each with its rows: ``1 3 | column(0 1 2 3) column(0 1 2 3) none``. A rule may match in many ways,
and each match is a choice. Maude reads and writes terms as text, in the syntax of the module.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from solvers.interface import Backend, Placement, Problem, VersionOf

MODULE = """
smod QUEENS is
  protecting NAT .
  sorts Rows Columns Board .
  subsort Nat < Rows .
  op nil : -> Rows .
  *** Rows stand side by side. Brackets and nil change nothing: nil 1 3 is 1 3.
  op __ : Rows Rows -> Rows [assoc id: nil] .
  op none : -> Columns .
  op column(_)_ : Rows Columns -> Columns .
  op _|_ : Rows Columns -> Board .
  vars R S D : Nat .
  vars Queens Before After : Rows .
  var Others : Columns .

  *** A rule with a condition. Before R After matches each way to split the rows of
  *** the next column, so R is any of them. It becomes a queen.
  crl [expand] : Queens | column(Before R After) Others => Queens R | Others
    if isOk(Queens, R, 1) .

  *** S is the row of a queen, D columns before the new one in row R; sd(S, R) is |S - R|.
  op isOk : Rows Nat Nat -> Bool .
  eq isOk(nil, R, D) = true .
  eq isOk(Queens S, R, D) = S =/= R and sd(S, R) =/= D and isOk(Queens, R, D + 1) .
endsm
"""
STRATEGY = "expand ! ; match (Queens:Rows | none)"
"""Apply the rule until it no longer matches (``!``), and keep the boards without a column left."""


@cache
def module() -> Any:
    """The module, read by Maude."""
    import maude

    maude.init(advise=False)
    maude.input(MODULE)
    return maude.getModule("QUEENS")


def empty_board(problem: Problem) -> str:
    """The term of the board without queens."""
    columns = [f"column({' '.join(map(str, rows))})" for rows in problem.domains]
    return f"nil | {' '.join(columns)} none"


def placement(board: Any) -> Placement:
    """The rows of the queens on a board without columns left: ``1 3 0 2 | none``."""
    queens, _none = board.arguments()
    return tuple(map(int, str(queens).split()))


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the boards that the strategy reaches, in lexicographic order."""
    board = module().parseTerm(empty_board(problem))
    search = board.srewrite(module().parseStrategy(STRATEGY), depth=True)
    try:
        for solution, _ in search:
            yield placement(solution)
    finally:
        work["rewrites"] += search.getRewriteCount()


BACKEND = Backend(
    name="rewriting",
    paradigm="term rewriting",
    group="logic",
    solve=solve,
    requires=("maude",),
    install="pip install maude",
    version=VersionOf("Maude", "maude"),
    prepare=module,
    practical_n=12,
    practical_n_first=10,
    idea="A rule adds a queen to a board. It matches in many ways; a strategy tries each match, "
    "depth first.",
    searches="Maude, by its strategy",
    undoes="Maude: it tries the next match of the rule",
    knows="the queens on the board",
)
