"""The referee: are all runs right, and do they agree? By its own arithmetic, without any backend.

What it relies on: a placement is right if no two of its queens attack each other and it begins
with the prefix, whoever found it. So a run is proven complete when its placements are right,
distinct and as many as OEIS A000170 knows; where no count is known (a prefix, n > 27) runs can
only be held against all right placements that any of them found.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from solvers.interface import Fault, Keep, Packed, Placement, Run, Status
from solvers.missing_shape import describe_missing
from solvers.placements import (
    Keys,
    attacking_pair,
    begins_with,
    closure,
    digest,
    distinct,
    is_valid,
    keys,
    unpack_keys,
)
from solvers.problem import Problem


class Verdict(StrEnum):
    """What the referee says of one run."""

    CORRECT = "correct"
    WRONG = "wrong"
    PARTIAL = "partial"
    NOT_JUDGED = "not judged"


class Agreement(StrEnum):
    """What the referee says of all runs together."""

    IDENTICAL = "identical"
    DIFFERENT = "different"
    INCOMPLETE = "incomplete"


class Evidence(StrEnum):
    """On what the word "correct" rests."""

    KNOWN_COUNT = "known count"
    AGREEMENT = "agreement"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Witness:
    """One example of what is wrong. ``attack`` holds the two columns of an invalid placement."""

    fault: Fault
    placement: Placement | None
    attack: tuple[int, int] | None
    text: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """One run and what is said of it: how many solutions have which fault, and one example.

    ``extra`` counts right placements that do not begin with the prefix, ``missing`` those that
    must exist and are not there; a run that stopped early misses nothing, it is ``partial``.
    ``shape`` says what all missing ones have in common, ``remark`` why a run is not judged.
    """

    run: Run
    verdict: Verdict
    faults: dict[Fault, int]
    witness: Witness | None
    shape: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Crosscheck:
    """All runs of one problem, judged.

    ``agreed`` is the agreed set in canonical order, or None; ``agreed_total`` is the sum of hashes
    that stands for it where solutions were not kept.
    """

    problem: Problem
    judgements: tuple[Judgement, ...]
    verdict: Agreement
    evidence: Evidence
    agreed: Packed | None
    keep: Keep = Keep.SOLUTIONS
    agreed_total: str | None = None

    @property
    def digest(self) -> str | None:
        """The digest of the agreed set; None where nothing is agreed."""
        return None if self.agreed is None else digest(self.agreed)


class _Findings:
    """What one run's placements are, each counted under one fault or as right."""

    def __init__(self, problem: Problem, run: Run) -> None:
        self.run = run
        packed = run.placements
        valid = is_valid(packed)
        fitting = valid & begins_with(packed, problem.prefix)
        self.invalid, self.extra = packed[~valid], packed[valid & ~fitting]
        found = np.sort(keys(packed if fitting.all() else packed[fitting]))
        repeats = found[1:] == found[:-1]
        self.repeated = found[1:][repeats]
        self.right = distinct(found) if repeats.any() else found
        self.faults = {
            Fault.MALFORMED: run.misfit_counts.get(Fault.MALFORMED, 0),
            Fault.INVALID: len(self.invalid) + run.misfit_counts.get(Fault.INVALID, 0),
            Fault.EXTRA: len(self.extra),
            Fault.DUPLICATE: len(self.repeated),
            Fault.MISSING: 0,
        }
        self.complete = run.status is Status.COMPLETE


def crosscheck(problem: Problem, runs: Sequence[Run], *, named: Collection[str] = ()) -> Crosscheck:
    """Judge the runs. One that cannot run is a gap only if it was asked for by name."""
    findings = [_Findings(problem, run) for run in runs]
    known = problem.known_count
    proven = next((f for f in findings if f.complete and len(f.right) == known), None)
    reference = proven.right if proven else _all_right(problem, findings)
    expected = len(reference) if known is None else known
    judgements = tuple(_judge(problem, one, reference, expected, findings) for one in findings)

    verdict = agreement(judgements, named)
    verdicts = [judgement.verdict for judgement in judgements]
    agreed = Verdict.CORRECT in verdicts and verdict is not Agreement.DIFFERENT
    if proven:
        evidence = Evidence.KNOWN_COUNT
    else:
        evidence = Evidence.AGREEMENT if verdicts.count(Verdict.CORRECT) > 1 else Evidence.NONE
    return Crosscheck(
        problem=problem,
        judgements=judgements,
        verdict=verdict,
        evidence=evidence,
        agreed=unpack_keys(reference, problem.n) if agreed else None,
    )


def agreement(judgements: Sequence[Judgement], named: Collection[str]) -> Agreement:
    """What the judgements come to. A run that is unavailable is a gap only if it was named."""
    needed = [
        one.verdict
        for one in judgements
        if one.run.backend in named or one.run.status is not Status.UNAVAILABLE
    ]
    if Verdict.WRONG in needed:
        return Agreement.DIFFERENT
    return Agreement.IDENTICAL if set(needed) == {Verdict.CORRECT} else Agreement.INCOMPLETE


def _all_right(problem: Problem, findings: Sequence[_Findings]) -> Keys:
    """Every right placement that any run found; without a prefix also their symmetric images."""
    union = distinct(np.concatenate([one.right for one in findings]))
    if problem.prefix or not len(union):
        return union
    return keys(closure(unpack_keys(union, problem.n)))


def _judge(
    problem: Problem,
    one: _Findings,
    reference: Keys,
    expected: int,
    findings: Sequence[_Findings],
) -> Judgement:
    faults = dict(one.faults)
    shape = ""
    if one.complete:
        faults[Fault.MISSING] = max(expected, len(reference)) - len(one.right)
    missing = reference[:0]
    if not np.array_equal(reference, one.right):
        missing = reference[~np.isin(reference, one.right, assume_unique=True)]
    if faults[Fault.MISSING] and len(missing) == faults[Fault.MISSING]:
        orders = {
            f"the order of {other.run.backend}": other.run.placements
            for other in findings
            if other.complete and len(other.run.placements) == len(reference) == len(other.right)
        }
        shape = describe_missing(
            found=unpack_keys(one.right, problem.n),
            missing=unpack_keys(missing, problem.n),
            orders={"lexicographic order": unpack_keys(reference, problem.n)} | orders,
            symmetric=not problem.prefix,
        )
    if any(faults.values()):
        verdict = Verdict.WRONG
    elif one.complete:
        verdict = Verdict.CORRECT
    elif one.run.status in (Status.UNAVAILABLE, Status.INTERNAL_ERROR):
        verdict = Verdict.NOT_JUDGED
    else:
        verdict = Verdict.PARTIAL
    return Judgement(one.run, verdict, faults, _witness(problem, one, faults, missing), shape)


def misfit_witness(run: Run) -> Witness | None:
    """The first of what could not be packed; None where all could."""
    for misfit in run.misfits:
        return Witness(misfit.fault, None, None, f"{misfit.shown}: {misfit.reason}")
    return None


def _witness(
    problem: Problem, one: _Findings, faults: dict[Fault, int], missing: Keys
) -> Witness | None:
    """One example of the gravest fault that there is."""

    def first(packed: Packed) -> Placement:
        return tuple(packed[0].tolist())

    if one.run.misfits:
        return misfit_witness(one.run)
    if len(one.invalid):
        placement = first(one.invalid)
        left, right = pair = attacking_pair(placement) or (0, 0)
        rows = placement[left], placement[right]
        line = "row" if rows[0] == rows[1] else "diagonal"
        text = (
            f"the queens in column {left} (row {rows[0]}) and column {right} (row {rows[1]}) "
            f"stand on one {line}"
        )
        return Witness(Fault.INVALID, placement, pair, text)
    if len(one.extra):
        prefix = ",".join(map(str, problem.prefix))
        text = f"a solution, but it does not begin with the prefix {prefix}"
        return Witness(Fault.EXTRA, first(one.extra), None, text)
    if faults[Fault.DUPLICATE]:
        times = int((keys(one.run.placements) == one.repeated[0]).sum())
        placement = first(unpack_keys(one.repeated[:1], problem.n))
        return Witness(Fault.DUPLICATE, placement, None, f"found {times} times")
    if faults[Fault.MISSING] and len(missing):
        placement = first(unpack_keys(missing[:1], problem.n))
        return Witness(Fault.MISSING, placement, None, "a solution that is not among those found")
    return None
