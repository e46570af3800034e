"""How each backend did on a family: solved, median, PAR-2, and how often it was first."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from solvers.benchmark.contradictions import corrected
from solvers.benchmark.result import Answer, Result

PENALTY = 2
"""A run that has not solved its board counts so many times the limit: PAR-2, as in contests."""

Table = Mapping[str, Mapping[int, Result]]
"""The runs of each backend by the numbers of their boards; each backend has the same boards."""


@dataclass(frozen=True, slots=True)
class Score:
    """What is said of one backend over ``boards`` boards.

    ``median_seconds`` is infinite where half of the boards or more are not solved. ``par2`` is the
    mean time in which one that is not solved counts twice the limit. ``first`` is on how many
    boards nobody was faster.
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
        """How many boards it has answered, within the limit and not contradicted."""
        return self.with_solution + self.without


def table(results: Iterable[Result], backends: Sequence[str]) -> Table:
    """The runs on those boards on which all of these backends were run, none before another.

    What a solution contradicts is wrong.
    """
    runs: dict[str, dict[int, Result]] = {name: {} for name in backends}
    for one in corrected(results):
        if one.backend in runs:
            runs[one.backend][one.board] = one
    common = set.intersection(*map(set, runs.values())) if runs else set()
    return {name: {board: found[board] for board in sorted(common)} for name, found in runs.items()}


def scores(runs: Table, limit: float) -> list[Score]:
    """The score of each backend, in the order of the table; ``limit`` is in seconds."""
    first = _first(runs)
    return [_score(name, list(found.values()), limit, first[name]) for name, found in runs.items()]


def _score(name: str, runs: Sequence[Result], limit: float, first: int) -> Score:
    answers = Counter(one.answer for one in runs)
    times = [math.inf if one.seconds is None else one.seconds for one in runs]
    return Score(
        backend=name,
        boards=len(runs),
        with_solution=answers[Answer.SOLUTION],
        without=answers[Answer.NONE],
        wrong=answers[Answer.WRONG],
        median_seconds=median_time(times),
        par2=fmean(PENALTY * limit if time == math.inf else time for time in times)
        if times
        else math.nan,
        first=first,
    )


def median_time(times: Collection[float]) -> float:
    """The middle one, of an even number the mean of the middle two; not a number where none is."""
    return median(times) if times else math.nan


def _first(runs: Table) -> Counter[str]:
    """On how many boards each was the fastest; who is as fast as the fastest is one, too."""
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
