"""One solution: every backend stops at its first solution, and is judged by that one."""

from __future__ import annotations

from dataclasses import replace

import misbehaving_backends as faults
import numpy as np
import pytest
from shares import slower
from solutions import no_certificate, solutions_of
from wrong_backends import WRONG

import solvers
from solvers import registry
from solvers.comparison import compare
from solvers.errors import UsageError
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.execution.solving import make_ready
from solvers.interface import Backend
from solvers.puzzle.placements import is_valid
from solvers.puzzle.problem import Goal, Problem, known_solution, with_given
from solvers.referee.verdict import Agreement, Evidence, Verdict
from solvers.testing.boards import BOARDS
from solvers.testing.recording import record

SICP = registry.find("sicp")
NONE = faults.misbehaving(faults.say_none)
ASKED = [Problem(n, goal=Goal.FIRST) for n in range(6)] + [
    replace(BOARDS[name], goal=Goal.FIRST)
    for name in (
        "four, one of two left",
        "four, both cut off",
        "five, a queen and a hole",
        "six, scattered",
        "seven, scattered",
        "eight, dense",
    )
]


def test_a_backend_stops_at_its_first_solution(engine: Backend) -> None:
    make_ready(engine)
    for problem in ASKED:
        right = solutions_of(problem)
        recording = record(engine, problem)
        assert len(recording.placements) == min(len(right), 1), problem
        assert right.issuperset(recording.placements), problem
        assert set(map(type, recording.work.values())) <= {int}


@pytest.mark.parametrize("n", [slower(2), 3])
def test_backends_agree_that_a_board_has_no_solution(n: int) -> None:
    problem = Problem(n, goal=Goal.FIRST)
    found = compare(problem, registry.choose(["sicp", "cp-sat", "asp"]), Limits())
    assert (found.agreement, found.evidence) == (Agreement.IDENTICAL, Evidence.CERTIFICATE)
    board = with_given(4, (), [(0, 1), (0, 2)], goal=Goal.FIRST)
    found = compare(board, [SICP, NONE], Limits(), prove=no_certificate)
    assert (found.agreement, found.evidence) == (Agreement.IDENTICAL, Evidence.AGREEMENT)


@pytest.mark.parametrize("blocked", [(), ((0, 0),)])
def test_a_backend_that_denies_a_solution_of_another_is_wrong(
    blocked: tuple[tuple[int, int], ...],
) -> None:
    problem = with_given(6, (), blocked, goal=Goal.FIRST)
    found = compare(problem, [SICP, NONE], Limits())
    assert (found.agreement, found.evidence) == (Agreement.DIFFERENT, Evidence.SOLUTION)
    right, wrong = found.judgements
    assert (right.verdict, wrong.verdict) == (Verdict.CORRECT, Verdict.WRONG)
    assert wrong.witness is not None
    assert wrong.witness.placement == tuple(right.run.placements[0].tolist())


def test_a_known_solution_of_a_free_board_refutes_a_backend_that_denies_it() -> None:
    alone = compare(Problem(60, goal=Goal.FIRST), [NONE], Limits()).judgements[0]
    assert alone.verdict is Verdict.WRONG
    assert alone.witness
    assert alone.witness.placement == tuple(known_solution(60)[0].tolist())


def test_a_backend_that_goes_on_when_it_is_closed_has_crashed_with_its_solution() -> None:
    goes_on = faults.misbehaving(WRONG["swallows"].solve, "goes-on")
    (judgement,) = compare(Problem(8, goal=Goal.FIRST), [goes_on], Limits()).judgements
    assert judgement.run.status is Status.CRASHED
    assert "generator ignored GeneratorExit" in judgement.run.ending.detail
    assert judgement.run.solutions == 1


def test_nothing_is_searched_where_a_column_is_closed() -> None:
    closed = with_given(4, (), [(2, row) for row in range(4)], goal=Goal.FIRST)
    backends = registry.choose(["sicp", "local-search"], Goal.FIRST)
    found = compare(closed, backends, Limits(), prove=no_certificate)
    assert [(one.run.status, one.run.solutions) for one in found.judgements] == [
        (Status.COMPLETE, 0)
    ] * 2


def test_a_backend_for_one_solution_is_refused_where_all_are_asked_for() -> None:
    with pytest.raises(ValueError, match="local-search finds only one solution"):
        solvers.solve(8, "local-search")
    with pytest.raises(ValueError, match="local-search finds only one solution"):
        solvers.compare(8, ["local-search"])
    with pytest.raises(ValueError, match="no way to place 3 queens; choose another n"):
        solvers.compare(3, ["local-search"])  # also with --first, so that is no advice
    assert is_valid(np.array([*solvers.solve(50, "local-search", goal="first")], np.uint8)).all()


@pytest.mark.parametrize("options", [{"count": True}, {"jobs": 2}, {"goal": "second"}])
def test_a_search_for_one_solution_is_neither_split_nor_counted(options: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=r"one solution|goal must be all or first"):
        solvers.compare(6, ["sicp"], **{"goal": "first"} | options)  # type: ignore[arg-type]


def test_by_default_every_textbook_looks_for_one() -> None:
    chosen = registry.choose(None, Goal.FIRST)
    assert [one.name for one in chosen] == [
        name for name, one in registry.backends().items() if registry.is_textbook(one)
    ]
