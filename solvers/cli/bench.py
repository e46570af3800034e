"""The command ``queens bench``: run backends on the boards in files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import chain
from pathlib import Path

from solvers import registry
from solvers.atomic_file import check_target, write_report
from solvers.benchmark.instances import Instances, read_instances
from solvers.benchmark.kept_runs import KeptRuns, open_kept_runs
from solvers.benchmark.result import result_of
from solvers.benchmark.summary import Summary, benchmark_runs, summarise
from solvers.cli.arguments import add_backends, add_limits, text_of
from solvers.cli.command import Command
from solvers.cli.exit_codes import of_benchmark
from solvers.errors import UnavailableError
from solvers.execution.availability import check_availability
from solvers.execution.identity import of_options
from solvers.execution.limits import FIRST_SECONDS, Limits
from solvers.interface import Backend
from solvers.output.bench_text import print_summary
from solvers.output.charts.bench import bench_charts
from solvers.output.json_document import summary_document
from solvers.output.messages import conditions, ending_words, note
from solvers.output.progress import benchmark_progress
from solvers.output.text import console_for_output
from solvers.puzzle.problem import Goal

LARGEST_FILE = 1 << 28
"""The size limit of a file of boards, in bytes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add(
        "files",
        nargs="+",
        metavar="FILE",
        help="a file of boards, in the format that 'queens boards' prints; - is standard input",
    )
    add_backends(
        parser,
        "the backends to run, e.g. sicp,prolog; or a keyword, as for queens compare (default: "
        "textbooks)",
    )
    add(
        "--runs",
        type=Path,
        metavar="FILE",
        help="store the runs in this file; the next call runs only the missing ones (default: "
        "NAME.runs.sqlite, next to the boards)",
    )
    add("--plots", type=Path, metavar="DIR", help="write the plots to this folder, as SVG")
    add(
        "--output",
        choices=["text", "json"],
        default="text",
        help="text (default) or json",
    )
    add("--report", type=Path, metavar="FILE", help="write an HTML report to this file")
    add_limits(parser.add_argument_group("limits"), Limits(seconds=FIRST_SECONDS), whose="each run")


def execute(options: argparse.Namespace) -> int:
    """Make the missing runs, and print the summary of all; raises UsageError, UnavailableError."""
    texts = [text_of(file, LARGEST_FILE).splitlines() for file in options.files]
    instances = read_instances(chain.from_iterable(texts))
    limits = Limits(seconds=options.time_limit, memory_mib=options.memory_limit)
    if options.report:
        check_target(options.report, "report")
    possible = _possible(options.backends, instances)
    with ExitStack() as stack:
        path = options.runs or _default_runs_file(options.files)
        kept = stack.enter_context(open_kept_runs(path, instances, of_options(options)))
        backends = _available(possible, kept)
        is_finished = _run_missing(instances, backends, limits, kept)
    if path:
        print(f"The runs are in {path}", file=sys.stderr)
    names = [backend.name for backend in backends]
    summary = summarise(instances, kept.results.values(), names, [], limits.seconds)
    _report(summary, options, limits)
    absent = {backend.name for backend in possible} - {*names}
    asked = options.backends
    is_missing = bool(
        absent & {*registry.single_names(asked), *registry.group_members(asked, Goal.FIRST)}
    )
    return of_benchmark(summary, interrupted=not is_finished, unavailable=is_missing)


def _run_missing(
    instances: Instances, backends: Sequence[Backend], limits: Limits, kept: KeptRuns
) -> bool:
    """Make and keep the missing runs; return False if Ctrl-C stopped them."""
    names = [backend.name for backend in backends]
    try:
        with benchmark_progress(names, len(instances), kept.results.values()) as done:
            for number, problem, run in benchmark_runs(
                instances, backends, limits, {*kept.results}
            ):
                result = result_of(number, run, problem, note(run))
                kept.add(result, run.opened)
                done(result)
    except KeyboardInterrupt:
        return False
    return True


def _possible(names: Sequence[str] | None, instances: Instances) -> list[Backend]:
    """The backends whose method can solve the largest board.

    Raises UsageError if a backend that the user named cannot.
    """
    largest = max(
        (instance.search_for_one for instance in instances), key=lambda problem: problem.n
    )
    backends, named = [], registry.single_names(names)
    for backend in registry.choose(names, Goal.FIRST):
        if backend.name in named:
            registry.check_possible(backend, largest)
        if why := registry.obstacle(backend, largest):
            print(f"left out: {backend.name}, which {why}", file=sys.stderr)
        else:
            backends.append(backend)
    return backends


def _default_runs_file(files: Sequence[str]) -> Path | None:
    """The file of the runs beside the boards; None for boards from standard input."""
    if "-" in files:
        return None
    stems = "+".join(Path(file).stem for file in files)
    return Path(files[0]).with_name(f"{stems}.runs.sqlite")


def _available(possible: Sequence[Backend], kept: KeptRuns) -> list[Backend]:
    """The backends that can run here; loads their kept runs. Raises UnavailableError if none."""
    usable = []
    with ThreadPoolExecutor() as pool:
        for found in pool.map(check_availability, possible):
            if found.runs_here:
                kept.load(found.backend, found.version)
                usable.append(found.backend)
            else:
                why = f"{found.backend.name} cannot run here: {ending_words(found.ending)}"
                print(f"left out: {why}", file=sys.stderr)
    if not usable:
        raise UnavailableError(
            "none of the backends can run here; queens compare --list shows how to install them"
        )
    return usable


def _report(summary: Summary, options: argparse.Namespace, limits: Limits) -> None:
    """Print the summary in the chosen format, and write the plots and the page."""
    if options.output == "json":
        print(json.dumps(summary_document(summary), indent=2))
    else:
        print_summary(console_for_output(), summary)
    if options.plots:
        options.plots.mkdir(parents=True, exist_ok=True)
        for name, drawn in bench_charts(summary, standalone=True).items():
            (options.plots / f"{name}.svg").write_text(f"{drawn}\n", encoding="utf-8")
        print(f"The plots are in {options.plots}", file=sys.stderr)
    if options.report:
        from solvers.output.html.page import bench_page

        page = bench_page(summary, f"{conditions(limits)}.")
        print(write_report(page, options.report), file=sys.stderr)


COMMAND = Command(
    name="bench",
    description="Benchmark backends on many boards: each backend finds one solution per board, or "
    "reports that none exists. A table shows each backend's solved boards, times and wrong "
    "answers. For missing or repeated solutions, see queens contract.",
    epilog="exit codes: 0 every run has an answer and none is wrong, 1 an answer is wrong, "
    "2 usage error, 3 a run has no answer, 4 a backend that you named, or one of a group, "
    "cannot run here, 130 interrupted; run the same command again to continue",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "queens boards --blocked 0.2 --count 3 > boards.jsonl; {} boards.jsonl --backends sicp",
        "queens boards --n 6 --given 1,2 --count 2 | {} - --backends sicp,prolog",
    ),
)
