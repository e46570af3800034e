"""How a run ended, in words."""

from __future__ import annotations

import signal

from solvers.execution.ending import Cause, Ending
from solvers.execution.result import Run


def ending_words(ending: Ending) -> str:
    """Why it ended, in one line; nothing of a run that is done."""
    limit, detail = f"{ending.limit:g}", ending.detail
    return {
        Cause.DONE: "",
        Cause.TIME: f"stopped after {limit} s",
        Cause.STARTUP_TIME: f"did not start within {limit} s",
        Cause.PROCESSOR_TIME: f"stopped after {limit} s of processor time",
        Cause.MEMORY: f"stopped at {ending.measured:.0f} MiB; the limit is {limit}",
        Cause.KERNEL_MEMORY: f"stopped by the kernel at the limit of {limit} MiB",
        Cause.OUTPUT: f"stopped after more than {limit} MiB of output",
        Cause.ANSWERS: "stopped: its answers take more memory than the output limit",
        Cause.FILES: f"stopped after more than {limit} MiB in files",
        Cause.PROCESSES: f"stopped at more than {limit} processes",
        Cause.NO_END_RECORD: _no_end_record(ending),
        Cause.WRONG_COUNT: f"the end record says {limit} solutions, "
        f"but {ending.measured:g} arrived",
        Cause.NOT_STARTED: f"its process cannot be started: {detail}",
        Cause.INTERRUPTED: "interrupted",
        Cause.NOT_BEGUN: "not begun",
    }.get(ending.cause, detail)


def note(run: Run) -> str:
    """Why the run ended and what else is to be said of it, in one line."""
    return "; ".join(filter(None, (ending_words(run.ending), *run.remarks)))


def _no_end_record(ending: Ending) -> str:
    code = ending.exit_code or 0
    how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
    printed = f"; it last printed: {ending.detail}" if ending.detail else ""
    return f"the process ended without an end record ({how}){printed}"
