"""The init process of a program without bubblewrap: ``init_process.py FOLDER FILTER COMMAND...``.

This file stands alone and imports only the standard library. On Linux, all processes that the
command starts stay below this one, daemons too. When the command ends, or SIGTERM arrives, this
process ends them all, and then ends as the command did. If the kernel has Landlock, the command can
only write below FOLDER, cannot read the keys of a terminal, cannot use TCP, and cannot signal
processes that are not its own. FILTER is the descriptor of a filter that refuses some system calls
to the command.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import sys
from contextlib import suppress

SET_CHILD_SUBREAPER, SET_NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 36, 38, 22, 2  # prctl
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # Landlock's calls, equal on all machines
ABI_QUESTION, BENEATH = 1, 1

WRITING = 0b1111111110010
"""Landlock's rights of version 1 to write, make and remove files and folders of all kinds."""

PROGRAM_PLACEHOLDER = struct.pack("=I", 0x7FFFFFFF)
"""Stands in the filter for the program's process ID."""

READ, REFER, TRUNCATE, TCP, SCOPES = 1 << 2, 1 << 13, 1 << 14, 0b11, 0b11
ON_A_FILE = 1 << 1 | READ | TRUNCATE
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty")
READABLE = ("/dev/random", "/dev/urandom", "/dev/shm")  # noqa: S108  # nothing is written there
"""The readable part of /dev; the rest are terminals, with the keys of their users, and disks."""


def main() -> None:
    """Run the command of the command line, and end all its processes when it ends."""
    folder, filter_fd, *command = sys.argv[1:]
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    child = os.fork()
    if child == 0:
        if sys.platform.startswith("linux"):
            confine(folder)
            refuse_calls(int(filter_fd))
        os.execvp(command[0], command)  # noqa: S606  # no shell is wanted

    def leave(*_: object) -> None:
        os.kill(child, signal.SIGKILL)
        end_with(signal.SIGTERM)

    signal.signal(signal.SIGTERM, leave)
    ended = 0
    while ended != child:  # also reaps processes that lost their parent
        ended, status = os.wait()
    end_with(status)


def confine(folder: str) -> None:
    """Let this process and its children write below the folder only, and read no terminal.

    Without Landlock, they may do both.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(CREATE_RULESET, None, 0, ABI_QUESTION)
    if version < 1:
        return
    handled = WRITING | READ | (REFER if version >= 2 else 0) | (TRUNCATE if version >= 3 else 0)
    tcp, scopes = TCP if version >= 4 else 0, SCOPES if version >= 6 else 0
    attributes = struct.pack("QQQ", handled, tcp, scopes)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = libc.syscall(CREATE_RULESET, attributes, size, 0)
    top = [f"/{name}" for name in os.listdir("/") if name != "dev"]  # noqa: PTH208  # as below
    rules = {folder: handled, **dict.fromkeys(DEVICES, ON_A_FILE)}
    for path, allowed in [*rules.items(), *((path, READ) for path in (*top, *READABLE))]:
        with suppress(OSError):
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
            rule = struct.pack("=Qi", handled & allowed, descriptor)
            libc.syscall(ADD_RULE, ruleset, BENEATH, rule, 0)
            os.close(descriptor)
    libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if libc.syscall(RESTRICT_SELF, ruleset, 0) != 0:
        sys.exit("Landlock is present, but does not work")
    os.close(ruleset)


class FilterProgram(ctypes.Structure):
    """A filter of system calls for the kernel: ``length`` instructions of eight bytes."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def refuse_calls(filter_fd: int) -> None:
    """Load the filter of system calls from the file, unless it is empty.

    The filter lets this process, which becomes the program, change itself by its process ID.
    """
    instructions = os.read(filter_fd, 1 << 16)
    os.close(filter_fd)
    instructions = instructions.replace(PROGRAM_PLACEHOLDER, struct.pack("=I", os.getpid()))
    if not instructions:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    program = FilterProgram(len(instructions) // 8, instructions)
    libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if libc.prctl(SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0) != 0:
        sys.exit("the filter of system calls cannot be loaded")


def end_with(status: int) -> None:
    """End all processes below this one, then this one with the same status."""
    with suppress(ChildProcessError):
        while True:
            for child in children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(child, signal.SIGKILL)
            os.wait()
    if os.WIFSIGNALED(status):
        with suppress(OSError):  # SIGKILL has no other handler
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


def children() -> list[int]:
    """The IDs of the processes right below this one; empty except on Linux."""
    if not sys.platform.startswith("linux"):
        return []
    found, me = [], os.getpid()
    for name in filter(str.isdecimal, os.listdir("/proc")):  # noqa: PTH208  # pathlib loads slowly
        with suppress(OSError), open(f"/proc/{name}/stat", errors="replace") as file:  # noqa: PTH123
            _, _, rest = file.read().rpartition(")")
            if int(rest.split()[1]) == me:
                found.append(int(name))
    return found


if __name__ == "__main__":
    main()
