"""Measure candidates in turn, interleaved, and keep every sample."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.candidate import Candidate

REPEATS = 5
ENOUGH_SECONDS = {3: 20.0, 2: 60.0}
"""A contest that has taken so long is content with so many repeats."""


@dataclass(frozen=True)
class Samples:
    """The seconds that a candidate took for n queens, one for each repeat."""

    name: str
    n: int
    seconds: list[float]

    @property
    def median(self) -> float:
        """The middle one."""
        return median(self.seconds)


def interleaved(candidates: Sequence[Candidate], n: int, repeats: int) -> list[Samples]:
    """One sample of each in turn, so that other work of the machine meets all alike."""
    samples = [Samples(candidate.name, n, []) for candidate in candidates]
    start = time.perf_counter()
    for repeat in range(repeats):
        elapsed = time.perf_counter() - start
        if any(repeat >= least and elapsed > seconds for least, seconds in ENOUGH_SECONDS.items()):
            break
        for candidate, kept in zip(candidates, samples, strict=True):
            kept.seconds.append(candidate.seconds(n))
    return samples
