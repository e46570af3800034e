"""The events of the Prolog program: its four ports, and the search derived from them."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import Any

from solvers.adapters.prolog import program_file
from solvers.errors import UnavailableError
from solvers.install_hint import SWI_PROLOG, with_install_hint
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind, TraceNotes
from solvers.tracing.recorder import Recorder


def json_lines(name: str, *arguments: object) -> Generator[list[Any]]:
    """Run a program of the folder ``prolog/`` and yield the JSON arrays that it prints.

    Closing the iterator ends SWI-Prolog. Raises UnavailableError without SWI-Prolog.
    """
    swipl = shutil.which("swipl")
    if not swipl:
        raise UnavailableError(with_install_hint("a Prolog trace needs SWI-Prolog", SWI_PROLOG))
    command = [swipl, str(program_file(f"{name}.pl")), "--", *map(json.dumps, arguments)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            for line in process.stdout or ():
                yield json.loads(line)
        finally:
            process.kill()


LinesOf = Callable[..., Generator[list[Any]]]
"""Yields the arrays of a program in ``prolog/``, given its name and its arguments."""


def events(problem: Problem, lines_of: LinesOf = json_lines) -> Iterator[Event]:
    """Run queens.pl under ``prolog/four_ports.pl``; yield each port and the event it stands for.

    Closing the iterator ends SWI-Prolog. Raises UnavailableError.
    """
    reader = _PortReader(problem)
    columns = len(problem.prefix)
    arguments: list[object] = [problem.n, list(reversed(problem.prefix))]
    if problem.blocked:
        arguments.append([list(rows) for rows in problem.domains[columns:]])
    with closing(lines_of("four_ports", *arguments)) as ports:
        yield from reader.events(ports)


class _PortReader:
    """Turns ports into events."""

    def __init__(self, problem: Problem) -> None:
        self.n, self.first_column = problem.n, len(problem.prefix)
        self.recorder = Recorder(problem)
        self.trying = False
        self.conflict_column: int | None = None

    def events(self, ports: Iterable[list[Any]]) -> Iterator[Event]:
        column = 0
        for port, depth, name, *arguments in ports:
            state = {"port": port, "depth": depth, "goal": _goal(name, arguments)}
            self.recorder.emit(Kind.PORT, state=state)
            if name == "nc":
                self._nc(port, arguments)
            else:
                column = len(arguments[-2])
                self._solve(port, column)
            yield from self.recorder.drain()
            if name == "solve" and port == "fail" and column == self.first_column < self.n:
                break
        yield from self.recorder.end({})

    def _solve(self, port: str, column: int) -> None:
        recorder = self.recorder
        if column == self.n:
            if port == "exit":
                recorder.solution()
        elif port == "call":
            recorder.emit(Kind.COLUMN, column=column)
        elif port == "fail" and column > self.first_column:
            recorder.go_back_to(recorder.standing()[: column - 1])
        elif port == "redo" and column == self.n - 1:  # after a solution, for another row
            recorder.go_back_to(recorder.standing()[:column])

    def _nc(self, port: str, arguments: list[Any]) -> None:
        row, others, distance = arguments
        column = len(others) + distance - 1
        if port == "call" and distance == 1:
            self.trying, self.conflict_column = True, None
            # Prolog does not redo goals without another answer, so queens may still stand.
            self.recorder.go_back_to(others[::-1])
            self.recorder.try_row(column, row)
        elif port == "exit" and distance == 1 and self.trying:
            self.trying = False
            self.recorder.place(column, row)
        elif port == "fail" and self.trying:
            if self.conflict_column is None:  # the innermost goal fails first
                self.conflict_column = len(others) - 1
            if distance == 1:
                self.trying = False
                self.recorder.conflict(column, row, self.conflict_column)


def _goal(name: str, arguments: list[Any]) -> str:
    return f"{name}({','.join(map(_written, arguments))})"


def _written(argument: int | list[int] | None) -> str:
    """The argument as Prolog writes it; None is a free variable."""
    if isinstance(argument, list):
        return f"[{','.join(map(str, argument))}]"
    return "_" if argument is None else str(argument)


def lines(event: Event) -> Iterator[str]:
    """The ports as Prolog's own tracer prints them: port, depth, goal."""
    if event.kind is Kind.PORT:
        state = event.state
        yield f"{state['port'].capitalize()}: ({state['depth']}) {state['goal']}"
    elif event.kind is Kind.SOLUTION:
        yield f"% solution {event.number}: {list(reversed(event.queens))}"


NOTES = TraceNotes(
    line_of_event={
        "column": "NM1 is N-1",
        "try": "between(0, NM1, V)",
        "conflict row": "V =\\= H",
        "conflict diagonal": "abs(V-H) =\\= D",
        "placed": "QPT1 = [V|QPT]",
        "backtrack": "between(0, NM1, V)",
        "solution": "QP = QPT",
        "port solve": "solve(N, QPT1, QP)",
        "port nc": "nc(V, QPT, 1)",
    },
    takes_blocked=False,
    printed=lines,
)
