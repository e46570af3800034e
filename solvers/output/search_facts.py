"""Who searches, who undoes a wrong choice, what is known before the next: each paradigm's answers.

Also the reason why a search cannot be watched, and the searches to watch instead.
"""

from __future__ import annotations

from solvers import registry
from solvers.interface import Backend

QUESTIONS = ("who searches", "who undoes a wrong choice", "what is known before the next choice")
"""The questions, as headings."""


def choice_facts(backend: Backend) -> tuple[str, str, str]:
    """The answers of a backend, or else of its parent; "" where there is none."""
    known = backend.searches, backend.undoes, backend.knows
    parent = registry.find_or_none(backend.variant_of) if not any(known) else None
    return choice_facts(parent) if parent else known


def untraced_words(backend: Backend) -> str:
    """The reason why a search is not traced, and what to watch instead; "" if it does not say."""
    if not backend.watch:
        return backend.untraced
    command = f"queens trace --backend {backend.watch[0]}"
    return f"{backend.untraced}; watch {' or '.join(backend.watch)} instead: {command}"
