"""A summary of a batch run: scores, ratios, transitions, contradictions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from solvers.benchmark.instances import Instances
from solvers.benchmark.result import Answer, Contradiction, Result, contradictions
from solvers.benchmark.scores import BackendScore, Ratio, ResultTable, ratio, scores, table
from solvers.benchmark.transition import Transition, transitions

BackendPair = tuple[str, str]
"""The names of two backends."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A batch run of some backends on some instances; ``limit`` is in seconds per run.

    ``runs`` are those on the boards that all backends were run on, so that all are scored on the
    same boards.
    """

    instances: Instances
    limit: float
    results: Sequence[Result]
    runs: ResultTable
    scores: Sequence[BackendScore]
    ratios: Sequence[Ratio]
    transitions: Sequence[Transition]
    contradictions: Sequence[Contradiction]
    wrong: Sequence[Result]

    @property
    def boards(self) -> int:
        """How many boards all backends were run on."""
        return len(next(iter(self.runs.values()), {}))

    @property
    def all_right(self) -> bool:
        """Whether no answer is wrong."""
        return not self.contradictions and not self.wrong


def summarise(
    instances: Instances,
    results: Collection[Result],
    backends: Sequence[str],
    pairs: Sequence[BackendPair],
    limit: float,
) -> Summary:
    """The summary of these backends' results; two backends are compared as a pair anyway."""
    chosen = [result for result in results if result.backend in backends]
    chosen.sort(key=lambda result: (result.board, backends.index(result.backend)))
    runs = table(chosen, backends)
    if len(backends) == 2 and not pairs:
        pairs = [(backends[0], backends[1])]
    return Summary(
        instances=instances,
        limit=limit,
        results=chosen,
        runs=runs,
        scores=scores(runs, limit),
        ratios=[ratio(runs, *pair) for pair in pairs],
        transitions=transitions(instances, runs),
        contradictions=contradictions(chosen),
        wrong=[result for result in chosen if result.answer is Answer.WRONG],
    )
