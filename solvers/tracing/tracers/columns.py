"""The events of programs that place queens column by column, and have no board to watch.

The boards that they test show the search. The calls between show the steps of the paradigm: a queen
asks its neighbour, a program runs again, a promise is forced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from solvers.paradigms import amb as amb_program
from solvers.paradigms import objects as objects_program
from solvers.paradigms import streams as streams_program
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event
from solvers.tracing.recorder import Recorder


def objects(problem: Problem) -> Iterator[Event]:
    """Trace ``objects``: each question to a queen, and each request to advance."""
    recorder = Recorder(problem)
    recorder.enter_column()

    class Queen(objects_program.Queen):
        """A queen that reports each question to the recorder."""

        def advance(self) -> bool:
            """Advance as the program does, and record the call."""
            recorder.call(name := f"queen {self.column}.advance()")
            has_advanced = super().advance()
            recorder.result(name, has_advanced)
            return has_advanced

        def can_attack(self, row: int, column: int) -> bool:
            """Answer as the program does; a question of the next queen is a test of a board."""
            board = (*self.result(), row) if column == self.column + 1 else ()
            recorder.attempt(board)
            recorder.call(question := f"queen {self.column}.can_attack(row {row}, column {column})")
            attacks = super().can_attack(row, column)
            recorder.result(question, attacks)
            recorder.record_test(board)
            return attacks

    class Sentinel(objects_program.Sentinel):
        """A sentinel that reports the questions of the first queen to the recorder."""

        def can_attack(self, row: int, column: int) -> bool:
            """Answer as the program does, and record the test."""
            recorder.test((row,) if not column else ())
            return super().can_attack(row, column)

    last: Queen | Sentinel = Sentinel()
    has_solution = all(problem.domains)  # each queen has a row to begin with
    for column, rows in enumerate(problem.domains if has_solution else ()):
        last = Queen(column, rows, last, Counter())
        has_solution = has_solution and last.find_solution()
    while has_solution:
        yield from recorder.drain()
        has_solution = last.advance()
    yield from recorder.finish()


def amb(problem: Problem) -> Iterator[Event]:
    """Trace ``amb``: each run of the program with one more choice, and its success or failure."""
    recorder = Recorder(problem)
    recorder.enter_column()

    def program() -> amb_program.Program:
        run = amb_program.queens(problem.domains)
        choices: Placement = ()
        alternatives = next(run) if problem.n else ()
        while len(choices) < problem.n:
            choices = (*choices, (yield alternatives))
            is_recorded = recorder.standing()[: len(choices)] == choices
            if not is_recorded:
                recorder.call(name := f"run with the choices {choices}")
                recorder.test(choices)
            try:
                alternatives = run.send(choices[-1])
            except StopIteration:
                alternatives = choices
            if not is_recorded:
                recorder.result(name, "goes on" if alternatives else "fails")
        return choices

    for _ in amb_program.every_value(program, Counter()):
        yield from recorder.drain()
    yield from recorder.finish()


def streams(problem: Problem) -> Iterator[Event]:
    """Trace ``streams``: each promise that is forced, and the board that it returns."""
    recorder = Recorder(problem)
    recorder.enter_column()

    def is_safe(positions: Placement) -> bool:
        recorder.test(positions)
        return streams_program.is_safe(positions)

    def forced(k: int, promise: Callable[[], streams_program.Stream]) -> streams_program.Stream:
        recorder.call(name := f"force queen-cols {k}")
        stream = promise()
        recorder.result(name, stream.car if stream else "the-empty-stream")
        return stream and streams_program.Pair(stream.car, partial(forced, k, stream.cdr))

    def queen_cols(k: int) -> streams_program.Stream:
        if k == 0:
            return forced(0, lambda: streams_program.stream([()]))
        rows = problem.domains[k - 1]

        def in_each_row(rest: Placement) -> streams_program.Stream:
            stream = streams_program.stream(rows)
            return streams_program.stream_map(lambda row: (*rest, row), stream)

        def boards() -> streams_program.Stream:
            longer = streams_program.stream_flatmap(in_each_row, queen_cols(k - 1))
            return streams_program.stream_filter(is_safe, longer)

        return forced(k, boards)

    solutions = queen_cols(problem.n)
    while solutions:
        yield from recorder.drain()
        solutions = solutions.cdr()
    yield from recorder.finish()
