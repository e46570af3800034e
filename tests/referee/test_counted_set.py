"""Counted sets stand for sets that are not kept; the referee judges them."""

from __future__ import annotations

import misbehaving_backends as faults
import numpy as np
import pytest
from boards import no_certificate
from hypothesis import given
from hypothesis import strategies as st
from processes import with_growing_time
from shares import a_share
from solutions import all_solutions

from solvers import registry
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.interface import Backend
from solvers.puzzle.counted_set import SetCounter, counted_set_of, merged, sum_of_hashes
from solvers.puzzle.packing import Fault, pack
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Agreement, Verdict
from solvers.splitting.shards import Split

SICP, CP_SAT = registry.find("sicp"), registry.find("cp-sat")
TWICE = faults.misbehaving(faults.yield_twice)
REVERSED = faults.misbehaving(faults.yield_last_found_first, "reversed")
LOSES_ONE = faults.misbehaving(faults.lose_one)
ATTACKING = faults.misbehaving(faults.yield_attacking)

some_solutions = st.lists(st.sampled_from(sorted(all_solutions(7))), max_size=60)


@given(some_solutions, st.randoms())
def test_a_digest_depends_on_the_solutions_and_not_on_their_order(
    solutions: list[Placement], random: object
) -> None:
    packed = pack(solutions, 7).placements()
    total = sum_of_hashes(packed)
    assert total == sum_of_hashes(packed[::-1])
    assert total < 1 << 128
    for number in range(len(solutions)):
        assert sum_of_hashes(np.delete(packed, number, axis=0)) != total


@given(some_solutions, st.integers(0, 60))
def test_parts_count_as_the_whole(solutions: list[Placement], cut: int) -> None:
    packed = pack(solutions, 7).placements()
    running = SetCounter(Problem(7))
    running.add(packed[:cut])
    running.add(packed[cut:])
    assert running.counted.valid == len(solutions)
    assert running.counted.distinct == (sorted(set(solutions)) == solutions)
    whole = counted_set_of(packed, Problem(7))
    assert whole.distinct == (len(set(solutions)) == len(solutions))
    assert (whole.total, whole.valid) == (running.counted.total, running.counted.valid)
    parts = merged(*(counted_set_of(one, Problem(7)) for one in (packed[:cut], packed[cut:])))
    assert (parts.total, parts.valid) == (whole.total, whole.valid)


def test_a_counted_set_counts_invalid_and_extra_placements() -> None:
    packed = pack([(1, 3, 0, 2), (2, 0, 3, 1), (0, 1, 2, 3), (1, 3, 2, 0)], 4).placements()
    counted = counted_set_of(packed, Problem(4, (1,)))
    assert (counted.valid, counted.extra, counted.invalid, counted.solutions) == (1, 1, 2, 4)
    assert counted.total == sum_of_hashes(packed[:1])


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 16, 17, 33, 64, 65])
def test_boards_of_every_size_have_a_hash(n: int) -> None:
    one = np.arange(n, dtype=np.uint8).reshape(1, n)
    assert 0 < sum_of_hashes(one) < 1 << 128
    if n > 1:
        assert sum_of_hashes(one) != sum_of_hashes(one[:, ::-1])


CASES = {
    "in order": ((), [SICP, SICP], Agreement.IDENTICAL, "cc"),
    "out of order": ((), [SICP, REVERSED], Agreement.IDENTICAL, "cc"),
    "one lost": ((), [SICP, LOSES_ONE], Agreement.DIFFERENT, "cw"),
    "one lost, alone": ((), [LOSES_ONE], Agreement.DIFFERENT, "w"),
    "one twice": ((), [SICP, TWICE], Agreement.DIFFERENT, "cw"),
    "one twice, nobody proven": ((), [REVERSED, TWICE], Agreement.DIFFERENT, "nn"),
    "one attacking": ((), [SICP, ATTACKING], Agreement.DIFFERENT, "cw"),
    "two agree": ((), [REVERSED, CP_SAT], Agreement.IDENTICAL, "cc"),
    "one alone": ((), [REVERSED], Agreement.INCOMPLETE, "n"),
    "a prefix": ((3,), [SICP, REVERSED, CP_SAT], Agreement.IDENTICAL, "ccc"),
    "a prefix, one lost": ((3,), [SICP, LOSES_ONE], Agreement.DIFFERENT, "cw"),
    "a prefix, one twice": ((3,), [SICP, TWICE], Agreement.DIFFERENT, "cw"),
    "unavailable": ((), [SICP, faults.ABSENT], Agreement.IDENTICAL, "cn"),
    "stopped": (
        (),
        [SICP, faults.halfway(faults.sleep_for_ever)],
        Agreement.INCOMPLETE,
        "cp",
    ),
}
LETTERS = {"c": Verdict.CORRECT, "w": Verdict.WRONG, "n": Verdict.NOT_JUDGED, "p": Verdict.PARTIAL}


@a_share(("prefix", "backends", "agreement", "verdicts"), CASES.values(), ids=CASES)
def test_the_referee_claims_no_more_than_counted_sets_prove(
    prefix: Placement, backends: list[Backend], agreement: Agreement, verdicts: str
) -> None:
    expected = [LETTERS[letter] for letter in verdicts]
    result = with_growing_time(
        lambda seconds: (
            compare(
                Problem(8, prefix), backends, Limits(seconds), count=True, prove=no_certificate
            ).crosscheck
        ),
        lambda result: [one.verdict for one in result.judgements] == expected,
    )
    assert [one.verdict for one in result.judgements] == expected
    assert result.agreement is agreement
    assert all(len(one.run.placements) == 0 for one in result.judgements)
    assert (result.agreed_sum is not None) == (
        "c" in verdicts and agreement is not Agreement.DIFFERENT
    )


def test_a_solution_found_twice_in_a_shard_is_noticed() -> None:
    """The referee sorts each shard, so a backend may find its solutions in any order."""
    for backend, verdict in ((REVERSED, Verdict.CORRECT), (TWICE, Verdict.NOT_JUDGED)):
        found = compare(
            Problem(8), [backend], Limits(), count=True, split=Split(), prove=no_certificate
        ).crosscheck
        assert found.judgements[0].verdict is verdict


def test_invalid_and_missing_solutions_of_counted_runs_are_counted() -> None:
    result = compare(Problem(8), [SICP, ATTACKING, LOSES_ONE], Limits(), count=True).crosscheck
    assert result.judgements[1].faults[Fault.INVALID] == 1
    assert result.judgements[2].faults[Fault.MISSING] == 1
    assert {one.run.status for one in result.judgements} == {Status.COMPLETE}
