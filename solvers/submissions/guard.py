"""What keeps a stranger's program in: bubblewrap where it works, process groups elsewhere."""

from __future__ import annotations

import subprocess
import sys
from enum import StrEnum
from functools import cache
from pathlib import Path

from solvers.run.limits import Limits
from solvers.submissions.submission import base_python

PRIVATE = "/tmp"  # noqa: S108  # inside the guard, where nobody else has one
"""Where a guarded program may write."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives")
SETTINGS = ("/etc/ld.so.cache", "/etc/racket", "/etc/swi-prolog")
"""What interpreters need of /etc."""


class Guard(StrEnum):
    """Which guard is in force."""

    STRONG = "strong"
    """bubblewrap: no network, no home, a read-only system, a process namespace of its own."""
    BASIC = "basic"
    """A process group, resource limits, an empty environment, a private directory."""


def strong_command(program: Path, written_mib: float) -> list[str]:
    """Bubblewrap's part of the command line: what stands before the program's own.

    The system is read-only, ``program`` (a folder) is at its own place and read-only, all other
    folders are not there; /tmp is private and holds ``written_mib``.
    """
    python = str(Path(base_python()).resolve().parents[1])
    binds = [path for path in (*SYSTEM, *SETTINGS) if Path(path).exists()]
    if not python.startswith("/usr"):
        binds += [python, str(Path(sys.base_prefix))]
    arguments = [
        "bwrap",
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
    ]
    for path in dict.fromkeys(binds):
        if Path(path).is_symlink():
            arguments += ["--symlink", str(Path(path).readlink()), path]
        else:
            arguments += ["--ro-bind", path, path]
    return [
        *arguments,
        *("--proc", "/proc", "--dev", "/dev"),
        *("--size", str(int(written_mib * 2**20)), "--tmpfs", PRIVATE),
        *("--dir", str(program.parent), "--ro-bind", str(program), str(program)),
        *("--remount-ro", "/", "--chdir", PRIVATE),
    ]


@cache
def strong_works() -> str:
    """Why the strong guard does not work here; "" where it does. Found by running it."""
    if not sys.platform.startswith("linux"):
        return "bubblewrap is for Linux"
    command = [*strong_command(Path("/usr/share"), written_mib=1), "/bin/sh", "-c", "exit 0"]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=20)
    except FileNotFoundError:
        return "bubblewrap is not installed: sudo apt-get install bubblewrap"
    except (OSError, subprocess.SubprocessError) as error:
        return f"bubblewrap does not run: {error}"
    return "" if done.returncode == 0 else f"bubblewrap does not work: {done.stderr.strip()[-200:]}"


def limited(limits: Limits) -> list[str]:
    """The shell that sets limits on CPU time, written files and core dumps, then runs the rest."""
    cpu, blocks = int(limits.cpu_seconds) + 1, int(limits.written_mib * 2048)
    script = f'ulimit -c 0; ulimit -t {cpu}; ulimit -f {blocks}; exec "$@"'
    return ["/bin/sh", "-c", script, "sh"]
