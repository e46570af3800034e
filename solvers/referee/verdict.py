"""The verdicts of the referee: on one run, on all of them, and the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from solvers.execution.result import Run
from solvers.puzzle.packing import Fault, RejectedOutput
from solvers.puzzle.placements import Packed, Placement, digest
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.patterns import Pattern

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


class Remark(StrEnum):
    """A remark on a run whose solutions were not kept."""

    REPEATS_NOT_EXCLUDED = "repeats not excluded"
    """The solutions are valid and as many as others found, but one of them may come twice."""
    COUNTS_DIFFER = "counts differ"
    """Others found another number, and none of the numbers is proven."""
    DIGESTS_DIFFER = "digests differ"
    """The run's digest differs from those of other runs, and none of these is proven."""
    ANOTHER_DIGEST = "another digest"
    """The run's digest differs from that of the proven set: at least one solution is missing."""


@dataclass(frozen=True, slots=True)
class Witness:
    """One example of a fault.

    ``attack`` holds the two columns of an invalid placement, ``off_board`` the first column whose
    row is beyond the board; ``times`` is the number of times a duplicate came. An answer that was
    ``rejected`` is no placement.
    """

    fault: Fault
    placement: Placement | None = None
    attack: tuple[int, int] | None = None
    off_board: int | None = None
    times: int = 0
    rejected: RejectedOutput | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """One run and its verdict: the number of solutions with each fault, and one example.

    ``extra`` counts right placements that do not begin with the prefix, ``missing`` those that
    must exist and are not there; a run that stopped early misses nothing, it is ``partial``.
    ``pattern`` is the property that all missing ones share.
    """

    run: Run
    verdict: Verdict
    faults: Mapping[Fault, int]
    witness: Witness | None = None
    pattern: Pattern | None = None
    remark: Remark | None = None

    @property
    def by_lines(self) -> bool:
        """Whether the example is a board, line by line, that is not a placement by columns."""
        placement = self.witness.placement if self.witness else None
        return self.run.by_lines and len(set(placement or ())) < len(placement or ())


@dataclass(frozen=True, slots=True)
class Crosscheck:
    """All runs of one problem, judged.

    ``agreed`` is the agreed set in canonical order, or None; where one solution was the goal, those
    that were found, which are no set to agree on. ``agreed_sum`` is the sum of hashes
    that stands for it where they were counted (``count``) and not kept. ``proof`` is the claim
    of a certificate.
    """

    problem: Problem
    judgements: tuple[Judgement, ...]
    agreement: Agreement
    evidence: Evidence
    agreed: Packed | None = None
    count: bool = False
    agreed_sum: str | None = None
    proof: Proof | None = None

    @property
    def digest(self) -> str | None:
        """The digest of the agreed set; None where nothing is agreed."""
        if self.agreed is None or self.problem.goal is Goal.FIRST:
            return None
        return digest(self.agreed)
