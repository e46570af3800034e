"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int) -> list[str]:
    """A Markdown table whose last columns, that many, are numbers."""
    texts = len(head) - numbers
    rules = ["---"] * texts + ["---:"] * numbers
    return [f"| {' | '.join(row)} |" for row in (head, rules, *rows)]
