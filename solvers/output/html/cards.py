"""The cards of a report: each backend with its idea, its figures and its source."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from solvers import registry
from solvers.errors import printable
from solvers.output.listing import listing
from solvers.output.messages import duration
from solvers.output.run_table import COLUMNS, cells, counter_words, ratios
from solvers.puzzle.problem import Goal
from solvers.referee.verdict import Crosscheck, Judgement

MANY = 9
"""From this number of cards on, the report shows them in groups."""


def cards(crosscheck: Crosscheck) -> list[dict[str, Any]]:
    """The cards of all backends: the shortest program first, variants after their parent.

    Backends without a program come last. From MANY cards on, they are sorted by group first.
    """
    made = [
        _card(judgement, ratio, crosscheck.problem.goal)
        for judgement, ratio in zip(crosscheck.judgements, ratios(crosscheck), strict=True)
    ]
    if len(made) < MANY:
        for card in made:
            card["group"] = ""
    order = {card["name"]: (card["source"] is None, card["lines"], card["name"]) for card in made}
    return sorted(
        made,
        key=lambda card: (
            card["group"],
            order.get(card["variant_of"], order[card["name"]]),
            bool(card["variant_of"]),
            order[card["name"]],
        ),
    )


def _card(judgement: Judgement, ratio: str, goal: Goal) -> dict[str, Any]:
    """The data of one card; ``ratio`` is that of its time to its parent's, in words, or ""."""
    run = judgement.run
    backend = registry.find_or_none(run.backend)
    numbers = [
        ("first solution", duration(run.first_solution_seconds)),
        ("all solutions" if goal is Goal.ALL else "end of the search", duration(run.seconds)),
        ("memory", cells(judgement)[COLUMNS.index("memory")]),
        ("verdict", f"{run.status}, {judgement.verdict}"),
    ]
    if ratio:
        numbers.append((f"vs. {run.variant_of}", ratio))
    if counters := ", ".join(counter_words(run)):
        numbers.append(("work", counters))
    source, core, lines = None, None, 0
    if backend and (shown := listing(backend)).text:
        lines = shown.lines
        numbers.insert(0, ("lines", str(lines)))
        source = _coloured(shown.text, shown.language)
        core = _coloured(shown.core, shown.language)
    return {
        "name": printable(run.backend),
        "paradigm": run.paradigm,
        "group": (registry.group_of(backend) if backend else "") or "others",
        "variant_of": run.variant_of,
        "difference": backend.difference if backend else "",
        "idea": backend.idea if backend else "",
        "numbers": numbers,
        "source": source,
        "core": core,
        "lines": lines,
    }


def _coloured(text: str, language: str) -> Markup:
    """The coloured source; parts between two blank lines are blocks, which no page break splits."""
    coloured = highlight(text, get_lexer_by_name(language), HtmlFormatter(nowrap=True))
    blocks = "".join(
        f'<div class="block">{block}</div>' for block in coloured.rstrip().split("\n\n\n")
    )
    return Markup(f"<pre>{blocks}</pre>")  # noqa: S704  # escaped by Pygments
