"""Conformance of engines: the sets of many boards, each compared with the referee's own search.

A difference is named by its kind, and shown on a board that closing squares has made as small as
possible. It blames nobody: the fault may be in the engine, in an interface to it, or in how it is
called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from solvers.adapters.one_model import OneModel
from solvers.atomic_file import FileKind, write_text
from solvers.execution.channel import COUNT_FORMAT, RemoteCall, read_placements
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import calls_elsewhere
from solvers.execution.result import Cause, ChannelError, Ending
from solvers.execution.solving import solutions
from solvers.interface import Backend
from solvers.output.messages import counted, ending_words, fault_words, title
from solvers.output.model_files import FORMATS
from solvers.puzzle.diagram import draw_diagram
from solvers.puzzle.packing import Fault, Packer
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import known_solutions
from solvers.referee.verdict import Judgement
from solvers.registry import obstacle
from solvers.testing.boards import random_boards
from solvers.testing.complaint import judged

MOST_TRIALS = 150
"""The most boards that are tried to make a difference smaller."""

REPEATS = 3
"""The runs on one board, before it counts as one without a difference: some faults are rare."""


Difference = tuple[Problem, Judgement]
"""A board for which an engine's answers are wrong, and what the referee says about them."""


@dataclass(frozen=True, slots=True)
class Conformance:
    """The result of an engine: the number of ``boards`` that it solved, of those ``asked``.

    The boards ``left_out`` are those that its record excludes.
    ``difference`` is the smallest one found, or None. ``unfinished`` is the first board that the
    engine did not finish, with the ending of that run, or None.
    """

    boards: int
    asked: int
    left_out: int
    difference: Difference | None
    unfinished: tuple[Problem, Ending] | None

    def __str__(self) -> str:
        if self.difference:
            problem, judgement = self.difference
            return f"differs: {fault_words(judgement, problem)} on {title(problem)}"
        if self.unfinished:
            problem, ending = self.unfinished
            where = f"{title(problem)} ({ending_words(ending)})"
            done = f"{self.boards} of {counted(self.asked, 'board')}"
            return f"{done} identical; not finished: {where}"
        not_asked = f"; {self.left_out} left out, which its method does not solve"
        return f"{counted(self.asked, 'board')} identical{not_asked if self.left_out else ''}"


def boards(largest: int, count: int) -> list[Problem]:
    """The empty boards from n = 0 to ``largest``, and random ones up to n = 8.

    They are always the same. With ``largest`` 0, there are no random ones.
    """
    sizes = [n for n in (1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8) if n <= largest]
    return [*map(Problem, range(largest + 1)), *random_boards(sizes, count if sizes else 0)]


def conformance(backend: Backend, problems: Sequence[Problem], limits: Limits) -> Conformance:
    """Compare the engine's answers for each problem, within the limits, with the solutions."""
    done, unfinished = 0, None
    differences: list[Difference] = []
    goal = Goal.ALL if backend.enumerates else Goal.FIRST
    wanted = [replace(problem, goal=goal) for problem in problems]
    possible = [
        problem
        for problem in wanted
        # A method that finds one solution cannot prove that there is none.
        if not obstacle(backend, problem) and (backend.enumerates or known_solutions(problem))
    ]
    for problem, found in _answers(backend, possible, limits):
        if isinstance(found, Ending):
            unfinished = unfinished or (problem, found)
            if found.cause is Cause.CANNOT_RUN:
                break
            continue
        done += 1
        differences += [found] if found else []

    def size(difference: Difference) -> tuple[int, int]:
        """Its n, and the number of open squares."""
        return difference[0].n, sum(map(len, difference[0].domains))

    smallest = min(differences, key=size, default=None)
    if smallest:
        smallest = _smaller(backend, smallest, limits)
    return Conformance(done, len(possible), len(problems) - len(possible), smallest, unfinished)


def _answers(
    backend: Backend, problems: Sequence[Problem], limits: Limits
) -> Iterator[tuple[Problem, Difference | Ending | None]]:
    """For each problem the difference, None without one, or the ending of an unfinished run."""
    calls = [(backend, RemoteCall(_found, (problem,))) for problem in problems]
    for at, value in calls_elsewhere(calls, limits, jobs=1):
        yield problems[at], value if isinstance(value, Ending) else _compared(problems[at], value)


def _found(backend: Backend, problem: Problem) -> Iterator[bytes]:
    """The number of malformed answers, and the packed placements, in the engine's process."""
    packer = Packer(problem.n)
    for answer in solutions(backend, problem, Counter()):
        packer.add(answer)
        if problem.goal is Goal.FIRST:
            break
    yield COUNT_FORMAT.pack(packer.rejected_counts.total())
    yield COUNT_FORMAT.pack(packer.count) + bytes(packer.packed)


def _compared(problem: Problem, value: bytes) -> Difference | Ending | None:
    """The difference of the answers that the process sent, outside of the engine's time."""
    packer = Packer(problem.n)
    try:
        packer.take(read_placements(value[COUNT_FORMAT.size :], problem.n))
    except ChannelError as error:
        return Ending(Cause.BAD_RECORD, detail=str(error))
    packer.refuse([], {Fault.MALFORMED: COUNT_FORMAT.unpack_from(value)[0]})
    judgement = judged(problem, packer)
    return (problem, judgement) if any(judgement.faults.values()) else None


def _smaller(backend: Backend, difference: Difference, limits: Limits) -> Difference:
    """The difference on the smallest board that closing one square after another leads to."""
    trials = 0
    while trials < MOST_TRIALS:
        board, _ = difference
        candidates = [
            replace(board, blocked=board.blocked | {(column, row)})
            for column, rows in enumerate(board.domains)
            if len(rows) > 1
            for row in rows
        ]
        tried = [each for each in candidates for _ in range(REPEATS)][: MOST_TRIALS - trials]
        for _, found in _answers(backend, tried, limits):
            trials += 1
            if isinstance(found, tuple):
                difference = found
                break
        else:
            break
    return difference


def write_difference(backend: Backend, problem: Problem, folder: Path) -> list[Path]:
    """Write a board and its model, for others to repeat a difference, as new files; return them."""
    suffix, text = model_of(backend, problem)
    for number in count(1):
        name = f"{backend.name}{f'-{number}' if number > 1 else ''}"
        files = {
            folder / f"{name}-board.txt": draw_diagram(problem) + "\n",
            folder / f"{name}-model.{suffix}": text,
        }
        if not any(file.exists() for file in files):
            break
    for file, content in files.items():
        write_text(content, file, FileKind("board"))
    return [*files]


def model_of(backend: Backend, problem: Problem) -> tuple[str, str]:
    """The board as a model that the engine reads: the suffix of the file, and its text."""
    call = RemoteCall(_model, (problem,))  # others' code runs in a process of its own
    ((_, told),) = calls_elsewhere([(backend, call)], Limits(), jobs=1)
    if isinstance(told, bytes) and told and backend.reads.isalnum():
        return backend.reads, told.decode(errors="replace")
    suffix = backend.reads if backend.reads in FORMATS else "mzn"
    return suffix, FORMATS[suffix](problem)


def _model(backend: Backend, problem: Problem) -> Iterator[bytes]:
    """The model of the board in the engine's own text, or nothing."""
    if isinstance(backend.solve, OneModel):
        yield (backend.solve.text(problem) or "").encode(errors="replace")
