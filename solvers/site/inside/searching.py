"""Searches and films: in this interpreter, or as a question to the worker of another engine."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import astuple
from importlib import import_module
from typing import Any

from solvers import registry
from solvers.adapters import prolog
from solvers.execution.solving import (
    Outbox,
    Work,
    failure_words,
    make_ready,
    solutions,
    whole_counters,
)
from solvers.interface import Backend
from solvers.paradigms import asp, asp_coloured
from solvers.puzzle.packing import Packer, pack
from solvers.puzzle.problem import Goal, Problem, with_given
from solvers.tracing.films import film_of
from solvers.tracing.traces import tracer

Send = Callable[[bytes, int, list[list[str | int]]], object]
"""Takes packed placements, their number, and the fields of the rejected answers."""


def problem_of(asked: Mapping[str, Any]) -> Problem:
    """The problem that the page asks for; raises ProblemError."""
    return with_given(
        asked["n"],
        map(tuple, asked.get("given", ())),
        map(tuple, asked.get("blocked", ())),
        tuple(asked.get("prefix", ())),
        Goal(asked.get("goal", "all")),
        colours=asked.get("colours", ()),
    )


def able(name: str, problem: Problem) -> Backend:
    """The backend as it runs on this board; raises BackendError if it cannot."""
    backend = registry.find(name)
    registry.check_possible(backend, problem)
    return registry.on_board(backend, problem)


def prepared(name: str) -> str:
    """The version of a backend's engine, once it can search here."""
    backend = registry.find(name)
    make_ready(backend)
    return str(backend.version())


def search(name: str, asked: Mapping[str, Any], send: Send) -> dict[str, Any]:
    """Run a backend here and ``send`` its solutions; gives the contents of its end record."""
    problem = problem_of(asked)
    backend = able(name, problem)
    work, failed = Work(), ""
    outbox = Outbox(
        problem.n,
        lambda batch: send(
            bytes(batch.packed), batch.count, [[*astuple(each)] for each in batch.rejected]
        ),
    )
    start = time.perf_counter()
    try:
        for solution in solutions(backend, problem, work):
            outbox.add(solution)
        counters = whole_counters(work)
    except Exception as error:  # a backend raises what it likes
        counters, failed = {}, failure_words(error)[1]
    seconds = time.perf_counter() - start
    outbox.flush()
    first = outbox.first_solution_time
    return {
        "cause": "failed" if failed else "done",
        "detail": failed,
        "solutions": outbox.solutions,
        "seconds": seconds,
        "first": first and first - start,
        "counters": counters,
    }


class EngineQuestionError(Exception):
    """The requests of a backend to an engine that is not in this interpreter."""

    def __init__(self, **question: Any) -> None:
        super().__init__()
        self.question = question


def question(name: str, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """The request to another engine: ``load`` and ``query``, or ``program``; None: nothing."""
    problem = problem_of(asked)
    backend = able(name, problem)
    if backend.name == asp.BACKEND.name:
        program = asp_coloured.program if problem.colours else asp.program
        return {"program": program(problem), "models": int(problem.goal is Goal.FIRST)}
    modules: list[str] = []

    def refer(query: str, work: Counter[str]) -> Iterator[str]:
        del work  # the other engine counts it
        raise EngineQuestionError(load=["answers", *modules], query=query)

    prolog.load = lambda *names: modules.extend(names)
    prolog.texts = refer
    backend.prepare()
    try:
        pack(solutions(backend, problem, Counter()), problem.n)
    except EngineQuestionError as asks:
        return asks.question | {"first": problem.goal is Goal.FIRST}
    return None


def packed_answers(backend: Backend, problem: Problem, answers: Sequence[Any]) -> Packer:
    """The solutions from the answers of another engine: texts of Prolog, atoms of clingo."""
    if backend.name == asp.BACKEND.name:
        return pack(map(_placement, answers), problem.n)
    prolog.texts = lambda query, work: iter(answers)  # noqa: ARG005  # they are known
    return pack(solutions(backend, problem, Counter()), problem.n)


def _placement(atoms: Sequence[str]) -> tuple[int, ...]:
    """The placement of a model, which is a list of atoms such as ``queen(0,3)``."""
    queens = sorted(tuple(map(int, re.findall(r"\d+", atom))) for atom in atoms)
    return tuple(row for _, row in queens)


def filmed(name: str, asked: Mapping[str, Any], printed: str | None = None) -> dict[str, Any]:
    """The film of a backend as the page plays it.

    For a search in Prolog it ``asks`` first: ``printed`` is the output of that program.
    """
    problem = problem_of(asked)
    backend = able(name, problem)

    def lines_of(program: str, *arguments: object) -> Generator[list[Any]]:
        if printed is None:
            raise EngineQuestionError(
                program=program, arguments=[json.dumps(one) for one in arguments]
            )
        yield from map(json.loads, printed.splitlines())

    search = tracer(backend)
    if backend.requires == ("pyswip",):
        module, _, function = backend.trace.partition(":")
        events = getattr(import_module(module), function)(problem, lines_of)
    else:
        events = search(problem)
    try:
        played = film_of(backend, problem, list(events))
    except EngineQuestionError as question:
        return {"asks": question.question}
    return played.document(problem)
