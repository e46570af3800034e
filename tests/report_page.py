"""A report as ``compare.py --report`` makes it: the films are recorded first."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.execution.limits import Limits
from solvers.output.html import page as html
from solvers.referee.verdict import Crosscheck
from solvers.tracing.films import record_films


def page(crosschecks: Sequence[Crosscheck], conditions: str) -> str:
    """The page of these comparisons with the films of their searches."""
    return html.page(crosschecks, conditions, record_films(crosschecks, Limits()))
