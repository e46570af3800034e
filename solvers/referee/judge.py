"""The decision "correct" for each run, for sets that are kept and for those that are not.

It relies on this alone: a placement is right if no two of its queens attack each other and it
begins with the prefix, no matter which backend found it. So a run is proven complete when its
solutions are right, distinct and as many as there are, which a certificate proves, or OEIS A000170
knows. Where neither is at hand, runs can only be compared with each other: two sets of equally many
distinct right placements that are not the same disprove each other. Where it is not known that a
run's solutions are distinct, a digest equal to that of a proven set, or to that of another program,
stands for it.
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

    ``faults`` counts those that are wrong, and the repeated ones where they are kept. ``right`` is
    how many are right; ``distinct`` says that these are known to be different ones. Equal
    ``digests`` mean the same right ones, each as often; None: the sets themselves are at hand.
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
        """Whether nothing is wrong with any of them."""
        return not any(self.faults.values())


@dataclass(frozen=True, slots=True)
class RunVerdict:
    """The judgement of one run; the numbers of missing and repeated solutions are lower bounds."""

    verdict: Verdict
    faults: Mapping[Fault, int]
    remark: Remark | None = None


class Judge:
    """Decides on the findings of all runs of one problem.

    ``known`` is how many solutions there are, or None; ``digest`` is that of their set, if it
    is proven. ``least`` is how many there must be, since the referee has seen so many right and
    distinct ones.
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
        # Who has fewer is wrong. Who has more, and was not seen to repeat nothing, is only a doubt.
        clean = [finding for finding in complete if finding.clean]
        numbers = {finding.right for finding in clean if finding.right >= least}
        self.disputed = known is None and len(numbers) > 1
        self.expected = known if known is not None else min(numbers, default=least)
        full = [finding for finding in complete if finding.right == self.expected]
        exact = [finding for finding in full if finding.distinct]
        self.proven = bool(exact) and known is not None
        # What is proven goes before what the referee saw of distinct solutions.
        self.exact_digests = {digest} if digest else {finding.digest for finding in exact}
        # A program that agrees with itself is no evidence.
        self.agreeing = Counter(digest for digest, _ in _by_program(full))

    def decide(self, finding: Findings) -> RunVerdict:
        """Decide on one of them."""
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
        """It has as many right ones as there are, or more: are they the right ones."""
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
            # Of two sets without repeats, each lacks a solution that the other has.
            is_another = len(self.exact_digests) > 1 or finding.digest not in self.exact_digests
            return Remark.ANOTHER_DIGEST if is_another else None
        if len(self.agreeing) > 1:
            return Remark.DIGESTS_DIFFER
        return None if self.agreeing[finding.digest] > 1 else Remark.REPEATS_NOT_EXCLUDED


def _by_program(findings: Sequence[Findings]) -> set[tuple[str | None, str]]:
    """The sets that were found, each with its programs, of those with nothing wrong."""
    return {(finding.digest, finding.run.backend) for finding in findings if finding.clean}
