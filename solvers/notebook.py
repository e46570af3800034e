"""Comparisons, searches and boards that show themselves in a notebook."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any

from solvers.interface import Backend
from solvers.output.json_document import document
from solvers.output.messages import LARGEST_DRAWN, conditions, counted, title
from solvers.output.verdict_sentence import verdict_line
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Agreement, Comparison
from solvers.tracing.event import Event, Kind
from solvers.tracing.event_table import EVENT_TABLE
from solvers.tracing.replay import SearchTree, search_tree

MOST_EVENTS = 500_000
"""A film is cut off after this many events; they take seconds, and some hundred MiB."""


@dataclass(frozen=True)
class BoardPicture:
    """A placement; in a notebook it appears as a chessboard."""

    placement: Placement

    def _repr_svg_(self) -> str | None:
        from solvers.output.boards import svg_board

        is_narrow = len(self.placement) <= LARGEST_DRAWN
        return svg_board(self.placement, standalone=True) if is_narrow else None


class Page:
    """An HTML page; a notebook shows it in a frame, so that neither touches the other."""

    html: str

    def save(self, path: str | Path) -> None:
        """Write the page to a file. Raises WriteError, an OSError.

        UsageError: the file exists, and is no page of the suite.
        """
        from solvers.atomic_file import write_text
        from solvers.output.page_names import PAGE

        write_text(self.html, Path(path), PAGE)

    def _repr_html_(self) -> str:
        source, label = escape(self.html, quote=True), escape(repr(self), quote=True)
        return f'<iframe srcdoc="{source}" width="100%" height="900" title="{label}"></iframe>'


@dataclass(frozen=True, repr=False)
class Report(Page):
    """The page of a comparison."""

    html: str

    def __repr__(self) -> str:
        return f"a report of {len(self.html) // 1024} KiB; .save(path) writes it"


@dataclass(frozen=True, repr=False)
class Film(Page):
    """A search, event by event; in a notebook it appears as an animation with controls.

    >>> from solvers import trace
    >>> film = trace(6, "backtracking", prefix=[0])
    >>> film.nodes, film.dead_ends, film.events[0].kind
    (22, 7, <Kind.COLUMN: 'column'>)
    """

    backend: Backend
    problem: Problem
    events: tuple[Event, ...] = field(repr=False)

    @cached_property
    def tree(self) -> SearchTree:
        """Its decisions as a tree."""
        return search_tree(self.problem, self.events)

    @property
    def is_whole(self) -> bool:
        """False if the events were cut off before the end of the search."""
        return bool(self.events) and EVENT_TABLE[self.events[-1].kind].ends

    @property
    def nodes(self) -> int:
        """The number of states in which a decision was made."""
        return self.tree.nodes

    @property
    def dead_ends(self) -> int:
        """The number of decisions that led to neither another decision nor a solution."""
        return self.tree.dead_ends

    def check(self) -> int:
        """Verify every event, and return their number; raises FilmError at the first false one."""
        from solvers.tracing.checker import check_events

        return check_events(self.problem, self.events)

    @cached_property
    def html(self) -> str:  # type: ignore[override]  # drawn when somebody looks
        """The page with the animation."""
        from solvers.output.film_pages import film_player

        return film_player(self.backend, repr(self), self.problem, self.events)

    def __repr__(self) -> str:
        found = sum(event.kind is Kind.SOLUTION for event in self.events)
        numbers = (
            ("" if self.is_whole else "the first ") + counted(len(self.events), "event"),
            counted(self.nodes, "node"),
            counted(found, "solution"),
        )
        return f"{self.backend.name}, {title(self.problem)}: {', '.join(numbers)}"


@dataclass(frozen=True, eq=False, repr=False)
class NotebookComparison(Comparison):
    """The result of a comparison; in a notebook it appears as text.

    >>> from solvers import compare
    >>> found = compare(6, ["sicp"])
    >>> found.document["expected_solutions"], found.runs[0]["verdict"]
    (4, 'correct')
    """

    def __bool__(self) -> bool:
        """Whether all sets are identical."""
        return self.agreement is Agreement.IDENTICAL

    @property
    def runs(self) -> list[dict[str, Any]]:
        """A dictionary for each run, with the fields of the document."""
        runs: list[dict[str, Any]] = self.document["runs"]
        return runs

    @property
    def document(self) -> dict[str, Any]:
        """The document that ``compare.py --output json`` prints, as a dictionary."""
        return document(self)

    def report(self) -> Report:
        """The page that ``compare.py --report`` writes; a notebook shows it in the cell."""
        from solvers.output.html.page import page
        from solvers.tracing.films import record_films

        films = record_films([self], self.limits)
        return Report(page([self], f"{conditions(self.limits)}.", films))

    def __repr__(self) -> str:
        return f"{title(self.problem)}: {verdict_line(self)}"

    def _repr_html_(self) -> str:
        from rich.console import Console

        from solvers.output.text import PIPE_WIDTH, print_comparison

        shown = StringIO()
        print_comparison(Console(file=shown, width=PIPE_WIDTH), self)
        return f"<pre>{escape(shown.getvalue())}</pre>"
