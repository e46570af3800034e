"""The referee where solutions are not kept: what tallies prove, and no more than that.

Valid, distinct and as many as OEIS A000170 knows is a proof here too. That they are distinct is
seen where they come in order, and looked at shard by shard where a run is split. Where it is not
known, a digest equal to that of a proven run, or to that of another program, stands for it; a
count alone does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from solvers.crosscheck import (
    Agreement,
    Crosscheck,
    Evidence,
    Judgement,
    Verdict,
    agreement,
    misfit_witness,
)
from solvers.interface import Fault, Keep, Run, Status, Tally
from solvers.problem import Problem
from solvers.tally import shown, tally_of

NOT_SEEN = (
    "its solutions are valid and as many as others found, but whether one of them comes twice was "
    "not seen: --jobs 1 looks at it shard by shard"
)

DIGESTS_DIFFER = "the digests differ, and none of them is proven; without --digest one sees where"


def tallied(run: Run, problem: Problem, keep: Keep) -> Run:
    """The run with a tally in place of its placements."""
    if run.tally is not None or keep is Keep.SOLUTIONS:
        return run
    tally = tally_of(run.placements, problem.prefix, keep)
    return replace(run, tally=tally, placements=run.placements[:0])


def check_tallies(
    problem: Problem, runs: Sequence[Run], keep: Keep, *, named: Collection[str] = ()
) -> Crosscheck:
    """Judge runs that have tallies. One that cannot run is a gap only if it was named."""
    referee = _Referee(problem, runs, keep)
    judgements = tuple(map(referee.judge, runs))
    verdict = agreement(judgements, named)
    if verdict is not Agreement.DIFFERENT and referee.digests_differ:
        verdict = Agreement.DIFFERENT
    correct = [one for one in judgements if one.verdict is Verdict.CORRECT]
    if problem.known_count is not None and any(referee.is_exact(one.run) for one in correct):
        evidence = Evidence.KNOWN_COUNT
    else:
        evidence = Evidence.AGREEMENT if len(correct) > 1 else Evidence.NONE
    agreed = correct and verdict is not Agreement.DIFFERENT and keep is Keep.DIGEST
    return Crosscheck(
        problem=problem,
        judgements=judgements,
        verdict=verdict,
        evidence=evidence,
        agreed=None,
        keep=keep,
        agreed_total=shown(_tally(correct[0].run)) if agreed else None,
    )


class _Referee:
    """What all runs together say of each."""

    def __init__(self, problem: Problem, runs: Sequence[Run], keep: Keep) -> None:
        self.known, self.keep = problem.known_count, keep
        clean = [run for run in runs if run.status is Status.COMPLETE and not _amiss(run)]
        # As many distinct and valid solutions as any run has do exist.
        distinct = [_tally(run).valid for run in runs if _tally(run).distinct]
        self.expected = max(distinct, default=0) if self.known is None else self.known
        self.right_number = [run for run in clean if _tally(run).valid == self.expected]
        self.totals = Counter(_tally(run).total for run in self.right_number)
        self.proven = {_tally(run).total for run in self.right_number if self.is_exact(run)}
        # Where no count is known, two distinct sets of the same size disprove each other.
        self.contradicted = self.known is None and len(self.proven) > 1
        self.digests_differ = not self.proven and len(self.totals) > 1

    def is_exact(self, run: Run) -> bool:
        """Whether it is known that none of its solutions comes twice."""
        return _tally(run).distinct

    def judge(self, run: Run) -> Judgement:
        """One run; the numbers of missing and repeated solutions are the least possible ones."""
        faults = _faults(run)
        verdict, remark = Verdict.NOT_JUDGED, ""
        if run.status is Status.COMPLETE and not any(faults.values()):
            verdict, remark = self._complete(run, faults)
        elif run.status not in (Status.COMPLETE, Status.UNAVAILABLE, Status.INTERNAL_ERROR):
            verdict = Verdict.PARTIAL
        if any(faults.values()):
            verdict = Verdict.WRONG
        return Judgement(run, verdict, faults, misfit_witness(run), remark=remark)

    def _complete(self, run: Run, faults: dict[Fault, int]) -> tuple[Verdict, str]:
        tally = _tally(run)
        faults[Fault.MISSING] = max(self.expected - tally.valid, 0)
        if self.known is not None:
            faults[Fault.DUPLICATE] = max(tally.valid - self.known, 0)
        if any(faults.values()):
            return Verdict.WRONG, ""
        by_digest = self.keep is Keep.DIGEST
        if by_digest and self.proven and (tally.total not in self.proven or self.contradicted):
            faults[Fault.MISSING] = 1
            faults[Fault.DUPLICATE] = int(not tally.distinct)
            return Verdict.WRONG, "its digest is another one: so many at least are missing"
        if by_digest and self.digests_differ:
            return Verdict.NOT_JUDGED, DIGESTS_DIFFER
        if tally.distinct or (by_digest and (self.proven or self.totals[tally.total] > 1)):
            return Verdict.CORRECT, ""
        return Verdict.NOT_JUDGED, NOT_SEEN


def _tally(run: Run) -> Tally:
    return run.tally or Tally()


def _faults(run: Run) -> dict[Fault, int]:
    tally = _tally(run)
    return {
        Fault.MALFORMED: run.misfit_counts.get(Fault.MALFORMED, 0),
        Fault.INVALID: tally.invalid + run.misfit_counts.get(Fault.INVALID, 0),
        Fault.EXTRA: tally.extra,
        Fault.DUPLICATE: 0,
        Fault.MISSING: 0,
    }


def _amiss(run: Run) -> bool:
    return any(_faults(run).values())
