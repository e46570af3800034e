"""Parity on coloured boards: every program for them finds exactly the solutions."""

from __future__ import annotations

import pickle

import pytest
from coloured_boards import coloured_solutions, random_boards
from engines import able_backend
from shares import slower

from solvers import registry
from solvers.execution.solving import make_ready
from solvers.interface import Backend
from solvers.puzzle.problem import Goal, Problem, with_given
from solvers.testing.recording import record

BACKENDS = registry.choose(None, coloured=True)
ABLE = [backend.name for backend in BACKENDS]
QUICK = [slower(one.name) if "minizinc" in one.requires else one.name for one in BACKENDS]
BOARDS = random_boards(200)
AT_ONCE = 20
"""The number of boards in ``make test``; ``make test-slow`` takes all."""


def coloured(name: str) -> Backend:
    """The backend's program for coloured boards, ready to run here."""
    found = registry.on_board(able_backend(name), BOARDS[0])
    make_ready(found)
    return found


def check(name: str, boards: list[Problem]) -> None:
    """Let the backend solve the boards: each solution once, none missing, nothing left running."""
    backend = coloured(name)
    for board in boards:
        found = record(backend, board)
        assert not found.left_running, found.left_running
        assert len(found.placements) == len({*found.placements})
        assert {*found.placements} == coloured_solutions(board), board


def test_the_boards_have_no_solution_or_one_or_hundreds() -> None:
    numbers = [len(coloured_solutions(board)) for board in BOARDS]
    assert min(numbers[:AT_ONCE]) == 0
    assert {1} <= {*numbers[:AT_ONCE]}
    assert max(numbers) > 200


@pytest.mark.parametrize(
    "boards",
    [BOARDS[:AT_ONCE], slower(BOARDS[AT_ONCE:])],
    ids=["twenty boards", "all others"],
)
@pytest.mark.parametrize("name", QUICK)
def test_each_finds_all_solutions(name: str, boards: list[Problem]) -> None:
    check(name, boards)


@pytest.mark.parametrize("name", QUICK)
def test_each_takes_a_prefix_given_queens_and_blocked_squares(name: str) -> None:
    boards = []
    for board in [one for one in BOARDS if len(coloured_solutions(one)) > 1][:4]:
        first, *_, last = sorted(coloured_solutions(board))
        n, colours = board.n, board.colours
        boards += [
            board.with_prefix(last[:2]),
            with_given(n, [(n - 1, first[-1])], [(0, first[0])], colours=colours),
        ]
    check(name, boards)


@pytest.mark.parametrize("name", QUICK)
def test_each_finds_one_solution_or_says_that_there_is_none(name: str) -> None:
    backend = coloured(name)
    for board in BOARDS[:6]:
        problem = Problem(board.n, goal=Goal.FIRST, colours=board.colours)
        found = record(backend, problem).placements
        assert len(found) == min(len(coloured_solutions(board)), 1)
        assert {*found} <= coloured_solutions(board)


@pytest.mark.parametrize("name", ABLE)
def test_the_record_is_the_parents_with_another_program(name: str) -> None:
    parent = registry.find(name)
    found = registry.on_board(parent, BOARDS[0])
    assert (found.name, found.paradigm, found.group) == (name, parent.paradigm, parent.group)
    assert found.solve is not parent.solve
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301  # just written
    assert registry.on_board(parent, Problem(8)) is parent
    assert registry.on_board(found, BOARDS[0]) == found
