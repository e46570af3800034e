"""The events of CaDiCaL: a propagator listens through PySAT, and the proof has learned clauses.

PySAT reports assignments, new levels and backjumps to the propagator, which never interferes. For a
decision that fails at once, only the square is known; the learned clause tells whether a queen was
put there, if it names the square.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from solvers.errors import UsageError
from solvers.paradigms.sat import LONG_LINE, clauses
from solvers.puzzle.problem import Problem, Square
from solvers.tracing.event import Event, Kind, Literal, Rule, TraceNotes
from solvers.tracing.recorder import Recorder

NOTES = TraceNotes(
    difference="CaDiCaL simplifies less while it is observed, so it does not take every "
    "step of the run"
)


def events(problem: Problem) -> Iterator[Event]:
    """Search as the backend does, model after model; raises UsageError for too large a board."""
    from pysat.solvers import Solver  # not everybody has the engine

    recorder, n = Recorder(problem), problem.n
    if n >= LONG_LINE:
        raise UsageError(
            f"sat can be traced only up to n = {LONG_LINE - 1}; on larger boards it also decides "
            "about auxiliary variables; give a smaller --n"
        )
    if n == 0:
        recorder.solution()
        yield from recorder.end({})
        return
    with Solver(name="cadical195", bootstrap_with=clauses(problem), with_proof=True) as solver:
        listener = _CadicalListener(recorder, solver, n)
        solver.connect_propagator(listener)
        squares = range(1, n * n + 1)
        for variable in squares:
            solver.observe(variable)
        while solver.solve():
            recorder.solution()
            queens = [variable for variable in solver.get_model()[: n * n] if variable > 0]
            forbidden = [-variable for variable in queens]
            recorder.learn(listener.clause(forbidden), Rule.FOUND)
            yield from recorder.drain()
            solver.add_clause(forbidden)
        work = solver.accum_stats()
        yield from recorder.end(
            {name: work[name] for name in ("conflicts", "decisions", "restarts")}
        )


class _CadicalListener:
    """A propagator in PySAT's sense that passes each report on to a recorder."""

    is_lazy = False

    def __init__(self, recorder: Recorder, solver: Any, n: int) -> None:
        self.recorder, self.solver, self.n = recorder, solver, n
        self.proof = _Proof(solver)
        self.is_deciding = False

    def square(self, literal: int) -> Square:
        """The square of a literal."""
        column, row = divmod(abs(literal) - 1, self.n)
        return column, row

    def clause(self, literals: Iterable[int]) -> list[Literal]:
        """The clause with a square for each of the engine's literals."""
        return [(*self.square(literal), literal > 0) for literal in literals]

    def on_new_level(self) -> None:
        """The engine is about to decide; skip the clauses that a simplification has learned."""
        self.proof.learned()
        self.is_deciding = True

    def on_assignment(self, literal: int, fixed: bool = False) -> None:  # noqa: FBT001, FBT002  # as PySAT calls it
        """A literal holds: the first one of a level is the decision."""
        square, recorder = self.square(literal), self.recorder
        if self.is_deciding:
            self._decision(literal, queen=literal > 0)
            return
        if fixed and self._is_learned(square, queen=literal > 0):  # first the cause
            recorder.learn(self.clause([literal]), Rule.LEARNED)
        if literal < 0:
            recorder.remove(square)
        elif square in recorder.free:
            recorder.imply(square)
        elif recorder.queens.get(square[0]) != square[1]:
            recorder.emit(Kind.WIPEOUT)

    def _is_learned(self, square: Square, *, queen: bool) -> bool:
        """Whether the square is still open, and only the engine's clauses decide it."""
        recorder = self.recorder
        if square not in recorder.free or square[0] in recorder.queens:
            return False
        if queen:
            return recorder.rule_of_queen(square) is Rule.LEARNED
        return not any(recorder.attacks(other, square) for other in recorder.queens.items())

    def on_backtrack(self, to: int) -> None:
        """The engine takes back decisions, after a conflict or for a restart."""
        learned = self.proof.learned()
        if self.is_deciding:  # the decision failed before PySAT reported its assignment
            known = {decision.square for decision in self.recorder.path}
            variables = filter(self.solver.is_decision, range(1, self.n**2 + 1))
            variable = next(number for number in variables if self.square(number) not in known)
            signs = [
                literal < 0 for clause in learned for literal in clause if abs(literal) == variable
            ]
            self._decision(variable, queen=signs[0] if signs else None)
            self.recorder.emit(Kind.WIPEOUT)
        elif learned:
            self.recorder.emit(Kind.WIPEOUT)
        for clause in learned:
            if all(abs(literal) <= self.n**2 for literal in clause):
                self.recorder.learn(self.clause(clause), Rule.LEARNED)
        self.recorder.backjump(to)

    def check_model(self, _: list[int]) -> bool:
        """Accept every model."""
        return True

    def decide(self) -> int:
        """Leave the next decision to the engine: 0."""
        return 0

    def propagate(self, *_: int) -> list[int]:
        """Add nothing: no consequences, reasons or clauses."""
        return []

    provide_reason = add_clause = propagate

    def _decision(self, literal: int, *, queen: bool | None) -> None:
        self.is_deciding = False
        self.recorder.enter_node(Kind.SQUARE)
        self.recorder.decide(self.square(literal), queen=queen)


class _Proof:
    """The engine's proof, a growing file in binary DRUP: per line a letter, literals, and 0."""

    def __init__(self, solver: Any) -> None:
        self.engine = solver.solver
        self.offset = 0

    def learned(self) -> list[list[int]]:
        """The clauses that were added since the last call."""
        import pysolvers  # type: ignore[import-not-found]  # PySAT's own

        pysolvers.flushpr(self.engine.prfp)
        descriptor = self.engine.prfile.fileno()
        size = os.fstat(descriptor).st_size
        written = os.pread(descriptor, size - self.offset, self.offset)
        self.offset = size
        return [literals for letter, *literals in _steps(written) if letter == ord("a")]


def _steps(written: bytes) -> Iterator[list[int]]:
    """Each line as its letter and its literals; a literal has seven bits per byte."""
    line: list[int] = []
    number = shift = 0
    for byte in written:
        if not line:
            line.append(byte)
            continue
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            if number:
                line.append(-(number >> 1) if number & 1 else number >> 1)
            else:
                yield line
                line = []
            number = shift = 0
