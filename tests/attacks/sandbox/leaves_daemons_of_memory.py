"""Starts daemons without environment that hold 20 MiB each, twelve of them, and waits."""

import os
import sys
import time

SOLUTIONS = [[1, 3, 0, 2], [2, 0, 3, 1]]
PROGRAM = "import time; held = bytearray(b'x') * (20 << 20); time.sleep(60)"


def queens(n):
    for _ in range(12):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.closerange(0, 100)
                name = os.path.basename(__file__)
                os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", PROGRAM, name], {})
            os._exit(0)
        os.wait()
    time.sleep(60)
    print("ESCAPED")
    return SOLUTIONS
