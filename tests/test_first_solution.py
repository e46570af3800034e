"""One solution: a backend is judged by that one, also on boards with rows of one to four bytes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import misbehaving_backends as faults
import numpy as np
import pytest
from engines import able_backend
from shares import slower
from solutions import no_certificate
from wrong_backends import WRONG

import solvers
from solvers import registry
from solvers.comparison import compare
from solvers.errors import UsageError
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.interface import Backend
from solvers.paradigms.construction import queens
from solvers.puzzle.placements import (
    attacking_pair,
    digest,
    is_valid,
    keys,
    row_type,
    unpack_keys,
)
from solvers.puzzle.problem import Goal, Problem, known_solution, with_given
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Agreement, Evidence, Verdict

SICP = registry.find("sicp")
NONE = Backend("none", solve=WRONG["none if one is enough"].solve)


@pytest.mark.parametrize("n", [slower(2), 3])
def test_backends_agree_that_a_board_has_no_solution(n: int) -> None:
    problem = Problem(n, goal=Goal.FIRST)
    found = compare(problem, registry.choose(["sicp", "asp"]), Limits())
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


def test_a_backend_for_one_solution_is_refused_where_all_are_asked_for() -> None:
    with pytest.raises(ValueError, match="local-search finds only one solution"):
        solvers.solve(8, "local-search")
    with pytest.raises(ValueError, match="local-search finds only one solution"):
        solvers.compare(8, ["local-search"])
    with pytest.raises(ValueError, match="no way to place 3 queens; choose another n"):
        solvers.compare(3, ["local-search"])  # also with --first, so that is no advice
    assert is_valid(np.array([*solvers.solve(50, "local-search", goal="first")], np.uint8)).all()


@pytest.mark.parametrize("options", [{"jobs": 2}, {"goal": "second"}])
def test_a_search_for_one_solution_is_neither_split_nor_counted(options: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=r"one solution|goal must be all or first"):
        solvers.compare(6, ["sicp"], **{"goal": "first"} | options)  # type: ignore[arg-type]


SIZES = 255, 256, 65_535, 65_536
CONSTRUCTION = registry.find("construction")
ONE_ONLY = [
    name
    for name, one in registry.backends().items()
    if not (one.enumerates or one.empty_boards_only) and one.practical_n_first >= 300
]


@pytest.mark.parametrize("n", SIZES)
def test_rows_of_every_width_reach_the_referee(n: int) -> None:
    problem = Problem(n, goal=Goal.FIRST)
    (judgement,) = compare(problem, [CONSTRUCTION], Limits()).judgements
    placements = judgement.run.placements
    assert judgement.verdict is Verdict.CORRECT
    assert placements.dtype.itemsize == {255: 1, 256: 2, 65_535: 2, 65_536: 4}[n]
    assert placements.tolist() == [queens(n)]
    again = unpack_keys(keys(placements), n)
    assert again.dtype == row_type(n)
    assert digest(again) == digest(placements)


@pytest.mark.parametrize("n", SIZES)
def test_one_exchange_on_a_large_board_is_found(n: int) -> None:
    problem = Problem(n, goal=Goal.FIRST)
    placements = known_solution(n).copy()
    placements[0, [1, n - 2]] = placements[0, [n - 2, 1]]
    run = Run("exchanged", "", Ending(Cause.DONE), placements)
    found = crosscheck(problem, [run])
    (judgement,) = found.judgements
    assert judgement.verdict is Verdict.WRONG
    assert judgement.witness
    assert judgement.witness.attack == attacking_pair(placements[0].tolist())


def test_the_construction_solves_every_size() -> None:
    for n in (0, 1, *range(4, 90), 254, 255):
        assert is_valid(known_solution(n)).tolist() == [True]


def test_the_first_pair_is_the_first_of_all_pairs() -> None:
    for n in range(1, 30):
        rows = [(7 * column * column + column) % n for column in range(n)]
        pairs = (
            (left, right)
            for left, right in combinations(range(n), 2)
            if abs(rows[left] - rows[right]) in (0, right - left)
        )
        assert attacking_pair(rows) == next(pairs, None)


@pytest.mark.parametrize("name", ONE_ONLY)
def test_blocked_squares_and_given_queens_are_respected_at_300(name: str) -> None:
    backend = able_backend(name)
    problem = with_given(300, [(40, 7)], [(c, c) for c in range(100, 300)], (5,), Goal.FIRST)
    (judgement,) = compare(problem, [backend], Limits(seconds=120)).judgements
    assert judgement.verdict is Verdict.CORRECT
    found = judgement.run.placements[0].tolist()
    assert (found[0], found[40]) == (5, 7)
    assert not problem.blocked & set(enumerate(found))
    blocked = replace(problem, blocked=problem.blocked | {(9, found[9])})
    (again,) = crosscheck(blocked, [replace(judgement.run)]).judgements
    assert again.verdict is Verdict.WRONG
