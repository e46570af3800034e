import numpy as np


def queens(n):
    board = np.zeros((n, n), dtype=int)
    found = []

    def safe(r, c):
        if board[:r, c].any():
            return False
        for i in range(r):
            j = np.argmax(board[i])
            if abs(i - r) == abs(j - c):
                return False
        return True

    def place(r):
        if r == n:
            found.append(board.copy())
            return
        for c in range(n):
            if safe(r, c):
                board[r, c] = 1
                place(r + 1)
                board[r, c] = 0

    place(0)
    return found
