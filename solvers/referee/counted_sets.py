"""Solution sets that are counted and not kept: the facts about them."""

from __future__ import annotations

from dataclasses import replace

from solvers.execution.result import Run
from solvers.puzzle.counted_set import CountedSet, counted_set_of, digest_text
from solvers.puzzle.packing import Fault
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import Proof
from solvers.referee.judge import Findings


def without_placements(run: Run, problem: Problem) -> Run:
    """The run with a counted set in place of its placements."""
    if run.counted is not None:
        return run
    return replace(
        run, counted=counted_set_of(run.placements, problem), placements=run.placements[:0]
    )


def findings(run: Run) -> Findings:
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


def proven_digest(proof: Proof | None) -> str | None:
    """The digest of the set that a certificate proves."""
    return None if proof is None else digest_text(counted_set_of(proof.solutions, proof.problem))
