"""The machine on which it was measured, and when."""

from __future__ import annotations

import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

import psutil


def machine() -> dict[str, str]:
    """Processor, cores, memory, system and Python."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{psutil.virtual_memory().total / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def conditions() -> str:
    """When and where it was measured, and how busy the machine was meanwhile."""
    there = machine()
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d}: {there['processor']}, {there['cores']} cores, "
        f"{there['memory']}, {there['system']}, Python {there['python']}. The load average "
        f"over 15 minutes was {os.getloadavg()[2]:.1f}; the benchmark alone causes about 1."
    )


def tell(text: str) -> None:
    """Say the current step on stderr."""
    print(f"  {text}", file=sys.stderr, flush=True)
