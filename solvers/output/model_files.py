"""A board as a model in MiniZinc."""

from __future__ import annotations

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
