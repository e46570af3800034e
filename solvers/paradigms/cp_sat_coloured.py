"""Constraint programming on a coloured board: all rows differ, all colours, and none touch.

The constraint *element* gives the colour of each column's queen: the one at its row in the list of
the column's colours.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from solvers.interface import Placement, Problem
from solvers.paradigms import cp_sat


def queens_model(problem: Problem) -> tuple[Any, list[Any]]:
    """The model and its variables: ``rows[column]`` is the row of that column's queen."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    domains = [cp_model.Domain.from_values(allowed) for allowed in problem.domains]
    rows = [model.new_int_var_from_domain(domain, f"row {c}") for c, domain in enumerate(domains)]
    colours = [model.new_int_var(0, problem.n - 1, f"colour {c}") for c in range(problem.n)]
    for row, colour, squares in zip(rows, colours, problem.colours, strict=True):
        model.add_element(row, squares, colour)
    model.add_all_different(rows)
    model.add_all_different(colours)
    apart = cp_model.Domain.from_intervals([[-problem.n, -2], [2, problem.n]])
    for row, following in pairwise(rows):
        model.add_linear_expression_in_domain(following - row, apart)
    return model, rows


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield every solution that the engine reports; raise if it stopped before the end."""
    return cp_sat.solve(problem, work, queens_model)


BACKEND = replace(
    cp_sat.BACKEND,
    solve=solve,
    idea="All rows differ, and so do all colours, which an element constraint takes from the "
    "column's squares. The engine propagates, branches, and learns from conflicts.",
)
