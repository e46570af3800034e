"""Solution sets that are kept: every placement looked at, and where two sets differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solvers.execution.result import Run
from solvers.lazy import numpy as np
from solvers.puzzle.packing import Fault, Flaw, RejectedOutput
from solvers.puzzle.placements import (
    Keys,
    Packed,
    Placement,
    attacking_pair,
    contained,
    distinct,
    empty,
    is_on_board,
    is_valid,
    keys,
    row_type,
    unpack_keys,
)
from solvers.puzzle.problem import Goal, Problem, known_solution
from solvers.puzzle.symmetry import closure, symmetries_of
from solvers.referee.judge import Findings, RunVerdict
from solvers.referee.patterns import Pattern, pattern_of
from solvers.referee.verdict import Judgement, Witness

if TYPE_CHECKING:
    from solvers.referee.certificate import Proof


class KeptSet:
    """One run's placements, each counted under one fault or as right."""

    def __init__(self, problem: Problem, run: Run, proof: Proof | None = None) -> None:
        self.run = run
        packed, self.misshapen = _as_packed(run.placements, problem.n)
        valid = is_valid(packed)
        fitting = valid & problem.allows(packed)
        if proof:  # a solution that the certificate rules out contradicts it
            fitting = fitting & contained(keys(packed), keys(proof.solutions))
        self.invalid, self.extra = packed[~valid], packed[valid & ~fitting]
        found = np.sort(keys(packed if fitting.all() else packed[fitting]))
        repeats = found[1:] == found[:-1]
        self.found, self.repeated = found, found[1:][repeats]
        self.right = distinct(found) if repeats.any() else found

    def findings(self) -> Findings:
        """The facts about it for the judge."""
        counts = self.run.rejected_counts
        faults = {
            Fault.MALFORMED: counts.get(Fault.MALFORMED, 0) + self.misshapen,
            Fault.INVALID: counts.get(Fault.INVALID, 0) + len(self.invalid),
            Fault.EXTRA: len(self.extra),
            Fault.DUPLICATE: len(self.repeated),
            Fault.MISSING: 0,
        }
        return Findings(self.run, faults, len(self.right))


def all_right(problem: Problem, sets: Sequence[KeptSet], proof: Proof | None = None) -> Keys:
    """The proven solutions; else the right ones of any run, or a known one, with images.

    Images are those under the board's symmetries. Where one is enough, those that were found, or
    else one that is proven or known.
    """
    certified = keys(proof.solutions) if proof else None
    if problem.goal is Goal.FIRST:
        union = distinct(np.concatenate([kept.right for kept in sets]))
        if certified is not None and not len(union):
            return certified[:1]
        return union if len(union) else _known(problem)
    if certified is not None:
        return certified
    proven = next((kept.right for kept in sets if len(kept.right) == problem.known_count), None)
    if proven is not None:
        return proven
    union = distinct(np.concatenate([_known(problem), *(kept.right for kept in sets)]))
    if not len(union):
        return union
    return keys(closure(unpack_keys(union, problem.n), symmetries_of(problem)))


def _known(problem: Problem) -> Keys:
    """The images of a solution that is known for every n, as far as the board allows them."""
    if problem.n in (2, 3):
        return keys(empty(problem.n))
    images = closure(known_solution(problem.n))
    return keys(images[problem.allows(images)])


def judgement(
    problem: Problem, kept: KeptSet, decided: RunVerdict, reference: Keys, sets: Sequence[KeptSet]
) -> Judgement:
    """The verdict with an example of the worst fault, and the pattern of all missing solutions."""
    missing = reference[:0]
    if decided.faults[Fault.MISSING]:
        missing = reference[~contained(reference, kept.right)]
    pattern = None
    if len(missing) and len(missing) == decided.faults[Fault.MISSING]:
        pattern = _pattern(problem, kept, missing, reference, sets)
    return Judgement(
        run=kept.run,
        verdict=decided.verdict,
        faults=decided.faults,
        witness=_witness(problem, kept, missing),
        pattern=pattern,
        remark=decided.remark,
    )


def rejected_witness(run: Run) -> Witness | None:
    """The first answer that could not be packed; None where all could."""
    return next(
        (Witness(rejected.fault, rejected=rejected) for rejected in run.rejected),
        None,
    )


def _as_packed(placements: Packed, n: int) -> tuple[Packed, int]:
    """The placements in the type of their rows, and how many things came that are none."""
    plain = np.asarray(placements)
    if plain.dtype == row_type(n) and plain.ndim == 2 and plain.shape[1] == n:
        return plain, 0
    return empty(n), max(len(plain) if plain.ndim else 1, 1)


def _pattern(
    problem: Problem, kept: KeptSet, missing: Keys, reference: Keys, sets: Sequence[KeptSet]
) -> Pattern | None:
    orders = {
        other.run.backend: other.run.placements
        for other in sets
        if len(other.found) == len(other.run.placements) == len(reference) == len(other.right)
    }
    return pattern_of(
        found=unpack_keys(kept.right, problem.n),
        missing=unpack_keys(missing, problem.n),
        orders={"": unpack_keys(reference, problem.n)} | orders,
        symmetries_kept=symmetries_of(problem),
    )


def _witness(problem: Problem, kept: KeptSet, missing: Keys) -> Witness | None:
    """An example of the most serious fault."""
    if found := rejected_witness(kept.run):
        return found
    if kept.misshapen:
        rejected = RejectedOutput(Flaw.NO_BYTES, "its placements", problem.n)
        return Witness(rejected.fault, rejected=rejected)
    if len(kept.invalid):
        return _invalid(kept.invalid, problem.n)
    return _of_right_ones(problem, kept, missing)


def _of_right_ones(problem: Problem, kept: KeptSet, missing: Keys) -> Witness | None:
    if len(kept.extra):
        return Witness(Fault.EXTRA, _first(kept.extra))
    if len(kept.repeated):
        times = int((kept.found == kept.repeated[0]).sum())
        return Witness(
            Fault.DUPLICATE, _first(unpack_keys(kept.repeated[:1], problem.n)), times=times
        )
    if len(missing):
        return Witness(Fault.MISSING, _first(unpack_keys(missing[:1], problem.n)))
    return None


def _invalid(invalid: Packed, n: int) -> Witness:
    """One that is off the board, or else the first with two queens that attack each other."""
    beyond = invalid[~is_on_board(invalid)]
    placement = _first(beyond if len(beyond) else invalid)
    column = next((column for column, row in enumerate(placement) if row >= n), None)
    attack = attacking_pair(placement) if column is None else None
    return Witness(Fault.INVALID, placement, attack, column)


def _first(packed: Packed) -> Placement:
    return tuple(packed[0].tolist())
