"""Backends that break the contract, each in one way, with the check that sees it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from solvers.interface import Backend, Counters, Emit, Goal, Problem, Solve
from solvers.paradigms.sicp.exercise import solve as right
from solvers.puzzle.placements import Placement

Change = Callable[[Placement], Any]


def changed(problem: Problem, emit: Emit, change: Change) -> Counters:
    """Solve, and change every placement on its way out."""
    return right(problem, lambda one: emit(change(one)))  # type: ignore[arg-type]  # no blocks here


def changed_set(problem: Problem, emit: Emit, change: Callable[[list[Any]], list[Any]]) -> Counters:
    """Solve, and change the list of all solutions before any is emitted."""
    found: list[Any] = []
    counters = right(problem, found.append)
    for one in change(found):
        if emit(one):
            break
    return counters


def on_another_board(
    problem: Problem, emit: Emit, change: Callable[[Problem], Problem]
) -> Counters:
    """Solve another board than was asked for."""
    return right(change(problem), emit)


def with_counters(problem: Problem, emit: Emit, counters: Callable[[Problem], Any]) -> Counters:
    """Solve, and return something else than the work done."""
    right(problem, emit)
    returned: Counters = counters(problem)
    return returned


def raising(problem: Problem, emit: Emit, where: Callable[[Problem], bool]) -> Counters:
    """Solve, but not such boards."""
    if where(problem):
        raise IndexError("list index out of range")
    return right(problem, emit)


def transposed(one: Placement) -> Placement:
    return tuple(one.index(row) for row in range(len(one)))


def mirrored(one: Placement) -> Placement:
    return tuple(len(one) - 1 - row for row in one)


def newest_first(one: Placement) -> Placement:
    return one[::-1]


def half_turned(one: Placement) -> Placement:
    return mirrored(one)[::-1]


def rows_from_1(one: Placement) -> Placement:
    return tuple(row + 1 for row in one)


def rows_from_1_newest_first(one: Placement) -> Placement:
    return rows_from_1(one)[::-1]


def as_floats(one: Placement) -> Any:
    return tuple(map(float, one))


def as_block_of_floats(one: Placement) -> Any:
    return np.array([one], float)


def as_flat_block(one: Placement) -> Any:
    return np.array(one, int)


def all_but_last(found: list[Any]) -> list[Any]:
    return found[:-1]


def all_but_first(found: list[Any]) -> list[Any]:
    return found[1:]


def twice(found: list[Any]) -> list[Any]:
    return found * 2


def only_one(found: list[Any]) -> list[Any]:
    return found[:1]


def none(_: list[Any]) -> list[Any]:
    return []


def none_of_the_empty_board(found: list[Any]) -> list[Any]:
    return [] if found == [()] else found


def without_prefix(problem: Problem) -> Problem:
    return Problem(problem.n, blocked=problem.blocked)


def without_blocked(problem: Problem) -> Problem:
    return Problem(problem.n, problem.prefix)


def without_either(problem: Problem) -> Problem:
    return Problem(problem.n)


def without_blocked_below_a_prefix(problem: Problem) -> Problem:
    return without_blocked(problem) if problem.prefix else problem


def with_the_first_row_of_the_prefix(problem: Problem) -> Problem:
    return problem.below(problem.prefix[:1])


def with_one_blocked_square_a_column(problem: Problem) -> Problem:
    last = {column: (column, row) for column, row in sorted(problem.blocked)}
    return Problem(problem.n, problem.prefix, frozenset(last.values()))


def uncompared(problem: Problem, emit: Emit, line: Callable[[int, int], int]) -> Counters:
    """Compare one kind of diagonal only."""
    tried = 0

    def place(queens: Placement) -> None:
        nonlocal tried
        column = len(queens)
        if column == problem.n:
            emit(queens)
            return
        for row in problem.rows(column):
            tried += 1
            lines = {line(other, queen) for other, queen in enumerate(queens)}
            if row not in queens and line(column, row) not in lines:
                place((*queens, row))

    place(())
    return {"row_tries": tried}


def falling(column: int, row: int) -> int:
    return row - column


def rising(column: int, row: int) -> int:
    return row + column


def same_list(problem: Problem, emit: Emit) -> Counters:
    board = [0] * problem.n

    def again(one: Placement) -> Any:
        board[:] = one
        return board

    return changed(problem, emit, again)


def same_block(problem: Problem, emit: Emit) -> Counters:
    block = np.zeros((1, problem.n), np.uint8)

    def again(one: Placement) -> Any:
        block[0] = one
        return block

    return changed(problem, emit, again)


def from_a_thread(problem: Problem, emit: Emit) -> Counters:
    found: list[Any] = []
    counters = right(problem, found.append)
    returned = threading.Event()

    def hand_over() -> None:
        returned.wait(0.5)
        for one in found:
            emit(one)

    threading.Thread(target=hand_over).start()
    return counters


def swallowing(problem: Problem, emit: Emit) -> Counters:
    def carefully(one: Any) -> bool | None:
        try:
            return emit(one)
        except LookupError:
            return False

    return right(problem, carefully)


def translating(problem: Problem, emit: Emit) -> Counters:
    try:
        return right(problem, emit)
    except LookupError as error:
        raise OSError("the search failed") from error


def nothing(_: Problem) -> Any:
    return None


def a_float(_: Problem) -> Any:
    return {"work": 1.5}


def no_work(_: Problem) -> Any:
    return {"work": 0}


def size_of_the_input(problem: Problem) -> Any:
    return {"squares": problem.n**2 + 1}


def only_once(problem: Problem, emit: Emit, solved: set[int] = set()) -> Counters:  # noqa: B006  # the fault
    if problem.n in solved:
        return {"row_tries": 1}
    solved.add(problem.n)
    return right(problem, emit)


def deaf(problem: Problem, emit: Emit) -> Counters:
    """Go on, whatever emit says."""

    def and_forget(one: Any) -> None:
        emit(one)

    return right(problem, and_forget)


def none_if_one_is_enough(problem: Problem, emit: Emit) -> Counters:
    return {"row_tries": 1} if problem.goal is Goal.FIRST else right(problem, emit)


def is_one_to_find(problem: Problem) -> bool:
    return problem.goal is Goal.FIRST and not any(True for _ in _found(problem))


def _found(problem: Problem) -> list[Any]:
    found: list[Any] = []
    right(Problem(problem.n, problem.prefix, problem.blocked), found.append)
    return found


def is_small(problem: Problem) -> bool:
    return problem.n == 3


def has_a_closed_column(problem: Problem) -> bool:
    return not all(problem.rows(column) for column in range(problem.n))


def has_no_column_left(problem: Problem) -> bool:
    return 0 < len(problem.prefix) == problem.n


def leaving(problem: Problem, emit: Emit) -> Counters:
    right(problem, emit)
    if problem.goal is Goal.ALL and len(threading.enumerate()) > 1:  # as in a run's process
        os._exit(0)
    return {"row_tries": 1}


@dataclass(frozen=True)
class Wrong:
    """A backend, the check that sees what is wrong, and words of what that says."""

    solve: Solve
    check: str
    says: str
    record: Callable[[Solve], Backend] = lambda solve: Backend("wrong", "wrong", documented(solve))

    @property
    def backend(self) -> Backend:
        return self.record(self.solve)


@dataclass(frozen=True)
class documented:  # noqa: N801  # a function with a docstring, which can be pickled
    """Solve wrongly."""

    solve: Solve

    def __call__(self, problem: Problem, emit: Emit) -> Counters:
        return self.solve(problem, emit)


def changing(change: Change) -> Solve:
    return partial(changed, change=change)


def listing(change: Callable[[list[Any]], list[Any]]) -> Solve:
    return partial(changed_set, change=change)


def elsewhere(change: Callable[[Problem], Problem]) -> Solve:
    return partial(on_another_board, change=change)


def counting(counters: Callable[[Problem], Any]) -> Solve:
    return partial(with_counters, counters=counters)


def failing(where: Callable[[Problem], bool]) -> Solve:
    return partial(raising, where=where)


def unnamed(solve: Solve) -> Backend:
    return Backend("two words", "wrong", solve)


def undescribed(solve: Solve) -> Backend:
    return Backend("wrong", "", solve)


def requiring(solve: Solve) -> Backend:
    return Backend("wrong", "wrong", documented(solve), requires=("json",))


def local(solve: Solve) -> Backend:
    return Backend("wrong", "wrong", lambda problem, emit: solve(problem, emit))  # noqa: PLW0108  # the fault


PREFIX = "test_what_begins_with_a_prefix"
FREE = "test_every_solution_of_free_boards_once"
BOARD = "test_what_a_board_allows"
EMITS = "test_it_emits_tuples_or_blocks"
ALONE = "test_it_leaves_what_it_has_emitted_alone"
RAISES = "test_what_emit_raises_reaches_the_caller"
RETURNS = "test_it_returns_its_counters"

WRONG = {
    "transposed": Wrong(changing(transposed), PREFIX, "looks like this: transposed"),
    "mirrored": Wrong(changing(mirrored), PREFIX, "looks like this: mirrored top to bottom"),
    "newest first": Wrong(changing(newest_first), PREFIX, "looks like this: newest column first"),
    "turned": Wrong(changing(half_turned), PREFIX, "looks like this: turned by half"),
    "rows from 1": Wrong(changing(rows_from_1), FREE, "looks like this: rows from 1"),
    "rows from 1, newest first": Wrong(
        changing(rows_from_1_newest_first),
        PREFIX,
        "like this: rows from 1, and newest column first",
    ),
    "last missing": Wrong(listing(all_but_last), FREE, "the last one is missing"),
    "first missing": Wrong(listing(all_but_first), FREE, "the first one is missing"),
    "only one": Wrong(listing(only_one), FREE, "only the first one is found"),
    "twice": Wrong(listing(twice), FREE, "each solution comes twice"),
    "none": Wrong(listing(none), FREE, "nothing at all"),
    "prefix ignored": Wrong(elsewhere(without_prefix), PREFIX, "prefix is not looked at"),
    "blocked ignored": Wrong(
        elsewhere(without_blocked), BOARD, "blocked squares are not looked at"
    ),
    "both ignored": Wrong(
        elsewhere(without_either), "test_a_board_and_a_prefix", "neither the prefix nor the blocked"
    ),
    "rising uncompared": Wrong(
        partial(uncompared, line=falling), FREE, "diagonals that rise are not compared"
    ),
    "falling uncompared": Wrong(
        partial(uncompared, line=rising), FREE, "diagonals that fall are not compared"
    ),
    "fewer than there are": Wrong(
        listing(all_but_last), "test_as_many_as_are_known", "it finds [0, 0, 0, 0, 1, 9, 3, 39, 91]"
    ),
    "no empty board": Wrong(
        listing(none_of_the_empty_board), "test_the_smallest_boards", "on 0 queens"
    ),
    "fails on a small board": Wrong(
        failing(is_small), "test_the_smallest_boards", "list index out of range"
    ),
    "fails on a closed column": Wrong(
        failing(has_a_closed_column), "test_a_column_without_a_free_square", "list index"
    ),
    "fails on a full prefix": Wrong(
        failing(has_no_column_left), "test_a_prefix_that_leaves_no_column", "list index"
    ),
    "blocked ignored below a prefix": Wrong(
        elsewhere(without_blocked_below_a_prefix), "test_a_board_and_a_prefix", "is blocked"
    ),
    "one blocked square a column": Wrong(
        elsewhere(with_one_blocked_square_a_column), "test_boards_at_random", "is blocked"
    ),
    "a list": Wrong(changing(list), EMITS, "emitted a list"),
    "floats": Wrong(changing(as_floats), EMITS, "column 0 holds a float"),
    "a block of floats": Wrong(changing(as_block_of_floats), EMITS, "type float64"),
    "a flat block": Wrong(changing(as_flat_block), EMITS, "a block of shape"),
    "same list": Wrong(same_list, ALONE, "same object is emitted again"),
    "same block": Wrong(same_block, ALONE, "same object is emitted again"),
    "a late thread": Wrong(
        from_a_thread, "test_nothing_comes_after_the_end", "after solve had returned"
    ),
    "swallows": Wrong(swallowing, RAISES, "went on as if it had not"),
    "translates": Wrong(translating, RAISES, "the search failed"),
    "no counters": Wrong(counting(nothing), RETURNS, "solve returned None"),
    "a float of work": Wrong(counting(a_float), RETURNS, "1.5"),
    "no work": Wrong(counting(no_work), RETURNS, "no work was done"),
    "the input's size": Wrong(
        counting(size_of_the_input), "test_its_counters_grow_with_the_search", "several times"
    ),
    "only once": Wrong(only_once, "test_a_second_run_in_the_same_process", "run again"),
    "one row of the prefix": Wrong(
        elsewhere(with_the_first_row_of_the_prefix),
        "test_its_shards_are_the_whole",
        "a solution is in two shards",
    ),
    "deaf": Wrong(deaf, "test_one_solution_is_enough", "one is enough"),
    "none if one is enough": Wrong(
        none_if_one_is_enough, "test_one_solution_is_enough", "it found 0"
    ),
    "fails where there is none": Wrong(
        failing(is_one_to_find), "test_where_there_is_none_it_returns", "list index out of range"
    ),
    "a name of two words": Wrong(right, "test_its_record_is_one", "no spaces", unnamed),
    "no paradigm": Wrong(right, "test_it_says_what_it_is", "name its paradigm", undescribed),
    "no cure": Wrong(right, "test_it_says_what_it_is", "say in cure", requiring),
    "a lambda": Wrong(right, "test_it_reaches_a_process_of_its_own", "cannot be handed", local),
    "leaves": Wrong(leaving, "test_a_run_in_its_own_process", "crashed"),
    "keeps all back": Wrong(
        listing(list), "test_solutions_come_while_it_searches", "nothing had been emitted"
    ),
    "finds nothing to interrupt": Wrong(listing(none), "test_it_can_be_interrupted", ""),
}
