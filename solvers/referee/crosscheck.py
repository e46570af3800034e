"""The referee: checks every placement, judges each run, and compares the runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from solvers.execution.result import Run, Status
from solvers.lazy import numpy as np
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import (
    Keys,
    contained,
    distinct,
    empty,
    is_on_board,
    keys,
    unpack_keys,
)
from solvers.puzzle.problem import Goal, Problem, known_solution
from solvers.referee.verdict import (
    Agreement,
    Comparison,
    CountRemark,
    Evidence,
    Judgement,
    RunFacts,
    RunJudge,
    Verdict,
    Witness,
)

if TYPE_CHECKING:
    from solvers.referee.certificate import Proof

CONTRADICTIONS = {
    CountRemark.COUNTS_DIFFER,
    CountRemark.DIGESTS_DIFFER,
    CountRemark.UNCHECKED,
}


def crosscheck(
    problem: Problem,
    runs: Sequence[Run],
    *,
    count: bool = False,
    needed: Collection[str] = (),
    proof: Proof | None = None,
) -> Comparison:
    """Judge the runs of one problem.

    A backend that cannot run here makes the result incomplete only if it is ``needed``. With
    ``count``, solutions are counted and not kept. ``proof`` is the claim of a certificate of the
    board; if solutions are kept, a placement that is not in it counts as a fault.
    """
    known = proof.to_find(problem.goal) if proof else problem.known_count
    if count:
        from solvers.puzzle.counted_set import counted_set_of

        proven_sum = counted_set_of(proof.solutions, problem).sum_digest if proof else None
        all_facts = [_counted(problem, run) for run in runs]
        # Distinct right solutions of one run exist, so the board has at least as many.
        least = max((facts.right for facts in all_facts if facts.distinct), default=0)
        judge = RunJudge(known, least, all_facts, sum_digest=proven_sum)
        decided = [judge.decide(facts) for facts in all_facts]
        judgements = [replace(each, witness=_rejected_witness(each.run)) for each in decided]
    else:
        sets = [ClassifiedRun(problem, run, proof) for run in runs]
        reference = _reference(problem, sets, proof)
        least = len(reference) if problem.goal is Goal.ALL else min(len(reference), 1)
        judge = RunJudge(known, least, [classified.facts for classified in sets])
        judgements = [
            _with_witness(problem, classified, judge.decide(classified.facts), reference)
            for classified in sets
        ]
    correct = [each.run for each in judgements if each.verdict is Verdict.CORRECT]
    evidence = _evidence(judge, correct, problem.goal, proof)
    if evidence is Evidence.NONE:
        judgements, correct = [_without_evidence(each) for each in judgements], []
    agreement = agreement_of(judgements, needed)
    agreed = correct[0] if correct and agreement is not Agreement.DIFFERENT else None
    return Comparison(
        problem=problem,
        judgements=tuple(judgements),
        agreement=agreement,
        evidence=evidence,
        agreed=unpack_keys(reference, problem.n) if agreed and not count else None,
        count=count,
        sum_digest=agreed.counted.sum_digest if agreed and agreed.counted else None,
        proof=proof,
    )


def _without_evidence(judgement: Judgement) -> Judgement:
    """*Correct* becomes *not judged*: no proof, known count or second program confirms the run."""
    if judgement.verdict is not Verdict.CORRECT:
        return judgement
    return replace(judgement, verdict=Verdict.NOT_JUDGED, remark=CountRemark.UNCONFIRMED)


def agreement_of(judgements: Sequence[Judgement], needed: Collection[str]) -> Agreement:
    """Identical if all runs are *correct*; a backend that cannot run counts only if ``needed``."""
    counted = [
        judgement
        for judgement in judgements
        if judgement.run.backend in needed or judgement.run.status is not Status.UNAVAILABLE
    ]
    verdicts = {judgement.verdict for judgement in counted}
    contradicted = any(judgement.remark in CONTRADICTIONS for judgement in counted)
    if Verdict.WRONG in verdicts or contradicted:
        return Agreement.DIFFERENT
    return Agreement.IDENTICAL if verdicts == {Verdict.CORRECT} else Agreement.INCOMPLETE


def _evidence(judge: RunJudge, correct: Sequence[Run], goal: Goal, proof: Proof | None) -> Evidence:
    """The strongest evidence for the runs in ``correct``."""
    if goal is Goal.FIRST and judge.expected:
        return Evidence.SOLUTION
    if proof:
        return Evidence.CERTIFICATE
    if judge.proven:
        return Evidence.KNOWN_COUNT
    return (
        Evidence.AGREEMENT
        if len({run.program for run in correct if not run.unchecked}) > 1
        else Evidence.NONE
    )


def _counted(problem: Problem, run: Run) -> RunFacts:
    """The facts about a run whose solutions are only counted; a student's has kept them so far."""
    from solvers.puzzle.counted_set import counted_set_of

    counted = run.counted or counted_set_of(run.placements, problem)
    faults = dict.fromkeys(Fault, 0) | dict(run.rejected_counts)
    faults[Fault.INVALID] += counted.invalid
    faults |= {Fault.EXTRA: counted.extra, Fault.DUPLICATE: counted.repeated}
    run = replace(run, counted=counted, placements=run.placements[:0])
    right = counted.valid - counted.repeated
    distinct_now = counted.distinct and not run.unchecked
    return RunFacts(run, faults, right, distinct_now, counted.sum_digest)


class ClassifiedRun:
    """One run's placements by class.

    ``found`` are the sorted keys of all solutions, ``right`` the same without repeats, ``repeated``
    the repeats. ``invalid`` have an attack, ``extra`` are not allowed here.
    """

    def __init__(self, problem: Problem, run: Run, proof: Proof | None = None) -> None:
        self.run = run
        packed = run.placements
        valid = problem.peaceful(packed)
        fitting = valid & problem.allows(packed)
        if proof:  # a placement that the certificate does not contain is no solution
            fitting = fitting & contained(keys(packed), keys(proof.solutions))
        self.invalid, self.extra = packed[~valid], packed[valid & ~fitting]
        found = np.sort(keys(packed if fitting.all() else packed[fitting]))
        repeats = found[1:] == found[:-1]
        self.found, self.repeated = found, found[1:][repeats]
        self.right = distinct(found) if repeats.any() else found

    @property
    def facts(self) -> RunFacts:
        """The facts for the judge."""
        faults = dict.fromkeys(Fault, 0) | dict(self.run.rejected_counts)
        faults[Fault.INVALID] += len(self.invalid)
        faults[Fault.EXTRA] += len(self.extra)
        faults[Fault.DUPLICATE] = len(self.repeated)
        return RunFacts(self.run, faults, len(self.right))


def _reference(problem: Problem, runs: Sequence[ClassifiedRun], proof: Proof | None) -> Keys:
    """All known solutions: those of the proof, or of a run that found the known number.

    Without either, the right solutions of all runs and a known one, with their images under the
    board's symmetries. For the goal of one solution: the solutions found, else one that is proven,
    else the constructed ones.
    """
    certified = keys(proof.solutions) if proof else None
    found = [run.right for run in runs]
    if problem.goal is Goal.FIRST:
        union = distinct(np.concatenate(found))
        if len(union):
            return union
        return _constructed(problem) if certified is None else certified[:1]
    if certified is not None:
        return certified
    proven = next((right for right in found if len(right) == problem.known_count), None)
    if proven is not None:
        return proven
    if not any(run.run.status is Status.COMPLETE for run in runs):  # nobody lacks any of them
        return distinct(np.concatenate(found))
    from solvers.puzzle.symmetry import closure, symmetries_of

    union = distinct(np.concatenate([_constructed(problem), *found]))
    return keys(closure(unpack_keys(union, problem.n), symmetries_of(problem)))


def _constructed(problem: Problem) -> Keys:
    """A solution constructed for this n, and its symmetric images, as far as the board allows.

    Without any for a coloured board, which has other rules.
    """
    from solvers.puzzle.symmetry import closure

    if problem.n in (2, 3) or problem.colours:
        return keys(empty(problem.n))
    images = closure(known_solution(problem.n))
    return keys(images[problem.allows(images)])


def _with_witness(
    problem: Problem,
    classified: ClassifiedRun,
    decided: Judgement,
    reference: Keys,
) -> Judgement:
    """Add an example of the worst fault, and the symmetry that explains the missing solutions.

    Wrong placements in the run are a simpler explanation.
    """
    missing = reference[:0]
    if decided.faults[Fault.MISSING]:
        missing = reference[~contained(reference, classified.right)]
    pattern = ""
    wrong = sum(decided.faults[one] for one in (Fault.MALFORMED, Fault.INVALID, Fault.EXTRA))
    if not wrong and len(missing) and len(missing) == decided.faults[Fault.MISSING]:
        from solvers.puzzle.symmetry import symmetries_of
        from solvers.referee.patterns import symmetry_of_missing

        found, lacking = (unpack_keys(some, problem.n) for some in (classified.right, missing))
        pattern = symmetry_of_missing(found, lacking, symmetries_of(problem))
    return replace(decided, witness=_witness(problem, classified, missing), pattern=pattern)


def _rejected_witness(run: Run) -> Witness | None:
    """The first answer that could not be packed, as an example; None if all were packed."""
    return next((Witness(each.fault, rejected=each) for each in run.rejected), None)


def _witness(problem: Problem, classified: ClassifiedRun, missing: Keys) -> Witness | None:
    """An example of the run's worst fault; None if it has none.

    Of invalid placements, it is the first with a row beyond the board, if there is one.
    """
    n = problem.n
    if example := _rejected_witness(classified.run):
        return example
    beyond = classified.invalid[~is_on_board(classified.invalid)]
    examples = {
        Fault.INVALID: beyond if len(beyond) else classified.invalid,
        Fault.EXTRA: classified.extra,
        Fault.DUPLICATE: unpack_keys(classified.repeated[:1], n),
        Fault.MISSING: unpack_keys(missing[:1], n),
    }
    for fault, placements in examples.items():
        if len(placements):
            placement = tuple(placements[0].tolist())
            off_board = next((column for column, row in enumerate(placement) if row >= n), None)
            attack = None
            if off_board is None:
                attack = problem.attacking(enumerate(placement))
            is_repeated = fault is Fault.DUPLICATE
            times = int((classified.found == classified.repeated[0]).sum()) if is_repeated else 0
            return Witness(fault, placement, attack, off_board, times)
    return None
