"""What would make a subject judgeable: a fact, and the command with its options, if any."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from solvers.errors import printable
from solvers.grading.proposal import NAMEABLE, by_name
from solvers.grading.result import CheckResult, ReasonKind
from solvers.grading.returned import SMALLEST_SURE
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import Task
from solvers.output.check_words import size_words
from solvers.output.messages import counted

MOST_NAMED = 4
"""The most definitions that a line names."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """The advice to a user whose program is not judged: a ``fact``, or "", and ``how`` to use it.

    ``options`` are those with which the command would judge it, ``arguments`` the whole command,
    with the options that the user gave; both are empty if only the user can know.
    """

    fact: str
    how: str
    options: Mapping[str, str] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The step in one line; the JSON has its parts."""
        if not self.arguments:
            return f"{self.how}; {self.fact}"
        command = f"{self.how}: {shlex.join(self.arguments)}"
        return f"{self.fact}; {command}" if self.fact else command


def next_step(checked: CheckResult, given: Mapping[str, str]) -> NextStep | None:
    """The next step of a subject that is not judged; None without one.

    A call is proposed only if it was made and gave boards; else the program's definitions are
    named. ``given`` are the options of the command that the user gave.
    """
    if (reason := checked.reason) is None or checked.changes:  # with one, the call was right
        return None
    if checked.packages:
        names = [*given.get("--allow-packages", "").split(","), *checked.packages]
        options = {"--allow-packages": ",".join(filter(None, names))}
        step = NextStep(
            "the sandbox hides packages", "to allow those that it imports, run", options
        )
        return _with_command(checked, given, step)
    large = [n for n in checked.sizes if n >= SMALLEST_SURE]
    is_called = checked.subject.origin is Origin.USUAL_NAME
    printed = {**({"--call": checked.subject.call} if is_called else {}), "--printed": ""}
    ways = {
        ReasonKind.OTHER_TASK: ("if that was the task, run", {"--task": str(reason.task)}),
        ReasonKind.ONLY_SMALL: (
            "to leave the small sizes out, run",
            {"--points": ",".join(f"{n}:1" for n in large)},
        ),
        ReasonKind.SEVERAL_BOARDS: ("name the board", {"--call": next(iter(reason.names), "")}),
        ReasonKind.PARTLY_RIGHT: ("if these are its final answers, run", printed),
        ReasonKind.WRONG_NUMBER: ("if these are its final answers, run", printed),
    }
    if reason.kind in ways and not checked.proposal:
        is_possible = reason.kind is not ReasonKind.ONLY_SMALL or large
        how, options = ways[reason.kind]
        step = NextStep("", how, {name: printable(value) for name, value in options.items()})
        return _with_command(checked, given, step) if is_possible else None
    is_nameable = reason.kind in NAMEABLE or checked.proposal
    if not is_nameable or not (named := _call_to_name(checked)):
        return None
    return _with_command(checked, given, named) if named.options else named


def _call_to_name(checked: CheckResult) -> NextStep | None:
    """The command with a call that gave boards; without one, the definitions of the program."""
    if found := checked.proposal:
        call = printable(Subject(Origin.CALL, found.call).shown)
        verb = "prints" if found.printed else "gives"
        fact = f"{call} {verb} {counted(found.boards, 'board')} for {size_words(found.n)}"
        printed = {"--printed": ""} if found.printed else {}
        return NextStep(fact, "to judge it, run", {"--call": found.call, **printed})
    is_error = checked.reason is not None and checked.reason.kind is ReasonKind.ERROR
    if is_error and checked.subject.origin is Origin.USUAL_NAME:
        return None  # the error says what to do
    another = "another" if checked.subject.origin is Origin.CALL else "the"
    named = _definitions_words(checked)
    return NextStep(named, f"name {another} call with --call") if named else None


def _definitions_words(checked: CheckResult) -> str:
    """The definitions of the program, in words; "" without one."""
    names = re.findall(r"[^\s(){}]+", checked.subject.call)
    public = [each for each in by_name(checked.defines) if each.name not in names[:1]]
    shown = [
        checked.submission.language.definition(
            printable(each.name),
            [printable(name) for name in each.parameters] or ["..."] * each.least,
        )
        for each in public[:MOST_NAMED]
    ]
    more = len(public) - len(shown)
    rest = f" and {more} more" if more > 0 else ""
    return f"it defines {', '.join(shown)}{rest}" if shown else ""


def _with_command(checked: CheckResult, given: Mapping[str, str], step: NextStep) -> NextStep:
    """The step with the command: its options beside those that were given.

    "" is the value of a switch.
    """
    options = step.options
    submission, subject = checked.submission, checked.subject
    file = submission.name.rpartition("::")[0] if submission.function else submission.name
    if submission.function and "--call" not in options:
        file = submission.name
    decided: dict[str, str] = {}
    if subject.origin is Origin.CALL and subject.call and not submission.function:
        decided["--call"] = subject.call
    if checked.task is not Task.ALL:
        decided["--task"] = str(checked.task)
    if submission.path.suffix.lower() not in submission.language.suffixes:
        decided["--language"] = submission.language.name.lower()
    merged = {**given, **decided, **options}
    if "--points" in options:
        merged.pop("--n", None)
    if "--call" in options and "--printed" not in options:  # what it returned was read
        merged.pop("--printed", None)
    words = (part for name, value in merged.items() for part in (name, value) if part)
    arguments = tuple(printable(word) for word in ("queens", "check", file, *words))
    return replace(step, arguments=arguments)
