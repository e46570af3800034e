"""The first part of a report: the verdict, the table of runs, and the facts behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from solvers.errors import printable
from solvers.output.boards import svg_board
from solvers.output.html.repetitions import median_times, repetition_to_show, runs_by_backend
from solvers.output.messages import LARGEST_DRAWN, explanation, title, witness_words
from solvers.output.run_table import NUMBERS, ORDER, RATIO, columns, parent, rows
from solvers.output.verdict_sentence import (
    board_without_count,
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
    lines = [line for line, _ in explanation(judgement, problem)]
    caption = witness_words(witness, problem, axes=judgement.run.axes) if witness else ""
    return {"lines": lines, "board": board, "caption": caption}
