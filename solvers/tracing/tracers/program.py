"""The events of a user's own program: the calls of its functions or predicates.

A watcher program contains the user's program and runs it. The watcher itself runs like any
submission: in a process of its own, in the sandbox. Its answers are the steps.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from solvers.errors import TraceError
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.grading.calls import plain_call
from solvers.grading.language import PROLOG, PYTHON
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.sandbox import Runner
from solvers.grading.submission import Submission
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind, step_of

WATCHERS = Path(__file__).resolve().parents[1] / "watchers"
"""The folder of the watcher programs."""

PORTS = ("call", "exit", "redo", "fail")
DEEPEST = 20_000
"""The greatest depth of nested calls; it equals the most steps that a watcher reports."""
LONGEST_WATCH = 30.0
"""The longest time that a program may be watched, in seconds."""
CALLS = ("call", "resume", "yield", "return")
LINE = "line"
NO_EXIT = "call without an exit"
"""The name, in a summary, of a call that fails before its first answer."""
STOP = "stop"
"""The step that ends the list if the watcher stopped the program after too many steps."""
KINDS = {Kind.COLUMN: "column entered", Kind.TRY: "row try", Kind.PLACED: "queen placed"}
"""The words of a summary for these kinds, whose own names are too short."""


def events(
    submission: Submission,
    problem: Problem,
    limits: Limits,
    sandbox: Runner,
    *,
    with_lines: bool = False,
) -> list[Event]:
    """The calls of the program for n, up to the watcher's limit; raises TraceError.

    A program takes only n, so a board with a prefix or blocked squares is refused. With
    ``with_lines``, each executed line of a Python program is an event, too.
    """
    if not problem.is_plain:
        raise TraceError(
            "your own program takes only n; leave out --prefix, --board, --given and --blocked"
        )
    watched = replace(submission, source=_watched(submission, with_lines=with_lines).encode())
    entry = "watched_steps" if submission.language is PROLOG else "queens"
    plan = plain_call(submission.language, entry)
    with RunningSubmission(watched, limits, sandbox) as program:
        outcome = program.ask(plan, problem.n, fresh=True, is_last=True)
    run = outcome.run
    if run.status is Status.TIME_LIMIT:
        raise TraceError(
            f"{submission.name} did not end within {limits.seconds:g} seconds for n = {problem.n}; "
            "a smaller --n or a longer --time-limit may help"
        )
    if run.status is not Status.COMPLETE:
        detail = f": {run.ending.detail}" if run.ending.detail else ""
        raise TraceError(f"{submission.name}: {run.status}{detail}")
    source = submission.source.decode(errors="replace").splitlines()
    told = [_event(submission, source, step) for step in outcome.answers.values]
    if not told:
        raise TraceError(
            f"{submission.name} has no {submission.entry or 'queens'} that can be called with n; "
            f"name the one to call, e.g. {submission.path.name}::my_queens"
        )
    first = told[0].state
    if first.get("what") == "raise":
        raise TraceError(
            f"{submission.name} stops while it is loaded ({first['call']}); a trace calls a "
            "function that takes n, and gives no input"
        )
    return [*told, Event(Kind.STOP, ())]


def _watched(submission: Submission, *, with_lines: bool) -> str:
    """The source of the watcher with this program inside; raises TraceError for other languages."""
    source, entry = submission.source.decode(errors="replace"), submission.entry
    if submission.language is PYTHON:
        given = f"SOURCE = {source!r}\nENTRY = {entry!r}\nLINES = {with_lines}\n"
        return given + (WATCHERS / "watch.py").read_text()
    if submission.language is PROLOG:
        text, name = (json.dumps(value, ensure_ascii=False) for value in (source, entry or "-"))
        given = f"submission_text({text}).\nsubmission_entry({name}).\n:- load_submission.\n"
        return (WATCHERS / "watch.pl").read_text() + given
    raise TraceError(
        f"{submission.name}: only programs in Python or Prolog can be traced, because these "
        f"languages report each call with its line to a watcher; {submission.language.name} runs "
        "compiled code, which reports none"
    )


def _event(submission: Submission, source: Sequence[str], step: Any) -> Event:
    """The event of a step; raises TraceError if the step is malformed."""
    match step:
        case [str(what), int(depth), int(line), str(call), *texts] if (
            0 <= depth <= DEEPEST and 0 <= line <= len(source)
        ):
            call, *texts = (_printable(str(text)) for text in (call, *texts))
        case _:
            raise TraceError(f"{submission.name}: it sent an invalid step")
    state: dict[str, Any] = {"depth": depth, "line": line}
    if what in PORTS and submission.language is PROLOG:
        state["line"] = _line_of_goal(source, line, call)
        return Event(Kind.PORT, (), state=state | {"port": what, "goal": call})
    if what == LINE and line:
        texts = [_printable(source[line - 1].strip())]
    elif what not in (*CALLS, STOP, "raise"):
        raise TraceError(f"{submission.name}: it sent an invalid step")
    state |= {"what": what, "call": call}
    return Event(Kind.CALL, (), state=state | ({"value": texts[0]} if texts else {}))


def _line_of_goal(source: Sequence[str], clause: int, goal: str) -> int:
    """The line of a goal in a clause; the clause's first line if several lines fit, or none."""
    if not clause:
        return 0
    name = re.compile(rf"\b{re.escape(goal.partition('(')[0])}\b")
    body = islice(enumerate(source, 1), clause - 1, None)
    found = []
    for number, text in body:
        begin = text.find(":-") + 2 if number == clause and ":-" in text else 0
        if name.search(text.partition("%")[0], begin) and (begin or number > clause):
            found.append(number)
        if text.partition("%")[0].rstrip().endswith("."):
            break
    return found[0] if len(found) == 1 else clause


def _printable(text: str) -> str:
    """The text with unprintable characters escaped."""
    return "".join(
        character if character.isprintable() else repr(character)[1:-1] for character in text
    )


def stopped(told: Iterable[Event]) -> Event | None:
    """The event at which the watcher stopped the program; None if the program ended by itself."""
    return next((event for event in told if step_of(event)[0] == STOP), None)


def summary(told: Iterable[Event]) -> list[str]:
    """A line for each function or goal, with the numbers of its calls and results.

    Without calls, one line with the number of events of each kind. Redos, and failures after a
    redo, are left out: they depend on the clause indexing of the SWI-Prolog version.
    """
    calls: dict[str, Counter[str]] = {}
    kinds: Counter[str] = Counter()
    before: dict[int, str] = {}
    for event in told:
        what, text, depth = step_of(event)
        is_redone = what == "redo" or (what == "fail" and before.get(depth) == "redo")
        before[depth] = what
        if what in (*CALLS, *PORTS) and not is_redone:
            value = event.state.get("value")
            end = f" of {value}" if value in ("True", "False", "None") else ""
            name = NO_EXIT if what == "fail" else f"{what}{end}"
            calls.setdefault(text.partition("(")[0], Counter())[name] += 1
        elif event.kind not in (Kind.END, Kind.CALL):
            kinds[KINDS.get(event.kind, event.kind)] += 1
    return [f"{name}: {_numbers(counts)}" for name, counts in calls.items()] or [_numbers(kinds)]


def _numbers(counts: Counter[str]) -> str:
    return ", ".join(
        f"{number:,} {what if number == 1 else _plural(what)}" for what, number in counts.items()
    )


def _plural(what: str) -> str:
    if what == KINDS[Kind.TRY]:
        return "row tries"
    word, space, rest = what.partition(" ")
    return f"{word}s{space}{rest}"
