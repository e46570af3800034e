"""The report and the chart of ``queens compare``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from solvers import registry
from solvers.atomic_file import FileKind, check_targets, write_text
from solvers.execution.limits import Limits
from solvers.grading.compared import ComparedProgram
from solvers.lazy import signals_held_back
from solvers.output.charts.figures import CHART, check_chart, write_chart
from solvers.output.html.page import page
from solvers.output.messages import conditions
from solvers.output.page_names import REPORT
from solvers.referee.certificate_file import CERTIFICATE
from solvers.referee.verdict import Comparison
from solvers.tracing.films import Films, no_films, record_films
from solvers.tracing.own_program import OwnProgram, own_program, without_steps


def check_outputs(options: argparse.Namespace) -> None:
    """Refuse an output that would replace an input or another file, or cannot be written.

    Raises UsageError and UnavailableError.
    """
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
            sandboxed = f"; sandbox for programs: {own[0].checked.sandbox}" if own else ""
            html = page(comparisons, f"{conditions(limits)}{sandboxed}.", films, own)
            write_text(html, options.report, REPORT)
            where = f"{options.report}{'' if filmed else ', without the searches'}"
            print(f"The report is in {where}", file=sys.stderr)
        if options.chart:
            is_written = write_chart(comparisons, films, options.chart)
            why = "is not written: no run has a figure to show"
            told = f"The chart is in {options.chart}" if is_written else f"{options.chart} {why}"
            print(told, file=sys.stderr)
    if is_interrupted:
        raise KeyboardInterrupt
