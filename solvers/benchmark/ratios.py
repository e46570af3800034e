"""Two backends held against each other, board by board."""

from __future__ import annotations

import math
from dataclasses import dataclass

from solvers.benchmark.scores import Table
from solvers.lazy import numpy as np

RESAMPLES = 9999
LEVEL = 0.95
SEED = 2017
"""So that the same runs give the same interval."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as long the first takes as the second, over the boards that both solved.

    ``mean`` is the geometric mean of the ratios, nan where they have no board in common, and
    ``interval`` that of ``LEVEL`` around it, or None where it is not known: too few boards, all
    alike, or no SciPy here. ``only_first`` and ``only_second`` count the boards that one alone
    solved, of which no ratio is known.
    """

    first: str
    second: str
    boards: int
    mean: float
    interval: tuple[float, float] | None
    only_first: int
    only_second: int
    has_scipy: bool = True


def ratio(runs: Table, first: str, second: str) -> Ratio:
    """What the runs say of these two backends."""
    pairs = [(one.seconds, runs[second][board].seconds) for board, one in runs[first].items()]
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
    """The interval around the geometric mean, and whether SciPy is here to find it.

    It is the bootstrap's, bias-corrected and accelerated (B. Efron, 1987): boards are drawn again
    and again from those there are, each with both of its times.
    """
    if len(set(logs)) < 2:
        return None, True
    try:
        from scipy.stats import bootstrap  # noqa: PLC0415  # an extra
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
