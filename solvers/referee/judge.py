"""The verdict on each run of one problem, from the findings about its solutions.

A placement is right if no two of its queens attack each other and the board allows its squares, no
matter which backend found it. A run is complete if its solutions are right, distinct, and as many
as there are. A certificate proves that number, or OEIS A000170 knows it.

Without either, runs can only be compared with each other. Two different sets of equally many
distinct right placements disprove each other. If a run's solutions were counted and not kept, they
may repeat. Its digest then has to equal that of a proven set, or that of another program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solvers.execution.result import Cause, Run, Status
from solvers.puzzle.packing import Fault
from solvers.referee.verdict import Remark, Verdict


@dataclass(frozen=True, slots=True)
class Findings:
    """The facts about one run's solutions, each looked at by itself.

    ``faults`` counts the wrong solutions, and the repeated ones if the solutions are kept.
    ``right`` is the number of right ones, and ``distinct`` says that these are known to differ from
    each other. Runs with the same ``digest`` found the same right solutions equally often. None
    says that the solutions themselves are at hand.
    """

    run: Run
    faults: Mapping[Fault, int]
    right: int
    distinct: bool = True
    digest: str | None = None

    @property
    def complete(self) -> bool:
        """Whether the run came to its end."""
        return self.run.status is Status.COMPLETE

    @property
    def clean(self) -> bool:
        """Whether none of the solutions has a fault."""
        return not any(self.faults.values())


@dataclass(frozen=True, slots=True)
class RunVerdict:
    """The verdict on one run; the numbers of missing and repeated solutions are lower bounds."""

    verdict: Verdict
    faults: Mapping[Fault, int]
    remark: Remark | None = None


class Judge:
    """Decides on the findings of all runs of one problem.

    ``known`` is the number of solutions, or None; ``digest`` is that of their set, if it is proven.
    ``least`` is a lower bound: the referee has seen so many right and distinct solutions.
    """

    def __init__(
        self,
        known: int | None,
        least: int,
        findings: Sequence[Findings],
        *,
        digest: str | None = None,
    ) -> None:
        self.known = known
        complete = [finding for finding in findings if finding.complete]
        # A run with fewer is wrong. A run with more is only doubted, unless its solutions are known
        # to be distinct.
        clean = [finding for finding in complete if finding.clean]
        numbers = {finding.right for finding in clean if finding.right >= least}
        self.disputed = known is None and len(numbers) > 1
        self.expected = known if known is not None else min(numbers, default=least)
        full = [finding for finding in complete if finding.right == self.expected]
        exact = [finding for finding in full if finding.distinct]
        self.proven = bool(exact) and known is not None
        # A proven set decides; without one, the sets whose solutions are known to be distinct do.
        self.exact_digests = {digest} if digest else {finding.digest for finding in exact}
        # A program that agrees with itself is no evidence.
        self.agreeing = Counter(digest for digest, _ in _by_program(full))

    def decide(self, finding: Findings) -> RunVerdict:
        """The verdict on one of these runs."""
        faults = dict(finding.faults)
        if finding.complete:
            faults[Fault.MISSING] = max(faults[Fault.MISSING], self.expected - finding.right)
        if self.known is not None:
            faults[Fault.DUPLICATE] = max(faults[Fault.DUPLICATE], finding.right - self.known)
        if any(faults.values()):
            return RunVerdict(Verdict.WRONG, faults)
        if finding.complete:
            return self._decide_on_complete(finding, faults)
        ending = finding.run.ending
        no_run = ending.status in {Status.UNAVAILABLE, Status.INTERNAL_ERROR}
        nothing_to_judge = no_run or ending.cause in {Cause.BAD_RECORD, Cause.WRONG_COUNT}
        return RunVerdict(Verdict.NOT_JUDGED if nothing_to_judge else Verdict.PARTIAL, faults)

    def _decide_on_complete(self, finding: Findings, faults: dict[Fault, int]) -> RunVerdict:
        """The verdict on a complete run that has as many right solutions as there are, or more."""
        doubt = self._doubt(finding)
        if doubt is Remark.ANOTHER_DIGEST:
            faults |= {Fault.MISSING: 1, Fault.DUPLICATE: int(not finding.distinct)}
            return RunVerdict(Verdict.WRONG, faults, doubt)
        return RunVerdict(Verdict.NOT_JUDGED if doubt else Verdict.CORRECT, faults, doubt)

    def _doubt(self, finding: Findings) -> Remark | None:
        if self.disputed:
            return Remark.COUNTS_DIFFER
        if finding.digest is None:
            return None
        if self.exact_digests:
            # Two sets that differ and repeat nothing: each lacks a solution that the other has.
            is_another = len(self.exact_digests) > 1 or finding.digest not in self.exact_digests
            return Remark.ANOTHER_DIGEST if is_another else None
        if len(self.agreeing) > 1:
            return Remark.DIGESTS_DIFFER
        return None if self.agreeing[finding.digest] > 1 else Remark.REPEATS_NOT_EXCLUDED


def _by_program(findings: Sequence[Findings]) -> set[tuple[str | None, str]]:
    """The digest and the program of each run without a fault; equal pairs count once."""
    return {(finding.digest, finding.run.backend) for finding in findings if finding.clean}
