"""The events of clingo: a propagator of ours watches all squares and has no opinion of its own.

clingo tells each decision, what it has propagated when that did not end in a conflict, and at which
level it goes on. It reports neither a conflict itself nor the clause that it learns from it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from solvers.paradigms.asp import ground
from solvers.puzzle.problem import Problem, Square
from solvers.tracing.event import Event, Kind
from solvers.tracing.recorder import Recorder


def events(problem: Problem) -> Iterator[Event]:
    """Search as the backend does, one thread; raises where clingo stops before its end."""
    recorder = Recorder(problem)
    control = ground(problem)
    listener = _ClingoListener(recorder)
    control.register_propagator(listener)
    result = control.solve(on_model=lambda _: listener.model())
    if not result.exhausted:
        raise RuntimeError("clingo stopped before it had seen every model")
    listener.fail()
    work = control.statistics["solving"]["solvers"]
    recorder.end({name: int(work[name]) for name in ("choices", "conflicts")})
    yield from recorder.take()


class _ClingoListener:
    """A propagator, as clingo calls it, that tells a recorder what it hears."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.squares: dict[int, list[Square]] = defaultdict(list)
        self.is_deciding = False

    def init(self, init: Any) -> None:
        """Watch each square's literal; what has no atom can hold no queen."""
        possible = set()
        for atom in init.symbolic_atoms.by_signature("queen", 2):
            column, row = (argument.number for argument in atom.symbol.arguments)
            literal = init.solver_literal(atom.literal)
            self.squares[literal].append((column, row))
            possible.add((column, row))
            init.add_watch(literal)
            init.add_watch(-literal)
        for square in sorted(self.recorder.free - possible):
            self.recorder.remove(square)

    def propagate(self, control: Any, changes: list[int]) -> None:
        """These literals hold now."""
        self._go_to(control.assignment)
        for literal in changes:
            for square in self.squares.get(-literal, ()):
                self.recorder.remove(square)
            for square in self.squares.get(literal, ()):
                self.recorder.imply(square)

    def decide(self, _: int, assignment: Any, literal: int) -> int:
        """The decision that clingo is about to make; 0 leaves it at that."""
        self._go_to(assignment)
        self.is_deciding = True
        square = (self.squares.get(literal) or self.squares[-literal])[0]
        self.recorder.enter(Kind.SQUARE)
        self.recorder.decide(square, queen=literal in self.squares)
        return 0

    def model(self) -> None:
        """All queens stand."""
        self.recorder.solution()

    def fail(self) -> None:
        """A decision from which nothing was propagated has failed at once."""
        if self.is_deciding:
            self.recorder.tell(Kind.WIPEOUT)

    def _go_to(self, assignment: Any) -> None:
        level = assignment.decision_level - assignment.root_level  # below which it has no choice
        if level < self.recorder.level:
            self.fail()
            self.recorder.backjump(level)
        self.is_deciding = False
