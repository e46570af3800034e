"""Where the suite can run: on a system that has processes as Unix has them."""

from __future__ import annotations

import sys


def why_not_here() -> str:
    """Why it cannot run on this system, and what to do; empty where it can."""
    if sys.platform == "win32":
        return "solver-parity does not run on Windows itself: use WSL (README.md says how)"
    return ""
