"""The events of the Prolog program: its four ports, and the search derived from them."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterator
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
    columns, recorder = len(problem.prefix), _PortRecorder(problem)
    arguments: list[object] = [problem.n, list(reversed(problem.prefix))]
    if problem.colours:
        squares = coloured_squares(problem)
        placed = [square for (square,) in reversed(squares[:columns])]
        arguments[1:] = placed, squares[columns:]
    elif problem.blocked:
        arguments.append([list(rows) for rows in problem.domains[columns:]])
    with closing(lines_of("four_ports", *arguments)) as ports:
        for port, depth, name, *values in ports:
            goal = f"{name}({','.join(map(written, values))})"
            recorder.emit(Kind.PORT, state={"port": port, "depth": depth, "goal": goal})
            if name == "nc":
                # On a coloured board, a row is written as row-colour.
                queens = values[0], *values[1]
                row, *others = (int(str(queen).partition("-")[0]) for queen in queens)
                recorder.nc(port, row, others, values[2])
            else:
                recorder.solve(port, len(values[-2]))
            yield from recorder.drain()
            if name == "solve" and port == "fail" and len(values[-2]) == columns < problem.n:
                break
    yield from recorder.end({})


def coloured_squares(problem: Problem) -> list[list[list[int]]]:
    """For each column of a coloured board, the row and the colour of each square it allows."""
    columns = zip(problem.domains, problem.colours, strict=True)
    return [[[row, colours[row]] for row in rows] for rows, colours in columns]


class _PortRecorder(Recorder):
    """Turns ports into events."""

    trying = False
    conflict_column: int | None = None

    def solve(self, port: str, column: int) -> None:
        """Record what a port of solve means, which places the queen of this column."""
        if column == self.n:
            if port == "exit":
                self.solution()
        elif port == "call":
            self.emit(Kind.COLUMN, column=column)
        elif port == "fail" and column > len(self.problem.prefix):
            self.go_back_to(self.standing()[: column - 1])
        elif port == "redo" and column == self.n - 1:  # after a solution, for another row
            self.go_back_to(self.standing()[:column])

    def nc(self, port: str, row: int, others: list[int], distance: int) -> None:
        """Record what a port of nc means, which tests a row against the queens ``others``."""
        column = len(others) + distance - 1
        if port == "call" and distance == 1:
            self.trying, self.conflict_column = True, None
            # Prolog does not redo goals without another answer, so queens may still stand.
            self.go_back_to(others[::-1])
            self.try_row(column, row)
        elif port == "exit" and distance == 1 and self.trying:
            self.trying = False
            self.place(column, row)
        elif port == "fail" and self.trying:
            if self.conflict_column is None:  # the innermost goal fails first
                self.conflict_column = len(others) - 1
            if distance == 1:
                self.trying = False
                self.conflict(column, row, self.conflict_column)


def written(argument: Any) -> str:
    """A number, a text or a list as Prolog writes it; None is a free variable."""
    if isinstance(argument, list):
        return f"[{','.join(map(written, argument))}]"
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
