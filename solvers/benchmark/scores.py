"""The scores of each backend in a benchmark, and the ratio of two backends' times."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from solvers.benchmark.generator import BoardKind
from solvers.benchmark.instances import Instances
from solvers.benchmark.result import BoardOutcome, BoardResult, corrected
from solvers.lazy import numpy as np

PENALTY = 2
"""The factor of PAR-2, as in contests: an unsolved board counts as this many time limits."""

LEVEL = 0.95
"""The confidence level of the interval around a ratio."""

RESAMPLES = 9999
SEED = 2017
"""A fixed seed: the same runs give the same interval."""

ResultTable = Mapping[str, Mapping[int, BoardResult]]
"""For each backend, its runs by the number of the board; all backends have the same boards."""


@dataclass(frozen=True, slots=True)
class BackendScore:
    """The score of one backend over ``boards`` boards.

    ``median_seconds`` is infinite if half of the boards or more are not solved. ``par2`` is the
    mean time, in which an unsolved board counts as twice the limit. ``first`` is the number of
    boards on which no other backend was faster.
    """

    backend: str
    boards: int
    with_solution: int
    without: int
    wrong: int
    median_seconds: float
    par2: float
    first: int

    @property
    def solved(self) -> int:
        """The number of boards with a right answer within the limit."""
        return self.with_solution + self.without


def results_by_backend(results: Iterable[BoardResult], backends: Sequence[str]) -> ResultTable:
    """The runs of these backends on the boards on which all of them have run.

    An answer that a found solution contradicts becomes wrong.
    """
    runs: dict[str, dict[int, BoardResult]] = {name: {} for name in backends}
    for result in corrected(results):
        if result.backend in runs:
            runs[result.backend][result.board] = result
    common = set.intersection(*map(set, runs.values())) if runs else set()
    return {name: {board: found[board] for board in sorted(common)} for name, found in runs.items()}


def scores(runs: ResultTable, limit: float) -> list[BackendScore]:
    """The score of each backend, in the order of the table; ``limit`` is in seconds."""
    first = _first(runs)
    return [_score(name, list(found.values()), limit, first[name]) for name, found in runs.items()]


def _score(name: str, runs: Sequence[BoardResult], limit: float, first: int) -> BackendScore:
    answers = Counter(run.answer for run in runs)
    times = [math.inf if run.seconds is None else run.seconds for run in runs]
    return BackendScore(
        backend=name,
        boards=len(runs),
        with_solution=answers[BoardOutcome.SOLUTION],
        without=answers[BoardOutcome.NONE],
        wrong=answers[BoardOutcome.WRONG],
        median_seconds=median_time(times),
        par2=fmean(PENALTY * limit if time == math.inf else time for time in times)
        if times
        else math.nan,
        first=first,
    )


def median_time(times: Collection[float]) -> float:
    """The median, or nan if there are no times."""
    return median(times) if times else math.nan


def _first(runs: ResultTable) -> Counter[str]:
    """For each backend, the number of boards on which it was the fastest, alone or with others."""
    won: Counter[str] = Counter()
    for board in next(iter(runs.values()), {}):
        times = {
            name: found[board].seconds
            for name, found in runs.items()
            if found[board].seconds is not None
        }
        least = min((time for time in times.values() if time is not None), default=None)
        won.update(name for name, time in times.items() if time == least)
    return won


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio of the first's times to the second's, over the boards that both solved.

    ``mean`` is the geometric mean of the ratios, NaN without a common board. ``interval`` is its
    confidence interval of ``LEVEL``; None if there are too few boards, if all ratios are equal, or
    without SciPy. ``only_first`` and ``only_second`` count the boards that only one solved.
    """

    first: str
    second: str
    boards: int
    mean: float
    interval: tuple[float, float] | None
    only_first: int
    only_second: int
    has_scipy: bool = True


def compare_times(runs: ResultTable, first: str, second: str) -> Ratio:
    """Compare the times of two backends over the boards that both solved."""
    pairs = [(result.seconds, runs[second][board].seconds) for board, result in runs[first].items()]
    logs = [math.log(mine / theirs) for mine, theirs in pairs if mine and theirs]
    interval, has_scipy = _interval(logs)
    return Ratio(
        first=first,
        second=second,
        boards=len(logs),
        mean=math.exp(math.fsum(logs) / len(logs)) if logs else math.nan,
        interval=interval,
        only_first=sum(theirs is None and mine is not None for mine, theirs in pairs),
        only_second=sum(mine is None and theirs is not None for mine, theirs in pairs),
        has_scipy=has_scipy,
    )


def _interval(logs: list[float]) -> tuple[tuple[float, float] | None, bool]:
    """The geometric mean's confidence interval, or None; and False only if SciPy is missing.

    The method is the bootstrap, bias-corrected and accelerated (B. Efron, 1987): it draws random
    samples of the boards, each board with both of its times.
    """
    if len(set(logs)) < 2:
        return None, True
    try:
        from scipy.stats import bootstrap  # an extra
    except ImportError:
        return None, False
    found = bootstrap(
        (np.array(logs),),
        np.mean,
        confidence_level=LEVEL,
        n_resamples=RESAMPLES,
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    low, high = math.exp(found.low), math.exp(found.high)
    return ((low, high) if low <= high else None), True  # not a number where boards are too few


@dataclass(frozen=True, slots=True)
class DensityStep:
    """The boards of one density.

    ``with_solution`` and ``without`` count the boards that are known to have a solution, or none.
    ``median_seconds`` maps each backend to its median, which is infinite if half of the boards or
    more are not solved.
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
    kind: BoardKind
    steps: Sequence[DensityStep]


def transitions(instances: Instances, runs: ResultTable) -> list[Transition]:
    """A transition for each size and kind with boards of at least two densities."""
    numbers: dict[tuple[int, BoardKind], dict[float, list[int]]] = {}
    for board in next(iter(runs.values()), {}):
        instance = instances[board - 1]
        if instance.recipe:
            recipe = instance.recipe
            same = numbers.setdefault((instance.problem.n, recipe.kind), {})
            same.setdefault(float(recipe.density), []).append(board)
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
        with_solution=sum(BoardOutcome.SOLUTION in said for said in answers),
        without=sum(BoardOutcome.NONE in said for said in answers),
        median_seconds={
            name: median_time(
                [math.inf if (time := found[board].seconds) is None else time for board in boards]
            )
            for name, found in runs.items()
        },
    )
