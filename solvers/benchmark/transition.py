"""What changes with the density of a family: whether a board has a solution, and how hard it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from solvers.benchmark.family import Family
from solvers.benchmark.result import Answer
from solvers.benchmark.scores import Table, median_time


@dataclass(frozen=True, slots=True)
class Step:
    """The boards of one density.

    Of ``boards`` so many are known to have a solution and so many to have none. ``median_seconds``
    are those of each backend, infinite where it has not solved half of them.
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
    steps: Sequence[Step]


def transitions(family: Family, runs: Table) -> list[Transition]:
    """One for each size and kind that comes in at least two densities."""
    numbers: dict[tuple[int, type], dict[float, list[int]]] = {}
    for board in next(iter(runs.values()), {}):
        instance = family[board - 1]
        if instance.recipe:
            kind = instance.recipe.kind
            same = numbers.setdefault((instance.problem.n, type(kind)), {})
            same.setdefault(kind.density, []).append(board)
    return [
        Transition(n, kind, [_step(density, same[density], runs) for density in sorted(same)])
        for (n, kind), same in numbers.items()
        if len(same) > 1
    ]


def _step(density: float, boards: Sequence[int], runs: Table) -> Step:
    answers = [{found[board].answer for found in runs.values()} for board in boards]
    return Step(
        density=density,
        boards=len(boards),
        with_solution=sum(Answer.SOLUTION in one for one in answers),
        without=sum(Answer.NONE in one for one in answers),
        median_seconds={
            name: median_time(
                [math.inf if (time := found[board].seconds) is None else time for board in boards]
            )
            for name, found in runs.items()
        },
    )
