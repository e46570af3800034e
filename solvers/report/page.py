"""A report: one page of HTML that needs nothing else, for a projector, a screen or paper."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from importlib.resources import files
from statistics import median
from typing import Any

from jinja2 import Environment
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from solvers import registry
from solvers.board.diagram import closed_squares
from solvers.board.problem import Problem
from solvers.course.notations import representation
from solvers.referee.verdict import Agreement, Crosscheck, Judgement, Verdict
from solvers.report.growth_plot import Point, growth_plot
from solvers.report.listing import listing
from solvers.report.page_data import page_data
from solvers.report.printable import printable
from solvers.report.svg_board import svg_board
from solvers.report.variants import columns, parent, ratios, rows
from solvers.report.words import (
    COLUMNS,
    cells,
    counted,
    duration,
    explanation,
    known_by,
    title,
    verdict_line,
    where_no_count_is_known,
    witness_words,
    work,
)
from solvers.run.ending import Status
from solvers.run.result import Run

COST_COLUMNS = ("backend", "n", "solutions", "first", "all", "a step", "memory", "work")

Measure = Callable[[Run], Mapping[str, float | None]]
"""What a line of a plot shows of a run, by the name of the line."""

STATES = {
    Verdict.CORRECT: "correct",
    Verdict.WRONG: "wrong",
    Verdict.PARTIAL: "partial",
    Verdict.NOT_JUDGED: "unjudged",
}


def page(crosschecks: Sequence[Crosscheck], conditions: str) -> str:
    """The page for one comparison or several; ``conditions`` says machine, limits and guard.

    Comparisons of one problem are repetitions: the gravest of them is shown, and figures are their
    medians with their spread. The same comparisons give the same page. All that comes from outside
    is escaped: by the template, and in the block of data, where no ``<`` stands.
    """
    groups = list(_by_problem(crosschecks).values())
    crosschecks = [_gravest(group) for group in groups]
    data = page_data(crosschecks)
    sources = files("solvers.report") / "page"
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        (sources / "page.html.jinja").read_text(encoding="utf-8")
    )
    plots, plot_missing = _plots(groups)
    shown = columns(crosschecks)
    found = data["solutions"]
    return template.render(
        title=_title(crosschecks),
        css=Markup((sources / "page.css").read_text(encoding="utf-8")),  # noqa: S704  # our own
        highlighting=Markup(_highlighting()),  # noqa: S704  # Pygments' own
        script=Markup((sources / "page.js").read_text(encoding="utf-8")),  # noqa: S704  # our own
        data=Markup(_block(data)),  # noqa: S704  # nothing in it can end the element
        verdicts=[_verdict(one, shown) for one in crosschecks],
        columns=shown,
        conditions=conditions,
        cards=_cards(crosschecks[-1]),
        traced=sorted(data["traces"], key=lambda name: name in _without_tries(data)),
        traced_n=next((trace["n"] for trace in data["traces"].values()), 0),
        solutions=found and {"sentence": _solutions_sentence(found)},
        plots=[Markup(plot) for plot in plots],  # noqa: S704  # drawn and escaped by libraries
        plot_missing=plot_missing,
        cost_columns=COST_COLUMNS,
        costs=_costs(groups),
        version=metadata.version("solver-parity"),
    )


def _without_tries(data: dict[str, Any]) -> set[str]:
    """The traces that tell of whole levels, not of single rows: those of SICP."""
    return {name for name in data["traces"] if representation(registry.find(name))}


def _block(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _title(crosschecks: Sequence[Crosscheck]) -> str:
    if len(crosschecks) == 1:
        return title(crosschecks[0].problem)
    sizes = [one.problem.n for one in crosschecks]
    return f"{min(sizes)} to {max(sizes)} queens"


def _highlighting() -> str:
    light = HtmlFormatter(style="default").get_style_defs(".source")
    dark = HtmlFormatter(style="native").get_style_defs(".source")
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}"


def _verdict(crosscheck: Crosscheck, shown: Sequence[str]) -> dict[str, Any]:
    known = crosscheck.problem.known_count
    return {
        "verdict": str(crosscheck.agreement),
        "title": f"{title(crosscheck.problem)}:",
        "sentence": verdict_line(crosscheck),
        "rows": [
            {
                "cells": texts,
                "state": STATES[one.verdict],
                "is_variant": parent(one.run, crosscheck) is not None,
            }
            for one, texts in rows(crosscheck, shown)
        ],
        "known": f"none for {where_no_count_is_known(crosscheck.problem)}"
        if known is None
        else f"{known:,} ({known_by(crosscheck.problem)})",
        "digest": crosscheck.digest or crosscheck.agreed_sum,
        "evidence": str(crosscheck.evidence),
        "versions": [
            (printable(one.run.backend), one.run.version)
            for one in crosscheck.judgements
            if one.run.version
        ],
        "remarks": [
            remark
            for one in crosscheck.judgements
            if (remark := _remark(one, crosscheck.problem))["lines"]
        ],
    }


def _remark(judgement: Judgement, problem: Problem) -> dict[str, Any]:
    witness = judgement.witness
    board = None
    if witness and witness.placement and not judgement.by_lines:
        board = Markup(svg_board(witness.placement, blocked=closed_squares(problem)))  # noqa: S704  # drawn by a library
    lines = [line for line, _ in explanation(judgement, problem)]
    by_lines = judgement.by_lines
    caption = witness_words(witness, problem, by_lines=by_lines) if witness else ""
    return {"lines": lines, "board": board, "caption": caption}


def _cards(crosscheck: Crosscheck) -> list[dict[str, Any]]:
    known = registry.backends()
    cards = []
    for judgement, beside in zip(crosscheck.judgements, ratios(crosscheck), strict=True):
        run = judgement.run
        backend = known.get(run.backend)
        numbers = [
            ("first solution", duration(run.first_solution_seconds)),
            ("all solutions", duration(run.seconds)),
            ("memory", cells(judgement)[COLUMNS.index("memory")]),
            ("verdict", f"{run.status}, {judgement.verdict}"),
        ]
        if beside:
            numbers.append((f"beside {run.variant_of}", beside))
        if counters := ", ".join(work(run)):
            numbers.append(("work", counters))
        source, lines = None, 0
        if backend and (shown := listing(backend)).text:
            lines = shown.lines
            numbers.insert(0, ("lines", str(lines)))
            source = _coloured(shown.text, shown.language)
        cards.append(
            {
                "name": printable(run.backend),
                "paradigm": run.paradigm,
                "variant_of": run.variant_of,
                "difference": backend.difference if backend else "",
                "idea": backend.idea if backend else "",
                "numbers": numbers,
                "source": source,
                "lines": lines,
            }
        )
    # The shortest program first, those without one last, and variants behind their parent.
    order = {card["name"]: (card["source"] is None, card["lines"], card["name"]) for card in cards}
    return sorted(
        cards,
        key=lambda card: (
            order.get(card["variant_of"], order[card["name"]]),
            bool(card["variant_of"]),
            order[card["name"]],
        ),
    )


def _coloured(text: str, language: str) -> Markup:
    formatter = HtmlFormatter(nowrap=False)
    coloured = highlight(text, get_lexer_by_name(language), formatter)
    return Markup(coloured)  # noqa: S704  # escaped by Pygments


def _solutions_sentence(found: dict[str, Any]) -> str:
    kinds = counted(len(found["classes"]), "class").replace("classs", "classes")
    text = f"{counted(found['count'], 'solution')} for n = {found['n']} in {kinds} of boards that "
    text += "are turns and mirror images of each other"
    if found["fundamental_only"]:
        text += "; one of each class is drawn"
    if found["left_out"]:
        text += f", and {found['left_out']:,} are left out"
    return f"{text}."


def _by_problem(crosschecks: Sequence[Crosscheck]) -> dict[Problem, list[Crosscheck]]:
    groups: dict[Problem, list[Crosscheck]] = {}
    for one in crosschecks:
        groups.setdefault(one.problem, []).append(one)
    return groups


def _gravest(repetitions: Sequence[Crosscheck]) -> Crosscheck:
    order = Agreement.DIFFERENT, Agreement.INCOMPLETE, Agreement.IDENTICAL
    return min(repetitions, key=lambda one: order.index(one.agreement))


def _samples(repetitions: Sequence[Crosscheck]) -> list[list[Run]]:
    """The runs of each backend, in the order of the table."""
    each = zip(*[one.judgements for one in repetitions], strict=True)
    return [[judgement.run for judgement in judgements] for judgements in each]


def _costs(groups: Sequence[Sequence[Crosscheck]]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    before: dict[str, float] = {}
    for repetitions in groups:
        shown, n = _gravest(repetitions), repetitions[0].problem.n
        for judgement, runs in zip(shown.judgements, _samples(repetitions), strict=True):
            name, _, _, _, number, _, _, memory, done = cells(judgement)
            first = _point(n, [run.first_solution_seconds for run in runs])
            seconds = _point(n, [run.seconds for run in runs])
            step = "-"
            if seconds and (last := before.get(name)):
                step = f"× {seconds.value / last:.1f}"  # noqa: RUF001  # the sign of a factor
            rows.append((name, str(n), number, _time(first), _time(seconds), step, memory, done))
            if seconds:
                before[name] = seconds.value
    return rows


def _point(n: int, samples: Sequence[float | None]) -> Point | None:
    """The median and the spread of what is known; nothing where nothing is."""
    known = [sample for sample in samples if sample is not None]
    return Point(n, median(known), min(known), max(known)) if known else None


def _time(point: Point | None) -> str:
    if point is None:
        return "-"
    spread = (point.greatest - point.least) / 2 / point.value if point.value else 0.0
    return duration(point.value) + (f" ± {spread:.0%}" if spread else "")


def _plots(groups: Sequence[Sequence[Crosscheck]]) -> tuple[list[str], str]:
    """A drawing of each figure against n, or what to do to have them."""
    if len(groups) < 2:
        return [], ""
    wanted: tuple[tuple[str, str, Measure], ...] = (
        ("Time to all solutions", "s", lambda run: {run.backend: run.seconds}),
        ("Time to the first", "s", lambda run: {run.backend: run.first_solution_seconds}),
        ("Memory", "MiB", lambda run: {run.backend: run.peak_memory_mib}),
        (
            "Work",
            "times",
            lambda run: {
                f"{run.backend}, {name.replace('_', ' ')}": count
                for name, count in run.counters.items()
            },
        ),
    )
    try:
        return [
            growth_plot(
                series,
                name,
                unit,
                salt=f"plot{number}",
                scale="linear" if unit == "MiB" else "log",
            )
            for number, (name, unit, measure) in enumerate(wanted)
            if (series := _series(groups, measure))
        ], ""
    except ImportError:
        return [], "To have plots here as well: pip install matplotlib"


def _series(groups: Sequence[Sequence[Crosscheck]], measure: Measure) -> dict[str, list[Point]]:
    """A line for each name that ``measure`` gives; a logarithmic scale has no place for 0."""
    series: dict[str, list[Point]] = {}
    for repetitions in groups:
        for runs in _samples(repetitions):
            complete = [run for run in runs if run.status is Status.COMPLETE]
            measured = [measure(run) for run in complete]
            for name in dict.fromkeys(name for one in measured for name in one):
                point = _point(
                    repetitions[0].problem.n, [one.get(name) or None for one in measured]
                )
                if point:
                    series.setdefault(name, []).append(point)
    return series
