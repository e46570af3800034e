"""The report and the chart of ``queens compare``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from solvers import registry
from solvers.atomic_file import FileKind, check_targets, write_text
from solvers.errors import UsageError
from solvers.execution.limits import Limits
from solvers.grading.compared import ComparedProgram
from solvers.lazy import signals_held_back
from solvers.output.charts.figures import CHART, check_chart, write_chart
from solvers.output.html.page import page
from solvers.output.messages import conditions
from solvers.output.page_names import REPORT
from solvers.puzzle.problem import Problem
from solvers.referee.certificate_file import CERTIFICATE
from solvers.referee.verdict import Comparison
from solvers.tracing.films import Films, no_films, record_films
from solvers.tracing.own_program import OwnProgram, own_program, without_steps


def check_outputs(options: argparse.Namespace, problems: Sequence[Problem]) -> None:
    """Refuse an output that would replace an input or another file, or cannot be written.

    Raises UsageError and UnavailableError.
    """
    is_growth = options.chart and len({problem.n for problem in problems}) > 1
    if options.figure and not is_growth:
        raise UsageError("--figure is for --chart with several sizes, e.g. --n 4-8 --chart a.svg")
    targets: list[tuple[Path, FileKind]] = []
    if options.report:
        targets.append((options.report, REPORT))
    if options.certify:
        targets.append((Path(options.certify), CERTIFICATE))
    if options.chart:
        check_chart(options.chart)
        targets.append((options.chart, CHART))
    named = (text.partition("::")[0] for text in options.files)
    backends = filter(registry.is_file_name, options.backends or ())
    check_targets(targets, [*named, *backends, *filter(None, [options.board])])


def write_outputs(
    comparisons: Sequence[Comparison],
    limits: Limits,
    programs: Sequence[ComparedProgram],
    options: argparse.Namespace,
    *,
    filmed: bool,
) -> None:
    """Write report and chart, and say where they are.

    After Ctrl-C, they are written at once, with what is there. Another Ctrl-C loses nothing: it has
    its effect afterwards.
    """
    is_interrupted = False
    films: Films = {}
    own: list[OwnProgram] = []
    try:
        if filmed:
            films = record_films(comparisons, limits)
            if options.report and programs:
                largest = max(comparison.problem.n for comparison in comparisons)
                own = [own_program(program, largest, limits) for program in programs]
    except KeyboardInterrupt:
        filmed, is_interrupted = False, True
    with signals_held_back():
        if not filmed:
            films = no_films(comparisons)
            own = [without_steps(program, program.last) for program in programs if program.last]
        if options.report:
            _write_report(comparisons, films, limits, own, options.report)
        if options.chart:
            _write_chart(comparisons, films, options)
        if options.report:
            where = f"{options.report}{'' if filmed else ', without the searches'}"
            print(f"The report is in {where}", file=sys.stderr)
    if is_interrupted:
        raise KeyboardInterrupt


def _write_report(
    comparisons: Sequence[Comparison],
    films: Films,
    limits: Limits,
    own: Sequence[OwnProgram],
    target: Path,
) -> None:
    """Write the report."""
    sandboxed = f"; sandbox for programs: {own[0].checked.sandbox}" if own else ""
    html = page(comparisons, f"{conditions(limits)}{sandboxed}.", films, own)
    write_text(html, target, REPORT)


def _write_chart(
    comparisons: Sequence[Comparison], films: Films, options: argparse.Namespace
) -> None:
    if write_chart(comparisons, films, options.chart, options.figure or "time"):
        print(f"The chart is in {options.chart}", file=sys.stderr)
    else:
        print(f"{options.chart} is not written: no run has a figure to show", file=sys.stderr)
