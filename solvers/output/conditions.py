"""The conditions of a comparison, in a line."""

from __future__ import annotations

import os
import platform

from solvers.execution.limits import Limits


def conditions(limits: Limits) -> str:
    """Machine and limits, as a report shows them."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    limited = f"limits for each run: {limits.seconds:g} s, {limits.memory_mib:g} MiB"
    return f"{machine}, Python {platform.python_version()}; {limited}"
