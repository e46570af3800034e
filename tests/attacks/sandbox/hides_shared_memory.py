"""Writes to 300 MiB of memory that all its processes share, then lets none of it be resident."""

import mmap
import time

SOLUTIONS = [[1, 3, 0, 2], [2, 0, 3, 1]]


def queens(n):
    shared = mmap.mmap(-1, 300 << 20)
    for start in range(0, len(shared), 1 << 20):
        shared[start : start + (1 << 20)] = b"x" * (1 << 20)
        shared.madvise(mmap.MADV_DONTNEED)
    time.sleep(60)
    print("ESCAPED")
    return SOLUTIONS
