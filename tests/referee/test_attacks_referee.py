"""Wrong sets that somebody wants to be called right, and right ones that are accused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attacks.referee import backends
from boards import no_certificate
from conftest import a_share, all_solutions

import solvers
from solvers import registry
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.grading.answers.answer_format import Answers, Wrapping, choose_format
from solvers.grading.call_result import CallResult
from solvers.grading.compared import ComparedProgram
from solvers.grading.diagnosis.explanations import diagnose
from solvers.grading.diagnosis.mistakes import MISTAKES
from solvers.grading.protocol import Unrecognised
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission
from solvers.interface import Backend
from solvers.puzzle.counted_set import CountedSet
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, Square
from solvers.referee.certificate import proven_solutions
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Agreement, Evidence, Verdict
from solvers.splitting.checkpoint import open_checkpoint
from solvers.splitting.shards import Shard, Split

SICP = registry.find("sicp")
EIGHT = sorted(all_solutions(8))


@pytest.mark.parametrize(("prefix", "count"), [((), False), ((), True), ((3,), False)], ids=str)
@a_share("backend", backends.BEYOND_THE_BOARD, ids=lambda one: one.name)
def test_a_row_beyond_the_board_is_found_in_the_bytes_that_are_judged(
    backend: Backend,
    prefix: Placement,
    count: bool,  # noqa: FBT001
) -> None:
    result = compare(Problem(8, prefix), [SICP, backend], Limits(), count=count).crosscheck
    right, wrong = result.judgements
    assert (right.verdict, wrong.verdict) == (Verdict.CORRECT, Verdict.WRONG)
    assert (wrong.faults[Fault.INVALID], wrong.faults[Fault.MISSING]) == (1, 1)
    if not count and wrong.witness and wrong.witness.placement:
        assert wrong.witness.off_board == 7
        assert wrong.witness.placement[7] == backends.BEYOND


@pytest.mark.parametrize("count", [False, True])
def test_a_placement_off_the_board_is_no_duplicate(count: bool) -> None:  # noqa: FBT001
    (judgement,) = compare(
        Problem(8), [backends.ONLY_200S], Limits(), count=count
    ).crosscheck.judgements
    assert judgement.verdict is Verdict.WRONG
    assert judgement.faults[Fault.INVALID] == judgement.faults[Fault.MISSING] == 92
    assert judgement.faults[Fault.DUPLICATE] == 0


@pytest.mark.parametrize(
    "placements",
    [np.zeros((92, 9), np.uint8), np.zeros((92, 8)), np.zeros(92, np.uint8)],
    ids=["too wide", "floats", "flat"],
)
def test_the_referee_takes_nothing_but_bytes_of_the_right_shape(placements: object) -> None:
    run = Run("odd", "testing", Ending(Cause.DONE), placements)  # type: ignore[arg-type]
    (judgement,) = crosscheck(Problem(8), [run]).judgements
    assert judgement.verdict is Verdict.WRONG
    assert judgement.faults[Fault.MALFORMED] == 92


def test_a_shard_of_a_checkpoint_is_judged_like_any_other(tmp_path: Path) -> None:
    problem, split = Problem(6), Split(checkpoint=tmp_path)
    with open_checkpoint(SICP, problem, split, SICP.version(), count=False) as checkpoint:
        assert checkpoint
        forged = np.array([[1, 3, 5, 0, 2, 200]], np.uint8)
        checkpoint.add(Shard((1, 3)), Run("sicp", "", Ending(Cause.DONE), forged))
    (judgement,) = compare(problem, [SICP], Limits(), split=split).crosscheck.judgements
    assert judgement.verdict is Verdict.WRONG
    assert (judgement.faults[Fault.INVALID], judgement.faults[Fault.MISSING]) == (1, 1)


@pytest.mark.parametrize("prefix", [(), (0,), (2, 0), (0, 2)], ids=str)
@pytest.mark.parametrize("blocked", [set(), {(2, 4), (0, 1), (3, 0)}], ids=["free", "blocked"])
def test_the_referees_own_search_finds_all_solutions(
    prefix: Placement, blocked: set[Square]
) -> None:
    for n in range(max((len(prefix), *(row + 1 for row in prefix))), 9):
        on_board = frozenset(square for square in blocked if max(square) < n)
        problem = Problem(n, prefix, on_board)
        found = [tuple(one) for block in proven_solutions(problem) for one in block.tolist()]
        assert len(found) == len(set(found))
        assert set(found) == {
            one
            for one in all_solutions(n)
            if one[: len(prefix)] == prefix and on_board.isdisjoint(enumerate(one))
        }


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


# Answers are read in one way, for all of them and every n.


def as_answers(by_n: dict[int, list[object]]) -> dict[int, Answers]:
    return {n: Answers(tuple(values), n) for n, values in by_n.items()}


def right_for(by_n: dict[int, Answers]) -> list[int]:
    answer_format = choose_format(by_n)
    return [
        n
        for n, answers in by_n.items()
        if set(answers.read(answer_format)) == all_solutions(n)
        and len(answers.read(answer_format)) == len(all_solutions(n))
    ]


def test_a_returned_number_is_read_as_a_number() -> None:
    answers = Answers((1,), 1, single=True)
    assert answers.read(choose_format({1: answers})) == (1,)


def test_rows_are_counted_from_one_base_for_every_n() -> None:
    four = [(1, 3, 0, 2), (2, 0, 3, 1)]
    assert right_for(as_answers({1: [(0,)], 2: [], 3: [], 4: [*four]})) == [1, 2, 3, 4]
    assert right_for(as_answers({1: [(1,)], 2: [], 3: [], 4: [*four]})) == [2, 3, 4]


def test_larger_boards_decide_whether_a_lone_number_is_a_queen() -> None:
    seven = [(0, 7, 0, 0), (0, 0, 0, 7), (7, 0, 0, 0), (0, 0, 7, 0)]
    assert right_for(as_answers({1: [(7,)]})) == []
    assert right_for(as_answers({1: [(1,)]})) == [1]
    boards = as_answers({1: [(7,)], 4: [*seven]})
    assert boards[1].read(choose_format(boards)) == ((0,),)


def test_columns_are_counted_from_one_base_for_every_solution() -> None:
    def pairs(placement: Placement, base: int) -> tuple[tuple[int, int], ...]:
        return tuple((column + base, row) for column, row in enumerate(placement))

    four = sorted(all_solutions(4))
    assert right_for(as_answers({4: [pairs(one, 1) for one in four]})) == [4]
    mixed = [pairs(one, base) for base, one in enumerate(four)]
    assert right_for(as_answers({4: [*mixed]})) == []


def test_all_solutions_in_one_answer_are_recognised_from_all_n() -> None:
    by_n = as_answers({n: [tuple(sorted(all_solutions(n)))] for n in range(1, 6)})
    assert choose_format(by_n).wrapping is Wrapping.ALL_IN_ONE
    assert right_for(by_n) == [1, 2, 3, 4, 5]


def test_no_two_mistakes_have_the_same_answers() -> None:
    found = [tuple(frozenset(finds(n)) for n in range(1, 7)) for finds in MISTAKES.values()]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("count", [False, True])
def test_a_program_that_agrees_with_itself_is_no_evidence(count: bool) -> None:  # noqa: FBT001
    result = compare(
        Problem(8, (4,)), [SICP, SICP], Limits(), count=count, prove=no_certificate
    ).crosscheck
    assert result.evidence is Evidence.NONE


def test_a_checkpoint_refuses_the_shards_of_a_namesake(tmp_path: Path) -> None:
    first = replace(SICP, name="mine")
    second = replace(backends.ONLY_200S, name="mine")
    split = Split(checkpoint=tmp_path)
    compare(Problem(6), [first], Limits(), split=split)
    (judgement,) = compare(Problem(6), [second], Limits(), split=split).crosscheck.judgements
    assert judgement.verdict is not Verdict.CORRECT


def test_all_solutions_in_one_answer_are_recognised_from_n_1_on() -> None:
    by_n = as_answers({1: [((1,),)], 2: [()], 3: [()], 4: [((2, 4, 1, 3), (3, 1, 4, 2))]})
    for last in by_n:
        known = {n: one for n, one in by_n.items() if n <= last}
        assert right_for(known) == list(known)


def test_the_row_base_of_an_earlier_size_holds_for_later_ones() -> None:
    by_n = as_answers(
        {n: [tuple(row + n % 2 for row in one) for one in all_solutions(n)] for n in (6, 7)}
    )
    assert choose_format(by_n).row_base == 0


LINES = """
def queens(n):
    def boards(columns):
        if len(columns) == n:
            board = ["." * column + "Q" + "." * (n - 1 - column) for column in columns]
            by_column = [columns.index(column) for column in range(n)]
            if by_column[:3] != [4, 6, 0]:
                yield board
            return
        for column in range(n):
            if all(abs(column - other) not in (0, len(columns) - line)
                   for line, other in enumerate(columns)):
                yield from boards([*columns, column])
    return list(boards([]))
"""
JUNK = """
from itertools import permutations
def queens(n):
    right = [p for p in permutations(range(n)) if n == len({r + c for c, r in enumerate(p)})
             == len({r - c for c, r in enumerate(p)})]
    return [list(p) for p in right] + [[0] * n] * 5
"""


@pytest.mark.parametrize(
    ("source", "prefix", "fault"),
    [(LINES, (4, 6, 0), Fault.MISSING), (JUNK, (0, 4), Fault.INVALID)],
    ids=["boards by lines", "junk elsewhere"],
)
def test_a_prefix_hides_no_fault_of_a_program(
    source: str, prefix: Placement, fault: Fault, tmp_path: Path
) -> None:
    path = tmp_path / "queens.py"
    path.write_text(source)
    program = ComparedProgram(find_submission(str(path)), Sandbox.BASIC)
    result = compare(Problem(8, prefix), [SICP, program], Limits(seconds=60)).crosscheck
    assert result.judgements[1].faults[fault]
    assert result.agreement is Agreement.DIFFERENT


def test_every_kind_of_answer_gets_a_diagnosis() -> None:
    values = [(-(10**5000), 1), (-(10**5000), 1), Unrecognised("zip"), Unrecognised("zip")]
    answers = Answers(tuple(values), 3)
    empty_run = Run("one", "testing", Ending(Cause.DONE), np.empty((0, 3), np.uint8))
    outcome = CallResult(empty_run, empty_run, answers, choose_format({3: answers}))
    outcome = outcome.read_as(outcome.answer_format)
    assert diagnose({3: outcome}, 3)


@pytest.mark.parametrize(
    "wrong",
    [{"backends": []}, {"jobs": -1}, {"time_limit": 0}, {"memory_limit": -1}],
    ids=str,
)
def test_an_impossible_argument_in_a_notebook_is_refused_in_one_line(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"name a backend|0 or more|greater than 0") as raised:
        solvers.compare(8, **({"backends": ["sicp"]} | wrong))
    assert "\n" not in str(raised.value)


def test_a_board_in_one_text_may_have_spaces_between_its_squares() -> None:
    board = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n"
    answers = Answers((board, board.replace(" ", "")), 4)
    assert answers.read(choose_format({4: answers})) == ((1, 3, 0, 2), (1, 3, 0, 2))
