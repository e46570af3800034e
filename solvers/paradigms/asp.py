"""Answer set programming with clingo: describe a solution; every stable model is one.

Source: the n-queens example of M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, *Answer Set
Solving in Practice* (2012): guess a queen in each column and row, then forbid every attack.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from solvers.interface import Backend, Placement, Problem, VersionOf

PROGRAM = """
column(0..n-1).  row(0..n-1).

1 { queen(C, R) : row(R) } 1 :- column(C).                 % one queen in each column
1 { queen(C, R) : column(C) } 1 :- row(R).                 % and one in each row

% "2 { ... }" holds for two queens or more: never on a diagonal of sum S or difference D
:- S = 0..2*n-2, 2 { queen(C, S-C) : column(C), row(S-C) }.
:- D = 1-n..n-1, 2 { queen(C, C-D) : column(C), row(C-D) }.

:- queen(C, R), not allowed(C, R).

#show queen/2.
"""


def program(problem: Problem) -> str:
    """The program with the squares that the problem allows."""
    allowed = [f"allowed({c},{r})." for c, rows in enumerate(problem.domains) for r in rows]
    return f"#const n={problem.n}.{PROGRAM}{''.join(allowed)}"


def solve(
    problem: Problem, work: Counter[str], described: Callable[[Problem], str] = program
) -> Iterator[Placement]:
    """Yield the stable models; raise if clingo stops before the last one."""
    from clingo import Control

    control = Control(["--models=0"])  # 0: all of them
    control.add("base", [], described(problem))
    control.ground([("base", [])])
    square = {  # read once from the atoms, not again for every model
        atom.symbol: tuple(argument.number for argument in atom.symbol.arguments)
        for atom in control.symbolic_atoms.by_signature("queen", 2)
    }
    try:
        with control.solve(yield_=True) as search:
            for model in search:
                queens = sorted(square[queen] for queen in model.symbols(shown=True))
                yield tuple([row for _, row in queens])
            if not search.get().exhausted:
                raise RuntimeError("clingo stopped before it had seen every model")
    finally:
        statistics = control.statistics["solving"]["solvers"]
        work.update({name: int(statistics[name]) for name in ("choices", "conflicts")})


BACKEND = Backend(
    name="asp",
    paradigm="answer set programming",
    group="logic",
    solve=solve,
    requires=("clingo",),
    install="pip install clingo",
    version=VersionOf("clingo"),
    practical_n=12,
    practical_n_first=500,
    idea="Guess a queen in each column and row, and forbid two on a diagonal. Every stable model "
    "of the rules is a solution.",
    searches="clingo",
    undoes="clingo: it can jump back over several choices",
    knows="what follows from rules and learned clauses",
    coloured="solvers.paradigms.asp_coloured",
    reads="lp",
    model=program,
    tool=("python", "-m", "clingo", "{file}", "0"),
)
