"""Has a name, and a mapped file with a name, that are no UTF-8, while it holds shared memory."""

import ctypes
import mmap
import os
import time

SOLUTIONS = [[1, 3, 0, 2], [2, 0, 3, 1]]
PR_SET_NAME = 15


def queens(n):
    ctypes.CDLL(None).prctl(PR_SET_NAME, b"\xff\xfe", 0, 0, 0)
    file = os.open(os.fsencode(os.environ["HOME"]) + b"/\xff\xfe", os.O_CREAT | os.O_RDWR)
    os.ftruncate(file, 4096)
    named = mmap.mmap(file, 4096)
    shared = mmap.mmap(-1, 300 << 20)
    for start in range(0, len(shared), 1 << 20):
        shared[start : start + (1 << 20)] = b"x" * (1 << 20)
        shared.madvise(mmap.MADV_DONTNEED)
    time.sleep(60)
    print("ESCAPED", len(named))
    return SOLUTIONS
