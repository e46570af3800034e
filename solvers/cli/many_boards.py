"""``compare.py --boards``: every backend on every board of a family, and what comes of it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from solvers import registry
from solvers.benchmark.campaign import runs
from solvers.benchmark.family import Family, read_family
from solvers.benchmark.outcome import Outcome, outcome
from solvers.benchmark.result import Answer, Result, result_of
from solvers.benchmark.runs_file import RunsFile, opened
from solvers.cli.board_options import text_of
from solvers.cli.exit_codes import ExitCode, gravest
from solvers.cli.many_boards_options import chosen_pairs, kept_at, refuse_others
from solvers.errors import UnavailableError
from solvers.execution.availability import availability
from solvers.execution.limits import FIRST_SECONDS, Limits
from solvers.interface import Backend
from solvers.output.conditions import conditions
from solvers.output.endings import ending_words, note
from solvers.output.family_lines import family_document, write_family_csv
from solvers.output.family_plots import family_plots
from solvers.output.family_progress import FamilyProgress, live_table
from solvers.output.family_text import print_outcome
from solvers.output.report_file import report_target, write_report
from solvers.output.text import console_for_output
from solvers.puzzle.problem import Goal

LARGEST_FAMILY = 1 << 28
"""How many bytes of a family are read."""


def execute(options: argparse.Namespace) -> int:
    """Run what is left to run, and print what all runs say; raises UsageError."""
    refuse_others(options)
    family = read_family(text_of(options.boards, LARGEST_FAMILY).splitlines())
    limits = Limits(seconds=options.time_limit or FIRST_SECONDS, memory_mib=options.memory_limit)
    target = None if options.report is None else report_target(options.report)
    possible = _possible(options.backends, family)
    pairs = chosen_pairs(options, [one.name for one in possible])
    with ExitStack() as stack:
        path = kept_at(options)
        kept = stack.enter_context(opened(path, family, limits)) if path else RunsFile({})
        backends = _that_can_do_the_rest(possible, family, kept)
        running = Running(family, backends, limits, kept)
        if options.output == "csv" and options.report != "-":
            write_family_csv(running.results(), family, sys.stdout)
        else:
            for _ in running.results():
                pass
    if path:
        print(f"the runs are in {path}", file=sys.stderr)
    names = [one.name for one in backends]
    pairs = [one for one in pairs if {*one} <= {*names}]
    found = outcome(family, kept.results.values(), names, pairs, limits.seconds)
    _report(found, options, target, limits)
    codes = [*_codes(found), *([ExitCode.INTERRUPTED] if running.interrupted else [])]
    if any(one.name in (options.backends or ()) for one in possible if one not in backends):
        codes.append(ExitCode.UNAVAILABLE)
    return gravest(codes)


class Running:
    """The runs that are to be there, as they come."""

    def __init__(
        self, family: Family, backends: Sequence[Backend], limits: Limits, kept: RunsFile
    ) -> None:
        self._family, self._backends, self._limits, self._kept = family, backends, limits, kept
        self.interrupted = False

    def results(self) -> Iterator[Result]:
        """Those that were kept, and each that is new, which is kept; none after Ctrl-C."""
        names = [one.name for one in self._backends]
        before = [one for one in self._kept.results.values() if one.backend in names]
        progress = FamilyProgress(names, len(self._family), self._limits.seconds)
        for result in before:
            progress.add(result, before=True)
        yield from before
        done = set(self._kept.results)
        try:
            with live_table(progress):
                for number, problem, run in runs(
                    self._family, self._backends, self._limits, done, progress.begin
                ):
                    result = result_of(number, run, problem, note(run))
                    self._kept.add(result)
                    progress.add(result)
                    yield result
        except KeyboardInterrupt:
            self.interrupted = True


def _possible(names: Sequence[str] | None, family: Family) -> list[Backend]:
    """The backends whose method can do all of the boards.

    Raises UsageError where one that was asked for by name cannot.
    """
    largest = max((one.for_one for one in family), key=lambda problem: problem.n)
    backends = []
    for backend in registry.choose(names, Goal.FIRST):
        if backend.name in (names or ()):
            registry.check_possible(backend, largest)
        if why := registry.why_not(backend, largest):
            print(f"left out: {backend.name}, which {why}", file=sys.stderr)
        else:
            backends.append(backend)
    return backends


def _that_can_do_the_rest(
    possible: Sequence[Backend], family: Family, kept: RunsFile
) -> list[Backend]:
    """Those that can run here, or need not any more; raises UnavailableError where none is left."""
    numbers = range(1, len(family) + 1)
    to_run = [
        one for one in possible if any((number, one.name) not in kept.results for number in numbers)
    ]
    with ThreadPoolExecutor() as pool:
        absent = [one for one in pool.map(availability, to_run) if not one.runs_here]
    for one in absent:
        why = f"{one.backend.name} cannot run here: {ending_words(one.ending)}"
        print(f"left out: {why}", file=sys.stderr)
    names = {one.backend.name for one in absent}
    if len(names) == len(possible):
        raise UnavailableError("there is no backend that can run here")
    return [one for one in possible if one.name not in names]


def _report(
    found: Outcome, options: argparse.Namespace, target: Path | None, limits: Limits
) -> None:
    """Print what was asked for, and write the plots and the page."""
    if options.report == "-":
        pass  # nothing but the page goes there
    elif options.output == "json":
        print(json.dumps(family_document(found), indent=2))
    elif options.output == "text":
        print_outcome(console_for_output(), found)
    if options.plots:
        options.plots.mkdir(parents=True, exist_ok=True)
        for name, drawn in family_plots(found, alone=True).items():
            (options.plots / f"{name}.svg").write_text(f"{drawn}\n", encoding="utf-8")
        print(f"the plots are in {options.plots}", file=sys.stderr)
    if options.report is not None:
        from solvers.output.family_page import family_page  # noqa: PLC0415  # loads a template engine

        write_report(family_page(found, f"{conditions(limits)}."), target)
        if target:
            print(f"the report is in {target}", file=sys.stderr)


def _codes(found: Outcome) -> list[ExitCode]:
    codes = [ExitCode.IDENTICAL]
    if not found.all_right:
        codes.append(ExitCode.WRONG)
    if found.boards < len(found.family) or any(
        one.answer is Answer.NOTHING for one in found.results
    ):
        codes.append(ExitCode.INCOMPLETE)
    return codes
