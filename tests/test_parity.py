"""The contract that every backend keeps."""

from __future__ import annotations

import inspect
import sys
from types import FrameType

import numpy as np
import pytest
from boards import BOARDS, random_boards, solutions_of
from conftest import all_solutions

from solvers import registry
from solvers.board.diagram import draw_diagram
from solvers.board.placements import Block, Placement
from solvers.board.problem import KNOWN_COUNTS, Problem
from solvers.board.symmetry import symmetries_of
from solvers.interface import Backend
from solvers.report.listing import listing
from solvers.run.backend_run import run
from solvers.run.ending import Status
from solvers.run.limits import Limits

PREFIXES: list[tuple[int, Placement]] = [
    (0, ()),
    (1, (0,)),
    (2, (1,)),
    (3, (0, 2)),
    (4, (1,)),
    (4, (1, 3, 0, 2)),
    (5, (4, 1)),
    (6, (0,)),
    (6, (5,)),
    (7, (3,)),
    (7, (3, 5, 0)),
    (8, (2, 4)),
    (8, (4, 6, 0)),
    (8, (0, 2)),
    (8, (3, 1, 6, 2, 5, 7, 0)),
    (8, (3, 1, 6, 2, 5, 7, 4)),
    (9, (8, 6, 3)),
]

COUNT_NOTHING = {"exact-cover": "xcover says nothing of its search"}
SLOW_TO_ASK = {
    "clpfd": "posts its constraints anew for each board",
    "cp-sat": "makes a model for each board",
    "minizinc": "starts two programs for each board",
    "permutation": "makes 40,320 permutations for each board",
    "sicp-appended": "copies each board for each row",
    "sicp-attack": "makes a board anew for each queen that it compares",
    "sicp-interchanged": "computes everything again and again",
    "sicp-pairs": "makes three lists for each row",
    "sicp-positions": "goes through all queens for each row",
    "smt": "arithmetic on integers takes a second",
}
COMPILED = {"search": "numba calls no Python"}


def emissions(backend: Backend, problem: Problem) -> list[Placement]:
    """What the backend emits, blocks taken apart."""
    found: list[Placement] = []

    def emit(emitted: Placement | Block) -> None:
        if isinstance(emitted, np.ndarray):
            assert emitted.ndim == 2
            assert np.issubdtype(emitted.dtype, np.integer)
            found.extend(tuple(placement) for placement in emitted.tolist())
        else:
            assert type(emitted) is tuple
            found.append(emitted)

    backend.solve(problem, emit)
    return found


@pytest.mark.parametrize("n", range(10))
def test_finds_every_solution_once(backend: Backend, n: int) -> None:
    if n > backend.practical_n:
        pytest.skip(f"its method is practical up to n = {backend.practical_n}")
    found = emissions(backend, Problem(n))
    assert len(found) == KNOWN_COUNTS[n]
    assert {type(row) for placement in found for row in placement} <= {int}
    assert len(set(found)) == len(found)
    assert set(found) == all_solutions(n)


@pytest.mark.parametrize(("n", "prefix"), PREFIXES, ids=str)
def test_finds_what_begins_with_the_prefix(backend: Backend, n: int, prefix: Placement) -> None:
    found = emissions(backend, Problem(n, prefix))
    assert len(set(found)) == len(found)
    assert set(found) == {one for one in all_solutions(n) if one[: len(prefix)] == prefix}


def test_prefixes_with_and_without_solutions_are_tried() -> None:
    numbers = [
        sum(one[: len(prefix)] == prefix for one in all_solutions(n)) for n, prefix in PREFIXES
    ]
    assert len(numbers) >= 10
    assert numbers.count(0) >= 3
    assert sum(number > 1 for number in numbers) >= 3


@pytest.mark.parametrize("name", BOARDS)
def test_finds_what_the_board_allows(backend: Backend, name: str) -> None:
    problem = BOARDS[name]
    if problem.n > backend.practical_n:
        pytest.skip(f"its method is practical up to n = {backend.practical_n}")
    found = emissions(backend, problem)
    assert len(set(found)) == len(found)
    assert set(found) == solutions_of(problem)


def test_boards_of_all_kinds_are_tried() -> None:
    numbers = [len(solutions_of(problem)) for problem in BOARDS.values()]
    assert len(BOARDS) >= 30
    assert {problem.n for problem in BOARDS.values()} == set(range(9))
    assert min(numbers.count(0), numbers.count(1)) >= 8
    assert sum(number > 1 for number in numbers) >= 12
    assert sum(not symmetries_of(problem) for problem in BOARDS.values()) >= 12
    assert {bool(solutions_of(one)) for one in random_boards(8, 200, 0.4)} == {True, False}


@pytest.mark.parametrize("prefix", [(), (0,), (5,), (2, 4)], ids=str)
def test_a_board_and_a_prefix_go_together(backend: Backend, prefix: Placement) -> None:
    problem = BOARDS["seven, scattered"].below(prefix)
    assert set(emissions(backend, problem)) == solutions_of(problem)


def test_random_boards(backend: Backend) -> None:
    n = min(8, backend.practical_n - 1)
    boards = random_boards(n, 10 if backend.name in SLOW_TO_ASK else 200, 0.4)
    for problem in boards:
        found = emissions(backend, problem)
        assert len(set(found)) == len(found)
        assert set(found) == solutions_of(problem), draw_diagram(problem)


def test_solutions_arrive_before_the_space_is_exhausted(backend: Backend) -> None:
    """A run that its limit stops has solutions: on a larger board, or in more time."""
    n, seconds = min(14, backend.practical_n), 0.1
    for _ in range(10):
        result = run(backend, Problem(n), Limits(seconds=seconds))
        if result.status is Status.COMPLETE:
            n += 1
        elif result.solutions == 0:
            seconds *= 4
        else:
            break
    assert result.status is Status.TIME_LIMIT
    assert result.solutions > 0


def test_a_run_says_what_it_did(backend: Backend) -> None:
    result = run(backend, Problem(6))
    assert result.status is Status.COMPLETE
    assert result.solutions == 4
    assert all(type(count) is int and count >= 0 for count in result.counters.values())
    assert any(result.counters.values()) is (backend.name not in COUNT_NOTHING)
    assert result.version
    assert result.seconds is not None
    assert result.first_solution_seconds is not None
    assert 0 < result.first_solution_seconds <= result.seconds
    assert result.startup_seconds is not None
    assert result.startup_seconds > 0
    assert result.peak_memory_mib is not None
    assert result.peak_memory_mib > 1


def test_an_exception_of_emit_reaches_the_caller(backend: Backend) -> None:
    def emit(_: Placement | Block) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        backend.solve(Problem(5), emit)


def test_two_runs_in_one_process_do_not_disturb_each_other(backend: Backend) -> None:
    assert emissions(backend, Problem(6)) == emissions(backend, Problem(6))
    assert set(emissions(backend, Problem(5))) == all_solutions(5)


def test_counters_grow_with_the_search(backend: Backend) -> None:
    smaller = min(8, backend.practical_n) - 2
    before, after = (backend.solve(Problem(n), lambda _: None) for n in (smaller, smaller + 2))
    assert all(after[name] >= count for name, count in before.items())
    assert sum(after.values()) > 2 * sum(before.values()) or not after


def test_a_backend_is_documented(backend: Backend) -> None:
    assert backend.paradigm
    assert backend.solve.__doc__
    assert backend.cure or not backend.requires
    assert listing(backend).text
    assert bool(backend.variant_of) is bool(backend.difference)
    if backend.variant_of:
        parent = registry.find(backend.variant_of)
        assert not parent.variant_of
        assert backend.name.startswith(f"{parent.name}-")
        assert backend.difference.endswith(".")
        assert ". " not in backend.difference


def test_what_is_measured_is_what_is_shown(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every function of its own that the page lists is called by the measured run."""
    module = sys.modules[backend.solve.__module__]
    functions = [name for name in backend.listing if inspect.isfunction(vars(module).get(name))]
    called = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename == module.__file__:
            called.add(frame.f_code.co_name)

    sys.setprofile(profile)
    try:
        backend.solve(Problem(5), lambda _: None)
    finally:
        sys.setprofile(None)
    assert set(functions) <= called | COMPILED.keys()
