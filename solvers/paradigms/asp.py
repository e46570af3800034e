"""Answer set programming with clingo: say what a board is, and take every stable model.

Source: the n-queens example of M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, *Answer Set
Solving in Practice* (2012), chapter 2: guess a queen a column, then forbid what attacks.
"""

from __future__ import annotations

from importlib import metadata
from typing import Any

from solvers.interface import Backend, Counters, Emit, Problem

PROGRAM = """
column(0..n-1).  row(0..n-1).

1 { queen(C, R) : row(R) } 1 :- column(C).                 % a queen in each column
1 { queen(C, R) : column(C) } 1 :- row(R).                 % and in each row

:- S = 0..2*n-2, 2 { queen(C, S-C) : column(C), row(S-C) }.    % not two on a diagonal,
:- D = 1-n..n-1, 2 { queen(C, C-D) : column(C), row(C-D) }.    % whichever way it goes

:- prefix(C, R), not queen(C, R).
:- blocked(C, R), queen(C, R).

#show queen/2.
"""


def grounded(problem: Problem) -> Any:
    """The control of a clingo that has grounded the program, and is to look for all models."""
    from clingo import Control

    control = Control(["--const", f"n={problem.n}", "--models=0", "--warn=no-atom-undefined"])
    facts = [f"prefix({column},{row})." for column, row in enumerate(problem.prefix)]
    facts += [f"blocked({column},{row})." for column, row in sorted(problem.blocked)]
    control.add("base", [], PROGRAM + "".join(facts))
    control.ground([("base", [])])
    return control


def solve(problem: Problem, emit: Emit) -> Counters:
    """Ground the program, then emit the stable models, one thread."""
    from clingo import Function, Model, Number

    n, control = problem.n, grounded(problem)
    square = {Function("queen", [Number(c), Number(r)]): (c, r) for c in range(n) for r in range(n)}

    has_enough = False

    def emit_model(model: Model) -> bool:
        """Emit the model; whether to go on."""
        nonlocal has_enough
        queens = sorted(square[queen] for queen in model.symbols(shown=True))
        has_enough = bool(emit(tuple([row for _, row in queens])))
        return not has_enough

    result = control.solve(on_model=emit_model)
    if not (result.exhausted or has_enough):
        raise RuntimeError("clingo stopped before it had seen every model")
    work: dict[str, Any] = control.statistics["solving"]["solvers"]
    return {name: int(work[name]) for name in ("choices", "conflicts")}


def version() -> str:
    """The version of clingo."""
    return f"clingo {metadata.version('clingo')}"


BACKEND = Backend(
    name="asp",
    paradigm="answer set programming",
    solve=solve,
    requires=("clingo",),
    cure="pip install clingo",
    version=version,
    practical_n=12,
    idea="Guess a queen in each column and row, and forbid two on a diagonal. Every stable "
    "model of the rules is a solution.",
    listing=("PROGRAM",),
)
