"""The command ``queens compare``, also ``compare.py``: one verdict on all backends."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from solvers import registry
from solvers.cli.arguments import (
    add_backends,
    add_board,
    add_goal,
    add_limits,
    add_sandbox,
    add_size,
    choose_sandbox,
    chosen_boards,
    count,
    jobs,
)
from solvers.cli.command import (
    Command,
    HelpFormatter,
    OneLineParser,
    add_command,
    run_program,
)
from solvers.cli.exit_codes import ExitCode, most_serious, of_comparison
from solvers.comparison import CertificateMaker, ComparisonPlan
from solvers.errors import UsageError
from solvers.execution.limits import FIRST_SECONDS
from solvers.output.progress import LiveTable, certificate_progress
from solvers.output.text import console_for_output, print_backends, print_comparison
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import Proof, check_provable, small_proof
from solvers.referee.verdict import Comparison

if TYPE_CHECKING:
    from solvers.grading.compared import ComparedProgram
    from solvers.splitting.shards import Split


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add(
        "files",
        nargs="*",
        metavar="FILE",
        help="students' programs to compare as well, in any language that queens check knows, or "
        "FILE::NAME to call the function NAME",
    )
    add_size(parser, several=True)
    add_backends(
        parser,
        "the backends to run, e.g. sicp,prolog; or a group, such as scheme, logic or constraint, "
        "all of which have to run here; or a keyword: default, textbooks or all, which leave out "
        "backends that cannot run here. Add variants to include the variants of the backends "
        "that you name. "
        f"(default: {','.join(registry.DEFAULT)}; with --first, all textbook backends; for a "
        "coloured board, all that solve one)",
    )
    add(
        "--list",
        action="store_true",
        help="list the backends, and say how to install missing ones",
    )
    add_goal(parser)
    add(
        "--report",
        type=Path,
        metavar="FILE",
        help="write an HTML report to this file",
    )
    add_limits(parser, first_seconds=FIRST_SECONDS)
    add_board(parser)
    add = parser.add_argument_group("result").add_argument
    add(
        "--output",
        choices=["text", "json", "csv"],
        default="text",
        help="text (default), json (one document per line) or csv",
    )
    add(
        "--chart",
        type=Path,
        metavar="FILE",
        help="write a chart to this .svg file: nodes and time of each backend, or for "
        "several sizes how the time grows with n",
    )
    add(
        "--repeat",
        type=count,
        default=1,
        metavar="K",
        help="compare K times; --report shows the medians and the spread",
    )
    _add_large_boards(parser)
    add_sandbox(parser.add_argument_group("students' programs"))


def _add_large_boards(parser: argparse.ArgumentParser) -> None:
    """The options that split a run, and those for boards with many solutions."""
    add = parser.add_argument_group("large boards").add_argument
    add(
        "--jobs",
        type=jobs,
        metavar="K",
        help="processes per run: split each run by prefix and solve the parts in K processes",
    )
    add(
        "--cluster",
        metavar="ADDRESS",
        help="solve the parts on the Dask cluster at this address; 'local' starts one",
    )
    add(
        "--checkpoint",
        type=Path,
        metavar="DIR",
        help="save finished parts in this folder; run again to continue",
    )
    add(
        "--count",
        action="store_true",
        help="check and count each solution without storing it, for boards whose solutions do not "
        "fit in memory",
    )
    add(
        "--certify",
        nargs="?",
        const="",
        metavar="CERTIFICATE",
        help="prove that no solution is missing, also for a board whose proof takes up to a week; "
        "with a file name, also save the certificate (for small boards, the proof is always made)",
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command alone and return its exit code."""
    parser = OneLineParser(description=COMMAND.description, formatter_class=HelpFormatter)
    add_command(COMMAND, parser)
    return run_program(parser, arguments)


def execute(options: argparse.Namespace) -> int:
    """Compare, or list the backends; raises UsageError."""
    if options.list:
        return _list(options)
    programs = _programs(options)
    plan = _plan(options, programs)
    if options.report or options.chart or options.certify:
        from solvers.cli.compare_outputs import check_outputs, write_outputs

        check_outputs(options)
    codes: list[ExitCode] = []
    comparisons: list[Comparison] = []
    try:
        for comparison in plan.results(LiveTable):
            codes.append(of_comparison(comparison, plan.needed))
            if options.report or options.chart:
                comparisons.append(comparison)
            _print(comparison, options.output, is_first=not codes[1:])
            if comparison.no_certificate:
                print(f"error: {comparison.no_certificate}", file=sys.stderr)
    except KeyboardInterrupt:
        codes.append(ExitCode.INTERRUPTED)
        if not comparisons:
            raise
    finally:  # also where the pipe that reads the table is closed
        if comparisons:
            is_interrupted = ExitCode.INTERRUPTED in codes
            write_outputs(comparisons, plan.limits, programs, options, filmed=not is_interrupted)
    return most_serious(codes)


def _plan(options: argparse.Namespace, programs: Sequence[ComparedProgram]) -> ComparisonPlan:
    """The plan that the options describe; raises UsageError and UnavailableError."""
    problems, split = chosen_boards(options), None
    coloured = bool(problems[0].colours)
    single, in_groups = registry.names_asked_for(options.backends, options.goal, coloured=coloured)
    if options.jobs or options.cluster or options.checkpoint:
        from solvers.splitting.shards import Split

        split = Split(options.jobs or 0, options.cluster or "", options.checkpoint)
    if options.repeat > 1 and options.checkpoint:
        raise UsageError(
            "--repeat measures each run again, but --checkpoint would read it from the first one's "
            "files; leave out one of them"
        )
    if options.certify and len(problems) > 1:
        raise UsageError("--certify FILE saves one certificate; give one --n, or leave out FILE")
    plan = ComparisonPlan(
        problems=problems,
        backends=registry.choose(options.backends, options.goal, coloured=coloured),
        programs=programs,
        named=[*single, *(program.name for program in programs)],
        in_groups=in_groups,
        time_limit=options.time_limit,
        memory_limit=options.memory_limit,
        count=options.count,
        split=split,
        prove=_chosen_proof(options.certify, problems),
        repeat=options.repeat,
    )
    if split:
        _examine_checkpoints(plan, split)
    return plan


def _programs(options: argparse.Namespace) -> list[ComparedProgram]:
    """The students' programs of the comparison; raises UsageError and UnavailableError."""
    if not options.files:
        return []
    from solvers.grading.compared import ComparedProgram
    from solvers.grading.submission import find_submission, short_names
    from solvers.output.report import unread_words

    sandbox = choose_sandbox(options.sandbox)
    return [
        ComparedProgram(find_submission(text), sandbox, name, unread_words)
        for text, name in zip(options.files, short_names(options.files), strict=True)
    ]


def _chosen_proof(certify: str | None, problems: Sequence[Problem]) -> CertificateMaker:
    """The function that makes the certificate; raises UsageError."""
    if certify is None:
        return small_proof
    for problem in problems:
        check_provable(problem)
    from solvers.referee.certificate_file import make_certificate

    target = Path(certify) if certify else None

    @cache
    def prove(problem: Problem) -> Proof:
        with certificate_progress(problem) as watch:
            return make_certificate(problem, target, watch)

    return prove


def _print(comparison: Comparison, output: str, *, is_first: bool) -> None:
    """Print a comparison; a JSON document takes one line."""
    if output == "csv":
        from solvers.output.json_document import write_csv

        write_csv(comparison, sys.stdout, with_header=is_first)
    elif output == "json":
        from solvers.output.json_document import document

        print(json.dumps(document(comparison)))
    else:
        if not is_first:
            print()
        print_comparison(console_for_output(), comparison)
    sys.stdout.flush()


def _examine_checkpoints(plan: ComparisonPlan, split: Split) -> None:
    """Open each checkpoint once before the first run; raises StoreError if it cannot be used."""
    from solvers.execution.availability import check_availability
    from solvers.splitting.checkpoint import open_checkpoint

    for backend in plan.backends if split.checkpoint else ():
        found = check_availability(backend)
        for problem in plan.problems if found.runs_here else ():
            how = registry.on_board(backend, problem), problem, split, found.version
            with open_checkpoint(*how, count=plan.count) as checkpoint:
                for _ in checkpoint.finished() if checkpoint else ():
                    pass


def _list(options: argparse.Namespace) -> int:
    """List the backends, and return the exit code; raises UsageError."""
    from solvers.execution.availability import availabilities

    backends = registry.choose(options.backends or ["all"], Goal.FIRST)
    print_backends(console_for_output(), availabilities(backends))
    return ExitCode.SUCCESS


COMMAND = Command(
    name="compare",
    description="Compare backends: run N-Queens in several paradigms, each in its own process, and "
    "let a referee decide whether all solution sets are identical.",
    epilog="exit codes: 0 all complete and identical; 1 a run is wrong; 2 usage error; "
    "3 incomplete, but nothing is wrong; 4 a backend that you named, or one of a group, cannot run "
    "here; 130 interrupted",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 10",
        "{} --n 50 --first --backends cp-sat,local-search",
        "{} --n 6 --report queens.html",
    ),
)
