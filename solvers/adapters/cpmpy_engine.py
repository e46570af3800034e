"""Engines through CPMpy, which translates one model for each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solvers.adapters.one_model import Term
from solvers.interface import Goal

COMPLETE = {"UNSATISFIABLE", "OPTIMAL"}
"""The statuses of an engine that has searched everything."""


class CpmpyModel:
    """A model in CPMpy for one engine: find a solution, exclude it, and again.

    Not ``solveAll``: it excludes solutions in the order of a set, which differs between processes.
    """

    def __init__(self, engine: str) -> None:
        import cpmpy

        self.engine, self.cpmpy, self.model = engine, cpmpy, cpmpy.Model()

    def integer(self, values: Sequence[int]) -> Any:
        """A variable that a constraint mentions, since CPMpy ignores others."""
        variable = self.cpmpy.intvar(min(values), max(values))
        gaps = {*range(min(values), max(values))}.difference(values)
        self.model += [variable >= min(values), *(variable != gap for gap in sorted(gaps))]
        return variable

    def all_different(self, terms: Sequence[Term]) -> None:
        """Post the constraint of that name."""
        self.model += self.cpmpy.AllDifferent([variable + number for variable, number in terms])

    def solutions(
        self, variables: Sequence[Any], _goal: Goal, work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        """Solve, and exclude each solution."""
        solver = self.cpmpy.SolverLookup.get(self.engine, self.model)
        while solver.solve():
            values = [int(variable.value()) for variable in variables]
            work["solve_calls"] += 1
            yield values
            pairs = zip(variables, values, strict=True)
            solver += self.cpmpy.any([variable != value for variable, value in pairs])
        if (status := solver.status().exitstatus.name) not in COMPLETE:
            raise RuntimeError(f"{self.engine} stopped before the end: {status}")


@dataclass(frozen=True, slots=True)
class ThroughCpmpy:
    """Begins a model for an engine, by the name that CPMpy has for it."""

    engine: str

    def __call__(self) -> CpmpyModel:
        """Return a new model."""
        return CpmpyModel(self.engine)
