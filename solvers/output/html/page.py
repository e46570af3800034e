"""A report: one page of HTML that needs nothing else, for a projector, a screen or paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from solvers import registry
from solvers.errors import printable
from solvers.install_hint import SOLVER_PARITY
from solvers.lazy import metadata
from solvers.output.boards import svg_board
from solvers.output.charts.comparison import difference_chart
from solvers.output.charts.figures import (
    by_problem,
    costs,
    growth,
    has_growth,
    median_times,
    repetition_to_show,
    runs_by_backend,
    shown_group,
)
from solvers.output.film_pages import first_pair, missing_films
from solvers.output.html.cards import cards
from solvers.output.html.data import page_data
from solvers.output.html.rendering import rendered
from solvers.output.listing import QUESTIONS, choice_facts
from solvers.output.messages import LARGEST_DRAWN, counted, explanation, title, witness_words
from solvers.output.run_table import NUMBERS, ORDER, RATIO, columns, parent, rows
from solvers.output.verdict_sentence import (
    board_without_count,
    verdict_line,
    verdict_sentence,
    verdict_word,
)
from solvers.puzzle.problem import Goal, Problem, given_queens
from solvers.referee.verdict import Agreement, Comparison, Judgement, Verdict
from solvers.tracing.films import Films, PackedFilm

if TYPE_CHECKING:
    from solvers.tracing.own_program import OwnProgram


SIGNS = dict(zip([*Verdict, *Agreement], "✓✗…–✓✗…", strict=True))  # noqa: RUF001  # a dash
"""The sign of each verdict, for readers who do not see its colour."""


def page(
    comparisons: Sequence[Comparison],
    conditions: str,
    films: Films,
    programs: Sequence[OwnProgram] = (),
) -> str:
    """The page for one comparison or several.

    ``conditions`` names machine, limits and sandbox; ``films`` come from ``record_films``, and
    ``programs`` are those of one's own, as ``own_program`` has checked them.
    Comparisons of one problem are repetitions: the page shows the worst one, and medians with their
    spread. The same comparisons give the same page. All text from outside is escaped: by the
    template, and in the block of data, which has no ``<``.
    """
    groups = by_problem(comparisons)
    shown = [repetition_to_show(group) for group in groups]
    found = {printable(name): film for name, film in films.items() if isinstance(film, PackedFilm)}
    own = {printable(each.name): each for each in programs}
    steps = {name: (Problem(each.n), each.film) for name, each in own.items() if each.film}
    data = page_data(shown, found, steps)
    missing = missing_films(shown, films, own)
    return rendered(
        "page",
        data,
        title=_title(shown),
        overall=overall(shown),
        asked=_given_board(shown[0].problem) if len(shown) == 1 else None,
        verdicts=[comparison_data(group) for group in groups],
        conditions=conditions,
        difference=_difference_chart(groups, found),
        cards=cards(shown[-1], own),
        films=[*found, *steps],
        pair=first_pair(steps or found),
        missing=missing,
        unwatched={name: missing[name] for name in own if name in missing},
        questions=QUESTIONS,
        answers=[
            (printable(one.run.backend), choice_facts(backend))
            for one in shown[-1].judgements
            if (backend := registry.find_or_none(one.run.backend)) and any(choice_facts(backend))
        ],
        solutions=data["solutions"] and {"sentence": _solutions_sentence(data["solutions"])},
        growth=Markup(growth(groups)) if has_growth(groups) else "",  # noqa: S704  # ours
        version=metadata.version(SOLVER_PARITY),
    )


def _given_board(problem: Problem) -> Markup | None:
    """A picture of a board with given queens, blocked squares or colours, if it is not too wide."""
    if problem.is_plain or problem.n > LARGEST_DRAWN:
        return None
    given = dict(enumerate(problem.prefix)) | given_queens(problem)
    board = [given.get(column) for column in range(problem.n)]
    return Markup(svg_board(board, problem))  # noqa: S704  # ours


def _title(comparisons: Sequence[Comparison]) -> str:
    """The title of the page: its only board, or the range of its sizes."""
    if len(comparisons) == 1:
        return title(comparisons[0].problem)
    sizes = sorted({comparison.problem.n for comparison in comparisons})
    if len(sizes) == 1:
        return f"{counted(sizes[0], 'queen')}, {len(comparisons)} boards"
    return f"{sizes[0]} to {sizes[-1]} queens"


def _difference_chart(
    groups: Sequence[Sequence[Comparison]], found: Mapping[str, PackedFilm]
) -> dict[str, Any] | None:
    """The data of the first chart, for the board whose searches are shown, or else the last one."""
    group = shown_group(groups)
    problem, made = group[0].problem, costs(group, found)
    if not made:
        return None
    return {
        "drawing": Markup(difference_chart(made, problem)),  # noqa: S704  # ours
        "nodes": any(cost.nodes for cost in made),
    }


def _solutions_sentence(found: dict[str, Any]) -> str:
    """The sentence above the drawn solutions: their number, their classes, and those not drawn."""
    text = f"{counted(found['count'], 'solution')} for n = {found['n']}"
    if not found["colours"]:
        text += f" in {counted(len(found['classes']), 'class')} of rotations and reflections"
    if found["left_out"]:
        text += f"; the last {found['left_out']:,} are not drawn"
    return f"{text}."


def overall(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """The verdict on all comparisons: a word, a sentence, and whether a proof was checked."""
    shown = repetition_to_show(comparisons)
    word, sentence = verdict_word(shown), verdict_sentence(shown)
    if len(comparisons) > 1 and shown.agreement is Agreement.IDENTICAL:
        word, found = str(shown.agreement), "found the same solutions"
        if any(comparison.problem.goal is Goal.FIRST for comparison in comparisons):
            found = "agree on whether there is a solution"
        sentence = f"on each of {len(comparisons)} boards, all complete runs {found}."
    elif len(comparisons) > 1:
        sentence = f"{title(shown.problem)}: {verdict_line(shown)}"
    return {
        "word": word,
        "state": str(shown.agreement),
        "mark": SIGNS[shown.agreement],
        "sentence": sentence,
        "is_proven": len(comparisons) == 1 and shown.proof is not None,
        "has_colours": bool(shown.problem.colours),
    }


def comparison_data(repetitions: Sequence[Comparison]) -> dict[str, Any]:
    """The data of one comparison: its table, with times of all repetitions, facts, and faults."""
    comparison = repetition_to_show(repetitions)
    known = comparison.problem.known_count
    shown, is_for_all = columns([comparison], ORDER), comparison.problem.goal is Goal.ALL
    return {
        "verdict": str(comparison.agreement),
        "title": title(comparison.problem),
        "sentence": verdict_line(comparison),
        "columns": [(column, "number" if column in NUMBERS | {RATIO} else "") for column in shown],
        "rows": [
            {
                "cells": [(row | median_times(runs))[column] for column in shown],
                "state": str(judgement.verdict).replace(Verdict.NOT_JUDGED, Verdict.PARTIAL),
                "mark": SIGNS[judgement.verdict],
                "is_variant": parent(judgement.run, comparison) is not None,
            }
            for (judgement, row), runs in zip(
                rows(comparison), runs_by_backend(repetitions), strict=True
            )
        ],
        "known": f"none for {board_without_count(comparison.problem)}"
        if known is None
        else f"{known:,} ({'OEIS A000170' if is_for_all else 'E. Pauls, 1874'})",
        "digest": comparison.digest or comparison.sum_digest,
        "evidence": str(comparison.evidence),
        "versions": [
            (printable(judgement.run.backend), judgement.run.version)
            for judgement in comparison.judgements
            if judgement.run.version
        ],
        "remarks": [
            remark
            for judgement in comparison.judgements
            if (remark := _remark(judgement, comparison.problem))["lines"]
        ],
    }


def _remark(judgement: Judgement, problem: Problem) -> dict[str, Any]:
    """The lines about a run that is not simply correct, and the board of its example, if any."""
    witness = judgement.witness
    board = None
    if witness and witness.placement and problem.n <= LARGEST_DRAWN:
        drawn = svg_board(witness.placement, problem, axes=judgement.run.axes)
        board = Markup(drawn)  # noqa: S704  # drawn by a library
    lines = explanation(judgement, problem)
    caption = witness_words(witness, problem, axes=judgement.run.axes) if witness else ""
    return {"lines": lines, "board": board, "caption": caption}
