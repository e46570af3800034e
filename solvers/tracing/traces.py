"""The backends that can be traced, and the forms of their traces."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType

from solvers import registry
from solvers.adapters.outside import Elsewhere
from solvers.errors import (
    FilmError,
    IncompleteError,
    SolversError,
    TraceError,
    UnavailableError,
)
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending
from solvers.install_hint import with_install_hint
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.paradigms.sicp import exercise
from solvers.puzzle.problem import Problem
from solvers.tracing.course_texts import representation
from solvers.tracing.event import Event, TraceNotes, Tracer
from solvers.tracing.event_table import EVENT_TABLE, sentence
from solvers.tracing.replay import Replay
from solvers.tracing.source_lines import SourceLines, program_of, source_lines
from solvers.tracing.tracers import sicp


class UnfinishedTraceError(IncompleteError):
    """A trace reached a limit, or its process ended; ``ending`` says which."""

    def __init__(self, backend: Backend, ending: Ending) -> None:
        super().__init__(f"the trace of {backend.name} is incomplete ({ending.cause})", "")
        self.status, self.ending = ending.status, ending


def is_traced(backend: Backend) -> bool:
    """Whether the search of this backend can be traced event by event."""
    return bool(backend.trace or representation(backend))


def tracer(backend: Backend, limits: Limits | None = None) -> Tracer:
    """The function that traces this backend; raises TraceError.

    The search of a backend of others runs in a process of its own, within the limits.
    """
    if not backend.trace:
        if board := representation(backend):
            return partial(_events, backend, partial(sicp.events, board))
        is_page = backend.coloured == getattr(backend.solve, "__module__", None)
        small = Problem(1, colours=((0,),) if is_page else ())
        others = [each for each in registry.backends().values() if each.coloured or not is_page]
        able = ", ".join(one.name for one in others if is_traced(registry.on_board(one, small)))
        why = "; ".join(filter(None, (backend.untraced, f"you can trace {able}")))
        raise TraceError(f"{backend.name} cannot be traced: {why}")
    if isinstance(backend.solve, Elsewhere):  # this process has only its record
        return partial(_events_elsewhere, backend, limits)
    module, name = _module(backend), backend.trace.partition(":")[2]
    trace: Tracer | None = getattr(module, name, None)
    if not callable(trace):
        raise TraceError(
            f"{backend.name} names its trace {backend.trace!r}, which does not exist; "
            "give MODULE:FUNCTION"
        )
    return partial(_events, backend, trace)


def _events(backend: Backend, trace: Tracer, problem: Problem) -> Iterator[Event]:
    """Yield the events; raises UnavailableError without the engine, TraceError if a trace fails."""
    is_ours = _module(backend).__name__.startswith("solvers.")
    try:
        for number, event in enumerate(trace(problem), 1):
            yield event if is_ours else _event(number, event)
    except SolversError:
        raise
    except ImportError as error:
        reason = f"{backend.name} cannot run here: {error}"
        raise UnavailableError(with_install_hint(reason, backend.install)) from None
    except Exception as error:  # the trace of an outside backend may raise anything
        if not backend.origin:
            raise
        message = f"the trace of {backend.name} failed: {type(error).__name__}: {error}"
        raise TraceError(message) from error


def _events_elsewhere(backend: Backend, limits: Limits | None, problem: Problem) -> Iterator[Event]:
    """Yield the events of a backend of others as they come from a process of its own.

    Raises FilmError for what is no event, TraceError, UnavailableError and UnfinishedTraceError.
    """
    # The web page has no processes.
    from solvers.execution.channel import RemoteCall
    from solvers.execution.remote_calls import pieces_elsewhere

    pieces = pieces_elsewhere(backend, RemoteCall(_told, (problem,)), limits or Limits())
    for number, piece in enumerate(pieces, 1):
        if isinstance(piece, Ending):
            _demand_done(backend, piece)
            return
        try:
            told: Event | str = msgspec.json.decode(piece, type=Event | str)
        except ValueError as error:  # also text that is no UTF-8
            raise FilmError(f"event {number} is not an Event: {error}") from None
        if isinstance(told, str):
            raise FilmError(told)
        yield told


def _demand_done(backend: Backend, ending: Ending) -> None:
    """Raise the error that this ending of a process stands for, if any."""
    if ending.cause is Cause.FAILED:
        raise TraceError(ending.detail)
    if ending.cause is Cause.CANNOT_RUN:
        raise UnavailableError(f"{backend.name} cannot run here: {ending.detail}")
    if ending.cause is Cause.INTERRUPTED:
        raise KeyboardInterrupt
    if ending.cause is not Cause.DONE:
        raise UnfinishedTraceError(backend, ending)


def _told(backend: Backend, problem: Problem) -> Iterator[bytes]:
    """The events as JSON, in the process of the backend; a FilmError as its text."""
    try:
        for event in tracer(backend)(problem):
            yield msgspec.json.encode(event._replace(state=dict(event.state)))
    except FilmError as error:
        yield msgspec.json.encode(str(error))


def _event(number: int, found: object) -> Event:
    """An outside author's event, whose kind and rule may be plain text.

    Raises FilmError for any other object, and for a field of another type.
    """
    if not isinstance(found, Event):
        raise FilmError(f"event {number} is not an Event: {found!r}")
    try:
        return msgspec.convert(tuple(found), Event)
    except msgspec.ValidationError as error:
        raise FilmError(f"event {number}, {found.kind}: {error}") from None


def trace_lines(
    backend: Backend, problem: Problem, events: Iterable[Event], *, explain: bool = False
) -> Iterator[str]:
    """The lines of a backend's trace, as its course text prints them, or else one sentence each.

    Raises TraceError if ``explain`` is set, but no course text explains the steps.
    """
    texts = notes(backend)
    if explain and problem.colours:
        raise TraceError("--explain is for boards without colours; leave it out")
    if explain and not texts.explained:
        raise TraceError(
            f"--explain does not work with {backend.name}, because no course text explains its "
            "steps; leave it out, or add --backend backtracking"
        )
    printer = texts.explained if explain else texts.printed
    if printer:
        return chain.from_iterable(map(printer, events))
    return sentences(problem, events)


def notes(backend: Backend) -> TraceNotes:
    """The notes of the backend's tracer; empty notes for an outside backend.

    The answers to SICP 2.42 share one tracer.
    """
    if backend.trace:
        module = None if backend.origin else _module(backend)
    else:
        module = sicp if representation(backend) else None
    trace_notes: TraceNotes = getattr(module, "NOTES", TraceNotes())
    return trace_notes


def executed_lines(backend: Backend, problem: Problem) -> SourceLines | None:
    """The source lines that belong to each event of one of our programs, if they are known."""
    program = Path(exercise.__file__) if representation(backend) else program_of(backend)
    if not problem.colours:
        return source_lines(notes(backend), program, problem) if program else None
    for each in filter(None, (program, program_of(registry.find(backend.name)))):
        with suppress(ValueError):  # if the page for coloured boards has the test alone
            return source_lines(notes(backend), each, problem)
    return None


def _module(backend: Backend) -> ModuleType:
    """The module that ``backend.trace`` names; raises TraceError."""
    name = backend.trace.partition(":")[0]
    try:
        return import_module(name) if name else sys.modules[backend.solve.__module__]
    except ImportError as error:
        raise TraceError(f"the trace of {backend.name} cannot be loaded: {error}") from None


INDENT = "  "
"""The indentation for each decision that stands."""


def sentences(problem: Problem, events: Iterable[Event]) -> Iterator[str]:
    """Each event with its sentence, indented once per decision that stands."""
    replay = Replay(problem)
    for event in events:
        replay.follow(event)
        level = replay.level
        if EVENT_TABLE[event.kind].ends:
            level = 0
        elif EVENT_TABLE[event.kind].decides:  # the decision itself stands where it is made
            level -= 1
        yield INDENT * level + sentence(event)
