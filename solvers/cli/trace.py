"""The command ``queens trace``: show a search step by step."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from solvers import registry
from solvers.cli.arguments import (
    add_backend,
    add_board,
    add_limits,
    add_sandbox,
    add_size,
    choose_sandbox,
    chosen_board,
    count,
    one_line,
)
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode
from solvers.errors import (
    FilmError,
    TraceError,
    UnavailableError,
    UsageError,
    printable,
    printable_lines,
)
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, CauseKind, Ending
from solvers.install_hint import with_install_hint
from solvers.interface import Backend
from solvers.output.messages import ending_words
from solvers.puzzle.problem import Problem
from solvers.tracing import traces
from solvers.tracing.course_texts import nc_unfolded

if TYPE_CHECKING:
    from solvers.grading.sandbox import Runner
    from solvers.grading.stepping import Step
    from solvers.grading.submission import Submission

LONGEST_TRACE = 30.0
"""The time limit for the trace of a backend of your own, in seconds."""

MOST_TRACE_MIB = 256.0
"""The most memory of a trace of a backend of your own, as JSON."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a Prolog program of your own, or FILE::NAME to call NAME: step through its own "
        "predicates instead of a backend's search, for n = 4 unless you give another n; with "
        "neither --n nor --limit, for the smallest n up to 4 that is wrong, up to the first wrong "
        "board",
    )
    add_size(parser)
    add_backend(what, "backtracking")
    add = parser.add_argument
    add(
        "--call",
        type=one_line,
        metavar="GOAL",
        help="the goal of FILE to step through, as in queens check",
    )
    add(
        "--limit",
        type=count,
        metavar="K",
        help="print at most K steps",
    )
    add(
        "--explain",
        action="store_true",
        help="also print the reason for each step (backtracking)",
    )
    add("--output", choices=["text", "jsonl"], default="text", help="text (default) or jsonl")
    what.add_argument(
        "--nc",
        type=_nc,
        metavar='"V (P ...)"',
        help="instead of a search, show how nc, the conflict test of COMP 333, tests row V against "
        'the queens P, e.g. "5 (1 3 4)"',
    )
    add_board(parser)
    limits = parser.add_argument_group("limits for a backend or a program of your own")
    add_limits(limits, Limits(seconds=LONGEST_TRACE), whose="the run")
    add_sandbox(limits)


def execute(options: argparse.Namespace) -> int:
    """Print the trace; raises UsageError and UnavailableError."""
    if options.nc:
        print("\n".join(nc_unfolded(*options.nc)))
        return ExitCode.SUCCESS
    if options.file:
        return _step_through(options)
    if options.call:
        raise UsageError("--call is for a program of your own; name its FILE")
    backend = registry.find(options.backend)
    problem = chosen_board(options)
    if problem.colours:
        registry.check_possible(backend, problem)
        backend = registry.on_board(backend, problem)
    try:
        for line in _lines(backend, problem, options):
            print(printable_lines(line))
    except FilmError as error:
        raise TraceError(str(error)) from None
    except traces.UnfinishedTraceError as error:
        why = f"the trace of {backend.name} is incomplete: {ending_words(error.ending)}"
        print(printable(f"queens trace: {why}"), file=sys.stderr)
        return ExitCode.INCOMPLETE
    if other := traces.notes(backend).difference:
        print(f"note: {other}", file=sys.stderr)
    return ExitCode.SUCCESS


def _step_through(options: argparse.Namespace) -> ExitCode:
    """Print the steps of a program of one's own; raises UsageError and UnavailableError."""
    # A backend needs none of this.
    from solvers.cli.check_options import limits_of
    from solvers.grading.language import PROLOG
    from solvers.grading.stepping import MOST_STEPS, stepped, stepped_subject
    from solvers.grading.subject import ANSWER, Subject
    from solvers.tracing.own_program import USUAL_N, seen

    submission, name = _to_step_through(options), options.file
    sandbox, limits = choose_sandbox(options.sandbox), limits_of(options, 1)
    if not sandbox.has(PROLOG):
        raise UnavailableError(with_install_hint(f"{PROLOG.name} is not installed", PROLOG.install))
    steps: tuple[Step, ...] | Ending
    subject = stepped_subject(submission, options.call or "", limits, sandbox)
    n = USUAL_N if options.n is None else options.n
    is_chosen = not (options.n is options.limit is None)
    if isinstance(subject, Subject):
        if not is_chosen:
            n = _first_wrong_size(submission, options.call or "", limits, sandbox) or n
        most = options.limit or MOST_STEPS
        steps = stepped(submission, subject, n, limits, sandbox, most=most)
    elif subject.ending is None or subject.ending.cause is Cause.DONE:
        why = "no predicate with a usual name takes n and gives an answer"
        why = f"it cannot be loaded: {subject.error}" if subject.error else why
        raise UsageError(
            f"{name}: {why}; name a goal: queens trace {name} --call 'queens({{n}}, {ANSWER})'"
        )
    else:
        steps = subject.ending
    if isinstance(steps, Ending):
        why = f"no step of {submission.name} arrived: {ending_words(steps)}"
        if steps.cause.kind is not CauseKind.LIMIT:
            raise UnavailableError(why)
        print(printable(f"queens trace: {why}"), file=sys.stderr)
        return ExitCode.INCOMPLETE
    if steps[0].port == "error":
        raise UsageError(f"{name}: the goal cannot be called: {steps[0].goal}")
    is_whole = not options.limit
    shown = [one for one in seen(steps, n) if is_whole or one.step.port != "steps"]
    chosen = shown[: options.limit]
    wrong = next((at for at, one in enumerate(chosen, 1) if one.is_wrong), 0)
    is_left = not is_chosen and 0 < wrong < len(chosen)
    chosen = chosen[:wrong] if is_left else chosen
    is_text = options.output == "text"
    for one in chosen:
        print(printable_lines(one.line if is_text else json.dumps(one.document())))
    if is_left:
        print(f"the first wrong board; --n {n} shows the steps after it, too", file=sys.stderr)
        return ExitCode.SUCCESS
    is_cut = steps[-1].port not in ({"end", "error"} if is_whole else {"end", "error", "steps"})
    return ExitCode.INCOMPLETE if is_cut else ExitCode.SUCCESS


QUICK_SECONDS = 2.0
"""The time limit for each n while the smallest one that is wrong is looked for."""


def _first_wrong_size(submission: Submission, call: str, limits: Limits, sandbox: Runner) -> int:
    """The smallest n up to USUAL_N for which the ordinary check finds a mistake, or 0."""
    from solvers.grading.check import check_program
    from solvers.grading.submission import CheckOptions
    from solvers.tracing.own_program import USUAL_N

    seconds = min(limits.seconds, QUICK_SECONDS)
    limits = replace(limits, seconds=seconds, total_seconds=2 * seconds)
    options = CheckOptions(call=call, hints=False)
    checked = check_program(submission, range(1, USUAL_N + 1), limits, sandbox, options)
    return min((n for n, size in checked.judged.items() if not size.passed), default=0)


def _to_step_through(options: argparse.Namespace) -> Submission:
    """The program; raises UsageError if it, n or another option does not fit."""
    from solvers.cli.check_options import LARGEST_N
    from solvers.grading.language import PROLOG
    from solvers.grading.submission import find_submission
    from solvers.output.film_pages import no_steps_words

    name = options.file
    if any(getattr(options, other) for other in ("board", "prefix", "given", "blocked")):
        raise UsageError(
            "a program of your own is stepped through for n alone; leave out the options of the "
            "board"
        )
    submission = find_submission(name)
    if options.n is not None and not 1 <= options.n <= LARGEST_N:
        raise UsageError(
            f"a program is stepped through for n from 1 to {LARGEST_N}, not {options.n}"
        )
    if submission.language is not PROLOG:
        why = no_steps_words(submission.language)
        raise UsageError(f"{name}: {why}; queens check {name} judges it")
    return submission


def _lines(backend: Backend, problem: Problem, options: argparse.Namespace) -> Iterator[str]:
    """The lines of a backend's trace."""
    seconds, memory = options.time_limit, options.memory_limit
    limits = Limits(seconds=seconds, memory_mib=memory, output_mib=MOST_TRACE_MIB)
    events = iter(traces.tracer(backend, limits)(problem))
    if options.output == "text":
        lines = traces.trace_lines(backend, problem, events, explain=options.explain)
    else:
        lines = (json.dumps(event.document()) for event in events)
    return islice(lines, options.limit)


def _nc(text: str) -> tuple[int, list[int]]:
    """A row and the rows of the queens before it, from ``5 (1 3 4)``."""
    match = re.fullmatch(
        r"\s*\(?\s*(?:nc\s+)?(\d{1,3})\s+'?\(((?:\s*\d{1,3}\b)*)\s*\)\s*\)?\s*", text
    )
    if not match:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a row and a list of rows; give e.g. '5 (1 3 4)'"
        )
    return int(match[1]), [int(row) for row in match[2].split()]


COMMAND = Command(
    name="trace",
    description="Show a search step by step: in the notation of the backend's course text, in "
    "plain words, or as events that other programs can read.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 8 --limit 12 --explain",
        "{} --n 6 --backend clpfd --limit 16",
        "echo 'queens(1, [1]).' > example.pl; {} example.pl --n 1",
    ),
)
