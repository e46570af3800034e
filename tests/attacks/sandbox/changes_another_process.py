"""Changes the limits, the priority and the processors of one process, which its own test started.

The test writes the number of that process in the place of VICTIM. Nothing else is touched: a limit
that was set on other processes could not be taken back.
"""

import ctypes
import os
import resource
import signal
import subprocess

SOLUTIONS = [[1, 3, 0, 2], [2, 0, 3, 1]]
VICTIM = 0
ON_X86 = os.uname().machine == "x86_64"


def refused(call, *arguments):
    try:
        call(*arguments)
    except (PermissionError, ProcessLookupError):  # in a namespace of its own it is not there
        return
    print("ESCAPED by", call.__name__)


def queens(n):
    if VICTIM:
        refused(resource.prlimit, VICTIM, resource.RLIMIT_NOFILE, (64, 64))
        refused(os.setpriority, os.PRIO_PROCESS, VICTIM, 19)
        refused(os.sched_setaffinity, VICTIM, {0})
        refused(os.sched_setscheduler, VICTIM, os.SCHED_BATCH, os.sched_param(0))
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.syscall(251 if ON_X86 else 30, 1, VICTIM, 3 << 13) == 0:
            print("ESCAPED by ioprio_set")
    # It may change itself, and end its own children.
    resource.prlimit(os.getpid(), resource.RLIMIT_CORE, (0, 0))
    os.sched_setaffinity(0, os.sched_getaffinity(0))
    os.sched_yield()
    child = subprocess.Popen(["sleep", "30"])
    child.send_signal(signal.SIGTERM)
    if child.wait() != -signal.SIGTERM:
        print("ESCAPED: it could not end its own child")
    return SOLUTIONS
