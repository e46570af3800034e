"""A model in MiniZinc for coloured boards: all rows differ, all colours, and none touch."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from solvers.interface import Placement, Problem
from solvers.paradigms import minizinc

MODEL = """
include "alldifferent.mzn";

int: n;
set of int: COLUMN = 0..n-1;
array[COLUMN] of set of int: allowed;
array[COLUMN, COLUMN] of COLUMN: colours;
array[COLUMN] of var 0..n-1: rows;

constraint alldifferent(rows);
constraint alldifferent([colours[column, rows[column]] | column in COLUMN]);
constraint forall(column in 1..n-1)(abs(rows[column] - rows[column-1]) > 1);
constraint forall(column in COLUMN)(rows[column] in allowed[column]);

solve :: int_search(rows, first_fail, indomain_min) satisfy;
"""


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions as the solver prints them."""
    colours = [list(column) for column in problem.colours]
    return minizinc.solve(problem, work, MODEL, colours=colours)


BACKEND = replace(minizinc.BACKEND, solve=solve)
