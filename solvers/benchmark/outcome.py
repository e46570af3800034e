"""All that the runs on a family say: who did how well, who is wrong, how two of them compare."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from solvers.benchmark.contradictions import Contradiction, contradictions
from solvers.benchmark.family import Family
from solvers.benchmark.ratios import Ratio, ratio
from solvers.benchmark.result import Answer, Result
from solvers.benchmark.scores import Score, Table, scores, table
from solvers.benchmark.transition import Transition, transitions

Pair = tuple[str, str]
"""The names of two backends."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is said of the runs of these backends on a family; ``limit`` is in seconds a run.

    ``runs`` are those on the boards that all of them were run on: nobody is judged by boards that
    another has not had.
    """

    family: Family
    limit: float
    results: Sequence[Result]
    runs: Table
    scores: Sequence[Score]
    ratios: Sequence[Ratio]
    transitions: Sequence[Transition]
    contradictions: Sequence[Contradiction]
    wrong: Sequence[Result]

    @property
    def boards(self) -> int:
        """How many boards all of them were run on."""
        return len(next(iter(self.runs.values()), {}))

    @property
    def all_right(self) -> bool:
        """Whether nothing that was said is wrong."""
        return not self.contradictions and not self.wrong


def outcome(
    family: Family,
    results: Collection[Result],
    backends: Sequence[str],
    pairs: Sequence[Pair],
    limit: float,
) -> Outcome:
    """What the results of these backends say; where there are two, they are a pair."""
    of_these = [one for one in results if one.backend in backends]
    of_these.sort(key=lambda one: (one.board, backends.index(one.backend)))
    runs = table(of_these, backends)
    if len(backends) == 2 and not pairs:
        pairs = [(backends[0], backends[1])]
    return Outcome(
        family=family,
        limit=limit,
        results=of_these,
        runs=runs,
        scores=scores(runs, limit),
        ratios=[ratio(runs, *pair) for pair in pairs],
        transitions=transitions(family, runs),
        contradictions=contradictions(of_these),
        wrong=[one for one in of_these if one.answer is Answer.WRONG],
    )
