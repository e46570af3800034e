#!/usr/bin/python3
"""N queens: usage: nqueens N"""
import sys

if len(sys.argv) != 2:
    print("Usage: nqueens N")
    sys.exit(1)

try:
    n = int(sys.argv[1])
except ValueError:
    print("N must be a number")
    sys.exit(1)


def safe(queens, row, col):
    for r, c in queens:
        if c == col or abs(r - row) == abs(c - col):
            return False
    return True


def place(row, queens):
    if row == n:
        print([[r, c] for r, c in queens])
        return
    for col in range(n):
        if safe(queens, row, col):
            place(row + 1, queens + [(row, col)])


place(0, [])
