"""Pass each solution of CP-SAT on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ortools.sat.python import cp_model


class SolutionCallback(cp_model.CpSolverSolutionCallback):
    """Calls ``found`` with the values of these variables, once per solution."""

    def __init__(
        self, variables: Sequence[Any], found: Callable[[tuple[int, ...]], object]
    ) -> None:
        super().__init__()
        self.variables, self.found = variables, found

    def on_solution_callback(self) -> None:
        """Read the solution; the engine calls this."""
        self.found(tuple([self.value(variable) for variable in self.variables]))
