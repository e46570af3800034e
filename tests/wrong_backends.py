"""Backends that break the contract, each in one way, with the check that notices it."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from solvers.interface import Backend, Goal, Placement, Problem, Solve
from solvers.lazy import numpy as np
from solvers.paradigms.sicp.exercise import solve as right
from solvers.tracing.event import Event, Kind

Work = Counter[str]
Change = Callable[[Placement], Any]
ChangeOfAll = Callable[[list[Any]], list[Any]]


def altered(  # noqa: PLR0913  # one for each kind of fault
    problem: Problem,
    work: Work,
    *,
    change: Change = lambda placement: placement,
    change_all: ChangeOfAll | None = None,
    board: Callable[[Problem], Problem] = lambda problem: problem,
    counters: dict[str, Any] | None = None,
    fails: Callable[[Problem], bool] = lambda _: False,
) -> Iterator[Any]:
    """Solve, and change one thing: placements, their list, the board, the counters; or raise."""
    if fails(problem):
        raise IndexError("list index out of range")
    if counters:
        work.update(counters)
    solutions = right(board(problem), Counter() if counters else work)
    yield from change_all(list(solutions)) if change_all else map(change, solutions)


def transposed(placement: Placement) -> Placement:
    return tuple(placement.index(row) for row in range(len(placement)))


def rows_from_1(placement: Placement) -> Placement:
    return tuple(row + 1 for row in placement)


def as_flat_block(placement: Placement) -> Any:
    return np.array(placement, int)


def twice(found: list[Any]) -> list[Any]:
    return found * 2


def none(_: list[Any]) -> list[Any]:
    return []


def without_blocked(problem: Problem) -> Problem:
    return Problem(problem.n, problem.prefix)


def with_the_first_row_of_the_prefix(problem: Problem) -> Problem:
    return problem.with_prefix(problem.prefix[:1])


def with_one_blocked_square_a_column(problem: Problem) -> Problem:
    last = {column: (column, row) for column, row in sorted(problem.blocked)}
    return Problem(problem.n, problem.prefix, frozenset(last.values()))


def no_generator(_problem: Problem, _work: Work) -> Any:
    """Return, where a generator yields."""


def same_list(problem: Problem, work: Work) -> Iterator[Any]:
    board = [0] * problem.n
    for placement in right(problem, work):
        board[:] = placement
        yield board


def start_a_thread(until: threading.Event) -> None:
    threading.Thread(target=until.wait, name="still-here", daemon=True).start()


def leaving_a_thread(problem: Problem, work: Work) -> Iterator[Any]:
    start_a_thread(threading.Event())
    yield from right(problem, work)


def swallowing(problem: Problem, work: Work) -> Iterator[Any]:
    """Go on after any exception, also that of being closed."""
    for placement in right(problem, work):
        try:
            yield placement
        except:  # noqa: E722, S112  # the fault
            continue


def importing(problem: Problem, work: Work) -> Iterator[Any]:
    import_module("colorsys")
    yield from right(problem, work)


def in_the_order_of_a_set(problem: Problem, work: Work) -> Iterator[Any]:
    for text in {" ".join(map(str, placement)) for placement in right(problem, work)}:
        yield tuple(map(int, text.split()))


def keeping_every_board(problem: Problem, work: Work) -> Iterator[Any]:
    table = b"x" * (problem.n << 24 if problem.n >= 9 else 0)
    yield from right(problem, work)
    work["bytes"] += len(table)


def gives_up_from_11_on(problem: Problem, work: Work) -> Iterator[Any]:
    return right(problem, work) if problem.n < 11 else iter(())


def pattern_from_9_on(problem: Problem, work: Work) -> Iterator[Any]:
    """For one solution of a larger board, look at one placement alone."""
    n = problem.n
    if problem.goal is Goal.ALL or n < 9:
        yield from right(problem, work)
    elif all(row in problem.domains[c] for c, row in enumerate([*range(1, n, 2), *range(0, n, 2)])):
        yield (*range(1, n, 2), *range(0, n, 2))


def only_once(problem: Problem, work: Work, solved: set[int] = set()) -> Iterator[Any]:  # noqa: B006  # the fault
    if problem.n not in solved:
        solved.add(problem.n)
        yield from right(problem, work)


def none_if_one_is_enough(problem: Problem, work: Work) -> Iterator[Any]:
    return iter(()) if problem.goal is Goal.FIRST else right(problem, work)


def has_no_first_solution(problem: Problem) -> bool:
    return problem.goal is Goal.FIRST and not list(right(problem, Counter()))


def leaving(problem: Problem, work: Work) -> Iterator[Any]:
    """End the process after the last solution."""
    yield from right(problem, work)
    os._exit(0)


def false_trace(problem: Problem) -> Iterator[Event]:
    yield Event(Kind.SOLUTION, tuple(range(problem.n)), number=1)


@dataclass(frozen=True)
class Wrong:
    """A backend, the check that notices its fault, and words of the message."""

    solve: Solve
    check: str
    says: str
    record: Callable[[Solve], Backend] = lambda solve: Backend("wrong", solve=solve)

    @property
    def backend(self) -> Backend:
        return self.record(self.solve)


READY = "test_imports_happen_before_the_clock_starts"
RUNNING = "test_it_leaves_nothing_running"
PREFIX = "test_all_solutions_with_a_prefix"
FREE = "test_all_solutions_of_empty_boards"
BOARD = "test_blocked_squares"
YIELDS = "test_it_yields_tuples_or_blocks"
UNCHANGED = "test_it_never_changes_a_yielded_solution"
STOPPED = "test_it_can_be_stopped"
COUNTS = "test_counters_are_whole_numbers"

WRONG = {
    "false trace": Wrong(
        partial(altered, change=tuple),
        "test_its_trace_is_true",
        "on 4 queens: event 1, solution",
        lambda solve: Backend("wrong", solve=solve, trace="wrong_backends:false_trace"),
    ),
    "imports late": Wrong(importing, READY, "it imports colorsys; list them in requires"),
    "comes out of a set": Wrong(
        in_the_order_of_a_set, "test_a_run_in_its_own_process", "Python's hash seed"
    ),
    "needs much memory": Wrong(keeping_every_board, "test_a_larger_board", "the limit is 100 MiB"),
    "gives up from 11 on": Wrong(
        gives_up_from_11_on,
        "test_solutions_arrive_during_the_search",
        "on 12 queens:\nwrong is wrong: 14,200 missing",
    ),
    "looks at one placement": Wrong(
        pattern_from_9_on, "test_first_solution_only", "it is wrong: a solution exists"
    ),
    "transposed": Wrong(
        partial(altered, change=transposed), PREFIX, "it does not begin with the prefix"
    ),
    "rows from 1": Wrong(
        partial(altered, change=rows_from_1), FREE, "is not on the board (rows are 0 to"
    ),
    "twice": Wrong(partial(altered, change_all=twice), FREE, "found 2 times"),
    "none": Wrong(partial(altered, change_all=none), FREE, "missing, for example the solution"),
    "blocked ignored": Wrong(
        partial(altered, board=without_blocked), BOARD, "1 not allowed on this board"
    ),
    "one blocked square a column": Wrong(
        partial(altered, board=with_one_blocked_square_a_column),
        "test_random_boards",
        "not allowed on this board",
    ),
    "no generator": Wrong(no_generator, YIELDS, "solve returned a value of type NoneType; yield"),
    "a list": Wrong(partial(altered, change=list), YIELDS, "yielded a list"),
    "a flat block": Wrong(partial(altered, change=as_flat_block), YIELDS, "a block of shape"),
    "same list": Wrong(same_list, UNCHANGED, "yields the same object again"),
    "swallows": Wrong(swallowing, STOPPED, "generator ignored GeneratorExit"),
    "leaves a thread": Wrong(leaving_a_thread, RUNNING, "left a thread running: still-here"),
    "a word for a number": Wrong(
        partial(altered, counters={"work": "much"}), COUNTS, "whole numbers from 0"
    ),
    "no work": Wrong(partial(altered, counters={"work": 0}), COUNTS, "it counts no work"),
    "only once": Wrong(only_once, "test_a_second_run_in_the_same_process", "run again"),
    "one row of the prefix": Wrong(
        partial(altered, board=with_the_first_row_of_the_prefix),
        "test_shards_together_give_all_solutions",
        "solved in parts,\non 6 queens",
    ),
    "none if one is enough": Wrong(
        none_if_one_is_enough, "test_first_solution_only", "it is wrong: a solution exists"
    ),
    "fails where there is none": Wrong(
        partial(altered, fails=has_no_first_solution),
        "test_boards_without_a_solution",
        "list index out of range",
    ),
    "a name of two words": Wrong(
        right,
        "test_the_record_is_valid",
        "may have only the letters A to Z and a to z",
        lambda solve: Backend("two words", solve=solve),
    ),
    "no hint how to install": Wrong(
        right,
        "test_version_and_install_hint",
        "set install",
        lambda solve: Backend("wrong", solve=solve, requires=("json",)),
    ),
    "no version": Wrong(
        right,
        "test_version_and_install_hint",
        "returned nothing",
        lambda solve: Backend("wrong", solve=solve, version=str),
    ),
    "a lambda": Wrong(
        right,
        "test_the_record_can_be_pickled",
        "cannot be pickled",
        lambda solve: Backend("wrong", solve=lambda problem, work: solve(problem, work)),  # noqa: PLW0108  # the fault
    ),
    "leaves": Wrong(leaving, "test_a_run_in_its_own_process", "(exit code 0)"),
    "keeps all back": Wrong(
        partial(altered, change_all=list), "test_solutions_arrive_during_the_search", "had arrived"
    ),
}
