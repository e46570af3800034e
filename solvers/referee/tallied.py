"""Solution sets that are not kept: what their tallies say."""

from __future__ import annotations

from dataclasses import replace

from solvers.interface import Fault, Keep, Run, Tally
from solvers.problem import Problem
from solvers.referee.fingerprint import shown, tally_of
from solvers.referee.judge import Findings


def tallied(run: Run, problem: Problem, keep: Keep) -> Run:
    """The run with a tally in place of its placements."""
    if run.tally is not None or keep is Keep.SOLUTIONS:
        return run
    tally = tally_of(run.placements, problem.prefix, keep)
    return replace(run, tally=tally, placements=run.placements[:0])


def findings(run: Run, keep: Keep) -> Findings:
    """What the judge is to know of a run that has a tally."""
    tally = run.tally or Tally()
    counts = run.misfit_counts
    faults = {
        Fault.MALFORMED: counts.get(Fault.MALFORMED, 0),
        Fault.INVALID: counts.get(Fault.INVALID, 0) + tally.invalid,
        Fault.EXTRA: tally.extra,
        Fault.DUPLICATE: 0,
        Fault.MISSING: 0,
    }
    fingerprint = shown(tally) if keep is Keep.DIGEST else None
    return Findings(run, faults, tally.valid, tally.distinct, fingerprint, tally.seen)
