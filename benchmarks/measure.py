"""Measure candidates in turn, interleaved, and keep every sample."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
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

    @property
    def spread(self) -> float:
        """From the fastest to the slowest, as a part of the median."""
        return (max(self.seconds) - min(self.seconds)) / self.median


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


def growth(
    candidate: Candidate, sizes: Iterable[int], longest: float, repeats: int
) -> list[Samples]:
    """Size after size until one takes longer than that many seconds."""
    measured: list[Samples] = []
    for n in sizes:
        (samples,) = interleaved([candidate], n, 1)
        if repeats > 1 and samples.median < longest / 2:
            (again,) = interleaved([candidate], n, repeats - 1)
            samples.seconds.extend(again.seconds)
        measured.append(samples)
        if samples.median > longest:
            break
    return measured
