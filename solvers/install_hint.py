"""The hint how to install something that is missing, for every message that gives one."""

from __future__ import annotations

SWI_PROLOG = "sudo apt-get install swi-prolog-nox (macOS: brew install swi-prolog)"
SCIPY = "pip install scipy"
DISTRIBUTED = "pip install distributed"


def with_install_hint(reason: object, install: str) -> str:
    """Why something cannot run here, and the command that installs it, if one is known."""
    return f"{reason}; to install: {install}" if install else str(reason)
