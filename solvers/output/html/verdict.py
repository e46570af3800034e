"""The first part of a report: the verdict, the table of runs, and the facts behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from solvers import registry
from solvers.errors import printable
from solvers.execution.result import Run, Status
from solvers.output.boards import svg_board
from solvers.output.html.repetitions import median_times, repetition_to_show, runs_by_backend
from solvers.output.messages import explanation, title, witness_words
from solvers.output.run_table import NUMBERS, ORDER, RATIO, columns, parent, rows
from solvers.output.verdict_sentence import (
    board_without_count,
    everyday_line,
    known_by,
    verdict_line,
    verdict_sentence,
    verdict_word,
)
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.verdict import Agreement, Comparison, Judgement, Verdict

SIGNS = dict(zip([*Verdict, *Agreement], "✓✗…–✓✗…", strict=True))  # noqa: RUF001  # a dash
"""The sign of each verdict, for readers who do not see its colour."""


def overall(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """The verdict on all comparisons: a word, a sentence, and whether a proof was checked."""
    shown = repetition_to_show(comparisons)
    word, sentence, plain = verdict_word(shown), verdict_sentence(shown), everyday_line(shown)
    if len(comparisons) > 1 and shown.agreement is Agreement.IDENTICAL:
        word, found = str(shown.agreement), "found the same solutions"
        if any(comparison.problem.goal is Goal.FIRST for comparison in comparisons):
            found = "agree on whether there is a solution"
        sentence = f"on each of {len(comparisons)} boards, all complete runs {found}."
        plain = f"On each of {len(comparisons)} boards, all programs {found}."
    elif len(comparisons) > 1:
        board = title(shown.problem)
        sentence, plain = f"{board}: {verdict_line(shown)}", f"{board}: {plain}"
    return {
        "word": word,
        "state": str(shown.agreement),
        "mark": SIGNS[shown.agreement],
        "everyday": plain,
        "sentence": sentence,
        "install": _install_line(shown),
        "is_proven": len(comparisons) == 1 and shown.proof is not None,
        "has_blocked": bool(shown.problem.blocked),
        "has_colours": bool(shown.problem.colours),
    }


def _install_line(comparison: Comparison) -> str:
    """One command line that installs all missing engines; "" if none is missing."""
    absent = [
        backend.install
        for judgement in comparison.judgements
        if judgement.run.status is Status.UNAVAILABLE
        and (backend := registry.find_or_none(judgement.run.backend))
        and backend.install
    ]
    return " && ".join(dict.fromkeys(absent))


def comparison_data(repetitions: Sequence[Comparison]) -> dict[str, Any]:
    """The data of one comparison: its table, with times of all repetitions, facts, and faults."""
    comparison = repetition_to_show(repetitions)
    known = comparison.problem.known_count
    shown = columns([comparison], ORDER)
    return {
        "verdict": str(comparison.agreement),
        "title": title(comparison.problem),
        "sentence": verdict_line(comparison),
        "columns": [(column, "number" if column in NUMBERS | {RATIO} else "") for column in shown],
        "rows": [
            {
                "cells": [(row | median_times(runs))[column] for column in shown],
                "state": _state(judgement),
                "mark": SIGNS[judgement.verdict],
                "is_variant": parent(judgement.run, comparison) is not None,
            }
            for (judgement, row), runs in zip(
                rows(comparison), runs_by_backend(repetitions), strict=True
            )
        ],
        "known": f"none for {board_without_count(comparison.problem)}"
        if known is None
        else f"{known:,} ({known_by(comparison.problem)})",
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


def across_sizes(groups: Sequence[Sequence[Comparison]]) -> dict[str, Any]:
    """One table for several boards: a row for each backend, a column for each board."""
    shown = [repetition_to_show(repetitions) for repetitions in groups]
    cells = [
        {
            runs[0].backend: _cell(judgement, runs)
            for judgement, runs in zip(one.judgements, each, strict=True)
        }
        for one, each in zip(shown, map(runs_by_backend, groups), strict=True)
    ]
    absent = {"state": "", "mark": "", "solutions": "", "time": "not run"}
    return {
        "heads": [
            {
                "title": title(comparison.problem),
                "state": str(comparison.agreement),
                "mark": SIGNS[comparison.agreement],
            }
            for comparison in shown
        ],
        "rows": [
            {"name": printable(name), "cells": [each.get(name, absent) for each in cells]}
            for name in dict.fromkeys(name for each in cells for name in each)
        ],
    }


def _cell(judgement: Judgement, runs: Sequence[Run]) -> dict[str, str]:
    """The cell of one backend and one board: verdict, number of solutions, median time."""
    run = judgement.run
    return {
        "state": _state(judgement),
        "mark": SIGNS[judgement.verdict],
        "solutions": f"{run.solutions:,}",
        "time": str(run.status) if run.seconds is None else median_times(runs)["all"],
    }


def _state(judgement: Judgement) -> str:
    """The style class of a run: its verdict, or ``partial`` for one that is not judged."""
    return str(Verdict.PARTIAL if judgement.verdict is Verdict.NOT_JUDGED else judgement.verdict)


def _remark(judgement: Judgement, problem: Problem) -> dict[str, Any]:
    """The lines about a run that is not simply correct, and the board of its example, if any."""
    witness = judgement.witness
    board = None
    if witness and witness.placement:
        drawn = svg_board(witness.placement, problem, axes=judgement.run.axes)
        board = Markup(drawn)  # noqa: S704  # drawn by a library
    lines = [line for line, _ in explanation(judgement, problem)]
    caption = witness_words(witness, problem, axes=judgement.run.axes) if witness else ""
    return {"lines": lines, "board": board, "caption": caption}
