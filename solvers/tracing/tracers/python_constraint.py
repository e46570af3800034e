"""The events of python-constraint: its assignments, the rows that it hides, its empty domains.

The library reports no search steps, but it calls its constraints after each assignment. This tracer
uses a subclass of its constraint, which reads the arguments and the hidden values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from solvers.paradigms import python_constraint as program
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind, TraceNotes
from solvers.tracing.recorder import Recorder

NOTES = TraceNotes(
    line_of_event={
        "column": "yield from map(placement",
        "decide": "yield from map(placement",
        "backtrack": "yield from map(placement",
        "solution": "yield from map(placement",
        "remove": "left_row != right_row",
        "wipeout": "left_row != right_row",
        "restore": "yield from map(placement",
        "end": 'work["conflict_tests"]',
    }
)


def events(problem: Problem) -> Iterator[Event]:
    """Search as the backend does: the same constraints between the same columns, in its order."""
    recorder = _Watch(problem)
    if problem.n == 0:
        recorder.solution()
    elif not all(problem.domains):  # the library refuses a variable without values
        recorder.emit(Kind.WIPEOUT, column=list(map(bool, problem.domains)).index(False))
    else:
        watched, stated = _watched(recorder), program.columns_problem(problem)
        for left, right in combinations(range(problem.n), 2):
            stated.addConstraint(watched(recorder.no_attack(left, right)), (left, right))
        for solution in stated.getSolutionIter():
            recorder.change_to(solution.items())
            recorder.solution()
            yield from recorder.drain()
        recorder.change_to(())
    yield from recorder.end({"conflict_tests": recorder.conflict_tests})


class _Watch(Recorder):
    """A recorder with the backend's counter."""

    conflict_tests = 0

    def no_attack(self, left: int, right: int) -> Callable[[int, int], bool]:
        """The backend's function for these two columns, with its counter."""

        def test(left_row: int, right_row: int) -> bool:
            self.conflict_tests += 1
            return not self.problem.attack((left, left_row), (right, right_row))

        return test


def _watched(watch: _Watch) -> type[Any]:
    """A subclass of the library's constraint that reports to the watch."""
    from constraint import FunctionConstraint  # not everybody has the engine

    class Watched(FunctionConstraint):  # type: ignore[misc]  # the library carries no types
        def __call__(
            self,
            variables: tuple[int, int],
            domains: Mapping[int, list[int]],
            assignments: dict[int, int],
            forwardcheck: object = None,
        ) -> bool:
            if forwardcheck is None:  # the library asks itself while it checks forward
                return bool(super().__call__(variables, domains, assignments))
            watch.change_to(assignments.items())
            unknown = [column for column in variables if column not in assignments]
            before = {column: domains[column][:] for column in unknown}
            holds = bool(super().__call__(variables, domains, assignments, forwardcheck))
            for column in unknown:
                (known,) = {*variables} - {column}
                for row in before[column]:
                    if row not in domains[column]:
                        watch.remove((column, row), by=known)
                if not holds:
                    watch.emit(Kind.WIPEOUT, column=column)
            return holds

    return Watched
