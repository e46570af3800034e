"""Wrong sets that somebody wants to be called right, and right ones that are accused."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import misbehaving_backends as faults
import numpy as np
import pytest
from attacks.referee import backends
from processes import with_growing_time
from shares import a_share
from solutions import all_solutions, no_certificate

from solvers import registry
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.interface import Backend
from solvers.output.verdict_sentence import verdict_line
from solvers.puzzle import counted_set
from solvers.puzzle.counted_set import CountedSet
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Agreement, CountRemark, Evidence, Verdict, Witness
from solvers.splitting.checkpoint import open_checkpoint
from solvers.splitting.shards import Split

SICP = registry.find("sicp")
EIGHT = sorted(all_solutions(8))


@a_share(
    ("board", "count"),
    [
        (Problem(8), False),
        (Problem(8), True),
        (Problem(8, (3,)), False),
        (Problem(8, blocked=frozenset({(7, 0)})), False),
    ],
    ids=["kept", "counted", "prefix", "blocked"],
)
@a_share("backend", backends.BEYOND_THE_BOARD, ids=lambda one: one.name)
def test_a_row_beyond_the_board_is_found_in_the_bytes_that_are_judged(
    backend: Backend,
    board: Problem,
    count: bool,  # noqa: FBT001
) -> None:
    result = compare(board, [SICP, backend], Limits(), count=count)
    right, wrong = result.judgements
    assert (right.verdict, wrong.verdict) == (Verdict.CORRECT, Verdict.WRONG)
    assert (wrong.faults[Fault.INVALID], wrong.faults[Fault.MISSING]) == (1, 1)


def test_the_row_beyond_the_board_is_shown() -> None:
    block = np.array(EIGHT, np.uint8)
    block[-1, -1] = backends.BEYOND
    run = Run("odd", "testing", Ending(Cause.DONE), block)
    (judgement,) = crosscheck(Problem(8), [run]).judgements
    shown = (*EIGHT[-1][:-1], backends.BEYOND)
    assert judgement.witness == Witness(Fault.INVALID, shown, off_board=7)


@pytest.mark.parametrize("count", [False, True])
def test_a_placement_off_the_board_is_no_duplicate(count: bool) -> None:  # noqa: FBT001
    (judgement,) = compare(Problem(8), [backends.ONLY_200S], Limits(), count=count).judgements
    assert judgement.verdict is Verdict.WRONG
    assert judgement.faults[Fault.INVALID] == judgement.faults[Fault.MISSING] == 92
    assert judgement.faults[Fault.DUPLICATE] == 0


def test_a_shard_of_a_checkpoint_is_judged_like_any_other(tmp_path: Path) -> None:
    problem, split = Problem(6), Split(checkpoint=tmp_path)
    with open_checkpoint(SICP, problem, split, SICP.version(), count=False) as checkpoint:
        assert checkpoint
        forged = np.array([[1, 3, 5, 0, 2, 200]], np.uint8)
        checkpoint.add((1, 3), Run("sicp", "", Ending(Cause.DONE), forged))
    (judgement,) = compare(problem, [SICP], Limits(), split=split).judgements
    assert judgement.verdict is Verdict.WRONG
    assert (judgement.faults[Fault.INVALID], judgement.faults[Fault.MISSING]) == (1, 1)


# One run that is known to be distinct, one that found more and is not: nobody is convicted.


def told(name: str, counted: CountedSet) -> Run:
    """A complete run with a counted set."""
    return Run(name, "testing", Ending(Cause.DONE), np.empty((0, 8), np.uint8), counted=counted)


def test_a_sorted_set_does_not_convict_a_larger_one() -> None:
    runs = [
        told("ordered", CountedSet(17, total=1)),
        told("more", CountedSet(18, total=2, distinct=False)),
    ]
    result = crosscheck(Problem(8, (3,)), runs, count=True)
    assert [one.verdict for one in result.judgements] == [Verdict.NOT_JUDGED] * 2
    assert result.agreement is Agreement.DIFFERENT


def test_two_different_sets_without_repeats_are_both_wrong() -> None:
    runs = [told("one", CountedSet(18, total=1)), told("other", CountedSet(18, total=2))]
    result = crosscheck(Problem(8, (3,)), runs, count=True)
    assert [one.verdict for one in result.judgements] == [Verdict.WRONG] * 2


@pytest.mark.parametrize("board", [Problem(8, (3,)), Problem(8)])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_counts_of_a_checkpoint_do_not_convict_an_honest_run(board: Problem, more: int) -> None:
    number = 17 if board.prefix else 92
    forged = replace(told("forged", CountedSet(number + more, total=2)), unchecked=True)
    runs = [told("honest", CountedSet(number, total=1)), forged]
    result = crosscheck(board, runs, count=True)
    honest, blamed = result.judgements
    assert honest.verdict is (Verdict.NOT_JUDGED if board.prefix else Verdict.CORRECT)
    assert blamed.verdict is Verdict.WRONG or blamed.remark is CountRemark.UNCHECKED
    assert honest.remark in {None, CountRemark.UNCONFIRMED}
    assert result.agreement is Agreement.DIFFERENT


@a_share("count", [True, False])
def test_a_program_that_agrees_with_itself_is_no_evidence(count: bool) -> None:  # noqa: FBT001
    for other in (SICP, replace(SICP, name="mine")):
        result = compare(
            Problem(8, (4,)), [SICP, other], Limits(), count=count, prove=no_certificate
        )
        assert result.evidence is Evidence.NONE


@a_share("count", [False, True])
def test_programs_that_share_a_mistake_do_not_confirm_each_other(count: bool) -> None:  # noqa: FBT001
    """A backend of the suite has to agree; else two liars would be enough."""
    other = partial(faults.lose_one)  # not equal to the first one
    liars = [faults.misbehaving(faults.lose_one, "a"), faults.misbehaving(other, "b")]
    board = Problem(8, (4,))
    result = compare(board, liars, Limits(), count=count, prove=no_certificate)
    assert (result.agreement, result.evidence) == (Agreement.INCOMPLETE, Evidence.NONE)
    assert [one.verdict for one in result.judgements] == [Verdict.NOT_JUDGED] * 2
    assert verdict_line(result).startswith("complete, unconfirmed: both backends found the same ")
    result = compare(board, [*liars, SICP], Limits(), count=count, prove=no_certificate)
    assert result.agreement is Agreement.DIFFERENT


# Counted sets


CP_SAT = registry.find("cp-sat")
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
