"""The referee's door: which runs are right, and where "identical" is decided of them all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from solvers.execution.result import Run, Status
from solvers.puzzle.counted_set import CountedSet, counted_set_of, digest_text
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import unpack_keys
from solvers.puzzle.problem import Goal, Problem
from solvers.referee import kept_sets
from solvers.referee.judge import Findings, Judge
from solvers.referee.verdict import (
    Agreement,
    Crosscheck,
    Evidence,
    Judgement,
    Remark,
    Verdict,
)

if TYPE_CHECKING:
    from solvers.referee.certificate import Proof

CONTRADICTIONS = {Remark.COUNTS_DIFFER, Remark.DIGESTS_DIFFER}


def crosscheck(
    problem: Problem,
    runs: Sequence[Run],
    *,
    count: bool = False,
    named: Collection[str] = (),
    proof: Proof | None = None,
) -> Crosscheck:
    """Judge the runs. One that cannot run is a gap only if it was asked for by name.

    ``count``: their solutions were not kept, and each run has a counted set. ``proof`` is the
    claim of a certificate of the board; a run with another solution is wrong.
    """
    if count:
        return _of_counted_sets(problem, runs, named, proof)
    return _of_kept(problem, runs, named, proof)


def _of_kept(
    problem: Problem, runs: Sequence[Run], named: Collection[str], proof: Proof | None
) -> Crosscheck:
    sets = [kept_sets.KeptSet(problem, run, proof) for run in runs]
    reference = kept_sets.all_right(problem, sets, proof)
    findings = [kept.findings() for kept in sets]
    known = proof.to_find(problem.goal) if proof else problem.known_count
    least = len(reference) if problem.goal is Goal.ALL else min(len(reference), 1)
    judge = Judge(known, least, findings)
    verdicts = [judge.decide(finding) for finding in findings]
    judgements = tuple(
        kept_sets.judgement(problem, kept, decided, reference, sets)
        for kept, decided in zip(sets, verdicts, strict=True)
    )
    agreement = agree(judgements, named)
    agreed = _has_correct(judgements) and agreement is not Agreement.DIFFERENT
    return Crosscheck(
        problem=problem,
        judgements=judgements,
        agreement=agreement,
        evidence=evidence(judge, judgements, problem.goal, certified=proof is not None),
        agreed=unpack_keys(reference, problem.n) if agreed else None,
        proof=proof,
    )


def _of_counted_sets(
    problem: Problem, runs: Sequence[Run], named: Collection[str], proof: Proof | None
) -> Crosscheck:
    findings = [_findings(run) for run in runs]
    known = proof.to_find(problem.goal) if proof else problem.known_count
    # As many as one run was seen to find do exist.
    least = max((finding.right for finding in findings if finding.distinct), default=0)
    judge = Judge(known, least, findings, digest=_proven_digest(proof))
    verdicts = [judge.decide(finding) for finding in findings]
    judgements = tuple(
        Judgement(
            run,
            decided.verdict,
            decided.faults,
            kept_sets.rejected_witness(run),
            None,
            decided.remark,
        )
        for run, decided in zip(runs, verdicts, strict=True)
    )
    agreement = agree(judgements, named)
    correct = next(
        (judgement.run.counted for judgement in judgements if judgement.verdict is Verdict.CORRECT),
        None,
    )
    agreed = correct is not None and agreement is not Agreement.DIFFERENT
    return Crosscheck(
        problem=problem,
        judgements=judgements,
        agreement=agreement,
        evidence=evidence(judge, judgements, problem.goal, certified=proof is not None),
        count=True,
        proof=proof,
        agreed_sum=digest_text(correct) if correct and agreed else None,
    )


def _has_correct(judgements: Sequence[Judgement]) -> bool:
    return any(judgement.verdict is Verdict.CORRECT for judgement in judgements)


def agree(judgements: Sequence[Judgement], named: Collection[str]) -> Agreement:
    """The agreement of all judgements. A missing run is a gap only if it was named."""
    needed = [
        judgement
        for judgement in judgements
        if judgement.run.backend in named or judgement.run.status is not Status.UNAVAILABLE
    ]
    verdicts = {judgement.verdict for judgement in needed}
    contradicted = any(judgement.remark in CONTRADICTIONS for judgement in needed)
    if Verdict.WRONG in verdicts or contradicted:
        return Agreement.DIFFERENT
    return Agreement.IDENTICAL if verdicts == {Verdict.CORRECT} else Agreement.INCOMPLETE


def evidence(
    judge: Judge, judgements: Sequence[Judgement], goal: Goal, *, certified: bool = False
) -> Evidence:
    """The evidence where a run is called correct."""
    if goal is Goal.FIRST and judge.expected:
        return Evidence.SOLUTION
    if certified:
        return Evidence.CERTIFICATE
    if judge.proven:
        return Evidence.KNOWN_COUNT
    correct = {
        judgement.run.backend for judgement in judgements if judgement.verdict is Verdict.CORRECT
    }
    return Evidence.AGREEMENT if len(correct) > 1 else Evidence.NONE


def without_placements(run: Run, problem: Problem) -> Run:
    """The run with a counted set in place of its placements."""
    if run.counted is not None:
        return run
    return replace(
        run, counted=counted_set_of(run.placements, problem), placements=run.placements[:0]
    )


def _findings(run: Run) -> Findings:
    """The facts about a run that the judge needs."""
    counted, counts = run.counted or CountedSet(), run.rejected_counts
    faults = {
        Fault.MALFORMED: counts.get(Fault.MALFORMED, 0),
        Fault.INVALID: counts.get(Fault.INVALID, 0) + counted.invalid,
        Fault.EXTRA: counted.extra,
        Fault.DUPLICATE: 0,
        Fault.MISSING: 0,
    }
    return Findings(run, faults, counted.valid, counted.distinct, digest_text(counted))


def _proven_digest(proof: Proof | None) -> str | None:
    """The digest of the set that a certificate proves."""
    return None if proof is None else digest_text(counted_set_of(proof.solutions, proof.problem))
