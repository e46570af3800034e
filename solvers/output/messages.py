"""The messages that text, HTML and JSON share: figures, the faults of a run, its ending."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from reprlib import Repr
from typing import Any

from solvers.errors import exit_words, printable, printable_lines
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.puzzle.packing import Fault, Flaw, RejectedOutput
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Attack, Goal, Problem, Square, closed_squares, given_queens
from solvers.referee.verdict import (
    ONE_OF_EACH_CLASS,
    CountRemark,
    Judgement,
    Verdict,
    Witness,
)


def for_page(value: Any) -> Any:
    """Printable text for a page, with unbreakable spaces in formulas; any other value unchanged."""
    if type(value) is not str:  # Markup is a part of a page
        return value
    return re.sub(r"\b([a-z]) ([<=>]) (?=\d)", "\\1\u00a0\\2\u00a0", printable_lines(value))


def capital(text: str) -> str:
    """The text with a capital letter, unless it begins with a call, such as queens(n)."""
    return text if re.match(r"[\w.-]+\(|\(", text) else text[:1].upper() + text[1:]


REPORT_IT = "please report this bug and attach the file"


def duration(seconds: float | None) -> str:
    """Seconds in words, rounded to a suitable unit and precision; "-" for None."""
    if seconds is None:
        return "-"
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.1f} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"
    for unit, length in (("years", 31_557_600), ("days", 86_400), ("hours", 3_600)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.2f} s"


def counted(count: int, singular: str) -> str:
    """A number with its noun, in the plural unless it is 1."""
    ending = "" if count == 1 else "es" if singular.endswith("s") else "s"
    return f"{count:,} {singular}{ending}"


def title(problem: Problem) -> str:
    """The problem in words, such as "8 queens, until the first solution"."""
    parts = ["coloured"] if problem.colours else []
    if problem.prefix:
        parts.append(f"prefix {','.join(map(str, problem.prefix))}")
    given, closed = given_queens(problem), closed_squares(problem)
    if problem.attacking(sorted(given.items())):
        given, closed = {}, {*problem.blocked}  # these are no queens that anybody has placed
    if given:
        parts.append(f"{counted(len(given), 'queen')} given")
    if closed:
        parts.append(f"{counted(len(closed), 'square')} blocked")
    if problem.goal is Goal.FIRST:
        parts.append("until the first solution")
    return ", ".join(filter(None, [counted(problem.n, "queen"), "; ".join(parts)]))


def conditions(limits: Limits) -> str:
    """The machine and the limits of a comparison, in a line."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    limited = f"limits for each run: {limits.seconds:g} s, {limits.memory_mib:g} MiB"
    return f"{machine}, Python {platform.python_version()}; {limited}"


def fault_words(judgement: Judgement, problem: Problem) -> str:
    """Every fault of a run with its number: "12 missing, 3 duplicates"."""
    words = {
        Fault.MALFORMED: "malformed",
        Fault.INVALID: "invalid",
        Fault.EXTRA: "not allowed on this board" if problem.blocked else "with another prefix",
        Fault.DUPLICATE: "duplicate" if judgement.faults[Fault.DUPLICATE] == 1 else "duplicates",
        Fault.MISSING: "missing",
    }
    says_none = problem.goal is Goal.FIRST and not judgement.run.solutions
    if says_none and judgement.faults[Fault.MISSING]:
        return "a solution exists"
    return ", ".join(
        f"{judgement.faults[fault]:,} {word}"
        for fault, word in words.items()
        if judgement.faults[fault]
    )


REMARKS = {
    CountRemark.REPEATS_NOT_EXCLUDED: "its count agrees, but it may have counted a solution "
    "twice; to rule this out, add --jobs 1: the referee then sorts each part",
    CountRemark.COUNTS_DIFFER: "the counts differ, and none of them is proven; to find out which "
    "is right, leave out --count",
    CountRemark.DIGESTS_DIFFER: "the digests differ, and none of them is proven; to find the "
    "difference, leave out --count",
    CountRemark.ANOTHER_DIGEST: "its digest differs, so at least this many are missing; to see "
    "one, leave out --count",
    CountRemark.UNCHECKED: "its counts were read from a checkpoint, which nobody checked, and they "
    "differ; give another directory",
    CountRemark.UNCONFIRMED: "complete, unconfirmed: nothing shows that no solution is missing",
}


MOST_NAMED = 3
"""The most unfinished runs that the verdict names; it only counts more."""


def explanation(judgement: Judgement, problem: Problem) -> list[str]:
    """Lines about a run that is not simply correct; may be []."""
    run, witness = judgement.run, judgement.witness
    name, why = printable(run.backend), note(run)
    lines: list[str] = []
    if run.status is Status.UNAVAILABLE:
        lines.append(f"{name} cannot run here: {why}")
    elif run.status is not Status.COMPLETE:
        lines.append(f"{name} did not finish ({run.status}): {why}")
    elif why:
        lines.append(f"{name}: {why}")
    if judgement.verdict is Verdict.WRONG:
        lines.append(f"{name} is wrong: {fault_words(judgement, problem)}")
    if judgement.remark and judgement.remark is not CountRemark.UNCONFIRMED:  # the verdict says it
        lines.append(f"{name}: {REMARKS[judgement.remark]}")
    if judgement.pattern:
        lines.append(f"  pattern: {pattern_words(judgement.pattern)}")
    if witness:
        lines.append(f"  {_witness_line(witness, problem, run.axes)}")
    return lines


def listed(names: Sequence[str]) -> str:
    """The names as a list in a sentence: "a, b and c"."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def pattern_words(pattern: str) -> str:
    """The symmetry of the missing solutions, as a clause; "" for none."""
    if pattern == ONE_OF_EACH_CLASS:
        return (
            "one solution of each symmetry class was found, without its rotations and reflections"
        )
    return f"exactly the {pattern} of the solutions found are missing" if pattern else ""


LARGEST_DRAWN = 64
"""The largest n whose boards are drawn square by square and listed completely."""

SHOWN_ROWS = Repr()
"""Shows the rows of a placement; only the first ones of a board that is not drawn."""
SHOWN_ROWS.maxlist = LARGEST_DRAWN


def _witness_line(witness: Witness, problem: Problem, axes: Square) -> str:
    """The fault and its example in a line; see ``witness_words``."""
    rows = [row + axes[1] for row in witness.placement or ()]
    placement = SHOWN_ROWS.repr(rows) if witness.placement is not None else ""
    if is_not_found(witness, problem):
        return f"{witness.fault}, for example the solution {placement}"
    words = witness_words(witness, problem, axes=axes)
    return f"{witness.fault}, for example {placement}{': ' if placement else ''}{words}"


def is_not_found(witness: Witness, problem: Problem) -> bool:
    """Whether the example is a solution that the program should have found, among all."""
    return witness.fault is Fault.MISSING and problem.goal is Goal.ALL


def witness_words(
    witness: Witness, problem: Problem, *, by_lines: bool = False, axes: Square = (0, 0)
) -> str:
    """The fault of the example in words.

    ``axes`` are the numbers of the first column and the first row. ``by_lines``: the example is a
    board read line by line, so the words swap rows and columns.
    """
    placement = witness.placement or ()
    if witness.rejected:
        return rejected_words(witness.rejected)
    if witness.off_board is not None:
        row, column = placement[witness.off_board] + axes[1], witness.off_board + axes[0]
        rows = f"{axes[1]} to {problem.n - 1 + axes[1]}"
        return f"row {row} in column {column} is not on the board (rows are {rows})"
    if witness.attack:
        rule = problem.attack(*((at, placement[at]) for at in witness.attack))
        if by_lines and rule is Attack.ROW:
            rule = Attack.COLUMN
        column_word, row_word = ("row", "column") if by_lines else ("column", "row")
        one, other = (
            f"{column_word} {at + axes[0]} ({row_word} {placement[at] + axes[1]})"
            for at in witness.attack
        )
        what = "touch" if rule is Attack.TOUCH else f"share a {rule}"
        return f"the queens in {one} and {other} {what}"
    return {
        Fault.EXTRA: f"a solution, but {_not_allowed(placement, problem, axes)}",
        Fault.DUPLICATE: f"found {witness.times} times",
    }.get(
        witness.fault,
        "a solution that it did not find"
        if is_not_found(witness, problem)
        else "a solution, but it reports that none exists",
    )


def rejected_words(rejected: RejectedOutput) -> str:
    """The rejected output and its fault."""
    n, got, column = rejected.n, rejected.got, rejected.column
    reason = {
        Flaw.NO_LIST: f"a value of type {got} instead of a list of rows",
        Flaw.LENGTH: f"{got} row{'' if got == '1' else 's'} instead of {n}",
        Flaw.NO_INT: f"column {column} holds a value of type {got}, not an integer",
        Flaw.OFF_BOARD: f"row {got} in column {column} is not on the board (rows are 0 to {n - 1})",
        Flaw.NO_PLACEMENT: "not every column has one queen on the board",
        Flaw.NO_BLOCK: f"{got}, not (count, {n}) of integers",
    }[rejected.flaw]
    return printable(f"{rejected.shown}: {reason}")


def _not_allowed(placement: Placement, problem: Problem, axes: Square) -> str:
    """The reason why the board does not allow this placement."""
    for column, row in enumerate(placement):
        if (column, row) in problem.blocked:
            if (given := given_queens(problem).get(column)) is not None:
                return f"row {given + axes[1]} of column {column + axes[0]} has a given queen"
            return f"the square in row {row + axes[1]} of column {column + axes[0]} is blocked"
    return f"it does not begin with the prefix {','.join(map(str, problem.prefix))}"


CLOCK_SECONDS, LATE_SECONDS = 0.05, 0.5
"""Two clocks may differ by the first, or by a tenth of the time, before both are shown; on a busy
machine also by the second, if that is less than the time itself."""


def ending_words(ending: Ending) -> str:
    """The reason why a run ended, in one printable line; "" for a run that is done."""
    if ending.cause is Cause.DONE:
        return ""
    limit, detail = f"{ending.limit:g}", ending.detail
    how = exit_words(ending.exit_code or 0)
    printed = f"; it last printed: {detail}" if detail else ""
    words = {
        Cause.TIME: f"stopped after {limit} s",
        Cause.STARTUP_TIME: f"did not start within {limit} s",
        Cause.PROCESSOR_TIME: f"stopped after {limit} s of processor time",
        Cause.MEMORY: f"stopped at {ending.measured:.0f} MiB of memory; the limit is {limit} MiB",
        Cause.KERNEL_MEMORY: f"stopped by the kernel at the memory limit of {limit} MiB",
        Cause.RECURSION: f"its recursion goes too deep: {detail}",
        Cause.OUTPUT: f"stopped after more than {limit} MiB of output",
        Cause.ANSWERS: "stopped because its answers take more memory than the output limit",
        Cause.FILES: f"stopped after it wrote more than {limit} MiB to files",
        Cause.PROCESSES: f"stopped at more than {limit} processes",
        Cause.NO_END_RECORD: f"its process ended before the run was complete ({how}){printed}",
        Cause.WRONG_COUNT: f"it reported {counted(int(ending.limit), 'solution')} at its end, but "
        f"sent {ending.measured:,.0f}",
        Cause.NOT_STARTED: f"could not start its process: {detail}",
        Cause.INTERRUPTED: "interrupted",
        Cause.NOT_BEGUN: "not started",
    }.get(ending.cause, detail)
    return printable(words)


def note(run: Run) -> str:
    """The reason why the run ended, with other facts about it, in one line."""
    words = ending_words(run.ending), *map(printable, run.remarks), clock_words(run)
    return "; ".join(filter(None, (*words, split_words(run))))


def split_words(run: Run) -> str:
    """That a split run took longer than the searches of all its parts together; else ""."""
    took, parts = run.seconds, run.parts_seconds
    if run.status is not Status.COMPLETE or took is None or parts is None or took <= parts:
        return ""
    return (
        f"the split saved no time: all its parts together took {duration(parts)}, and the run "
        f"{duration(took)}; leave out --jobs"
    )


def clock_words(run: Run) -> str:
    """The time on the clock of the command, if it differs much from that of the run's process."""
    told, measured = run.seconds, run.parent_seconds
    if told is None or measured is None:
        return ""
    apart = abs(measured - told)  # a process that has to wait for a processor is a little late
    if apart <= max(told / 10, CLOCK_SECONDS) or (apart <= told and apart <= LATE_SECONDS):
        return ""
    return f"it reports {duration(told)}, but took {duration(measured)} on the clock of the command"
