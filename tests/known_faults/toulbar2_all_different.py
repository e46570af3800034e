"""toulbar2 1.4.0.1 loses boards: its all-different fails for domains that do not begin with 0."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.adapters.one_model import OneModel
from solvers.interface import Backend, VersionOf
from solvers.paradigms.engines.toulbar2 import Toulbar2


class FromTheLeastValue(Toulbar2):
    def integer(self, values: Sequence[int]) -> int:
        self.values.append(range(min(values), max(values) + 1))
        variable = int(self.network.AddVariable(f"x{len(self.values)}", self.values[-1]))
        self.network.AddFunction([variable], [int(one not in values) for one in self.values[-1]])
        return variable


BACKEND = Backend(
    name="toulbar2-all-different",
    solve=OneModel(FromTheLeastValue),
    requires=("pytoulbar2",),
    install="pip install pytoulbar2",
    version=VersionOf("toulbar2", "pytoulbar2"),
    at_once=True,
)
