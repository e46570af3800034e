import sys

n = int(sys.argv[1])


def search(board):
    if len(board) == n:
        print("\n".join("".join("Q" if k == c else "." for k in range(n)) for c in board), end="\n\n")
        return
    for c in range(n):
        if c not in board and (not board or abs(board[-1] - c) != 1):
            search([*board, c])


search([])
