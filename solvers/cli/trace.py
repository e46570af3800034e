"""The command ``queens trace``: show a search step by step, or check its events."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import dropwhile, islice, takewhile
from pathlib import Path

from solvers import registry
from solvers.cli.arguments import (
    add_backend,
    add_board,
    add_limits,
    add_sandbox,
    add_size,
    chosen_board,
    count,
)
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode
from solvers.errors import FilmError, TraceError, UnavailableError, UsageError
from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import pieces_elsewhere
from solvers.execution.result import Cause, Ending
from solvers.interface import Backend
from solvers.output.messages import counted, ending_words
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions
from solvers.tracing import traces
from solvers.tracing.checker import check_events
from solvers.tracing.course_texts import nc_unfolded
from solvers.tracing.event import Event, Kind

LONGEST_TRACE = 30.0
"""The time limit for the trace of a backend of your own, in seconds."""

LARGEST_CHECKED = 10
"""The largest n whose traces are checked; up to here, the check takes minutes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add(
        "file",
        nargs="?",
        metavar="FILE",
        help="a Prolog program of your own, or FILE::NAME to call NAME: step through its own "
        "predicates, instead of a backend's search",
    )
    add_size(parser)
    add_backend(parser, "backtracking")
    add("--call", metavar="GOAL", help="the goal of FILE to step through, as in queens check")
    add(
        "--limit",
        type=count,
        metavar="K",
        help="print at most K steps",
    )
    add(
        "--steps",
        type=_steps,
        metavar="A-B",
        help="print only steps A to B, numbered from 1 as in the HTML report",
    )
    add(
        "--explain",
        action="store_true",
        help="also print the reason for each step (backtracking)",
    )
    add("--output", choices=["text", "jsonl"], default="text", help="text (default) or jsonl")
    add(
        "--check",
        action="store_true",
        help="replay the trace, verify every event, and print only the result",
    )
    add(
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
    """Print the trace, or check it; raises UsageError and UnavailableError."""
    _check_options(options)
    if options.nc:
        for line in nc_unfolded(*options.nc):
            print(line)
        return ExitCode.SUCCESS
    if options.file:
        return _step_through(options)
    if options.call:
        raise UsageError("--call is for a program of your own; name its FILE")
    backend = registry.find(options.backend)
    problem = chosen_board(options)
    code = _show((_lines_elsewhere if backend.origin else _lines)(backend, problem, options))
    if not options.check and (other := traces.notes(backend).difference):
        print(f"note: {other}", file=sys.stderr)
    return code


IGNORED = {
    "--check prints only the result": ("limit", "steps", "explain", "output"),
    "--nc shows a test of one row": (
        *("limit", "steps", "explain", "output", "check", "n", "board", "prefix", "given"),
        *("blocked", "backend"),
    ),
}
"""The options that would be ignored, by the reason."""


def _check_options(options: argparse.Namespace) -> None:
    """Raise UsageError for an option that would be ignored beside --check or --nc."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for why, names in IGNORED.items():
        if getattr(options, why.split()[0].removeprefix("--")):
            for name in names:
                if getattr(options, name) != parser.get_default(name):
                    raise UsageError(f"{why}; leave out --{name}")


def _step_through(options: argparse.Namespace) -> ExitCode:
    """Print the steps of a program of one's own; raises UsageError and UnavailableError."""
    # A backend needs none of this.
    from solvers.cli.check import checked_for_steps
    from solvers.grading.language import PROLOG
    from solvers.grading.stepping import MOST_STEPS, can_be_stepped, stepped
    from solvers.grading.subject import ANSWER
    from solvers.output.film_pages import no_steps_words
    from solvers.tracing.own_program import seen

    problem, name = chosen_board(options), options.file
    if not Path(name.rpartition("::")[0] or name).exists():
        other = f"--n {name}" if name.isdecimal() else f"--backend {name}"
        hint = f"; did you mean {other}?" if name.isdecimal() or registry.find_or_none(name) else ""
        raise UsageError(f"there is no file {name}{hint}")
    if problem.prefix or problem.blocked or options.check or options.explain:
        raise UsageError(
            "a program of your own is stepped through for n alone: leave out the board, --check "
            "and --explain"
        )
    checked, limits = checked_for_steps(options, problem.n)
    submission = checked.submission
    if not can_be_stepped(submission, checked.subject):
        step = f"name one: queens trace {name} --call 'queens({{n}}, {ANSWER})'"
        if submission.language is not PROLOG:
            step = f"queens check {name} judges it"
        raise UsageError(f"{name}: {no_steps_words(checked)}; {step}")
    most = options.steps[1] if options.steps else options.limit or MOST_STEPS
    steps = stepped(submission, checked.subject, problem.n, limits, checked.sandbox, most=most)
    if isinstance(steps, Ending):
        raise UnavailableError(f"no step of {submission.name} arrived: {ending_words(steps)}")
    first = options.steps[0] if options.steps else 1
    is_excerpt = options.steps or options.limit
    for number, shown in enumerate(seen(steps, problem.n, checked.format), 1):
        if number >= first and not (shown.step.port == "steps" and is_excerpt):
            print(json.dumps(shown.document()) if options.output == "jsonl" else shown.line)
    return ExitCode.INCOMPLETE if steps[-1].port == "time" else ExitCode.SUCCESS


Line = tuple[ExitCode, str]
"""A line to print, and the exit code if it is the last one."""


def _lines(backend: Backend, problem: Problem, options: argparse.Namespace) -> Iterator[Line]:
    """The lines of a backend's trace, or of its check."""
    events = iter(traces.tracer(backend)(problem))
    if options.check:
        yield from _checked(events, problem)
        return
    if options.output == "text":
        lines = traces.trace_lines(backend, problem, events, explain=options.explain)
    else:
        lines = traces.printed(traces.sure(backend, events), _json)
    first, last = options.steps or (1, sys.maxsize)
    chosen = dropwhile(lambda line: line[0] < first, takewhile(lambda line: line[0] <= last, lines))
    for *_, line in islice(chosen, options.limit):
        yield ExitCode.SUCCESS, line


def _lines_elsewhere(
    backend: Backend, problem: Problem, options: argparse.Namespace
) -> Iterator[Line]:
    """The lines of an outside backend, from a process with limits: its trace may be endless."""
    limits = Limits(seconds=options.time_limit, memory_mib=options.memory_limit)
    for piece in pieces_elsewhere(backend, RemoteCall(_lines_in_json, (problem, options)), limits):
        if isinstance(piece, bytes):
            code, line = json.loads(piece)
            yield ExitCode(code), line
        elif piece.cause is Cause.FAILED:
            raise TraceError(piece.detail)
        elif piece.cause is Cause.CANNOT_RUN:
            raise UnavailableError(f"{backend.name} cannot run here: {piece.detail}")
        elif piece.cause is Cause.INTERRUPTED:
            raise KeyboardInterrupt
        elif piece.cause is not Cause.DONE:
            yield (
                ExitCode.INCOMPLETE,
                f"queens trace: the trace of {backend.name} is incomplete: {ending_words(piece)}",
            )


def _lines_in_json(
    backend: Backend, problem: Problem, options: argparse.Namespace
) -> Iterator[bytes]:
    """The lines of a trace, each as JSON: [exit code, text]."""
    for line in _lines(backend, problem, options):
        yield json.dumps(line).encode()


def _show(lines: Iterable[Line]) -> ExitCode:
    """Print the lines as they come; return the exit code of the last one."""
    code = None
    for code, line in lines:
        is_answer = code in {ExitCode.SUCCESS, ExitCode.WRONG}
        print(line, file=sys.stdout if is_answer else sys.stderr)
    if code is None:
        print("queens trace: the trace ends before these steps; give earlier ones", file=sys.stderr)
    return code or ExitCode.SUCCESS


def _json(event: Event) -> list[str]:
    return [json.dumps(event.document())]


def _checked(events: Iterator[Event], problem: Problem) -> Iterator[Line]:
    """The lines about a check of the events against the referee's solutions."""
    if problem.n > LARGEST_CHECKED:
        raise UsageError(f"--check works only up to n = {LARGEST_CHECKED}; give a smaller --n")
    known = known_solutions(problem)
    try:
        number = check_events(problem, checked := list(events))
    except FilmError as error:
        yield ExitCode.WRONG, f"the trace is wrong: {error}"
        return
    reported = sum(event.kind is Kind.SOLUTION for event in checked)
    solutions = counted(len(known), "solution") if known else "no solution"
    if reported < len(known):  # as a search for one solution may leave it
        solutions = f"{reported:,} of {solutions}"
    yield ExitCode.SUCCESS, f"all {number:,} events verified; {solutions}, as the referee confirms"
    if any(event.state for event in checked):
        yield ExitCode.SUCCESS, "not checked: the state in the program's own terms"


def _steps(text: str) -> tuple[int, int]:
    """The first and the last step of a range such as ``10-20``, counted from 1."""
    match = re.fullmatch(r"(\d{1,9})-(\d{1,9})", text, re.ASCII)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a range of steps; give e.g. 10-20 (the first step is 1)"
        )
    return int(match[1]), int(match[2])


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
