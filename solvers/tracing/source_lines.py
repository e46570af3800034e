"""Finds the source line of a textbook program that an event executes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType

from solvers.adapters.outside import Elsewhere
from solvers.adapters.prolog import program_file
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, TraceNotes


@dataclass(frozen=True, slots=True)
class SourceLines:
    """The text of a program, and ``numbers``: for an event's name, its line's index, from 0.

    A name is a kind, or a kind with a detail: ``after`` and the kind of the event before, the line
    of a conflict, the predicate of a goal, or k.
    """

    text: str
    numbers: Mapping[str, int]

    def line(self, event: Event, before: Event | None) -> int | None:
        """The index of the line that the event executes, from 0; None without one."""
        goal = str(event.state.get("goal", "")).partition("(")[0]
        more = (before and f"after {before.kind}", event.conflict_line, goal, event.state.get("k"))
        names = [*(f"{event.kind} {detail}" for detail in more), event.kind]
        return next((self.numbers[name] for name in names if name in self.numbers), None)


def program_of(backend: Backend) -> Path | None:
    """The file that the backend names as its program, or else the module that defines ``solve``.

    None for a backend without a file, such as a submission or a backend defined in a notebook.
    """
    solve = getattr(backend.solve, "func", backend.solve)
    module = sys.modules.get(getattr(solve, "__module__", ""))
    source = Path(getattr(solve, "file", "") or getattr(module, "__file__", None) or "")
    folder = Path(getattr(solve, "folder", source.parent))  # of an adapters.program.Program
    files = [folder / backend.program, program_file(backend.program)]
    if not backend.program:
        files = [source] if isinstance(backend.solve, (FunctionType, Elsewhere)) else []
    return next((file for file in files if file.is_file()), None)


def source_lines(notes: TraceNotes, program: Path, problem: Problem) -> SourceLines | None:
    """Find the source lines of a program by the parts of lines in the notes of its tracer.

    None if the notes have no parts, or do not apply to a board with blocked squares or colours.
    Raises ValueError for a part that is not in exactly one line.
    """
    parts = notes.line_of_event
    is_other = problem.blocked or problem.colours
    if not parts or (is_other and not notes.takes_blocked):
        return None
    text = program.read_text(encoding="utf-8")
    lines = text.splitlines()
    numbers: dict[str, int] = {}
    for name, part in parts.items():
        (numbers[name],) = [number for number, line in enumerate(lines) if part in line]
    return SourceLines(text, numbers)
