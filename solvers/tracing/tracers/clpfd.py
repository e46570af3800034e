"""The events of CLP(FD): the decisions of labeling, and the domains after each propagation.

``prolog/clpfd_search.pl`` watches four steps of the library below ``queens_clpfd.pl``. The library
goes on with the next row of a column by forbidding the one that was tried, and may then turn to
another column.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from solvers.puzzle.problem import Problem, Square
from solvers.tracing.event import Event, Kind, Rule
from solvers.tracing.recorder import Recorder
from solvers.tracing.tracers.prolog import LinesOf, coloured_squares, json_lines


def events(problem: Problem, lines_of: LinesOf = json_lines) -> Iterator[Event]:
    """Run the program and tell its steps; raises UnavailableError."""
    recorder = _StepRecorder(problem)
    if not all(problem.domains):
        column = next(column for column, rows in enumerate(problem.domains) if not rows)
        recorder.emit(Kind.WIPEOUT, column=column)  # the program takes no column without a row
    else:
        given: list[object] = [] if problem.is_plain else [[list(rows) for rows in problem.domains]]
        if problem.colours:
            given = [coloured_squares(problem)]
        with closing(lines_of("clpfd_search", problem.n, *given)) as lines:
            for name, *arguments in lines:
                getattr(recorder, f"on_{name}")(*arguments)
                if name in ("select", "solution"):  # all removals of one queen stay together
                    yield from recorder.drain()
        recorder.fail()
    yield from recorder.end({})


class _StepRecorder(Recorder):
    """Turns the lines of the program into events; each begins with the name of a method."""

    _tried: int | None = None
    _consistent = False

    def on_select(self, column: int, newest_first: list[int | None]) -> None:
        """Enter a node, unless labeling only goes on with the next row of the same column."""
        self._all_consistent(newest_first)
        if column != self._tried:
            rows = [[self.queens[c]] if c in self.queens else self.rows(c) for c in range(self.n)]
            domains = [" ".join(map(str, sorted(each))) for each in rows]
            self.enter_node(Kind.COLUMN, column=column, state={"domains": domains})

    def on_decide(self, column: int, row: int) -> None:
        """Labeling puts the queen of the column into the row."""
        self._tried, self._consistent = None, False
        self.decide((column, row))

    def on_domain(self, column: int, rows: list[int]) -> None:
        """These rows are left for the column."""
        for gone in sorted(self.rows(column) - {*rows}):
            self._tried = None
            self.remove((column, gone))
        if len(rows) == 1:
            self._tried = None
            self.imply((column, rows[0]))

    def on_without(self, column: int, row: int) -> None:
        """The column goes on without this row; if the row was a decision, its subtree is done."""
        if not self._is_decided((column, row)):
            return  # a propagation; the next line has the new domain
        self.fail()
        while self._is_decided((column, row)):
            self._tried = (self.path[-1].square or (column,))[0]
            self.backtrack(self._tried)
        self.emit(Kind.REMOVE, squares=((column, row),), rule=Rule.TRIED)
        self._consistent = False

    def _is_decided(self, square: Square) -> bool:
        return any(decision.square == square for decision in self.path)

    def on_solution(self, newest_first: list[int | None]) -> None:
        """All columns have their queens."""
        self._all_consistent(newest_first)
        self.solution()

    def _all_consistent(self, newest_first: list[int | None]) -> None:
        """The propagation has ended; ``tuples_in`` places a last queen without a new domain."""
        self._consistent = True
        for column, row in enumerate(reversed(newest_first)):
            if row is not None and column not in self.queens:
                self.on_domain(column, [row])

    def fail(self) -> None:
        """Record a failed propagation: two forced queens attack each other.

        The last row of a column becomes a queen at once, so no domain is ever empty. On a coloured
        board, a propagation can also fail before two queens are forced.
        """
        if not self._consistent:
            self.clash()
