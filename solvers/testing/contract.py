"""The contract that every backend keeps: a class of checks for pytest."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any, ClassVar

import pytest

from solvers import registry
from solvers.adapters.outside import Elsewhere, record_error
from solvers.errors import BackendError, FilmError, IncompleteError, TraceError, UnavailableError
from solvers.execution.availability import Availability, check_availability
from solvers.execution.backend_run import run
from solvers.execution.limits import Limits
from solvers.execution.result import Ending, Run, Status
from solvers.execution.solving import make_ready, whole_counters
from solvers.install_hint import with_install_hint
from solvers.interface import Backend
from solvers.output.messages import counted, ending_words, rejected_words
from solvers.puzzle.packing import briefly, pack
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import KNOWN_COUNTS, Goal, Problem
from solvers.referee.certificate import known_solutions
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Verdict
from solvers.splitting.shards import shards
from solvers.testing.boards import BOARDS, random_boards
from solvers.testing.faults import FaultError, FaultyRun, fault_in, records, smallest
from solvers.testing.recording import Recording, imported_late, pickled_again
from solvers.tracing.checker import check_events
from solvers.tracing.traces import is_traced, tracer

VERSION = 5
"""The version of the contract. It grows when a check is added or asks for more."""

LARGEST = 8
"""The largest n for which all solutions are checked."""

PREFIXES: tuple[Placement, ...] = (
    (2, 4), (0,), (5,), (0, 2), (4, 6, 0), (1, 3, 0, 2), (3, 1, 6, 2, 5, 7, 4),
    (3, 1, 6, 2, 5, 7, 0),
)  # fmt: skip
RANDOM_BOARDS = 12


def _smallest_of(found: Iterable[Recording]) -> FaultyRun | None:
    """The fault on the smallest of these boards; None where nothing is wrong."""
    wrong = filter(None, (fault_in(each.problem, each) for each in found))
    return min(wrong, key=lambda fault: fault.size, default=None)


@cache
def _availability(backend: Backend) -> Availability:
    return check_availability(backend)


class BackendContract:
    """Derive from it and set ``backend``. Every method that begins with ``test_`` is a check."""

    backend: ClassVar[Backend]
    patience: ClassVar[tuple[float, ...]] = (0.3, 1.5, 7.5)
    """The time limits of a longer search, in seconds; each is tried until one yields solutions."""
    memory_mib: ClassVar[float] = 1024.0
    """The memory limit of the run on a larger board."""
    seconds: ClassVar[float] = 300.0
    """The time limit of each run in another process."""
    shrinking_seconds: ClassVar[float] = 0.0
    """The time in which smaller boards with the same fault are looked for."""
    every: ClassVar[int] = 1
    """Check every board (1), or only every n-th one, for a backend whose runs start slowly."""
    _seen: ClassVar[dict[Problem, Recording]]
    _failed: ClassVar[dict[Problem, FaultyRun]]

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Give the class recordings of its own."""
        super().__init_subclass__(**keywords)
        cls._seen, cls._failed = {}, {}

    def setup_method(self) -> None:
        """Make the backend ready. If it cannot run here, every check is skipped with the reason."""
        try:
            with warnings.catch_warnings(action="ignore"):  # of an engine that is loaded
                self.version()
        except Exception as error:  # an engine that is not there raises what it likes
            why = with_install_hint(error, self.backend.install)
            pytest.skip(f"{self.backend.name} cannot run here: {why}")

    def version(self) -> str:
        """The version of the backend when it is ready; raises an error if it does not get ready."""
        if isinstance(self.backend.solve, Elsewhere):
            found = _availability(self.backend)
            if not found.runs_here:
                raise UnavailableError(ending_words(found.ending))
            return found.version
        make_ready(self.backend)
        return self.backend.version()

    # The record

    def test_the_record_is_valid(self) -> None:
        """The record is a Backend: its name is one word, and its fields have the right types."""
        assert not (flaw := record_error(self.backend)), flaw
        parent = self.backend.variant_of
        assert not parent or registry.find_or_none(parent), (
            f"variant_of names {parent!r}, and there is no such backend"
        )

    def test_version_and_install_hint(self) -> None:
        """The record has a version, and names the command that installs the required modules."""
        required = ", ".join(self.backend.requires)
        assert self.backend.install or not required, (
            f"it requires {required}: set install to the command"
        )
        assert self.version(), "version() returned nothing"

    def test_the_record_can_be_pickled(self) -> None:
        """The record can be pickled: its functions are at the top level of an importable module."""
        assert not (flaw := pickled_again(self.backend)), flaw

    def test_imports_happen_before_the_clock_starts(self) -> None:
        """In a new process, the first run imports nothing."""
        problem = self._empty(1, 4, 5)[-1]
        imported = imported_late(self.backend, problem, self._limits)
        if isinstance(imported, Ending):
            raise FaultError(FaultyRun(problem, ending=imported))
        assert not imported, (
            f"while the clock runs, it imports {', '.join(imported)}; list them in requires"
        )

    # All solutions

    def test_all_solutions_of_empty_boards(self) -> None:
        """For n = 0, 1, 2, ... it finds the referee's solutions: all, each once, and no other."""
        self._is_right(self._free_boards())

    def test_all_solutions_with_a_prefix(self) -> None:
        """Catches solvers that mirror or turn solutions: on an empty board, the set is the same."""
        self._is_right(
            Problem(n, prefix)
            for prefix in PREFIXES[:: self.every]
            for n in (max(len(prefix), max(prefix) + 1), min(self._largest(), 7))
            if max(*prefix, len(prefix) - 1) < n <= self._largest()
        )
        largest = self._free_boards()[-1]
        some = sorted(known_solutions(largest))[:: 20 * self.every]
        self._is_right(largest.with_prefix(placement[:3]) for placement in some)

    def test_blocked_squares(self) -> None:
        """Most of these boards with blocked squares differ from their mirror images."""
        self._is_right(self._small(BOARDS.values())[:: self.every])

    def test_random_boards(self) -> None:
        """Up to 40 percent of the squares are blocked, and some queens are given."""
        count = max(2, RANDOM_BOARDS // self.every)  # the first has few blocked squares
        self._is_right(random_boards([min(7, self._largest())], count))

    def test_a_larger_board(self) -> None:
        """On boards one and two columns larger too: one that reaches the limit is not judged."""
        self._enumerates()
        limits = Limits(seconds=self.patience[-1], memory_mib=self.memory_mib)
        sizes = self._largest() + 1, self._largest() + 2
        for n in (n for n in sizes if n <= self.backend.largest_n):
            if self._judged(Problem(n), limits).status is not Status.COMPLETE:
                pytest.skip(f"on {n} queens it did not finish within {limits.seconds} s")

    # How it yields them

    def test_it_yields_tuples_or_blocks(self) -> None:
        """Each answer is a tuple of n integers, or an integer array of shape (count, n).

        An integer is anything that ``operator.index`` takes, such as NumPy's, but not True.
        """
        for recording in self._some():
            rejected = recording.packer.rejected
            assert not rejected, f"it yielded {rejected_words(rejected[0])}"
            for name in recording.wrong_types:
                raise AssertionError(
                    f"it yielded a {name}; yield tuples, or NumPy arrays with one placement per row"
                )

    def test_it_never_changes_a_yielded_solution(self) -> None:
        """A caller may keep each solution: no list or array is yielded again with new values."""
        for recording in self._some():
            assert not recording.changed, (
                f"it changed {recording.changed[0]} after yielding it: it yields the same object "
                "again. Yield tuple(...) or a copy"
            )

    def test_it_can_be_stopped(self) -> None:
        """If a caller closes the generator early, the search ends and leaves no thread."""
        for recording in records(self.backend, self._empty(4, 5, 6), self._limits, most=1):
            assert recording.yielded <= 1
            assert not recording.left_running, recording.left_running[0]

    def test_it_leaves_nothing_running(self) -> None:
        """After the search, every thread and every process that the backend started has ended."""
        for recording in self._some():
            assert not recording.left_running, recording.left_running[0]

    # Its counters

    def test_counters_are_whole_numbers(self) -> None:
        """``work`` maps names to whole numbers from 0. A backend may count nothing."""
        for recording in self._some():
            try:
                counters = whole_counters(recording.work)
            except BackendError as error:
                raise AssertionError(f"{briefly(dict(recording.work))}: {error}") from None
            assert counters == recording.work, f"not whole: {briefly(dict(recording.work))}"
        assert not counters or any(counters.values()), f"it counts no work for n = 6: {counters}"

    # Its trace

    def test_its_trace_is_true(self) -> None:
        """If the record names a trace, its function exists, and every event of it is true."""
        if not is_traced(self.backend):
            pytest.skip('it names no trace (trace=":events")')
        boards = Problem(4), Problem(5, (1,)), BOARDS["six, not its own image"]
        for problem in self._small(replace(board, goal=self._goal()) for board in boards):
            try:
                check_events(problem, tracer(self.backend, self._limits)(problem))
            except (TraceError, FilmError, IncompleteError) as error:
                raise AssertionError(f"on {problem.n} queens: {error}") from None

    # Again and in pieces

    def test_a_second_run_in_the_same_process(self) -> None:
        """A second run is not affected by the first one, or by another board between them."""
        smaller, larger = self._empty(0, 1, 4, 5, 6)[-2:]
        runs = [*records(self.backend, (larger, smaller, larger), self._limits)]
        if wrong := _smallest_of(runs):
            raise FaultError(wrong, "run again,")
        assert sorted(runs[0].placements) == sorted(runs[2].placements), (
            "the second run found different solutions from the first"
        )

    def test_shards_together_give_all_solutions(self) -> None:
        """The parts of a board split by prefix share no solution, and together they have all."""
        self._enumerates()
        for problem in self._small([BOARDS["six, a queen in the last column"], Problem(5)])[:1]:
            parts = [problem.with_prefix(shard) for shard in shards(problem, 2)]
            found = [each.placements for each in records(self.backend, parts, self._limits)]
            whole = Recording(problem, pack(chain.from_iterable(found), problem.n))
            if wrong := _smallest_of([whole]):
                raise FaultError(wrong, "solved in parts,")

    # One solution

    def test_first_solution_only(self) -> None:
        """With the goal "first", its first solution is valid, on empty and other boards."""
        asked = self._empty(8, 7, 6, 5, 4, 1, 0)[:: self.every]
        small = random_boards([min(7, self._largest())], RANDOM_BOARDS // 2 // self.every)
        larger = random_boards([min(self._largest() + 2, self.backend.largest_n)], 2)
        for board in (*small, *larger) if not self.backend.empty_boards_only else ():
            for solution in sorted(known_solutions(board))[:1]:
                asked += [board, replace(board, prefix=solution[:2])]
        self._is_right(replace(problem, goal=Goal.FIRST) for problem in asked)

    def test_boards_without_a_solution(self) -> None:
        """Also with the goal "first", a search that finds nothing finishes."""
        self._enumerates()
        boards = self._small([Problem(2), Problem(3), BOARDS["four, both cut off"]])
        self._is_right(replace(problem, goal=Goal.FIRST) for problem in boards)

    # In a process of its own

    def test_a_run_in_its_own_process(self) -> None:
        """A run is complete and has its version, its times and its counters."""
        problem = self._empty(1, 4, 5)[-1]
        result = self._judged(problem, self._limits)
        if result.status is not Status.COMPLETE:
            raise FaultError(FaultyRun(problem, ending=result.ending))
        expected = KNOWN_COUNTS[problem.n] if self.backend.enumerates else 1
        assert result.solutions == expected, (
            f"{counted(result.solutions, 'solution')} arrived; expected {expected}"
        )
        assert result.version, "no version arrived"
        (again,) = records(self.backend, [problem], self._limits)
        here = again.packer.placements()
        assert result.placements.tolist() == here.tolist(), (
            "in another process it yields the solutions in a different order. Does it iterate "
            "over a set? The order of a set depends on Python's hash seed"
        )
        assert 0 < (result.first_solution_seconds or 0) <= (result.seconds or 0), (
            "the times are wrong: the first solution must arrive before the end"
        )

    def test_solutions_arrive_during_the_search(self) -> None:
        """A run that reaches its time limit has yielded the solutions that it found until then."""
        self._enumerates()
        if self.backend.at_once:
            pytest.skip("it finds all solutions at once (at_once=True)")
        largest = self.backend.largest_n
        n, patience = min(12, self.backend.practical_n, largest), list(self.patience)
        while True:  # the board grows until a run reaches its limit
            result = self._judged(Problem(n), Limits(seconds=patience[0]))
            if result.status is Status.COMPLETE and n == largest:
                pytest.skip("it finishes every board that it accepts within the limit")
            if result.status is Status.COMPLETE:
                n = min(n + 2, largest)
            elif result.solutions == 0 and patience[1:]:
                patience.pop(0)
            else:
                break
        assert result.solutions > 0, (
            f"after {result.seconds:.1f} s of a longer search nothing had arrived: yield each "
            "solution as soon as it is found"
        )

    # What the checks share

    @property
    def _limits(self) -> Limits:
        return Limits(seconds=self.seconds)

    def _goal(self) -> Goal:
        return Goal.ALL if self.backend.enumerates else Goal.FIRST

    def _largest(self) -> int:
        return max(1, min(LARGEST, self.backend.practical_n - 2, self.backend.largest_n))

    def _small(self, problems: Iterable[Problem]) -> list[Problem]:
        """The problems, without those that are too large for the backend."""
        return [problem for problem in problems if problem.n <= self._largest()]

    def _empty(self, *sizes: int) -> list[Problem]:
        return self._small(Problem(n, goal=self._goal()) for n in sizes)

    def _free_boards(self) -> list[Problem]:
        return self._small(map(Problem, range(LARGEST + 1)))

    def _enumerates(self) -> None:
        if not self.backend.enumerates:
            pytest.skip("it finds one solution only (enumerates=False)")

    def _is_right(self, problems: Iterable[Problem]) -> None:
        asked = list(problems)
        if any(problem.goal is Goal.ALL for problem in asked):
            self._enumerates()
        if fault := _smallest_of(self._recorded(asked)):
            raise FaultError(self._shrunk(fault))

    def _shrunk(self, fault: FaultyRun) -> FaultyRun:
        """The fault on a smaller board; all checks together have the time for it."""
        cls, begun = type(self), time.monotonic()
        if cls.shrinking_seconds > 0:
            fault = smallest(self.backend, fault, self._limits, cls.shrinking_seconds)
            cls.shrinking_seconds -= time.monotonic() - begun
        return fault

    def _some(self) -> Iterator[Recording]:
        return iter(self._recorded(self._empty(1, 4, 5, 6)))

    def _recorded(self, problems: Iterable[Problem]) -> list[Recording]:
        """The recordings of the backend's runs on these problems; checks share them."""
        asked = list(problems)
        if failed := next((problem for problem in asked if problem in self._failed), None):
            raise FaultError(self._failed[failed])
        new = [problem for problem in dict.fromkeys(asked) if problem not in self._seen]
        try:
            for recording in records(self.backend, new, self._limits):
                self._seen[recording.problem] = recording
        except FaultError as error:
            fault, known = error.fault, self._failed.values()
            alike = (one for one in known if fault.ending and one.ending == fault.ending)
            fault = self._failed[fault.problem] = next(alike, None) or self._shrunk(fault)
            raise FaultError(fault) from None
        return [self._seen[problem] for problem in asked]

    def _judged(self, problem: Problem, limits: Limits) -> Run:
        """A run that is complete, or reached its time limit, and found nothing wrong."""
        result = run(self.backend, problem, limits)
        if result.status not in (Status.COMPLETE, Status.TIME_LIMIT):
            raise FaultError(FaultyRun(problem, ending=result.ending))
        judgement = crosscheck(problem, [result]).judgements[0]
        if judgement.verdict is Verdict.WRONG:
            raise FaultError(FaultyRun(problem, judgement))
        return result
