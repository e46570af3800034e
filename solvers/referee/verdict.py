"""The verdicts of the referee, and the rules by which it decides.

A placement is right if no two of its queens attack each other and the board allows its squares; the
backend that found it does not matter. A run is correct if its solutions are right, distinct, and as
many as the board has. A certificate proves this number, or OEIS A000170 lists it.

Without either, the referee compares the runs with each other. If two runs have equally many
distinct right placements, but not the same ones, both are wrong. If solutions were only counted,
one may repeat unnoticed; the run's digest must then equal that of a proven set, or of a run whose
solutions are known to be distinct. Runs that may all repeat solutions are no evidence for each
other: two programs can have the same fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from solvers.execution.limits import Limits
from solvers.execution.result import CauseKind, Run, Status
from solvers.puzzle.packing import Fault, RejectedOutput
from solvers.puzzle.placements import Packed, Placement, digest
from solvers.puzzle.problem import Goal, Problem

if TYPE_CHECKING:
    from solvers.referee.certificate import Proof


class Verdict(StrEnum):
    """The referee's decision about one run."""

    CORRECT = "correct"
    WRONG = "wrong"
    PARTIAL = "partial"
    NOT_JUDGED = "not judged"


class Agreement(StrEnum):
    """The referee's decision about all runs together."""

    IDENTICAL = "identical"
    DIFFERENT = "different"
    INCOMPLETE = "incomplete"


class Evidence(StrEnum):
    """The evidence for the verdict "correct", strongest first."""

    SOLUTION = "solution"
    """Only one solution was requested, and a valid solution needs no further proof."""
    CERTIFICATE = "certificate"
    """A checked proof that no other placement is a solution."""
    KNOWN_COUNT = "known count"
    AGREEMENT = "agreement"
    NONE = "none"


class CountRemark(StrEnum):
    """A remark on a run that cannot be judged; all but the last are on solutions not kept."""

    REPEATS_NOT_EXCLUDED = "repeats not excluded"
    """The solutions are valid and have the expected number, but one of them may come twice."""
    COUNTS_DIFFER = "counts differ"
    """Runs found different numbers of solutions, and none of the numbers is proven."""
    DIGESTS_DIFFER = "digests differ"
    """The run's digest differs from those of other runs, and none of these is proven."""
    ANOTHER_DIGEST = "another digest"
    """The run's digest differs from that of the proven set: at least one solution is missing."""
    UNCHECKED = "unchecked"
    """Counts that were read from a checkpoint differ from the others, and nobody checked them."""
    UNCONFIRMED = "unconfirmed"
    """The run is complete and without faults, but nothing shows that no solution is missing."""


ONE_OF_EACH_CLASS = "one of each class"
"""The pattern of a run that found exactly one solution of each symmetry class."""


@dataclass(frozen=True, slots=True)
class Witness:
    """One example of a fault.

    ``attack`` holds the columns of two queens that attack each other, ``off_board`` the first
    column whose row is not on the board. ``times`` is the number of times that a duplicate came.
    ``rejected`` is an answer that is not a placement; then ``placement`` is None.
    """

    fault: Fault
    placement: Placement | None = None
    attack: tuple[int, int] | None = None
    off_board: int | None = None
    times: int = 0
    rejected: RejectedOutput | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Judgement:
    """One run and its verdict, with the number of solutions per fault and one example.

    The fault ``extra`` counts valid placements that are no solutions of this board, ``missing``
    the solutions that the run lacks. No solution counts as missing from a run that stopped early:
    its verdict without a fault is ``partial``, or ``not judged`` if there is nothing to judge.
    ``pattern`` is the symmetry that explains all missing solutions, see ``patterns``, or "".
    """

    run: Run
    verdict: Verdict
    faults: Mapping[Fault, int]
    witness: Witness | None = None
    pattern: str = ""
    remark: CountRemark | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Comparison:
    """The result of a comparison: all runs of one problem, judged.

    ``agreed`` is the agreed set in canonical order; None without one, and if solutions were only
    counted (``count``). For the goal of one solution it holds the solutions found. ``sum_digest``
    is the digest of the counted solutions that were agreed on, or None. ``proof`` is the claim of a
    certificate, or None. ``provable``: there is no evidence, but a certificate could be made.
    ``unproven``: Ctrl-C stopped the comparison, or came before the end of the certificate.
    ``no_certificate``: the reason why it could not be made, or "". ``limits`` are those of a run.
    """

    problem: Problem
    judgements: tuple[Judgement, ...]
    agreement: Agreement
    evidence: Evidence
    agreed: Packed | None = None
    count: bool = False
    sum_digest: str | None = None
    proof: Proof | None = None
    provable: bool = False
    unproven: bool = False
    no_certificate: str = ""
    limits: Limits = field(default_factory=Limits)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C stopped a run or the proof."""
        statuses = {judgement.run.status for judgement in self.judgements}
        return self.unproven or Status.CANCELLED in statuses

    @property
    def digest(self) -> str | None:
        """The digest of the agreed set; None without one, and for the goal of one solution."""
        if self.agreed is None or self.problem.goal is Goal.FIRST:
            return None
        return digest(self.agreed)


@dataclass(frozen=True, eq=False, slots=True)
class RunFacts:
    """The facts about one run's solutions, before the run is compared with others.

    ``faults`` counts the wrong solutions, and the repeated ones as far as they are known.
    ``right`` is the number of right solutions; ``distinct`` tells whether they are known to differ
    from each other. Runs with the same ``sum_digest`` found the same right solutions equally
    often; it is None if the solutions are kept.
    """

    run: Run
    faults: Mapping[Fault, int]
    right: int
    distinct: bool = True
    sum_digest: str | None = None

    @property
    def complete(self) -> bool:
        """Whether the run's status is ``complete``, and its answers were read."""
        return self.run.status is Status.COMPLETE and not self.run.unread

    @property
    def clean(self) -> bool:
        """Whether none of the solutions has a fault."""
        return not any(self.faults.values())


class RunJudge:
    """Decides on the facts about all runs of one problem.

    ``known_count`` is the number of solutions, or None. ``sum_digest`` is that of a proven set, or
    None. ``least`` is a lower bound of the number, from the solutions that are known to exist.
    """

    def __init__(
        self,
        known_count: int | None,
        least: int,
        runs: Sequence[RunFacts],
        *,
        sum_digest: str | None = None,
    ) -> None:
        self.known_count = known_count
        complete = [facts for facts in runs if facts.complete]
        # A run with fewer than ``least`` is wrong, so its number does not count here.
        clean = [facts for facts in complete if facts.clean]
        clean = [facts for facts in clean if not facts.run.unchecked] or clean
        numbers = {facts.right for facts in clean if facts.right >= least}
        self.disputed = known_count is None and len(numbers) > 1
        self.expected = known_count if known_count is not None else min(numbers, default=least)
        full = [facts for facts in complete if facts.right == self.expected]
        exact = [facts for facts in full if facts.distinct]
        self.proven = bool(exact) and known_count is not None
        # A proven set decides; without one, the sets of the runs with distinct solutions.
        self.exact_sums = {sum_digest} if sum_digest else {facts.sum_digest for facts in exact}
        self.sums = {facts.sum_digest for facts in clean if facts.right == self.expected}

    def decide(self, facts: RunFacts) -> Judgement:
        """The judgement of one of these runs; missing and duplicate counts are lower bounds."""
        faults = dict(facts.faults)
        if facts.complete:
            faults[Fault.MISSING] = max(faults[Fault.MISSING], self.expected - facts.right)
        if self.known_count is not None:
            faults[Fault.DUPLICATE] = max(faults[Fault.DUPLICATE], facts.right - self.known_count)
        if any(faults.values()):
            return Judgement(facts.run, Verdict.WRONG, faults)
        if facts.complete:
            remark = self._remark(facts)
            if remark is CountRemark.ANOTHER_DIGEST:
                faults |= {Fault.MISSING: 1, Fault.DUPLICATE: int(not facts.distinct)}
                return Judgement(facts.run, Verdict.WRONG, faults, remark=remark)
            verdict = Verdict.NOT_JUDGED if remark else Verdict.CORRECT
            return Judgement(facts.run, verdict, faults, remark=remark)
        nothing_to_judge = {CauseKind.FORGED, CauseKind.NOT_RUN}
        is_judged = not facts.run.unread and facts.run.ending.cause.kind not in nothing_to_judge
        verdict = Verdict.PARTIAL if is_judged else Verdict.NOT_JUDGED
        return Judgement(facts.run, verdict, faults)

    def _remark(self, facts: RunFacts) -> CountRemark | None:
        """What is left to say of a complete run without faults that has the expected number."""
        is_like = facts.right == self.expected and facts.sum_digest in self.sums
        if facts.run.unchecked and not is_like:
            return CountRemark.UNCHECKED
        if self.disputed:
            return CountRemark.COUNTS_DIFFER
        if facts.sum_digest is None:
            return None
        if self.exact_sums:
            # Two sets that differ and repeat nothing: each lacks a solution that the other has.
            is_another = len(self.exact_sums) > 1 or facts.sum_digest not in self.exact_sums
            return CountRemark.ANOTHER_DIGEST if is_another else None
        is_one = len(self.sums) == 1
        return CountRemark.REPEATS_NOT_EXCLUDED if is_one else CountRemark.DIGESTS_DIFFER
