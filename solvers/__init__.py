"""N-Queens in several paradigms behind one interface, for scripts and notebooks.

    >>> from solvers import solve, compare, trace, board, backends
    >>> len(list(solve(8, "prolog")))
    92
    >>> compare(8).agreement
    <Agreement.IDENTICAL: 'identical'>

Importing the package starts no engine; modules are loaded when you first use them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING

from solvers import errors
from solvers.errors import *  # noqa: F403  # a caller may want to catch any of them
from solvers.errors import IncompleteError, UsageError

if TYPE_CHECKING:
    from solvers.execution.limits import Limits
    from solvers.execution.result import Run
    from solvers.interface import Backend, Placement
    from solvers.notebook import BoardPicture, Film, NotebookComparison
    from solvers.puzzle.placements import Packed
    from solvers.puzzle.problem import Goal, Problem

__all__ = ["backends", "board", "compare", "solve", "trace"]
__all__ += errors.__all__


def backends() -> dict[str, Backend]:
    """Return all backends by name, beginning with the default backends.

    >>> backends()["sicp"].paradigm
    'functional recursion'
    """
    from solvers import registry

    return dict(registry.backends())


def solve(  # noqa: PLR0913  # keywords, each with a default
    n: int,
    backend: str | Backend = "sicp",
    prefix: Iterable[int] = (),
    *,
    blocked: Iterable[tuple[int, int]] = (),
    given: Iterable[tuple[int, int]] = (),
    colours: Iterable[Iterable[int]] = (),
    goal: str = "all",
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> Iterator[Placement]:
    """Yield the solutions for n queens as they arrive.

    In a solution, ``placement[column]`` is the row of that column's queen, counted from 0.
    ``blocked`` holds squares (column, row) on which no queen may stand, ``given`` the squares of
    queens already placed, and ``prefix`` the rows of the queens in the first columns. With
    ``colours``, where ``colours[column][row]`` is a number from 0 to n - 1, the board is coloured:
    one queen in each column, row and colour, and none that touch. If ``goal`` is "first", the
    backend looks for only one solution. The backend has its own process, which ends with the
    iterator. Limits are in seconds and MiB.

    Raises ValueError if the problem makes no sense, if no backend has this name, or if the board is
    too large for the backend. Raises IncompleteError after the last solution if the backend stopped
    early.

        >>> list(solve(8, "sicp", prefix=[4, 6, 0]))
        [(4, 6, 0, 2, 7, 5, 3, 1), (4, 6, 0, 3, 1, 7, 5, 2)]
        >>> list(solve(6, given=[(3, 0)], blocked=[(0, 0)]))
        [(1, 3, 5, 0, 2, 4)]
    """
    from solvers import registry
    from solvers.execution.limits import limits_for
    from solvers.puzzle.problem import Goal, with_given

    problem = with_given(n, given, blocked, tuple(prefix), _goal(goal), colours=colours)
    record = _record(backend)
    registry.check_possible(record, problem)
    record = registry.on_board(record, problem)
    return _solutions(problem, record, limits_for(Goal.ALL, time_limit, memory_limit))


def compare(  # noqa: PLR0913  # keywords, each with a default
    n: int,
    backends: str | Backend | Iterable[str | Backend] | None = None,
    prefix: Iterable[int] = (),
    *,
    blocked: Iterable[tuple[int, int]] = (),
    given: Iterable[tuple[int, int]] = (),
    colours: Iterable[Iterable[int]] = (),
    goal: str = "all",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    jobs: int = 0,
) -> NotebookComparison:
    """Run one or several backends on n queens, and let the referee judge them.

    ``None`` stands for the default backends. In a notebook the result appears as text, and
    ``.report()`` as a page. The result is true if all sets are identical. ``.runs`` has a
    dictionary for each run, so ``pandas.DataFrame(compare(8).runs)`` is a table, and ``.document``
    is the document that ``compare.py --output json`` prints. ``blocked``, ``given``,
    ``colours`` and ``goal`` are as in ``solve``. With the goal "first", ``backends=None`` means
    textbook backends, and the default time limit is 10 seconds. For a coloured board, it means all
    that can solve one. Limits are in seconds and MiB per backend.

    ``jobs`` is the number of processes that share each run.

    Raises ValueError if a name does not exist or arguments contradict each other.

        >>> compare(7, ["sicp", "prolog"], time_limit=60).agreement
        <Agreement.IDENTICAL: 'identical'>
    """
    from dataclasses import fields

    from solvers import registry
    from solvers.comparison import ComparisonPlan
    from solvers.interface import Backend
    from solvers.notebook import NotebookComparison
    from solvers.puzzle.problem import with_given
    from solvers.splitting.shards import Split

    if jobs < 0:
        raise UsageError(f"jobs must be 0 or more, not {jobs}")
    problem = with_given(n, given, blocked, tuple(prefix), _goal(goal), colours=colours)
    named = [backends] if isinstance(backends, (str, Backend)) else backends
    records = named and [*map(_record, named)]
    chosen = registry.choose(records, problem.goal, coloured=bool(problem.colours))
    split = Split(jobs=jobs) if jobs else None
    plan = ComparisonPlan(
        [problem],
        chosen,
        named=[] if backends is None else [backend.name for backend in chosen],
        time_limit=time_limit,
        memory_limit=memory_limit,
        split=split,
    )
    (comparison,) = plan.results()
    found = {field.name: getattr(comparison, field.name) for field in fields(comparison)}
    return NotebookComparison(**found | {"provable": False})  # no argument asks for a large proof


def trace(  # keywords, each with a default
    n: int,
    backend: str | Backend = "backtracking",
    prefix: Iterable[int] = (),
    *,
    blocked: Iterable[tuple[int, int]] = (),
    given: Iterable[tuple[int, int]] = (),
) -> Film:
    """Record the search of a backend, event by event.

    In a notebook, the result appears as an animation with controls. It has ``.events``, ``.tree``,
    ``.nodes``, ``.dead_ends``, ``.check()`` and ``.save(path)``. The arguments are as in ``solve``.
    The engine runs in this process, but not that of a file. After 500,000 events the trace is cut
    off, and ``.is_whole`` is False. Raises ValueError if the backend cannot be traced, and
    UnavailableError if its engine is missing.

        >>> trace(6, "clpfd").nodes
        27
    """
    from itertools import islice

    from solvers.notebook import MOST_EVENTS, Film
    from solvers.puzzle.problem import with_given
    from solvers.tracing.traces import tracer

    problem, record = with_given(n, given, blocked, tuple(prefix)), _record(backend)
    return Film(record, problem, tuple(islice(tracer(record)(problem), MOST_EVENTS)))


def board(placement: Iterable[int]) -> BoardPicture:
    """Draw a placement: a list with one row per column, counted from 0.

    Raises ValueError if a row is not on the board.

        >>> board((1, 3, 0, 2))
        BoardPicture(placement=(1, 3, 0, 2))
    """
    from solvers.notebook import BoardPicture
    from solvers.puzzle.placements import whole

    given, rows = tuple(placement), []
    for each in given:
        row = whole(each)
        if row is None or not 0 <= row < len(given):
            raise UsageError(
                f"row {each!r} is not on a board of {len(given)} columns; "
                f"rows are 0 to {len(given) - 1}"
            )
        rows.append(row)
    return BoardPicture(tuple(rows))


def _solutions(problem: Problem, backend: Backend, limits: Limits) -> Iterator[Placement]:
    from solvers.execution.backend_run import WorkerProcess, stream_solutions
    from solvers.execution.result import Status
    from solvers.output.messages import note, rejected_words

    run = yield from _placements(stream_solutions(WorkerProcess(backend), problem, limits))
    if run.status is Status.CANCELLED:
        raise KeyboardInterrupt
    if run.rejected:
        first = run.rejected[0]
        message = f"{backend.name} emitted {rejected_words(first)}"
        raise IncompleteError(message, run.status)
    if run.status is not Status.COMPLETE:
        how = "cannot run here" if run.status is Status.UNAVAILABLE else "did not finish"
        raise IncompleteError(f"{backend.name} {how} ({run.status}): {note(run)}", run.status)


def _placements(blocks: Generator[Packed, None, Run]) -> Generator[Placement, None, Run]:
    while True:
        try:
            block = next(blocks)
        except StopIteration as end:
            run: Run = end.value
            return run
        yield from map(tuple, block.tolist())


def _record(backend: str | Backend) -> Backend:
    from solvers import registry
    from solvers.registry import record_error

    if isinstance(backend, str):
        return registry.find(backend)
    if reason := record_error(backend):
        raise UsageError(f"this is not a backend: {reason}")
    return backend


def _goal(word: str) -> Goal:
    from solvers.puzzle.problem import Goal

    if word not in list(Goal):
        raise UsageError(f"goal must be {' or '.join(Goal)}, not {word}")
    return Goal(word)
