"""Solution sets that are not kept: what their tallies say, and a recount of a few shards.

A tally is made where a shard is solved, in the same process as the backend or on another machine.
The referee did not see the solutions behind it; an audit finds them again, without any backend.
"""

from __future__ import annotations

from dataclasses import replace
from secrets import SystemRandom

from solvers.execution.ending import Status
from solvers.execution.result import Audit, Run, ShardTally
from solvers.lazy import numpy as np
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.puzzle.symmetry import reflected
from solvers.puzzle.tally import Retention, RunningTally, Tally, merged, shown, tally_of
from solvers.referee.certificate import Proof
from solvers.referee.judge import Findings
from solvers.referee.search import beginnings, solutions
from solvers.referee.verdict import Witness


def tallied(run: Run, problem: Problem, keep: Retention) -> Run:
    """The run with a tally in place of its placements."""
    if run.tally is not None or keep is Retention.SOLUTIONS:
        return run
    tally = tally_of(run.placements, problem, keep)
    return replace(run, tally=tally, placements=run.placements[:0])


def findings(run: Run, keep: Retention) -> Findings:
    """What the judge is to know of a run that has a tally, and perhaps an audit."""
    tally = run.tally or Tally()
    counts = run.rejected_counts
    faults = {
        Fault.MALFORMED: counts.get(Fault.MALFORMED, 0),
        Fault.INVALID: counts.get(Fault.INVALID, 0) + tally.invalid,
        Fault.EXTRA: tally.extra,
        Fault.DUPLICATE: 0,
        Fault.MISSING: 0,
    }
    if run.audit and run.audit.counted and run.audit.contradicted:
        more = run.audit.contradicted.tally.valid - run.audit.counted.valid
        faults[Fault.DUPLICATE] = max(more, 0)
        faults[Fault.MISSING] = max(-more, 0) or int(not more)
    digest = shown(tally) if keep is Retention.DIGEST else None
    return Findings(run, faults, tally.valid, tally.distinct, digest, tally.seen)


def proven_digest(proof: Proof | None, keep: Retention) -> str | None:
    """That of the set that a certificate proves, where runs have one."""
    if proof is None or keep is not Retention.DIGEST:
        return None
    return shown(tally_of(proof.solutions, proof.problem, keep))


def shard_witness(run: Run, proof: Proof | None, keep: Retention) -> Witness | None:
    """The first shard that was tallied otherwise than a certificate proves; None: there is none."""
    if proof is None:
        return None
    for shard in run.shards:
        counted = _proven_tally(proof, shard, keep)
        if (counted.valid, counted.total) != (shard.tally.valid, shard.tally.total):
            fault = Fault.DUPLICATE if shard.tally.valid > counted.valid else Fault.MISSING
            return Witness(fault, audit=Audit(1, shard, counted))
    return None


def _proven_tally(proof: Proof, shard: ShardTally, keep: Retention) -> Tally:
    """The tally of the solutions that begin with a shard's prefix, or with its reflection."""
    first = proof.solutions[:, : len(shard.prefix)]
    prefix = np.array(shard.prefix, np.int64)
    within = (first == prefix).all(axis=1)
    if shard.mirrored:
        within |= (first == proof.problem.n - 1 - prefix).all(axis=1)
    return tally_of(proof.solutions[within], proof.problem, keep)


def audit_witness(run: Run) -> Witness | None:
    """The shard that the referee counted otherwise than its worker; None where there is none."""
    if not (run.audit and run.audit.counted and run.audit.contradicted):
        return None
    more = run.audit.contradicted.tally.valid > run.audit.counted.valid
    return Witness(Fault.DUPLICATE if more else Fault.MISSING, audit=run.audit)


def audited(run: Run, problem: Problem, keep: Retention, number: int) -> Run:
    """The run with its audit: so many of its shards counted again, or all where it has fewer.

    Shards of the problem that a complete run has left out are counted first.
    """
    prefixes = _left_out(run, problem) if run.status is Status.COMPLETE else []
    left_out = [ShardTally(prefix, False, Tally(seen=False)) for prefix in prefixes]  # noqa: FBT003
    chosen = SystemRandom().sample(run.shards, min(number, len(run.shards)))
    for shard in [*left_out, *chosen]:
        counted = own_tally(problem, shard, keep)
        if (counted.valid, counted.total) != (shard.tally.valid, shard.tally.total):
            return replace(run, audit=Audit(len(chosen), shard, counted))
    return replace(run, audit=Audit(len(chosen)))


def _left_out(run: Run, problem: Problem) -> list[Placement]:
    """The prefixes of all shards, as the referee makes them, that none of the run's shards has."""
    depth = len(run.shards[0].prefix)
    blocks = beginnings(problem, depth)
    prefixes = {tuple(prefix) for block in blocks for prefix in block.tolist()}
    for shard in run.shards:
        prefixes.discard(shard.prefix)
        if shard.mirrored:
            prefixes.discard(tuple(problem.n - 1 - row for row in shard.prefix))
    return sorted(prefixes)


def own_tally(problem: Problem, shard: ShardTally, keep: Retention) -> Tally:
    """The tally of a shard by the referee's own search; that all are distinct needs no look."""
    running = RunningTally(problem.below(shard.prefix), keep)
    mirrored = tuple(problem.n - 1 - row for row in shard.prefix)
    other_side = RunningTally(problem.below(mirrored if shard.mirrored else shard.prefix), keep)
    for block in solutions(problem.below(shard.prefix)):
        running.add(block)
        if shard.mirrored:
            other_side.add(reflected(block))
    return replace(merged(running.tally, other_side.tally), distinct=True)
