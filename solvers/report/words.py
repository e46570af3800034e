"""The words and figures that text and HTML share: cells of the table, the verdict in one line."""

from __future__ import annotations

from solvers.crosscheck import Crosscheck, Evidence, Judgement, Verdict
from solvers.interface import Fault, Keep, Run, Status
from solvers.problem import Problem
from solvers.report.printable import printable

COLUMNS = (
    "backend",
    "paradigm",
    "status",
    "verdict",
    "solutions",
    "first",
    "all",
    "memory",
    "work",
)


def cells(judgement: Judgement) -> tuple[str, ...]:
    """One row of the table, a cell for each of COLUMNS."""
    run = judgement.run
    return (
        printable(run.backend),
        run.paradigm,
        run.status,
        judgement.verdict,
        "-" if run.status is Status.UNAVAILABLE else f"{run.solutions:,}",
        duration(run.first_solution_seconds),
        duration(run.seconds),
        "-" if run.peak_memory_mib is None else f"{run.peak_memory_mib:.0f} MiB",
        ", ".join(work(run)),
    )


def work(run: Run) -> list[str]:
    """The counters of a run, each as words."""
    return [f"{count:,} {name.replace('_', ' ')}" for name, count in run.counters.items()]


def duration(seconds: float | None) -> str:
    """Seconds with as much precision as they deserve."""
    if seconds is None:
        return "-"
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.1f} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"
    return f"{seconds:.2f} s"


def counted(count: int, singular: str) -> str:
    """A number with its noun."""
    return f"{count:,} {singular}" if count == 1 else f"{count:,} {singular}s"


def title(problem: Problem) -> str:
    """What was to be solved."""
    text = counted(problem.n, "queen")
    if problem.prefix:
        text += f", first rows {','.join(map(str, problem.prefix))}"
    return text


def fault_words(judgement: Judgement) -> str:
    """Every fault of a run with its number: "12 missing, 3 duplicates"."""
    words = {
        Fault.MALFORMED: "malformed",
        Fault.INVALID: "invalid",
        Fault.EXTRA: "with another prefix",
        Fault.DUPLICATE: "found again",
        Fault.MISSING: "missing",
    }
    return ", ".join(
        f"{judgement.faults[fault]:,} {word}"
        for fault, word in words.items()
        if judgement.faults[fault]
    )


def explanation(judgement: Judgement) -> list[tuple[str, bool]]:
    """Why a run is not simply correct: nothing, or a few lines, and whether each is grave."""
    run, witness = judgement.run, judgement.witness
    name, note = printable(run.backend), printable(run.note)
    lines: list[tuple[str, bool]] = []
    if run.status is Status.UNAVAILABLE:
        lines.append((f"{name} cannot run here: {note}", False))
    elif run.status is not Status.COMPLETE:
        lines.append((f"{name} did not finish ({run.status}): {note}", False))
    elif run.note:
        lines.append((f"{name}: {note}", False))
    if judgement.verdict is Verdict.WRONG:
        lines.append((f"{name} is wrong: {fault_words(judgement)}", True))
    if judgement.remark:
        lines.append((f"{name}: {judgement.remark}", False))
    if judgement.shape:
        lines.append((f"  what is missing has a shape: {judgement.shape}", False))
    if witness:
        placement = "" if witness.placement is None else f"{list(witness.placement)}: "
        lines.append(
            (f"  {witness.fault}, for example {placement}{printable(witness.text)}", False)
        )
    return lines


def verdict_line(crosscheck: Crosscheck) -> str:
    """The verdict on all runs, in one sentence that says what it rests on."""
    by_verdict: dict[Verdict, list[Judgement]] = {verdict: [] for verdict in Verdict}
    for judgement in crosscheck.judgements:
        by_verdict[judgement.verdict].append(judgement)
    correct = by_verdict[Verdict.CORRECT]
    unfinished = by_verdict[Verdict.PARTIAL] + by_verdict[Verdict.NOT_JUDGED]
    absent = [one for one in unfinished if one.run.status is Status.UNAVAILABLE]
    unproven = [one for one in unfinished if one.run.status is Status.COMPLETE]
    stopped = [one for one in unfinished if one not in absent and one not in unproven]

    clauses = [
        f"{printable(one.run.backend)} is wrong ({fault_words(one)})"
        for one in by_verdict[Verdict.WRONG]
    ]
    if correct:
        clauses.append(_what_was_found(crosscheck, correct))
    if stopped:
        names = ", ".join(f"{printable(one.run.backend)} ({one.run.status})" for one in stopped)
        clauses.append(f"not finished: {names}")
    if unproven:
        names = ", ".join(printable(one.run.backend) for one in unproven)
        clauses.append(f"complete, but without proof: {names}")
    if absent:
        names = ", ".join(printable(one.run.backend) for one in absent)
        clauses.append(f"without {names}, which cannot run here")
    return f"{crosscheck.verdict}: {'; '.join(clauses)}."


def _what_was_found(crosscheck: Crosscheck, correct: list[Judgement]) -> str:
    number, backends = correct[0].run.solutions, len(correct)
    solutions = counted(number, "solution") if number else "no solution"
    if backends == 1:
        found = f"{printable(correct[0].run.backend)} found {solutions}"
    else:
        everybody = backends == len(crosscheck.judgements)
        who = ("both" if backends == 2 else f"all {backends}") if everybody else f"{backends}"
        found = f"{who} backends found {'the same ' if number else ''}{solutions}"
    if crosscheck.evidence is Evidence.KNOWN_COUNT:
        return f"{found}, the known count (OEIS A000170)"
    if crosscheck.keep is Keep.DIGEST and crosscheck.evidence is Evidence.AGREEMENT:
        return (
            f"{found} by their digests, which is the evidence: that all are distinct was not seen"
        )
    if crosscheck.evidence is Evidence.AGREEMENT:
        return (
            f"{found} (no count is known for a prefix or n > 27: the evidence is their agreement)"
        )
    if number:
        found += ", valid and distinct"
    return (
        f"{found}; but whether any is missing is not checked, since no count is known here and no "
        "second run is complete: add a backend"
    )
