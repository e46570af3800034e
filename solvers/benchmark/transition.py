"""How solvability and solving time change with the density of the boards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from solvers.benchmark.instances import Instances
from solvers.benchmark.result import Answer
from solvers.benchmark.scores import ResultTable, median_time


@dataclass(frozen=True, slots=True)
class DensityStep:
    """The boards of one density.

    ``with_solution`` and ``without`` count those that are known to have one or none.
    ``median_seconds`` has each backend's median, infinite where it has solved less than half.
    """

    density: float
    boards: int
    with_solution: int
    without: int
    median_seconds: dict[str, float]


@dataclass(frozen=True, slots=True)
class Transition:
    """Boards of one size and kind, from the least density to the greatest."""

    n: int
    kind: type
    steps: Sequence[DensityStep]


def transitions(instances: Instances, runs: ResultTable) -> list[Transition]:
    """One for each size and kind that comes in at least two densities."""
    numbers: dict[tuple[int, type], dict[float, list[int]]] = {}
    for board in next(iter(runs.values()), {}):
        instance = instances[board - 1]
        if instance.recipe:
            kind = instance.recipe.kind
            same = numbers.setdefault((instance.problem.n, type(kind)), {})
            same.setdefault(kind.density, []).append(board)
    return [
        Transition(n, kind, [_step(density, same[density], runs) for density in sorted(same)])
        for (n, kind), same in numbers.items()
        if len(same) > 1
    ]


def _step(density: float, boards: Sequence[int], runs: ResultTable) -> DensityStep:
    answers = [{found[board].answer for found in runs.values()} for board in boards]
    return DensityStep(
        density=density,
        boards=len(boards),
        with_solution=sum(Answer.SOLUTION in said for said in answers),
        without=sum(Answer.NONE in said for said in answers),
        median_seconds={
            name: median_time(
                [math.inf if (time := found[board].seconds) is None else time for board in boards]
            )
            for name, found in runs.items()
        },
    )
