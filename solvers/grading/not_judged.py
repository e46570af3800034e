"""Why nothing can be said of a program, in the words of whoever wrote it."""

from __future__ import annotations

from collections.abc import Mapping

from solvers.execution.ending import Cause, Status
from solvers.grading.call_result import CallResult
from solvers.grading.language import PYTHON
from solvers.grading.probe import Gives, Probe
from solvers.grading.protocol.dialects import dialect_of

NOT_RUN = (Status.UNAVAILABLE, Status.CANCELLED)


def why_not_judged(probe: Probe, outcomes: Mapping[int, CallResult]) -> str:
    """Why nothing is said of it; nothing where something is."""
    loaded, outcome = probe.loaded, probe.outcome
    is_judged = probe.gives > Gives.NOTHING or not outcomes
    if is_judged or loaded.ending.cause is not Cause.DONE or outcome.run.status in NOT_RUN:
        return ""
    if loaded.error or outcome.failure:
        if reason := _not_here(probe):
            return reason
        if loaded.kind in {"syntax", "unbound", "error", "input"}:
            return ""
    if outcome.failure == "missing":
        return outcome.run.ending.detail
    return _wrong_guess(probe) or _nothing_to_read(outcome)


def _wrong_guess(probe: Probe) -> str:
    """That it gives nothing for first values that were guessed: others may be right."""
    guessed = set(probe.plan.arguments) - {"n", "out", "."}
    outcome = probe.outcome
    if not guessed or outcome.run.status is not Status.COMPLETE or outcome.answers.values:
        return ""
    return (
        f"{probe.plan.words} it gives nothing, and what it is given first was guessed: give it "
        "a function that takes n alone, or name one with --entry"
    )


def _not_here(probe: Probe) -> str:
    """That it needs a dialect or a package that is not here."""
    loaded, outcome = probe.loaded, probe.outcome
    what = loaded.error or outcome.run.ending.detail
    if loaded.dialect.startswith("Python"):
        return f"it is {loaded.dialect}, and converted to Python 3 it does not run: {what}"
    if dialect := dialect_of(probe.program.submission, loaded):
        return f"it is written for {dialect}, and not all of that is here: {what}"
    if "package" in {loaded.kind, outcome.failure}:
        python = probe.program.submission.language is PYTHON
        cure = "; --allow-packages NAME lets it import what is installed" if python else ""
        return f"it needs what is not here: {what}{cure}"
    return ""


def _nothing_to_read(outcome: CallResult) -> str:
    """That what it gives is in no shape that is known."""
    values, printed = outcome.answers.values, outcome.printed.strip()
    if outcome.run.status is not Status.COMPLETE or outcome.answer_format.shape:
        return ""
    says_nothing = all(value is None or isinstance(value, bool) for value in values)
    if says_nothing and printed:
        line = next(line for line in printed.splitlines() if line.strip())
        return f"it prints, and what it prints was not read as solutions: {line.strip()[:80]!r}"
    if values and says_nothing and any(isinstance(value, bool) for value in values):
        return f"it answers {values[0]} and shows no solution"
    plain = all(value is None or isinstance(value, (int, float)) for value in values)
    if not plain and not outcome.answers.single and not any(map(_is_like_rows, values)):
        return f"its answers are in no shape that is known here, for example {values[0]!r:.80}"
    return ""


def _is_like_rows(value: object) -> bool:
    return isinstance(value, tuple) and not any(isinstance(one, (tuple, str)) for one in value)
