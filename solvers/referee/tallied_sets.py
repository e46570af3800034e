"""Solution sets that are counted and not kept: what their tallies say."""

from __future__ import annotations

from dataclasses import replace

from solvers.execution.result import Run
from solvers.puzzle.packing import Fault
from solvers.puzzle.problem import Problem
from solvers.puzzle.tally import Tally, shown, tally_of
from solvers.referee.certificate import Proof
from solvers.referee.judge import Findings


def tallied(run: Run, problem: Problem) -> Run:
    """The run with a tally in place of its placements."""
    if run.tally is not None:
        return run
    return replace(run, tally=tally_of(run.placements, problem), placements=run.placements[:0])


def findings(run: Run) -> Findings:
    """The facts about a run that the judge needs."""
    tally, counts = run.tally or Tally(), run.rejected_counts
    faults = {
        Fault.MALFORMED: counts.get(Fault.MALFORMED, 0),
        Fault.INVALID: counts.get(Fault.INVALID, 0) + tally.invalid,
        Fault.EXTRA: tally.extra,
        Fault.DUPLICATE: 0,
        Fault.MISSING: 0,
    }
    return Findings(run, faults, tally.valid, tally.distinct, shown(tally))


def proven_digest(proof: Proof | None) -> str | None:
    """The digest of the set that a certificate proves."""
    return None if proof is None else shown(tally_of(proof.solutions, proof.problem))
