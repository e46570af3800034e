"""toulbar2, an engine for networks of costs: a placement is a solution if it costs nothing.

Source: B. Hurley and others, *Multi-language evaluation of exact solvers in graphical model
discrete optimization* (2016). Each domain begins with 0, since the all-different of version 1.4.0.1
finds no solution for two variables with the only values 2 and 3.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from solvers.adapters.one_model import Term, engine_backend
from solvers.interface import Goal


class Toulbar2:
    def __init__(self) -> None:
        import pytoulbar2

        self.network = pytoulbar2.CFN(1)  # a cost of 1 is too much
        self.values: list[range] = []

    def integer(self, values: Sequence[int]) -> int:
        self.values.append(range(max(values) + 1))
        variable = int(self.network.AddVariable(f"x{len(self.values)}", self.values[-1]))
        self.network.AddFunction([variable], [int(one not in values) for one in self.values[-1]])
        return variable

    def all_different(self, terms: Sequence[Term]) -> None:
        least = min(number for _, number in terms)
        self.network.AddAllDifferent([self.plus(row, number - least) for row, number in terms])

    def plus(self, row: int, number: int) -> int:
        total = self.integer([value + number for value in self.values[row]])
        pairs = product(self.values[row], self.values[total])
        self.network.AddFunction([row, total], [int(a + number != b) for a, b in pairs])
        return total

    def solutions(
        self, rows: Sequence[Any], goal: Goal, work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        best = self.network.Solve(allSolutions=0 if goal is Goal.FIRST else 10**9)
        given = [solution for _, solution in self.network.GetSolutions()]
        for solution in given if goal is Goal.ALL or best is None else [best[0]]:
            yield [int(solution[row]) for row in rows]
        work["nodes"] = int(self.network.GetNbNodes())


BACKEND = engine_backend(
    "toulbar2", Toulbar2, package="pytoulbar2", module="pytoulbar2", licence="MIT",
    practical_n=11, practical_n_first=30, at_once=True,
    idea="looks for the least cost in a network of tables: an attack costs 1",
)  # fmt: skip
