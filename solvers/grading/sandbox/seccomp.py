"""The filter that refuses some system calls to a program in the sandbox.

A filter is a list of instructions of eight bytes each, so this module assembles it. The only
bindings on the package index (pyseccomp) are years old and need a library of the system.
"""

from __future__ import annotations

import errno
import platform
import struct
from dataclasses import dataclass

LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
"""Instructions: load a word, jump if it is equal, jump if it has one of the bits, return."""

NUMBER, ARCHITECTURE, FIRST_ARGUMENT, SECOND_ARGUMENT, ADDRESS = 0, 4, 16, 24, 48
"""The offsets of the words of a call; for an argument, of its lower half. ``sendto`` has the
address of the receiver as its fifth argument."""

UPPER_HALF = 4

ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
X32 = 0x40000000
"""The bit in the numbers of x32 calls, a second set of calls of x86_64."""

UNIX = 1
"""The only allowed family of a pair of sockets: libraries wait with it, and it reaches nobody."""

SET_DUMPABLE = 4
"""The call of prctl that hides a process's memory from the suite."""

NEW_NAMESPACES = 0x7E020080
"""The bits of clone(2) and unshare(2) that ask for a namespace."""


ITSELF = 0
"""The process ID that stands for the caller of a call."""

PROGRAM_PLACEHOLDER = 0x7FFFFFFF
"""Stands for the program's process ID, which replaces it when the filter is loaded."""

PRIO_PROCESS, IOPRIO_WHO_PROCESS = 0, 1
"""The first arguments with which setpriority and ioprio_set change one process, not many."""


@dataclass(frozen=True, slots=True)
class _Machine:
    """The numbers of the system calls of one architecture.

    The calls ``of_process`` change the process in their first argument. ``setpriority`` and
    ``ioprio_set`` change the process in their second argument.
    """

    audit: int
    socketpair: int
    sendto: int
    prctl: int
    clone: int
    setpriority: int
    ioprio_set: int
    of_process: tuple[int, ...]
    refused: tuple[int, ...]


CLONE3 = 435
"""A filter cannot see the flags of this call, which are in memory. If the call fails as unknown,
libc uses clone instead."""

MACHINES = {
    # socket bind connect sendmsg sendmmsg (servers of the user's: the filter cannot see the
    # address of a message); chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime
    # utimes futimesat utimensat setxattr lsetxattr fsetxattr removexattr lremovexattr
    # fremovexattr setxattrat removexattrat file_setattr truncate flock (files that it may only
    # read: Landlock does not know these calls); memfd_create memfd_secret vmsplice mq_open
    # io_setup, and all of shm, sem and msg (memory that no limit sees, and what is counted for the
    # whole machine); unshare setns add_key request_key keyctl; io_uring_setup (opens sockets past
    # this filter); ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise
    # process_mrelease (other processes); bpf perf_event_open userfaultfd. Of a process: prlimit64
    # sched_setparam sched_setscheduler sched_setaffinity sched_setattr migrate_pages move_pages
    "x86_64": _Machine(
        *(0xC000003E, 53, 44, 157, 56, 141, 251),
        (302, 142, 144, 203, 314, 256, 279),
        (
            *(41, 49, 42, 46, 307),
            *(90, 91, 268, 452, 92, 93, 94, 260, 132, 235, 261, 280),
            *(188, 189, 190, 197, 198, 199, 463, 466, 469, 76, 73),
            *(319, 447, 278, 240, 206),
            *(29, 30, 31, 64, 65, 66, 220, 68, 69, 70, 71),
            *(272, 308, 248, 249, 250, 425, 101),
            *(310, 311, 312, 438, 440, 448, 321, 298, 323),
        ),
    ),
    "aarch64": _Machine(
        *(0xC00000B7, 199, 206, 167, 220, 140, 30),
        (261, 118, 119, 122, 274, 238, 239),
        (
            *(198, 200, 203, 211, 269),
            *(52, 53, 452, 54, 55, 88),
            *(5, 6, 7, 14, 15, 16, 463, 466, 469, 45, 32),
            *(279, 447, 75, 180, 0),
            *(194, 196, 195, 190, 193, 191, 192, 186, 189, 188, 187),
            *(97, 268, 217, 218, 219, 425, 117),
            *(270, 271, 272, 438, 440, 448, 280, 241, 282),
        ),
    ),
}


def system_call_filter(program: int) -> bytes:
    """The filter for a program with this process ID; empty if MACHINES lacks this machine."""
    machine = MACHINES.get(platform.machine())
    if machine is None:
        return b""
    refuse = REFUSE | errno.EPERM
    lines = [
        *((LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, machine.audit), (RETURN, 0, 0, KILL)),
        *((LOAD, 0, 0, NUMBER), (ANY_BIT, 0, 1, X32), (RETURN, 0, 0, KILL)),
        *((EQUAL, 0, 1, CLONE3), (RETURN, 0, 0, REFUSE | errno.ENOSYS)),
    ]
    for number in machine.refused:
        lines += [(EQUAL, 0, 1, number), (RETURN, 0, 0, refuse)]
    only_itself = (
        *((EQUAL, 1, 0, ITSELF), (EQUAL, 0, 1, program)),
        *((RETURN, 0, 0, ALLOW), (RETURN, 0, 0, refuse)),
    )
    for number in machine.of_process:
        lines += [(EQUAL, 0, 5, number), (LOAD, 0, 0, FIRST_ARGUMENT), *only_itself]
    for number, of_a_process in (
        (machine.setpriority, PRIO_PROCESS),
        (machine.ioprio_set, IOPRIO_WHO_PROCESS),
    ):
        lines += [
            *((EQUAL, 0, 8, number), (LOAD, 0, 0, FIRST_ARGUMENT)),
            *((EQUAL, 1, 0, of_a_process), (RETURN, 0, 0, refuse)),
            *((LOAD, 0, 0, SECOND_ARGUMENT), *only_itself),
        ]
    lines += [
        *((EQUAL, 0, 4, machine.socketpair), (LOAD, 0, 0, FIRST_ARGUMENT)),
        *((EQUAL, 0, 1, UNIX), (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE | errno.EAFNOSUPPORT)),
        *((EQUAL, 0, 6, machine.sendto), (LOAD, 0, 0, ADDRESS), (EQUAL, 0, 2, 0)),
        *((LOAD, 0, 0, ADDRESS + UPPER_HALF), (EQUAL, 1, 0, 0)),
        *((RETURN, 0, 0, refuse), (RETURN, 0, 0, ALLOW)),
        *((EQUAL, 0, 4, machine.prctl), (LOAD, 0, 0, FIRST_ARGUMENT)),
        *((EQUAL, 0, 1, SET_DUMPABLE), (RETURN, 0, 0, refuse), (RETURN, 0, 0, ALLOW)),
        *((EQUAL, 0, 3, machine.clone), (LOAD, 0, 0, FIRST_ARGUMENT)),
        *((ANY_BIT, 0, 1, NEW_NAMESPACES), (RETURN, 0, 0, refuse), (RETURN, 0, 0, ALLOW)),
    ]
    return b"".join(struct.pack("<HBBI", *line) for line in lines)
