"""The referee judges runs whose solutions are counted and not kept."""

from __future__ import annotations

from functools import partial

import misbehaving_backends as faults
import pytest
from processes import with_growing_time
from shares import a_share
from solutions import all_solutions, no_certificate, solutions_of
from wrong_backends import WRONG

from solvers import registry
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.interface import Backend
from solvers.puzzle import counted_set
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Agreement, CountRemark, Verdict
from solvers.splitting.shards import Split
from solvers.testing.boards import BOARDS

SCATTERED = BOARDS["seven, scattered"]


SICP, CP_SAT = registry.find("sicp"), registry.find("cp-sat")
TWICE = faults.misbehaving(faults.yield_twice)
TWICE_AS_WELL = faults.misbehaving(partial(faults.yield_twice), "with the same fault")
REVERSED = faults.misbehaving(faults.yield_last_found_first, "reversed")
LOSES_ONE = faults.misbehaving(faults.lose_one)
ATTACKING = faults.misbehaving(faults.yield_attacking)
CASES = {
    "in order": ((), [SICP, SICP], Agreement.IDENTICAL, "cc"),
    "out of order": ((), [SICP, REVERSED], Agreement.IDENTICAL, "cc"),
    "one lost": ((), [SICP, LOSES_ONE], Agreement.DIFFERENT, "cw"),
    "one lost, alone": ((), [LOSES_ONE], Agreement.DIFFERENT, "w"),
    "one twice": ((), [SICP, TWICE], Agreement.DIFFERENT, "cw"),
    "one twice, another out of order": ((), [REVERSED, TWICE], Agreement.DIFFERENT, "cw"),
    "one twice for another": ((), [TWICE, TWICE_AS_WELL], Agreement.DIFFERENT, "ww"),
    "one attacking": ((), [SICP, ATTACKING], Agreement.DIFFERENT, "cw"),
    "two agree": ((), [REVERSED, CP_SAT], Agreement.IDENTICAL, "cc"),
    "one alone": ((), [REVERSED], Agreement.IDENTICAL, "c"),
    "a prefix": ((3,), [SICP, REVERSED, CP_SAT], Agreement.IDENTICAL, "ccc"),
    "a prefix, one lost": ((3,), [SICP, LOSES_ONE], Agreement.DIFFERENT, "nw"),
    "a prefix, one twice": ((3,), [SICP, TWICE], Agreement.DIFFERENT, "nw"),
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
        lambda seconds: compare(
            Problem(8, prefix), backends, Limits(seconds), count=True, prove=no_certificate
        ),
        lambda result: [one.verdict for one in result.judgements] == expected,
    )
    assert [one.verdict for one in result.judgements] == expected
    assert result.agreement is agreement
    assert all(len(one.run.placements) == 0 for one in result.judgements)
    assert (result.sum_digest is not None) == (
        "c" in verdicts and agreement is not Agreement.DIFFERENT
    )


@a_share("jobs", [2, 1])
def test_a_solution_found_twice_in_a_shard_is_noticed(jobs: int) -> None:
    """The referee sorts each shard, so a backend may find its solutions in any order."""
    found = compare(
        Problem(8),
        [REVERSED, TWICE, TWICE_AS_WELL],
        Limits(),
        count=True,
        split=Split(jobs=jobs),
        prove=no_certificate,
    )
    assert [one.verdict for one in found.judgements] == [LETTERS[letter] for letter in "cww"]
    assert found.judgements[1].faults[Fault.DUPLICATE] > 0


def test_programs_that_may_all_repeat_solutions_do_not_confirm_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counted_set, "MOST_KEPT", 100)
    for pair in ([TWICE, TWICE_AS_WELL], [REVERSED, CP_SAT]):
        found = compare(Problem(8), pair, Limits(), count=True, prove=no_certificate)
        assert found.agreement is Agreement.INCOMPLETE
        assert {one.remark for one in found.judgements} == {CountRemark.REPEATS_NOT_EXCLUDED}


BLIND = WRONG["blocked ignored"].backend


@pytest.mark.parametrize("count", [False, True], ids=["kept", "counted"])
def test_solutions_on_blocked_squares_are_extra(count: bool) -> None:  # noqa: FBT001
    found = compare(SCATTERED, [SICP, BLIND], Limits(), count=count)
    assert found.agreement is Agreement.DIFFERENT
    assert [one.verdict for one in found.judgements] == [Verdict.CORRECT, Verdict.WRONG]
    extra = len(all_solutions(7)) - len(solutions_of(SCATTERED))
    assert found.judgements[1].faults["extra"] == extra  # type: ignore[index]
