"""The films of a report: the first two to show, and the reasons for missing ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from solvers import registry
from solvers.errors import printable
from solvers.execution.result import Ending, Run, Status
from solvers.grading.language import PROLOG, Language
from solvers.interface import Backend
from solvers.output.messages import ending_words
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Comparison
from solvers.tracing.event import Event
from solvers.tracing.films import (
    LARGEST_BOARD,
    Films,
    PackedFilm,
    film_of,
    filmed_comparison,
)

if TYPE_CHECKING:
    from solvers.tracing.own_program import OwnProgram


def missing_films(
    crosschecks: Sequence[Comparison], films: Films, own: Mapping[str, OwnProgram] | None = None
) -> dict[str, str]:
    """For each backend's name the reason why its film is missing or incomplete."""
    chosen, own = filmed_comparison(crosschecks), own or {}
    missing = {name: _why_no_steps(each) for name, each in own.items() if not each.film}
    if chosen is None:
        every = f"searches are shown for up to {LARGEST_BOARD} queens"
        return missing | {"every search": every}
    for run in (judgement.run for judgement in chosen.judgements):
        name, film = printable(run.backend), films.get(run.backend)
        if name not in own and (why := _why_missing(run, film, chosen.problem)):
            missing[name] = why
    return missing


def _why_no_steps(program: OwnProgram) -> str:
    """The reason why one's own program is not stepped through."""
    if program.ending:
        return f"its steps did not arrive: {ending_words(program.ending)}"
    return no_steps_words(program.checked.submission.language)


def no_steps_words(language: Language) -> str:
    """The reason why there is no goal of Prolog to step through."""
    if language is not PROLOG:
        return f"only programs in Prolog can be stepped through, not in {language.name}"
    return "it has no goal to step through, only printed boards"


def _why_missing(run: Run, film: PackedFilm | str | Ending | None, problem: Problem) -> str:
    """The reason why a backend has no film, or how it differs from the run; "" if it does not."""
    if isinstance(film, PackedFilm):
        return film.difference
    if film is not None:
        return film if isinstance(film, str) else f"its trace did not end: {ending_words(film)}"
    backend = registry.find_or_none(run.backend, problem)
    if run.status is Status.UNAVAILABLE:
        return "it cannot run here"
    return (backend and backend.untraced) or "its search is not traced"


FIRST_FILMS = ("backtracking", "python-constraint", "prolog", "clpfd", "permutation", "sat")
"""The searches to show first: any two of these have events in common."""


def first_pair(films: Collection[str]) -> tuple[str, str]:
    """The names of the two searches to show first; "" for the second shows the first alone."""
    known = [name for name in FIRST_FILMS if name in films]
    left, right, *_ = *(known or [*films][:1]), "", ""
    return left, right


def film_player(backend: Backend, title: str, problem: Problem, events: Sequence[Event]) -> str:
    """A page that plays the film of these events, for a cell of a notebook."""
    from solvers.output.html.rendering import rendered

    name, played = backend.name, film_of(backend, problem, events)
    return rendered(
        "player",
        {"traces": {name: played.document(problem)}},
        title=title,
        films=[name],
        pair=(name, ""),
        missing={name: played.difference} if played.difference else {},
    )
